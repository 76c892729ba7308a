"""The progress bar: on standard error, and only when asked for."""

from rosenblatt import Perceptron


def test_a_bar_shows_the_epochs_and_their_mistakes(capsys):
    Perceptron(verbose=1, order="cyclic").fit([[1.0], [-1.0]], [1, 0])
    shown = capsys.readouterr()

    assert shown.out == ""
    assert "Perceptron" in shown.err
    assert "0 mistakes" in shown.err


def test_nothing_is_shown_otherwise(capsys):
    Perceptron().fit([[1.0], [-1.0]], [1, 0])
    shown = capsys.readouterr()

    assert (shown.out, shown.err) == ("", "")

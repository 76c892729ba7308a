"""The progress bar: on standard error, and only when asked for."""

from rosenblatt import KernelPerceptron, Perceptron


def test_a_bar_shows_the_epochs_and_their_mistakes(capsys):
    Perceptron(verbose=1, order="cyclic").fit([[1.0], [-1.0]], [1, 0])
    shown = capsys.readouterr()

    assert shown.out == ""
    assert "Perceptron" in shown.err
    assert "0 mistakes" in shown.err


def test_the_bar_of_a_kernel_counts_rows_within_an_epoch(capsys):
    KernelPerceptron(verbose=1, max_iter=2, tol=None).fit([[1.0], [-1.0]] * 5, [1, 0] * 5)
    shown = capsys.readouterr()

    assert "KernelPerceptron" in shown.err
    assert "20 rows" in shown.err


def test_nothing_is_shown_otherwise(capsys):
    Perceptron().fit([[1.0], [-1.0]], [1, 0])
    shown = capsys.readouterr()

    assert (shown.out, shown.err) == ("", "")

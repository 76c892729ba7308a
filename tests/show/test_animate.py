"""The film of a trace: one picture an update."""

import numpy as np
import pytest
from matplotlib import animation
from PIL import Image

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter, MissingPackage
from rosenblatt.show.animate import frames_of

SQUARE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def traced(X=SQUARE, y=(0, 0, 0, 1), **options):
    return rb.trace(rb.Perceptron(order="cyclic"), X, y, **options)


def test_there_is_a_frame_for_each_update_and_one_for_the_end():
    trace = traced()
    frames = list(frames_of(trace, (0, 1), 100))
    updates = [step for step in trace.steps if step.is_update]

    assert len(frames) == len(updates) + 1
    for frame, step in zip(frames, updates, strict=False):
        assert frame.weights.tolist() == step.after.weights.tolist()
        assert frame.bias == step.after.bias[0]
        assert frame.point.tolist() == SQUARE[step.row].tolist()
    assert frames[-1].weights.tolist() == trace.model.coef_[0].tolist()
    assert frames[-1].title == f"converged after {trace.model.n_updates_} updates"


def test_of_many_updates_some_are_shown_the_last_among_them():
    trace = traced()
    frames = list(frames_of(trace, (0, 1), 3))

    assert len(frames) == 4
    assert frames[2].weights.tolist() == trace.model.coef_[0].tolist()


def test_other_columns_are_held_at_their_means():
    X = np.column_stack([SQUARE, [1.0, 1.0, 1.0, 5.0]])
    end = list(frames_of(traced(X), (1, 0), 100))[-1]
    model = traced(X).model

    assert end.weights.tolist() == model.coef_[0, [1, 0]].tolist()
    assert end.bias == pytest.approx(model.intercept_[0] + 2.0 * model.coef_[0, 2])


def test_a_long_trace_says_what_is_left_out():
    assert "steps are left out" in list(frames_of(traced(max_steps=3), (0, 1), 9))[-1].title


def test_a_gif_holds_the_frames(tmp_path):
    path = rb.animate(traced(), tmp_path / "and.gif", dpi=30, max_frames=4)

    with Image.open(path) as film:
        assert film.n_frames >= 5
    assert [one.name for one in tmp_path.iterdir()] == ["and.gif"]


def test_a_page_stands_alone(tmp_path):
    path = rb.animate(traced(), tmp_path / "and.html", dpi=30, max_frames=2)

    assert "data:image/png;base64" in path.read_text(encoding="utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["and.html"]


def test_a_film_needs_ffmpeg(tmp_path, monkeypatch):
    monkeypatch.setattr(animation.FFMpegWriter, "isAvailable", classmethod(lambda cls: False))

    with pytest.raises(MissingPackage, match=r"an \.mp4 needs ffmpeg"):
        rb.animate(traced(), tmp_path / "and.mp4")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("make", "options", "error", "words"),
    [
        (traced, {"path": "and.bmp"}, BadParameter, r"must end in \.gif, \.mp4, \.html, got"),
        (traced, {"max_frames": 0}, BadParameter, "max_frames must be"),
        (traced, {"columns": (0, 2)}, BadParameter, "two numbers from 0 to 1, got"),
        (lambda: traced(y=(0, 1, 2, 0)), {}, BadData, "one line divides two classes, and this trace tells 3 apart"),
        (lambda: traced([[0.0], [1.0]], (0, 1)), {}, BadData, "X has one column"),
    ],
)
def test_what_cannot_be_filmed_is_refused_with_a_sentence(tmp_path, make, options, error, words):
    path = tmp_path / options.pop("path", "and.gif")

    with pytest.raises(error, match=words):
        rb.animate(make(), path, **options)
    assert list(tmp_path.iterdir()) == []

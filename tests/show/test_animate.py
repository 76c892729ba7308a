"""Animations of traces: one frame per update."""

import numpy as np
import pytest
from matplotlib import animation
from PIL import Image

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter, MissingPackage
from rosenblatt.show.animate import ActivationGrid, frames_of

SQUARE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def traced(X=SQUARE, y=(0, 0, 0, 1), **options):
    return rb.trace(rb.Perceptron(order="cyclic"), X, y, **options)


def test_there_is_a_frame_for_each_update_and_one_for_the_end():
    trace = traced()
    frames = list(frames_of(trace, SQUARE, 100))
    updates = [step for step in trace.steps if step.is_update]

    assert len(frames) == len(updates) + 1
    for frame, step in zip(frames, updates, strict=False):
        assert frame.held.weights.tolist() == step.after.weights.tolist()
        assert frame.held.bias == step.after.bias
        assert frame.point.tolist() == SQUARE[step.row].tolist()
    assert frames[-1].held.weights.tolist() == trace.model.coef_[0].tolist()
    assert frames[-1].title == f"converged after {trace.model.n_updates_} updates"


def test_of_many_updates_some_are_shown_the_last_among_them():
    trace = traced()
    frames = list(frames_of(trace, SQUARE, 3))

    assert len(frames) == 4
    assert frames[2].held.weights.tolist() == trace.model.coef_[0].tolist()


def test_other_columns_are_held_at_their_means():
    X = np.column_stack([SQUARE, [1.0, 1.0, 1.0, 5.0]])
    trace = traced(X)
    field = ActivationGrid(trace, X[:, [1, 0]], (1, 0))
    corners = [[up, across, 2.0] for up in field.up for across in field.across]

    heights = field.heights(trace.parts[0].end).ravel()
    assert heights == pytest.approx(trace.model.decision_function(corners))


def test_a_kernel_draws_a_curve():
    trace = rb.trace(rb.KernelPerceptron(order="cyclic", kernel="poly", degree=2), SQUARE, [0, 1, 1, 0])
    field = ActivationGrid(trace, SQUARE, (0, 1))
    points = np.column_stack([part.ravel() for part in np.meshgrid(field.across, field.up)])

    heights = field.heights(trace.parts[0].end)
    assert heights.ravel() == pytest.approx(trace.model.decision_function(points))
    assert len({tuple(np.sign(row)) for row in heights}) > 2


def test_kernel_values_cannot_be_drawn(tmp_path):
    trace = rb.trace(rb.KernelPerceptron(kernel="precomputed"), SQUARE @ SQUARE.T, [0, 0, 0, 1])

    with pytest.raises(BadData, match="X holds kernel values, which cannot be drawn as points"):
        rb.animate(trace, tmp_path / "and.gif")


def test_a_long_trace_says_what_is_left_out():
    assert "steps are left out" in list(frames_of(traced(max_steps=3), SQUARE, 9))[-1].title


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
        (lambda: traced(y=(0, 1, 2, 0)), {}, BadData, "the trace must be of two classes, got 3"),
        (lambda: traced([[0.0], [1.0]], (0, 1)), {}, BadData, "at least two columns, got one"),
    ],
)
def test_what_cannot_be_filmed_is_refused_with_a_sentence(tmp_path, make, options, error, words):
    path = tmp_path / options.pop("path", "and.gif")

    with pytest.raises(error, match=words):
        rb.animate(make(), path, **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.gif", "x.html"])
def test_files_of_the_user_beside_it_are_left_alone(tmp_path, name):
    own = tmp_path / f"part-{name}"
    own.write_text("mine", encoding="utf-8")
    rb.animate(traced(), tmp_path / name, dpi=30)

    assert own.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == [own.name, name]

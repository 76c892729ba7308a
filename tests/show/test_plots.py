"""What the plots draw, as data: positions, labels, lines; never pixels."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter, MissingPackage
from rosenblatt.show._axes import COLOURS, look

SQUARE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
AND, XOR = np.array(["no", "no", "no", "yes"]), np.array(["even", "odd", "odd", "even"])
PLOTS = {
    "boundary": lambda model, X, y, ax=None: rb.plot_boundary(model, X, y, ax=ax),
    "mistakes": lambda model, X, y, ax=None: rb.plot_mistakes(model, ax=ax),
    "margins": lambda model, X, y, ax=None: rb.plot_margins(model, X, y, ax=ax),
    "certificate": lambda model, X, y, ax=None: rb.plot_certificate(rb.certify(X, y), X, y, ax=ax),
    "weights": lambda model, X, y, ax=None: rb.plot_weights(model, ax=ax),
}
every_plot = pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS.keys())


def fitted(X=SQUARE, y=AND, **options):
    return rb.Perceptron(order="cyclic", **options).fit(X, y)


def clusters(n_classes, seed=0):
    """Rows around a circle, 8 a class."""
    angle = np.repeat(np.arange(n_classes), 8) * 2 * np.pi / n_classes
    noise = 0.3 * np.random.default_rng(seed).standard_normal((len(angle), 2))
    return np.column_stack([np.cos(angle), np.sin(angle)]) * 4 + noise, np.repeat(
        [f"class {k}" for k in range(n_classes)], 8
    )


def drawn(ax):
    """The points of each scatter by its label."""
    marks = [mark for mark in ax.collections if isinstance(mark, PathCollection)]
    return {mark.get_label(): np.asarray(mark.get_offsets()).tolist() for mark in marks}


def rendered(ax):
    """Draw it all once: what cannot be rendered is no plot."""
    ax.figure.canvas.draw()
    return ax


@every_plot
def test_a_plot_draws_on_the_axes_it_is_given_or_on_new_ones(plot):
    ax = Figure().add_subplot()

    assert plot(fitted(), SQUARE, AND, ax=ax) is ax
    assert rendered(plot(fitted(), SQUARE, AND)) is not ax


def test_nothing_is_shown_in_a_window():
    code = (
        "import sys, rosenblatt as rb\n"
        "X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]\n"
        "rb.plot_boundary(rb.Perceptron(random_state=0).fit(X, y), X, y).figure.canvas.draw()\n"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "False"


@every_plot
def test_without_matplotlib_the_answer_is_what_to_install(plot, monkeypatch):
    model = fitted()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)

    with pytest.raises(MissingPackage, match=r'^plots need matplotlib: pip install "rosenblatt\[plot\]"$'):
        plot(model, SQUARE, AND)


@every_plot
@pytest.mark.parametrize("n_classes", [2, 10])
def test_few_and_many_classes_can_be_drawn(plot, n_classes):
    X, y = clusters(2 if plot is PLOTS["certificate"] else n_classes)
    ax = rendered(plot(rb.Perceptron(random_state=0).fit(X, y), X, y))
    words = {text.get_text().removeprefix("for ") for text in ax.findobj(Text)}

    assert ax.has_data()
    assert ({"epoch"} if plot is PLOTS["mistakes"] else set(y)) <= words


def test_ten_classes_differ_in_shape_and_neighbours_in_grey():
    greys = [np.dot(to_rgb(colour), [0.299, 0.587, 0.114]) for colour in COLOURS]

    assert len({look(place).marker for place in range(10)}) == 10
    assert len({(look(place).colour, look(place).marker) for place in range(40)}) == 40
    assert abs(greys[0] - greys[1]) > 0.2


# The boundary


def test_a_boundary_shows_every_row_where_it_is_and_rings_the_wrong_ones():
    model = rb.Perceptron(order="cyclic", max_iter=20).fit(SQUARE, XOR)
    ax = rb.plot_boundary(model, SQUARE, XOR, feature_names=["a", "b"])
    points = drawn(ax)
    wrong = model.predict(SQUARE) != XOR

    assert points["even"] == SQUARE[XOR == "even"].tolist()
    assert points["odd"] == SQUARE[XOR == "odd"].tolist()
    assert points[f"wrong ({wrong.sum()})"] == SQUARE[wrong].tolist()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("a", "b")


def lines_of(ax):
    """The contours that are lines: their paths, by how they are dashed."""
    contours = [one for one in ax.collections if not isinstance(one, PathCollection) and not one.get_facecolor().size]
    return [(one, one.get_paths()) for one in contours]


def test_the_line_is_where_the_activation_is_0_and_the_band_runs_through_the_nearest_rows():
    model = fitted()
    ax = rb.plot_boundary(model, SQUARE, AND)
    (_, boundary), (_, band) = lines_of(ax)
    nearest = np.abs(model.decision_function(SQUARE)).min()

    assert np.abs(model.decision_function(boundary[0].vertices)).max() < 1e-9
    assert len(band) == 2
    for path in band:
        assert np.abs(model.decision_function(path.vertices)) == pytest.approx(nearest)


def test_each_region_is_coloured_to_its_end():
    model = fitted()
    fills = [one for one in rb.plot_boundary(model, SQUARE, AND).collections if getattr(one, "filled", False)]
    corners = model.decision_function([[-0.08, -0.08], [1.08, 1.08]])

    assert [to_rgb(fill.get_facecolor()[0][:3]) for fill in fills] == [to_rgb(COLOURS[0]), to_rgb(COLOURS[1])]
    assert fills[0].levels[-1] >= -corners[0]
    assert fills[1].levels[-1] >= corners[1]


def test_the_arrow_points_along_the_weights():
    model = fitted()
    ax = rb.plot_boundary(model, SQUARE, AND)
    arrow = next(text for text in ax.texts if text.arrow_patch is not None)
    direction = np.array(arrow.xy) - np.array(arrow.xyann)

    assert direction / np.linalg.norm(direction) == pytest.approx(model.coef_[0] / np.linalg.norm(model.coef_[0]))
    assert ax.get_aspect() == 1


def test_other_columns_are_held_at_their_means_or_where_one_says():
    X = np.column_stack([SQUARE, [5.0, 5.0, 5.0, 9.0]])
    model = fitted(X, AND)
    at = {}
    for name, held in (("means", None), ("nine", {2: 9.0})):
        ax = rb.plot_boundary(model, X, AND, held=held)
        at[name] = [path for _, paths in lines_of(ax)[:1] for path in paths]
        third = 6.0 if held is None else 9.0
        for path in at[name]:
            rows = np.column_stack([path.vertices, np.full(len(path.vertices), third)])
            assert np.abs(model.decision_function(rows)).max() < 1e-9


def test_columns_may_be_chosen_by_name():
    frame = pd.DataFrame(np.column_stack([SQUARE, [1.0, 2.0, 3.0, 4.0]]), columns=["a", "b", "c"])
    ax = rb.plot_boundary(rb.Perceptron(order="cyclic").fit(frame, AND), frame, AND, columns=("c", "a"))

    assert (ax.get_xlabel(), ax.get_ylabel()) == ("c", "a")
    assert drawn(ax)["yes"] == [[4.0, 1.0]]


def test_a_long_name_is_cut_in_the_middle():
    ax = rb.plot_boundary(fitted(), SQUARE, AND, feature_names=["a" * 250 + "b" * 250, "b"])

    assert ax.get_xlabel() == "a" * 15 + "…" + "b" * 16


def test_in_a_small_picture_names_are_shorter():
    labels = ["one of the classes", "the other class"]
    ax = Figure(figsize=(1.5, 1.2)).add_subplot()
    rb.plot_boundary(rb.Perceptron(order="cyclic").fit([[0, 0], [1, 1]], labels), [[0, 0], [1, 1]], labels, ax=ax)

    assert ax.get_legend_handles_labels()[1] == ["one …asses", "the …class"]


@pytest.mark.parametrize(
    "X", [[[3.0, 4.0]], [[3.0, 4.0]] * 5, [[0.0, 0.0]]], ids=["one point", "equal points", "the origin"]
)
def test_points_without_extent_can_be_drawn(X):
    y = ["no"] * len(X)
    for ax in (rb.plot_boundary(fitted(), X, y), rb.plot_margins(fitted(), X, y)):
        rendered(ax)
        assert ax.get_xlim()[0] < ax.get_xlim()[1]


def test_an_untrained_plane_has_no_line_and_says_nothing_false():
    model = rb.Perceptron(order="cyclic", max_iter=1, trigger="mistake", tie="negative").fit([[0.0, 0.0]] * 2, [0, 1])
    model.coef_[:], model.intercept_[:] = 0.0, 0.0

    assert lines_of(rendered(rb.plot_boundary(model, SQUARE, [0, 1, 0, 1]))) == []
    assert rendered(rb.plot_margins(model, SQUARE, [0, 1, 0, 1])).get_xlabel() == "activation"


def test_a_model_that_votes_is_drawn_by_its_votes():
    model = rb.VotedPerceptron(order="cyclic").fit(SQUARE, AND)
    ax = rendered(rb.plot_boundary(model, SQUARE, AND))

    assert drawn(ax)["yes"] == [[1.0, 1.0]]
    assert rb.plot_margins(model, SQUARE, AND).get_xlabel() == "activation"


def test_a_kernel_model_has_a_curved_boundary_and_no_arrow():
    model = rb.KernelPerceptron(order="cyclic").fit(SQUARE, XOR)
    ax = rendered(rb.plot_boundary(model, SQUARE, XOR))
    boundary = np.concatenate([path.vertices for path in lines_of(ax)[0][1]])

    assert np.abs(model.decision_function(boundary)).max() < 1e-2
    assert [text for text in ax.texts if text.arrow_patch is not None] == []
    assert rb.plot_margins(model, SQUARE, XOR).get_xlabel() == "activation"


# Mistakes


def test_mistakes_are_those_of_the_history():
    models = {"one": fitted(), "two": fitted(tie="positive", trigger="mistake")}
    ax = rb.plot_mistakes(models)

    for line, (name, model) in zip(ax.lines, models.items(), strict=True):
        assert line.get_label() == name
        assert line.get_ydata().tolist() == [epoch.mistakes for epoch in model.history_]


def test_updates_add_up_to_less_than_the_bound():
    trace = rb.trace(rb.Perceptron(order="cyclic"), [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]], [1, -1, -1])
    ax = rb.plot_mistakes(trace, cumulative=True)
    updates, bound = ax.lines

    assert updates.get_ydata()[-1] == trace.model.n_updates_
    assert bound.get_ydata()[0] == trace.bound.most_updates == 13
    assert bound.get_label() == "bound: at most 13 updates"


def test_a_bound_that_is_far_above_or_missing_is_said_in_words():
    model = fitted()
    labels = [
        rb.plot_mistakes(model, cumulative=True, bound=bound).get_legend_handles_labels()[1][-1]
        for bound in (1e6, np.inf)
    ]

    assert labels == [
        "bound: at most 1,000,000 updates, far above",
        "no bound: no plane is known to separate the rows",
    ]


def test_the_proof_of_convergence_is_drawn_up_to_where_floor_and_ceiling_cross():
    trace = rb.trace(rb.Perceptron(order="cyclic"), [[2, 1], [1, 3], [1, 0]], [1, 1, -1])
    ax = rendered(rb.plot_convergence(trace))
    frame = trace.to_frame()
    ceiling, length, along, floor = ax.lines

    assert length.get_ydata()[1:].tolist() == frame[frame["update"]]["|w|"].tolist()
    assert along.get_ydata()[1:].tolist() == frame[frame["update"]]["w*.w"].tolist()
    assert floor.get_xdata()[-1] == trace.bound.updates
    assert floor.get_ydata()[-1] == pytest.approx(ceiling.get_ydata()[-1])
    assert ax.get_xlabel() == "T: 8 of at most 51 updates"


def test_models_of_one_kind_are_told_apart():
    ax = rb.plot_mistakes([fitted(), fitted(), rb.PassiveAggressive(order="cyclic", max_iter=2).fit(SQUARE, AND)])

    assert [line.get_label() for line in ax.lines] == ["Perceptron", "Perceptron #2", "PassiveAggressive"]


# Margins


def test_margins_are_the_distances_from_the_plane():
    model = fitted()
    ax = rb.plot_margins(model, SQUARE, AND, bins=7)
    distances = model.hyperplane().distance(SQUARE)
    for container, label in zip(ax.containers, ["no", "yes"], strict=True):
        edges = [bar.get_x() for bar in container]
        heights = [bar.get_height() for bar in container]
        assert sum(heights) == np.count_nonzero(label == AND)
        left_of_0 = sum(height for edge, height in zip(edges, heights, strict=True) if edge < -1e-12)
        assert left_of_0 == np.count_nonzero(distances[label == AND] < 0)
        assert edges[0] <= distances.min()
        assert min(np.abs(edges)) < 1e-12


def test_margins_of_several_classes_say_how_far_the_true_one_is_ahead():
    X, y = clusters(3)
    model = rb.Perceptron(random_state=0).fit(X, y)
    ax = rb.plot_margins(model, X, y)
    decision = model.decision_function(X)
    middles = [np.median(decision[y == c, k] - np.delete(decision[y == c], k, 1).max(1)) for k, c in
               enumerate(model.classes_)]  # fmt: skip
    medians = [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata())]

    assert set(np.round(middles, 9)) <= set(np.round(medians, 9))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["class 0", "class 1", "class 2"]


# Weights


def test_the_strongest_weights_come_first_and_zeros_not_at_all():
    model = fitted(np.eye(5), [0, 1, 0, 1, 1])
    model.coef_[:] = [[1.0, -3.0, 0.0, 2.0, -1.0]]
    ax = rb.plot_weights(model, 3, feature_names=list("abcde"))

    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "d", "a"]
    assert [bar.get_width() for bar in ax.patches] == [-3.0, 2.0, 1.0]
    assert ax.get_xlabel() == "weight (1 weaker features are not shown)"


def test_a_million_weights_are_no_more_to_draw_than_a_few():
    X = sp.csr_array((np.ones(2), [7, 999_999], [0, 1, 2]), shape=(2, 1_000_000))
    model = rb.Perceptron(order="cyclic").fit(X, ["a", "b"])

    assert [label.get_text() for label in rb.plot_weights(model).get_yticklabels()] == ["x7", "x999999"]
    with pytest.raises(BadData, match="X has 1,000,000 columns, too many to draw"):
        rb.plot_boundary(model, X, ["a", "b"])


def test_weights_of_several_classes_are_marks_beside_one_another():
    X, y = clusters(3)
    model = rb.Perceptron(random_state=0).fit(X, y)
    marks = drawn(rb.plot_weights(model))

    order = np.argsort(-np.ptp(model.coef_, axis=0), kind="stable")
    assert [x for x, _ in marks["class 1"]] == model.coef_[1, order].tolist()


def test_weights_that_are_all_0_say_so():
    model = fitted()
    model.coef_[:] = 0.0

    assert [text.get_text() for text in rendered(rb.plot_weights(model)).texts] == ["all weights are 0"]


# Certificates


def test_a_separable_set_shows_its_plane_and_the_rows_that_carry_it():
    proof = rb.certify(SQUARE, AND)
    ax = rendered(rb.plot_certificate(proof, SQUARE, AND, feature_names=["a", "b"]))
    lines = lines_of(ax)
    plane = proof.hyperplane()
    band = np.abs(plane.distance(SQUARE)).min()

    assert drawn(ax)["carries the plane"] == SQUARE[list(proof.support)].tolist()
    assert sorted(round(float(plane.distance(paths[0].vertices)[0]), 9) for _, paths in lines) == pytest.approx(
        [-band, 0, band]
    )


def test_an_inseparable_set_shows_two_hulls_and_a_point_in_both():
    proof = rb.certify(SQUARE, XOR)
    ax = rendered(rb.plot_certificate(proof, SQUARE, XOR))

    assert len(ax.patches) == 2
    assert ax.lines[0].get_xydata().tolist() == [list(proof.point)]


@pytest.mark.parametrize("columns", [1, 3, 6])
@pytest.mark.parametrize("is_separable", [True, False])
def test_a_proof_in_other_spaces_is_drawn_from_where_it_shows(columns, is_separable):
    random = np.random.default_rng(columns)
    X = random.standard_normal((30, columns))
    y = np.where(X[:, 0] > 0, "a", "b") if is_separable else np.array(["a", "b"] * 15)
    X[:, 0] += 0.5 * np.where(y == "a", 1, -1) if is_separable else 0.0
    ax = rendered(rb.plot_certificate(rb.certify(X, y), X, y))
    expected = {"a", "b", "carries the plane"} if is_separable else {"a", "b", "proves it"}

    assert set(drawn(ax)) == expected
    if columns > 2 and is_separable:
        assert all(x > 0 for x, _ in drawn(ax)["a"]) != all(x > 0 for x, _ in drawn(ax)["b"])


# Refusals


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: rb.plot_boundary(fitted(), [[np.nan, 1.0]], ["no"]), BadData, "X is nan in row 0, column 0"),
        (
            lambda: rb.plot_boundary(fitted([[0.0], [1.0]], [0, 1]), [[0.0]], [0]),
            BadData,
            "at least two columns, got one",
        ),
        (lambda: rb.plot_boundary(fitted(), SQUARE, AND, columns=(0, 0)), BadParameter, "two different columns"),
        (lambda: rb.plot_boundary(fitted(), SQUARE, AND, columns=(0, 7)), BadParameter, "from 0 to 1, got 7"),
        (lambda: rb.plot_boundary(fitted(), SQUARE, AND, columns="x"), BadParameter, "two columns of X, got 'x'"),
        (lambda: rb.plot_boundary(fitted(), SQUARE, AND, feature_names=["a"]), BadData, "must be 2 names"),
        (lambda: rb.plot_boundary(fitted(), SQUARE, AND[:2]), BadData, "one label per row"),
        (lambda: rb.plot_margins(fitted(), [[np.inf, 1.0]], ["no"]), BadData, "X is .*inf.* in row 0, column 0"),
        (lambda: rb.plot_margins(fitted(), SQUARE, XOR), BadData, "'even', which the model does not know"),
        (lambda: rb.plot_mistakes(rb.Perceptron()), BadParameter, "must have been fitted by fit"),
        (lambda: rb.plot_mistakes([]), BadParameter, "at least one model"),
        (
            lambda: rb.plot_weights(rb.KernelPerceptron(order="cyclic").fit(SQUARE, XOR)),
            BadParameter,
            "must be a fitted linear model",
        ),
        (lambda: rb.plot_weights(rb.Perceptron()), BadParameter, "must be a fitted linear model"),
        (lambda: rb.plot_weights(fitted(), 0), BadParameter, "top must be a whole number of at least 1, got 0"),
        (lambda: rb.plot_certificate(None, SQUARE, AND), BadParameter, "must be a Separable or an Inseparable"),
        (
            lambda: rb.plot_certificate(rb.certify(SQUARE, AND), SQUARE[:, :1], AND),
            BadData,
            "X has 1 columns, and the certificate is about 2",
        ),
        (
            lambda: rb.plot_certificate(rb.certify(SQUARE, XOR), SQUARE[:2], XOR[:2]),
            BadData,
            "the certificate names row 3",
        ),
    ],
)
def test_bad_input_is_refused_with_a_sentence(call, error, words):
    with pytest.raises(error, match=words):
        call()

"""The perceptron where every product of two rows is a kernel."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import make_circles, make_moons
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from rosenblatt import KernelPerceptron, PassiveAggressive, Perceptron, VotedPerceptron
from rosenblatt.errors import BadData, BadParameter, Overflowed
from rosenblatt.learn.kernel import block as _block
from tests import reference
from tests.test_every_learner import WHY_NOT_COPIES

EXPECTED_FAILURES = {
    "check_sample_weight_equivalence_on_dense_data": WHY_NOT_COPIES,
    "check_sample_weight_equivalence_on_sparse_data": WHY_NOT_COPIES,
}


@st.composite
def streams(draw, classes=2):
    columns = draw(st.integers(1, 4))
    whole = st.lists(st.integers(-4, 4), min_size=columns, max_size=columns)
    rows = draw(st.lists(whole, min_size=classes, max_size=14))
    labels = draw(st.lists(st.integers(0, classes - 1), min_size=len(rows), max_size=len(rows)))
    labels[:classes] = range(classes)
    return np.array(rows, dtype=float), np.array(labels)


choices = st.fixed_dictionaries(
    {
        "order": st.sampled_from(["cyclic", "shuffled", "random", "misclassified"]),
        "fit_intercept": st.booleans(),
        "trigger": st.sampled_from(["margin", "mistake"]),
    }
)
storages = st.sampled_from([np.asarray, sp.csr_array, np.float32])


@pytest.fixture(params=[1, 3, 256], ids=["blocks of 1", "blocks of 3", "blocks of 256"])
def block_size(request, monkeypatch):
    """Blocks as small as this must not change what is learned."""
    monkeypatch.setattr(_block.BlockSize, "least", request.param)
    monkeypatch.setattr(_block.BlockSize, "most", request.param)


def facts(model):
    return [
        (epoch.seen, epoch.mistakes, epoch.updates, epoch.loss, pytest.approx(epoch.weight_change, abs=1e-7))
        for epoch in model.history_
    ]


@pytest.mark.parametrize(
    "options", [{}, {"budget": 200, "forget": "random"}, {"final": "vote"}], ids=["plain", "budget", "vote"]
)
def test_scikit_learn_accepts_it(options):
    results = check_estimator(KernelPerceptron(**options), expected_failed_checks=EXPECTED_FAILURES, on_skip=None)

    assert {result["check_name"] for result in results if result["status"] == "xfail"} == set(EXPECTED_FAILURES)


@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
@given(st.integers(2, 4).flatmap(streams), storages, choices)
def test_the_linear_kernel_makes_the_mistakes_of_the_perceptron(multiclass, stream, storage, chosen):
    X, y = stream
    options = {"multiclass": multiclass, "max_iter": 4, "tol": None, "random_state": 3, **chosen}
    kernel = KernelPerceptron(kernel="linear", **options).fit(storage(X), y)
    plain = Perceptron(when_stalled="stop", **options).fit(X, y)

    assert facts(kernel) == facts(plain)
    assert kernel.stop_reason_ == plain.stop_reason_
    assert (kernel.dual_coef_ @ X[kernel.support_]).tolist() == plain.coef_.tolist()
    assert np.array_equal(kernel.predict(storage(X)), plain.predict(X))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(("variant", "step"), [("PA", "pa"), ("PA-I", "pa-1"), ("PA-II", "pa-2")])
def test_the_linear_kernel_takes_the_steps_of_passive_aggressive(variant, step, classes):
    """Random numbers have no near ties, which sums in another order would break otherwise."""
    random = np.random.default_rng(0)
    X, y = random.standard_normal((40, 3)), random.integers(0, classes, 40)
    kernel = KernelPerceptron(kernel="linear", step=step, C=0.3, order="cyclic", max_iter=3).fit(X, y)
    plain = PassiveAggressive(variant=variant, C=0.3, order="cyclic", max_iter=3, when_stalled="stop").fit(X, y)

    assert [epoch.updates for epoch in kernel.history_] == [epoch.updates for epoch in plain.history_]
    assert kernel.dual_coef_ @ X[kernel.support_] == pytest.approx(plain.coef_, abs=1e-9)


@given(streams(), st.integers(1, 3), st.sampled_from(["negative", "positive"]))
def test_every_step_is_that_of_the_plain_kernel_perceptron(stream, epochs, tie):
    X, y = stream
    learner = reference.KernelPerceptron(lambda u, v: (sum(a * b for a, b in zip(u, v, strict=True)) + 2) ** 3, tie=tie)
    model = KernelPerceptron(
        kernel="poly", gamma=1.0, coef0=2.0, degree=3, fit_intercept=False, order="cyclic", max_iter=epochs, tie=tie
    ).fit(X, y)
    for _ in model.history_:
        steps = [learner.step(i, x, 2 * label - 1) for i, (x, label) in enumerate(zip(X.tolist(), y, strict=True))]

    assert model.history_[-1].updates == sum(updated for _, updated in steps)
    assert model.decision_function(X).tolist() == [learner.activation(x) for x in X.tolist()]


@given(streams(), st.sampled_from(["pa", "pa-1", "pa-2"]))
def test_passive_aggressive_steps_use_the_kernel_of_a_row_with_itself(stream, step):
    X, y = stream

    def rbf(u, v):
        return np.exp(-0.3 * sum((a - b) ** 2 for a, b in zip(u, v, strict=True))) + 1

    sizes = {
        "pa": lambda loss, norm2: loss / norm2,
        "pa-1": lambda loss, norm2: min(0.4, loss / norm2),
        "pa-2": lambda loss, norm2: loss / (norm2 + 1 / 0.8),
    }
    learner = reference.KernelPassiveAggressive(rbf, step_size=sizes[step])
    for i, (x, label) in enumerate(zip(X.tolist(), y, strict=True)):
        learner.step(i, x, 2 * label - 1)
    model = KernelPerceptron(kernel="rbf", gamma=0.3, step=step, C=0.4, order="cyclic", max_iter=1).fit(X, y)

    assert model.decision_function(X) == pytest.approx([learner.activation(x) for x in X.tolist()], abs=1e-9)


@given(st.integers(2, 4).flatmap(streams), st.sampled_from(["joint", "ovr", "ovo"]), st.integers(1, 3))
def test_one_fit_knows_all_methods_and_all_epochs(stream, multiclass, epochs):
    """By the linear kernel, whatever was learned up to an epoch is a shorter fit of the linear learners."""
    X, y = stream
    options = {"order": "cyclic", "tol": None, "multiclass": multiclass}
    model = KernelPerceptron(kernel="linear", max_iter=4, **options).fit(X, y)
    epoch = min(epochs, model.n_iter_)
    options |= {"when_stalled": "stop", "max_iter": epoch}
    voted = VotedPerceptron(**options).fit(X, y)
    if voted.n_iter_ < epoch or (multiclass != "joint" and len(model.classes_) > 2):
        return  # a learner that had converged votes on: a test of its own
    for method in ("last", "average"):
        expected = Perceptron(final=method, **options).fit(X, y).decision_function(X)
        assert model.decision_function(X, method=method, epoch=epoch) == pytest.approx(expected, abs=1e-9)
    assert model.decision_function(X, method="vote", epoch=epoch) == pytest.approx(voted.decision_function(X))


def test_what_has_converged_survives_the_epochs_that_others_still_need():
    """Class 2 is told from the rest in two epochs and would have survived every row of the third."""
    X = np.array([[0.0], [1.0], [9.0]])
    model = KernelPerceptron(kernel="linear", multiclass="ovr", order="cyclic", max_iter=40, tol=None).fit(X, [0, 1, 2])
    lengths = [len(problem.history) for problem in model.problems_]
    assert lengths[0] < model.n_iter_
    one = model._solutions[0]

    assert one.seen_after(model.n_iter_) == one.seen + 3 * (model.n_iter_ - lengths[0])
    assert one.seen_after(0.34) == 1
    assert one.seen_after(1.0) == 3


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "misclassified"])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_size_of_blocks_changes_nothing(block_size, order, storage, classes):
    random = np.random.default_rng(0)
    X, y = random.integers(-5, 6, (20, 3)).astype(float), random.integers(0, classes, 20)
    model = KernelPerceptron(kernel="linear", order=order, max_iter=5, tol=None, random_state=1).fit(storage(X), y)
    plain = Perceptron(order=order, max_iter=5, tol=None, random_state=1, when_stalled="stop").fit(X, y)

    assert facts(model) == facts(plain)
    assert (model.dual_coef_ @ X[model.support_]).tolist() == plain.coef_.tolist()


def test_curved_boundaries_are_found():
    xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    model = KernelPerceptron(kernel="poly", degree=2).fit(xor, [0, 1, 1, 0])
    assert model.converged_
    assert model.predict(xor).tolist() == [0, 1, 1, 0]

    for make in (make_moons, make_circles):
        X, y = make(400, noise=0.08, random_state=0)
        unseen, truth = make(400, noise=0.08, random_state=1)
        svm = SVC(gamma=2.0).fit(X, y).score(unseen, truth)
        model = KernelPerceptron(gamma=2.0, final="average", random_state=0, max_iter=50).fit(X, y)
        assert model.score(unseen, truth) >= svm - 0.005


@given(streams(), st.data())
def test_a_stream_in_pieces_is_the_stream_as_a_whole(stream, choice):
    X, y = stream
    for options in ({}, {"budget": 3, "forget": "random", "random_state": 0}):
        whole = KernelPerceptron(kernel="linear", **options).partial_fit(X, y)
        pieces, twin = (KernelPerceptron(kernel="linear", **options) for _ in range(2))
        for i in range(len(X)):
            x, label = X[i : i + 1], y[i : i + 1]
            if i:
                expected = twin.predict(x)
            assert pieces.predict_learn(x, label, classes=[0, 1]) == (expected if i else 0)
            twin.partial_fit(x, label, classes=[0, 1])

        assert whole.support_.tolist() == pieces.support_.tolist()
        assert whole.dual_coef_ == pytest.approx(pieces.dual_coef_, rel=1e-12)
        assert (whole.n_seen_, whole.n_mistakes_, whole.n_updates_) == (
            pieces.n_seen_,
            pieces.n_mistakes_,
            pieces.n_updates_,
        )


@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
@pytest.mark.parametrize("budget", [None, 50])
def test_a_new_class_may_come_as_in_the_linear_learners(multiclass, budget):
    X = np.array([[3.0, 0.0], [0.0, 3.0], [-3.0, -1.0], [2.0, 1.0], [0.0, 2.0], [-2.0, -2.0]])
    y = np.array(["c", "a", "b", "c", "a", "b"])
    kernel = KernelPerceptron(kernel="linear", multiclass=multiclass, budget=budget)
    plain = Perceptron(multiclass=multiclass)
    for _ in range(2):
        for i in range(len(X)):
            predictions = [model.predict_learn(X[i : i + 1], y[i : i + 1]).tolist() for model in (kernel, plain)]
            assert predictions[0] == predictions[1]

    assert kernel.classes_.tolist() == ["a", "b", "c"]
    assert np.allclose(kernel.decision_function(X), plain.decision_function(X))


@pytest.mark.parametrize("budget", [None, 4])
def test_rows_of_a_learner_that_began_later_are_counted_from_the_first_of_the_stream(budget):
    X, y = np.arange(8.0)[:, None], [0, 1, 0, 1, 2, 2, 1, 0]
    model = KernelPerceptron(multiclass="ovr", order="cyclic", budget=budget)
    for part in (slice(0, 4), slice(4, 8)):
        model.partial_fit(X[part], y[part])

    assert model.support_.max() >= 4
    assert all(min(kept.support) >= 4 for kept in model._solutions[2:])


def test_rows_are_copied_and_the_model_can_be_kept():
    X, y = make_moons(100, noise=0.2, random_state=0)
    model = KernelPerceptron(gamma=1.0, random_state=0, max_iter=3).fit(X, y)
    asked = X.copy()
    before = {method: model.decision_function(asked, method=method) for method in ("last", "average", "vote")}
    X[:] = 0

    again = pickle.loads(pickle.dumps(model))
    for method, values in before.items():
        assert np.array_equal(model.decision_function(asked, method=method), values)
        assert np.array_equal(again.decision_function(asked, method=method), values)
    assert model.n_support_ == len(model.support_) <= 100
    assert clone(model).get_params() == model.get_params()


def test_given_kernel_values_are_as_good_as_the_rows():
    X, y = make_moons(120, noise=0.2, random_state=0)
    unseen, _ = make_moons(30, noise=0.2, random_state=1)
    options = {"random_state": 0, "max_iter": 4, "step": "pa-1"}
    by_rows = KernelPerceptron(kernel="linear", **options).fit(X, y)
    by_values = KernelPerceptron(kernel="precomputed", **options).fit(X @ X.T, y)
    by_function = KernelPerceptron(kernel=lambda A, B: A @ B.T, **options).fit(X, y)

    assert by_rows.support_.tolist() == by_values.support_.tolist() == by_function.support_.tolist()
    assert by_rows.decision_function(unseen) == pytest.approx(by_values.decision_function(unseen @ X.T))
    assert by_rows.decision_function(unseen) == pytest.approx(by_function.decision_function(unseen))
    assert not hasattr(KernelPerceptron(kernel="precomputed"), "partial_fit")


def test_warm_starts_go_on_where_the_last_fit_ended():
    X, y = make_moons(150, noise=0.3, random_state=0)
    options = {"gamma": 1.0, "order": "cyclic", "tol": None}
    once = KernelPerceptron(max_iter=4, **options).fit(X, y)
    twice = KernelPerceptron(max_iter=2, warm_start=True, **options).fit(X, y).fit(X, y)

    assert once.decision_function(X) == pytest.approx(twice.decision_function(X))


def test_held_out_rows_and_weights_work_as_elsewhere():
    X, y = make_moons(200, noise=0.3, random_state=0)
    stopped = KernelPerceptron(gamma=1.0, early_stopping=True, random_state=0).fit(X, y)
    assert stopped.stop_reason_ in ("validation", "no_improvement", "converged")
    assert all(epoch.validation_error is not None for epoch in stopped.history_)

    weighted = KernelPerceptron(gamma=1.0, random_state=0, class_weight={1: 2.0}, max_iter=3).fit(X, y)
    by_row = KernelPerceptron(gamma=1.0, random_state=0, max_iter=3).fit(X, y, sample_weight=1.0 + y)
    assert weighted.decision_function(X).tolist() == by_row.decision_function(X).tolist()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"step": "pa-3"}, "step must be one of 'perceptron', 'pa', 'pa-1', 'pa-2', got 'pa-3'"),
        ({"final": "best"}, "final must be one of 'last', 'average', 'vote', got 'best'"),
        ({"budget": 0}, "budget must be a whole number of at least 1, or None, got 0"),
        ({"forget": "all"}, "forget must be one of 'random', 'oldest', 'project', got 'all'"),
        ({"budget": 5, "final": "vote"}, "with a budget only the last weights are known, so final must be 'last'"),
        ({"budget": 5, "order": "misclassified"}, "order='misclassified' must know all rows at once and cannot keep"),
        ({"budget": 5, "forget": "oldest"}, "forget='oldest' is made for two classes; with several, take multiclass"),
    ],
)
def test_wrong_options_are_refused_with_words(options, words):
    with pytest.raises(BadParameter, match=words):
        KernelPerceptron(**options).fit(np.eye(3), [0, 1, 2])


def test_other_refusals():
    X, y = np.eye(3), [0, 1, 1]
    model = KernelPerceptron(kernel="poly", degree=9, gamma=1.0, coef0=1.0, max_iter=2).fit(X, y)
    before = model.decision_function(X)

    with pytest.raises(BadParameter, match="method must be one of 'last', 'average', 'vote', got 'best'"):
        model.predict(X, method="best")
    with pytest.raises(BadParameter, match=r"epoch must be above 0 and at most \d, the epochs of fit, got 7"):
        model.predict(X, epoch=7)
    with pytest.raises(BadParameter, match="with a budget only the last weights are known"):
        KernelPerceptron(budget=2).fit(X, y).predict(X, method="vote")
    with pytest.raises(BadData, match="X is NaN in row 0, column 1"):
        model.predict([[0, np.nan, 0]])
    for learn in (model.fit, model.partial_fit):
        with pytest.raises(Overflowed):
            learn(X * 1e100, y)
        assert np.array_equal(model.decision_function(X), before)


@pytest.mark.parametrize("classes", [["a", "b"], ["a", "b", "c"]])
@pytest.mark.parametrize("final", ["last", "average", "vote"])
def test_before_any_update_all_activations_are_zero(final, classes):
    model = KernelPerceptron(kernel="poly", gamma=1.0, final=final, trigger="mistake")
    model.partial_fit([[1.0, 2.0]], ["a"], classes=classes)

    assert model.n_updates_ == 0
    assert model.decision_function([[1.0, 2.0], [3.0, 4.0]]).any() == (final == "vote")
    assert model.predict([[1.0, 2.0], [3.0, 4.0]]).tolist() == ["a", "a"]


def _ones(u, v):
    return np.ones((u.shape[0], v.shape[0]))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "sigmoid", _ones, "precomputed"])
def test_rows_that_are_not_finite_are_refused_whatever_the_kernel_makes_of_them(kernel, bad):
    X, y = np.eye(3), [0, 1, 1]
    row = [[0.5, bad, 0.5]]
    learned = KernelPerceptron(kernel=kernel, max_iter=2).fit(X, y)

    with pytest.raises(BadData, match="in row 0, column 1; every number must be finite"):
        learned.predict(row)
    if kernel != "precomputed":
        begun = KernelPerceptron(kernel=kernel, trigger="mistake").partial_fit(X[:1], [0], classes=[0, 1])
        with pytest.raises(BadData, match="in row 0, column 1; every number must be finite"):
            begun.decision_function(row)

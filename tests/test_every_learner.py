"""What every learner must obey, whatever its rule."""

import copy
import pickle
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import _get_feature_names

import rosenblatt as rb
from rosenblatt import KernelPerceptron, Perceptron, VotedPerceptron
from rosenblatt.errors import BadData, BadParameter, Overflowed
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.linear_catalogue import LINEAR

# The pocket compares weights over all rows, so it has no partial_fit; a test of its own says so.
ONLINE = {name: learner for name, learner in CATALOGUE.items() if name != "pocket-perceptron"}
LINEAR_ONLINE = {name: learner for name, learner in LINEAR.items() if name in ONLINE}
every_learner = pytest.mark.parametrize("learner", CATALOGUE.values(), ids=CATALOGUE.keys())
every_online_learner = pytest.mark.parametrize("learner", ONLINE.values(), ids=ONLINE.keys())
every_linear_learner = pytest.mark.parametrize("learner", LINEAR.values(), ids=LINEAR.keys())
every_linear_online_learner = pytest.mark.parametrize("learner", LINEAR_ONLINE.values(), ids=LINEAR_ONLINE.keys())
any_learner = st.sampled_from(list(CATALOGUE.values()))
any_online_learner = st.sampled_from(list(ONLINE.values()))
# Products of a kernel come from BLAS or SciPy, whose last bits depend on how the rows are stored and cut.
any_linear_learner = st.sampled_from(list(LINEAR.values()))
any_linear_online_learner = st.sampled_from(list(LINEAR_ONLINE.values()))
numbers = st.floats(-1e3, 1e3, width=32).map(lambda v: 0.0 if abs(v) < 1e-2 else v)


@st.composite
def data(draw):
    columns = draw(st.integers(1, 20))
    rows = draw(st.lists(st.lists(numbers, min_size=columns, max_size=columns), min_size=2, max_size=15))
    labels = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    labels[:2] = [False, True]
    return np.array(rows), np.array(labels)


def blobs(n=60, d=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.standard_normal((n, d))
    return X, np.where(X @ np.arange(1, d + 1) + 0.5 * random.standard_normal(n) > 0, "up", "down")


def partial_of(learner, **options):
    """The learner with other options; voting is the perceptron in every other respect."""
    return partial(Perceptron if learner is VotedPerceptron else learner, **options)


def learned(model):
    """All that a fit leaves behind, but for the time it took."""
    state = {name: value for name, value in vars(model).items() if name.endswith("_")}
    state["history_"] = [epoch._replace(seconds=0.0) for epoch in model.history_]
    if isinstance(model, KernelPerceptron):
        state |= {"support_": model.support_, "dual_coef_": model.dual_coef_}
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in state.items()}


def learned_without_row_numbers(model):
    """As `learned`; proofs and stored rows speak of rows by their numbers, which depend on the rows that are absent."""
    return {name: value for name, value in learned(model).items() if name not in ("certificate_", "support_")}


WHY_NOT_COPIES = (
    "a row of weight k takes one step of k times the length where k copies take up to k steps of their own: "
    "no learner that depends on the order of its rows can make them equal"
)


EXPECTED_FAILURES = {
    name: {
        "check_sample_weight_equivalence_on_dense_data": WHY_NOT_COPIES,
        "check_sample_weight_equivalence_on_sparse_data": WHY_NOT_COPIES,
    }
    for name in CATALOGUE
}
EXPECTED_FAILURES["pa"]["check_class_weight_classifiers"] = "plain PA has no C that a weight could scale"
EXPECTED_FAILURES["cw"]["check_class_weight_classifiers"] = "CW has no C that a weight could scale"
for name in ("averaged-perceptron", "voted-perceptron"):
    EXPECTED_FAILURES[name]["check_class_weight_classifiers"] = (
        "the check wants the last epochs to have outweighed the light class; the first models still have a say"
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_scikit_learn_accepts_it(name):
    expected = EXPECTED_FAILURES[name]
    results = check_estimator(CATALOGUE[name](), expected_failed_checks=expected, on_skip=None)

    assert {result["check_name"] for result in results if result["status"] == "xfail"} == set(expected)


@given(any_linear_learner, data(), st.integers(0, 9))
def test_the_same_numbers_give_the_same_bits_however_they_are_stored(learner, drawn, seed):
    X, y = drawn
    expected = learned(learner(random_state=seed, max_iter=20).fit(X, y))
    wide = np.zeros((2 * len(X), 3 * X.shape[1]))
    wide[::2, ::3] = X
    int64 = sp.csr_array(X)
    int64.indices, int64.indptr = int64.indices.astype(np.int64), int64.indptr.astype(np.int64)
    unsorted = sp.coo_array(X[:, ::-1]).tocsr()
    unsorted.indices = (X.shape[1] - 1 - unsorted.indices).astype(unsorted.indices.dtype)
    unsorted.has_sorted_indices = unsorted.has_canonical_format = False
    stored = {
        "float32": X.astype(np.float32),
        "Fortran": np.asfortranarray(X),
        "gaps": wide[::2, ::3],
        "big-endian": X.astype(">f8"),
        "CSR": sp.csr_array(X),
        "CSR matrix": sp.csr_matrix(X),
        "CSR float32": sp.csr_array(X.astype(np.float32)),
        "CSR 64-bit": int64,
        "CSR unsorted": unsorted,
        "CSC": sp.csc_array(X),
        "list": X.tolist(),
    }

    for kind, rows in stored.items():
        assert learned(learner(random_state=seed, max_iter=20).fit(rows, y)) == expected, kind


@given(any_linear_online_learner, data(), st.data())
def test_a_stream_in_pieces_leaves_the_bits_of_the_stream_as_a_whole(learner, drawn, choice):
    X, y = drawn
    whole = learner().partial_fit(X, y)
    cuts = sorted(choice.draw(st.sets(st.integers(1, len(X) - 1))))
    pieces = learner()
    for start, stop in zip([0, *cuts], [*cuts, len(X)], strict=True):
        pieces.partial_fit(X[start:stop], y[start:stop], classes=[False, True])

    assert learned(pieces) == learned(whole)


@given(any_linear_online_learner, data())
def test_predict_learn_guesses_as_predict_and_learns_as_partial_fit(learner, drawn):
    """The prediction is that of the weights that are being learned, whatever is kept in the end."""
    X, y = drawn
    model, twin, last = learner(), learner(), partial_of(learner, final="last")()
    predictions = model.predict_learn(X, y)
    for i, prediction in enumerate(predictions):
        if i:
            assert last.predict(X[i : i + 1]) == prediction
        last.partial_fit(X[i : i + 1], y[i : i + 1], classes=[False, True])
        twin.partial_fit(X[i : i + 1], y[i : i + 1], classes=[False, True])

    assert learned(model) == learned(twin)
    assert model.n_seen_ == len(X)
    assert model.n_mistakes_ == np.count_nonzero(predictions != y)


@every_learner
def test_the_same_seed_gives_the_same_bits_and_another_seed_others(learner):
    X, y = blobs()

    assert learned(learner(random_state=3).fit(X, y)) == learned(learner(random_state=3).fit(X, y))
    assert learned(learner(random_state=3).fit(X, y)) != learned(learner(random_state=4).fit(X, y))


@every_learner
@pytest.mark.parametrize(
    ("labels", "negative", "positive"),
    [
        (["ham", "spam"], "ham", "spam"),
        ([False, True], False, True),
        ([7, -3], -3, 7),
        ([0.5, 0.25], 0.25, 0.5),
        (np.array(["b", "a"], dtype=object), "a", "b"),
        (pd.Series(["no", "yes"]), "no", "yes"),
        (np.array([3, 9], dtype=np.uint8), 3, 9),
    ],
)
def test_labels_may_be_of_any_kind_and_the_larger_is_positive(learner, labels, negative, positive):
    is_positive = [label == positive for label in labels]
    model = learner().fit([[5.0] if positive else [-5.0] for positive in is_positive], labels)

    assert model.classes_.tolist() == [negative, positive]
    assert model.predict([[-5.0], [5.0]]).tolist() == [negative, positive]


@given(any_learner, data(), st.data())
def test_a_row_of_weight_zero_was_never_there(learner, drawn, choice):
    X, y = drawn
    weight = choice.draw(st.lists(st.sampled_from([0.0, 1.0, 2.5]), min_size=len(X), max_size=len(X)))
    weight[:2] = [1.0, 1.0]
    there = np.array(weight) > 0
    with_zeros = learner(random_state=0, max_iter=9).fit(X, y, sample_weight=weight)
    without = learner(random_state=0, max_iter=9).fit(X[there], y[there], sample_weight=np.array(weight)[there])

    assert learned_without_row_numbers(with_zeros) == learned_without_row_numbers(without)


@given(any_online_learner, data(), st.data())
def test_a_row_of_weight_zero_in_a_stream_was_never_there(learner, drawn, choice):
    X, y = drawn
    weight = np.array(choice.draw(st.lists(st.sampled_from([0.0, 1.0, 2.5]), min_size=len(X), max_size=len(X))))
    weight[:2] = 1.0
    there = weight > 0

    with_zeros = learner().partial_fit(X, y, sample_weight=weight)
    without = learner().partial_fit(X[there], y[there], sample_weight=weight[there])

    assert learned_without_row_numbers(with_zeros) == learned_without_row_numbers(without)


@every_learner
def test_a_class_weight_is_a_row_weight_for_each_row_of_the_class(learner):
    X, y = blobs()
    by_class = learner(random_state=0, class_weight={"up": 3.0}).fit(X, y)
    by_row = learner(random_state=0).fit(X, y, sample_weight=np.where(y == "up", 3.0, 1.0))
    balanced = learner(random_state=0, class_weight="balanced").fit(X, y)
    counts = {label: len(y) / (2 * np.count_nonzero(y == label)) for label in ("up", "down")}

    assert learned(by_class) == learned(by_row)
    assert learned(balanced) == learned(learner(random_state=0, class_weight=counts).fit(X, y))


@every_online_learner
def test_it_survives_clone_copy_and_pickle_and_goes_on_learning(learner):
    X, y = blobs()
    model = learner(random_state=0).fit(X, y)
    assert not hasattr(clone(model), "classes_")

    for twin in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert learned(twin) == learned(model)
    kept, learns = pickle.loads(pickle.dumps(model)), pickle.loads(pickle.dumps(model))
    learns.partial_fit(-X, y)
    assert learned(kept) == learned(model) != learned(learns)


@every_learner
@pytest.mark.parametrize("storage", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_saved_is_loaded_to_the_bit_and_goes_on_learning_the_same(learner, storage, n_classes, tmp_path):
    X, y = blobs()
    y = y if n_classes == 2 else np.where(np.arange(len(y)) % 4, y, "aside")
    X, model, path = storage(X), learner(random_state=0, max_iter=5, warm_start=True), tmp_path / "model"
    rb.save(model.fit(X, y), path)
    twin = rb.load(path)

    assert learned(twin) == learned(model)
    assert twin.get_params() == model.get_params()
    assert twin.predict(X).tolist() == model.predict(X).tolist()
    assert twin.decision_function(X).tolist() == model.decision_function(X).tolist()
    assert learned(twin.fit(X, y)) == learned(model.fit(X, y))
    if hasattr(model, "partial_fit"):
        rows, labels = storage(-X[:20]), np.where(np.arange(20) % 3, y[:20], "new")
        assert twin.predict_learn(rows, labels).tolist() == model.predict_learn(rows, labels).tolist()
        assert learned(twin) == learned(model)


@every_learner
def test_it_works_in_pipelines_searches_and_calibration(learner):
    X, y = blobs(n=120)

    assert make_pipeline(StandardScaler(), learner(random_state=0)).fit(X, y).score(X, y) > 0.85
    search = GridSearchCV(learner(random_state=0), {"fit_intercept": [True, False]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.8
    calibrated = CalibratedClassifierCV(learner(random_state=0), cv=3).fit(X, y)
    assert calibrated.predict_proba(X).sum(axis=1) == pytest.approx(1.0)


polars_frame = pytest.param(
    pl.DataFrame,
    marks=pytest.mark.skipif(
        _get_feature_names(pl.DataFrame({"width": [1.0]})) is None,
        reason="this scikit-learn reads the names of a frame by a protocol that this polars no longer has",
    ),
)


@every_learner
@pytest.mark.parametrize("frame", [pd.DataFrame, polars_frame])
def test_the_names_of_a_frame_are_kept_and_checked(learner, frame):
    X, y = blobs(d=2)
    table = frame({"width": X[:, 0], "height": X[:, 1]})
    model = learner(random_state=0).fit(table, y)

    assert model.feature_names_in_.tolist() == ["width", "height"]
    of_array = learner(random_state=0).fit(X, y)
    assert model.predict(table).tolist() == of_array.predict(X).tolist()
    if not isinstance(model, KernelPerceptron):  # see any_linear_learner: the columns of a frame lie apart
        assert model.coef_.tolist() == of_array.coef_.tolist()
    with pytest.raises(BadData, match="feature names"):
        model.predict(frame({"width": X[:, 0], "depth": X[:, 1]}))
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        model.predict(X)


@every_learner
def test_names_go_when_a_later_fit_has_none(learner):
    X, y = blobs(d=2)
    model = learner(random_state=0).fit(pd.DataFrame(X, columns=["width", "height"]), y).fit(X, y)

    assert not hasattr(model, "feature_names_in_")


@every_linear_learner
def test_weights_to_start_from_are_taken(learner):
    X, y = blobs(d=2)
    plane = {"coef_init": [3.0, 4.0], "intercept_init": [5.0]}
    model = learner(order="cyclic", max_updates=1).fit(X, y, **plane)
    moved = model.coef_[0] - [3.0, 4.0]

    assert moved.any()
    assert any(moved[0] * row[1] == pytest.approx(moved[1] * row[0]) for row in X)
    with pytest.raises(BadParameter, match="coef_init must be 2 finite numbers, got"):
        learner().fit(X, y, coef_init=[1.0])
    with pytest.raises(BadParameter, match="coef_init must be 2 finite numbers, got 'ab'"):
        learner().fit(X, y, coef_init="ab")
    with pytest.raises(BadParameter, match="intercept_init must be 1 finite numbers, got"):
        learner().fit(X, y, intercept_init=[np.nan])
    with pytest.raises(BadParameter, match="intercept_init needs fit_intercept=True"):
        learner(fit_intercept=False).fit(X, y, intercept_init=[1.0])


@every_linear_learner
def test_a_random_start_is_small_and_follows_the_seed(learner):
    X, y = np.array([[1e-9] * 50, [-1e-9] * 50]), [1, 0]
    starts = [
        learner(init="normal", init_scale=0.5, random_state=seed, max_updates=1).fit(X, y).coef_ for seed in (0, 0, 1)
    ]

    assert starts[0].tolist() == starts[1].tolist() != starts[2].tolist()
    assert 0.3 < starts[0].std() < 0.7


@every_linear_online_learner
def test_a_warm_start_goes_on_from_the_last_weights(learner):
    X, y = blobs()
    twice = learner(order="cyclic", max_iter=2, tol=None).fit(X, y)
    warm = learner(order="cyclic", max_iter=1, tol=None, warm_start=True).fit(X, y)
    kept = warm.coef_.copy()
    warm.fit(X, y)

    assert not np.array_equal(kept, warm.coef_)
    assert warm.coef_.tolist() == twice.coef_.tolist()
    with pytest.raises(BadData, match="set warm_start=False to start anew"):
        warm.fit(X, y == "up")


BAD_X = [
    ([[0.0, 1.0], [np.nan, 2.0]], r"X is NaN in row 1, column 0; every number must be finite: drop such rows or"),
    ([[0.0, np.inf], [1.0, 2.0]], r"X is \+infinity \(inf\) in row 0, column 1; every number must be finite"),
    (sp.csr_array([[0.0, 1.0], [-np.inf, 2.0]]), r"X is -infinity \(inf\) in row 1, column 0"),
    (pd.DataFrame({"age": [1.0, 2.0], "sex": [0.0, np.nan]}), "X is NaN in row 1, column 'sex'"),
    (pd.DataFrame({"age": [1, 2], "sex": ["m", "f"]}), "X holds the text 'm' in row 0, column 'sex'; every column"),
    ([["a", "b"], ["c", "d"]], "X holds the text 'a' in row 0, column 0; every column must hold numbers"),
    (np.ones((2, 2)) * 1j, "Complex data not supported"),
    (np.ones((0, 2)), "Found array with 0 sample"),
    (np.ones((2, 0)), r"0 feature\(s\)"),
    ([1.0, 2.0], "Expected 2D array, got 1D array instead"),
    (np.ones((2, 2, 2)), "dim 3"),
]
BAD_Y = [
    ([1], r"X has 2 rows and y has 1 labels; there must be one label per row"),
    ([1, 1], "y holds only one class, 1; there must be rows of at least two classes"),
    ([np.nan, 1.0], "y is nan in row 0; every row needs a label, not NaN or None"),
    (["a", None], "y is None in row 1; every row needs a label, not NaN or None"),
    ([1j, 2], "y holds complex numbers"),
    (np.array([1, "a"], dtype=object), "y mixes labels of kinds that cannot be sorted: int, str"),
    (None, "requires y to be passed, but the target y is None"),
]


@every_online_learner
@pytest.mark.parametrize(("X", "words"), BAD_X)
def test_bad_rows_are_refused_with_the_place_and_leave_the_model_as_it_was(learner, X, words):
    good = np.eye(2)
    good = pd.DataFrame(good, columns=X.columns) if hasattr(X, "columns") else good
    model = learner(random_state=0).fit(good, [0, 1])
    before = learned(model)

    for learn in (model.fit, model.partial_fit, model.predict_learn):
        with pytest.raises(BadData, match=words):
            learn(X, [0, 1])
        assert learned(model) == before
    with pytest.raises(BadData, match=words):
        learner().fit(X, [0, 1])
    with pytest.raises(BadData, match=words):
        model.predict(X)


@every_learner
@pytest.mark.parametrize(("y", "words"), BAD_Y)
def test_bad_labels_are_refused_and_leave_the_model_as_it_was(learner, y, words):
    model = learner(random_state=0).fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    before = learned(model)

    with pytest.raises(BadData, match=words):
        model.fit([[0.0, 1.0], [1.0, 0.0]], y)
    assert learned(model) == before


@every_online_learner
def test_other_refusals_say_what_to_do(learner):
    X, y = [[0.0, 1.0], [1.0, 0.0]], [0, 1]
    model = learner().fit(X, y)

    with pytest.raises(NotFittedError, match="is not fitted yet; call fit or partial_fit first"):
        learner().predict(X)
    if hasattr(learner(), "hyperplane"):
        with pytest.raises(NotFittedError, match="is not fitted yet"):
            learner().hyperplane()
    with pytest.raises(BadData, match=r"X has 3 features, but .* is expecting 2 features"):
        model.predict([[1.0, 2.0, 3.0]])
    with pytest.raises(BadData, match=r"X has 3 features, but .* is expecting 2 features"):
        model.partial_fit([[1.0, 2.0, 3.0]], [0])
    with pytest.raises(BadData, match="y is 7 in row 0; the classes of this model are 0, 1"):
        model.partial_fit([[1.0, 2.0]], [7], classes=[0, 1])
    with pytest.raises(BadParameter, match=r"classes must hold those that the model knows, \[0, 1\], got \[0, 2\]"):
        model.partial_fit([[1.0, 2.0]], [0], classes=[0, 2])
    with pytest.raises(BadData, match="y holds 'new', and the classes of this model are 0, 1; labels must be all text"):
        model.partial_fit([[1.0, 2.0]], ["new"])
    with pytest.raises(BadParameter, match="class_weight 'balanced' must see all rows at once"):
        learner(class_weight="balanced").partial_fit(X, y)
    with pytest.raises(BadData, match=r"sample_weight has shape \(1,\) for 2 rows; there must be one weight per row"):
        learner().fit(X, y, sample_weight=[1.0])
    with pytest.raises(BadData, match=r"sample_weight is -1.0 in row 1; a weight must be a number of at least 0"):
        learner().fit(X, y, sample_weight=[1.0, -1.0])
    with pytest.raises(BadData, match="sample_weight is zero in every row"):
        learner().fit(X, y, sample_weight=[0.0, 0.0])
    with pytest.raises(BadData, match="sample_weight must hold one number per row; could not convert string to float"):
        learner().fit(X, y, sample_weight=["a", "b"])
    with pytest.raises(BadParameter, match=r"validation_data must be a pair \(X, y\)"):
        learner().fit(X, y, validation_data=np.eye(3))
    with pytest.raises(BadData, match="2 rows are too few for that; give validation_data or"):
        learner(early_stopping=True).fit(X, y)


@every_linear_online_learner
def test_numbers_that_grow_past_a_float_end_training_with_advice(learner):
    X, y = np.array([[1e308, 1e308], [1e308, -1e308]]), [0, 1]
    model = learner(order="cyclic").fit(X / 1e308, y)
    before = learned(model)

    for storage in (np.asarray, sp.csr_array, np.asfortranarray):
        for learn in (model.fit, model.partial_fit):
            with pytest.raises(Overflowed, match=r"at row .; scale the columns or lower learning_rate"):
                learn(storage(X), [1, 0])
            assert learned(model) == before


@every_linear_online_learner
def test_a_sparse_stream_that_overflows_is_undone_column_by_column(learner):
    model = learner().partial_fit(sp.csr_array(([1.0, 2.0], ([0, 1], [5, 90])), shape=(2, 100)), [0, 1])
    before = learned(model)
    huge = sp.csr_array(([1.5e308, 1.5e308], ([0, 1], [5, 5])), shape=(2, 100))

    with pytest.raises(Overflowed):
        model.partial_fit(huge, [1, 0])
    assert learned(model) == before

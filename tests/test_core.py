"""The compiled core: one order of summation, whatever the CPU and however rows are stored."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rosenblatt import _core
from tests import reference

numbers = st.floats(-1e6, 1e6, width=32).map(lambda v: 0.0 if abs(v) < 1e-3 else v)
seeds = st.integers(0, 2**64 - 1)


@st.composite
def rows_and_weights(draw):
    columns = draw(st.integers(1, 40))
    rows = draw(st.lists(st.lists(numbers, min_size=columns, max_size=columns), min_size=1, max_size=5))
    return rows, draw(st.lists(numbers, min_size=columns, max_size=columns))


def stored_in_every_way(X):
    """The same rows as each kind of view that the core has."""
    for dtype in (np.float32, np.float64):
        dense = np.array(X, dtype=dtype)
        wide = np.repeat(np.repeat(dense, 2, axis=0), 3, axis=1)
        yield "contiguous", _core.Rows.dense(dense)
        yield "every second row", _core.Rows.dense(np.repeat(dense, 2, axis=0)[::2])
        yield "Fortran", _core.Rows.dense(np.asfortranarray(dense))
        yield "gaps", _core.Rows.dense(wide[::2, ::3])
        yield "backwards", _core.Rows.dense(np.ascontiguousarray(dense[::-1, ::-1])[::-1, ::-1])
        csr = sp.csr_array(dense)
        for index in (np.int32, np.int64):
            starts = csr.indptr.astype(np.int64)
            yield f"csr {index.__name__}", _core.Rows.csr(csr.data, csr.indices.astype(index), starts, dense.shape[1])
        rows, columns = dense.shape
        every = np.tile(np.arange(columns), rows)
        yield "csr with zeros", _core.Rows.csr(dense.ravel(), every, np.arange(rows + 1) * columns, columns)


@pytest.fixture
def every_level():
    """Levels of this CPU to loop over; the best one is in use again afterwards."""
    yield _core.cpu_levels()
    _core.use_level(_core.cpu_levels()[-1])


@given(rows_and_weights())
def test_a_dot_product_is_the_same_bits_in_every_storage_and_at_every_level(drawn):
    rows, weights = drawn
    expected = [reference.lane_dot(weights, x) + 0.25 for x in rows]

    for level in _core.cpu_levels():
        _core.use_level(level)
        for kind, view in stored_in_every_way(rows):
            assert view.activations(None, np.array(weights), 0.25).tolist() == expected, (level, kind)


@pytest.mark.parametrize("n_classes", [1, 2, 3, 8])
@given(st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_the_distance_of_weights_is_the_length_of_their_difference_at_every_level(n_classes, n_columns, seed):
    random = np.random.default_rng(seed)
    shape = (n_columns,) if n_classes == 1 else (n_columns, n_classes)
    weights, others = random.normal(size=(2, *shape))
    expected = _core.norm2(weights - others)

    for level in _core.cpu_levels():
        _core.use_level(level)
        assert _core.distance2(weights, others) == expected, level


@given(rows_and_weights(), st.floats(-10, 10))
def test_an_update_is_the_same_bits_in_every_storage_and_at_every_level(drawn, learning_rate):
    rows, _ = drawn
    learning = _core.Learning(
        _core.PerceptronStep(abs(learning_rate) + 0.1, 1e300),
        on_mistake=False,
        zero_is_positive=False,
        fit_intercept=True,
    )
    signs = np.array([1 if i % 2 else -1 for i in range(len(rows))], dtype=np.int8)
    learner = reference.Perceptron(
        len(rows[0]), learning_rate=abs(learning_rate) + 0.1, margin=1e300, dot=reference.lane_dot
    )
    for i, x in enumerate(rows):
        learner.step(i, x, int(signs[i]))

    for level in _core.cpu_levels():
        _core.use_level(level)
        for kind, view in stored_in_every_way(rows):
            weights, bias = np.zeros(len(rows[0])), np.zeros(1)
            state = _core.State(weights, bias, None, None, 0)
            learning.walk(view, signs, None, np.arange(len(rows)), state, 2**62)
            assert [*weights.tolist(), bias[0]] == [*learner.weights, learner.bias], (level, kind)


def read_only(array):
    array.flags.writeable = False
    return array


def learn_row(*, X=((1.0, 0.5),), coef=((1.0, 2.0),), intercept=(0.5,)):
    """Learn by steps of 1e308; return what learn_row returns, and whether the weights are what they were."""
    learning = _core.Learning(
        _core.PerceptronStep(1e308, 1e300), on_mistake=False, zero_is_positive=False, fit_intercept=True
    )
    X, coef, intercept = (np.array(one) if isinstance(one, tuple) else one for one in (X, coef, intercept))
    before = coef.tobytes() + intercept.tobytes()
    tally = learning.learn_row(X, 1, coef, intercept)
    return tally, coef.tobytes() + intercept.tobytes() == before


@pytest.mark.parametrize(
    "unusual",
    [
        {"X": ((1.0, np.nan),)},
        {"X": ((10.0, 0.5),)},  # a weight of 1e309
        {"X": ((1.0,),)},
        {"X": ((1.0, 0.5), (1.0, 0.5))},
        {"X": ((1, 0),)},
        {"X": [[1.0, 0.5]]},
        {"coef": read_only(np.array([[1.0, 2.0]]))},
        {"coef": np.array([[1.0, 2.0]], dtype=np.float32)},
        {"coef": ((1.0, 2.0), (1.0, 2.0))},
        {"intercept": read_only(np.array([0.5]))},
    ],
    ids=str,
)
def test_learn_row_leaves_all_as_it_was_if_anything_is_unusual(unusual):
    assert learn_row(**unusual) == (None, True)


def test_learn_row_learns_a_usual_row():
    tally, is_unchanged = learn_row()

    assert not is_unchanged
    assert (tally.seen, tally.updates, tally.mistakes) == (1, 1, 0)


# As many as fill vectors of 2, 4 and 8, one fewer and one more, and more than are held in registers at once.
class_counts = pytest.mark.parametrize("n_classes", [2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 20, 32, 33, 63, 65, 100])


@class_counts
@settings(max_examples=10)
@given(rows_and_weights(), seeds)
def test_activations_of_classes_are_the_same_bits_in_every_storage_and_at_every_level(n_classes, drawn, seed):
    rows, _ = drawn
    random = np.random.default_rng(seed)
    weights, bias = random.standard_normal((len(rows[0]), n_classes)), random.standard_normal(n_classes)
    dots = [[reference.rising_dot(w, x) for w in weights.T.tolist()] for x in rows]
    expected = np.array(dots) + bias
    backwards = np.arange(len(rows))[::-1].copy()

    for level in _core.cpu_levels():
        _core.use_level(level)
        for kind, view in stored_in_every_way(rows):
            assert view.class_activations(None, weights, bias).tobytes() == expected.tobytes(), (level, kind)
            chosen = view.class_activations(backwards, weights, bias)
            assert chosen.tobytes() == expected[::-1].tobytes(), (level, kind)


@class_counts
@settings(max_examples=10)
@given(rows_and_weights(), seeds)
def test_learning_classes_is_the_same_bits_in_every_storage_and_at_every_level(n_classes, drawn, seed):
    rows, _ = drawn
    truths = np.random.default_rng(seed).integers(0, n_classes, len(rows), dtype=np.int32)
    learning = _core.Learning(
        _core.PerceptronStep(0.1, 1e300), on_mistake=False, zero_is_positive=False, fit_intercept=True
    )
    learner = reference.JointPerceptron(
        len(rows[0]), n_classes, learning_rate=0.1, margin=1e300, dot=reference.rising_dot
    )
    expected = [learner.step(i, x, int(truths[i])) for i, x in enumerate(rows)]

    for level in _core.cpu_levels():
        _core.use_level(level)
        for kind, view in stored_in_every_way(rows):
            weights, bias = np.zeros((len(rows[0]), n_classes)), np.zeros(n_classes)
            state = _core.State(weights, bias, None, None, 0)
            predicted = np.empty(len(rows), np.int32)
            learning.walk(view, truths, None, np.arange(len(rows)), state, 2**62, predicted)
            assert predicted.tolist() == [step.prediction for step in expected], (level, kind)
            assert weights.T.tolist() == expected[-1].weights, (level, kind)
            assert bias.tolist() == expected[-1].bias, (level, kind)


@pytest.mark.parametrize("n_classes", [2, 3, 9])
@pytest.mark.parametrize("rule", [_core.ArowStep(0.5), _core.ConfidenceStep(1.0, 0.5, 0.0)], ids=["arow", "scw-1"])
@settings(max_examples=30)
@given(drawn=rows_and_weights(), seed=seeds, averages=st.booleans())
def test_learning_with_variances_is_the_same_bits_in_every_storage_and_at_every_level(
    n_classes, rule, *, drawn, seed, averages
):
    rows, _ = drawn
    truths = np.random.default_rng(seed).integers(0, n_classes, len(rows), dtype=np.int32)
    targets = truths if n_classes > 2 else (2 * truths - 1).astype(np.int8)
    learning = _core.Learning(rule, on_mistake=False, zero_is_positive=False, fit_intercept=True)
    shapes = (len(rows[0]), n_classes)[: 1 + (n_classes > 2)], (n_classes if n_classes > 2 else 1,)

    learned = set()
    for level in _core.cpu_levels():
        _core.use_level(level)
        for _, view in stored_in_every_way(rows):
            planes = [make(shape) for make in (np.zeros, np.zeros, np.ones) for shape in shapes]
            lag = planes[2:4] if averages else (None, None)
            state = _core.State(*planes[:2], *lag, 3, False, *planes[4:])
            learning.walk(view, targets, None, np.arange(len(rows)), state, 2**62)
            learned.add(tuple(array.tobytes() for array in planes))
    assert len(learned) == 1


@settings(max_examples=30)
@given(rows_and_weights(), seeds)
def test_learning_with_a_covariance_is_the_same_bits_in_every_storage_and_at_every_level(drawn, seed):
    rows, _ = drawn
    signs = (2 * np.random.default_rng(seed).integers(0, 2, len(rows)) - 1).astype(np.int8)
    learning = _core.Learning(_core.ArowStep(0.5), on_mistake=False, zero_is_positive=False, fit_intercept=True)

    learned = set()
    for level in _core.cpu_levels():
        _core.use_level(level)
        for _, view in stored_in_every_way(rows):
            weights, bias, lag, lag_bias = np.zeros(len(rows[0])), np.zeros(1), np.zeros(len(rows[0])), np.zeros(1)
            covariance = np.eye(len(rows[0]) + 1)
            state = _core.State(weights, bias, lag, lag_bias, 0, False, covariance)
            learning.walk(view, signs, None, np.arange(len(rows)), state, 2**62)
            learned.add(tuple(array.tobytes() for array in (weights, bias, lag, lag_bias, covariance)))
            assert (covariance == covariance.T).all()
    assert len(learned) == 1


@pytest.mark.parametrize("n_columns", [1, 3, 4, 5, 15, 16, 17, 31, 40])
def test_of_dense_rows_every_number_that_is_not_zero_counts_wherever_it_stands(n_columns):
    """One class weighs each column with a power of two, so that its activation says which columns were found."""
    X = np.random.default_rng(0).integers(0, 2, (50, n_columns)).astype(float)
    X[:2] = [[0.0], [1.0]]
    weights = np.stack([2.0 ** np.arange(n_columns), np.zeros(n_columns)], axis=1)

    for level in _core.cpu_levels():
        _core.use_level(level)
        for dtype in (np.float32, np.float64):
            activations = _core.Rows.dense(X.astype(dtype)).class_activations(None, weights, np.zeros(2))
            assert activations[:, 0].tolist() == (X @ weights[:, 0]).tolist(), (level, dtype)


def test_an_x86_64_cpu_has_the_levels_that_it_says_it_has(every_level):
    assert every_level[0] == "baseline"
    assert set(every_level) <= {"baseline", "avx2", "avx512"}
    assert _core.level_in_use() == every_level[-1]

    _core.use_level("baseline")
    assert _core.level_in_use() == "baseline"
    with pytest.raises(ValueError, match="this CPU has no level 'mmx'"):
        _core.use_level("mmx")


@given(seeds, st.integers(1, 2**62))
def test_a_random_number_is_what_the_papers_say(seed, n):
    compiled, plain = _core.Random(seed), reference.Random(seed)

    assert [compiled.below(n) for _ in range(5)] == [plain.below(n) for _ in range(5)]


@given(seeds, st.integers(1, 2**62))
def test_random_numbers_go_on_where_they_were_copied(seed, n):
    random = _core.Random(seed)
    random.below(n)
    copies = [_core.Random(random.state), copy.deepcopy(random), pickle.loads(pickle.dumps(random))]
    expected = [random.below(n) for _ in range(5)]

    assert all([one.below(n) for _ in range(5)] == expected for one in copies)


@given(st.binary(max_size=300))
def test_a_checksum_is_what_the_plain_version_says(data):
    assert _core.checksum(np.frombuffer(data, dtype=np.uint8)) == reference.checksum(data)


def test_checksums_are_fixed_for_ever():
    assert _core.checksum(np.arange(200, dtype=np.uint8)) == 0x18F7E0AC1A897FD


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_checksum_notices_any_bit(data, choice):
    place, bit = choice.draw(st.integers(0, len(data) - 1)), choice.draw(st.integers(0, 7))
    other = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]

    assert reference.checksum(data) != reference.checksum(other)


def test_random_numbers_are_fixed_for_ever():
    """SplitMix64 from the seed 1234567: the values its authors' Java and C versions print."""
    plain, compiled = reference.Random(1234567), _core.Random(1234567)
    printed = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]

    assert [plain.next() for _ in printed] == printed
    assert [compiled.below(2**62) for _ in printed] == [value >> 2 for value in printed]


@given(seeds, st.integers(1, 200))
def test_a_shuffle_is_fisher_and_yates(seed, n):
    order, plain = np.arange(n), list(range(n))
    _core.Random(seed).shuffle(order)
    reference.Random(seed).shuffle(plain)

    assert order.tolist() == plain
    assert sorted(plain) == list(range(n))


def test_every_permutation_of_three_comes_up_as_often():
    """6,000 shuffles: each of the six orders is expected 1,000 times, with a standard deviation of 29."""
    random = _core.Random(0)
    counts = {}
    for _ in range(6000):
        order = np.arange(3)
        random.shuffle(order)
        counts[tuple(order.tolist())] = counts.get(tuple(order.tolist()), 0) + 1

    assert len(counts) == 6
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [(0, 0), (2, 7), (4, 32)])
def test_the_first_number_that_is_not_finite_is_found_in_every_storage(bad, place):
    X = np.ones((5, 33))
    X[place] = bad

    for level in _core.cpu_levels():
        _core.use_level(level)
        for kind, view in stored_in_every_way(X):
            assert view.first_fault() == ("not finite", *place), (level, kind)


def test_good_rows_have_no_fault():
    for _, view in stored_in_every_way(np.full((3, 20), np.finfo(np.float32).max)):
        assert view.first_fault() is None


@pytest.mark.parametrize(
    ("columns", "starts", "fault"),
    [
        ([0, 3], [0, 1, 2], ("column out of range", 1, 3)),
        ([0, -1], [0, 1, 2], ("column out of range", 1, -1)),
        ([1, 1], [0, 2, 2], ("columns not rising", 0, 1)),
        ([2, 1], [0, 2, 2], ("columns not rising", 0, 1)),
        ([0, 1], [0, 2, 1], ("starts not rising", 1, 0)),
        ([0, 1], [0, 1, 3], ("starts not rising", 1, 0)),
        ([0, 1], [-1, 1, 2], ("starts not rising", 0, 0)),
    ],
)
def test_csr_rows_that_would_reach_outside_are_found(columns, starts, fault):
    view = _core.Rows.csr(np.ones(2), np.array(columns), np.array(starts), 3)

    assert view.first_fault() == fault


@given(st.integers(0, 2**32), st.sampled_from([np.int32, np.int64]), st.sampled_from(["value", "column", "order"]))
def test_the_first_fault_among_many_csr_rows_is_found(seed, index, what):
    """Some rows are empty, and columns fall from one row to the next, which is no fault."""
    random = np.random.default_rng(seed)
    lengths = random.integers(0, 6, 150)
    lengths[random.integers(150)] = 40
    starts = np.concatenate([[0], np.cumsum(lengths)])
    columns = np.concatenate([np.sort(random.permutation(40)[:length]) for length in lengths]).astype(index)
    values = random.normal(size=len(columns))
    for level in _core.cpu_levels():
        _core.use_level(level)
        assert _core.Rows.csr(values, columns, starts, 40).first_fault() is None

    row = int(random.choice(np.flatnonzero(lengths > 1)))
    place = int(random.integers(starts[row] + 1, starts[row + 1]))
    later = int(random.integers(place, len(values)))
    if what == "value":
        values[[place, later]] = np.nan
        fault = ("not finite", row, columns[place])
    elif what == "column":
        columns[place] = random.choice([40, -1, np.iinfo(index).max])
        fault = ("column out of range", row, columns[place])
    else:
        columns[place] = columns[place - 1]
        fault = ("columns not rising", row, columns[place])
    for level in _core.cpu_levels():
        _core.use_level(level)
        assert _core.Rows.csr(values, columns, starts, 40).first_fault() == fault


def test_scores_stand_in_for_weights_and_stay_as_they_are():
    """Rows 1 and 2 have a margin of at most 0; the walk records their updates and leaves the scores to its caller."""
    scores = np.array([[2.0], [-1.0], [0.0]])
    rows, signs = _core.Rows.scored(np.ones(3)), np.ones(3, np.int8)
    learning = _core.Learning(
        _core.PerceptronStep(1.0, 0.0), on_mistake=False, zero_is_positive=False, fit_intercept=False
    )
    state = _core.State.of_scores(scores, 5)

    tally = learning.walk(rows, signs, None, np.arange(3), state, 2**62)

    places, seen, steps, _ = state.updates()
    assert (tally.updates, state.seen) == (2, 8)
    assert (places.tolist(), seen.tolist(), steps.tolist()) == ([1, 2], [7, 8], [1.0, 1.0])
    assert scores.ravel().tolist() == [2.0, -1.0, 0.0]


def test_arrays_of_the_wrong_length_are_refused():
    rows = _core.Rows.dense(np.ones((2, 3)))
    learning = _core.Learning(
        _core.PerceptronStep(1.0, 0.0), on_mistake=False, zero_is_positive=False, fit_intercept=True
    )
    signs, order, state = np.ones(2, np.int8), np.arange(2), _core.State(np.zeros(3), np.zeros(1), None, None, 0)

    with pytest.raises(ValueError, match="one weight per column"):
        rows.activations(None, np.zeros(2), 0.0)
    with pytest.raises(ValueError, match="one bias per class, and at least two classes"):
        rows.class_activations(None, np.zeros((3, 1)), np.zeros(1))
    with pytest.raises(ValueError, match="one weight per column and class"):
        rows.class_activations(None, np.zeros((3, 1)), np.zeros(2))
    with pytest.raises(ValueError, match="one target per row"):
        learning.walk(rows, signs[:1], None, order, state, 1)
    with pytest.raises(ValueError, match="one row weight per row"):
        learning.walk(rows, signs, np.ones(1), order, state, 1)
    with pytest.raises(ValueError, match="one prediction per step"):
        learning.walk(rows, signs, None, order, state, 1, np.zeros(1))
    with pytest.raises(ValueError, match="values and columns must have one length"):
        _core.Rows.csr(np.ones(2), np.arange(1), np.arange(3), 3)

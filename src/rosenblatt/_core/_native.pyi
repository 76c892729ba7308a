"""
The compiled core: rows, step rules, the one loop, reading, and features of texts.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, Final, overload

import numpy
from numpy.typing import NDArray


def cpu_levels() -> list[str]:
    """Vector levels that this CPU can run, best last."""

def level_in_use() -> str:
    """The vector level of rows made from now on."""

def use_level(name: str) -> None:
    """Choose the vector level of rows made from now on."""

class Rows:
    """A view of rows in arrays, which it keeps alive."""

    @overload
    @staticmethod
    def dense(X: Annotated[NDArray[numpy.float32], dict(shape=(None, None), device='cpu', writable=False)]) -> Rows: ...

    @overload
    @staticmethod
    def dense(X: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)]) -> Rows: ...

    @staticmethod
    def of_array(X: object) -> Rows | None:
        """
        The rows of an array of floats where they lie; None if X is anything else, or not aligned.
        """

    @overload
    @staticmethod
    def csr(values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_columns: int) -> Rows: ...

    @overload
    @staticmethod
    def csr(values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_columns: int) -> Rows: ...

    @overload
    @staticmethod
    def csr(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_columns: int) -> Rows: ...

    @overload
    @staticmethod
    def csr(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_columns: int) -> Rows: ...

    @staticmethod
    def scored(lengths2: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Rows:
        """Rows known by their activations, which take the place of the weights."""

    @property
    def n_rows(self) -> int: ...

    @property
    def n_columns(self) -> int: ...

    @property
    def entries(self) -> int:
        """Stored numbers of all rows together."""

    @property
    def columns(self) -> NDArray[numpy.int32] | NDArray[numpy.int64] | None:
        """The column of each stored number, or None for dense rows."""

    def first_fault(self) -> tuple[str, int, int] | None:
        """
        The first row that cannot be learned from, as (what is wrong, row, column), or None.
        """

    def activations(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """w.x + b of the chosen rows, or of all."""

    def plane_activations(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """
        w_p.x + b_p of every plane p, with one row of weights each, of the chosen rows, or of all.
        """

    def class_activations(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, weights: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """w_c.x + b_c of every class c of the chosen rows, or of all."""

def activations_of(X: object, weights: NDArray[numpy.float64], bias: NDArray[numpy.float64]) -> NDArray[numpy.float64] | None:
    """
    w.x + b of every row of an array of floats, or w_c.x + b_c of every class c; None if X is anything else, has another number of columns, or leads to a number that is not finite.
    """

def strongest(activations: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)], last_wins: bool) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """
    The place of the class with the largest activation; of equals the first, or the last. A single activation per row is that of the second of two classes against the first: its sign decides.
    """

class CodeLayout:
    """The columns of ones that codes stand for, alone and in pairs."""

    def __init__(self, columns: Sequence[tuple[int, int, Sequence[int]]], pairs: Sequence[tuple[int, int, int, int]]) -> None:
        """
        Columns are (start or -1, width, cell of each code and of all others); pairs are (first column, second column, start, cells of the second).
        """

    @property
    def n_columns(self) -> int: ...

    @property
    def columns(self) -> list[tuple[int, int, list[int]]]:
        """The columns, as they were given."""

    @property
    def pairs(self) -> list[tuple[int, int, int, int]]:
        """The pairs, as they were given."""

    @overload
    def expand(self, codes: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...

    @overload
    def expand(self, codes: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """The columns of the chosen rows, or of all, and where each row begins."""

def row_of_numbers(x: object) -> NDArray[numpy.float64] | None:
    """
    A matrix of one row, of a list or tuple of numbers; None if x is anything else.
    """

def row_of_dict(x: object, places: object, n_columns: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.int64]] | None:
    """
    The values, columns and starts of one sparse row, of a dict from columns to numbers. Columns are numbers, or if `places` is given, its keys. None if a column is unknown, or a value is not a finite number.
    """

class Random:
    """SplitMix64: the random numbers behind every order of rows."""

    def __init__(self, seed: int) -> None: ...

    @property
    def state(self) -> int:
        """The seed of a stream that continues this one."""

    def __getstate__(self) -> int: ...

    def __setstate__(self, arg: int, /) -> None: ...

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""

    def shuffle(self, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Shuffle in place."""

    def draw(self, from_: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], into: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Fill `into` by drawing from `from_` with replacement."""

class PerceptronStep:
    """learning_rate if the margin is at most `margin`, else 0."""

    def __init__(self, learning_rate: float, margin: float) -> None: ...

class PassiveAggressiveStep:
    """min(cap, loss / (|x|^2 + softening))."""

    def __init__(self, cap: float, softening: float) -> None: ...

class ArowStep:
    """
    loss / (v + r), where v is the variance of the margin; for a state with variances.
    """

    def __init__(self, r: float) -> None: ...

class ConfidenceStep:
    """
    The step after which a margin is positive with a probability whose normal quantile is phi; at most `cap`, and softened. For a state with variances.
    """

    def __init__(self, phi: float, cap: float, softening: float) -> None: ...

class Tally:
    """Counts of a walk."""

    @property
    def seen(self) -> int: ...

    @property
    def mistakes(self) -> int: ...

    @property
    def updates(self) -> int: ...

    @property
    def loss(self) -> float:
        """Sum of the losses."""

    @property
    def overflowed_at(self) -> int:
        """The row that made a number infinite, or -1."""

    @property
    def picked(self) -> int:
        """The last row of the misclassified order, or -1."""

    @property
    def step(self) -> float:
        """The step of the last update."""

class State:
    """
    Weights and bias that a walk changes in place, the lag of their average, and their variances; without `bias_variances`, `variances` is the covariance of all weights and the bias.
    """

    def __init__(self, weights: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], lag_weights: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')] | None, lag_bias: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None, seen: int, keeps_updates: bool = False, variances: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')] | None = None, bias_variances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None = None) -> None: ...

    @staticmethod
    def of_scores(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], seen: int) -> State:
        """
        The state of `Rows.scored`: scores[i, p] is the activation of row i for plane p, which the caller updates. Keeps the updates.
        """

    @property
    def seen(self) -> int:
        """Examples seen so far."""

    def updates(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        Of each update: its row, the examples seen by then, its step and, of several classes, the rival.
        """

class Learning:
    """
    A step rule with its trigger, its tie and its bias: how to learn from a row.
    """

    def __init__(self, rule: PerceptronStep | PassiveAggressiveStep | ArowStep | ConfidenceStep, *, on_mistake: bool, zero_is_positive: bool, fit_intercept: bool) -> None: ...

    def learn_row(self, X: object, sign: int, coef: object, intercept: object) -> Tally | None:
        """
        Learn one row of two classes, an array of floats or checked rows, in place; None, and nothing is changed, if anything is unusual.
        """

    def stop(self) -> None:
        """End the walks of this learning in other threads."""

    @overload
    def walk(self, rows: Rows, targets: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], state: State, max_updates: int, predictions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')] | None = None) -> Tally: ...

    @overload
    def walk(self, rows: Rows, targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], state: State, max_updates: int, predictions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')] | None = None) -> Tally:
        """Learn from rows in the given order; changes the state."""

    @overload
    def walk(self, rows: Rows, targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], state: State, max_updates: int, scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> Tally:
        """
        Learn from rows in the given order; writes the activations of each row before it is learned.
        """

    @overload
    def walk_misclassified(self, rows: Rows, targets: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], state: State, max_updates: int, random: Random, picks: int | None = None) -> Tally: ...

    @overload
    def walk_misclassified(self, rows: Rows, targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], state: State, max_updates: int, random: Random, picks: int | None = None) -> Tally:
        """
        Learn from a random row among those that need an update, `picks` times or as often as there are rows, or until there are none.
        """

    @overload
    def needs_update(self, rows: Rows, targets: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], state: State, out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    @overload
    def needs_update(self, rows: Rows, targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], state: State, out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Find which rows need an update."""

def norm2(weights: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> float:
    """
    Sum of squares, added up in the order of activations; of a matrix, class by class.
    """

def distance2(weights: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')], others: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu')]) -> float:
    """Sum of the squares of differences, added up in the same order."""

def vote(products: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], survived: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bias_feature: float, zero_is_positive: bool, activations: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], votes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Add the votes of every intermediate model: +1 or -1 times the examples it survived.
    """

def vote_among(products: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], gains: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], loses: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], survived: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bias_feature: float, last_wins: bool, activations: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], votes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Add the votes of every intermediate model to the class it predicts: the examples it survived.
    """

PRIME: int = 2305843009213693951

def lift(matrix: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, 2), order='C', device='cpu', writable=False)], inverse: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], right_side: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, 2), order='C', device='cpu', writable=False)], n_digits: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    The first digits, to the base PRIME, of the solution of a system of whole numbers of two words: one row per digit, one column per unknown. `inverse` is that of the matrix modulo PRIME; n times the largest number must be below 2**126.
    """

def descend(rows: Rows, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], multipliers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], z: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> bool:
    """
    Visit rows in this order, each changing its multiplier, and z, the sum of the rows times their multipliers, towards the shortest z with z.x >= 1 for every row x. False if z is no longer finite, which ends the pass.
    """

def follow_scores(curves: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], decay: float, ridge: float) -> None:
    """
    Move curves of slope, bias, three entries of H, mean square and seen by rows of scores, one after another.
    """

class TextViews:
    """Views of texts in place; keeps their memory alive."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add_strings(self, strings: list[object]) -> tuple[str, int] | None:
        """
        Add strings; None and NaN are missing. Returns what is wrong with the first bad one, (what, place), or None.
        """

    @property
    def ascii(self) -> bool:
        """Whether all are ASCII."""

    @property
    def n_missing(self) -> int:
        """How many were None, NaN or null."""

    def special(self, letters: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
        """Places of texts that Python must lower-case."""

    def text(self, place: int) -> str: ...

    def replace(self, place: int, text: str) -> None: ...

    @overload
    def add_arrow(self, offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], valid: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, first: int, count: int) -> tuple[str, int] | None: ...

    @overload
    def add_arrow(self, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], valid: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, first: int, count: int) -> tuple[str, int] | None:
        """
        Add texts from Arrow's buffers. Returns what is wrong with the first bad one, (what, place), or None.
        """

def hash_of(bytes: str, is_characters: bool = False) -> int:
    """The hash of an n-gram, fixed for ever."""

class NgramOptions:
    """
    Which n-grams to find: fewest and most tokens, fewest and most characters.
    """

    def __init__(self, words_least: int, words_most: int, characters_least: int, characters_most: int, lowercase: bool, punctuation: bool) -> None: ...

class Count(enum.Enum):
    """
    The value of an n-gram in a row: how often it occurs, 1, or 1 + ln of how often.
    """

    counts = 0

    binary = 1

    log = 2

class Weighting:
    """
    The value of an n-gram in a row, and whether rows are scaled to length 1.
    """

    def __init__(self, count: Count, normalise: bool) -> None: ...

def hashed_rows(texts: TextViews, letters: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, options: NgramOptions, bits: int, weighting: Weighting, scales: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_workers: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Values, columns and starts of rows whose columns are hashes of n-grams; column c is multiplied by scales[c].
    """

def inverse_frequencies(documents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_texts: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
    """ln((1 + n_texts) / (1 + documents)) + 1 for each number of documents."""

class Vocabulary:
    """
    N-grams in the order of their first appearance, how often each occurred and in how many texts.
    """

    def __init__(self) -> None: ...

    @staticmethod
    def of(texts: TextViews, letters: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, options: NgramOptions, most: int | None, hashed_documents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')] | None, n_workers: int) -> Vocabulary:
        """
        The n-grams of texts. Whenever there are more than `most`, the rarest are dropped. Adds to hashed_documents, one per hashed column, in how many texts it occurs.
        """

    @staticmethod
    def in_columns(texts: TextViews, letters: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, options: NgramOptions, columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bits: int, n_workers: int) -> Vocabulary:
        """The n-grams of texts that have one of these columns under hashing."""

    def __len__(self) -> int: ...

    def add_all(self, other: Vocabulary, most: int | None) -> None:
        """Add the n-grams of another vocabulary."""

    def keep_frequent(self, room: int) -> None:
        """
        Keep the `room` most frequent n-grams, and of equally frequent ones the earliest.
        """

    def keep_at_least(self, least: int) -> None:
        """Keep the n-grams with at least `least` occurrences."""

    def names(self, numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[str]:
        """N-grams as strings; runs of characters in quotes."""

    def hashed_columns(self, bits: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The column of each n-gram under hashing."""

    def counts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def documents(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """In how many texts each n-gram occurred."""

    def rows(self, texts: TextViews, letters: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, options: NgramOptions, columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_columns: int, weighting: Weighting, scales: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, n_workers: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        Values, columns and starts of rows; n-gram i has the column columns[i], below n_columns, or is left out if that is negative; column c is multiplied by scales[c].
        """

    def parts(self) -> tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.bool_], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        All bytes, where each n-gram ends, whether it is a run of characters, how often it occurred and in how many texts.
        """

    @staticmethod
    def from_parts(bytes: bytes, ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], is_characters: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], documents: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Vocabulary: ...

    def __getstate__(self) -> tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.bool_], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...

    def __setstate__(self, arg: tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], /) -> None: ...

class Records:
    """Where records begin, the line of each, and how many fields it has."""

    @property
    def starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def lines(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def fields(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def blank(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def skipped(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def tabs(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def consumed(self) -> int:
        """The bytes of all whole records."""

    @property
    def next_line(self) -> int: ...

    @property
    def inside_quotes(self) -> bool:
        """The data ended before its last quoted field did."""

def find_records(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], delimiter: str, line: int, is_last: bool, quote: str | None = '"', comment: str | None = None, strips: bool = False, tabs: bool = False) -> Records:
    """
    Find the records of CSV; the first begins on `line`. A space as delimiter stands for runs of them, which may hold `tabs`. In the result, `skipped` are begin and end of bytes that belong to no field, in pairs, and `tabs` are to become spaces.
    """

def read_fields(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], delimiter: str, wanted: Sequence[int], n_columns: int, quote: str | None = '"', strips: bool = False) -> list[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]] | None:
    """
    Columns of strings as bytes and bounds; field i goes to column wanted[i], or nowhere if that is -1. None if a field is quoted in an unusual way or is not UTF-8.
    """

def find_lines(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], line: int, is_last: bool) -> Records:
    """
    The lines that are not blank; `fields` is 1 for a line in braces, else 0. The first line is `line`.
    """

class SvmlightRows:
    """Compressed rows with the label and the line of each."""

    @property
    def values(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def columns(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def starts(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def labels(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def lines(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def n_columns(self) -> int:
        """One more than the largest column."""

    @property
    def consumed(self) -> int:
        """Bytes, including a bad line."""

    @property
    def next_line(self) -> int: ...

    @property
    def fault(self) -> bytes:
        """What is wrong with the line before next_line; empty if nothing is."""

def read_svmlight(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], line: int, zero_based: bool, n_features: int) -> SvmlightRows:
    """
    Read rows up to the first bad line. The data begins on `line` and ends with a newline; n_features is -1 if any feature number is allowed.
    """

def copy_chosen(entries: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], entry_bytes: int, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Copy the entries of chosen rows; those of row i lie from starts[i] to starts[i + 1].
    """

def count_columns(columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Add to counts[c] in how many of the chosen rows there is an entry in column c.
    """

def scale_rows(values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], lengths: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], scales: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], normalise: bool, n_workers: int) -> int:
    """
    Multiply values by the scales of their columns, in place, and drop those that become 0; returns how many are left. Group g of columns ends before ends[g], and if `normalise`, the values of each row in each group are scaled to length 1.
    """

def mark_columns(columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], is_used: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Set is_used[c] for each column c."""

def renumber_columns(columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """Replace each column c by numbers[c], in place."""

def number_strings(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bounds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Number strings; equal strings have equal numbers. Also returns the place of the first string of each number.
    """

def number_items(items: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Number rows of bytes; equal rows have equal numbers. Also returns the place of the first row of each number.
    """

class Moments:
    """Exact sums of numbers and of their squares; NaN counts as missing."""

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, other: Moments) -> None: ...

    def add(self, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def merge(self, other: Moments) -> None:
        """Add the numbers of another part."""

    @property
    def least(self) -> float: ...

    @property
    def greatest(self) -> float: ...

    @property
    def missing(self) -> int:
        """How many were NaN."""

    def __getstate__(self) -> tuple[int, int, float, float, bytes, bytes]: ...

    def __setstate__(self, arg: tuple[int, int, float, float, bytes, bytes], /) -> None: ...

class DistinctCounts:
    """Counts of the different numbers of a column; NaN is missing."""

    @overload
    def __init__(self) -> None: ...

    @overload
    def __init__(self, other: DistinctCounts) -> None: ...

    def add(self, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def merge(self, other: DistinctCounts) -> None:
        """Add the numbers of another part."""

    @property
    def missing(self) -> int:
        """How many were NaN."""

    @property
    def too_many(self) -> bool:
        """Whether there are more different numbers than are counted."""

    def sorted(self) -> list[tuple[float, int]]:
        """The numbers in increasing order, each with its count."""

    most: Final[int] = ...
    """The most different numbers that are counted."""

    def __getstate__(self) -> tuple[list[tuple[float, int]], int, bool]: ...

    def __setstate__(self, arg: tuple[Sequence[tuple[float, int]], int, bool], /) -> None: ...

def checksum(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """A checksum, fixed for ever."""

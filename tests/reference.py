"""The algorithms as the texts print them: slow, dense, plain Python, obviously right."""

import math
import re
from collections import Counter
from dataclasses import dataclass

LANES = 8


def plain_dot(weights, x):
    return sum(w * v for w, v in zip(weights, x, strict=True))


def lane_dot(weights, x):
    """A dot product in the core's fixed order: the term of column j goes to lane j % 8, then halves are folded."""
    lane = [0.0] * LANES
    for j, (w, v) in enumerate(zip(weights, x, strict=True)):
        lane[j % LANES] += v * w
    while len(lane) > 1:
        half = len(lane) // 2
        lane = [lane[k] + lane[k + half] for k in range(half)]
    return lane[0]


def rising_dot(weights, x):
    """A dot product in the order of the columns, as each of several classes has it: rounded after every term."""
    total = 0.0
    for w, v in zip(weights, x, strict=True):
        total += v * w
    return total


@dataclass
class Step:
    """One example met: the prediction before learning it, and the weights after."""

    row: int
    prediction: int
    mistake: bool
    updated: bool
    weights: list
    bias: float


class Perceptron:
    """Look at an example; if it is not safely right, add it."""

    def __init__(
        self,
        n_columns,
        *,
        learning_rate=1.0,
        margin=0.0,
        trigger="margin",
        tie="negative",
        fit_intercept=True,
        dot=plain_dot,
    ):
        self.weights = [0.0] * n_columns
        self.bias = 0.0
        self.learning_rate, self.margin, self.trigger, self.tie = learning_rate, margin, trigger, tie
        self.fit_intercept, self.dot = fit_intercept, dot

    def activation(self, x):
        return self.dot(self.weights, x) + self.bias

    def predict(self, x):
        a = self.activation(x)
        if a == 0:
            return 1 if self.tie == "positive" else -1
        return 1 if a > 0 else -1

    def is_safe(self, x, sign):
        return sign * self.activation(x) > self.margin

    def step_size(self, x, sign):
        return self.learning_rate

    def asks(self, x, sign):
        """Whether this example would be learned from."""
        return not self.is_safe(x, sign) and (self.trigger == "margin" or self.predict(x) != sign)

    def step(self, row, x, sign, weight=1.0):
        prediction, updated = self.predict(x), self.asks(x, sign)
        if updated:
            move = self.step_size(x, sign) * weight * sign
            self.weights = [w + move * v for w, v in zip(self.weights, x, strict=True)]
            self.bias += move if self.fit_intercept else 0.0
        return Step(row, prediction, prediction != sign, updated, list(self.weights), self.bias)


class PassiveAggressive(Perceptron):
    """Crammer et al. 2006, figure 1, a line of the figure per line of code; the bias is a feature that is always 1."""

    def __init__(self, n_columns, *, C=1.0, variant="PA-I", **options):
        super().__init__(n_columns, **options)
        self.C, self.variant = C, variant

    def is_safe(self, x, sign):
        has_length = any(x) or self.fit_intercept
        return sign * self.activation(x) >= 1 or not has_length

    def step_size(self, x, sign):
        loss = max(0.0, 1.0 - sign * self.activation(x))
        norm2 = self.dot(x, x) + (1.0 if self.fit_intercept else 0.0)
        return {
            "PA": loss / norm2,
            "PA-I": min(self.C, loss / norm2),
            "PA-II": loss / (norm2 + 1 / (2 * self.C)),
        }[self.variant]


class JointPerceptron:
    """One weight vector a class: on a mistake the true class gains the example and the strongest rival loses it."""

    def __init__(
        self,
        n_columns,
        n_classes,
        *,
        learning_rate=1.0,
        margin=0.0,
        trigger="margin",
        tie="negative",
        fit_intercept=True,
        dot=plain_dot,
    ):
        self.weights = [[0.0] * n_columns for _ in range(n_classes)]
        self.biases = [0.0] * n_classes
        self.learning_rate, self.margin, self.trigger, self.tie = learning_rate, margin, trigger, tie
        self.fit_intercept, self.dot = fit_intercept, dot

    def activations(self, x):
        return [self.dot(w, x) + b for w, b in zip(self.weights, self.biases, strict=True)]

    def predict(self, x):
        a = self.activations(x)
        best = [c for c, value in enumerate(a) if value == max(a)]
        return best[-1] if self.tie == "positive" else best[0]

    def rival(self, x, truth):
        a = self.activations(x)
        return max((c for c in range(len(a)) if c != truth), key=lambda c: (a[c], -c))

    def is_safe(self, margin):
        return margin > self.margin

    def step_size(self, x, margin):
        return self.learning_rate

    def step(self, row, x, truth, weight=1.0):
        prediction, rival, a = self.predict(x), self.rival(x, truth), self.activations(x)
        margin = a[truth] - a[rival]
        updated = not self.is_safe(margin) and (self.trigger == "margin" or prediction != truth)
        updated = updated and (any(x) or self.fit_intercept or not isinstance(self, JointPassiveAggressive))
        if updated:
            move = self.step_size(x, margin) * weight
            for c, sign in ((truth, 1), (rival, -1)):
                self.weights[c] = [w + sign * move * v for w, v in zip(self.weights[c], x, strict=True)]
                self.biases[c] += sign * move if self.fit_intercept else 0.0
        return Step(row, prediction, prediction != truth, updated, [list(w) for w in self.weights], list(self.biases))


class JointPassiveAggressive(JointPerceptron):
    """The smallest change of all weights together that puts the true class ahead of its rival by 1."""

    def __init__(self, n_columns, n_classes, *, C=1.0, variant="PA-I", **options):
        super().__init__(n_columns, n_classes, **options)
        self.C, self.variant = C, variant

    def is_safe(self, margin):
        return margin >= 1

    def step_size(self, x, margin):
        loss = max(0.0, 1.0 - margin)
        norm2 = 2 * (plain_dot(x, x) + (1.0 if self.fit_intercept else 0.0))
        return {
            "PA": loss / norm2,
            "PA-I": min(self.C, loss / norm2),
            "PA-II": loss / (norm2 + 1 / (2 * self.C)),
        }[self.variant]


class KernelPerceptron:
    """The perceptron in terms of kernel values only: a list of updates, each a step and its example."""

    def __init__(self, kernel, *, step_size=lambda loss, norm2: 1.0, aim=0.0, tie="negative"):
        self.kernel, self.step_size, self.aim, self.tie = kernel, step_size, aim, tie
        self.updates = []

    def activation(self, x):
        return sum(step * self.kernel(row, x) for step, row in self.updates)

    def predict(self, x):
        a = self.activation(x)
        if a == 0:
            return 1 if self.tie == "positive" else -1
        return 1 if a > 0 else -1

    def is_safe(self, margin):
        return margin > self.aim

    def step(self, row, x, sign):
        prediction, margin = self.predict(x), sign * self.activation(x)
        updated = not self.is_safe(margin)
        if updated:
            self.updates.append((sign * self.step_size(max(0.0, 1 - margin), self.kernel(x, x)), x))
        return prediction, updated


class KernelPassiveAggressive(KernelPerceptron):
    """The same with k(x, x) for |x|^2, and with a margin of 1 to reach."""

    def is_safe(self, margin):
        return margin >= 1


class Random:
    """SplitMix64, with Lemire's way to a number below n."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, n):
        while True:
            product = self.next() * n
            if product % 2**64 >= (2**64 - n) % n:
                return product // 2**64

    def shuffle(self, order):
        for k in range(len(order) - 1):
            other = k + self.below(len(order) - k)
            order[k], order[other] = order[other], order[k]


def shuffled_epoch(learner, rows, signs, order, random):
    random.shuffle(order)
    return [learner.step(i, rows[i], signs[i]) for i in order]


def cyclic_epoch(learner, rows, signs, order, random):
    return [learner.step(i, rows[i], signs[i]) for i in order]


def random_epoch(learner, rows, signs, order, random):
    drawn = [order[random.below(len(order))] for _ in order]
    return [learner.step(i, rows[i], signs[i]) for i in drawn]


def misclassified_epoch(learner, rows, signs, order, random):
    """As many times as there are rows: shuffle, take the first one that asks for an update, if there is one."""
    steps = []
    while len(steps) < len(order):
        for k in range(len(order)):
            other = k + random.below(len(order) - k)
            order[k], order[other] = order[other], order[k]
            if learner.asks(rows[order[k]], signs[order[k]]):
                steps.append(learner.step(order[k], rows[order[k]], signs[order[k]]))
                break
        else:
            return steps
    return steps


EPOCHS = {
    "shuffled": shuffled_epoch,
    "cyclic": cyclic_epoch,
    "random": random_epoch,
    "misclassified": misclassified_epoch,
}


def tokens(text, *, lowercase=True, punctuation=False):
    """The words of a text, with its punctuation marks if wanted."""
    return re.findall(r"\w+|[^\w\s]" if punctuation else r"\w+", text.lower() if lowercase else text)


def ngrams(text, words=(1, 1), characters=None, *, lowercase=True, punctuation=False):
    """All n-grams of a text with their names, in the order in which they count as coming."""
    found = tokens(text, lowercase=lowercase, punctuation=punctuation)
    text = text.lower() if lowercase else text
    least, most = words or (1, 0)
    named = [" ".join(found[i : i + n]) for n in range(least, most + 1) for i in range(len(found) - n + 1)]
    least, most = characters or (1, 0)
    return named + [f"'{text[i : i + n]}'" for n in range(least, most + 1) for i in range(len(text) - n + 1)]


def tf_idf(texts, learned_from, column_of, *, counts="counts", normalise=False):
    """Rows as dicts: n-grams of each text by column, counted, times ln((1 + n) / (1 + df)) + 1, and scaled to length 1.

    Columns that `learned_from` does not hold are left out. `texts` and `learned_from` are lists of n-grams;
    `column_of` maps an n-gram to its column, or to None.
    """
    number = {"counts": float, "binary": lambda _: 1.0, "log": lambda count: 1 + math.log(count)}[counts]
    documents = Counter(c for ngrams in learned_from for c in {column_of(ngram) for ngram in ngrams})
    rows = []
    for ngrams in texts:
        counted = Counter(column_of(ngram) for ngram in ngrams)
        row = {
            column: number(count) * (math.log((1 + len(learned_from)) / (1 + documents[column])) + 1)
            for column, count in counted.items()
            if documents[column]
        }
        length = math.sqrt(math.fsum(value**2 for value in row.values())) if normalise else 1.0
        rows.append({column: value / length for column, value in row.items()})
    return rows


def fold(a, b):
    """The two halves of a product of 128 bits, xored."""
    return (a * b >> 64) ^ (a * b & 2**64 - 1)


def hash_bytes(data, seed):
    """The hash of core/text/hash.hpp, from its description."""
    text_secret, end_secret = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
    value = seed ^ len(data)
    pieces = [data[i : i + 16] for i in range(0, max(len(data), 1), 16)]
    for number, piece in enumerate(pieces, start=1):
        first, second = (int.from_bytes(piece[i : i + 8], "little") for i in (0, 8))
        value = fold(first ^ text_secret, second ^ value)
        if number == len(pieces):
            value = fold(value ^ end_secret, text_secret)
    return value


def hash_ngram(name):
    """The hash of an n-gram, told by its name."""
    if name.startswith("'"):
        return hash_bytes(name[1:-1].encode(), 0x8BB84B93962EACC9)
    first, *others = (hash_bytes(token.encode(), 0x2D358DCCAA6C78A5) for token in name.split(" "))
    for other in others:
        first = fold(first ^ 0xE7037ED1A0B428DB, other ^ 0xA0761D6478BD642F)
    return first


def checksum(data):
    """The checksum of model files: pairs of words of eight bytes go to four lanes in turn, the last filled up."""
    mask, text, end = 2**64 - 1, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB

    def fold(a, b):
        return (a * b & mask) ^ (a * b >> 64)

    padded = data + bytes(64 - len(data) % 64)
    words = [int.from_bytes(padded[k : k + 8], "little") for k in range(0, len(padded), 8)]
    lanes = [0, 0, 0, 0]
    for place, (first, second) in enumerate(zip(words[::2], words[1::2], strict=True)):
        lanes[place % 4] = fold(first ^ text, second ^ lanes[place % 4] ^ end)
    result = len(data)
    for lane in lanes:
        result = fold(result ^ text, lane ^ end)
    return result

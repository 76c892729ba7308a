"""Confidence-weighted learners as their papers print them: a normal distribution over weights, in plain Python."""

from tests.reference import plain_dot


class ConfidenceWeighted:
    """The weights have the mean w and the covariance S; with `is_diagonal`, numbers beside the diagonal are dropped.

    AROW is figure 1 of Crammer, Kulesza and Dredze 2009, with the weight of an example as a divisor of r.
    """

    def __init__(self, size, *, variant="AROW", r=1.0, is_diagonal=True):
        self.w = [0.0] * size
        self.S = [[float(i == j) for j in range(size)] for i in range(size)]
        self.variant, self.r, self.is_diagonal = variant, r, is_diagonal

    @property
    def variances(self):
        return [self.S[j][j] for j in range(len(self.w))]

    def margin(self, x, sign):
        return sign * plain_dot(self.w, x)

    def variance(self, x):
        return plain_dot(self._times_covariance(x), x)

    def needs_update(self, x, sign):
        return any(x) and self.margin(x, sign) < 1

    def update(self, x, sign, weight=1.0):
        Sx = self._times_covariance(x)
        alpha, beta = self._factors(self.margin(x, sign), plain_dot(Sx, x), weight)
        self.w = [w + alpha * sign * s for w, s in zip(self.w, Sx, strict=True)]
        for i, row in enumerate(self.S):
            for j in range(len(row)):
                row[j] = row[j] - beta * Sx[i] * Sx[j] if i == j or not self.is_diagonal else 0.0

    def _times_covariance(self, x):
        return [plain_dot(row, x) for row in self.S]

    def _factors(self, m, v, weight):
        beta = 1 / (v + self.r / weight)
        return max(0.0, 1 - m) * beta, beta


class TwoClasses:
    """One example after another; the bias is the weight of a feature that is always 1."""

    def __init__(self, n_columns, *, trigger="margin", fit_intercept=True, **options):
        self.rule = ConfidenceWeighted(n_columns + 1, **options)
        self.trigger, self.bias_feature = trigger, float(fit_intercept)

    def step(self, x, sign, weight=1.0):
        """Return the predicted sign before learning."""
        x = [*x, self.bias_feature]
        predicted = 1 if plain_dot(self.rule.w, x) > 0 else -1
        if self.rule.needs_update(x, sign) and (self.trigger == "margin" or predicted != sign):
            self.rule.update(x, sign, weight)
        return predicted


class SeveralClasses:
    """The weights of all classes as one vector: an example is x for its class and -x for the strongest rival."""

    def __init__(self, n_columns, n_classes, *, trigger="margin", fit_intercept=True, **options):
        self.size, self.n_classes = n_columns + 1, n_classes
        self.rule = ConfidenceWeighted(self.size * n_classes, **options)
        self.trigger, self.bias_feature = trigger, float(fit_intercept)

    def of_class(self, numbers, place):
        return numbers[place * self.size : (place + 1) * self.size]

    def step(self, x, truth, weight=1.0):
        """Return the predicted class before learning."""
        x = [*x, self.bias_feature]
        a = [plain_dot(self.of_class(self.rule.w, c), x) for c in range(self.n_classes)]
        predicted = a.index(max(a))
        rival = max((c for c in range(self.n_classes) if c != truth), key=lambda c: (a[c], -c))
        sign_of = {truth: 1, rival: -1}
        difference = [sign_of.get(c, 0) * v for c in range(self.n_classes) for v in x]
        if self.rule.needs_update(difference, 1) and (self.trigger == "margin" or predicted != truth):
            self.rule.update(difference, 1, weight)
        return predicted

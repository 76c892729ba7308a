"""Confidence-weighted learners as their papers print them: a normal distribution over weights, in plain Python."""

import math
from statistics import NormalDist

from tests.reference import plain_dot


class ConfidenceWeighted:
    """The weights have the mean w and the covariance S; with `is_diagonal`, numbers beside the diagonal are dropped.

    AROW is figure 1 of Crammer, Kulesza and Dredze 2009, with the weight of an example as a divisor of r; CW is
    Crammer, Dredze and Pereira 2008; SCW-I and SCW-II are propositions 1 and 2 of Wang, Zhao and Hoi 2012, with the
    weight as a factor of C.
    """

    def __init__(self, size, *, variant="AROW", r=1.0, C=1.0, confidence=0.9, is_diagonal=True):
        self.w = [0.0] * size
        self.S = [[float(i == j) for j in range(size)] for i in range(size)]
        self.variant, self.r, self.C, self.is_diagonal = variant, r, C, is_diagonal
        self.phi = NormalDist().inv_cdf(confidence)

    @property
    def variances(self):
        return [self.S[j][j] for j in range(len(self.w))]

    def margin(self, x, sign):
        return sign * plain_dot(self.w, x)

    def variance(self, x):
        return plain_dot(self._times_covariance(x), x)

    def needs_update(self, x, sign):
        threshold = 1 if self.variant == "AROW" else self.phi * math.sqrt(self.variance(x))
        return any(x) and self.margin(x, sign) < threshold

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
        if self.variant == "AROW":
            beta = 1 / (v + self.r / weight)
            return max(0.0, 1 - m) * beta, beta
        phi, C = self.phi, self.C * weight
        psi, xi = 1 + phi**2 / 2, 1 + phi**2
        if self.variant == "SCW-II":
            n = v + 1 / (2 * C)
            gamma = phi * math.sqrt(phi**2 * m**2 * v**2 + 4 * n * v * (n + v * phi**2))
            alpha = max(0.0, (-(2 * m * n + phi**2 * m * v) + gamma) / (2 * (n**2 + n * v * phi**2)))
        else:
            alpha = max(0.0, (-m * psi + math.sqrt(m**2 * phi**4 / 4 + v * phi**2 * xi)) / (v * xi))
            alpha = min(C, alpha) if self.variant == "SCW-I" else alpha
        u = (-alpha * v * phi + math.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2 / 4
        return alpha, alpha * phi / (math.sqrt(u) + v * alpha * phi)


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

    def activations(self, x):
        return [plain_dot(self.of_class(self.rule.w, c), [*x, self.bias_feature]) for c in range(self.n_classes)]

    def difference(self, x, truth):
        a = self.activations(x)
        rival = max((c for c in range(self.n_classes) if c != truth), key=lambda c: (a[c], -c))
        sign_of = {truth: 1, rival: -1}
        return [sign_of.get(c, 0) * v for c in range(self.n_classes) for v in [*x, self.bias_feature]]

    def step(self, x, truth, weight=1.0):
        """Return the predicted class before learning."""
        a, difference = self.activations(x), self.difference(x, truth)
        predicted = a.index(max(a))
        if self.rule.needs_update(difference, 1) and (self.trigger == "margin" or predicted != truth):
            self.rule.update(difference, 1, weight)
        return predicted

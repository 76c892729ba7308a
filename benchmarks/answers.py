"""Checks of the results of contenders: each raises WrongAnswer, so that no time of a wrong result is reported."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from sklearn.linear_model import Perceptron as ScikitPerceptron

from benchmarks.rivals import OURS, PASSES, SCIKIT_LEARN
from rosenblatt import Perceptron

LEAST_SCORE = 0.6  # chance predicts half of the rows right
ORDERS = range(8)


class WrongAnswer(Exception):
    """A contender returned a wrong result, so its time is void."""


def passes(X, y, timed):
    """Check five passes: all rows seen, labels as the plane predicts, weights and scores as of scikit-learn."""
    model = timed[OURS].outcome
    require(model.n_iter_ == PASSES and model.n_seen_ == PASSES * len(y), f"{model.n_seen_} rows seen")
    require(model.predict(X).shape == y.shape, "one label per row")
    activation = X @ model.coef_[0] + model.intercept_[0]
    far = np.abs(activation) > 1e-6 * np.abs(activation).max()
    require(np.array_equal(model.predict(X)[far], model.classes_.take(activation > 0)[far]), "labels off the plane")
    if X.dtype == np.float32:
        _same_as_float64(X, y, model)
    else:
        _same_as_scikit_learn(X, y)
    _scores_as_good(X, y)
    _all_have_learned(timed)


def same_in_the_order_given(X, y, make_ours, make_theirs, timed):
    """Check a rule that scikit-learn has too: the same weights after two passes in the order given, without a bias."""
    options = {"fit_intercept": False, "max_iter": 2, "tol": None}
    _require_same(make_ours(order="cyclic", **options).fit(X, y), make_theirs(shuffle=False, **options).fit(X, y))
    _all_have_learned(timed)


def joint_rule(X, y, timed):
    """Check joint classes: on the first rows, the weights of the rule written out in NumPy."""
    first = slice(0, 2000)
    X, y = X[first].astype(np.float64), y[first]
    model = Perceptron(order="cyclic", max_iter=1, tol=None).fit(X, y)
    weights, bias = np.zeros((X.shape[1], len(model.classes_))), np.zeros(len(model.classes_))
    for i, truth in enumerate(np.searchsorted(model.classes_, y)):
        columns, values = (X[i].indices, X[i].data) if sp.issparse(X) else (slice(None), X[i])
        activations = values @ weights[columns] + bias
        others = activations.copy()
        others[truth] = -np.inf
        rival = others.argmax()
        if activations[truth] <= activations[rival]:
            for c, step in ((truth, 1.0), (rival, -1.0)):
                weights[columns, c] += step * values
                bias[c] += step
    require(np.allclose(model.coef_, weights.T) and np.allclose(model.intercept_, bias), "not the rule's weights")
    chance = timed[OURS].contender.score(timed[OURS].outcome) * len(model.classes_)
    require(chance > 4, f"only {chance:.1f} times as many rows right as by chance")


def variances_fell(y, timed):
    """Check one pass with variances: all rows seen, variances of (0, 1], and more rows right than by passive steps."""
    model = timed[OURS].outcome
    require(model.n_seen_ == len(y), f"{model.n_seen_} rows seen")
    require(0 < model.variance_.min() < model.variance_.max() <= 1, "variances that are not above 0 and at most 1")
    ours, other = (one.contender.score(one.outcome) for one in (timed[OURS], *(timed[n] for n in timed if n != OURS)))
    require(ours >= other - 0.01, f"{ours:.1%} right, passive-aggressive {other:.1%}")


def converged(timed):
    """Check a small fit: it converged, and every contender gets all rows right."""
    require(timed[OURS].outcome.stop_reason_ == "converged", "our fit has not converged")
    for name, one in timed.items():
        score = one.contender.score(one.outcome)
        require(score == 1.0, f"{name} gets {score:.0%} of the rows right")


def same_labels(timed):
    """Check one-row predictions: each is an array with one label, which scikit-learn predicts from our weights."""
    labels = timed[OURS].outcome
    require(all(label.shape == (1,) for label in labels), "one label per row")
    require(np.array_equal(labels, timed[SCIKIT_LEARN].outcome), "our labels are not scikit-learn's")
    _all_have_learned(timed)


def same_predictions(timed):
    """Check one-row predictions of streams: ours do not depend on the form of a row."""
    ours, *others = (one.outcome for name, one in timed.items() if name.startswith(OURS))
    require(all(np.array_equal(ours, other) for other in others), "other labels from dicts than from lists")
    _all_have_learned(timed)


def same_streams(timed):
    """Check streams that were learned row by row: our weights do not depend on the form of a row."""
    ours, *others = (one.outcome for name, one in timed.items() if name.startswith(OURS))
    require(all(np.array_equal(ours.coef_, other.coef_) for other in others), "other weights from dicts")
    _all_have_learned(timed)


def searched(timed):
    """Check a grid: all fits were made, and both learners do better than chance."""
    require(len(timed[OURS].outcome.cv_results_["split4_test_score"]) == 20, "20 options in five folds")
    _all_have_learned(timed)


def same_weights(timed):
    """Check rows learned one by one: the weights are those of scikit-learn, which learns by the same rule."""
    _require_same(timed[OURS].outcome, timed[SCIKIT_LEARN].outcome)
    _all_have_learned(timed)


def _same_as_scikit_learn(X, y):
    """Compare in the given order without a bias (its sparse one is damped): there scikit-learn takes the same steps."""
    theirs = ScikitPerceptron(fit_intercept=False, shuffle=False, max_iter=2, tol=None).fit(X, y)
    _require_same(Perceptron(fit_intercept=False, order="cyclic", max_iter=2, tol=None).fit(X, y), theirs)


def _same_as_float64(X, y, model):
    """Check that float32 rows and their float64 copy lead to the same bits: weights are always float64."""
    copied = Perceptron(max_iter=PASSES, tol=None, random_state=0).fit(X.astype(np.float64), y)
    require(np.array_equal(model.coef_, copied.coef_), "float32 rows gave other weights than their float64 copy")


def _scores_as_good(X, y):
    """Compare our mean score over several orders with scikit-learn's, where both learn by the same rule.

    The last weights vary with the order, so one fit shows little; means must agree within three standard errors.
    On sparse rows scikit-learn damps the steps of its bias to a hundredth and we do not: there, neither has a bias.
    The scores of the timed fits, which do, are in the table.
    """
    options = {"fit_intercept": not sp.issparse(X), "max_iter": PASSES, "tol": None}
    ours = [np.mean(Perceptron(random_state=seed, **options).fit(X, y).predict(X) == y) for seed in ORDERS]
    theirs = [np.mean(ScikitPerceptron(random_state=seed, **options).fit(X, y).predict(X) == y) for seed in ORDERS]
    error = np.hypot(np.std(ours, ddof=1), np.std(theirs, ddof=1)) / np.sqrt(len(ORDERS))
    lag = np.mean(theirs) - np.mean(ours)
    require(lag <= 3 * error, f"{np.mean(ours):.1%} right on average, scikit-learn {np.mean(theirs):.1%}")


def _all_have_learned(timed):
    """Check that every learner does better than chance, which fails for a contender that is called wrongly."""
    score = {name: one.contender.score(one.outcome) for name, one in timed.items() if one.contender.score}
    for name, reached in score.items():
        require(reached >= LEAST_SCORE, f"{name} gets only {reached:.1%} of the rows right")


def _require_same(ours, theirs):
    close = np.allclose(ours.coef_, theirs.coef_, rtol=1e-6, atol=1e-6 * np.abs(theirs.coef_).max())
    require(close and np.allclose(ours.intercept_, theirs.intercept_), "our weights are not scikit-learn's")


def require(holds, what):
    """Raise WrongAnswer unless this holds."""
    if not holds:
        raise WrongAnswer(what)

"""Ctrl-C ends a long fit, and fits run side by side."""

import contextlib
import copy
import os
import pickle
import signal
import sys
import threading

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import KernelPerceptron, Perceptron, TextFeatures, _core
from rosenblatt.errors import RosenblattError
from rosenblatt.learn.catalogue import CATALOGUE

NEVER_ENDING = {"max_iter": 10**9, "tol": None, "random_state": 0}


def inseparable(n=20_000, d=20):
    random = np.random.default_rng(0)
    return random.standard_normal((n, d)), random.random(n) > 0.5


class Interrupter:
    """Sends Ctrl-C from a thread of its own, once it has been armed and the core is at work."""

    def __init__(self):
        self.is_armed, self.is_wanted = threading.Event(), True

    def arm(self):
        self.is_armed.set()

    def send(self):
        self.is_armed.wait()
        if self.is_wanted:
            os.kill(os.getpid(), signal.SIGINT)

    def of_epoch(self, epoch):
        """Observe a fit: its second epoch is to be interrupted."""
        if epoch == 2:
            self.arm()


@contextlib.contextmanager
def interrupted():
    """Expect that Ctrl-C ends the block, and that all threads end.

    No thread is made to hand over the GIL here, so the one that sends the signal runs when the core releases it.
    """
    interval, before = sys.getswitchinterval(), threading.enumerate()
    interrupter = Interrupter()
    sender = threading.Thread(target=interrupter.send)
    sender.start()
    sys.setswitchinterval(3600)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield interrupter
        assert interrupter.is_armed.is_set()
    finally:
        sys.setswitchinterval(interval)
        interrupter.is_wanted = False
        interrupter.arm()
    started = [thread for thread in threading.enumerate() if thread not in before]
    for thread in started:
        thread.join(timeout=20)
    assert not any(thread.is_alive() for thread in started)


def fit(model, X, y, observer):
    model._fit(X, y, make_observer=lambda rows, problem, solution: observer)


@pytest.mark.parametrize("order", ["shuffled", "misclassified"])
def test_ctrl_c_ends_a_long_fit_and_leaves_the_model_as_it_was(order):
    X, y = inseparable()
    model = Perceptron(order=order, **NEVER_ENDING)
    with interrupted() as interrupter:
        fit(model, X, y, interrupter)

    assert not hasattr(model, "coef_")


def test_ctrl_c_ends_learners_in_other_threads_too():
    """Only the main thread receives it; it must not wait for walks that never end."""
    X, y = inseparable()
    model = Perceptron(multiclass="ovr", n_jobs=3, **NEVER_ENDING)
    with interrupted() as interrupter:
        fit(model, X, y + np.arange(len(y)) % 2, interrupter)

    assert not hasattr(model, "coef_")


@pytest.mark.parametrize("options", [{}, {"budget": 50}, {"multiclass": "ovr", "n_jobs": 3}], ids=str)
def test_ctrl_c_ends_kernels_that_never_converge(options):
    X, y = inseparable(n=1_000)
    labels = y + np.arange(len(y)) % 2 if "multiclass" in options else y
    model = KernelPerceptron(**options, **NEVER_ENDING)
    with interrupted() as interrupter:
        fit(model, X, labels, interrupter)

    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_the_reading_of_many_texts_and_teaches_nothing(n_jobs):
    features = TextFeatures(ngrams=(1, 3), n_jobs=n_jobs).fit(["a"])

    def texts():
        yield from ["never ending story"] * 1_000
        yield from ["word " * 100_000] * 2_000  # one GB, of one string
        interrupter.arm()

    with interrupted() as interrupter:
        features.partial_fit(texts())

    assert features.get_feature_names_out().tolist() == ["a"]


def ctrl_c(learning):
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("end", [ctrl_c, _core.Learning.stop], ids=["ctrl-c", "stop"])
def test_another_thread_sees_what_a_walk_of_the_core_has_learned_and_ends_it(end):
    """Without the GIL released, the other thread would have no turn before the last row, which is the second one."""
    rule = _core.PerceptronStep(1.0, 0.0)
    learning = _core.Learning(rule, on_mistake=False, zero_is_positive=False, fit_intercept=False)
    rows, weights = _core.Rows.dense(np.eye(2, 100)), np.zeros(100)
    order = np.zeros(10**8, dtype=np.int64)  # memory that is only read costs nothing
    order[-1] = 1

    def watch():
        while not weights[0]:
            pass
        end(learning)

    watcher = threading.Thread(target=watch)
    watcher.start()
    with pytest.raises(KeyboardInterrupt):
        learning.walk(rows, np.ones(2, np.int8), None, order, _core.State(weights, np.zeros(1), None, None, 0), 2**62)
    watcher.join()

    assert weights[:2].tolist() == [1, 0]


def test_two_fits_run_side_by_side_and_do_not_disturb_each_other():
    X, y = inseparable()
    alone = [Perceptron(max_iter=20, tol=None, random_state=seed).fit(X, y).coef_.tolist() for seed in (0, 1)]
    together = [None, None]

    def fit(seed):
        together[seed] = Perceptron(max_iter=20, tol=None, random_state=seed).fit(X, y).coef_.tolist()

    threads = [threading.Thread(target=fit, args=(seed,)) for seed in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert together == alone


class SlowLabels:
    """Labels that arrive when `release` is set."""

    def __init__(self, labels):
        self.labels = labels
        self.asked, self.release = threading.Event(), threading.Event()

    def __array__(self, dtype=None, copy=None):
        self.asked.set()
        self.release.wait(60)
        return np.array(self.labels)


@pytest.mark.parametrize("name", [name for name in CATALOGUE if hasattr(CATALOGUE[name](), "partial_fit")])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_while_one_thread_learns_no_other_may_use_the_model(name, method, tmp_path):
    X, y = np.eye(3), [0, 1, 1]
    model = CATALOGUE[name]().fit(X, y)
    slow = SlowLabels(y)
    learner = threading.Thread(target=getattr(model, method), args=(X, slow))
    learner.start()
    assert slow.asked.wait(60)
    for use in (
        lambda: model.fit(X, y),
        lambda: model.partial_fit(X, y),
        lambda: model.predict(X),
        lambda: model.decision_function(X),
        lambda: rb.save(model, tmp_path / "model"),
    ):
        with pytest.raises(RosenblattError, match=f"^{type(model).__name__}: another thread is learning in this model"):
            use()
    slow.release.set()
    learner.join()

    assert model.partial_fit(X, y).predict(X).shape == (3,)
    assert copy.deepcopy(model).predict(X).tolist() == pickle.loads(pickle.dumps(model)).predict(X).tolist()


def test_a_model_may_learn_in_one_thread_after_another_even_after_a_failure():
    model, errors = Perceptron(), []

    def fail():
        try:
            model.partial_fit([[np.nan]], [0])
        except ValueError as error:
            errors.append(error)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()

    assert len(errors) == 1
    assert model.partial_fit([[1.0], [-1.0]], [0, 1]).n_seen_ == 2


def test_threads_predict_with_one_model_side_by_side():
    X, y = inseparable(n=2_000)
    model = rb.VotedPerceptron(max_iter=2, tol=None, random_state=0).fit(X, y)
    expected, found = model.predict(X).tolist(), []
    threads = [threading.Thread(target=lambda: found.append(model.predict(X).tolist())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [expected] * 4

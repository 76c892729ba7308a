"""Ctrl-C ends a long fit, and fits run side by side."""

import os
import signal
import threading

import numpy as np
import pytest

from rosenblatt import KernelPerceptron, Perceptron, TextFeatures

NEVER_ENDING = {"max_iter": 10**9, "tol": None, "random_state": 0}


def inseparable(n=20_000, d=20):
    random = np.random.default_rng(0)
    return random.standard_normal((n, d)), random.random(n) > 0.5


@pytest.mark.parametrize("order", ["shuffled", "misclassified"])
def test_ctrl_c_ends_a_long_fit_and_leaves_the_model_as_it_was(order):
    X, y = inseparable()
    model = Perceptron(order=order, **NEVER_ENDING)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    timer.join()
    assert not hasattr(model, "coef_")


def test_ctrl_c_ends_learners_in_other_threads_too():
    """Only the main thread hears it; it must not wait for walks that never end."""
    X, y = inseparable()
    model = Perceptron(multiclass="ovr", n_jobs=3, **NEVER_ENDING)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y + np.arange(len(y)) % 2)
    timer.join()
    assert not hasattr(model, "coef_")
    assert threading.active_count() == 1


@pytest.mark.parametrize("options", [{}, {"budget": 50}, {"multiclass": "ovr", "n_jobs": 3}], ids=str)
def test_ctrl_c_ends_kernels_that_never_converge(options):
    X, y = inseparable(n=3_000)
    labels = y + np.arange(len(y)) % 2 if "multiclass" in options else y
    model = KernelPerceptron(**options, **NEVER_ENDING)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        model.fit(X, labels)
    timer.join()
    assert not hasattr(model, "classes_")
    assert threading.active_count() == 1


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_the_reading_of_many_texts_and_teaches_nothing(n_jobs):
    texts = ["never ending story"] * 1_000 + ["word " * 100_000] * 2_000  # one GB, of one string
    features = TextFeatures(ngrams=(1, 3), n_jobs=n_jobs).fit(["a"])
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        features.partial_fit(texts)
    timer.join()
    assert features.get_feature_names_out().tolist() == ["a"]


def test_two_fits_run_side_by_side_and_do_not_disturb_each_other():
    """Without the GIL released, the fit that never ends would keep the other thread from starting its own."""
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


def test_the_gil_is_released_while_the_core_works():
    """One walk of the core over one long epoch: another thread must get a turn before it ends."""
    X, y = inseparable(n=200_000, d=40)
    turns = []
    done = threading.Event()

    def count():
        while not done.is_set():
            turns.append(1)
            done.wait(1e-4)

    counter = threading.Thread(target=count)
    counter.start()
    before = len(turns)
    model = Perceptron(max_iter=20, tol=None, order="cyclic").fit(X, y)
    during = len(turns) - before
    done.set()
    counter.join()

    assert model.n_iter_ == 20
    assert during > 20

"""The work and the answer of a run are counted before it begins."""

import json

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadParameter
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.playground import limits
from rosenblatt.playground.options import make_learner
from rosenblatt.playground.work import Run, Shape, limit_epochs
from rosenblatt.tracing.recording import record

LARGEST = Shape(limits.MAX_ROWS, limits.MAX_COLUMNS, limits.MAX_CLASSES)


def run(name="perceptron", shape=LARGEST, **options):
    return Run(make_learner(name, options), Shape(*shape))


@pytest.mark.parametrize(("name", "rows", "epochs"), [("perceptron", 400, 500), ("kernel-perceptron", 400, 50)])
def test_the_epochs_of_a_learner_are_limited(name, rows, epochs):
    learner = make_learner(name, {"max_iter": 1000})
    shape = Shape(rows, 2, 2)

    assert limit_epochs(learner, shape).startswith(f"This page stops after {epochs} epochs of {rows} rows")
    assert learner.max_iter == epochs
    assert limit_epochs(learner, shape) is None


@pytest.mark.parametrize(
    ("multiclass", "classes", "problems", "planes", "visits"),
    [("joint", 2, 1, 1, 10), ("ovr", 2, 1, 1, 10), ("joint", 3, 1, 3, 10), ("ovr", 3, 3, 1, 30), ("ovo", 4, 6, 1, 30)],
)
def test_the_problems_of_several_classes_are_counted(multiclass, classes, problems, planes, visits):
    counted = run(shape=(10, 2, classes), multiclass=multiclass)
    model = rb.Perceptron(multiclass=multiclass, max_iter=1, tol=None).fit(np.eye(12), np.arange(12) % classes)

    assert (counted.problems, counted.planes, counted.visits) == (problems, planes, visits)
    assert len(model.coef_) == problems * planes


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"shape": (100, 2, 2)}, {"shape": (200, 2, 2)}),
        ({"shape": (100, 2, 2)}, {"shape": (100, 9, 2)}),
        ({"shape": (100, 2, 3)}, {"shape": (100, 2, 4)}),
        ({"shape": (100, 2, 4), "multiclass": "ovr"}, {"shape": (100, 2, 4), "multiclass": "ovo"}),
        ({"order": "cyclic"}, {"order": "misclassified"}),
        ({"name": "perceptron"}, {"name": "kernel-perceptron"}),
        ({"name": "perceptron", "shape": (9, 2, 2)}, {"name": "voted-perceptron", "shape": (9, 2, 2)}),
        ({"name": "kernel-perceptron", "budget": 50}, {"name": "kernel-perceptron", "budget": 100}),
    ],
)
def test_work_grows_with_everything_that_costs_it(less, more):
    less, more = run(**less), run(**more)

    assert less.problems * less.work_per_epoch < more.problems * more.work_per_epoch


def test_a_budget_of_several_learners_leaves_few_epochs_and_says_what_to_reduce():
    learner = make_learner("kernel-perceptron", {"max_iter": 1000, "budget": 100, "multiclass": "ovo"})
    note = limit_epochs(learner, LARGEST)

    assert learner.max_iter < 5
    assert "use fewer rows or fewer columns or fewer classes or a smaller budget for more" in note


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_every_learner_has_work_for_an_epoch_of_the_largest_rows(name, multiclass):
    assert run(name, multiclass=multiclass).max_epochs >= 1


def test_a_run_of_which_not_even_one_epoch_is_possible_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WORK", 1_000_000)
    with pytest.raises(BadParameter, match=r"one epoch of this run is .* million multiply-adds, and this page"):
        limit_epochs(make_learner("kernel-perceptron", {}), LARGEST)


SHAPES = [Shape(40, 50, 8), Shape(60, 2, 3), Shape(60, 3, 2)]
LEARNERS = [
    ("perceptron", {}),
    ("pa", {}),
    ("kernel-perceptron", {}),
    ("kernel-perceptron", {"budget": 20, "step": "pa"}),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("chosen", LEARNERS)
@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_no_recorded_step_is_longer_than_was_counted(shape, chosen, multiclass):
    name, options = chosen
    random = np.random.default_rng(0)
    X = random.normal(size=shape[:2]) * 1e-5
    learner = make_learner(name, {**options, "multiclass": multiclass, "max_iter": 3, "tol": None})
    trace = rb.trace(learner, X, random.permutation(np.arange(shape.rows) % shape.classes), max_steps=10**6)
    parts = json.loads(json.dumps(record(trace)["parts"]))
    length = sum(len(json.dumps(part[what], separators=(",", ":"))) for part in parts for what in ("steps", "updates"))
    n_steps = sum(len(part["steps"]["row"]) for part in parts)

    assert length <= n_steps * Run(learner, shape).bytes_per_step + 200 * len(parts)


def test_few_steps_of_wide_rows_are_recorded_and_all_of_narrow_ones():
    assert run(shape=(500, 2, 2)).max_steps == limits.MAX_STEPS
    assert run(shape=(500, 2, 8), multiclass="ovo").max_steps == limits.MAX_STEPS_OF_ALL // 28
    assert run().max_steps * run().bytes_per_step <= limits.MAX_RECORDING
    assert limits.MAX_ROWS < run().max_steps < limits.MAX_STEPS

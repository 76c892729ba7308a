"""What commands have in place of scikit-learn does the same."""

import numpy as np
import pytest
import sklearn.base
import sklearn.exceptions
from sklearn.utils.validation import validate_data

import rosenblatt as rb
from rosenblatt import _scikit, _scikit_light
from rosenblatt.model_files.registry import CLASSES


@pytest.mark.parametrize("name", CLASSES)
def test_the_options_of_every_estimator_are_the_same(name):
    theirs = getattr(rb, name)
    light = type(
        name, (_scikit_light.BaseEstimator,), {"__init__": theirs.__init__, "_keep": getattr(theirs, "_keep", 0)}
    )

    assert light().get_params(deep=False) == theirs().get_params(deep=False)


class _Options:
    def __init__(self, words=("a",), inner=None):
        self.words, self.inner = words, inner


@pytest.mark.parametrize("door", [_scikit, _scikit_light])
def test_a_clone_has_the_options_and_nothing_that_was_learned(door):
    kind = type("Options", (_Options, door.BaseEstimator), {})
    first = kind(words=["a", "b"], inner=kind())
    first.learned_ = 1
    twin = door.clone(first)

    assert twin.words == ["a", "b"]
    assert twin.words is not first.words
    assert twin.inner is not first.inner
    assert type(twin.inner) is kind
    assert not hasattr(twin, "learned_")


@pytest.mark.parametrize("door", [_scikit, _scikit_light])
def test_a_method_is_there_if_the_check_holds(door):
    class Some(door.BaseEstimator):
        def __init__(self, can=True):
            self.can = can

        @door.available_if(lambda self: self.can)
        def work(self):
            return "done"

    assert Some().work() == "done"
    assert not hasattr(Some().set_params(can=False), "work")


@pytest.mark.parametrize("door", [_scikit, _scikit_light])
def test_columns_are_counted_the_first_time_and_must_agree_later(door):
    owner = type("Owner", (door.BaseEstimator,), {})()
    types = (np.dtype(np.float64), np.dtype(np.float32))

    assert door.validate_data(owner, [[1, 2]], reset=True, dtype=types).dtype == np.float64
    assert owner.n_features_in_ == 2
    with pytest.raises(ValueError, match="X has 3 features, but Owner is expecting 2 features as input"):
        door.validate_data(owner, np.zeros((1, 3), np.float32), reset=False, dtype=types)
    with pytest.raises(ValueError, match="shape"):
        door.validate_data(owner, np.zeros((0, 2)), reset=False, dtype=types)


def test_whoever_predicts_too_early_hears_it_as_from_scikit_learn():
    for error in (_scikit_light.NotFittedError, sklearn.exceptions.NotFittedError):
        assert issubclass(error, ValueError)
        assert issubclass(error, AttributeError)


def test_the_two_doors_lead_to_the_same_names():
    assert {name for name in _scikit.__all__ if not hasattr(_scikit_light, name)} == set()
    assert _scikit.validate_data is validate_data
    assert _scikit.Pipeline is not _scikit_light.Pipeline
    assert issubclass(rb.Perceptron, sklearn.base.BaseEstimator)

"""The form has every option of every learner, and makes the chosen learner."""

import inspect

import pytest

from rosenblatt.errors import BadParameter
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.conventions import CONVENTIONS
from rosenblatt.learn.learner_names import TITLES
from rosenblatt.learn.stop_reasons import STOP_REASONS
from rosenblatt.playground.options import NOT_IN_FORM, OPTIONS, form, make_learner


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_option_is_in_the_form_or_left_out_on_purpose(name):
    options = set(inspect.signature(CATALOGUE[name]).parameters)
    (learner,) = [learner for learner in form()["learners"] if learner["name"] == name]

    assert options - NOT_IN_FORM == {option["name"] for option in learner["options"]}
    assert learner["title"] == TITLES[name]


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_learner_can_be_fitted_with_the_defaults_of_the_form(name):
    (learner,) = [learner for learner in form()["learners"] if learner["name"] == name]
    shown = {option["name"]: option["default"] for option in learner["options"]}

    assert make_learner(name, shown).fit([[0.0], [1.0]], ["a", "b"]).stop_reason_
    assert repr(make_learner(name, {})) == repr(make_learner(name, shown))


@pytest.mark.parametrize("option", [name for name, option in OPTIONS.items() if option.kind == "choice"])
def test_every_choice_can_be_fitted(option):
    for choice in OPTIONS[option].choices:
        name = next(name for name in CATALOGUE if option in inspect.signature(CATALOGUE[name]).parameters)
        learner = make_learner(name, {option: choice}).fit([[0.0], [1.0], [2.0]], ["a", "b", "b"])

        assert learner.get_params()[option] == choice
        assert learner.stop_reason_ in STOP_REASONS


def test_the_conventions_are_those_of_the_catalogue():
    assert {one["name"]: one["options"] for one in form()["conventions"]} == CONVENTIONS


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("svm", {}, "learner must be one of perceptron, averaged-perceptron,"),
        ("pa", {"margin": 1}, "pa has no option 'margin'; its options are C, fit_intercept,"),
        ("perceptron", {"n_jobs": 100}, "perceptron has no option 'n_jobs'"),
        ("perceptron", {"max_iter": 10**9}, "max_iter must be at most 1000 on this page, got 1000000000"),
        ("kernel-perceptron", {"budget": 10**6}, "budget must be at most 100 on this page, got 1000000"),
        ("perceptron", {"order": [0, 1] * 10**5}, "order must be one value on this page, not a list; there is no such"),
        ("perceptron", {"tol": {"a": 1}}, "tol must be one value on this page, not an object"),
    ],
)
def test_a_bad_choice_is_rejected_with_a_sentence(name, options, words):
    with pytest.raises(BadParameter, match=words):
        make_learner(name, options)

"""Our estimators follow scikit-learn's protocol; that it accepts each of them is tested with the estimators."""

import io
import pickle

import joblib
import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_html_repr

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.estimator import Estimator, available_if, not_fitted, unfitted
from rosenblatt.model_files.steps import Steps

X, Y, WEIGHTS = np.array([[0.0, 1.0], [1.0, 0.0]] * 6), np.array(["a", "b"] * 6), np.arange(1.0, 13.0)

with_routing = pytest.mark.usefixtures("routing")


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


class Options(Estimator):
    def __init__(self, words=("a",), inner=None):
        self.words, self.inner = words, inner


def test_parameters_are_the_arguments_of_init_and_those_of_inner_estimators():
    estimator = Options(inner=Options(words=["b"]))

    assert estimator.get_params(deep=False) == {"inner": estimator.inner, "words": ("a",)}
    assert estimator.get_params()["inner__words"] == ["b"]
    assert estimator.set_params(words=1, inner__words=2, inner__inner=3) is estimator
    assert (estimator.words, estimator.inner.words, estimator.inner.inner) == (1, 2, 3)


def test_an_unknown_parameter_is_named_with_the_known_ones():
    words = r"Invalid parameter 'wrods' for estimator Options\(\); valid parameters are inner, words"
    with pytest.raises(BadParameter, match=words):
        Options().set_params(wrods=1)


def test_the_text_form_shows_what_is_not_a_default():
    assert repr(Options()) == "Options()"
    assert repr(Options(words=["b"], inner=Options(inner=1))) == "Options(inner=Options(inner=1), words=['b'])"


@pytest.mark.parametrize("copied", [clone, unfitted])
def test_a_clone_has_copies_of_the_parameters_and_nothing_that_was_learned(copied):
    first = Options(words=["a", "b"], inner=Options())
    first.learned_ = 1
    twin = copied(first)

    assert type(twin) is Options
    assert twin.words == ["a", "b"]
    assert twin.words is not first.words
    assert twin.inner is not first.inner
    assert not hasattr(twin, "learned_")


def test_a_method_is_there_if_its_check_holds():
    class Some(Options):
        @available_if(lambda self: self.words == "yes")
        def work(self):
            """Work."""
            return "done"

    assert Some("yes").work() == "done"
    assert "work" in dir(Some("yes"))
    assert not hasattr(Some("no"), "work")
    assert "work" not in dir(Some("no"))
    assert Some.work.__doc__ == "Work."


def test_what_is_not_fitted_says_so_in_the_class_of_scikit_learn():
    assert isinstance(not_fitted("call fit first"), NotFittedError)


def test_scikit_learn_takes_a_learner_for_a_classifier_that_is_none_of_its_own():
    assert is_classifier(rb.Perceptron())
    assert not isinstance(rb.Perceptron(), BaseEstimator)


def test_the_score_is_the_weighted_accuracy():
    model = rb.Perceptron().fit(X, Y)
    wrong = np.where(np.arange(12) == 0, "b", Y)

    assert model.score(X, Y) == 1.0
    assert model.score(X, wrong, sample_weight=np.where(np.arange(12) == 0, 11.0, 1.0)) == 0.5
    assert model.score(X, wrong, WEIGHTS) == accuracy_score(wrong, model.predict(X), sample_weight=WEIGHTS)


@pytest.mark.parametrize(
    ("labels", "weights", "words"),
    [
        (["a"] * 11, None, "X has 12 rows and y has 11 labels"),
        ([0, 1] * 6, None, "y holds 0, 1, 0, 1, 0, ..., and the classes of this model are 'a', 'b'; labels must"),
        (Y, np.zeros(12), "sample_weight is zero in every row; at least one row must count"),
        (Y, [1.0], "there must be one weight per row"),
    ],
)
def test_a_score_of_labels_that_cannot_be_compared_is_refused(labels, weights, words):
    with pytest.raises(BadData, match=words):
        rb.Perceptron().fit(X, Y).score(X, labels, weights)


@pytest.mark.parametrize("fitted", [False, True])
def test_notebooks_show_scikit_learns_diagram(fitted):
    model = rb.Perceptron(margin=0.25)
    model = model.fit(X, Y) if fitted else model
    bundle = model._repr_mimebundle_()

    assert bundle["text/plain"] == "Perceptron(margin=0.25)"
    for html in (bundle["text/html"], model._repr_html_(), estimator_html_repr(make_pipeline(StandardScaler(), model))):
        assert "0.25" in html
        assert "Perceptron" in html
    with sklearn.config_context(display="text"):
        assert model._repr_mimebundle_() == {"text/plain": "Perceptron(margin=0.25)"}
        assert model._repr_html_() is None


def test_the_diagram_lists_parameters_and_what_was_learned():
    if not hasattr(BaseEstimator, "_get_fitted_attr_html"):
        pytest.skip("this scikit-learn shows no tables")
    html = rb.Perceptron(margin=0.25).fit(X, Y)._repr_html_()

    assert "tolerated_mistakes" in html
    assert "stop_reason_" in html


@with_routing
def test_metadata_is_routed_to_what_asked_for_it():
    weighted = rb.Perceptron(random_state=0, margin=2.0).fit(X, Y, sample_weight=WEIGHTS)
    asking = rb.Perceptron(random_state=0, margin=2.0)
    asking.set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
    scaler = StandardScaler(with_mean=False, with_std=False).set_fit_request(sample_weight=False)
    pipeline = make_pipeline(scaler, asking).fit(X, Y, sample_weight=WEIGHTS)

    assert pipeline[-1].coef_.tolist() == weighted.coef_.tolist()
    assert GridSearchCV(asking, {"margin": [2.0]}, cv=2, error_score="raise").fit(X, Y, sample_weight=WEIGHTS)
    with pytest.raises(ValueError, match="sample_weight"):
        make_pipeline(scaler, rb.Perceptron()).fit(X, Y, sample_weight=WEIGHTS)


@with_routing
def test_requests_can_be_set_for_each_argument_of_each_method_and_are_cloned():
    model = rb.KernelPerceptron()
    model.set_fit_request(sample_weight="w").set_partial_fit_request(classes=True).set_score_request(
        sample_weight=False
    )
    model.set_predict_request(epoch=True).set_decision_function_request(method=True)
    requests = clone(model).get_metadata_routing()

    assert requests.fit.requests == {"sample_weight": "w", "validation_data": None}
    assert requests.partial_fit.requests == {"classes": True, "sample_weight": None}
    assert requests.score.requests == {"sample_weight": False}
    assert requests.predict.requests == {"epoch": True, "method": None}
    assert requests.decision_function.requests == {"epoch": None, "method": True}
    assert not hasattr(rb.TextFeatures(), "set_fit_request")
    with pytest.raises(TypeError, match=r"Perceptron\.fit has no 'weight' to route; it has sample_weight, coef_init"):
        rb.Perceptron().set_fit_request(weight=True)


def test_requests_need_metadata_routing():
    with pytest.raises(RuntimeError, match="enable_metadata_routing=True"):
        rb.Perceptron().set_fit_request(sample_weight=True)


@pytest.mark.parametrize("module", [pickle, joblib])
def test_a_fitted_pipeline_survives_pickle_and_joblib(module):
    texts, labels = ["so good", "so bad", "very good", "very bad"], [1, 0, 1, 0]
    model = make_pipeline(rb.TextFeatures(), rb.Perceptron(random_state=0)).fit(texts, labels)
    file = io.BytesIO()
    module.dump(model, file)
    file.seek(0)

    assert module.load(file).predict(texts).tolist() == labels


def test_the_steps_of_a_command_become_a_pipeline():
    steps = Steps([("features", rb.TextFeatures()), ("learner", rb.Perceptron())], verbose=True)
    pipeline = steps.to_pipeline()

    assert type(pipeline) is Pipeline
    assert pipeline.steps == steps.steps
    assert pipeline.verbose

"""Presets have the properties that their names promise."""

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.playground.options import make_learner
from rosenblatt.playground.presets import PRESETS, make_preset


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_request_makes_the_same_preset(name):
    assert make_preset(name, 0.3, 1) == make_preset(name, 0.3, 1)


@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"words", "negation"}))
def test_noise_scatters_the_rows_and_keeps_their_labels(name):
    calm, noisy = make_preset(name, 0.0, 0), make_preset(name, 0.5, 0)

    assert sorted(set(calm.labels)) == sorted(set(noisy.labels))
    assert calm.rows != noisy.rows
    assert len({len(row) for row in noisy.rows}) == 1


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("separable", "separable"),
        ("touching", "separable"),
        ("words", "separable"),
        ("negation", "inseparable"),
        ("and", "separable"),
        ("or", "separable"),
        ("not", "separable"),
        ("xor", "inseparable"),
        ("moons", "inseparable"),
        ("circles", "inseparable"),
        ("noisy", "inseparable"),
    ],
)
def test_without_noise_the_verdict_is_what_the_name_promises(name, verdict):
    preset = make_preset(name, 0.0, 0)

    assert rb.certify(preset.rows, preset.labels).verdict == verdict


def test_the_reviews_are_counted_words():
    preset = make_preset("words", 0.0, 0)

    assert preset.columns == ["movie", "good", "bad", "not"]
    assert preset.rows == [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
    assert preset.names == ["movie good", "movie bad", "not good"]


def test_the_reviews_are_learned_as_in_the_lecture():
    preset = make_preset("words", 0.0, 0)
    learner = make_learner(**{"name": preset.settings["learner"], "options": preset.settings["options"]})
    model = learner.fit(preset.rows, preset.labels)

    assert model.coef_.tolist() == [[1, 1, -1, -1]]
    assert (model.n_updates_, model.n_seen_) == (4, 9)


def test_one_of_the_irises_is_separable():
    preset = make_preset("iris", 0.0, 0)
    verdicts = {name: proof.verdict for name, proof in rb.certify(np.array(preset.rows), preset.labels).items()}

    assert verdicts == {"setosa": "separable", "versicolor": "inseparable", "virginica": "inseparable"}

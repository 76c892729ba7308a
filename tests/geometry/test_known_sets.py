"""Sets that everyone knows: whatever is true of them, with its proof."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

import rosenblatt as rb

SHARED = Path(__file__).parents[3] / "shared" / "data"


def verdict(X, y):
    proof = rb.certify(X, y)
    assert rb.verify(rb.from_json(proof.to_json()), X, y)
    return proof.verdict


def test_iris():
    X, y = load_iris(return_X_y=True)
    proofs = rb.certify(X, y)
    pairs = rb.certify(X, y, multiclass="ovo")

    assert [proofs[species].verdict for species in (0, 1, 2)] == ["separable", "inseparable", "inseparable"]
    assert {pair: proof.verdict for pair, proof in pairs.items()} == {
        (0, 1): "separable",
        (0, 2): "separable",
        (1, 2): "inseparable",
    }
    assert all(rb.verify(proof, X, y) for proof in [*proofs.values(), *pairs.values()])


def test_wisconsin_breast_cancer_is_separable_by_a_hair():
    X, y = load_breast_cancer(return_X_y=True)
    proof = rb.certify(X, y)

    assert rb.verify(proof, X, y)
    assert proof.verdict == "separable"
    assert proof.margin.low < 1e-7 * proof.radius
    assert proof.margin.high <= proof.margin.low * (1 + 1e-6)


def test_wine_and_digits():
    assert all(proof.verdict == "separable" for proof in rb.certify(*load_wine(return_X_y=True)).values())
    X, y = load_digits(return_X_y=True)

    assert verdict(X, y == 0) == "separable"
    assert verdict(X, y == 8) == "inseparable"


def test_sonar():
    path = SHARED / "uci" / "sonar.all-data"
    if not path.exists():
        pytest.skip(f"{path} is not there; it is the UCI sonar set")
    table = np.genfromtxt(path, delimiter=",", dtype=str)

    assert verdict(table[:, :-1].astype(float), table[:, -1]) == "separable"

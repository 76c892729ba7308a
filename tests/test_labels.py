"""Labels of any kind: those that can be learned, and those that are refused, the same for learners and proofs."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadCertificate, BadData
from rosenblatt.labels import check_labels

X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]])
CALLS = {
    "fit": lambda y: rb.Perceptron().fit(X, y),
    "partial_fit": lambda y: rb.Perceptron().partial_fit(X, y),
    "kernel": lambda y: rb.KernelPerceptron().fit(X, y),
    "certify": lambda y: rb.certify(X, y),
}
DAYS = np.array(["2020-01-01", "2020-01-02", "2020-01-01", "NaT"], dtype="M8[D]")


def objects(*labels):
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(
    ("y", "words"),
    [
        (DAYS, "y is NaT in row 3; every row needs a label"),
        (DAYS - DAYS[0], "y is NaT in row 3; every row needs a label"),
        (pd.Series(pd.to_datetime(DAYS)), "y is NaT in row 3; every row needs a label"),
        (objects("a", "b", "a", pd.NaT), "y is NaT in row 3; every row needs a label"),
        (pd.array(["a", pd.NA, "a", "b"], dtype="string"), "y is <NA> in row 1; every row needs a label"),
        (pd.array([True, None, False, True], dtype="boolean"), "y is <NA> in row 1; every row needs a label"),
        (objects("a", np.float32("nan"), "a", "b"), "y is nan in row 1; every row needs a label"),
        (objects(Decimal("nan"), *map(Decimal, "101")), "y is NaN in row 0; every row needs a label"),
        (objects(0, float("inf"), 0, 1), "y is inf in row 1; every row needs a label"),
        (np.ma.array([0, 1, 0, 1], mask=[0, 0, 1, 1]), "y is masked in row 2; every row needs a label: drop such rows"),
        (np.zeros(4, dtype=[("a", int), ("b", float)]), r"y holds values of type \[\('a', .*; labels must be strings"),
        (objects((1, 2), (2, 3), (1, 2), (2, 3)), r"y is \(1, 2\) in row 0, a tuple; labels must be strings"),
        (objects(*map(frozenset, ["a", "b", "a", "b"])), "a frozenset; labels must be strings"),
        (objects(1j, 2, 1j, 2), "y is 1j in row 0, a complex; labels must be strings"),
    ],
)
def test_missing_labels_and_those_that_have_no_order_are_refused(call, y, words):
    with pytest.raises(BadData, match=words):
        call(y)


@pytest.mark.parametrize("kind", [">i4", ">f8", ">U1"])
def test_labels_are_learned_in_the_byte_order_of_the_machine(kind):
    y = np.array([0, 1, 0, 1]).astype(kind)
    model = rb.Perceptron(random_state=0).fit(X, y)

    assert model.classes_.dtype == np.dtype(kind).newbyteorder("=")
    assert model.predict(X).dtype == model.classes_.dtype
    assert model.predict(X).tolist() == y.tolist()


def test_a_masked_array_without_a_masked_label_is_an_array():
    assert check_labels("test", np.ma.array([0, 1]), 2).tolist() == [0, 1]


def test_bytes_are_labels_in_certificates_and_in_the_files_of_models_that_hold_one(tmp_path):
    corners, y = [[0, 0], [0, 1], [1, 0], [1, 1]], np.array([b"\xff", b"b", b"b", b"\xff"])
    proof = rb.certify(corners, y)
    model = rb.Perceptron(random_state=0).fit(corners, y)
    rb.save(model, tmp_path / "model")
    loaded = rb.load(tmp_path / "model")

    assert rb.from_json(proof.to_json()) == proof
    assert rb.verify(rb.from_json(proof.to_json()), corners, y)
    assert model.stop_reason_ == "inseparable"
    assert loaded.certificate_ == model.certificate_
    assert loaded.classes_.tolist() == [b"b", b"\xff"]


def test_a_certificate_in_json_has_no_dates():
    proof = rb.certify([[0], [1]], DAYS[:2])

    assert rb.verify(proof, [[0], [1]], DAYS[:2])
    with pytest.raises(BadCertificate, match=r"datetime.date\(2020, 1, 2\) is a date: convert the labels before"):
        proof.to_json()

"""What the classes' rows allow a learner, as numbers that a page can draw: the answer to the question that it asks."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.geometry.certificate import Inseparable, Separable, Undecided
from rosenblatt.geometry.certificate_json import AnyCertificate
from rosenblatt.geometry.certify import certify
from rosenblatt.geometry.joint_certificate import LinearMachine
from rosenblatt.geometry.kernel_certificate import KernelSeparable
from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.kernel.kernels import make_kernel
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.rows import Matrix


def verdicts(learner: Classifier, X: Matrix, y: list[Any], *, work_limit: float) -> list[dict[str, Any]]:
    """Return certificates for the question of a learner.

    Whether a plane separates two classes; for several, a linear machine all at once, or a plane each class from the
    rest or each pair; for a kernel learner, in the space of its kernel.
    """
    kernel = _kernel_options(learner, X)
    question: dict[str, Any] = {"multiclass": learner.multiclass, "kernel": kernel.get("kernel")}
    try:
        answer = certify(X, y, bool(learner.fit_intercept), **question | kernel, work_limit=work_limit)
    except BadParameter as error:  # a kernel that is not a product of rows
        return [{"verdict": "undecided", "positive": None, "negative": None, **question, "reason": str(error)}]
    proofs = list(answer.values()) if isinstance(answer, dict) else [answer]
    return [_as_numbers(proof, X) | question for proof in proofs]


def _kernel_options(learner: Classifier, X: Matrix) -> dict[str, Any]:
    if not isinstance(learner, KernelPerceptron):
        return {}
    if not isinstance(learner.kernel, str) or learner.kernel not in ("linear", "poly", "rbf"):
        return {"kernel": str(learner.kernel)}
    gamma = getattr(make_kernel(learner, X), "gamma", 1.0)
    return {"kernel": learner.kernel, "degree": learner.degree, "gamma": gamma, "coef0": learner.coef0}


def _as_numbers(proof: AnyCertificate, X: Matrix) -> dict[str, Any]:
    verdict: dict[str, Any] = {"verdict": proof.verdict, "positive": proof.positive, "negative": proof.negative}
    if isinstance(proof, Undecided):
        return verdict | {"reason": f"No proof was found within {proof.reason}."}
    if isinstance(proof, Separable | LinearMachine | KernelSeparable):
        bound = MistakeBound.of(proof)
        verdict |= {
            "support": list(proof.support),
            "radius": proof.radius,
            "margin": proof.margin.low,
            "bound": None if bound.most_updates is None else bound.updates,
        }
        return verdict | _plane(proof, X) if isinstance(proof, Separable) else verdict
    total = sum(proof.multipliers)
    shares = [multiplier / total for multiplier in proof.multipliers]
    verdict |= {"rows": list(proof.rows), "shares": shares, "fit_intercept": proof.fit_intercept}
    if isinstance(proof, Inseparable):
        verdict["point"] = list(proof.point)
    return verdict


def _plane(proof: Separable, X: Matrix) -> dict[str, Any]:
    plane = proof.hyperplane()
    band = float(np.abs(plane.distance(X)).min())
    return {"weights": plane.normal.tolist(), "bias": plane.offset, "band": band}

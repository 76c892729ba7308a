"""Whether planes separate the classes, as numbers that a page can draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.geometry.certify import certify
from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.rows import Matrix


def verdicts(X: Matrix, y: list[Any], *, fit_intercept: bool, work_limit: float) -> list[dict[str, Any]]:
    """Return the certificates of `certify`: one for two classes, one per class against the rest for several."""
    answer = certify(X, y, fit_intercept, work_limit=work_limit)
    proofs = list(answer.values()) if isinstance(answer, dict) else [answer]
    return [_as_numbers(proof, X) for proof in proofs]


def _as_numbers(proof: Certificate, X: Matrix) -> dict[str, Any]:
    verdict: dict[str, Any] = {"verdict": proof.verdict, "positive": proof.positive, "negative": proof.negative}
    if isinstance(proof, Separable):
        plane = proof.hyperplane()
        band = float(np.abs(plane.distance(X)).min())
        bound = MistakeBound.of(proof)
        verdict |= {
            "weights": plane.normal.tolist(),
            "bias": plane.offset,
            "band": band,
            "support": list(proof.support),
            "radius": proof.radius,
            "margin": proof.margin.low,
            "bound": None if bound.most_updates is None else bound.updates,
        }
    elif isinstance(proof, Inseparable):
        total = sum(proof.multipliers)
        shares = [multiplier / total for multiplier in proof.multipliers]
        verdict |= {"rows": list(proof.rows), "shares": shares, "point": list(proof.point)}
        verdict["fit_intercept"] = proof.fit_intercept
    else:
        verdict["reason"] = proof.reason
    return verdict

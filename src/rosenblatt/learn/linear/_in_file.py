"""What a linear learner keeps in a model file: the planes that predict, and whatever it goes on learning from."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from rosenblatt._filed import Filed, Filing
from rosenblatt.batch import Floats
from rosenblatt.learn._division import Division, Together
from rosenblatt.learn._final import Average, Kept, Plane
from rosenblatt.learn._learner_in_file import file_learner, learner_from
from rosenblatt.learn._rows_in_file import file_rows, file_updates, rows_from, updates_from
from rosenblatt.learn._votes import Votes

if TYPE_CHECKING:
    from rosenblatt.learn.linear._base import LinearClassifier

KINDS: dict[str, type[Average]] = {"average": Average, "votes": Votes}


def file_linear(model: LinearClassifier) -> Filing:
    """Write a linear learner."""
    filing = file_learner(model, "coef_", "intercept_")
    division = model._division
    _file_planes(filing, "", division, (model.coef_, model.intercept_))
    if model._kept is None:
        return filing
    kept = cast("list[Average]", model._kept)
    filing.facts["kept"] = next(name for name, kind in KINDS.items() if type(kept[0]) is kind)
    filing.facts["seen"] = [one.seen for one in kept]
    _file_planes(filing, "last/", division, division.stack([one.plane for one in kept]))
    _file_planes(filing, "lag/", division, division.stack([one.lag for one in kept]))
    if isinstance(kept[0], Votes):
        votes = cast("list[Votes]", kept)
        _file_planes(filing, "start/", division, division.stack([cast(Plane, one.start) for one in votes]))
        filing.facts.update(bias_feature=votes[0].bias_feature, last_wins=votes[0].last_wins)
        filing.add_all("votes", map(_votes, votes))
    return filing


def _file_planes(filing: Filing, name: str, division: Division, planes: tuple[Floats, Floats]) -> None:
    """Write ``coef_`` and ``intercept_`` as they lie: where classes move together, a row a column."""
    coef, intercept = planes
    filing.array(f"{name}weights", coef.T if isinstance(division, Together) else coef, np.float64)
    filing.array(f"{name}bias", intercept, np.float64)


def _votes(one: Votes) -> Filing:
    model = one.model()
    filing = Filing()
    file_rows(filing, "rows", model.stored if one.n_stored else None)
    file_updates(filing, model.updates)
    return filing


def linear_from(model: LinearClassifier, filed: Filed) -> None:
    """Read a linear learner."""
    learner_from(model, filed)
    model.coef_, model.intercept_ = _planes_from(filed, "", model)
    model._kept = cast("list[Kept]", _kept_from(model, filed)) if "kept" in filed.facts else None


def _planes_from(filed: Filed, name: str, model: LinearClassifier) -> tuple[Floats, Floats]:
    n_planes, n_columns = model._division.n_planes, model.n_features_in_
    bias = filed.array(f"{name}bias", np.float64, (n_planes,))
    if not isinstance(model._division, Together):
        return filed.array(f"{name}weights", np.float64, (n_planes, n_columns)), bias
    return filed.array(f"{name}weights", np.float64, (n_columns, n_planes)).T, bias


def _kept_from(model: LinearClassifier, filed: Filed) -> list[Average]:
    kind = KINDS[filed.choice("kept", KINDS)]
    division = model._division
    last, lag = (division.planes(*_planes_from(filed, name, model)) for name in ("last/", "lag/"))
    parts = list(zip(last, filed.wholes("seen", len(last)), lag, strict=True))
    if kind is Average:
        return [Average(plane, seen, lag=its_lag) for plane, seen, its_lag in parts]
    starts = division.planes(*_planes_from(filed, "start/", model))
    bias_feature, last_wins = filed.number("bias_feature"), filed.flag("last_wins")
    kept: list[Average] = []
    for (plane, seen, its_lag), start, own in zip(parts, starts, filed.parts("votes", len(parts)), strict=True):
        stored = rows_from(own, "rows", model.n_features_in_, ("dense", "sparse"))
        n_stored = 0 if stored is None else stored.shape[0]
        kept.append(
            Votes(
                plane,
                seen,
                lag=its_lag,
                bias_feature=bias_feature,
                last_wins=last_wins,
                start=start,
                updates=updates_from(own, n_stored, len(plane.bias), seen),
                stored=[] if stored is None else [stored],
                n_stored=n_stored,
            )
        )
    return kept

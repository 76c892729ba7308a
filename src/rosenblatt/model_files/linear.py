"""What a linear learner keeps in a model file: the planes that predict, and whatever it goes on learning from."""

from __future__ import annotations

from typing import cast

import numpy as np

from rosenblatt.learn.fitting.multiclass import Division, Joint
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.votes import Votes
from rosenblatt.model_files.learner import file_learner, learner_from
from rosenblatt.model_files.reader import Filed, Filing
from rosenblatt.model_files.rows import file_rows, file_updates, rows_from, updates_from
from rosenblatt.rows import Floats, Indices

FEWEST_COLUMNS = 1024  # of a model that leaves out those without weights
KINDS: dict[str, type[Average]] = {"average": Average, "votes": Votes}


def file_linear(model: LinearClassifier) -> Filing:
    """Write a linear learner."""
    filing = file_learner(model, "coef_", "intercept_")
    columns = _columns_in_use(model)
    if columns is not None:
        filing.array("used_columns", columns, np.int64)
        filing.format = 2
    for name, planes in _planes_of(model).items():
        _file_planes(filing, name, model._division, planes, columns)
    if model._solutions is not None:
        kept = cast("list[Average]", model._solutions)
        filing.facts["kept"] = next(name for name, kind in KINDS.items() if type(kept[0]) is kind)
        filing.facts["seen"] = [one.seen for one in kept]
        if isinstance(kept[0], Votes):
            filing.facts.update(bias_feature=kept[0].bias_feature, last_wins=kept[0].last_wins)
            filing.add_all("votes", map(_votes, cast("list[Votes]", kept)))
    return filing


def _planes_of(model: LinearClassifier) -> dict[str, tuple[Floats, Floats]]:
    """The planes that predict, and those of what is kept, which may be for fewer columns."""
    stack, planes = model._division.stack, {"": (model.coef_, model.intercept_)}
    if model._solutions is not None:
        kept = cast("list[Average]", model._solutions)
        planes["last/"], planes["lag/"] = stack([one.plane for one in kept]), stack([one.lag for one in kept])
        if isinstance(kept[0], Votes):
            planes["start/"] = stack([cast(Plane, one.start) for one in cast("list[Votes]", kept)])
    return planes


def _columns_in_use(model: LinearClassifier) -> Indices | None:
    """The columns that have weights, if most have none, as after hashing; None if all are to be written."""
    n_columns = model.n_features_in_
    is_joint = isinstance(model._division, Joint) and not (model._solutions and isinstance(model._solutions[0], Votes))
    if is_joint and n_columns >= FEWEST_COLUMNS:
        is_used = np.zeros(n_columns, np.bool_)
        for coef, _ in _planes_of(model).values():
            for weights in coef if coef.shape[1] == n_columns else ():
                is_used |= weights.view(np.uint64) != 0  # -0.0 is not nothing
        if model._solution_columns is not None:
            n_others = np.count_nonzero(is_used) - np.count_nonzero(is_used[model._solution_columns])
            is_used[model._solution_columns] = True
            if n_others:  # somebody wrote to ``coef_``
                model._widen_solutions()
        if 2 * np.count_nonzero(is_used) <= n_columns:
            return np.flatnonzero(is_used)
    model._widen_solutions()
    return None


def _file_planes(
    filing: Filing, name: str, division: Division, planes: tuple[Floats, Floats], columns: Indices | None
) -> None:
    """Write ``coef_`` and ``intercept_`` as they lie: where classes move together, a row a column."""
    coef, intercept = planes
    if columns is not None and coef.shape[1] > len(columns):
        coef = coef[:, columns]
    filing.array(f"{name}weights", coef.T if isinstance(division, Joint) else coef, np.float64)
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
    columns = _columns_from(model, filed)
    n_columns = model.n_features_in_ if columns is None else len(columns)
    model.coef_, model.intercept_ = _planes_from(filed, "", model, n_columns)
    model._solutions = list[Last](_kept_from(model, filed, n_columns)) if "kept" in filed.facts else None
    if columns is not None:
        model._solution_columns = None if model._solutions is None else columns
        (plane,) = model._division.planes(model.coef_, model.intercept_)
        try:
            model.coef_, _ = model._division.stack([plane.in_columns(columns, model.n_features_in_)])
        except (MemoryError, ValueError):
            filed.refuse("columns", "so many that there is memory for their weights", model.n_features_in_)


def _columns_from(model: LinearClassifier, filed: Filed) -> Indices | None:
    """The columns that are in the file, if not all are."""
    if not filed.has_array("used_columns"):
        return None
    columns: Indices = filed.places("used_columns", np.int64, None, model.n_features_in_)
    if (np.diff(columns) <= 0).any():
        filed.refuse("used_columns", "numbers that rise", "others")
    if not isinstance(model._division, Joint) or filed.facts.get("kept", "average") != "average":
        filed.refuse("used_columns", "only where classes move together and nothing else is kept than an average")
    return columns


def _planes_from(filed: Filed, name: str, model: LinearClassifier, n_columns: int) -> tuple[Floats, Floats]:
    n_planes = model._division.n_planes
    bias = filed.array(f"{name}bias", np.float64, (n_planes,))
    if not isinstance(model._division, Joint):
        return filed.array(f"{name}weights", np.float64, (n_planes, n_columns)), bias
    return filed.array(f"{name}weights", np.float64, (n_columns, n_planes)).T, bias


def _kept_from(model: LinearClassifier, filed: Filed, n_columns: int) -> list[Average]:
    kind = KINDS[filed.choice("kept", KINDS)]
    division = model._division
    last, lag = (division.planes(*_planes_from(filed, name, model, n_columns)) for name in ("last/", "lag/"))
    parts = list(zip(last, filed.wholes("seen", len(last)), lag, strict=True))
    if kind is Average:
        return [Average(plane, seen, lag=its_lag) for plane, seen, its_lag in parts]
    starts = division.planes(*_planes_from(filed, "start/", model, n_columns))
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

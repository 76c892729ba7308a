"""Linear learners in a model file: the planes that predict, and the state from which learning continues."""

from __future__ import annotations

from typing import cast

import numpy as np

from rosenblatt.learn.fitting.multiclass import Division, Joint
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.votes import Votes
from rosenblatt.model_files.learner import read_learner, write_learner
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.rows import read_rows, read_updates, write_rows, write_updates
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Floats, Indices

FEWEST_COLUMNS = 1024  # a narrower model is written with all of its columns
KINDS: dict[str, type[Average]] = {"average": Average, "votes": Votes}


def write_linear(model: LinearClassifier) -> SectionWriter:
    """Write a linear learner."""
    writer = write_learner(model, "coef_", "intercept_")
    columns = _columns_in_use(model)
    if columns is not None:
        writer.array("used_columns", columns, np.int64)
        writer.format = 2
    for name, planes in _planes_of(model).items():
        _write_planes(writer, name, model._division, planes, columns)
    if model._solutions is not None:
        kept = cast("list[Average]", model._solutions)
        writer.facts["kept"] = next(name for name, kind in KINDS.items() if type(kept[0]) is kind)
        writer.facts["seen"] = [one.seen for one in kept]
        if isinstance(kept[0], Votes):
            writer.facts.update(bias_feature=kept[0].bias_feature, last_wins=kept[0].last_wins)
            writer.sections("votes", map(_write_votes, cast("list[Votes]", kept)))
    return writer


def _planes_of(model: LinearClassifier) -> dict[str, tuple[Floats, Floats]]:
    """Return the planes that predict, and those from which learning continues, which may have fewer columns."""
    stack, planes = model._division.stack, {"": (model.coef_, model.intercept_)}
    if model._solutions is not None:
        kept = cast("list[Average]", model._solutions)
        planes["last/"], planes["lag/"] = stack([one.plane for one in kept]), stack([one.lag for one in kept])
        if isinstance(kept[0], Votes):
            planes["start/"] = stack([cast(Plane, one.start) for one in cast("list[Votes]", kept)])
    return planes


def _columns_in_use(model: LinearClassifier) -> Indices | None:
    """Return the columns that have weights, if most have none, as after hashing; None if all are to be written."""
    n_columns = model.n_features_in_
    is_joint = isinstance(model._division, Joint) and not (model._solutions and isinstance(model._solutions[0], Votes))
    if is_joint and n_columns >= FEWEST_COLUMNS:
        is_used = np.zeros(n_columns, np.bool_)
        for coef, _ in _planes_of(model).values():
            for weights in coef if coef.shape[1] == n_columns else ():
                is_used |= weights.view(np.uint64) != 0  # -0.0 is a weight, too
        if model._solution_columns is not None:
            n_others = np.count_nonzero(is_used) - np.count_nonzero(is_used[model._solution_columns])
            is_used[model._solution_columns] = True
            if n_others:  # the user wrote to ``coef_``
                model._widen_solutions()
        if 2 * np.count_nonzero(is_used) <= n_columns:
            return np.flatnonzero(is_used)
    model._widen_solutions()
    return None


def _write_planes(
    writer: SectionWriter, name: str, division: Division, planes: tuple[Floats, Floats], columns: Indices | None
) -> None:
    """Write ``coef_`` and ``intercept_`` in the order of memory: of classes learned jointly, one row per column."""
    coef, intercept = planes
    if columns is not None and coef.shape[1] > len(columns):
        coef = coef[:, columns]
    writer.array(f"{name}weights", coef.T if isinstance(division, Joint) else coef, np.float64)
    writer.array(f"{name}bias", intercept, np.float64)


def _write_votes(one: Votes) -> SectionWriter:
    model = one.model()
    writer = SectionWriter()
    write_rows(writer, "rows", model.stored if one.n_stored else None)
    write_updates(writer, model.updates)
    return writer


def read_linear(model: LinearClassifier, reader: SectionReader) -> None:
    """Read a linear learner."""
    read_learner(model, reader)
    columns = _read_columns(model, reader)
    n_columns = model.n_features_in_ if columns is None else len(columns)
    model.coef_, model.intercept_ = _read_planes(reader, "", model, n_columns)
    model._solutions = list[Last](_read_kept(model, reader, n_columns)) if "kept" in reader.facts else None
    if columns is not None:
        model._solution_columns = None if model._solutions is None else columns
        (plane,) = model._division.planes(model.coef_, model.intercept_)
        try:
            model.coef_, _ = model._division.stack([plane.in_columns(columns, model.n_features_in_)])
        except (MemoryError, ValueError):
            reader.refuse("columns", "few enough for their weights to fit into memory", model.n_features_in_)


def _read_columns(model: LinearClassifier, reader: SectionReader) -> Indices | None:
    """Return the columns that are in the file; None if all are."""
    if not reader.has_array("used_columns"):
        return None
    columns: Indices = reader.indices("used_columns", np.int64, None, model.n_features_in_)
    if (np.diff(columns) <= 0).any():
        reader.refuse("used_columns", "numbers that rise", "others")
    if not isinstance(model._division, Joint) or reader.facts.get("kept", "average") != "average":
        reader.refuse("used_columns", "absent unless classes are learned jointly and no votes are stored")
    return columns


def _read_planes(reader: SectionReader, name: str, model: LinearClassifier, n_columns: int) -> tuple[Floats, Floats]:
    n_planes = model._division.n_planes
    bias = reader.array(f"{name}bias", np.float64, (n_planes,))
    if not isinstance(model._division, Joint):
        return reader.array(f"{name}weights", np.float64, (n_planes, n_columns)), bias
    return reader.array(f"{name}weights", np.float64, (n_columns, n_planes)).T, bias


def _read_kept(model: LinearClassifier, reader: SectionReader, n_columns: int) -> list[Average]:
    kind = KINDS[reader.choice("kept", KINDS)]
    division = model._division
    last, lag = (division.planes(*_read_planes(reader, name, model, n_columns)) for name in ("last/", "lag/"))
    parts = list(zip(last, reader.wholes("seen", len(last)), lag, strict=True))
    if kind is Average:
        return [Average(plane, seen, lag=its_lag) for plane, seen, its_lag in parts]
    starts = division.planes(*_read_planes(reader, "start/", model, n_columns))
    bias_feature, last_wins = reader.number("bias_feature"), reader.flag("last_wins")
    kept: list[Average] = []
    for (plane, seen, its_lag), start, own in zip(parts, starts, reader.sections("votes", len(parts)), strict=True):
        stored = read_rows(own, "rows", model.n_features_in_, ("dense", "sparse"))
        n_stored = 0 if stored is None else stored.shape[0]
        kept.append(
            Votes(
                plane,
                seen,
                lag=its_lag,
                bias_feature=bias_feature,
                last_wins=last_wins,
                start=start,
                updates=read_updates(own, n_stored, len(plane.bias), seen),
                stored=[] if stored is None else [stored],
                n_stored=n_stored,
            )
        )
    return kept

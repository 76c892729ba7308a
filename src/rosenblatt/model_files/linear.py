"""Linear learners in a model file: the planes that predict, and the state from which learning continues."""

from __future__ import annotations

from copy import copy
from typing import cast

import numpy as np

from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.fitting.multiclass import Joint
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.learn.weights.votes import Votes
from rosenblatt.model_files.learner import read_learner, write_learner
from rosenblatt.model_files.planes import read_planes, write_planes
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.rows import read_rows, read_updates, write_rows, write_updates
from rosenblatt.model_files.slim import read_slim, read_used_columns, write_slim
from rosenblatt.model_files.variances import VARIANCES, read_variances, write_variances
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Indices

FEWEST_COLUMNS = 1024  # a narrower model is written with all of its columns
KINDS: dict[str, type[Average]] = {"average": Average, "votes": Votes}


def write_linear(model: LinearClassifier) -> SectionWriter:
    """Write a linear learner."""
    if model._is_slim:
        return write_slim(model)
    writer = write_learner(model, "coef_", "intercept_", *VARIANCES)
    solutions = cast("list[Average] | None", model._solutions)
    columns = _columns_in_use(model)
    if columns is not None:
        writer.array("used_columns", columns, np.int64)
        writer.format = 2
    if _are_means(model, solutions, columns):
        writer.format = 3
    else:
        write_planes(writer, "", model._division, (model.coef_, model.intercept_), columns)
    if isinstance(model, ConfidenceWeighted):
        write_variances(writer, model, columns)
    if solutions is not None:
        for name, planes in _planes_of(solutions).items():
            wide = planes if model._solution_columns is None else _widened(planes, model, columns)
            write_planes(writer, name, model._division, model._division.stack(wide), columns)
        writer.facts["kept"] = next(name for name, kind in KINDS.items() if type(solutions[0]) is kind)
        writer.facts["seen"] = [one.seen for one in solutions]
        if isinstance(solutions[0], Votes):
            writer.facts.update(bias_feature=solutions[0].bias_feature, last_wins=solutions[0].last_wins)
            writer.sections("votes", map(_write_votes, cast("list[Votes]", solutions)))
    return writer


def _planes_of(solutions: list[Average]) -> dict[str, list[Plane]]:
    """Return the planes from which learning continues."""
    planes = {"last/": [one.plane for one in solutions], "lag/": [one.lag for one in solutions]}
    if isinstance(solutions[0], Votes):
        planes["start/"] = [cast(Plane, one.start) for one in cast("list[Votes]", solutions)]
    return planes


def _are_means(model: LinearClassifier, solutions: list[Average] | None, columns: Indices | None) -> bool:
    """Whether the planes that predict can be computed, to the bit, from those from which learning continues."""
    if solutions is None or type(solutions[0]) is not Average or model.n_features_in_ < FEWEST_COLUMNS:
        return False
    coef, intercept = model._division.stack([one.result() for one in solutions])
    own = model.coef_
    if coef.shape != own.shape:
        if columns is None or len(columns) != coef.shape[1]:
            return False
        own = own[:, columns]
    pairs = ((coef, own), (intercept, model.intercept_))
    return all(np.array_equal(one.view(np.uint64), other.view(np.uint64)) for one, other in pairs)


def _widened(planes: list[Plane], model: LinearClassifier, columns: Indices | None) -> list[Plane]:
    """Return planes for all columns, unless they are already those of the columns in use."""
    solution_columns = cast(Indices, model._solution_columns)
    if columns is not None and len(columns) == len(solution_columns):
        return planes
    return [plane.in_columns(solution_columns, model.n_features_in_) for plane in planes]


def _columns_in_use(model: LinearClassifier) -> Indices | None:
    """Return the columns that have weights, if the file is smaller without the others; None if all are written."""
    n_columns, solutions = model.n_features_in_, cast("list[Average]", model._solutions or [])
    is_joint = isinstance(model._division, Joint) and not (solutions and isinstance(solutions[0], Votes))
    if not is_joint or n_columns < FEWEST_COLUMNS:
        return None
    is_used = np.zeros(n_columns, np.bool_)
    coefs = [model.coef_]
    if solutions and model._solution_columns is None:
        coefs += [model._division.stack(planes)[0] for planes in _planes_of(solutions).values()]
    for weights in (row for coef in coefs for row in coef):
        is_used |= weights.view(np.uint64) != 0  # -0.0 is a weight, too
    for variances in model.variance_ if isinstance(model, ConfidenceWeighted) else ():
        is_used |= variances != 1.0
    if model._solution_columns is not None:
        is_used[model._solution_columns] = True
    columns = np.flatnonzero(is_used)
    n_arrays = 1 + (2 if solutions else 0) + isinstance(model, ConfidenceWeighted)
    n_saved = (n_columns - len(columns)) * model._division.n_planes * n_arrays
    return columns if n_saved >= len(columns) else None


def _write_votes(one: Votes) -> SectionWriter:
    model = copy(one).model()  # which joins the pieces that a stream left
    writer = SectionWriter()
    write_rows(writer, "rows", model.stored if one.n_stored else None)
    write_updates(writer, model.updates)
    return writer


def read_linear(model: LinearClassifier, reader: SectionReader) -> None:
    """Read a linear learner."""
    read_learner(model, reader)
    if "is_slim" in reader.facts:
        read_slim(model, reader)
        return
    columns = _read_columns(model, reader)
    n_columns = model.n_features_in_ if columns is None else len(columns)
    model._solutions = list[Last](_read_solutions(model, reader, n_columns)) if "kept" in reader.facts else None
    if model._solutions is not None and not reader.has_array("weights"):
        model.coef_, model.intercept_ = model._division.stack([one.result() for one in model._solutions])
    else:
        model.coef_, model.intercept_ = read_planes(reader, "", model, n_columns)
    if isinstance(model, ConfidenceWeighted):
        read_variances(model, reader, columns)
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
    columns = read_used_columns(model, reader)
    if not isinstance(model._division, Joint) or reader.facts.get("kept", "average") != "average":
        reader.refuse("used_columns", "absent unless classes are learned jointly and no votes are stored")
    return columns


def _read_solutions(model: LinearClassifier, reader: SectionReader, n_columns: int) -> list[Average]:
    kind = KINDS[reader.choice("kept", KINDS)]
    division = model._division
    last, lag = (division.planes(*read_planes(reader, name, model, n_columns)) for name in ("last/", "lag/"))
    parts = list(zip(last, reader.wholes("seen", len(last)), lag, strict=True))
    if kind is Average:
        return [Average(plane, seen, lag=its_lag) for plane, seen, its_lag in parts]
    starts = division.planes(*read_planes(reader, "start/", model, n_columns))
    bias_feature, last_wins = reader.number("bias_feature"), reader.flag("last_wins")
    solutions: list[Average] = []
    for (plane, seen, its_lag), start, own in zip(parts, starts, reader.sections("votes", len(parts)), strict=True):
        stored = read_rows(own, "rows", model.n_features_in_, ("dense", "sparse"))
        n_stored = 0 if stored is None else stored.shape[0]
        solutions.append(
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
    return solutions

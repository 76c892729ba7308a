"""Kernel learners in a model file: the kernel, the stored rows, and their updates or coefficients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.multiclass import Joint
from rosenblatt.learn.kernel.block import BlockSize
from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import METHODS, Expansion
from rosenblatt.learn.kernel.forget import Forget, Oldest, Projected, Randomly
from rosenblatt.learn.kernel.kernels import Kernel, Linear, Poly, Precomputed, Rbf, Sigmoid
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.model_files.learner import read_learner, write_learner
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.rows import read_rows, read_updates, write_rows, write_updates
from rosenblatt.model_files.writer import SectionWriter

KERNELS: dict[str, type[Kernel]] = {
    "linear": Linear,
    "poly": Poly,
    "rbf": Rbf,
    "sigmoid": Sigmoid,
    "precomputed": Precomputed,
}
_MATRICES = ("dense", "sparse")


def write_kernel_learner(model: KernelPerceptron) -> SectionWriter:
    """Write a kernel learner."""
    writer = write_learner(model)
    solutions = model._solutions
    writer.facts["kept"] = "budgeted" if isinstance(solutions[0], Budgeted) else "expansion"
    writer.section("kernel", _write_kernel(solutions[0].kernel))
    writer.sections(
        "planes", (_write_budgeted(one) if isinstance(one, Budgeted) else _write_expansion(one) for one in solutions)
    )
    return writer


def read_kernel_learner(model: KernelPerceptron, reader: SectionReader) -> None:
    """Read a kernel learner."""
    read_learner(model, reader)
    division, kernel = model._division, _read_kernel(reader.section("kernel"))
    n_problems, n_planes = (1, division.n_planes) if isinstance(division, Joint) else (division.n_planes, 1)
    is_budgeted = reader.choice("kept", ("budgeted", "expansion")) == "budgeted"
    read: Callable[..., Budgeted | Expansion] = _read_budgeted if is_budgeted else _read_expansion
    sections = reader.sections("planes", n_problems)
    model._solutions = [read(one, kernel, n_planes, model.n_features_in_) for one in sections]


# Kernels


def _write_kernel(kernel: Kernel) -> SectionWriter:
    names = [name for name, kind in KERNELS.items() if type(kernel) is kind]
    if not names:
        raise BadParameter(
            "KernelPerceptron: kernel is a function, which a model file cannot hold; choose a kernel by name, or "
            "compute its values and fit with kernel='precomputed'"
        )
    writer = SectionWriter({"name": names[0]})
    for name, value in vars(kernel).items():
        writer.number(name, value)
    return writer


def _read_kernel(reader: SectionReader) -> Kernel:
    kind = KERNELS[reader.choice("name", KERNELS)]
    numbers: dict[str, Any] = {name: reader.number(name) for name in kind.__dataclass_fields__ if name != "degree"}
    if kind is Poly:
        numbers["degree"] = reader.whole("degree", 1)
    return kind(**numbers)


# All updates


def _write_expansion(one: Expansion) -> SectionWriter:
    writer = SectionWriter({"final": one.final, "last_wins": one.last_wins, "needs_lengths": one.needs_lengths})
    writer.facts.update(seen=one.seen, met=one.n_met, block=one.size.rows)
    writer.number("length2", one.length2)
    write_rows(writer, "rows", one.store.all() if len(one.store) else None)
    writer.array("support", one.support, np.int64)
    writer.array("epoch_ends", one.epoch_ends, np.int64)
    write_updates(writer, one.updates)
    return writer


def _read_expansion(reader: SectionReader, kernel: Kernel, n_planes: int, n_columns: int) -> Expansion:
    one = Expansion(
        kernel,
        n_planes,
        reader.choice("final", METHODS),
        reader.flag("last_wins"),
        reader.flag("needs_lengths"),
        seen=reader.whole("seen"),
        n_met=reader.whole("met"),
        length2=reader.number("length2"),
    )
    rows = read_rows(reader, "rows", n_columns, _kinds(kernel))
    if rows is not None:
        one.store.append(rows)
    one.size.rows = reader.whole("block", BlockSize.least, BlockSize.most)
    one.support = reader.indices("support", np.int64, len(one.store), one.n_met)
    one.epoch_ends = reader.indices("epoch_ends", np.int64, None, one.seen + 1).tolist()
    one.updates = read_updates(reader, len(one.store), n_planes, one.seen)
    return one


def _kinds(kernel: Kernel) -> tuple[str, ...]:
    return ("numbers",) if isinstance(kernel, Precomputed) else _MATRICES


# A budget


def _write_budgeted(one: Budgeted) -> SectionWriter:
    writer = SectionWriter(
        {"budget": one.budget, "needs_lengths": one.needs_lengths, "seen": one.seen, "met": one.n_met}
    )
    are_sparse = [hasattr(row, "indptr") for row in one.rows]
    for name, wanted in (("rows", False), ("sparse_rows", True)):
        rows = [row for row, is_sparse in zip(one.rows, are_sparse, strict=True) if is_sparse == wanted]
        write_rows(writer, name, one.kernel.join(rows) if rows else None)
    writer.array("are_sparse", are_sparse, np.bool_)
    writer.array("support", one.support, np.int64)
    writer.array("coefficients", one.coefs, np.float64)
    writer.section("forget", _write_forget(one.forget))
    return writer


def _read_budgeted(reader: SectionReader, kernel: Kernel, n_planes: int, n_columns: int) -> Budgeted:
    are_sparse = reader.array("are_sparse", np.bool_, (None,))
    n_met, budget = reader.whole("met"), reader.whole("budget", max(1, len(are_sparse)))
    dense = read_rows(reader, "rows", n_columns, ("numbers",) if isinstance(kernel, Precomputed) else ("dense",))
    sparse = read_rows(reader, "sparse_rows", n_columns, ("sparse",))
    counts = [0 if rows is None else rows.shape[0] for rows in (dense, sparse)]
    if counts != [np.count_nonzero(~are_sparse), np.count_nonzero(are_sparse)]:
        reader.refuse("are_sparse", f"flags of {counts[0]} dense and {counts[1]} sparse rows", "others")
    places = np.where(are_sparse, np.cumsum(are_sparse), np.cumsum(~are_sparse)) - 1
    one = Budgeted(
        kernel,
        n_planes,
        budget,
        _read_forget(reader.section("forget"), len(are_sparse)),
        reader.flag("needs_lengths"),
        seen=reader.whole("seen"),
        n_met=n_met,
        rows=[(sparse if is_ else dense)[at : at + 1] for is_, at in zip(are_sparse, places.tolist(), strict=True)],
        support=reader.indices("support", np.int64, len(are_sparse), n_met).tolist(),
    )
    one.coefs = reader.array("coefficients", np.float64, (len(are_sparse), n_planes))
    return one


def _write_forget(forget: Forget) -> SectionWriter:
    if isinstance(forget, Randomly):
        return SectionWriter({"way": "random", "state": forget.random.state})
    writer = SectionWriter({"way": "oldest" if isinstance(forget, Oldest) else "project"})
    if isinstance(forget, Oldest):
        writer.number("step", forget.step)
        writer.number("damage", forget.damage)
        writer.facts["updates"] = forget.n_updates
    elif isinstance(forget, Projected):
        writer.number("tolerance", forget.tolerance)
        writer.array("inverse", forget.inverse, np.float64)
        writer.facts["added"] = forget.n_added
    return writer


def _read_forget(reader: SectionReader, n_rows: int) -> Forget:
    way = reader.choice("way", ("random", "oldest", "project"))
    if way == "random":
        return Randomly(_core.Random(reader.whole("state", most=2**64 - 1)))
    if way == "oldest":
        return Oldest(reader.number("step"), reader.number("damage"), reader.whole("updates"))
    n_added = reader.whole("added") if "added" in reader.facts else 0
    return Projected(reader.number("tolerance"), reader.array("inverse", np.float64, (n_rows, n_rows)), n_added)

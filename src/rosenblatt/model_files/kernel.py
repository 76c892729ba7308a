"""What a kernel learner keeps in a model file: its kernel, its stored rows, and what they count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.multiclass import Joint
from rosenblatt.learn.kernel.block import BlockSize
from rosenblatt.learn.kernel.budgeted import Budgeted
from rosenblatt.learn.kernel.expansion import METHODS, Expansion
from rosenblatt.learn.kernel.forget import Forget, Oldest, Projected, Randomly
from rosenblatt.learn.kernel.kernels import Kernel, Linear, Poly, Precomputed, Rbf, Sigmoid
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.model_files.learner import file_learner, learner_from
from rosenblatt.model_files.reader import Filed, Filing
from rosenblatt.model_files.rows import file_rows, file_updates, rows_from, updates_from

KERNELS: dict[str, type[Kernel]] = {
    "linear": Linear,
    "poly": Poly,
    "rbf": Rbf,
    "sigmoid": Sigmoid,
    "precomputed": Precomputed,
}
_MATRICES = ("dense", "sparse")


def file_kernel_learner(model: KernelPerceptron) -> Filing:
    """Write a kernel learner."""
    filing = file_learner(model)
    kept = model._solutions
    filing.facts["kept"] = "budgeted" if isinstance(kept[0], Budgeted) else "expansion"
    filing.add("kernel", _kernel(kept[0].kernel))
    filing.add_all("planes", (_budgeted(one) if isinstance(one, Budgeted) else _expansion(one) for one in kept))
    return filing


def kernel_learner_from(model: KernelPerceptron, filed: Filed) -> None:
    """Read a kernel learner."""
    learner_from(model, filed)
    division, kernel = model._division, _kernel_from(filed.part("kernel"))
    n_problems, n_planes = (1, division.n_planes) if isinstance(division, Joint) else (division.n_planes, 1)
    is_budgeted = filed.choice("kept", ("budgeted", "expansion")) == "budgeted"
    read: Callable[..., Budgeted | Expansion] = _budgeted_from if is_budgeted else _expansion_from
    parts = filed.parts("planes", n_problems)
    model._solutions = [read(part, kernel, n_planes, model.n_features_in_) for part in parts]


# Kernels


def _kernel(kernel: Kernel) -> Filing:
    names = [name for name, kind in KERNELS.items() if type(kernel) is kind]
    if not names:
        raise BadParameter(
            "KernelPerceptron: kernel is a function, which a model file cannot keep; choose a kernel by name, or "
            "compute its values and fit with kernel='precomputed'"
        )
    filing = Filing({"name": names[0]})
    for name, value in vars(kernel).items():
        filing.number(name, value)
    return filing


def _kernel_from(filed: Filed) -> Kernel:
    kind = KERNELS[filed.choice("name", KERNELS)]
    numbers: dict[str, Any] = {name: filed.number(name) for name in kind.__dataclass_fields__ if name != "degree"}
    if kind is Poly:
        numbers["degree"] = filed.whole("degree", 1)
    return kind(**numbers)


# All updates


def _expansion(one: Expansion) -> Filing:
    filing = Filing({"final": one.final, "last_wins": one.last_wins, "needs_lengths": one.needs_lengths})
    filing.facts.update(seen=one.seen, met=one.n_met, block=one.size.rows)
    filing.number("length2", one.length2)
    file_rows(filing, "rows", one.store.all() if len(one.store) else None)
    filing.array("support", one.support, np.int64)
    filing.array("epoch_ends", one.epoch_ends, np.int64)
    file_updates(filing, one.updates)
    return filing


def _expansion_from(filed: Filed, kernel: Kernel, n_planes: int, n_columns: int) -> Expansion:
    one = Expansion(
        kernel,
        n_planes,
        filed.choice("final", METHODS),
        filed.flag("last_wins"),
        filed.flag("needs_lengths"),
        seen=filed.whole("seen"),
        n_met=filed.whole("met"),
        length2=filed.number("length2"),
    )
    rows = rows_from(filed, "rows", n_columns, _kinds(kernel))
    if rows is not None:
        one.store.append(rows)
    one.size.rows = filed.whole("block", BlockSize.least, BlockSize.most)
    one.support = filed.places("support", np.int64, len(one.store), one.n_met)
    one.epoch_ends = filed.places("epoch_ends", np.int64, None, one.seen + 1).tolist()
    one.updates = updates_from(filed, len(one.store), n_planes, one.seen)
    return one


def _kinds(kernel: Kernel) -> tuple[str, ...]:
    return ("numbers",) if isinstance(kernel, Precomputed) else _MATRICES


# A budget


def _budgeted(one: Budgeted) -> Filing:
    filing = Filing({"budget": one.budget, "needs_lengths": one.needs_lengths, "seen": one.seen, "met": one.n_met})
    are_sparse = [sp.issparse(row) for row in one.rows]
    for name, wanted in (("rows", False), ("sparse_rows", True)):
        rows = [row for row, is_sparse in zip(one.rows, are_sparse, strict=True) if is_sparse == wanted]
        file_rows(filing, name, one.kernel.join(rows) if rows else None)
    filing.array("are_sparse", are_sparse, np.bool_)
    filing.array("support", one.support, np.int64)
    filing.array("coefficients", one.coefs, np.float64)
    filing.add("forget", _forget(one.forget))
    return filing


def _budgeted_from(filed: Filed, kernel: Kernel, n_planes: int, n_columns: int) -> Budgeted:
    are_sparse = filed.array("are_sparse", np.bool_, (None,))
    n_met, budget = filed.whole("met"), filed.whole("budget", max(1, len(are_sparse)))
    dense = rows_from(filed, "rows", n_columns, ("numbers",) if isinstance(kernel, Precomputed) else ("dense",))
    sparse = rows_from(filed, "sparse_rows", n_columns, ("sparse",))
    counts = [0 if rows is None else rows.shape[0] for rows in (dense, sparse)]
    if counts != [np.count_nonzero(~are_sparse), np.count_nonzero(are_sparse)]:
        filed.refuse("are_sparse", f"right for {counts[0]} dense and {counts[1]} sparse rows", "others")
    places = np.where(are_sparse, np.cumsum(are_sparse), np.cumsum(~are_sparse)) - 1
    one = Budgeted(
        kernel,
        n_planes,
        budget,
        _forget_from(filed.part("forget"), len(are_sparse)),
        filed.flag("needs_lengths"),
        seen=filed.whole("seen"),
        n_met=n_met,
        rows=[(sparse if is_ else dense)[at : at + 1] for is_, at in zip(are_sparse, places.tolist(), strict=True)],
        support=filed.places("support", np.int64, len(are_sparse), n_met).tolist(),
    )
    one.coefs = filed.array("coefficients", np.float64, (len(are_sparse), n_planes))
    return one


def _forget(forget: Forget) -> Filing:
    if isinstance(forget, Randomly):
        return Filing({"way": "random", "state": forget.random.state})
    filing = Filing({"way": "oldest" if isinstance(forget, Oldest) else "project"})
    if isinstance(forget, Oldest):
        filing.number("step", forget.step)
        filing.number("damage", forget.damage)
        filing.facts["updates"] = forget.n_updates
    elif isinstance(forget, Projected):
        filing.number("tolerance", forget.tolerance)
        filing.array("inverse", forget.inverse, np.float64)
    return filing


def _forget_from(filed: Filed, n_rows: int) -> Forget:
    way = filed.choice("way", ("random", "oldest", "project"))
    if way == "random":
        return Randomly(_core.Random(filed.whole("state", most=2**64 - 1)))
    if way == "oldest":
        return Oldest(filed.number("step"), filed.number("damage"), filed.whole("updates"))
    return Projected(filed.number("tolerance"), filed.array("inverse", np.float64, (n_rows, n_rows)))

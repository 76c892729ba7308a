"""Run workloads by name, a group of them, or all of the first group: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import argparse
import warnings

from sklearn.exceptions import ConvergenceWarning

from benchmarks import family, kernels, machine, memory, report
from benchmarks.published_data import NoData
from benchmarks.timing import take_turns
from benchmarks.workloads import WORKLOADS

MEMORY = "memory"
ALL = {**WORKLOADS, **family.WORKLOADS, **kernels.WORKLOADS}
GROUPS = {"family": list(family.WORKLOADS), "kernels": list(kernels.WORKLOADS)}


def _measure_times(name):
    print(f"{name} ...", flush=True)
    try:
        workload = ALL[name]()
    except NoData as reason:
        print(f"{name} skipped: {reason}")
        return []
    timed = take_turns(workload.contenders)
    workload.check(timed)
    return report.of_times(name, workload, timed)


def _measure_memory():
    rows = []
    for layout in memory.LAYOUTS:
        for side in memory.SIDES:
            print(f"{MEMORY}, {layout}, a {side} ...", flush=True)
            amounts = {learner: memory.measure(learner, layout, side) for learner in memory.LEARNERS}
            rows += report.of_bytes(MEMORY, f"memory of a fit on top of X, {layout}, a {side}", amounts, memory.TARGET)
    return rows


def main():
    """Measure, check, print, and store the raw numbers."""
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure rosenblatt beside its rivals.")
    known = [*ALL, MEMORY, *GROUPS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(known)}; default those before family")
    names = parser.parse_args().names or [*WORKLOADS, MEMORY]
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"there is no workload {unknown[0]!r}; there are {', '.join(known)}")
    names = [name for given in names for name in GROUPS.get(given, [given])]

    warnings.simplefilter("ignore", ConvergenceWarning)  # five passes over noisy rows do not converge
    facts = machine.facts()
    rows = [row for name in names for row in (_measure_memory() if name == MEMORY else _measure_times(name))]
    path = report.write(rows, facts)
    report.show(rows, facts)
    print(f"raw numbers: {path}")


if __name__ == "__main__":
    main()

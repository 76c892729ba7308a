"""The tables of `quality.py`: one per set, and the verdicts on our scores and CPU seconds."""

from __future__ import annotations

from rich.table import Table

from benchmarks.quality_sets import BOOSTING, LINEAR_SVC, LOGISTIC, OURS, SETS, TEXT, WABBIT

NEAR = 0.003  # how far below the best rival our score may be
FASTER = 5  # than a pipeline of scikit-learn with an equal or a lower score
MOST_LOSS, MOST_ERROR = 1.05, 0.02  # log loss beside that of LogisticRegression; calibration error in 15 bins
VERDICTS = {True: "[green]reached[/]", False: "[bold red]LOST[/]"}


def show_set(console, name, results, most_minutes):
    """Print what was measured on a set."""
    one = SETS[name]
    score = "accuracy" if one.positive is None else f"F1 of {one.positive}"
    splits = f", means of {one.n_splits} splits" if one.n_splits > 1 else ""
    table = Table("program", title=f"{name}{splits}")
    for column in (score, "CPU, s", "beside ours", "search of settings, CPU s", "memory, MB"):
        table.add_column(column, justify="right")
    for who, run in results.items():
        if run is None:
            table.add_row(who, f"over {most_minutes} min")
            continue
        searched = f"{run['search_cpu']:.1f}" if run["search_cpu"] else ""
        times = "" if who == OURS or not results[OURS] else f"{run['cpu'] / results[OURS]['cpu']:.1f}x"
        table.add_row(who, f"{run['score']:.4f}", f"{run['cpu']:.2f}", times, searched, f"{run['memory'] / 1e6:.0f}")
    console.print(table)


def verdicts(name, results):
    """Return the verdicts on a set as (text, reached), None for what has no goal there."""
    one, ours = SETS[name], results[OURS]
    rivals = {who: run for who, run in results.items() if who not in (OURS, BOOSTING) and run}
    best = max(rivals, key=lambda who: rivals[who]["score"])
    near = (f"{best} {rivals[best]['score']:.4f}", ours["score"] >= rivals[best]["score"] - NEAR)
    goal = one.to_reach and (f"{one.to_reach}", round(ours["score"], 3) >= one.to_reach)
    if one.kind != TEXT:
        return goal, near, None, None
    slower = {who: rivals[who]["cpu"] / ours["cpu"] for who in (LINEAR_SVC, LOGISTIC) if who in rivals}
    slower = {who: ratio for who, ratio in slower.items() if rivals[who]["score"] <= ours["score"]}
    least = min(slower, key=slower.get) if slower else None
    pipeline = (f"{least} {slower[least]:.1f}x", slower[least] >= FASTER) if least else None
    ratio = rivals[WABBIT]["cpu"] / ours["cpu"]
    return goal, near, pipeline, (f"{ratio:.2f}x", ratio >= 1)


def show_verdicts(console, found):
    """Print one line per set: its goal, the best rival, and for texts the CPU time beside others."""
    table = Table(
        "set", "ours", "to reach", f"best rival, less {NEAR}", f"scikit-learn, {FASTER}x", "Vowpal Wabbit, 1x"
    )
    count = {True: 0, False: 0}
    for name, results in found.items():
        if results[OURS] is None:
            table.add_row(name, "too long")
            continue
        cells = []
        for verdict in verdicts(name, results):
            if verdict:
                count[verdict[1]] += 1
            cells.append(f"{verdict[0]}: {VERDICTS[verdict[1]]}" if verdict else "")
        table.add_row(name, f"{results[OURS]['score']:.4f}", *cells)
    console.print(table)
    console.print(f"{count[True]} of {sum(count.values())} targets reached, {count[False]} lost")


def show_probabilities(console, found):
    """Print one line per set that LogisticRegression was measured on: log loss and calibration error, ours and its."""
    less, error = f"log loss, {MOST_LOSS}x", f"calibration error, {MOST_ERROR}"
    table = Table("set", "ours", "LogisticRegression", less, "our error", "its error", error, title="probabilities")
    for name, results in found.items():
        ours, its = results[OURS], results.get(LOGISTIC)
        if not (ours and its):
            continue
        ratio = ours["log_loss"] / its["log_loss"]
        goals = [f"{ratio:.2f}x", ""]
        if SETS[name].has_goals:
            reached = ratio <= MOST_LOSS, ours["calibration_error"] <= MOST_ERROR
            goals = [f"{ratio:.2f}x: {VERDICTS[reached[0]]}", VERDICTS[reached[1]]]
        losses = (f"{run['log_loss']:.4f}" for run in (ours, its))
        errors = (f"{run['calibration_error']:.4f}" for run in (ours, its))
        table.add_row(name, *losses, goals[0], *errors, goals[1])
    console.print(table)

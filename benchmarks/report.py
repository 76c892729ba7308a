"""The table of results for the terminal, and the raw numbers as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"
WIDTH = 150


@dataclass
class Row:
    """One contender of a workload: `raw` holds seconds per round, or bytes; `reached` is None without a target."""

    workload: str
    title: str
    contender: str
    amount: str
    ratio: str = ""
    target: str = ""
    reached: bool | None = None
    score: float | None = None
    raw: list[float] = field(default_factory=list)


def of_times(name, workload, timed):
    """Return the rows of a workload after its turns; the first is ours."""
    ours = next(iter(timed.values()))
    rows = []
    for contender, one in timed.items():
        target = workload.targets.get(contender)
        rows.append(
            Row(
                workload=name,
                title=workload.title,
                contender=contender,
                amount=_time(one.best),
                ratio="" if one is ours else _ratio(ours.best, one),
                target=str(target or ""),
                reached=target and target.is_reached(ours.best, one.best),
                score=one.contender.score and float(one.contender.score(one.outcome)),
                raw=one.seconds,
            )
        )
    return rows


def of_bytes(name, title, amounts, target):
    """Return the rows of memory by learner; the first is ours, and only it has a target."""
    rows = [Row(name, title, learner, f"{amount:.1f} bytes", raw=[amount]) for learner, amount in amounts.items()]
    rows[0].target, rows[0].reached = str(target), target.is_reached(rows[0].raw[0])
    return rows


def show(rows, facts):
    """Print the table."""
    table = Table("workload", "contender", title="Best of interleaved rounds; ratios are against rosenblatt's time")
    table.add_column("best", justify="right")
    table.add_column("rosenblatt is", justify="right")
    table.add_column("rows right", justify="right")
    table.add_column("target")
    table.add_column("")
    verdicts = {True: "[green]reached[/]", False: "[bold red]LOST[/]", None: ""}
    title = None
    for row in rows:
        if row.title != title:
            table.add_section()
        shown = row.title if row.title != title else ""
        score = "" if row.score is None else f"{row.score:.1%}"
        table.add_row(shown, row.contender, row.amount, row.ratio, score, row.target, verdicts[row.reached])
        title = row.title
    console = Console(width=WIDTH)
    console.print(table)
    lost = sum(row.reached is False for row in rows)
    with_target = sum(row.reached is not None for row in rows)
    console.print(f"{with_target - lost} of {with_target} targets reached, {lost} lost; no answer was found wrong.")
    console.print(f"{facts['cpu']}, {facts['cores']} cores, Python {facts['python']}, commit {facts['commit'][:12]}")


def write(rows, facts):
    """Write all raw numbers to a file; return its path."""
    RESULTS.mkdir(exist_ok=True)
    stamp = facts["date"][:19].replace(":", "")
    path = RESULTS / f"{stamp}-{facts['commit'][:12]}.json"
    path.write_text(json.dumps({**facts, "rows": [asdict(row) for row in rows]}, indent=1) + "\n")
    return path


def _time(seconds):
    return f"{seconds * 1e3:,.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:,.1f} us"


def _ratio(ours, one):
    if one.contender.is_limit:
        return f"{ours / one.best:.2f}x its time"
    return f"{one.best / ours:.1f}x faster" if one.best >= ours else f"{ours / one.best:.1f}x slower"

"""``rosenblatt certify``: whether a plane can separate the classes of a file, with the proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import rosenblatt as rb
from rosenblatt.atomic_file import atomic_text
from rosenblatt.cli._command import IF_NO_MEMORY, Command, argument, echo
from rosenblatt.cli._option_words import in_option_words
from rosenblatt.cli._reading_options import reading_options, reading_parameters
from rosenblatt.errors import RosenblattError
from rosenblatt.memory import memory_errors_named
from rosenblatt.tracing.formatting import count

if TYPE_CHECKING:
    from rosenblatt.cli._all_rows import AllRows
    from rosenblatt.geometry.certificate_json import AnyCertificate

EXIT_CODES = {"separable": 0, "inseparable": 1, "undecided": 3}
_ERROR = 2


class _Certify(Command):
    if_wrong = _ERROR


@click.command(cls=_Certify)
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@click.option("--label", metavar="COLUMN", help="Column that holds the label.")
@click.option("--bias/--no-bias", default=True, help="Allow planes that miss the origin.")
@click.option(
    "--multiclass",
    type=click.Choice(["ovr", "ovo", "joint"]),
    default="ovr",
    help="Several classes: each from the rest, each pair, or all at once by one plane per class.",
)
@click.option("--kernel", metavar="NAME", help="Ask for planes in the space of a kernel: linear, poly or rbf.")
@click.option("--degree", default=3, metavar="N", help="Of the poly kernel (gamma u.v + coef0)^degree.")
@click.option("--gamma", default=1.0, metavar="NUMBER", help="Of the poly and rbf kernels.")
@click.option("--coef0", default=0.0, metavar="NUMBER", help="Of the poly kernel.")
@click.option("--tol", default=1e-6, metavar="NUMBER", help="Width of the bracket of the margin, relative to it.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="The most seconds.")
@click.option("--work-limit", type=float, metavar="NUMBER", help="The most multiply-adds.")
@click.option("--json", "json_file", type=Path, metavar="FILE", help="Write the certificate here.")
@click.option("--verify", type=Path, metavar="FILE", help="Check this certificate instead of finding one.")
@reading_options
def certify(  # noqa: PLR0917  the parameters are the options of the command
    file: str,
    label: str | None,
    bias: bool,
    multiclass: str,
    kernel: str | None,
    degree: int,
    gamma: float,
    coef0: float,
    tol: float,
    time_limit: float | None,
    work_limit: float | None,
    json_file: Path | None,
    verify: Path | None,
    reading: dict[str, Any],
) -> None:
    """Decide whether a plane can separate the classes, and prove it.

    Exit code 0: separable; 1: inseparable; 2: an error; 3: a limit was reached before a proof.
    With several classes, each is separated from the rest, and the worst verdict counts; --multiclass asks otherwise.

    Example: rosenblatt certify examples/fruit.csv --label fruit
    """
    from rosenblatt.cli._all_rows import read_all  # noqa: PLC0415  --help must not wait for NumPy

    try:
        with memory_errors_named(file, IF_NO_MEMORY):
            data = read_all(file, label, reading_parameters(reading))
            if verify is not None:
                proofs = _read(verify)
                for proof in proofs:
                    rb.verify(proof, data.X, data.y)
                echo(f"{verify}: holds for {file}")
            else:
                answer = rb.certify(
                    data.X,
                    data.y,
                    bias,
                    multiclass=multiclass,
                    kernel=kernel,
                    degree=degree,
                    gamma=gamma,
                    coef0=coef0,
                    tol=tol,
                    time_limit=time_limit,
                    work_limit=work_limit,
                )
                proofs = list(answer.values()) if isinstance(answer, dict) else [answer]
            if json_file is not None:
                _write(json_file, proofs)
    except FileNotFoundError as error:
        echo(f"Error: {error.filename}: there is no such file or folder", err=True)
        raise click.exceptions.Exit(_ERROR) from None
    except (RosenblattError, OSError) as error:
        echo(f"Error: {in_option_words(str(error))}", err=True)
        raise click.exceptions.Exit(_ERROR) from None
    for proof in proofs:
        echo(describe(proof, data))
    raise click.exceptions.Exit(_worst(proofs))


def describe(proof: AnyCertificate, data: AllRows) -> str:
    """Describe a verdict and its proof in a few lines."""
    lines = [f"{proof.verdict}: {_question(proof)}"]
    if isinstance(proof, rb.Separable | rb.LinearMachine | rb.KernelSeparable):
        low, high = proof.margin
        most = rb.MistakeBound.of(proof).most_updates
        if low > 0:
            lines.append(f"  margin   from {low:.9g} to {high:.9g}")
        else:
            lines.append("  margin   above 0: no two equal rows have different labels, and rbf separates all others")
        no_bound = "none, as the margin is not known or below the smallest float"
        lines.append(f"  radius   {proof.radius:.9g}")
        lines.append(
            f"  bound    {no_bound if most is None else 'a perceptron makes at most ' + count(most, 'update')}"
        )
        if proof.support:
            lines.append(f"  support  {_lines(proof.support, data)}")
    elif isinstance(proof, rb.Undecided):
        lines += [f"  stopped by {proof.reason}", f"  margin   at most {proof.margin.high:.9g}"]
    else:
        lines += _cancelling(proof, data)
    return "\n".join(lines)


def _question(proof: AnyCertificate) -> str:
    rest = "the rest" if proof.negative is None else repr(proof.negative)
    sides = "all classes at once" if proof.positive is None else f"{proof.positive!r} against {rest}"
    kernel = getattr(proof, "kernel", None)
    return sides if kernel is None else f"{sides}, in the space of the {kernel.name} kernel"


def _cancelling(proof: rb.Inseparable | rb.NoLinearMachine | rb.KernelInseparable, data: AllRows) -> list[str]:
    total = sum(proof.multipliers)
    rivals = getattr(proof, "rivals", ()) or [None] * len(proof.rows)
    lines = ["  these rows, weighted so, cancel out: no plane has all of them on the right side"]
    for row, rival, multiplier in zip(proof.rows, rivals, proof.multipliers, strict=True):
        against = "" if rival is None else f" against {rival}"
        lines.append(f"    line {data.lines[row]}  {data.y[row]}{against}  {multiplier / total:.6g}")
    if isinstance(proof, rb.Inseparable) and len(proof.point) <= 20:
        lines.append(f"  both classes meet at ({', '.join(f'{value:.6g}' for value in proof.point)})")
    return lines


def _lines(rows: tuple[int, ...], data: AllRows) -> str:
    shown = ", ".join(str(data.lines[row]) for row in rows[:20])
    return f"line{'s' if len(rows) > 1 else ''} {shown}" + (f" and {len(rows) - 20} more" if len(rows) > 20 else "")


def _worst(proofs: list[AnyCertificate]) -> int:
    verdicts = {proof.verdict for proof in proofs}
    return next(EXIT_CODES[verdict] for verdict in ("inseparable", "undecided", "separable") if verdict in verdicts)


def _write(path: Path, proofs: list[AnyCertificate]) -> None:
    """Write one certificate as an object, several as a list."""
    texts = [proof.to_json() for proof in proofs]
    with atomic_text(path) as stream:
        stream.write((texts[0] if len(texts) == 1 else "[" + ",\n".join(texts) + "]") + "\n")


def _read(path: Path) -> list[AnyCertificate]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise RosenblattError(f"{path}:{error.lineno}: this is not JSON: {error.msg}") from None
    return [rb.from_json(json.dumps(item)) for item in (content if isinstance(content, list) else [content])]

"""A trace as records: JSON with everything, and a table with one line per step."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.atomic_file import atomic_text
from rosenblatt.errors import MissingPackage
from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.tracing.convergence import Convergence, convergence
from rosenblatt.tracing.formatting import in_one_line, name_of
from rosenblatt.tracing.step import Change

if TYPE_CHECKING:
    import pandas as pd

    from rosenblatt.learn.base import Classifier
    from rosenblatt.rows import Floats
    from rosenblatt.tracing.step import ModelState, Part, Step
    from rosenblatt.tracing.trace import Trace

FORMAT = "rosenblatt trace 1"
MAX_WEIGHTS = 100
_PROOF_COLUMNS = ("w*.w", "gamma*T", "|w|", "R*sqrt(T)", "cos")


def to_json(trace: Trace) -> str:
    """Return everything, one line per step; numbers keep their bits."""
    model = trace.model
    content = {
        "format": FORMAT,
        "learner": in_one_line(model),
        "features": [trace.feature_name(j) for j in range(trace.X.shape[1])],
        **_learned(model),
        "n_steps": trace.n_steps,
        "left_out": trace.left_out,
    }
    parts = ",\n".join(_part(trace, part) for part in trace.parts)
    return f'{{{_fields(content)},\n"parts": [\n{parts}\n]}}\n'


def _learned(model: Classifier) -> dict[str, Any]:
    if isinstance(model, KernelPerceptron):
        return {"support": model.support_.tolist(), "dual_coef": model.dual_coef_.tolist()}
    assert isinstance(model, LinearClassifier), "every learner has weights or a kernel"
    learned = {"coef": model.coef_.tolist(), "intercept": model.intercept_.tolist()}
    if isinstance(model, ConfidenceWeighted):
        learned |= {"variance": model.variance_.tolist(), "intercept_variance": model.intercept_variance_.tolist()}
    return learned


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def _fields(content: dict[str, Any]) -> str:
    return ",\n".join(f"{_text(name)}: {_text(value)}" for name, value in content.items())


def _part(trace: Trace, part: Part) -> str:
    bound = part.bound
    content = {
        "classes": part.classes,
        "bound": None if bound is None or math.isinf(bound.updates) else bound.updates,
        "stop_reason": part.stop_reason,
        "cycle": None if part.cycle is None else part.cycle._asdict(),
        "start": _state(trace, part.start),
        "end": _state(trace, part.end),
    }
    of_step = _kernel_step if trace.is_of_kernel else _step
    steps = ",\n".join(_text(of_step(step)) for step in part.steps)
    return f'{{{_fields(content)},\n"steps": [\n{steps}\n]}}'


def _state(trace: Trace, state: ModelState) -> dict[str, Any]:
    if trace.is_of_kernel:
        return {"coefficients": state.weights.tolist()}
    names = ("weights", "bias", "variances", "bias_variances")
    return {name: array.tolist() for name, array in zip(names, state, strict=True) if array is not None}


def _step(step: Step) -> dict[str, Any]:
    columns, values, weights, variances = step.terms
    unchanged = Change(columns, weights, step.bias, variances, step.bias_variances)
    after = unchanged if step.change is None else step.change
    arrays = {
        "columns": columns,
        "values": values,
        "weights_before": weights,
        "weights_after": after.numbers,
        "bias_before": step.bias,
        "bias_after": after.bias,
        "variances_before": variances,
        "variances_after": after.variances,
        "bias_variances_before": step.bias_variances,
        "bias_variances_after": after.bias_variances,
    }
    return _facts(step) | {name: array.tolist() for name, array in arrays.items() if array is not None}


def _kernel_step(step: Step) -> dict[str, Any]:
    rows, values, coefficients, _ = step.terms
    change = Change(rows[:0], coefficients[:0], step.bias) if step.change is None else step.change
    arrays = {"support": rows, "kernel_values": values, "coefficients": coefficients}
    changes = {"changed": change.entries, "changed_to": change.numbers}
    return _facts(step) | {name: array.tolist() for name, array in (arrays | changes).items()}


def _facts(step: Step) -> dict[str, Any]:
    return {
        "step": step.number,
        "epoch": step.epoch,
        "row": step.row,
        "name": step.name,
        "label": step.label,
        "activation": step.activation,
        "prediction": step.prediction,
        "rival": step.rival,
        "margin": step.margin,
        "mistake": step.is_mistake,
        "update": step.is_update,
        "size": step.size,
        "mistakes": step.n_mistakes,
        "updates": step.n_updates,
    }


def records(trace: Trace) -> list[dict[str, Any]]:
    """Return one record per step, with the same keys for all steps of a part."""
    wide = any(part.start.weights.size > MAX_WEIGHTS for part in trace.parts)
    return [
        _record(trace, part, step, wide) | _proof_columns(numbers, step)
        for part in trace.parts
        for numbers in [convergence(part)]
        for step in part.steps
    ]


def _proof_columns(numbers: Convergence | None, step: Step) -> dict[str, float | None]:
    """Return the numbers of the proof of convergence after a step."""
    if numbers is None:
        return {}
    now = [float(column[step.n_updates]) for column in numbers]
    return dict(zip(_PROOF_COLUMNS, (None if math.isnan(number) else number for number in now), strict=True))


def _record(trace: Trace, part: Part, step: Step, wide: bool) -> dict[str, Any]:
    facts = _facts(step)
    record: dict[str, Any] = {}
    if len(trace.parts) > 1:
        record["problem"] = f"{name_of(part.classes[1])} against {name_of(part.classes[0])}"
    if isinstance(step.activation, tuple):
        for name, activation in zip(part.classes, step.activation, strict=True):
            facts[f"activation of {name_of(name)}"] = activation
        del facts["activation"]
    else:
        del facts["rival"]
    record |= facts
    if part.bound is not None:
        record["bound"] = part.bound.updates
    return record if wide else record | _weights(trace, part, step)


def _weights(trace: Trace, part: Part, step: Step) -> dict[str, float]:
    """Return each weight after the step by name, with its variance if it has one.

    With several classes at once, the name includes the class.
    """
    state = step.after
    if trace.is_of_kernel:
        return _named(trace, part, ("coefficient", state.weights), ("", None))
    named = _named(trace, part, ("weight", state.weights), ("bias", state.bias))
    if state.variances is not None:
        named |= _named(trace, part, ("variance", state.variances), ("variance of bias", state.bias_variances))
    return named


def _named(
    trace: Trace, part: Part, weights: tuple[str, Floats], biases: tuple[str, Floats | None]
) -> dict[str, float]:
    what, numbers = weights
    rows = np.atleast_2d(numbers.T).tolist()
    named: dict[str, float] = {}
    for place, row in enumerate(rows):
        whose = f" of {name_of(part.classes[place])}" if len(rows) > 1 else ""
        named |= {f"{what} {trace.entry_name(j)}{whose}": number for j, number in enumerate(row)}
        if biases[1] is not None:
            named[f"{biases[0]}{whose}"] = float(biases[1][place])
    return named


def to_csv(trace: Trace, path: Path | None) -> str | None:
    """Write one line per step to the file, or return the text."""
    lines = records(trace)
    text = io.StringIO()
    names = list(dict.fromkeys(name for line in lines for name in line))
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    if path is None:
        return text.getvalue()
    with atomic_text(path) as stream:
        stream.write(text.getvalue())
    return None


def to_frame(trace: Trace) -> pd.DataFrame:
    """Return a frame with one row per step."""
    try:
        import pandas as pd  # noqa: PLC0415  only this method needs pandas
    except ImportError:
        raise MissingPackage("to_frame needs pandas: pip install pandas; to_csv and to_json do without") from None
    return pd.DataFrame(records(trace))

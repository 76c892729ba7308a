"""One estimator, or a pipeline of several, in a model file: its class, its options, and what it learned."""

from __future__ import annotations

from typing import Any

from rosenblatt.errors import BadParameter
from rosenblatt.model_files.options import read_options, write_options
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.registry import CLASSES, class_named, kind_named, kind_of, name_of
from rosenblatt.model_files.steps import Steps
from rosenblatt.model_files.writer import SectionWriter, refuse_other_attributes

_PIPELINE = "Pipeline"
_PIPELINE_OPTIONS = ("steps", "memory", "verbose", "transform_input")


def write_model(model: Any) -> SectionWriter:
    """Write an estimator or a pipeline."""
    return _write_pipeline(model) if _is_pipeline(model) else write_estimator(model, type(model).__name__)


def read_model(reader: SectionReader) -> Any:
    """Read an estimator, or the steps of a pipeline."""
    return _read_pipeline(reader) if reader.facts.get("class") == _PIPELINE else _read_estimator(reader)


def write_estimator(estimator: Any, called: str) -> SectionWriter:
    """Write an estimator; `called` is what an error calls it."""
    kind = kind_of(estimator)
    if kind is None:
        raise BadParameter(
            f"save: a model file holds {', '.join(CLASSES)} or a scikit-learn Pipeline of these, but {called} is of "
            f"the class {type(estimator).__module__}.{type(estimator).__qualname__}; save it by other means"
        )
    learned, options = kind.write(estimator), estimator.get_params(deep=False)
    refuse_other_attributes(estimator, {*options, *learned.attributes})
    writer = SectionWriter({"class": kind.name})
    writer.section("options", write_options(options, kind.name, name_of))
    writer.merge(learned)
    return writer


def _read_estimator(reader: SectionReader) -> Any:
    kind = kind_named(reader.choice("class", CLASSES))
    options = read_options(reader.section("options"), class_named)
    try:
        estimator = kind.type(**options)
    except TypeError:
        reader.refuse("options", f"parameters of {kind.name}")
    kind.read(estimator, reader)
    return estimator


def _is_pipeline(model: Any) -> bool:
    if isinstance(model, Steps) or not hasattr(model, "steps"):
        return isinstance(model, Steps)
    from sklearn.pipeline import Pipeline  # noqa: PLC0415  slow to import, and commands save `Steps`

    return type(model) is Pipeline


def _write_pipeline(pipeline: Any) -> SectionWriter:
    refuse_other_attributes(pipeline, _PIPELINE_OPTIONS)
    if any(getattr(pipeline, option, None) is not None for option in ("memory", "transform_input")):
        raise BadParameter("save: memory and transform_input of a Pipeline must be None; a model file holds neither")
    writer = SectionWriter({"class": _PIPELINE, "verbose": bool(pipeline.verbose)})
    writer.facts["names"] = [str(name) for name, _ in pipeline.steps]
    writer.sections("steps", (write_estimator(step, f"step {name!r}") for name, step in pipeline.steps))
    return writer


def _read_pipeline(reader: SectionReader) -> Steps:
    names = reader.strings("names")
    if not names or len(set(names)) < len(names):
        reader.refuse("names", "different names")
    steps = [_read_estimator(one) for one in reader.sections("steps", len(names))]
    return Steps(list(zip(names, steps, strict=True)), verbose=reader.flag("verbose"))

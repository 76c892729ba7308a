"""A model as a file: weights and all else that it needs to predict the same bits and to go on learning.

Nothing is ever unpickled: a file holds numbers, text and the names of classes out of the short list below.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt._scikit import Pipeline
from rosenblatt.errors import BadModelFile, BadParameter
from rosenblatt.model_files.container import OpenFile, opened, write
from rosenblatt.model_files.options import decode_options, encode_options
from rosenblatt.model_files.reader import Filed, Filing, refuse_others
from rosenblatt.model_files.registry import CLASSES, kind_named, kind_of
from rosenblatt.version import __version__

FORMAT = 2  # which this version reads; a file has the lowest that it can do with: 2 if it leaves out empty columns
_PIPELINE = "Pipeline"
_PIPELINE_OPTIONS = ("steps", "memory", "verbose", "transform_input")


def save(model: Any, path: str | PathLike[str], facts: Mapping[str, Any] | None = None) -> None:
    """Write a model to a file, which `load` opens; a file that is already there is replaced at once.

    The same model gives the same bytes.

    Parameters
    ----------
    model : a fitted learner of this package, its `TextFeatures` or `TableFeatures`, or a scikit-learn ``Pipeline`` of
        these.
    path : where to; a file written only in part is never left behind.
    facts : whatever you want to know of the model later, as JSON has it; `saved_facts` gives it back.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt as rb
    >>> model = rb.Perceptron().fit([[0, 1], [1, 0]], ["ham", "spam"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "spam.rosenblatt")
    ...     rb.save(model, path)
    ...     twin = rb.load(path)
    >>> twin.predict([[3, 0]]).tolist(), twin.n_updates_ == model.n_updates_
    (['spam'], True)
    """
    filing = _file_pipeline(model) if type(model) is Pipeline else _file_one(model, type(model).__name__)
    header = {"format": filing.format, "versions": _versions(), "facts": _plain(facts), "model": filing.facts}
    write(Path(path), json.dumps(header, allow_nan=False), filing.arrays)


def load(path: str | PathLike[str]) -> Any:
    """Open a model that `save` wrote: it predicts the same bits, and goes on learning where it stopped.

    Parameters
    ----------
    path : the file. Whatever it holds, it cannot run code; a file that is damaged, or of another kind, is refused.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.load("README.md")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rosenblatt.errors.BadModelFile: README.md: ...
    """
    with opened(Path(path)) as file:
        filed = Filed(_header(file).get("model"), file)
        try:
            return _pipeline_from(filed) if filed.facts.get("class") == _PIPELINE else _one_from(filed)
        except RecursionError:
            raise BadModelFile("the header is nested too deeply") from None


def saved_facts(path: str | PathLike[str]) -> dict[str, Any]:
    """Read the facts that were given to `save`; the model itself is not looked at.

    Parameters
    ----------
    path : the file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt as rb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "words.rosenblatt")
    ...     rb.save(rb.TextFeatures(bits=18), path, facts={"data": "mails.csv"})
    ...     rb.saved_facts(path)
    {'data': 'mails.csv'}
    """
    with opened(Path(path), is_whole=False) as file:
        facts = _header(file).get("facts")
        if not isinstance(facts, dict):
            raise BadModelFile("the facts must be an object")
        return facts


# The header


def _versions() -> dict[str, str]:
    from importlib import metadata  # noqa: PLC0415  it takes a while to load, and only saving needs it

    return {"rosenblatt": __version__, "numpy": np.__version__, "scikit-learn": metadata.version("scikit-learn")}


def _plain(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    given = {} if facts is None else dict(facts)
    try:
        is_plain = json.loads(json.dumps(given, allow_nan=False)) == given
    except (TypeError, ValueError, RecursionError):
        is_plain = False
    if not is_plain:
        raise BadParameter(
            "save: facts must be a dict that JSON can hold: of strings, finite numbers, booleans, None, lists and "
            "dicts with strings as keys"
        )
    return given


def _header(file: OpenFile) -> dict[str, Any]:
    try:
        header = json.loads(file.text)
    except (ValueError, RecursionError):
        raise BadModelFile("the header is not JSON: the file was damaged or changed") from None
    number = header.get("format")
    if type(number) is not int or number < 1:
        raise BadModelFile("the header has no format number: the file was damaged or changed")
    if number > FORMAT:
        maker = header.get("versions")
        raise BadModelFile(
            f"this is a model file of format {number}, made by {maker}; this version of rosenblatt reads formats up to "
            f"{FORMAT}: upgrade it"
        )
    return dict(header)


# Learners and features


def _file_one(model: Any, called: str) -> Filing:
    kind = kind_of(model)
    if kind is None:
        raise BadParameter(
            f"save: a model file keeps {', '.join(CLASSES)} or a scikit-learn Pipeline of these, and {called} is of "
            f"the class {type(model).__module__}.{type(model).__qualname__}; save what it learned by other means"
        )
    name, state = kind.of.__name__, kind.write(model)
    options = model.get_params(deep=False)
    refuse_others(model, {*options, *state.attributes})
    filing = Filing({"class": name})
    filing.add("options", encode_options(options, name, _name_of))
    filing.facts.update(state.facts)
    filing.arrays.update(state.arrays)
    filing.format = state.format
    return filing


def _name_of(option: object) -> str | None:
    kind = kind_of(option)
    return None if kind is None else kind.of.__name__


def _one_from(filed: Filed) -> Any:
    kind = kind_named(filed.choice("class", CLASSES))
    options = decode_options(filed.part("options"), lambda name: kind_named(name).of)
    try:
        model = kind.of(**options)
    except TypeError:
        filed.refuse("options", f"those that {kind.of.__name__} knows")
    kind.read(model, filed)
    return model


# Pipelines


def _file_pipeline(pipeline: Any) -> Filing:
    refuse_others(pipeline, _PIPELINE_OPTIONS)
    if pipeline.memory is not None or getattr(pipeline, "transform_input", None) is not None:
        raise BadParameter("save: memory and transform_input of a Pipeline must be None; a model file keeps neither")
    filing = Filing({"class": _PIPELINE, "verbose": bool(pipeline.verbose)})
    filing.facts["names"] = [str(name) for name, _ in pipeline.steps]
    filing.add_all("steps", (_file_one(step, f"step {name!r}") for name, step in pipeline.steps))
    return filing


def _pipeline_from(filed: Filed) -> Any:
    names = filed.strings("names")
    if not names or len(set(names)) < len(names):
        filed.refuse("names", "different names")
    steps = [_one_from(part) for part in filed.parts("steps", len(names))]
    return Pipeline(list(zip(names, steps, strict=True)), verbose=filed.flag("verbose"))

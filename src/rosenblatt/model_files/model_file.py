"""A model as a file: weights and all else that it needs to predict the same bits and to continue learning.

Nothing is ever unpickled: a file holds numbers, text and the names of classes in `registry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from rosenblatt.errors import BadModelFile
from rosenblatt.model_files.container import opened, write
from rosenblatt.model_files.estimators import read_model, write_model
from rosenblatt.model_files.header import make_header, read_header
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.steps import Steps


def save(model: Any, path: str | PathLike[str], facts: Mapping[str, Any] | None = None) -> None:
    """Write a model to a file, which `load` opens; an existing file is replaced.

    Saving does not change the model, and the same model results in the same bytes.

    Parameters
    ----------
    model : a fitted learner of this package, its `TextFeatures` or `TableFeatures`, or a scikit-learn ``Pipeline`` of
        these.
    path : the file; it is written as a whole or not at all.
    facts : anything to store with the model, as a dict that JSON can hold; `saved_facts` returns it.

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
    section = write_model(model)
    write(Path(path), make_header(section, facts), section.arrays)


def load(path: str | PathLike[str]) -> Any:
    """Open a model that `save` wrote: it predicts the same bits, and continues learning where it stopped.

    Parameters
    ----------
    path : the file. Whatever it holds, it cannot run code; a damaged file, or one of another kind, is refused.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.load("README.md")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rosenblatt.errors.BadModelFile: README.md: ...
    """
    model = load_steps(path)
    return model.to_pipeline() if isinstance(model, Steps) else model


def load_steps(path: str | PathLike[str]) -> Any:
    """Open a model as `load` does, but return `Steps` in place of a scikit-learn ``Pipeline``."""
    with opened(Path(path)) as file:
        section = SectionReader(read_header(file.text).get("model"), file)
        try:
            return read_model(section)
        except RecursionError:
            raise BadModelFile("the header is nested too deeply") from None


def saved_facts(path: str | PathLike[str]) -> dict[str, Any]:
    """Return the facts that `save` stored; the model itself is not read.

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
        facts = read_header(file.text).get("facts")
        if not isinstance(facts, dict):
            raise BadModelFile("the facts must be an object")
        return facts

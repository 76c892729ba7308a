"""The JSON text of a model file: its format, the versions that wrote it, the user's facts, and the model's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from rosenblatt.errors import BadModelFile, BadParameter
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.version import __version__

# The highest format that this version reads. A file has the lowest that can hold it: 2 leaves out columns without
# weights, 3 averages that can be computed, and has small types for the numbers of texts, and may be slim.
FORMAT = 3


def make_header(model: SectionWriter, facts: Mapping[str, Any] | None) -> str:
    """Return the text that goes with the arrays of a model."""
    versions = {"rosenblatt": __version__, "numpy": np.__version__, "scikit-learn": _scikit_learn_version()}
    header = {"format": model.format, "versions": versions, "facts": _checked(facts), "model": model.facts}
    return json.dumps(header, allow_nan=False)


def _scikit_learn_version() -> str:
    from importlib import metadata  # noqa: PLC0415  slow to import, though not as slow as scikit-learn itself

    return metadata.version("scikit-learn")


def _checked(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    given = {} if facts is None else dict(facts)
    try:
        is_json = json.loads(json.dumps(given, allow_nan=False)) == given
    except (TypeError, ValueError, RecursionError):
        is_json = False
    if not is_json:
        raise BadParameter(
            "save: facts must be a dict that JSON can hold: of strings, finite numbers, booleans, None, lists and "
            "dicts with strings as keys"
        )
    return given


def read_header(text: str) -> dict[str, Any]:
    """Parse the text of a file, and refuse a format that is newer than this version."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise BadModelFile("the header is not JSON: the file was damaged or changed") from None
    number = header.get("format")
    if type(number) is not int or number < 1:
        raise BadModelFile("the header has no format number: the file was damaged or changed")
    if number > FORMAT:
        raise BadModelFile(
            f"this model file has format {number}, written by {header.get('versions')}; this version of rosenblatt "
            f"reads formats up to {FORMAT}: upgrade it"
        )
    return dict(header)

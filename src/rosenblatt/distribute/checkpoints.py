"""The state of a training after each round, in a folder or at a URL, from which a later run goes on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from rosenblatt.atomic_file import atomic_bytes
from rosenblatt.errors import BadModelFile, RosenblattError
from rosenblatt.read.remote_source import file_system
from rosenblatt.read.urls import is_url

_FACTS, _CLAIM = "facts", "training"


@dataclass(frozen=True)
class Checkpoints:
    """Named records of arrays and numbers, each written as a whole or not at all.

    Parameters
    ----------
    place : a folder or a URL.
    key : of the training; records of another are refused.
    """

    place: str
    key: str

    def read(self, name: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]] | None:
        """Return the arrays and the facts of a record; None if there is none."""
        data = self._read(name)
        if data is None:
            return None
        try:
            arrays = load(data)
            facts: dict[str, Any] = json.loads(arrays.pop(_FACTS).tobytes())
        except (SafetensorError, KeyError, ValueError):
            raise BadModelFile(f"{self._path(name)}: this is no checkpoint; delete it to train again") from None
        if facts.pop("key", None) != self.key:
            raise BadModelFile(
                f"{self._path(name)}: this checkpoint is of another training, or its files have changed; delete the "
                "folder, or name another one"
            )
        return arrays, facts

    def write(self, name: str, arrays: dict[str, NDArray[Any]], facts: dict[str, Any]) -> None:
        """Write a record."""
        text = json.dumps({**facts, "key": self.key}).encode()
        whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        data = save({**whole, _FACTS: np.frombuffer(text, np.uint8)})
        if is_url(self.place):
            files, path = file_system(self._path(name))
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
            files.pipe_file(path, data)
            return
        Path(self.place).mkdir(parents=True, exist_ok=True)
        with atomic_bytes(Path(self._path(name))) as file:
            file.write(data)

    def delete(self, name: str) -> None:
        """Delete a record, if it is there."""
        if not is_url(self.place):
            Path(self._path(name)).unlink(missing_ok=True)
            return
        files, path = file_system(self._path(name))
        if files.exists(path):
            files.rm_file(path)

    def claim(self) -> None:
        """Raise if the place holds records of another training, or cannot be written to."""
        try:
            if self.read(_CLAIM) is None:
                self.write(_CLAIM, {}, {})
        except OSError as error:
            raise RosenblattError(
                f"`checkpoint=` must be a folder or a URL that can be written to, got {self.place!r}: {error}"
            ) from None

    def _path(self, name: str) -> str:
        return f"{self.place.rstrip('/')}/{name}.safetensors"

    def _read(self, name: str) -> bytes | None:
        if is_url(self.place):
            files, path = file_system(self._path(name))
            return bytes(files.cat_file(path)) if files.exists(path) else None
        file = Path(self._path(name))
        return file.read_bytes() if file.exists() else None

"""The course of training in a model file: one row of numbers per epoch, and certificates as their own JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from rosenblatt.errors import BadCertificate
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable, Undecided
from rosenblatt.geometry.certificate_json import from_json
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter

_BETWEEN = "\0"  # which JSON cannot contain
_COUNTS = 4  # the leading numbers of an epoch, which are whole
_LONGEST_NUMBER = 2**18  # digits; the time to cancel a fraction grows with their square


def write_histories(writer: SectionWriter, histories: Sequence[list[Epoch]]) -> None:
    """Write the epochs of one or several learners."""
    epochs = [[math.nan if value is None else value for value in epoch] for history in histories for epoch in history]
    writer.array("history", np.array(epochs, dtype=np.float64).reshape(len(epochs), len(Epoch._fields)), np.float64)
    writer.facts["epochs"] = [len(history) for history in histories]


def read_histories(reader: SectionReader, count: int) -> list[list[Epoch]]:
    """Read the epochs of `count` learners."""
    lengths = reader.wholes("epochs", count)
    table = reader.array("history", np.float64, (sum(lengths), len(Epoch._fields)))
    whole = table[:, :_COUNTS]
    if not np.all((whole >= 0) & (whole < 2**53) & (whole == np.floor(whole))):
        reader.refuse("history", "epochs that count in whole numbers", "others")
    epochs = [_epoch(row) for row in table.tolist()]
    ends = np.cumsum(lengths, dtype=np.int64).tolist()
    return [epochs[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _epoch(row: list[float]) -> Epoch:
    epoch, seen, mistakes, updates, loss, change, error, seconds = row
    counts = int(epoch), int(seen), int(mistakes), int(updates)
    return Epoch(*counts, loss, change, None if math.isnan(error) else error, seconds)


def write_certificates(writer: SectionWriter, certificates: Sequence[Certificate | None]) -> None:
    """Write the certificates of one or several learners, of which some may have none."""
    if any(certificate is not None for certificate in certificates):
        texts = ["" if certificate is None else certificate.to_json() for certificate in certificates]
        writer.text("certificates", _BETWEEN.join(texts))


def read_certificates(reader: SectionReader, count: int) -> list[Certificate | None]:
    """Read the certificates of `count` learners."""
    if not reader.has_array("certificates"):
        return [None] * count
    texts = reader.text("certificates").split(_BETWEEN)
    if len(texts) != count:
        reader.refuse("certificates", f"certificates of {count} learners", f"{len(texts)}")
    if any(re.search(rf"[0-9a-fA-Fx]{{{_LONGEST_NUMBER}}}", text) for text in texts):
        reader.refuse("certificates", f"of numbers with fewer than {_LONGEST_NUMBER} digits", "a longer one")
    try:
        return [_certificate(text) if text else None for text in texts]
    except (BadCertificate, RecursionError) as error:
        reader.refuse("certificates", "certificates that to_json wrote", f"something else ({error})")


def _certificate(text: str) -> Certificate:
    """Read a certificate about a plane: learners look for no other."""
    certificate = from_json(text)
    if not isinstance(certificate, Separable | Inseparable | Undecided):
        raise BadCertificate(f"a {type(certificate).__name__}, where a proof about a plane belongs")
    return certificate

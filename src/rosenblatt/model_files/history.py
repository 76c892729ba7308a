"""How training went, in a model file: a row of numbers an epoch, and proofs as their own JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from rosenblatt.errors import BadCertificate
from rosenblatt.geometry.certificate import Certificate, from_json
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.model_files.reader import Filed, Filing

_BETWEEN = "\0"  # no JSON holds it
_COUNTS = 4  # of the numbers of an epoch, those that are whole
_LONGEST_NUMBER = 2**18  # digits; to cancel a fraction takes time with their square


def file_history(filing: Filing, histories: Sequence[list[Epoch]]) -> None:
    """Write the epochs of one or several learners."""
    epochs = [[math.nan if value is None else value for value in epoch] for history in histories for epoch in history]
    filing.array("history", np.array(epochs, dtype=np.float64).reshape(len(epochs), len(Epoch._fields)), np.float64)
    filing.facts["epochs"] = [len(history) for history in histories]


def histories_from(filed: Filed, count: int) -> list[list[Epoch]]:
    """Read the epochs of so many learners."""
    lengths = filed.wholes("epochs", count)
    table = filed.array("history", np.float64, (sum(lengths), len(Epoch._fields)))
    whole = table[:, :_COUNTS]
    if not np.all((whole >= 0) & (whole < 2**53) & (whole == np.floor(whole))):
        filed.refuse("history", "epochs that count in whole numbers", "others")
    epochs = [_epoch(row) for row in table.tolist()]
    ends = np.cumsum(lengths, dtype=np.int64).tolist()
    return [epochs[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _epoch(row: list[float]) -> Epoch:
    epoch, seen, mistakes, updates, loss, change, error, seconds = row
    counts = int(epoch), int(seen), int(mistakes), int(updates)
    return Epoch(*counts, loss, change, None if math.isnan(error) else error, seconds)


def file_certificates(filing: Filing, certificates: Sequence[Certificate | None]) -> None:
    """Write the proof of each of one or several learners, where there is one."""
    if any(certificate is not None for certificate in certificates):
        texts = ["" if certificate is None else certificate.to_json() for certificate in certificates]
        filing.text("certificates", _BETWEEN.join(texts))


def certificates_from(filed: Filed, count: int) -> list[Certificate | None]:
    """Read the proofs of so many learners."""
    if not filed.has_array("certificates"):
        return [None] * count
    texts = filed.text("certificates").split(_BETWEEN)
    if len(texts) != count:
        filed.refuse("certificates", f"proofs for {count} learners", f"{len(texts)}")
    if any(re.search(rf"[0-9a-fA-Fx]{{{_LONGEST_NUMBER}}}", text) for text in texts):
        filed.refuse("certificates", f"of numbers with fewer than {_LONGEST_NUMBER} digits", "a longer one")
    try:
        return [from_json(text) if text else None for text in texts]
    except (BadCertificate, RecursionError) as error:
        filed.refuse("certificates", "proofs that to_json wrote", f"something else ({error})")

"""Rounds of one fit in checkpoints: a later run repeats the fit, and takes over the rounds that are stored."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.walking import Round
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.solution import TallySum


@dataclass(frozen=True)
class RoundRecord:
    """The state of a fit after each round of the present epoch, and after each epoch.

    A run that goes on needs the weights of every epoch, because it decides again which of them is the best.

    Parameters
    ----------
    checkpoints : where they are stored.
    fit : the name of the fit.
    """

    checkpoints: Checkpoints
    fit: str

    def restore(self, solution: Last, epoch: int, n_parts: int) -> tuple[int, TallySum]:
        """Set the solution to the last stored state of an epoch; return how many of its rounds are done, and counts."""
        for part in reversed(range(n_parts)):
            found = self.checkpoints.read(self._name(epoch, part))
            if found is not None:
                arrays, facts = found
                for place, plane in enumerate(solution.changed_in_place()):
                    plane.weights[...] = arrays[f"weights {place}"]
                    plane.bias[...] = arrays[f"bias {place}"]
                solution.seen = facts["n_seen"]
                return part + 1, TallySum(**facts["tally"])
        return 0, TallySum()

    def store(self, solution: Last, now: Round, tally: TallySum) -> None:
        """Store the state after a round; at the end of an epoch, delete those of its other rounds."""
        arrays = {}
        for place, plane in enumerate(solution.changed_in_place()):
            arrays[f"weights {place}"], arrays[f"bias {place}"] = plane.weights, plane.bias
        facts = {"n_seen": solution.seen, "tally": asdict(tally)}
        self.checkpoints.write(self._name(now.epoch, now.part), arrays, facts)
        if now.part == now.n_parts - 1:
            for part in range(now.part):
                self.checkpoints.delete(self._name(now.epoch, part))

    def _name(self, epoch: int, part: int) -> str:
        return f"{self.fit}-epoch-{epoch + 1}-round-{part + 1}"

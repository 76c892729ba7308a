// Several learners of one run, one against the rest or one for each pair of classes, and the answer that they give
// together: the largest activation, or the majority of the pairs.

import { short } from "./formatting";
import { kernelActivations } from "./kernel-field";
import { activationsOf, Playback, predictionOf, type ModelState } from "./playback";
import { denseRow, type Recording } from "./recording";
import type { TextLine } from "./worked-step";

const known = new WeakMap<Recording, Playback[]>();
const MAX_PAIRS = 6; // that are written out

const REST = "the rest";

export function isEnsemble(recording: Recording): boolean {
  return recording.parts.length > 1;
}

export function isOfPairs({ parts }: Recording): boolean {
  return parts[0].classes[0] !== REST;
}

// The states of all learners at the same share of their runs as this step is of its own.
export function statesAt(recording: Recording, play: Playback, step: number): ModelState[] {
  let plays = known.get(recording);
  if (!plays) known.set(recording, (plays = recording.parts.map((part) => new Playback(recording, part))));
  const share = play.length ? step / play.length : 1;
  return plays.map((other) => other.stateAfter(other.part === play.part ? step : Math.round(share * other.length)));
}

// One score per class, as decision_function computes it: the activation of its learner, or its votes and a share of less
// than half a vote for its sum of activations.
export function scoresOf(recording: Recording, activations: number[], lastWins: boolean): number[] {
  const { classes, parts } = recording;
  const place = (name: string) => classes.indexOf(name);
  const scores = classes.map(() => 0);
  if (!isOfPairs(recording)) {
    parts.forEach((part, k) => (scores[place(part.classes[1])] = activations[k]));
    return scores;
  }
  const sums = classes.map(() => 0);
  parts.forEach((part, k) => {
    const [negative, positive] = part.classes.map(place);
    scores[predictionOf([activations[k]], lastWins) ? positive : negative] += 1;
    sums[positive] += activations[k];
    sums[negative] -= activations[k];
  });
  const largest = Math.max(...sums.map(Math.abs));
  return scores.map((votes, k) => votes + (largest > 0 ? sums[k] / (3 * largest) : 0));
}

// One activation per learner, or null where the kernel is not known.
function activationsOfAll(recording: Recording, states: ModelState[], row: number[]): number[] | null {
  if (recording.kind === "linear") return states.map((state) => activationsOf(state, row)[0]);
  if (!recording.kernel) return null;
  const rows = [row];
  return states.map((state) => kernelActivations(recording, state, rows)[0][0]);
}

// The scores of any point, for the regions of linear learners.
export function scoresAt(recording: Recording, play: Playback, step: number): (point: number[]) => number[] {
  const states = statesAt(recording, play, step);
  return (point) => scoresOf(recording, activationsOfAll(recording, states, point)!, play.lastWins);
}

// What all learners say of the row of a step.
export function* together(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  if (!isEnsemble(recording) || step === 0) return;
  const row = denseRow(recording, play.part.steps.row[step - 1]);
  const activations = activationsOfAll(recording, statesAt(recording, play, step), row);
  if (!activations) return;
  const scores = scoresOf(recording, activations, play.lastWins);
  const winner = recording.classes[predictionOf(scores, play.lastWins)];
  if (!isOfPairs(recording)) {
    const each = recording.classes.map((name, k) => `a(${name}) = ${short(Number(scores[k].toPrecision(4)))}`);
    yield { words: `all learners on this row: the largest activation is that of ${winner}`, formula: each.join(", ") };
    return;
  }
  const pairs = recording.parts.map(({ classes }, k) => {
    const wins = predictionOf([activations[k]], play.lastWins);
    return `${classes[wins]} beats ${classes[1 - wins]}`;
  });
  const votes = recording.classes.map((name, k) => `${name} ${Math.round(scores[k])}`);
  const shown = pairs.length <= MAX_PAIRS ? `${pairs.join(", ")}; ` : "";
  yield { words: `all pairs on this row: ${shown}${winner} wins`, formula: `votes: ${votes.join(", ")}` };
}

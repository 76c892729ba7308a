// Several learners of one run, one against the rest or one for each pair of classes, and the answer that they give
// together: the largest activation, or the majority of the pairs.

import { short } from "./formatting";
import { groundOfPlanes, type Ground } from "./field";
import { groundOfKernels, kernelActivations } from "./kernel-field";
import { activationsOf, Playback, predictionOf, type ModelState } from "./playback";
import { denseRow, type Recording } from "./recording";
import type { Window } from "./types";
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

// All learners at the same share of their runs as this step is of its own.
function momentsAt(recording: Recording, play: Playback, step: number): { play: Playback; step: number }[] {
  let plays = known.get(recording);
  if (!plays) known.set(recording, (plays = recording.parts.map((part) => new Playback(recording, part))));
  const share = play.length ? step / play.length : 1;
  return plays.map((other) => ({
    play: other,
    step: other.part === play.part ? step : Math.round(share * other.length),
  }));
}

function statesAt(recording: Recording, play: Playback, step: number): ModelState[] {
  return momentsAt(recording, play, step).map((moment) => moment.play.stateAfter(moment.step));
}

// How many updates each learner has made by then.
export function updatesAt(recording: Recording, play: Playback, step: number): number[] {
  return momentsAt(recording, play, step).map((moment) => moment.play.updates[moment.step]);
}

// From one activation per learner to one score per class, as decision_function computes it: the activation of its learner,
// or its votes and a share of less than half a vote for its sum of activations. The list is used again in the next call.
export function scorer(recording: Recording, lastWins: boolean): (activations: number[]) => number[] {
  const { classes, parts } = recording;
  const places = parts.map((part) => part.classes.map((name) => classes.indexOf(name)));
  const scores = classes.map(() => 0);
  if (!isOfPairs(recording)) {
    const learners = classes.map((_, place) => places.findIndex(([, positive]) => positive === place));
    return (activations) => {
      for (let k = 0; k < scores.length; k++) scores[k] = activations[learners[k]];
      return scores;
    };
  }
  const sums = classes.map(() => 0);
  return (activations) => {
    scores.fill(0);
    sums.fill(0);
    for (let k = 0; k < activations.length; k++) {
      const [negative, positive] = places[k];
      scores[activations[k] > 0 || (lastWins && activations[k] === 0) ? positive : negative] += 1;
      sums[positive] += activations[k];
      sums[negative] -= activations[k];
    }
    let largest = 0;
    for (const sum of sums) largest = Math.max(largest, Math.abs(sum));
    for (let k = 0; k < scores.length; k++) scores[k] += largest > 0 ? sums[k] / (3 * largest) : 0;
    return scores;
  };
}

// One activation per learner, or null where the kernel is not known.
function activationsOfAll(recording: Recording, states: ModelState[], row: number[]): number[] | null {
  if (recording.kind === "linear") return states.map((state) => activationsOf(state, row)[0]);
  if (!recording.kernel) return null;
  const rows = [row];
  return states.map((state) => kernelActivations(recording, state, rows)[0][0]);
}

// The regions of all learners together, and the boundary of the one on view; null before their first updates.
export function groundOfEnsemble(recording: Recording, play: Playback, step: number, window: Window): Ground | null {
  const states = statesAt(recording, play, step);
  if (states.every(({ weights }) => weights.every((weight) => weight === 0))) return null;
  const together = scorer(recording, play.lastWins);
  if (recording.kind === "linear") {
    const grounds = states.map((state) => groundOfPlanes(state, window, play.lastWins, step));
    return { ...grounds[0], planes: grounds.map(({ planes }) => planes[0]), together };
  }
  const fields = groundOfKernels(recording, states, window, step);
  return fields && { ...fields, together, own: recording.parts.indexOf(play.part) };
}

// What all learners say of the row of a step.
export function* together(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  if (!isEnsemble(recording) || step === 0) return;
  const row = denseRow(recording, play.part.steps.row[step - 1]);
  const activations = activationsOfAll(recording, statesAt(recording, play, step), row);
  if (!activations) return;
  const scores = scorer(recording, play.lastWins)(activations);
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

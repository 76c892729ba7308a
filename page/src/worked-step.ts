// The arithmetic of a step as text.

import { count, MAX_TERMS, products, short, vector } from "./formatting";
import type { Playback } from "./playback";
import { denseRow, rowName, type Recording } from "./recording";
import { afterwards, passiveStep } from "./update-text";

export interface TextLine {
  words: string;
  formula: string;
}

export interface WorkedStep {
  title: string;
  outcome: "start" | "right" | "mistake" | "unsure";
  verdict: string;
  lines: TextLine[];
}

const MAX_KERNEL_TERMS = 5;

export function workedStep(recording: Recording, play: Playback, step: number): WorkedStep {
  if (step === 0) return atStart(recording, play);
  const { steps, classes } = play.part;
  const row = steps.row[step - 1];
  const target = steps.target[step - 1];
  const title = `${rowName(recording, row)}, ${withSign(play, target)}`;
  const lines = [
    ...(play.activations(step).length > 1 ? sumsOfClasses(recording, play, step) : sumOfTwo(recording, play, step)),
  ];
  const outcome = play.isMistake(step) ? "mistake" : play.isUpdate(step) ? "unsure" : "right";
  const predicted = classes[steps.prediction[step - 1]];
  const verdict = {
    mistake: `Predicted ${predicted}: a mistake.`,
    unsure: `Predicted ${predicted}: right, but the margin is too small.`,
    right: `Predicted ${predicted}: right.`,
  }[outcome];
  return { title, outcome, verdict, lines };
}

function atStart(recording: Recording, play: Playback): WorkedStep {
  const state = play.stateAfter(0);
  const bias = recording.fit_intercept && recording.kind === "linear" ? `, b = ${short(state.bias[0])}` : "";
  const line =
    recording.kind === "kernel"
      ? { words: "no row is kept yet", formula: "a = 0" }
      : {
          words: play.planes > 1 ? "initial weights of each class" : "initial weights",
          formula: `w = ${vector(weightsOf(play, 0, 0))}${bias}`,
        };
  return { title: "Before the first step", outcome: "start", verdict: "", lines: [line] };
}

function withSign(play: Playback, target: number): string {
  const name = play.part.classes[target];
  return play.planes > 1 ? name : `${name} (y = ${target ? "+1" : "−1"})`;
}

function weightsOf(play: Playback, step: number, plane: number): number[] {
  const { weights, planes } = play.stateAfter(step);
  return Array.from({ length: weights.length / planes }, (_, j) => weights[j * planes + plane]);
}

// The terms of w.x: all columns if there are few, else those in which the row is not 0.
function terms(
  recording: Recording,
  row: number,
  weights: number[],
): { numbers: number[]; values: number[]; more: number } {
  const columns = weights.length <= MAX_TERMS ? weights.map((_, j) => j) : recording.rows.columns[row];
  const dense = denseRow(recording, row);
  const shown = columns.slice(0, MAX_TERMS);
  return {
    numbers: shown.map((j) => weights[j]),
    values: shown.map((j) => dense[j]),
    more: columns.length - shown.length,
  };
}

function formatSum(recording: Recording, play: Playback, step: number, plane: number): string {
  const row = play.part.steps.row[step - 1];
  const { numbers, values, more } = terms(recording, row, weightsOf(play, step - 1, plane));
  const bias = recording.fit_intercept ? play.stateAfter(step - 1).bias[plane] : null;
  const text = products(numbers, values, more ? null : bias);
  return more
    ? `${text} + … ${more} more${bias === null ? "" : ` ${bias < 0 ? "−" : "+"} ${short(Math.abs(bias))}`}`
    : text;
}

function* sumOfTwo(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  const [activation] = play.activations(step);
  const { row: rows, target: targets, size: sizes } = play.part.steps;
  const row = rows[step - 1];
  const sign = targets[step - 1] ? 1 : -1;
  const margin = play.margin(step);
  yield { words: "", formula: `x = ${vector(denseRow(recording, row))}` };
  if (recording.kind === "linear") {
    const name = recording.fit_intercept ? "w·x + b" : "w·x";
    yield { words: "", formula: `a = ${name} = ${formatSum(recording, play, step, 0)} = ${short(activation)}` };
  } else {
    yield kernelSum(recording, play, step, 0, "a", activation);
  }
  yield* decision(recording, play, step, `y·a = ${short(margin)}`);
  if (!play.isUpdate(step)) return;
  yield* passiveStep(recording, play, step);
  const size = sizes[step - 1];
  if (recording.kind === "kernel") {
    const words = "the row is kept; c is the sum of its steps, with the sign of its class";
    yield { words, formula: `c = ${short(play.stateAfter(step).weights[row])}` };
    yield* afterwards(recording, play, step);
    return;
  }
  const move = `${sign < 0 ? "−" : "+"} ${short(size)}·`;
  yield {
    words: "",
    formula: `w ← ${vector(weightsOf(play, step - 1, 0))} ${move}${movesBy(recording)} = ${vector(weightsOf(play, step, 0))}`,
  };
  if (recording.fit_intercept) {
    const [before, after] = [play.stateAfter(step - 1).bias[0], play.stateAfter(step).bias[0]];
    const moved = movesBy(recording) === "x" ? size : Math.abs(after - before);
    yield { words: "", formula: `b ← ${short(before)} ${sign < 0 ? "−" : "+"} ${short(moved)} = ${short(after)}` };
  }
  yield* afterwards(recording, play, step);
}

function* sumsOfClasses(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  const { classes, steps } = play.part;
  const activations = play.activations(step);
  const [target, rival] = [steps.target[step - 1], steps.rival![step - 1]];
  const row = steps.row[step - 1];
  yield { words: "", formula: `x = ${vector(denseRow(recording, row))}` };
  const shown = activations.map((_, k) => k).filter((k) => activations.length <= 4 || k === target || k === rival);
  for (const plane of shown) {
    const name = `a(${classes[plane]})`;
    if (recording.kind === "kernel") yield kernelSum(recording, play, step, plane, name, activations[plane]);
    else
      yield {
        words: "",
        formula: `${name} = ${formatSum(recording, play, step, plane)} = ${short(activations[plane])}`,
      };
  }
  const ahead = `a(${classes[target]}) − a(${classes[rival]}) = ${short(play.margin(step))}`;
  yield* decision(recording, play, step, ahead);
  if (!play.isUpdate(step)) return;
  yield* passiveStep(recording, play, step);
  if (recording.kind === "kernel") return;
  const size = short(steps.size[step - 1]);
  for (const [plane, sign] of [
    [target, "+"],
    [rival, "−"],
  ] as const) {
    const [before, after] = [weightsOf(play, step - 1, plane), weightsOf(play, step, plane)].map(vector);
    yield { words: "", formula: `w(${classes[plane]}) ← ${before} ${sign} ${size}·${movesBy(recording)} = ${after}` };
  }
  yield* afterwards(recording, play, step);
}

// What a step is a multiple of: the row, scaled by the variances of the weights if they have any.
function movesBy(recording: Recording): string {
  return recording.moves_by ?? "x";
}

// The comparison that decides whether there is an update.
function* decision(recording: Recording, play: Playback, step: number, margin: string): Generator<TextLine> {
  const { trigger, threshold } = recording.rule;
  const updates = play.isUpdate(step);
  const then = updates ? "so update" : "so no update";
  if (trigger === "mistake") {
    const mistaken = play.isMistake(step);
    yield { words: `the prediction is ${mistaken ? "wrong" : "right"}, ${then}`, formula: margin };
    return;
  }
  if (threshold === null) {
    yield { words: `the prediction is ${updates ? "not " : ""}sure enough, ${then}`, formula: margin };
    return;
  }
  const isSmall = play.margin(step) <= threshold;
  const sign =
    threshold === 1 && isSmall && /Aggressive|Confidence/.test(recording.learner) ? "<" : isSmall ? "≤" : ">";
  yield {
    words: isSmall === updates ? then : `${then}: the step is 0`,
    formula: `${margin} ${sign} ${short(threshold)}`,
  };
}

// The sum over the kept rows; of many, the strongest terms.
function kernelSum(
  recording: Recording,
  play: Playback,
  step: number,
  plane: number,
  name: string,
  activation: number,
): TextLine {
  const values = recording.kernel_values?.[play.part.steps.row[step - 1]];
  const kept = weightsOf(play, step - 1, plane)
    .map((number, k) => ({ number, value: values?.[k] ?? 0 }))
    .filter(({ number }) => number !== 0);
  const bias = recording.kernel_bias ? "; each k has + 1 for the bias" : "";
  const words = `c·k(row, x) over ${count(kept.length, "kept row")}${bias}`;
  if (!values || kept.length === 0) return { words, formula: `${name} = ${short(activation)}` };
  kept.sort((a, b) => Math.abs(b.number * b.value) - Math.abs(a.number * a.value));
  const shown = kept.slice(0, MAX_KERNEL_TERMS);
  const more = kept.length > shown.length ? " + …" : "";
  return {
    words,
    formula: `${name} = ${products(
      shown.map(({ number }) => number),
      shown.map(({ value }) => Number(value.toPrecision(3))),
      null,
    )}${more} = ${short(activation)}`,
  };
}

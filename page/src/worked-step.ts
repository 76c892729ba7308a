// The arithmetic of a step as a person would write it.

import type { Playback } from "./playback";
import { denseRow, rowName, type Recording } from "./recording";

export interface Line {
  words: string;
  formula: string;
}

export interface Worked {
  title: string;
  outcome: "start" | "right" | "mistake" | "unsure";
  verdict: string;
  lines: Line[];
}

const MOST_TERMS = 8;
const MOST_KERNEL_TERMS = 5;

// Six digits are enough to follow a sum.
export function short(value: number): string {
  const text = String(Number(value.toPrecision(6)));
  return (text === "-0" ? "0" : text).replace("-", "−");
}

export function vector(values: number[]): string {
  const shown = values.slice(0, MOST_TERMS).map(short);
  return `(${shown.join(", ")}${values.length > MOST_TERMS ? ", …" : ""})`;
}

// 0.5·1 − 2·(−3) + 1; the last is the bias.
export function products(numbers: number[], values: number[], bias: number | null): string {
  const terms = numbers.map((number, k): [number, string] => {
    const factor = values[k] < 0 ? `(${short(values[k])})` : short(values[k]);
    return [number, `${short(Math.abs(number))}·${factor}`];
  });
  if (bias !== null) terms.push([bias, short(Math.abs(bias))]);
  if (terms.length === 0) return "0";
  return terms.map(([number, term], k) => (number < 0 ? (k ? " − " : "−") : k ? " + " : "") + term).join("");
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

export function workedStep(recording: Recording, play: Playback, step: number): Worked {
  if (step === 0) return atStart(recording, play);
  const { steps, classes } = play.part;
  const row = steps.row[step - 1];
  const target = steps.target[step - 1];
  const title = `${rowName(recording, row)}, ${withSign(play, target)}`;
  const lines = [
    ...(play.activations(step).length > 1 ? sumsOfClasses(recording, play, step) : sumOfTwo(recording, play, step)),
  ];
  const outcome = play.isMistake(step) ? "mistake" : play.isUpdate(step) ? "unsure" : "right";
  const guess = classes[steps.guess[step - 1]];
  const verdict = {
    mistake: `Guess ${guess}: a mistake.`,
    unsure: `Guess ${guess}: right, but not by enough.`,
    right: `Guess ${guess}: right.`,
  }[outcome];
  return { title, outcome, verdict, lines };
}

function atStart(recording: Recording, play: Playback): Worked {
  const held = play.held(0);
  const bias = recording.fit_intercept && recording.kind === "linear" ? `, b = ${short(held.bias[0])}` : "";
  const line =
    recording.kind === "kernel"
      ? { words: "no row is kept yet", formula: "a = 0" }
      : {
          words: play.planes > 1 ? "for each class, to begin with" : "to begin with",
          formula: `w = ${vector(weightsOf(play, 0, 0))}${bias}`,
        };
  return { title: "Before the first step", outcome: "start", verdict: "", lines: [line] };
}

function withSign(play: Playback, target: number): string {
  const name = play.part.classes[target];
  return play.planes > 1 ? name : `${name} (y = ${target ? "+1" : "−1"})`;
}

function weightsOf(play: Playback, step: number, plane: number): number[] {
  const { weights, planes } = play.held(step);
  return Array.from({ length: weights.length / planes }, (_, j) => weights[j * planes + plane]);
}

// The terms of w.x: all columns of a short row, else those that it holds.
function terms(
  recording: Recording,
  row: number,
  weights: number[],
): { numbers: number[]; values: number[]; more: number } {
  const columns = weights.length <= MOST_TERMS ? weights.map((_, j) => j) : recording.rows.columns[row];
  const dense = denseRow(recording, row);
  const shown = columns.slice(0, MOST_TERMS);
  return {
    numbers: shown.map((j) => weights[j]),
    values: shown.map((j) => dense[j]),
    more: columns.length - shown.length,
  };
}

function sumInWords(recording: Recording, play: Playback, step: number, plane: number): string {
  const row = play.part.steps.row[step - 1];
  const { numbers, values, more } = terms(recording, row, weightsOf(play, step - 1, plane));
  const bias = recording.fit_intercept ? play.held(step - 1).bias[plane] : null;
  const text = products(numbers, values, more ? null : bias);
  return more
    ? `${text} + … ${more} more${bias === null ? "" : ` ${bias < 0 ? "−" : "+"} ${short(Math.abs(bias))}`}`
    : text;
}

function* sumOfTwo(recording: Recording, play: Playback, step: number): Generator<Line> {
  const [activation] = play.activations(step);
  const { row: rows, target: targets, size: sizes } = play.part.steps;
  const row = rows[step - 1];
  const sign = targets[step - 1] ? 1 : -1;
  const margin = play.margin(step);
  if (recording.kind === "linear") {
    yield { words: "", formula: `x = ${vector(denseRow(recording, row))}` };
    const name = recording.fit_intercept ? "w·x + b" : "w·x";
    yield { words: "", formula: `a = ${name} = ${sumInWords(recording, play, step, 0)} = ${short(activation)}` };
  } else {
    yield kernelSum(recording, play, step, 0, "a", activation);
  }
  yield* decision(recording, play, step, `y·a = ${short(margin)}`);
  if (!play.isUpdate(step)) return;
  const size = sizes[step - 1];
  if (recording.kind === "kernel") {
    yield { words: "this row now counts", formula: `c = ${short(play.held(step).weights[row])}` };
    return;
  }
  const move = `${sign < 0 ? "−" : "+"} ${short(size)}·`;
  yield {
    words: "",
    formula: `w ← ${vector(weightsOf(play, step - 1, 0))} ${move}x = ${vector(weightsOf(play, step, 0))}`,
  };
  if (!recording.fit_intercept) return;
  const [before, after] = [play.held(step - 1).bias[0], play.held(step).bias[0]];
  yield { words: "", formula: `b ← ${short(before)} ${sign < 0 ? "−" : "+"} ${short(size)} = ${short(after)}` };
}

function* sumsOfClasses(recording: Recording, play: Playback, step: number): Generator<Line> {
  const { classes, steps } = play.part;
  const activations = play.activations(step);
  const [target, rival] = [steps.target[step - 1], steps.rival![step - 1]];
  const row = steps.row[step - 1];
  if (recording.kind === "linear") yield { words: "", formula: `x = ${vector(denseRow(recording, row))}` };
  const shown = activations.map((_, k) => k).filter((k) => activations.length <= 4 || k === target || k === rival);
  for (const plane of shown) {
    const name = `a(${classes[plane]})`;
    if (recording.kind === "kernel") yield kernelSum(recording, play, step, plane, name, activations[plane]);
    else
      yield {
        words: "",
        formula: `${name} = ${sumInWords(recording, play, step, plane)} = ${short(activations[plane])}`,
      };
  }
  const ahead = `a(${classes[target]}) − a(${classes[rival]}) = ${short(play.margin(step))}`;
  yield* decision(recording, play, step, ahead);
  if (!play.isUpdate(step) || recording.kind === "kernel") return;
  const size = short(steps.size[step - 1]);
  for (const [plane, sign] of [
    [target, "+"],
    [rival, "−"],
  ] as const) {
    const [before, after] = [weightsOf(play, step - 1, plane), weightsOf(play, step, plane)].map(vector);
    yield { words: `${classes[plane]}:`, formula: `w ← ${before} ${sign} ${size}·x = ${after}` };
  }
}

// Why there is an update, or none.
function* decision(recording: Recording, play: Playback, step: number, margin: string): Generator<Line> {
  const { trigger, threshold } = recording.rule;
  const updates = play.isUpdate(step);
  const then = updates ? "so update" : "so no update";
  if (trigger === "mistake") {
    const mistaken = play.isMistake(step);
    yield { words: `the guess is ${mistaken ? "wrong" : "right"}, ${then}`, formula: margin };
    return;
  }
  const isSmall = play.margin(step) <= threshold;
  const sign = threshold === 1 && isSmall && recording.learner.includes("Aggressive") ? "<" : isSmall ? "≤" : ">";
  yield {
    words: isSmall === updates ? then : `${then}: there is nothing to move`,
    formula: `${margin} ${sign} ${short(threshold)}`,
  };
}

// The sum over the kept rows: of more than a few, the strongest terms.
function kernelSum(
  recording: Recording,
  play: Playback,
  step: number,
  plane: number,
  name: string,
  said: number,
): Line {
  const values = recording.kernel_values?.[play.part.steps.row[step - 1]];
  const kept = weightsOf(play, step - 1, plane)
    .map((number, k) => ({ number, value: values?.[k] ?? 0 }))
    .filter(({ number }) => number !== 0);
  const words = `c·k(row, x) over ${count(kept.length, "kept row")}`;
  if (!values || kept.length === 0) return { words, formula: `${name} = ${short(said)}` };
  kept.sort((a, b) => Math.abs(b.number * b.value) - Math.abs(a.number * a.value));
  const shown = kept.slice(0, MOST_KERNEL_TERMS);
  const more = kept.length > shown.length ? " + …" : "";
  return {
    words,
    formula: `${name} = ${products(
      shown.map(({ number }) => number),
      shown.map(({ value }) => Number(value.toPrecision(3))),
      null,
    )}${more} = ${short(said)}`,
  };
}

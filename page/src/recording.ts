// A run as the server recorded it. Of one plane, a number stands in the place of a list.

import type { KernelFunction } from "./kernel-field";
import type { Data, Fields, Verdict, Window } from "./types";

type PerPlane = number | number[];

// After 0, 1, 2, ... updates: floor <= along <= length <= ceiling, and the cosine of the angle to the widest plane.
export interface Convergence {
  along: number[];
  floor: number[];
  length: number[];
  ceiling: number[];
  cosine: (number | null)[];
}

export interface Part {
  classes: string[];
  start: { weights: PerPlane[]; bias: number[] };
  why: string;
  stop_reason: string;
  n_steps: number;
  cycle: { first: number; n_steps: number; n_updates: number; words: string } | null; // steps that repeat for ever
  cancelling: string | null; // the rows that prove that there is no plane
  bound: { radius: number; margin: number; updates: number | null } | null;
  convergence: Convergence | null;
  epochs: { seen: number[]; mistakes: number[]; updates: number[] };
  steps: {
    row: number[];
    target: number[];
    activation: PerPlane[];
    prediction: number[];
    rival: number[] | null;
    size: number[];
  };
  updates: { step: number[]; entries?: number[][]; numbers: PerPlane[][]; bias: number[][] };
}

// The rows that each solution has wrong at the end of each epoch, and the steps that each of the weights survived.
export interface Solutions {
  epoch_end: number[];
  last: number[];
  average: number[];
  vote: number[];
  survived: number[];
}

// Rows of a board in three dimensions: y·(x, 1), the space of a quadratic kernel, or for the page to raise.
export interface BoardSpace {
  kind: "signed" | "quadratic" | "height";
  points: number[][] | null;
}

// The mean of max(0, threshold - margin) after 0, 1, 2, ... updates; for two columns its gradient by both weights and the
// bias, and where few biases occur its values on a grid over the weights, one slice per bias.
export interface Loss {
  threshold: number;
  values: number[];
  gradients: number[][] | null;
  surface: { window: Window; across: number; biases: number[]; slices: number[][] } | null;
}

// Test points, those that the model at the end has wrong, and how many it has wrong of the rows that it learned from; after
// each epoch, how many test points each solution has wrong.
export interface HeldOut {
  rows: number[][];
  labels: string[];
  wrong: number[];
  wrong_learned: number;
  solutions: { last: number[]; average: number[]; vote: number[] } | null;
}

// The lines of runs with other orders of the rows, one per seed.
export interface Seeds {
  max_iter: number;
  weights: [number, number][];
  bias: number[];
  wrong: number[];
  margin: (number | null)[];
}

// A recording with what the server computed for it, as far as the page needs it.
export interface Run {
  recording: Recording;
  fields: Fields | null;
  seeds: Seeds | null;
}

export interface Recording {
  format: string;
  kind: "linear" | "kernel";
  learner: string;
  final: "last" | "average" | "best" | "vote";
  fit_intercept: boolean;
  // A variant of passive-aggressive has a C.
  rule: {
    trigger: "margin" | "mistake";
    threshold: number | null;
    variant: "PA" | "PA-I" | "PA-II" | null;
    C: number | null;
  };
  moves_by?: string;
  tie: "negative" | "positive";
  window: Window | null; // of the board
  kernel: KernelFunction | null; // where the page can compute it
  kernel_bias: boolean; // whether each value of the kernel has 1 added, for the bias
  needs_fields: boolean; // the boundary is curved, and the page cannot compute it
  features: string[];
  rows: { columns: number[][]; values: number[][] };
  names: string[] | null;
  labels: string[];
  classes: string[];
  kernel_values: number[][] | null;
  solutions: Solutions | null;
  held_out: HeldOut | null;
  loss: Loss | null;
  space: BoardSpace | null;
  kept: { weights: PerPlane[]; bias: number[] } | null;
  parts: Part[];
  verdicts: Verdict[] | null;
  fields?: Fields;
  seeds?: Seeds | null; // in a saved page
  note?: string | null; // from the server
}

// The recording in a saved page; null in the page of the server.
export function savedRecording(page: Document): Recording | null {
  return JSON.parse(page.getElementById("recording")?.textContent ?? "null") as Recording | null;
}

export function denseRow(recording: Recording, row: number): number[] {
  const dense = new Array<number>(recording.features.length).fill(0);
  recording.rows.columns[row].forEach((column, k) => (dense[column] = recording.rows.values[row][k]));
  return dense;
}

export function rowName(recording: Recording, row: number): string {
  return recording.names?.[row] ?? `row ${row}`;
}

// The rows of a recording; test points may be of classes that none of the others has.
export function dataOf(recording: Recording): Data {
  const classes = [...new Set([...recording.classes, ...(recording.held_out?.labels ?? [])])];
  return {
    columns: recording.features,
    classes,
    rows: recording.labels.map((_, row) => denseRow(recording, row)),
    labels: recording.labels.map((label) => recording.classes.indexOf(label)),
    names: recording.names,
    tests: {
      rows: recording.held_out?.rows ?? [],
      labels: (recording.held_out?.labels ?? []).map((label) => classes.indexOf(label)),
    },
  };
}

// The activations of a kernel learner anywhere, from its recorded coefficients.

import type { Ground } from "./field";
import type { Point } from "./geometry";
import type { ModelState } from "./playback";
import { denseRow, type Recording } from "./recording";
import type { Window } from "./types";

// The size of the grid; boundaries between nodes are interpolated.
const ACROSS = 81;
const UP = 61;

export interface KernelFunction {
  name: "linear" | "poly" | "rbf" | "sigmoid";
  gamma: number;
  coef0: number;
  degree: number;
  bias: number; // added to each value
}

export function kernelValue(kernel: KernelFunction, [u, v]: number[], [x, y]: number[]): number {
  const product = u * x + v * y;
  switch (kernel.name) {
    case "linear":
      return product + kernel.bias;
    case "poly":
      return (kernel.gamma * product + kernel.coef0) ** kernel.degree + kernel.bias;
    case "sigmoid":
      return Math.tanh(kernel.gamma * product + kernel.coef0) + kernel.bias;
    case "rbf":
      return Math.exp(-kernel.gamma * ((u - x) ** 2 + (v - y) ** 2)) + kernel.bias;
  }
}

// The kernel values of fixed points with each row, computed when the row is first needed.
class KernelPoints {
  private readonly values = new Map<number, Float64Array>();

  constructor(
    readonly recording: Recording,
    private readonly points: number[][],
  ) {}

  // The activation of each point, one list per plane.
  activations({ planes, weights }: ModelState): Float64Array[] {
    const sums = Array.from({ length: planes }, () => new Float64Array(this.points.length));
    for (let entry = 0; entry < weights.length; entry++) {
      const weight = weights[entry];
      if (weight === 0) continue;
      const sum = sums[entry % planes];
      this.valuesOf(Math.floor(entry / planes)).forEach((value, k) => (sum[k] += weight * value));
    }
    return sums;
  }

  private valuesOf(row: number): Float64Array {
    let values = this.values.get(row);
    if (!values) {
      const kept = denseRow(this.recording, row);
      values = Float64Array.from(this.points, (point) => kernelValue(this.recording.kernel!, kept, point));
      this.values.set(row, values);
    }
    return values;
  }
}

// The field of a kernel learner over a window, at any step.
class KernelField {
  private readonly points: KernelPoints;

  constructor(
    private readonly recording: Recording,
    readonly window: Window,
  ) {
    this.points = new KernelPoints(recording, nodes(window));
  }

  at(states: ModelState[], step: number): Ground {
    const planes = states.flatMap((state) => this.points.activations(state));
    const sizes = planes[0].map(Math.abs).sort();
    const scale = sizes[sizes.length >> 1] || 1; // the median
    const lastWins = this.recording.tie === "positive";
    return { across: ACROSS, up: UP, window: this.window, planes, scale, lastWins, step };
  }
}

function nodes([left, right, bottom, top]: Window): Point[] {
  return Array.from({ length: ACROSS * UP }, (_, k) => [
    left + ((k % ACROSS) / (ACROSS - 1)) * (right - left),
    bottom + (Math.floor(k / ACROSS) / (UP - 1)) * (top - bottom),
  ]);
}

const known = new WeakMap<Recording, KernelField>();
const knownRows = new WeakMap<number[][], KernelPoints>();

// The background of a kernel learner in a state; null before its first update.
export function groundOfKernel(recording: Recording, state: ModelState, window: Window, step: number): Ground | null {
  return state.weights.every((weight) => weight === 0) ? null : groundOfKernels(recording, [state], window, step);
}

// The background of several learners with one kernel, one plane each; null where the kernel is not known.
export function groundOfKernels(
  recording: Recording,
  states: ModelState[],
  window: Window,
  step: number,
): Ground | null {
  if (!recording.kernel) return null;
  let field = known.get(recording);
  if (field?.window.join() !== window.join()) known.set(recording, (field = new KernelField(recording, window)));
  return field.at(states, step);
}

// The activation of each row of the board, one list per plane.
export function kernelActivations(recording: Recording, state: ModelState, rows: number[][]): Float64Array[] {
  let points = knownRows.get(rows);
  if (points?.recording !== recording) knownRows.set(rows, (points = new KernelPoints(recording, rows)));
  return points.activations(state);
}

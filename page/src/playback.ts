// The state of a run after each of its steps, restored from the recorded updates.

import type { Part, Recording } from "./recording";

// The weights of one entry for all planes side by side, entry after entry, and one bias per plane.
export interface ModelState {
  planes: number;
  weights: Float64Array;
  bias: Float64Array;
}

const STRIDE = 64;

export class Playback {
  readonly length: number;
  readonly planes: number;
  readonly epoch: Int32Array; // of each step, from 1
  readonly epochEnds: number[] = []; // steps
  readonly mistakes: Int32Array; // after so many steps
  readonly updates: Int32Array;
  private readonly checkpoints: ModelState[] = [];
  private sums: Float64Array[] | null = null;

  constructor(
    private readonly recording: Recording,
    readonly part: Part,
  ) {
    this.length = part.steps.row.length;
    this.planes = part.start.bias.length;
    this.epoch = new Int32Array(this.length);
    let begin = 0;
    part.epochs.seen.forEach((seen, k) => {
      this.epoch.fill(k + 1, begin, begin + seen);
      begin = Math.min(begin + seen, this.length);
      if (this.epochEnds[this.epochEnds.length - 1] !== begin) this.epochEnds.push(begin);
    });
    this.mistakes = new Int32Array(this.length + 1);
    this.updates = new Int32Array(this.length + 1);
    for (let step = 1; step <= this.length; step++) {
      this.mistakes[step] = this.mistakes[step - 1] + (this.isMistake(step) ? 1 : 0);
    }
    for (const step of part.updates.step) this.updates[step] = 1;
    for (let step = 1; step <= this.length; step++) this.updates[step] += this.updates[step - 1];
    this.writeCheckpoints();
  }

  // Whether a tie goes to the last class.
  get lastWins(): boolean {
    return this.recording.tie === "positive";
  }

  // The bound on the updates, which are counted in whole numbers; null where there is none.
  get mostUpdates(): number | null {
    const updates = this.part.bound?.updates ?? null;
    return updates === null ? null : Math.floor(updates);
  }

  isMistake(step: number): boolean {
    const { prediction, target } = this.part.steps;
    return step > 0 && prediction[step - 1] !== target[step - 1];
  }

  isUpdate(step: number): boolean {
    return step > 0 && this.updates[step] > this.updates[step - 1];
  }

  // One activation per plane.
  activations(step: number): number[] {
    const recorded = this.part.steps.activation[step - 1];
    return typeof recorded === "number" ? [recorded] : recorded;
  }

  // Activation of the true class minus that of its rival; of two classes, sign times activation.
  margin(step: number): number {
    const activations = this.activations(step);
    const target = this.part.steps.target[step - 1];
    if (activations.length === 1) return (target ? 1 : -1) * activations[0] + 0;
    return activations[target] - activations[this.part.steps.rival![step - 1]];
  }

  // The step of the next mistake after this one, or null.
  nextMistake(step: number): number | null {
    for (let next = step + 1; next <= this.length; next++) if (this.isMistake(next)) return next;
    return null;
  }

  // The state after so many steps.
  stateAfter(step: number): ModelState {
    const wanted = this.updates[step];
    const state = copy(this.checkpoints[Math.floor(wanted / STRIDE)]);
    for (let update = wanted - (wanted % STRIDE); update < wanted; update++) this.apply(state, update);
    return state;
  }

  // The mean of the states after each step so far, as of an averaged learner.
  average(step: number): ModelState {
    if (step === 0) return this.stateAfter(0);
    const { planes, weights, bias } = this.stateAfter(step);
    const last = new Float64Array([...weights, ...bias]);
    const update = this.updates[step];
    const since = update === 0 ? 0 : this.part.updates.step[update - 1] - 1;
    const before = this.sumsBefore()[update];
    const mean = last.map((value, k) => (before[k] + (step - since) * value) / step);
    return { planes, weights: mean.slice(0, weights.length), bias: mean.slice(weights.length) };
  }

  // For each update, the sum of the states after each step before it.
  private sumsBefore(): Float64Array[] {
    if (this.sums) return this.sums;
    const state = copy(this.checkpoints[0]);
    const steps = this.part.updates.step;
    let sum = new Float64Array(state.weights.length + state.bias.length);
    this.sums = [sum];
    steps.forEach((step, update) => {
      const count = step - 1 - (update === 0 ? 0 : steps[update - 1] - 1);
      const all = [...state.weights, ...state.bias];
      sum = sum.map((value, k) => value + count * all[k]);
      this.sums!.push(sum);
      this.apply(state, update);
    });
    return this.sums;
  }

  private writeCheckpoints(): void {
    const { start, updates } = this.part;
    const state = {
      planes: this.planes,
      weights: Float64Array.from(start.weights.flat()),
      bias: Float64Array.from(start.bias),
    };
    this.checkpoints.push(copy(state));
    for (let update = 0; update < updates.step.length; update++) {
      this.apply(state, update);
      if ((update + 1) % STRIDE === 0) this.checkpoints.push(copy(state));
    }
  }

  // A linear update changes the weights of the columns of its row.
  private apply(state: ModelState, update: number): void {
    const { step, entries, numbers, bias } = this.part.updates;
    const row = this.part.steps.row[step[update] - 1];
    const where = entries?.[update] ?? this.recording.rows.columns[row];
    numbers[update].forEach((number, k) => {
      if (typeof number === "number") state.weights[where[k]] = number;
      else number.forEach((value, plane) => (state.weights[where[k] * this.planes + plane] = value));
    });
    state.bias.set(bias[update]);
  }
}

function copy(state: ModelState): ModelState {
  return { planes: state.planes, weights: state.weights.slice(), bias: state.bias.slice() };
}

// w.x + b of a row, one number per plane.
export function activationsOf(state: ModelState, row: ArrayLike<number>): number[] {
  const activations = Array.from(state.bias);
  for (let j = 0; j < row.length; j++) {
    for (let plane = 0; plane < state.planes; plane++)
      activations[plane] += state.weights[j * state.planes + plane] * row[j];
  }
  return activations;
}

// The index of the predicted class; a tie goes to the first, or to the last.
export function predictionOf(activations: number[], lastWins: boolean): number {
  if (activations.length === 1) return activations[0] > 0 || (lastWins && activations[0] === 0) ? 1 : 0;
  let best = 0;
  for (let k = 1; k < activations.length; k++)
    if (activations[k] > activations[best] || (lastWins && activations[k] === activations[best])) best = k;
  return best;
}

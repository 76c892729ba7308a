// Changes of the rows. Each returns new data, so that undo restores the old.

import { byCodePoint } from "./csv";
import type { Preset } from "./api";
import type { Point } from "./geometry";
import type { Data, Window } from "./types";

export const EMPTY: Data = { columns: ["x", "y"], classes: ["A", "B"], rows: [], labels: [], names: null };

// Two digits on a board a few units wide: enough to see, and short in a link.
export function rounded(value: number, span: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(span / 8)));
  return Number(value.toFixed(Math.min(12, digits)));
}

export function added(data: Data, [x, y]: Point, label: number): Data {
  return { ...data, rows: [...data.rows, [x, y]], labels: [...data.labels, label], names: null };
}

export function moved(data: Data, row: number, [x, y]: Point): Data {
  return { ...data, rows: data.rows.map((old, k) => (k === row ? [x, y] : old)) };
}

export function removed(data: Data, row: number): Data {
  const without = <T>(values: T[]) => values.filter((_, k) => k !== row);
  return { ...data, rows: without(data.rows), labels: without(data.labels), names: data.names && without(data.names) };
}

export function fromPreset(preset: Preset): Data {
  const classes = [...new Set(preset.labels)].sort(byCodePoint);
  return { ...preset, classes, labels: preset.labels.map((label) => classes.indexOf(label)) };
}

// Whether at least two classes have rows.
export function canLearn(data: Data): boolean {
  return new Set(data.labels).size > 1;
}

// Where rows come from: a preset with noise, or null for rows of one's own.
export interface Origin {
  preset: string;
  noise: number;
}

// What undo restores.
export interface Snapshot {
  data: Data;
  window: Window;
  origin: Origin | null;
}

export class History {
  private readonly past: Snapshot[] = [];
  private last: { made: Data; movement: object } | null = null;

  push(snapshot: Snapshot): void {
    this.past.push(snapshot);
    if (this.past.length > 200) this.past.shift();
  }

  // Save what a slider replaces with the made rows, unless the same movement of the slider made it.
  pushOnce(snapshot: Snapshot, made: Data, movement: object): void {
    if (this.last?.movement !== movement || this.last.made !== snapshot.data) this.push(snapshot);
    this.last = { made, movement };
  }

  pop(): Snapshot | null {
    return this.past.pop() ?? null;
  }

  get isEmpty(): boolean {
    return this.past.length === 0;
  }
}

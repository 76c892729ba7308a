// Changes of the rows. Each returns new data, so that undo restores the old.

import { byCodePoint } from "./csv";
import type { Preset } from "./api";
import type { Point } from "./geometry";
import type { Data, Settings, Window } from "./types";

export const EMPTY: Data = {
  columns: ["x₁", "x₂"],
  classes: ["A", "B"],
  rows: [],
  labels: [],
  names: null,
  tests: { rows: [], labels: [] },
};

// Two digits on a board a few units wide: enough to see, and short in a link.
export function rounded(value: number, span: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(span / 8)));
  return Number(value.toFixed(Math.min(12, digits)));
}

export function added(data: Data, [x, y]: Point, label: number): Data {
  return { ...data, rows: [...data.rows, [x, y]], labels: [...data.labels, label], names: null };
}

export function addedTest(data: Data, [x, y]: Point, label: number): Data {
  return { ...data, tests: { rows: [...data.tests.rows, [x, y]], labels: [...data.tests.labels, label] } };
}

export const pointsOf = ({ rows, tests }: Data): number[][] => [...rows, ...tests.rows];

// A point is a row or, from the number of rows on, a test point.
export function moved(data: Data, point: number, [x, y]: Point): Data {
  const replaced = (rows: number[][], row: number) => rows.map((old, k) => (k === row ? [x, y] : old));
  const rows = replaced(data.rows, point);
  return { ...data, rows, tests: { ...data.tests, rows: replaced(data.tests.rows, point - data.rows.length) } };
}

export function removed(data: Data, point: number): Data {
  const without = <T>(values: T[], row = point) => values.filter((_, k) => k !== row);
  const test = point - data.rows.length;
  if (test >= 0)
    return { ...data, tests: { rows: without(data.tests.rows, test), labels: without(data.tests.labels, test) } };
  return { ...data, rows: without(data.rows), labels: without(data.labels), names: data.names && without(data.names) };
}

export function fromPreset({ columns, rows, labels, names }: Omit<Preset, "settings">): Data {
  const classes = [...new Set(labels)].sort(byCodePoint);
  return {
    columns,
    rows,
    names,
    classes,
    labels: labels.map((label) => classes.indexOf(label)),
    tests: { rows: [], labels: [] },
  };
}

// The settings that a preset brings, which the next one takes back unless they were changed.
export class BorrowedSettings {
  private before: Settings | null = null;
  private now: Settings | null = null;

  with(present: Settings, brought: Settings | null): Settings {
    const own = present === this.now ? this.before! : present;
    this.before = own;
    this.now = brought;
    return brought ?? own;
  }
}

// With one more class, which sorts last: the next letter, or the last name with a number.
export function withClass(data: Data): Data {
  const last = data.classes.at(-1)!;
  const isLetter = /^[A-Y]$/.test(last);
  const name = isLetter ? String.fromCharCode(last.charCodeAt(0) + 1) : `${last} ${data.classes.length + 1}`;
  return { ...data, classes: [...data.classes, name] };
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

// What undo and redo restore.
export interface Snapshot {
  data: Data;
  window: Window;
  origin: Origin | null;
  settings: Settings;
}

const MAX_PAST = 200;

export class History {
  private readonly past: Snapshot[] = [];
  private readonly future: Snapshot[] = [];
  private last: { made: Data; movement: object } | null = null;

  // Save what a change replaces; what was undone before it is lost.
  push(snapshot: Snapshot): void {
    this.past.push(snapshot);
    if (this.past.length > MAX_PAST) this.past.shift();
    this.future.length = 0;
  }

  // Save what a slider replaces with the made rows, unless the same movement of the slider made it.
  pushOnce(snapshot: Snapshot, made: Data, movement: object): void {
    if (this.last?.movement !== movement || this.last.made !== snapshot.data) this.push(snapshot);
    this.last = { made, movement };
  }

  undo(now: Snapshot): Snapshot | null {
    return move(this.past, this.future, now);
  }

  redo(now: Snapshot): Snapshot | null {
    return move(this.future, this.past, now);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }
}

function move(from: Snapshot[], to: Snapshot[], now: Snapshot): Snapshot | null {
  const restored = from.pop() ?? null;
  if (restored) to.push(now);
  return restored;
}

// The data of the page. Labels are indices of classes; classes are in the order of the server.

export interface Data {
  columns: string[];
  classes: string[];
  rows: number[][];
  labels: number[];
  names: string[] | null;
  tests: { rows: number[][]; labels: number[] }; // that are not learned from
}

export type Value = number | string | boolean | null;

// A learner, and those of its options that differ from the defaults.
export interface Settings {
  learner: string;
  options: Record<string, Value>;
}

export interface View {
  part: number;
  step: number;
  proof: boolean; // whether the board shows it
}

export interface Experiment {
  data: Data;
  settings: Settings;
  view: View;
}

// Left, right, bottom, top of the board.
export type Window = [number, number, number, number];

export interface FormField {
  name: string;
  default: Value;
  kind: "number" | "whole" | "choice" | "flag";
  words: string;
  group: "rule" | "walk" | "stop";
  choices: string[];
  least: number | null;
  most: number | null;
  may_be_none: boolean;
}

export interface Learner {
  name: string;
  title: string;
  options: FormField[];
}

export interface Form {
  learners: Learner[];
  conventions: { name: string; options: Record<string, Value> }[];
  presets: string[];
  limits: { rows: number; columns: number; classes: number; epochs: number; steps: number };
}

export interface Verdict {
  verdict: "separable" | "inseparable" | "undecided";
  positive: string | null; // null: all classes at once
  negative: string | null; // null: the rest
  multiclass: string;
  kernel: string | null;
  weights?: number[];
  bias?: number;
  band?: number;
  support?: number[];
  radius?: number;
  margin?: number;
  bound?: number | null;
  rows?: number[];
  shares?: number[];
  point?: number[];
  fit_intercept?: boolean;
  reason?: string;
}

// The decisions of a learner on a grid over the board, one field per step in `steps`.
export interface Fields {
  window: Window;
  across: number;
  up: number;
  several: boolean;
  steps: number[];
  fields: number[][];
}

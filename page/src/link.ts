// The state of the page in its address, so that an experiment is a link.

import type { Experiment, Value } from "./types";

export const BROKEN = "This link is damaged and its experiment cannot be read; below is the first example instead.";

export function toLink({ data, settings, view }: Experiment): string {
  const parts = new URLSearchParams();
  parts.set("learner", settings.learner);
  for (const [name, value] of Object.entries(settings.options)) parts.set(`o.${name}`, JSON.stringify(value));
  if (view.part) parts.set("part", String(view.part));
  if (view.step) parts.set("step", String(view.step));
  if (view.proof) parts.set("proof", "1");
  parts.set("columns", JSON.stringify(data.columns));
  parts.set("classes", JSON.stringify(data.classes));
  if (data.names) parts.set("names", JSON.stringify(data.names));
  parts.set("rows", written(data.rows, data.labels));
  if (data.tests.rows.length) parts.set("tests", written(data.tests.rows, data.tests.labels));
  return parts.toString();
}

function written(rows: number[][], labels: number[]): string {
  return rows.map((row, i) => [labels[i], ...row].join("_")).join("~");
}

export function fromLink(link: string): Experiment | null {
  try {
    return read(new URLSearchParams(link));
  } catch {
    return null;
  }
}

function read(parts: URLSearchParams): Experiment | null {
  if (!parts.has("rows")) return null;
  const columns = strings(parts.get("columns"));
  const classes = strings(parts.get("classes"));
  const [table, tests] = ["rows", "tests"].map((name) => tableIn(parts.get(name) ?? ""));
  const fits = [...table, ...tests].every(
    (row) =>
      row.length === columns.length + 1 &&
      row.every(Number.isFinite) &&
      Number.isInteger(row[0]) &&
      row[0] >= 0 &&
      row[0] < classes.length,
  );
  const names = parts.has("names") ? strings(parts.get("names")) : null;
  if (!fits || classes.length < 2 || (names && names.length !== table.length)) return null;
  const options: Record<string, Value> = {};
  for (const [name, value] of parts) if (name.startsWith("o.")) options[name.slice(2)] = JSON.parse(value) as Value;
  return {
    data: { columns, classes, ...rowsIn(table), names, tests: rowsIn(tests) },
    settings: { learner: parts.get("learner") ?? "perceptron", options },
    view: { part: whole(parts.get("part")), step: whole(parts.get("step")), proof: parts.get("proof") === "1" },
  };
}

function tableIn(text: string): number[][] {
  return text === "" ? [] : text.split("~").map((row) => row.split("_").map(Number));
}

function rowsIn(table: number[][]): { rows: number[][]; labels: number[] } {
  return { rows: table.map((row) => row.slice(1)), labels: table.map((row) => row[0]) };
}

function strings(text: string | null): string[] {
  const value: unknown = JSON.parse(text ?? "null");
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) throw new Error("not names");
  return value;
}

function whole(text: string | null): number {
  const value = Number(text ?? 0);
  return Number.isInteger(value) && value >= 0 ? value : 0;
}

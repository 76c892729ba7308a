// A table of numbers with a label in its last column.

import type { Data, Form } from "./types";
import { count } from "./formatting";

export class TableError extends Error {}

export function dataFromCsv(text: string, limits: Form["limits"]): Data {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) throw new TableError("There must be at least two rows, one per line.");
  const separator = ["\t", ";", ","].find((one) => lines[0].includes(one));
  if (!separator) throw new TableError("Columns must be separated by commas, semicolons or tabs.");
  const cells = lines.map((line) => split(line, separator));
  const width = cells[0].length;
  const odd = cells.findIndex((row) => row.length !== width);
  if (odd >= 0)
    throw new TableError(`Line ${odd + 1} has ${count(cells[odd].length, "column")}; the first line has ${width}.`);
  const hasNames = cells[0].slice(0, -1).some((cell) => number(cell) === null);
  const columns = hasNames ? cells[0].slice(0, -1) : Array.from({ length: width - 1 }, (_, j) => `x${j + 1}`);
  const body = hasNames ? cells.slice(1) : cells;
  if (width - 1 > limits.columns)
    throw new TableError(`There are ${width - 1} columns; this page allows at most ${limits.columns}.`);
  if (body.length > limits.rows)
    throw new TableError(`There are ${body.length} rows; this page allows at most ${limits.rows}.`);
  const rows = body.map((row, i) =>
    row.slice(0, -1).map((cell, j) => {
      const value = number(cell);
      if (value === null)
        throw new TableError(`Line ${i + 1 + (hasNames ? 1 : 0)}: ${columns[j]} must be a number, got “${cell}”.`);
      return value;
    }),
  );
  const labels = body.map((row) => row[width - 1]);
  const classes = [...new Set(labels)].sort(byCodePoint);
  if (classes.length < 2) throw new TableError("The last column must have at least two different labels.");
  if (classes.length > limits.classes)
    throw new TableError(`There are ${classes.length} labels; this page allows at most ${limits.classes}.`);
  return {
    columns,
    classes,
    rows,
    labels: labels.map((label) => classes.indexOf(label)),
    names: null,
    tests: { rows: [], labels: [] },
  };
}

export function byCodePoint(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}

function number(cell: string): number | null {
  const value = Number(cell);
  return cell.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= 1e9 ? value : null;
}

// Quoted cells may contain the separator, and a doubled quote.
function split(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let k = 0; k < line.length; k++) {
    const letter = line[k];
    if (quoted && letter === '"' && line[k + 1] === '"') cell += line[k++];
    else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) (cells.push(cell.trim()), (cell = ""));
    else cell += letter;
  }
  return [...cells, cell.trim()];
}

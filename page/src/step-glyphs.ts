// What the board draws of one update: the line before it, the row as an arrow, margins, and the rows that are kept.

import type { Line, Scene } from "./board";
import { svg } from "./dom";
import type { Frame } from "./frame";
import { lineIn } from "./geometry";
import { colour } from "./palette";

// The line before the update, behind the present one.
export function lineBefore(frame: Frame, { window, before }: Scene): SVGElement[] {
  const ends = before && lineIn(window, before.weights, before.bias);
  return ends
    ? [
        svg("path", {
          class: "line before",
          d: frame.path(ends),
          "data-line": "before",
          "data-ends": JSON.stringify(ends),
        }),
      ]
    : [];
}

// The lines w.x + b = -1 and +1 of a learner that aims for a margin.
export function marginLines(frame: Frame, { window, lines, aim }: Scene): SVGElement[] {
  const last = lines.find(({ kind }) => kind === "last");
  if (!last || aim === null) return [];
  return [-aim, aim].flatMap((level) => {
    const ends = lineIn(window, last.weights, last.bias, level);
    return ends ? [svg("path", { class: "margin", d: frame.path(ends), "data-ends": JSON.stringify(ends) })] : [];
  });
}

// The row of an update as an arrow from the origin, where that is on the board.
export function rowArrow(frame: Frame, { data, window, lit }: Scene): SVGElement[] {
  const row = lit?.isUpdate ? data.rows[lit.row] : undefined;
  const [left, right, bottom, top] = window;
  if (!lit || !row || left > 0 || right < 0 || bottom > 0 || top < 0) return [];
  const [x0, y0, x1, y1] = [frame.x(0), frame.y(0), frame.x(row[0]), frame.y(row[1])];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 30) return [];
  const style = `--of-class:${colour(data.labels[lit.row])}`;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [tx, ty] = [x1 - 13 * dx, y1 - 13 * dy]; // at the ring
  const head = [
    [tx, ty],
    [tx - 9 * dx + 4 * dy, ty - 9 * dy - 4 * dx],
    [tx - 9 * dx - 4 * dy, ty - 9 * dy + 4 * dx],
  ];
  return [
    svg("path", { class: "row-arrow", style, d: `M${x0} ${y0}L${tx - 6 * dx} ${ty - 6 * dy}` }),
    svg("path", { class: "row-head", style, d: `M${head.map((corner) => corner.join(" ")).join("L")}Z` }),
    svg("text", { class: "row-name", x: (x0 + x1) / 2 + 6, y: (y0 + y1) / 2 - 6 }, "x"),
  ];
}

// The rows whose coefficients are not 0.
export function keptRows(frame: Frame, { data, kept }: Scene): SVGElement[] {
  return [...kept]
    .filter((row) => data.rows[row])
    .map((row) => {
      const [x, y] = [frame.x(data.rows[row][0]), frame.y(data.rows[row][1])];
      return svg("rect", { class: "kept-row", x: x - 8, y: y - 8, width: 16, height: 16, rx: 3, "data-kept": row });
    });
}

// The lines of a scene during the turn from the line before: its weights move straight to the new ones.
export function turned({ lines, before }: Scene, share: number): Line[] {
  const last = lines.find(({ kind }) => kind === "last")!;
  const others = lines.filter((line) => line !== last);
  const between = (from: number, to: number) => from + (to - from) * share;
  const [u, v] = before!.weights;
  const weights: Line["weights"] = [between(u, last.weights[0]), between(v, last.weights[1])];
  return [{ ...last, weights, bias: between(before!.bias, last.bias) }, ...others];
}

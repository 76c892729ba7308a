// The parts of the board besides its points, each a list of SVG elements.

import { polygonHull } from "d3-polygon";
import type { Line, Scene } from "./board";
import { svg } from "./dom";
import { edgesOf } from "./field";
import type { Frame } from "./frame";
import { bandIn, lineIn, type Point } from "./geometry";
import { colour } from "./palette";
import { MEANINGS } from "./proof-charts";
import type { Data, Verdict, Window } from "./types";

export function grid(frame: Frame, [across, up]: string[]): SVGElement[] {
  const ticks = Math.max(3, Math.round(frame.width / 90));
  const marks: SVGElement[] = [];
  const [format, upFormat] = [frame.x.tickFormat(ticks), frame.y.tickFormat(ticks * 0.75)];
  for (const value of frame.x.ticks(ticks)) {
    marks.push(svg("path", { d: `M${frame.x(value)} 0V${frame.height}`, class: value === 0 ? "axis" : "" }));
    if (frame.x(value) > 30 && frame.x(value) < frame.width - 24 - 7 * across.length)
      marks.push(svg("text", { x: frame.x(value), y: frame.height - 6, "text-anchor": "middle" }, format(value)));
  }
  for (const value of frame.y.ticks(ticks * 0.75)) {
    marks.push(svg("path", { d: `M0 ${frame.y(value)}H${frame.width}`, class: value === 0 ? "axis" : "" }));
    if (frame.y(value) > 30 && frame.y(value) < frame.height - 24)
      marks.push(svg("text", { x: 6, y: frame.y(value) + 4 }, upFormat(value)));
  }
  marks.push(svg("text", { class: "name", x: frame.width - 8, y: frame.height - 6, "text-anchor": "end" }, across));
  marks.push(svg("text", { class: "name", x: 8, y: 18 }, up));
  return marks;
}

export function learned(frame: Frame, { window, lines, band, ground }: Scene): SVGElement[] {
  const marks: SVGElement[] = [];
  if (ground)
    for (const { points, isClosed } of edgesOf(ground))
      marks.push(svg("path", { class: lines.length ? "edge vote" : "edge", d: frame.path(points, isClosed) }));
  const last = lines.find(({ kind }) => kind === "last");
  if (last && band !== null && band > 0) {
    const corners = bandIn(window, last.weights, last.bias, band);
    if (corners.length > 2) marks.push(svg("path", { class: "band", d: frame.path(corners, true) }));
  }
  for (const line of [...lines].reverse()) {
    const ends = lineIn(window, line.weights, line.bias);
    if (ends)
      marks.push(
        svg("path", {
          class: `line ${line.kind}`,
          d: frame.path(ends),
          "data-line": line.kind,
          "data-ends": JSON.stringify(ends),
        }),
      );
  }
  if (last) marks.push(...arrow(frame, last, window));
  return marks;
}

// The direction of the weights as an arrow from the line, perpendicular to it if both columns have one scale.
function arrow(frame: Frame, { weights, bias }: Line, window: Window): SVGElement[] {
  const ends = lineIn(window, weights, bias);
  if (!ends) return [];
  const middle: Point = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
  const [px, py] = [frame.width / (window[1] - window[0]), frame.height / (window[3] - window[2])];
  const [dx, dy] = [weights[0] / px, -weights[1] / py];
  const reach = Math.min(70, frame.width / 8) / Math.hypot(dx, dy);
  const [cx, cy] = [frame.x(middle[0]), frame.y(middle[1])];
  const tip = [cx + dx * reach, cy + dy * reach];
  return [
    svg("path", { class: "weights", d: `M${cx} ${cy}L${tip[0]} ${tip[1]}`, "marker-end": "url(#head)" }),
    svg(
      "text",
      {
        class: "weights-name",
        x: tip[0] + (tip[0] >= cx ? 8 : -8),
        y: tip[1] + (tip[1] > cy ? 14 : -4),
        "text-anchor": tip[0] >= cx ? "start" : "end",
      },
      "w/|w|",
    ),
  ];
}

export function highlight(frame: Frame, { data, lit }: Scene): SVGElement[] {
  const row = lit ? data.rows[lit.row] : undefined;
  if (!lit || !row) return [];
  const [cx, cy] = [frame.x(row[0]), frame.y(row[1])];
  return [svg("circle", { class: `ring ${lit.isMistake ? "mistake" : "right"}`, cx, cy, r: 12, "data-lit": lit.row })];
}

export function proof(frame: Frame, { data, window, verdict }: Scene): SVGElement[] {
  if (!verdict) return [];
  if (verdict.verdict === "separable") {
    const weights = verdict.weights as Point;
    const ends = lineIn(window, weights, verdict.bias!);
    const band = bandIn(window, weights, verdict.bias!, verdict.band!);
    const rings = verdict
      .support!.filter((row) => data.rows[row])
      .map((row) =>
        svg("circle", { class: "carries", cx: frame.x(data.rows[row][0]), cy: frame.y(data.rows[row][1]), r: 9 }),
      );
    return [
      ...radiusCircle(frame, data, verdict, ends),
      ...(band.length > 2 ? [svg("path", { class: "widest-band", d: frame.path(band, true) })] : []),
      ...(ends ? [svg("path", { class: "widest", d: frame.path(ends), "data-ends": JSON.stringify(ends) })] : []),
      ...rings,
    ];
  }
  if (verdict.verdict === "undecided") return [];
  const marks: SVGElement[] = [];
  data.classes.forEach((name, place) => {
    const side = name === verdict.positive || verdict.negative === null || name === verdict.negative;
    const points = data.rows.filter((_, row) => data.labels[row] === place).map((row) => [row[0], row[1]] as Point);
    const hull = points.length > 2 ? (polygonHull(points) ?? points) : points;
    if (side && hull.length > 1)
      marks.push(
        svg("path", {
          class: "hull",
          style: `--of-class:${colour(place)}`,
          d: frame.path(hull, true),
          "data-hull": name,
        }),
      );
  });
  return marks;
}

// R as a circle around the origin, and gamma beside the band; the letters explain themselves on hover.
function radiusCircle(frame: Frame, { rows }: Data, { radius, margin }: Verdict, ends: Point[] | null): SVGElement[] {
  if (!radius || !margin) return [];
  const inner = Math.max(...rows.map(([x, y]) => Math.hypot(x, y)));
  const [cx, cy, rx, ry] = [frame.x(0), frame.y(0), frame.x(inner) - frame.x(0), frame.y(0) - frame.y(inner)];
  const tip: Point = [inner * Math.SQRT1_2, inner * Math.SQRT1_2];
  const name = (at: Point, letter: "R" | "γ", value: number) =>
    svg(
      "text",
      { class: "proof-name", x: frame.x(at[0]) + 4, y: frame.y(at[1]) - 4 },
      svg("title", {}, `${MEANINGS[letter]}; here ${Number(value.toPrecision(3))}`),
      letter,
    );
  const beside = ends?.[1] && ends[0].map((from, k) => from + 0.88 * (ends[1][k] - from));
  return [
    svg("ellipse", { class: "radius", cx, cy, rx, ry, "data-radius": inner }, svg("title", {}, MEANINGS.R)),
    name(tip, "R", radius),
    ...(beside ? [name(beside as Point, "γ", margin)] : []),
  ];
}

// The point in both hulls, drawn above the rows.
export function commonPoint(frame: Frame, { verdict }: Scene): SVGElement[] {
  if (verdict?.verdict !== "inseparable" || !verdict.fit_intercept) return [];
  const [x, y] = verdict.point as Point;
  const [cx, cy] = [frame.x(x), frame.y(y)];
  return [
    svg("circle", { class: "common-halo", cx, cy, r: 9 }),
    svg("path", {
      class: "common",
      d: `M${cx - 4} ${cy - 4}l8 8M${cx + 4} ${cy - 4}l-8 8`,
      "data-point": JSON.stringify([x, y]),
    }),
  ];
}

export const arrowHead = () =>
  svg(
    "defs",
    {},
    svg(
      "marker",
      { id: "head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0.5 7 4 0 7.5z" }),
    ),
  );

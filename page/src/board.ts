// The board of two columns: points, lines, bands, hulls. It draws what it is told, and knows no learner.

import { polygonHull } from "d3-polygon";
import { scaleLinear, type ScaleLinear } from "d3-scale";
import { onWidth, set, svg } from "./dom";
import { drawGround, edgeOf, type Ground } from "./field";
import { bandIn, lineIn, type Point } from "./geometry";
import { colour, shape } from "./looks";
import type { Data, Verdict, Window } from "./types";

export interface Line {
  weights: Point;
  bias: number;
  kind: "last" | "average" | "kept";
}

export interface Scene {
  data: Data;
  window: Window;
  lines: Line[];
  band: number | null; // the level of |w.x + b| that bounds it, around the first line
  wrong: Set<number>;
  lit: { row: number; isMistake: boolean } | null;
  ground: Ground | null;
  verdict: Verdict | null;
}

export class Board {
  x: ScaleLinear<number, number> = scaleLinear();
  y: ScaleLinear<number, number> = scaleLinear();
  selected: number | null = null;
  cross: Point | null = null;
  private scene: Scene | null = null;
  private drawn: { data: Data; width: number; window: Window } | null = null;
  private marks: SVGPathElement[] = [];
  private readonly layers: Record<"grid" | "proof" | "learned" | "points" | "lit" | "hands", SVGGElement>;
  private width = 0;

  constructor(private readonly root: HTMLElement) {
    const make = (name: string) => svg("g", { class: name });
    this.layers = { grid: make("grid"), proof: make("proof"), learned: make("learned"), points: make("points"), lit: make("lit"), hands: make("hands") };
    this.picture.replaceChildren(ARROW_HEAD(), ...Object.values(this.layers));
    onWidth(root, (width) => {
      this.width = width;
      if (this.scene) this.draw(this.scene);
    });
  }

  private get picture(): SVGSVGElement {
    return this.root.querySelector("svg")!;
  }

  // Where on the board a pointer is, in the units of the rows.
  place(event: { clientX: number; clientY: number }): Point {
    const box = this.picture.getBoundingClientRect();
    return [this.x.invert(event.clientX - box.left), this.y.invert(event.clientY - box.top)];
  }

  // The row under a pointer, within a finger's reach.
  rowAt(event: { clientX: number; clientY: number }, reach: number): number | null {
    const box = this.picture.getBoundingClientRect();
    let [nearest, best] = [reach, null as number | null];
    this.scene?.data.rows.forEach(([x, y], row) => {
      const distance = Math.hypot(this.x(x) - (event.clientX - box.left), this.y(y) - (event.clientY - box.top));
      if (distance < nearest) [nearest, best] = [distance, row];
    });
    return best;
  }

  draw(scene: Scene): void {
    this.scene = scene;
    if (this.width === 0) return;
    this.measure(scene.window);
    this.drawGrid(scene);
    this.drawPoints(scene);
    drawGround(this.root.querySelector("canvas")!, scene.ground);
    this.layers.proof.replaceChildren(...this.proof(scene));
    this.layers.learned.replaceChildren(...this.learned(scene));
    this.layers.lit.replaceChildren(...this.common(scene), ...this.light(scene));
    this.drawHands();
    this.drawn = { data: scene.data, width: this.width, window: scene.window };
  }

  drawHands(): void {
    const marks: SVGElement[] = [];
    const row = this.selected === null ? undefined : this.scene?.data.rows[this.selected];
    if (row) marks.push(svg("circle", { class: "selected", cx: this.x(row[0]), cy: this.y(row[1]), r: 14 }));
    else if (this.cross) {
      const [cx, cy] = [this.x(this.cross[0]), this.y(this.cross[1])];
      marks.push(svg("path", { class: "cross", d: `M${cx - 12} ${cy}h24M${cx} ${cy - 12}v24` }));
    }
    this.layers.hands.replaceChildren(...marks);
  }

  private measure(window: Window): void {
    const height = Math.round(this.width * 0.75);
    const [left, right, bottom, top] = window;
    this.x.domain([left, right]).range([0, this.width]);
    this.y.domain([bottom, top]).range([height, 0]);
    set(this.picture, { viewBox: `0 0 ${this.width} ${height}`, width: this.width, height });
  }

  private get height(): number {
    return this.y.range()[0];
  }

  private path(points: Point[], closed = false): string {
    return "M" + points.map(([x, y]) => `${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`).join("L") + (closed ? "Z" : "");
  }

  private isDrawn({ window }: Scene): boolean {
    return this.drawn?.width === this.width && this.drawn.window.join() === window.join();
  }

  private drawGrid(scene: Scene): void {
    if (this.isDrawn(scene) && this.drawn?.data.columns === scene.data.columns) return;
    const ticks = Math.max(3, Math.round(this.width / 90));
    const marks: SVGElement[] = [];
    const [format, upFormat] = [this.x.tickFormat(ticks), this.y.tickFormat(ticks * 0.75)];
    for (const value of this.x.ticks(ticks)) {
      marks.push(svg("path", { d: `M${this.x(value)} 0V${this.height}`, class: value === 0 ? "axis" : "" }));
      if (this.x(value) > 30 && this.x(value) < this.width - 30) marks.push(svg("text", { x: this.x(value), y: this.height - 6, "text-anchor": "middle" }, format(value)));
    }
    for (const value of this.y.ticks(ticks * 0.75)) {
      marks.push(svg("path", { d: `M0 ${this.y(value)}H${this.width}`, class: value === 0 ? "axis" : "" }));
      if (this.y(value) > 30 && this.y(value) < this.height - 24) marks.push(svg("text", { x: 6, y: this.y(value) + 4 }, upFormat(value)));
    }
    const [across, up] = scene.data.columns;
    marks.push(svg("text", { class: "name", x: this.width - 8, y: this.height - 6, "text-anchor": "end" }, across));
    marks.push(svg("text", { class: "name", x: 8, y: 18 }, up));
    this.layers.grid.replaceChildren(...marks);
  }

  private drawPoints(scene: Scene): void {
    const { data } = scene;
    if (this.drawn?.data !== data || !this.isDrawn(scene)) {
      const size = this.width < 480 ? 70 : 110;
      this.marks = data.rows.map(([x, y], row) => {
        const place = data.labels[row];
        return svg("path", {
          d: shape(place, size),
          transform: `translate(${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)})`,
          style: `--of-class:${colour(place)}`,
          "data-row": row,
        });
      });
      this.layers.points.replaceChildren(...this.marks);
    }
    this.marks.forEach((mark, row) => mark.classList.toggle("wrong", scene.wrong.has(row)));
  }

  private learned({ window, lines, band, ground }: Scene): SVGElement[] {
    const marks: SVGElement[] = [];
    if (ground) for (const ring of edgeOf(ground)) marks.push(svg("path", { class: lines.length ? "edge vote" : "edge", d: this.path(ring, true) }));
    const [last] = lines;
    if (last && band !== null && band > 0) {
      const corners = bandIn(window, last.weights, last.bias, band);
      if (corners.length > 2) marks.push(svg("path", { class: "band", d: this.path(corners, true) }));
    }
    for (const line of [...lines].reverse()) {
      const ends = lineIn(window, line.weights, line.bias);
      if (ends) marks.push(svg("path", { class: `line ${line.kind}`, d: this.path(ends), "data-line": line.kind, "data-ends": JSON.stringify(ends) }));
    }
    if (last) marks.push(...this.arrow(last, window));
    return marks;
  }

  // The weights as an arrow from the line, at a right angle to it on the screen where both columns have one scale.
  private arrow({ weights, bias }: Line, window: Window): SVGElement[] {
    const ends = lineIn(window, weights, bias);
    if (!ends) return [];
    const middle: Point = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    const [px, py] = [this.width / (window[1] - window[0]), this.height / (window[3] - window[2])];
    const [dx, dy] = [weights[0] / px, -weights[1] / py];
    const reach = Math.min(70, this.width / 8) / Math.hypot(dx, dy);
    const [cx, cy] = [this.x(middle[0]), this.y(middle[1])];
    const tip = [cx + dx * reach, cy + dy * reach];
    return [
      svg("path", { class: "weights", d: `M${cx} ${cy}L${tip[0]} ${tip[1]}`, "marker-end": "url(#head)" }),
      svg("text", { class: "weights-name", x: tip[0] + (tip[0] >= cx ? 8 : -8), y: tip[1] + (tip[1] > cy ? 14 : -4), "text-anchor": tip[0] >= cx ? "start" : "end" }, "w"),
    ];
  }

  private light({ data, lit }: Scene): SVGElement[] {
    const row = lit ? data.rows[lit.row] : undefined;
    if (!lit || !row) return [];
    const [cx, cy] = [this.x(row[0]), this.y(row[1])];
    return [svg("circle", { class: `ring ${lit.isMistake ? "mistake" : "right"}`, cx, cy, r: 12, "data-lit": lit.row })];
  }

  private proof({ data, window, verdict }: Scene): SVGElement[] {
    if (!verdict) return [];
    if (verdict.verdict === "separable") {
      const weights = verdict.weights as Point;
      const ends = lineIn(window, weights, verdict.bias!);
      const band = bandIn(window, weights, verdict.bias!, verdict.band!);
      const rings = verdict.support!.filter((row) => data.rows[row]).map((row) =>
        svg("circle", { class: "carries", cx: this.x(data.rows[row][0]), cy: this.y(data.rows[row][1]), r: 9 }),
      );
      return [
        ...(band.length > 2 ? [svg("path", { class: "widest-band", d: this.path(band, true) })] : []),
        ...(ends ? [svg("path", { class: "widest", d: this.path(ends), "data-ends": JSON.stringify(ends) })] : []),
        ...rings,
      ];
    }
    if (verdict.verdict === "undecided") return [];
    const marks: SVGElement[] = [];
    data.classes.forEach((name, place) => {
      const side = name === verdict.positive || verdict.negative === null || name === verdict.negative;
      const points = data.rows.filter((_, row) => data.labels[row] === place).map((row) => [row[0], row[1]] as Point);
      const hull = points.length > 2 ? polygonHull(points) ?? points : points;
      if (side && hull.length > 1) marks.push(svg("path", { class: "hull", style: `--of-class:${colour(place)}`, d: this.path(hull, true), "data-hull": name }));
    });
    return marks;
  }

  // The point in both hulls lies above the points, where it can be seen.
  private common({ verdict }: Scene): SVGElement[] {
    if (verdict?.verdict !== "inseparable" || !verdict.fit_intercept) return [];
    const [x, y] = verdict.point as Point;
    const [cx, cy] = [this.x(x), this.y(y)];
    return [
      svg("circle", { class: "common-halo", cx, cy, r: 9 }),
      svg("path", { class: "common", d: `M${cx - 4} ${cy - 4}l8 8M${cx + 4} ${cy - 4}l-8 8`, "data-point": JSON.stringify([x, y]) }),
    ];
  }
}

const ARROW_HEAD = () =>
  svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0 0.5 7 4 0 7.5z" })));

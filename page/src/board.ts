// The board of two columns: draws points, lines, bands and hulls, without knowledge of learners.

import { onWidth, set, svg } from "./dom";
import { drawGround, type Ground } from "./field";
import { Frame } from "./frame";
import type { Point } from "./geometry";
import { colour, shape } from "./palette";
import { arrowHead, commonPoint, grid, highlight, learned, proof } from "./glyphs";
import { keptRows, lineBefore, marginLines, rowArrow, turned } from "./step-glyphs";
import { EMPTY, pointsOf } from "./edits";
import type { Data, Verdict, Window } from "./types";

export interface Line {
  weights: Point;
  bias: number;
  kind: "last" | "average" | "kept" | "before" | "hand" | "seed";
}

export interface Scene {
  data: Data;
  window: Window;
  lines: Line[];
  before: Line | null; // in a step with an update, the line before it
  aim: number | null; // the margin that updates aim for, if they do
  kept: Set<number>; // rows of a kernel learner with a coefficient
  band: number | null; // the level of |w.x + b| that bounds it, around the first line
  wrong: Set<number>;
  wrongTests: Set<number>;
  idle: Set<number>; // rows that are not part of this problem
  lit: { row: number; isMistake: boolean; isUpdate: boolean } | null;
  ground: Ground | null;
  verdict: Verdict | null;
}

const LAYERS = ["grid", "proof", "before", "learned", "kept", "points", "lit", "cursor"] as const;

export class Board {
  selected: number | null = null;
  cross: Point | null = null;
  private width = 0;
  private frame: Frame | null = null;
  private scene: Scene | null = null;
  private marks: SVGPathElement[] = [];
  private tests: SVGPathElement[] = [];
  private readonly layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })])) as Record<
    (typeof LAYERS)[number],
    SVGGElement
  >;

  constructor(private readonly root: HTMLElement) {
    onWidth(root, (width) => {
      this.width = width;
      if (this.scene) this.draw(this.scene);
    });
  }

  private get picture(): SVGSVGElement {
    return this.root.querySelector("svg")!;
  }

  // The position of a pointer in the units of the rows.
  place(event: { clientX: number; clientY: number }): Point {
    const box = this.picture.getBoundingClientRect();
    const { x, y } = this.frame!;
    return [x.invert(event.clientX - box.left), y.invert(event.clientY - box.top)];
  }

  // The row or test point nearest to a pointer within a distance in pixels, or null.
  rowAt(event: { clientX: number; clientY: number }, reach: number): number | null {
    const box = this.picture.getBoundingClientRect();
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    let [nearest, best] = [reach, null as number | null];
    pointsOf(this.scene?.data ?? EMPTY).forEach(([x, y], row) => {
      const distance = Math.hypot(this.frame!.x(x) - left, this.frame!.y(y) - top);
      if (distance < nearest) [nearest, best] = [distance, row];
    });
    return best;
  }

  // Draw a scene; if its line is new, it turns there from the one before within so many milliseconds.
  draw(scene: Scene, turning = 0): void {
    const before = this.scene;
    this.scene = scene;
    if (this.width === 0) return;
    const frame = new Frame(this.width, scene.window);
    const isSame = frame.isLike(this.frame) && this.layers.grid.isConnected;
    this.frame = frame;
    if (!isSame) this.resize(frame);
    if (!isSame || before?.data.columns !== scene.data.columns) {
      this.layers.grid.replaceChildren(...grid(frame, scene.data.columns));
    }
    if (!isSame || before?.data !== scene.data) this.drawPoints(frame, scene.data);
    this.marks.forEach((mark, row) => {
      mark.classList.toggle("wrong", scene.wrong.has(row));
      mark.classList.toggle("idle", scene.idle.has(row));
    });
    this.tests.forEach((mark, test) => mark.classList.toggle("wrong", scene.wrongTests.has(test)));
    drawGround(this.root.querySelector("canvas")!, scene.ground, scene.window);
    this.layers.proof.replaceChildren(...proof(frame, scene));
    this.layers.before.replaceChildren(...lineBefore(frame, scene), ...rowArrow(frame, scene));
    this.drawLearned(scene);
    this.layers.kept.replaceChildren(...keptRows(frame, scene));
    this.layers.lit.replaceChildren(...commonPoint(frame, scene), ...highlight(frame, scene));
    this.drawCursor();
    if (turning > 0 && scene.before && scene.lines.some(({ kind }) => kind === "last")) this.turn(scene, turning);
  }

  private drawLearned(scene: Scene): void {
    this.layers.learned.replaceChildren(...marginLines(this.frame!, scene), ...learned(this.frame!, scene));
  }

  private turn(scene: Scene, duration: number): void {
    const begun = performance.now();
    const next = () => {
      if (this.scene !== scene) return;
      const share = Math.min(1, (performance.now() - begun) / duration);
      this.drawLearned({ ...scene, lines: turned(scene, share) });
      if (share < 1) requestAnimationFrame(next);
    };
    next();
  }

  // Stop drawing, while something else is shown in its place.
  leave(): void {
    this.scene = null;
  }

  drawCursor(): void {
    if (!this.frame) return;
    const { x, y } = this.frame;
    const marks: SVGElement[] = [];
    const row = this.selected === null ? undefined : pointsOf(this.scene?.data ?? EMPTY)[this.selected];
    if (row) marks.push(svg("circle", { class: "selected", cx: x(row[0]), cy: y(row[1]), r: 14 }));
    else if (this.cross) {
      const [cx, cy] = [x(this.cross[0]), y(this.cross[1])];
      marks.push(svg("path", { class: "cross", d: `M${cx - 12} ${cy}h24M${cx} ${cy - 12}v24` }));
    }
    this.layers.cursor.replaceChildren(...marks);
  }

  private resize({ width, height }: Frame): void {
    set(this.picture, { viewBox: `0 0 ${width} ${height}`, width, height });
    this.picture.replaceChildren(arrowHead(), ...Object.values(this.layers));
  }

  private drawPoints({ x, y, width }: Frame, data: Data): void {
    const size = width < 480 ? 70 : 110;
    const mark = ([left, up]: number[], label: number, name: string, k: number, area: number) =>
      svg("path", {
        d: shape(label, area),
        transform: `translate(${x(left).toFixed(1)} ${y(up).toFixed(1)})`,
        style: `--of-class:${colour(label)}`,
        [name]: k,
      });
    this.marks = data.rows.map((row, k) => mark(row, data.labels[k], "data-row", k, size));
    this.tests = data.tests.rows.map((row, k) => mark(row, data.tests.labels[k], "data-test", k, 0.6 * size));
    const rings = data.tests.rows.map(([left, up]) =>
      svg("circle", { class: "test-ring", cx: x(left), cy: y(up), r: 9 }),
    );
    this.layers.points.replaceChildren(...rings, ...this.tests, ...this.marks);
  }
}

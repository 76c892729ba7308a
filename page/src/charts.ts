// Mistakes per epoch, and all mistakes so far against the bound. A path is drawn once; a clip follows the playhead.

import { scaleLinear, type ScaleLinear } from "d3-scale";
import { html, onWidth, set, svg } from "./dom";
import type { Playback } from "./playback";
import { count } from "./formatting";

export const HEIGHT = 132;
export const EDGE = { left: 34, right: 10, top: 10, bottom: 22 };

export abstract class Chart {
  protected width = 0;
  private readonly picture = svg("svg", { role: "img" });
  private readonly caption = html("p", { class: "caption" });
  private play: Playback | null = null;
  private step = 0;

  constructor(root: HTMLElement) {
    root.append(this.caption, this.picture);
    onWidth(root, (width) => {
      this.width = width;
      if (this.play) this.show(this.play, this.step);
    });
  }

  show(play: Playback, step: number): void {
    [this.play, this.step] = [play, step];
    if (this.width === 0) return;
    set(this.picture, {
      viewBox: `0 0 ${this.width} ${HEIGHT}`,
      width: this.width,
      height: HEIGHT,
      "aria-label": this.describe(play),
    });
    this.caption.replaceChildren(...this.title(play));
    this.picture.replaceChildren(...this.marks(play));
    this.move(step);
  }

  clear(): void {
    this.play = null;
    this.caption.replaceChildren();
    this.picture.replaceChildren();
  }

  move(step: number): void {
    this.step = step;
    if (this.play && this.width) this.follow(this.play, step);
  }

  protected abstract describe(play: Playback): string;
  protected abstract title(play: Playback): (Node | string)[];
  protected abstract marks(play: Playback): SVGElement[];
  protected abstract follow(play: Playback, step: number): void;

  protected frame(
    across: number,
    up: number,
    isWhole = true, // counts, not measures
  ): { x: ScaleLinear<number, number>; y: ScaleLinear<number, number>; axes: SVGElement[] } {
    const x = scaleLinear([0, Math.max(1, across)], [EDGE.left, this.width - EDGE.right]);
    const y = scaleLinear([0, isWhole ? Math.max(1, up) : up || 1], [HEIGHT - EDGE.bottom, EDGE.top]);
    const axes: SVGElement[] = [];
    for (const value of y.ticks(3).filter((value) => !isWhole || Number.isInteger(value))) {
      axes.push(svg("path", { class: "grid", d: `M${EDGE.left} ${y(value)}H${this.width - EDGE.right}` }));
      axes.push(
        svg(
          "text",
          { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" },
          value >= 10_000 ? `${value / 1000}k` : String(value),
        ),
      );
    }
    return { x, y, axes };
  }

  protected below(x: ScaleLinear<number, number>, values: number[]): SVGElement[] {
    const anchor = (value: number) => (x(value) > this.width - 24 ? "end" : "middle");
    const at = (value: number) => Math.min(x(value), this.width - 2);
    return values.map((value) =>
      svg("text", { x: at(value), y: HEIGHT - 6, "text-anchor": anchor(value) }, value.toLocaleString("en")),
    );
  }
}

export class EpochChart extends Chart {
  private bars: SVGElement[] = [];

  protected describe(play: Playback): string {
    return `Mistakes in each of ${count(play.part.epochs.mistakes.length, "epoch")}: ${play.part.epochs.mistakes.slice(0, 30).join(", ")}`;
  }

  protected title(): (Node | string)[] {
    return ["per ", html("span", { class: "key" }, "epoch")];
  }

  protected marks(play: Playback): SVGElement[] {
    const { mistakes } = play.part.epochs;
    const { x, y, axes } = this.frame(mistakes.length, Math.max(...mistakes));
    const each = x(1) - x(0);
    const gap = each > 8 ? 2 : each > 3 ? 0.5 : 0;
    this.bars = mistakes.map((value, k) => {
      const height = y(0) - y(value);
      const width = Math.min(30, Math.max(0.5, each - gap));
      return svg("rect", {
        class: "bar",
        x: x(k + 0.5) - width / 2,
        y: y(value) - (value ? 0 : 2),
        width,
        height: value ? height : 2,
        rx: Math.min(2, width / 4),
      });
    });
    const labels = x.ticks(Math.min(mistakes.length, 6)).filter((value) => Number.isInteger(value) && value > 0);
    const shifted = scaleLinear([0.5, mistakes.length + 0.5], x.range());
    return [...axes, ...this.bars, ...this.below(shifted, labels)];
  }

  protected follow(play: Playback, step: number): void {
    const now = step === 0 ? 0 : play.epoch[step - 1];
    this.bars.forEach((bar, k) => set(bar, { class: k + 1 < now ? "bar past" : k + 1 === now ? "bar now" : "bar" }));
  }
}

export class SumChart extends Chart {
  private readonly clip = svg("rect", { x: 0, y: 0, height: HEIGHT, width: 0 });
  private readonly head = svg("path", { class: "head" });
  private x: ScaleLinear<number, number> = scaleLinear();

  protected describe(play: Playback): string {
    const most = play.mostUpdates;
    return (
      `${count(play.mistakes[play.length], "mistake")} and ${count(play.updates[play.length], "update")} in ${count(play.length, "step")}` +
      (most ? `; there can be at most ${count(most, "update")}` : "")
    );
  }

  protected title(play: Playback): (Node | string)[] {
    const most = play.mostUpdates;
    const parts: (Node | string)[] = ["so far, step by step: ", html("span", { class: "key mistakes" }, "mistakes")];
    if (differ(play)) parts.push(", ", html("span", { class: "key updates" }, "updates"));
    if (most) {
      const near = most <= 4 * Math.max(1, play.updates[play.length]);
      parts.push(
        "; ",
        html("span", { class: "key bound" }, `at most ${count(most, "update")}, (R/γ)²`),
        near ? "" : ", far above",
      );
    } else if (play.part.bound) parts.push("; there is no bound, as no line is known to separate the rows");
    return parts;
  }

  protected marks(play: Playback): SVGElement[] {
    const updates = play.updates[play.length];
    const bound = play.mostUpdates;
    const isNear = bound !== null && bound <= 4 * Math.max(1, updates);
    const most = Math.max(play.mistakes[play.length], updates, isNear ? bound * 1.05 : 0);
    const { x, y, axes } = this.frame(play.length, most);
    this.x = x;
    const both: SVGElement[] = [];
    const clipped = svg("g", { "clip-path": "url(#so-far)" });
    const series: [string, Int32Array][] = [
      ["updates", play.updates],
      ["mistakes", play.mistakes],
    ];
    for (const [name, values] of differ(play) ? series : series.slice(1)) {
      const d = stairs(values, x, y);
      both.push(svg("path", { class: `sum faint ${name}`, d }));
      clipped.append(svg("path", { class: `sum ${name}`, d }));
    }
    if (isNear) both.push(svg("path", { class: "bound", d: `M${EDGE.left} ${y(bound)}H${this.width - EDGE.right}` }));
    const ticks = x.ticks(4).filter((value) => Number.isInteger(value) && value > 0);
    return [
      svg("defs", {}, svg("clipPath", { id: "so-far" }, this.clip)),
      ...axes,
      ...both,
      clipped,
      this.head,
      ...this.below(x, ticks),
    ];
  }

  protected follow(_: Playback, step: number): void {
    const at = this.x(step);
    set(this.clip, { width: Math.max(0, at) });
    set(this.head, { d: `M${at} ${EDGE.top}V${HEIGHT - EDGE.bottom}` });
  }
}

function differ(play: Playback): boolean {
  return play.mistakes.some((value, step) => value !== play.updates[step]);
}

// A step function; of many steps, no more corners than are visible.
function stairs(values: Int32Array, x: ScaleLinear<number, number>, y: ScaleLinear<number, number>): string {
  const every = Math.max(1, Math.floor(values.length / 1500));
  let d = `M${x(0)} ${y(0)}`;
  for (let step = 1; step < values.length; step += every) {
    if (values[step] !== values[Math.max(0, step - every)]) d += `H${x(step).toFixed(1)}V${y(values[step]).toFixed(1)}`;
  }
  return `${d}H${x(values.length - 1)}`;
}

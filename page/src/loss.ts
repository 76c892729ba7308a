// The loss that the run descends: by updates, and as a map over the two weights with the way of w and the gradient.

import { contours } from "d3-contour";
import { scaleLinear, type ScaleLinear } from "d3-scale";
import { Chart, EDGE, HEIGHT } from "./charts";
import { byId, html, onWidth, set, svg } from "./dom";
import { short } from "./formatting";
import type { Point } from "./geometry";
import { colour } from "./palette";
import type { Playback } from "./playback";
import { curve } from "./proof-charts";
import type { Loss, Recording } from "./recording";

const LEVELS = 9; // contour lines of the map
const LEAST = 0.005; // the loss that is drawn as none, as a share of the most; less would follow the nodes of the grid
const MAX_PAST = 300; // points of the way so far
const ARROW = 0.3; // the length of the longest gradient, as a share of the map
const rounded = (value: number) => short(Number(value.toPrecision(3)));

export const lossName = ({ threshold }: Loss) => (threshold === 0 ? "max(0, −y·a)" : `max(0, ${threshold} − y·a)`);

export class LossChart extends Chart {
  private readonly clip = svg("rect", { x: 0, y: 0, height: HEIGHT, width: 0 });
  private readonly head = svg("path", { class: "head" });
  private x: ScaleLinear<number, number> = scaleLinear();
  loss: Loss | null = null; // of the run that is shown

  protected describe(): string {
    return `The mean loss is ${rounded(this.loss?.values[0] ?? 0)} at first and ${rounded(this.loss?.values.at(-1) ?? 0)} at the end`;
  }

  protected title(): (Node | string)[] {
    if (!this.loss) return [];
    return ["mean of ", html("span", { class: "key mistakes" }, lossName(this.loss)), " over all rows, by updates"];
  }

  protected marks(): SVGElement[] {
    if (!this.loss) return [];
    const { values } = this.loss;
    const { x, y, axes } = this.frame(values.length - 1, Math.max(...values), false);
    this.x = x;
    const d = curve(values, x, y);
    const ticks = x.ticks(4).filter((value) => Number.isInteger(value) && value > 0);
    return [
      svg("defs", {}, svg("clipPath", { id: "loss-so-far" }, this.clip)),
      ...axes,
      svg("path", { class: "sum faint", d }),
      svg("g", { "clip-path": "url(#loss-so-far)" }, svg("path", { class: "sum", d, "data-series": "loss" })),
      this.head,
      ...this.below(x, ticks),
    ];
  }

  protected follow(play: Playback, step: number): void {
    const at = this.x(play.updates[step]);
    set(this.clip, { width: Math.max(0, at + 1) });
    set(this.head, { d: `M${at} ${EDGE.top}V${HEIGHT - EDGE.bottom}` });
  }
}

export class LossMap {
  private readonly picture = svg("svg", { role: "img" });
  private width = 0;
  private last: (() => void) | null = null;
  private readonly known = new Map<number[], SVGElement[]>(); // the contours of each slice, at one width

  constructor(private readonly root: HTMLElement) {
    root.append(this.picture);
    onWidth(root, (width) => {
      this.width = width;
      this.known.clear();
      this.last?.();
    });
  }

  clear(): void {
    this.last = null;
    this.known.clear();
    this.root.hidden = true;
  }

  draw(loss: Loss | null, play: Playback, step: number): void {
    const surface = loss?.surface;
    this.root.hidden = !surface;
    if (!loss || !surface) return this.clear();
    this.last = () => this.draw(loss, play, step);
    if (this.width === 0) return;
    const size = Math.min(this.width, 300);
    const [left, right, bottom, top] = surface.window;
    const x = scaleLinear([left, right], [0, size]);
    const y = scaleLinear([bottom, top], [size, 0]);
    const at = ([u, v]: Point): Point => [x(u), y(v)];
    const state = play.stateAfter(step);
    const tip = at([state.weights[0], state.weights[1]]);
    const slice = surface.slices[surface.biases.indexOf(state.bias[0])];
    set(this.picture, {
      viewBox: `0 0 ${size} ${size}`,
      width: size,
      height: size,
      "aria-label": words(loss, play, step),
    });
    this.picture.replaceChildren(
      ...this.land(slice, surface.across, size),
      svg("path", { class: "axis", d: `M0 ${y(0)}H${size}M${x(0)} 0V${size}` }),
      svg("path", { class: "way", d: way(play, step, at) }),
      ...lastMove(play, step, at),
      ...downhill(loss, play.updates[step], tip, size),
      svg("circle", { class: "now", cx: tip[0], cy: tip[1], r: 4 }),
      svg("text", { x: size - 6, y: y(0) - 6, "text-anchor": "end" }, "w₁"),
      svg("text", { x: x(0) + 6, y: 14 }, "w₂"),
    );
  }

  // No loss, and lines of equal loss above it.
  private land(slice: number[], across: number, size: number): SVGElement[] {
    let marks = this.known.get(slice);
    if (!marks) {
      const most = Math.max(...slice);
      const levels = [LEAST, ...Array.from({ length: LEVELS }, (_, k) => (k + 1) / (LEVELS + 1))];
      const place = ([j, k]: number[]) => {
        const share = (value: number) => (value - 0.5) / (across - 1);
        return `${(share(j) * size).toFixed(1)} ${((1 - share(k)) * size).toFixed(1)}`;
      };
      const found = contours()
        .size([across, across])
        .thresholds(levels.map((level) => level * most))(slice);
      marks = [
        svg("rect", { class: "no-loss", width: size, height: size }),
        ...found.map(({ coordinates }, k) =>
          svg("path", {
            class: k === 0 ? "some-loss" : "more-loss",
            d: coordinates.flatMap((rings) => rings.map((ring) => `M${ring.map(place).join("L")}Z`)).join(""),
          }),
        ),
      ];
      this.known.set(slice, marks);
    }
    return marks;
  }
}

// The way of w so far.
function way(play: Playback, step: number, at: (weights: Point) => Point): string {
  const steps = [0, ...play.part.updates.step.slice(0, play.updates[step])].slice(-MAX_PAST);
  const corners = steps.map((one) => {
    const [u, v] = play.stateAfter(one).weights;
    return at([u, v])
      .map((value) => value.toFixed(1))
      .join(" ");
  });
  return `M${corners.join("L")}`;
}

// In a step with an update, the part of the way that it added.
function lastMove(play: Playback, step: number, at: (weights: Point) => Point): SVGElement[] {
  if (!play.isUpdate(step)) return [];
  const [from, to] = [step - 1, step].map((one) => {
    const [u, v] = play.stateAfter(one).weights;
    return at([u, v]);
  });
  const style = `--of-class:${colour(play.part.steps.target[step - 1])}`;
  return [svg("path", { class: "vector", style, d: `M${from.join(" ")}L${to.join(" ")}` })];
}

// The gradient with its sign turned, from the tip of w; the longest of the run has a fixed length.
function downhill({ gradients }: Loss, update: number, [x0, y0]: Point, size: number): SVGElement[] {
  const longest = Math.max(...gradients!.map(([u, v]) => Math.hypot(u, v)));
  const [u, v] = gradients![update];
  const length = Math.hypot(u, v);
  if (length === 0) return [];
  const [dx, dy] = [-u / length, v / length];
  const reach = Math.max(16, (ARROW * size * length) / longest);
  const [x1, y1] = [x0 + dx * reach, y0 + dy * reach];
  const head = `M${x1} ${y1}L${x1 - 9 * dx + 4.5 * dy} ${y1 - 9 * dy - 4.5 * dx}L${x1 - 9 * dx - 4.5 * dy} ${y1 - 9 * dy + 4.5 * dx}Z`;
  return [
    svg("path", { class: "downhill", d: `M${x0} ${y0}L${x1 - 7 * dx} ${y1 - 7 * dy}`, "data-downhill": `${-u} ${-v}` }),
    svg("path", { class: "downhill-head", d: head }),
  ];
}

function words(loss: Loss, play: Playback, step: number): string {
  const update = play.updates[step];
  const gradient = loss.gradients?.[update];
  const value = `L = ${rounded(loss.values[update])}`;
  if (!gradient) return `${value}.`;
  const [u, v, b] = gradient.map((one) => rounded(-one + 0));
  return `${value}, −∇L = (${u}, ${v})${gradient[2] ? ` and ${b} for b` : ""}.`;
}

// The numbers of the present step, and what the map shows.
export function showLossNow(recording: Recording | null, play: Playback | null, step: number): void {
  const loss = recording?.loss ?? null;
  byId("loss").hidden = loss === null;
  if (!loss || !play) return;
  byId("loss-now").textContent = words(loss, play, step);
  const map = loss.surface
    ? `The map has the loss over w for the present b: the stronger the grey, the more of it; green is next to none. The arrow −∇L is the way down for all rows; an update goes down the loss of its row alone, by y·x.`
    : loss.gradients
      ? "A map over w needs few different biases: there is one without “fit intercept”."
      : "A map needs two columns.";
  byId("loss-words").textContent = map;
}

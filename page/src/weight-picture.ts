// The update as a sum of vectors: the weights before it, the row that is added tip to tail, and the weights after it, at
// one scale, which halves when the weights outgrow it; beside it their direction alone, w/|w|.

import { onWidth, set, svg } from "./dom";
import { short } from "./formatting";
import type { Point } from "./geometry";
import { colour } from "./palette";
import type { Playback } from "./playback";
import type { Recording } from "./recording";

const HEIGHT = 196;
const DIAL = { width: 118, radius: 40 };
const MAX_PAST = 300; // points of the way so far

type Reach = [left: number, right: number, bottom: number, top: number];

interface Move {
  plane: number;
  before: Point;
  after: Point;
  name: string; // of what is added; empty without an update
}

export class WeightPicture {
  private readonly picture = svg("svg", { role: "img" });
  private width = 0;
  private last: (() => void) | null = null;
  private known: { play: Playback; reaches: Reach[] } | null = null;

  constructor(private readonly root: HTMLElement) {
    root.append(this.picture);
    onWidth(root, (width) => {
      this.width = width;
      this.last?.();
    });
  }

  clear(): void {
    this.last = null;
    this.root.hidden = true;
  }

  // Draw the weights of two columns after a step; other runs have no such picture.
  draw(recording: Recording, play: Playback, step: number): void {
    if (recording.kind === "kernel" || recording.features.length !== 2) return this.clear();
    this.root.hidden = false;
    this.last = () => this.draw(recording, play, step);
    if (this.width === 0) return;
    const moves = movesOf(recording, play, step);
    const dialed = moves.find(({ name }) => name) ?? moves[0];
    set(this.picture, {
      viewBox: `0 0 ${this.width} ${HEIGHT}`,
      width: this.width,
      height: HEIGHT,
      "aria-label": describe(moves),
    });
    const target = play.part.steps.target[step - 1] ?? 0;
    this.picture.replaceChildren(
      heads(play.planes, colour(target)),
      ...this.space(play, step, moves),
      ...this.dial(play, dialed),
    );
  }

  // The corners of the picture: those of the whole run, halved as often as the longest weights so far allow.
  private cornersAt(play: Playback, step: number): Reach {
    if (this.known?.play !== play) this.known = { play, reaches: reachesOf(play) };
    const { reaches } = this.known;
    const [now, whole] = [reaches[play.updates[step]], reaches[reaches.length - 1]];
    const longest = (reach: Reach) => Math.max(...reach.map(Math.abs));
    const halves = longest(now) > 0 ? Math.floor(Math.log2(longest(whole) / longest(now))) : 0;
    const end = (k: number, outer: (a: number, b: number) => number) => outer(whole[k] * 0.5 ** halves, now[k]);
    const corners: Reach = [end(0, Math.min), end(1, Math.max), end(2, Math.min), end(3, Math.max)];
    const room = 0.1 * (Math.max(corners[1] - corners[0], corners[3] - corners[2]) || 1);
    return [corners[0] - room, corners[1] + room, corners[2] - room, corners[3] + room];
  }

  // Weight space, with the origin and every weight vector so far in it.
  private space(play: Playback, step: number, moves: Move[]): SVGElement[] {
    const [left, right, bottom, top] = this.cornersAt(play, step);
    const room = { width: this.width - DIAL.width - 16, height: HEIGHT - 46 };
    const unit = Math.min(room.width / (right - left), room.height / (top - bottom));
    const x = (value: number) => 8 + room.width / 2 + (value - (left + right) / 2) * unit;
    const y = (value: number) => 22 + room.height / 2 - (value - (bottom + top) / 2) * unit;
    const at = ([u, v]: Point): Point => [x(u), y(v)];
    const origin = at([0, 0]);
    const marks: SVGElement[] = [
      svg("text", { class: "caption-text", x: 0, y: 11 }, "w, to scale"),
      svg("path", { class: "axis", d: `M4 ${origin[1]}H${room.width + 12}M${origin[0]} 20V${HEIGHT - 20}` }),
      svg("path", { class: "way", d: wayOf(play, step, at) }),
      ...scaleBar(unit, room.width),
    ];
    for (const { plane, before, after, name } of moves) {
      const own = play.planes > 1 ? colour(plane) : null;
      const target = play.part.steps.target[step - 1];
      const added = play.planes > 1 ? colour(plane) : colour(target ?? 0);
      if (name) {
        marks.push(vector(origin, at(before), "before", own, plane));
        marks.push(vector(at(before), at(after), "added", added, play.planes > 1 ? plane : -1));
        marks.push(label(at(before), at(after), origin, name));
      }
      marks.push(vector(origin, at(after), "after", own, plane));
    }
    return marks;
  }

  private dial(play: Playback, { plane, before, after, name }: Move): SVGElement[] {
    const [cx, cy] = [this.width - DIAL.width / 2 - 2, 22 + DIAL.radius + 6];
    const of = play.planes > 1 ? `w(${play.part.classes[plane]})` : "w";
    const tip = ([u, v]: Point): Point => {
      const size = Math.hypot(u, v);
      return [cx + (DIAL.radius * u) / size, cy - (DIAL.radius * v) / size];
    };
    const [from, to] = [Math.hypot(...before), Math.hypot(...after)];
    const own = play.planes > 1 ? colour(plane) : null;
    const marks: SVGElement[] = [
      svg("text", { class: "caption-text", x: cx, y: 11, "text-anchor": "middle" }, clip(`${of} / |${of}|`)),
      svg("circle", { class: "unit", cx, cy, r: DIAL.radius }),
    ];
    if (name && from > 0) marks.push(vector([cx, cy], tip(before), "before", own, plane));
    if (to > 0) marks.push(vector([cx, cy], tip(after), "after", own, plane));
    const size = name ? `|w|: ${rounded(from)} → ${rounded(to)}` : `|w| = ${rounded(to)}`;
    const turn = name && from > 0 && to > 0 ? `turned by ${angle(before, after)}°` : "";
    marks.push(svg("text", { class: "size", x: cx, y: cy + DIAL.radius + 24, "text-anchor": "middle" }, size));
    marks.push(svg("text", { class: "turn", x: cx, y: cy + DIAL.radius + 42, "text-anchor": "middle" }, turn));
    return marks;
  }
}

const clip = (name: string) => (name.length <= 17 ? name : "w / |w|");
const rounded = (value: number) => short(Number(value.toPrecision(3)));

function angle([a, b]: Point, [c, d]: Point): string {
  const turn = Math.abs(Math.atan2(a * d - b * c, a * c + b * d) * (180 / Math.PI));
  return turn.toFixed(turn < 10 ? 1 : 0);
}

// One move per plane; of several classes only the true one and its rival change.
function movesOf(recording: Recording, play: Playback, step: number): Move[] {
  const state = play.stateAfter(step);
  const old = step > 0 ? play.stateAfter(step - 1) : state;
  const point = (weights: Float64Array, plane: number): Point => [weights[plane], weights[play.planes + plane]];
  return Array.from({ length: play.planes }, (_, plane) => {
    const [before, after] = [point(old.weights, plane), point(state.weights, plane)];
    const isMoved = play.isUpdate(step) && (play.planes === 1 || before.join() !== after.join());
    return { plane, before, after, name: isMoved ? nameOf(recording, play, step, plane) : "" };
  });
}

function nameOf(recording: Recording, play: Playback, step: number, plane: number): string {
  const { target, size } = play.part.steps;
  const isAdded = play.planes > 1 ? plane === target[step - 1] : target[step - 1] === 1;
  const times = size[step - 1] === 1 ? "" : `${rounded(size[step - 1])}·`;
  return `${isAdded ? "+" : "−"} ${times}${recording.moves_by ?? "x"}`;
}

// For each number of updates, how far the weights of all planes have reached from the origin.
function reachesOf(play: Playback): Reach[] {
  let reach: Reach = [0, 0, 0, 0];
  return [0, ...play.part.updates.step].map((step) => {
    const { weights } = play.stateAfter(step);
    for (let plane = 0; plane < play.planes; plane++) {
      const [u, v] = [weights[plane], weights[play.planes + plane]];
      reach = [Math.min(reach[0], u), Math.max(reach[1], u), Math.min(reach[2], v), Math.max(reach[3], v)];
    }
    return reach;
  });
}

// A length of 1, 2 or 5 times a power of ten.
function scaleBar(unit: number, width: number): SVGElement[] {
  const most = (0.4 * width) / unit;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].find((digit) => digit * power <= most)! * power;
  const end = 4 + length * unit;
  return [
    svg("path", { class: "scale", d: `M4 ${HEIGHT - 3}H${end}M4 ${HEIGHT - 6}v6M${end} ${HEIGHT - 6}v6` }),
    svg("text", { x: end + 5, y: HEIGHT - 1 }, short(length)),
  ];
}

// The way of the tip of w so far.
function wayOf(play: Playback, step: number, at: (weights: Point) => Point): string {
  if (play.planes > 1) return "";
  const steps = [0, ...play.part.updates.step.slice(0, play.updates[step])].slice(-MAX_PAST);
  const corners = steps.map((one) => {
    const { weights } = play.stateAfter(one);
    return at([weights[0], weights[1]])
      .map((value) => value.toFixed(1))
      .join(" ");
  });
  return `M${corners.join("L")}`;
}

function vector(from: Point, to: Point, kind: string, own: string | null, plane: number): SVGElement {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const isOfClass = own !== null && plane >= 0;
  return svg("path", {
    class: `vector ${kind}`,
    style: own ? `--of-class:${own}` : null,
    d: `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
    "marker-end": length > 4 ? `url(#head-${isOfClass ? plane : kind})` : null,
    "data-vector": kind,
  });
}

// Beside the middle of what is added, on the side away from the origin.
function label(from: Point, to: Point, origin: Point, name: string): SVGElement {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const side = dy * (middle[0] - origin[0]) - dx * (middle[1] - origin[1]) < 0 ? -1 : 1;
  const [across, up] = [(side * dy) / length, (-side * dx) / length];
  const anchor = across > 0.4 ? "start" : across < -0.4 ? "end" : "middle";
  return svg(
    "text",
    { class: "added-name", x: middle[0] + 8 * across, y: middle[1] + 11 * up + 4, "text-anchor": anchor },
    name,
  );
}

// Arrow heads have the colours of their lines, which the style sheet gives to those of one plane.
function heads(planes: number, added: string): SVGElement {
  const each = Array.from({ length: planes > 1 ? planes : 0 }, (_, k): [string, string] => [String(k), colour(k)]);
  const all: [string, string | null][] = [["before", null], ["after", null], ["added", added], ...each];
  return svg(
    "defs",
    {},
    ...all.map(([name, fill]) =>
      svg(
        "marker",
        { id: `head-${name}`, viewBox: "0 0 8 8", refX: 6.5, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" },
        svg("path", { class: `head-${name}`, style: fill ? `fill:${fill}` : null, d: "M0 0.5 7 4 0 7.5z" }),
      ),
    ),
  );
}

function describe(moves: Move[]): string {
  const point = ([u, v]: Point) => `(${rounded(u)}, ${rounded(v)})`;
  const changed = moves.filter(({ name }) => name);
  if (!changed.length) return `Weights ${moves.map(({ after }) => point(after)).join(", ")}`;
  return changed.map(({ before, after, name }) => `${point(before)} ${name} = ${point(after)}`).join("; ");
}

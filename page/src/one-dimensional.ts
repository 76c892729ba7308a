// One lane per row, with the row at its activation; for rows that do not have two columns.

import { scaleLinear } from "d3-scale";
import { onWidth, set, svg } from "./dom";
import { colour, shape } from "./palette";
import { activationsOf, type ModelState, type Playback } from "./playback";
import { denseRow, rowName, type Recording } from "./recording";
import { short } from "./formatting";

const MAX_NAMED = 24;
const MAX_WEIGHTS = 12;
const FOOT = 26;

export class OneDimensionalView {
  private width = 0;
  private last: (() => void) | null = null;

  constructor(private readonly root: HTMLElement) {
    onWidth(root, (width) => {
      this.width = width;
      this.last?.();
    });
  }

  // Stop drawing, while the board is shown in its place.
  leave(): void {
    this.last = null;
  }

  clear(): void {
    this.leave();
    this.root.querySelector("svg")!.replaceChildren();
  }

  draw(recording: Recording, play: Playback, step: number): void {
    this.last = () => this.draw(recording, play, step);
    if (this.width === 0) return;
    const state = play.stateAfter(step);
    const named = recording.labels.length <= MAX_NAMED;
    const lane = named ? 28 : Math.max(0.5, 420 / recording.labels.length);
    const gutter = named ? Math.min(170, this.width * 0.32) : 16;
    const positions = recording.labels.map((_, row) => aheadOf(recording, play, state, row, step));
    const reach = 1.15 * Math.max(widest(play), ...positions.map(Math.abs));
    const x = scaleLinear([-reach, reach], [gutter + 16, this.width - 16]);
    const foot = 12 + lane * recording.labels.length;
    const marks: SVGElement[] = [svg("path", { class: "zero", d: `M${x(0)} 4V${foot}` })];
    recording.labels.forEach((label, row) => {
      const y = 8 + lane * (row + 0.5);
      const place = recording.classes.indexOf(label);
      const at = positions[row];
      if (named) marks.push(svg("text", { x: 8, y: y + 4 }, clip(rowName(recording, row), gutter)));
      if (named) marks.push(svg("path", { class: "lane", d: `M${gutter} ${y}H${this.width - 12}` }));
      const isLit = step > 0 && play.part.steps.row[step - 1] === row;
      if (isLit)
        marks.push(
          svg("circle", {
            class: `ring ${play.isMistake(step) ? "mistake" : "right"}`,
            cx: x(at),
            cy: y,
            r: 11,
            "data-lit": row,
          }),
        );
      marks.push(
        svg("path", {
          class: "row",
          d: shape(place, named ? 90 : 40),
          transform: `translate(${x(at).toFixed(1)} ${y})`,
          style: `--of-class:${colour(place)}`,
        }),
      );
    });
    marks.push(...this.foot(play, x(0), foot + 16), ...this.weights(recording, state, foot + FOOT + 14));
    const numbers = recording.features.length + (recording.fit_intercept ? 1 : 0);
    const bars = recording.kind === "linear" ? Math.min(MAX_WEIGHTS, numbers) : 0;
    const height = foot + FOOT + (bars ? 30 + 22 * bars : 0);
    const picture = this.root.querySelector("svg")!;
    set(picture, { viewBox: `0 0 ${this.width} ${height}`, width: this.width, height });
    picture.replaceChildren(svg("g", { class: "lanes" }, ...marks));
  }

  private foot(play: Playback, zero: number, y: number): SVGElement[] {
    const [left, right] =
      play.planes > 1
        ? ["← a rival is ahead", "the true class is ahead →"]
        : [`← ${play.part.classes[0]}`, `${play.part.classes[1]} →`];
    return [
      svg("text", { class: "soft", x: zero - 10, y, "text-anchor": "end" }, left),
      svg("text", { class: "soft", x: zero + 10, y }, right),
    ];
  }

  // The strongest weights by name.
  private weights(recording: Recording, state: ModelState, top: number): SVGElement[] {
    if (recording.kind !== "linear") return [];
    const { planes, weights } = state;
    const each = recording.features.map((name, j) => ({
      name,
      values: Array.from(weights.subarray(j * planes, (j + 1) * planes)),
    }));
    if (recording.fit_intercept) each.push({ name: "bias", values: Array.from(state.bias) });
    const size = ({ values }: { values: number[] }) => Math.max(...values.map(Math.abs));
    const shown = each.length <= MAX_WEIGHTS ? each : each.sort((a, b) => size(b) - size(a)).slice(0, MAX_WEIGHTS);
    const most = Math.max(1e-12, ...shown.map(size));
    const gutter = Math.min(170, this.width * 0.32);
    const x = scaleLinear([-most, most], [gutter + 46, this.width - 46]);
    const marks: SVGElement[] = [svg("text", { class: "heading", x: 8, y: top }, "weights")];
    shown.forEach(({ name, values }, k) => {
      const y = top + 20 + 22 * k;
      marks.push(svg("text", { x: 8, y: y + 4 }, clip(name, gutter)));
      values.forEach((value, plane) => {
        const height = 12 / values.length;
        const from = Math.min(x(0), x(value));
        const place = values.length > 1 ? plane : value > 0 ? 1 : 0;
        marks.push(
          svg("rect", {
            class: "weight",
            x: from,
            y: y - 6 + plane * height,
            width: Math.max(1, Math.abs(x(value) - x(0))),
            height,
            style: `--of-class:${colour(place)}`,
          }),
        );
      });
      if (values.length === 1) {
        const [value] = values;
        marks.push(
          svg(
            "text",
            {
              class: "number",
              x: x(value) + (value < 0 ? -6 : 6),
              y: y + 4,
              "text-anchor": value < 0 ? "end" : "start",
            },
            short(value),
          ),
        );
      }
    });
    return marks;
  }
}

// The activation of a row; with several classes, that of its class minus that of the strongest other.
function aheadOf(recording: Recording, play: Playback, state: ModelState, row: number, step: number): number {
  if (recording.kind === "kernel") return lastActivation(play, row, step);
  const activations = activationsOf(state, denseRow(recording, row));
  if (activations.length === 1) return activations[0];
  const own = play.part.classes.indexOf(recording.labels[row]);
  return activations[own] - Math.max(...activations.filter((_, k) => k !== own));
}

// The activation of a row at its last step; 0 before its first.
function lastActivation(play: Playback, row: number, step: number): number {
  for (let at = step; at > 0; at--) {
    if (play.part.steps.row[at - 1] === row) return play.planes > 1 ? play.margin(at) : play.activations(at)[0];
  }
  return 0;
}

// The largest activation of any step, so that the scale rarely changes during playback.
function widest(play: Playback): number {
  let most = 1;
  for (let step = 1; step <= play.length; step++) {
    most = Math.max(most, play.planes > 1 ? Math.abs(play.margin(step)) : Math.abs(play.activations(step)[0]));
  }
  return most;
}

function clip(name: string, width: number): string {
  const most = Math.floor(width / 7.5);
  return name.length <= most ? name : name.slice(0, most - 1) + "…";
}

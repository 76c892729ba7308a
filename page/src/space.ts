// Reviews in three dimensions, with the plane of the present weights.
//
// With three columns the axes are the columns, and counts of 0 and 1 are corners of a cube. With more, the first axis is
// the direction of w, so that the plane is exactly where a = 0; the other two show the rest of two columns.

import { html, set, svg } from "./dom";
import { colour, shape } from "./palette";
import { activationsOf, type Playback } from "./playback";
import { denseRow, rowName, type Recording } from "./recording";

type Vector = number[];
interface Axes {
  vectors: Vector[];
  names: string[];
  normal: Vector; // of the plane, in these axes
  offset: number;
}

const SIZE = 300;
const dot = (u: Vector, v: Vector) => u.reduce((sum, value, k) => sum + value * v[k], 0);

export class SpacePicture {
  private readonly picture = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
  private readonly words = html("figcaption", { class: "soft" });
  private readonly turn = html("input", { type: "range", min: -180, max: 180, value: -30, "aria-label": "Turn" });
  private last: Parameters<SpacePicture["draw"]>[0] = null;

  constructor(private readonly root: HTMLElement) {
    root.append(this.picture, this.turn, this.words);
    this.turn.addEventListener("input", () => this.draw(this.last));
  }

  draw(shown: { recording: Recording; play: Playback; step: number } | null): void {
    this.last = shown;
    const axes = shown && axesOf(shown.recording, shown.play, shown.step);
    this.root.hidden = axes === null;
    if (!shown || !axes) return this.picture.replaceChildren();
    const { recording, play, step } = shown;
    const rows = recording.labels.map((_, row) => denseRow(recording, row));
    const points = rows.map((row) => axes.vectors.map((axis) => dot(axis, row)));
    const low = axes.vectors.map((_, k) => Math.min(0, ...points.map((point) => point[k])));
    const high = axes.vectors.map((_, k) => Math.max(1, ...points.map((point) => point[k])));
    const at = this.projection(low, high);
    const corners = [...Array(8).keys()].map((bits) => low.map((value, k) => ((bits >> k) & 1 ? high[k] : value)));
    const edges = [...Array(8).keys()].flatMap((a) => [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit]));
    const path = (line: Vector[]) => `M${line.map((point) => at(point).join(" ")).join("L")}`;
    const state = play.stateAfter(step);
    const cut = section(corners, edges, axes);
    const isRight = rows.map((row, k) => {
      const [sum] = activationsOf(state, row);
      return (sum > 0 || (sum === 0 && play.lastWins) ? 1 : 0) === play.part.classes.indexOf(recording.labels[k]);
    });
    const names = axes.names.map((name, k) => {
      const [x, y] = at(low.map((value, j) => (j === k ? high[j] + 0.2 * (high[j] - value) : value)));
      return svg("text", { class: "axis", x, y, "text-anchor": "middle" }, name);
    });
    this.picture.replaceChildren(
      svg("g", { class: "cube" }, ...edges.map(([a, b]) => svg("path", { d: path([corners[a], corners[b]]) }))),
      ...(cut.length > 2 ? [svg("path", { class: "section", d: `${path(cut)}Z` })] : []),
      svg("g", {}, ...names),
      ...points.map((point, k) => mark(at(point), recording, k, isRight[k])),
    );
    const wrong = isRight.filter((one) => !one).length;
    const where = cut.length > 2 ? "The shaded plane is where a = 0" : "The plane a = 0 misses this box";
    set(this.picture, { "aria-label": `${where}; ${wrong} of ${rows.length} reviews are on the wrong side.` });
    this.words.textContent = `${where}; hollow reviews are on its wrong side (${wrong} of ${rows.length}).`;
  }

  // A parallel projection, seen from above, turned about the vertical axis.
  private projection(low: Vector, high: Vector): (point: Vector) => [number, number] {
    const angle = (Number(this.turn.value) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return (point) => {
      const [x, y, z] = point.map((value, k) => (value - low[k]) / (high[k] - low[k]) - 0.5);
      const [across, depth] = [x * cos - y * sin, x * sin + y * cos];
      return [SIZE / 2 + 0.56 * SIZE * across, SIZE / 2 - 0.56 * SIZE * (z * 0.88 + depth * 0.42)].map((value) =>
        Number(value.toFixed(1)),
      ) as [number, number];
    };
  }
}

function mark([x, y]: [number, number], recording: Recording, row: number, isRight: boolean): SVGElement {
  const place = recording.classes.indexOf(recording.labels[row]);
  return svg(
    "g",
    { class: "reviews", "data-review": row },
    svg("path", {
      class: isRight ? "" : "wrong",
      d: shape(place, 90),
      transform: `translate(${x} ${y})`,
      style: `--of-class:${colour(place)}`,
    }),
    svg("text", { x: x + 9, y: y + 4 }, rowName(recording, row)),
  );
}

// Three columns as they are; of more, the direction of w and what two columns have besides it. Null for anything else.
function axesOf(recording: Recording, play: Playback, step: number): Axes | null {
  if (recording.kind === "kernel" || play.planes > 1 || recording.features.length < 3) return null;
  const state = play.stateAfter(step);
  const w = Array.from(state.weights);
  const unit = (column: number) => w.map((_, k) => (k === column ? 1 : 0));
  if (w.length === 3)
    return { vectors: [0, 1, 2].map(unit), names: recording.features, normal: w, offset: state.bias[0] };
  const length = Math.hypot(...w);
  if (length === 0) return null;
  const vectors = [w.map((value) => value / length)];
  const columns = w.map((_, column) => column).sort((a, b) => Math.abs(w[a]) - Math.abs(w[b]));
  for (const column of columns.slice(0, 2)) {
    const rest = vectors.reduce((left, axis) => left.map((value, k) => value - axis[column] * axis[k]), unit(column));
    const size = Math.hypot(...rest);
    vectors.push(rest.map((value) => value / size));
  }
  // w points upwards, so that the plane lies flat.
  const names = [...columns.slice(0, 2).map((column) => `${recording.features[column]}, besides w`), "along w"];
  return { vectors: [vectors[1], vectors[2], vectors[0]], names, normal: [0, 0, length], offset: state.bias[0] };
}

// Where the plane cuts the box: points on its edges, in order around their middle.
function section(corners: Vector[], edges: number[][], { normal, offset }: Axes): Vector[] {
  const heights = corners.map((corner) => dot(normal, corner) + offset);
  const found = edges.flatMap(([a, b]) => {
    if (heights[a] === heights[b] || heights[a] * heights[b] > 0) return [];
    const share = heights[a] / (heights[a] - heights[b]);
    return [corners[a].map((value, k) => value + share * (corners[b][k] - value))];
  });
  const points = found.filter(
    (one, k) => found.findIndex((other) => Math.hypot(...one.map((v, j) => v - other[j])) < 1e-9) === k,
  );
  if (points.length < 3) return [];
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  const from = (point: Vector) => point.map((value, k) => value - middle[k]);
  const first = from(points[0]);
  const size = Math.hypot(...normal);
  const n = normal.map((value) => value / size);
  const second = [
    n[1] * first[2] - n[2] * first[1],
    n[2] * first[0] - n[0] * first[2],
    n[0] * first[1] - n[1] * first[0],
  ];
  const angle = (point: Vector) => Math.atan2(dot(from(point), second), dot(from(point), first));
  return [...points].sort((one, other) => angle(one) - angle(other));
}

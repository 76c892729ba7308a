// What is shown in three dimensions: reviews with the plane of the weights; the rows of a board padded and turned into
// one half-space; the rows of a board lifted by a kernel.

import type { Ground } from "./field";
import { short } from "./formatting";
import { groundOfKernel, kernelActivations } from "./kernel-field";
import { activationsOf, predictionOf, type Playback } from "./playback";
import { denseRow, rowName, type Recording } from "./recording";
import { dot, type Plane, type Space, type Vector } from "./space";
import type { Window } from "./types";

export interface ShownStep {
  recording: Recording;
  play: Playback;
  step: number;
}

const CELL = 5; // nodes of the field along a side of a cell of the surface
const unitVector = (length: number, place: number) => Array.from({ length }, (_, k) => (k === place ? 1 : 0));

// Whether these activations predict the label of a row.
const isRightAt = ({ recording, play }: ShownStep, activations: number[], row: number) =>
  predictionOf(activations, play.lastWins) === play.part.classes.indexOf(recording.labels[row]);

const placesOf = ({ classes, labels }: Recording) => labels.map((label) => classes.indexOf(label));

function boxOf(points: Vector[], reach: Vector): { low: Vector; high: Vector } {
  return {
    low: reach.map((_, k) => Math.min(0, ...points.map((point) => point[k]))),
    high: reach.map((least, k) => Math.max(least, ...points.map((point) => point[k]))),
  };
}

// Reviews. With three columns the axes are the columns, and counts of 0 and 1 are corners of a cube. With more, one axis
// is the direction of w, so that the plane is exactly where a = 0; the other two show the rest of two columns.
export function spaceOfReviews(shown: ShownStep): Space | null {
  const { recording, play, step } = shown;
  if (recording.kind === "kernel" || play.planes > 1 || recording.features.length < 3) return null;
  const state = play.stateAfter(step);
  const made = axesOf(Array.from(state.weights), state.bias[0], recording.features);
  if (!made) return null;
  const rows = recording.labels.map((_, row) => denseRow(recording, row));
  const points = rows.map((row) => made.vectors.map((axis) => dot(axis, row)));
  const isRight = rows.map((row, k) => isRightAt(shown, activationsOf(state, row), k));
  return {
    axes: made.names,
    ...boxOf(points, [1, 1, 1]),
    points,
    places: placesOf(recording),
    names: rows.map((_, row) => rowName(recording, row)),
    isRight,
    plane: made.plane,
    arrow: null,
    sheets: [],
    caption: (isCut, wrong) => {
      const where = isCut ? "The shaded plane is where a = 0" : "The plane a = 0 misses this box";
      return `${where}; hollow reviews are on its wrong side (${wrong} of ${rows.length}).`;
    },
  };
}

function axesOf(
  w: Vector,
  bias: number,
  features: string[],
): { vectors: Vector[]; names: string[]; plane: Plane } | null {
  const unit = (column: number) => unitVector(w.length, column);
  if (w.length === 3) return { vectors: [0, 1, 2].map(unit), names: features, plane: { normal: w, offset: bias } };
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
  const names = [...columns.slice(0, 2).map((column) => `${features[column]}, besides w`), "along w"];
  return {
    vectors: [vectors[1], vectors[2], vectors[0]],
    names,
    plane: { normal: [0, 0, length], offset: bias },
  };
}

// The rows of a board: padded and turned, or lifted by the kernel.
export function spaceOfBoard(shown: ShownStep, window: Window): { title: string; space: Space } | null {
  const { recording } = shown;
  if (!recording.space) return null;
  if (recording.space.kind === "signed") return { title: "Padded and turned", space: signed(shown) };
  const lifted = recording.space.kind === "quadratic" ? quadratic(shown) : byHeight(shown, window);
  return { title: "Lifted by the kernel", space: lifted };
}

// y·(x, 1) of each row: a plane through the origin has all of them on one side where its line separates the classes.
function signed({ recording, play, step }: ShownStep): Space {
  const points = recording.space!.points!;
  const { weights, bias } = play.stateAfter(step);
  const normal = [weights[0], weights[1], bias[0]];
  const high = [0, 1, 2].map((k) => Math.max(1e-9, ...points.map((point) => Math.abs(point[k]))) * 1.05);
  if (!recording.fit_intercept) high[2] = 1;
  const shares = normal.map((value, k) => value / high[k]);
  const longest = Math.max(...shares.map(Math.abs));
  const turned = play.part.classes[0];
  const [x, y] = recording.features;
  const padded = recording.fit_intercept
    ? `Every row has a 1 appended, and those of ${turned}`
    : `The rows of ${turned}`;
  return {
    axes: [`±${x}`, `±${y}`, recording.fit_intercept ? "±1" : ""],
    low: high.map((value) => -value),
    high,
    points,
    places: placesOf(recording),
    names: null,
    isRight: points.map((point) => dot(normal, point) > 0),
    plane: { normal, offset: 0 },
    arrow: longest > 0 ? normal.map((value) => (0.8 * value) / longest) : null,
    sheets: [],
    caption: (_, wrong) =>
      `${padded} are multiplied by −1. To separate is now to have all rows on the side of the arrow (w, b) of a plane ` +
      `through the origin, A·z > 0: ${points.length - wrong} of ${points.length} are; hollow ones are not.`,
  };
}

// The space of the kernel (gamma u.v)², whose three coordinates are recorded.
function quadratic(shown: ShownStep): Space {
  const { recording, play, step } = shown;
  const points = recording.space!.points!;
  const { weights } = play.stateAfter(step);
  const normal = [0, 1, 2].map((k) => points.reduce((sum, point, row) => sum + weights[row] * point[k], 0));
  const offset = recording.kernel!.bias * weights.reduce((sum, weight) => sum + weight, 0);
  const [x, y] = recording.features;
  const scale = recording.kernel!.gamma === 1 ? "" : `${short(Number(recording.kernel!.gamma.toPrecision(2)))}·`;
  const isRight = points.map((point, row) => isRightAt(shown, [dot(normal, point) + offset], row));
  return {
    axes: [`${scale}${x}²`, `${scale}√2·${x}·${y}`, `${scale}${y}²`],
    ...boxOf(points, [1e-9, 1e-9, 1e-9]),
    points,
    places: placesOf(recording),
    names: null,
    isRight,
    plane: { normal, offset },
    arrow: null,
    sheets: [],
    caption: (isCut, wrong) =>
      `(γ·u·v)² is the product u·v of rows with these three columns. ` +
      `${isCut ? "The shaded plane is where a = 0" : "No plane yet"}: on the board it is the curve. ` +
      `${points.length - wrong} of ${points.length} rows are on their side.`,
  };
}

// Other kernels: each row is raised by its activation, its coordinate along w in the space of the kernel.
function byHeight(shown: ShownStep, window: Window): Space {
  const { recording, play, step } = shown;
  const state = play.stateAfter(step);
  const rows = rowsOf(recording);
  const [heights] = kernelActivations(recording, state, rows);
  const top = 1.15 * Math.max(...heights.map(Math.abs)) || 1;
  const ground = groundOfKernel(recording, state, window, step);
  const [left, right, bottom, upper] = window;
  return {
    axes: [...recording.features, "a"],
    low: [left, bottom, -top],
    high: [right, upper, top],
    points: rows.map(([x, y], row) => [x, y, heights[row]]),
    places: placesOf(recording),
    names: null,
    isRight: rows.map((_, row) => isRightAt(shown, [heights[row]], row)),
    plane: { normal: [0, 0, 1], offset: 0 },
    arrow: null,
    sheets: ground
      ? sheetsOf(
          ground,
          top,
          play.part.classes.map((name) => recording.classes.indexOf(name)),
        )
      : [],
    caption: (_, wrong) =>
      `Each row is raised by its activation, how far it is along w in the space of the kernel. The flat plane is where ` +
      `a = 0: ${rows.length - wrong} of ${rows.length} rows are on their side.`,
  };
}

// The activations over the board as a surface, cut off above and below.
function sheetsOf({ across, up, window, planes }: Ground, top: number, places: number[]): Space["sheets"] {
  const [left, right, bottom, upper] = window;
  const node = (j: number, k: number): Vector => [
    left + (j / (across - 1)) * (right - left),
    bottom + (k / (up - 1)) * (upper - bottom),
    Math.max(-top, Math.min(top, planes[0][k * across + j])),
  ];
  const sheets = places.map((place) => ({ place, cells: [] as Vector[][] }));
  for (let k = 0; k + CELL < up; k += CELL)
    for (let j = 0; j + CELL < across; j += CELL) {
      const cell = [node(j, k), node(j + CELL, k), node(j + CELL, k + CELL), node(j, k + CELL)];
      const height = cell.reduce((sum, corner) => sum + corner[2], 0);
      sheets[height > 0 ? 1 : 0].cells.push(cell);
    }
  return sheets.filter(({ cells }) => cells.length > 0);
}

const knownRows = new WeakMap<Recording, number[][]>();

// One list per recording, so that kernel values are computed once.
function rowsOf(recording: Recording): number[][] {
  let rows = knownRows.get(recording);
  if (!rows) knownRows.set(recording, (rows = recording.labels.map((_, row) => denseRow(recording, row))));
  return rows;
}

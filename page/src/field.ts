// The background of the board: the predicted class at each point.

import { contours } from "d3-contour";
import type { Point } from "./geometry";
import { predictionOf, type ModelState } from "./playback";
import { paint } from "./palette";
import type { Fields, Window } from "./types";

// The size of the painted picture, which the browser stretches over the board.
const ACROSS = 320;
const UP = 240;
const SQUARE = 4; // pixels that are painted at once in the middle of a region
const REGION = 52; // the depth of the colour of a region
const MAX_SHADE = 127;

// Activations at the nodes of a grid, row by row from the bottom; the outer nodes lie on the frame of the window.
export interface Ground {
  across: number;
  up: number;
  window: Window;
  planes: ArrayLike<number>[]; // one number per node; one plane for two classes, else one per class
  scale: number; // activations of this size have half the depth of colour
  lastWins: boolean; // on a tie
  step: number; // the last step that is in it
  together?: (activations: number[]) => number[]; // of several learners, one plane each: the scores of the classes
  own?: number; // the plane whose boundary is drawn, of several learners
  places?: number[]; // of the classes of its planes among those of the board
}

// The background of several planes: four nodes are enough, since activations are linear.
export function groundOfPlanes(state: ModelState, window: Window, lastWins: boolean, step: number): Ground {
  const [left, right, bottom, top] = window;
  const { planes, weights, bias } = state;
  const corners: Point[] = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ];
  const values = Array.from({ length: planes }, (_, plane) =>
    corners.map(([x, y]) => weights[plane] * x + weights[planes + plane] * y + bias[plane]),
  );
  return { across: 2, up: 2, window, planes: values, scale: 1, lastWins, step };
}

// The background of the last field that was computed within so many steps.
export function groundOfFields(fields: Fields, lastWins: boolean, step: number): Ground | null {
  const known = fields.steps.filter((moment) => moment <= step).length - 1;
  if (known < 0) return null;
  const { across, up, window } = fields;
  const chosen = fields.fields[known];
  const planes = fields.several
    ? Array.from({ length: Math.max(...chosen) + 1 }, (_, place) => chosen.map((one) => (one === place ? 1 : 0)))
    : [chosen.map((shade) => shade / (MAX_SHADE + 0.5 - Math.abs(shade)))]; // a shade is 127 a / (|a| + scale)
  return { across, up, window, planes, scale: 1, lastWins, step: fields.steps[known] };
}

// The activations at a height, one list per plane, interpolated between the nodes below and above; null outside.
function lineAt({ across, up, window, planes }: Ground, y: number): Float64Array[] | null {
  const k = ((y - window[2]) / (window[3] - window[2])) * (up - 1);
  if (!(k >= 0 && k <= up - 1)) return null;
  const below = Math.min(up - 2, Math.floor(k));
  const [t, node] = [k - below, below * across];
  return planes.map((values) =>
    Float64Array.from({ length: across }, (_, j) => (1 - t) * values[node + j] + t * values[node + across + j]),
  );
}

// Write the activations at a place of a line, one per plane; false outside.
function interpolate({ across, window }: Ground, line: Float64Array[], x: number, activations: number[]): boolean {
  const j = ((x - window[0]) / (window[1] - window[0])) * (across - 1);
  if (!(j >= 0 && j <= across - 1)) return false;
  const column = Math.min(across - 2, Math.floor(j));
  const s = j - column;
  for (let plane = 0; plane < line.length; plane++)
    activations[plane] = (1 - s) * line[plane][column] + s * line[plane][column + 1];
  return true;
}

// The activations at a point, one per plane; null outside the window of the ground.
export function activationsAt(ground: Ground, [x, y]: Point): number[] | null {
  const line = lineAt(ground, y);
  const activations = ground.planes.map(() => 0);
  return line && interpolate(ground, line, x, activations) ? activations : null;
}

const known = new WeakMap<HTMLCanvasElement, { ground: Ground; key: string }>(); // what is on each canvas

// Paint the ground where it lies in the window of the board, unless it is there already in the present colours.
export function drawGround(canvas: HTMLCanvasElement, ground: Ground | null, window: Window): void {
  canvas.hidden = ground === null;
  if (!ground) return;
  const colours = Array.from({ length: 8 }, (_, k) => paint(k));
  const last = known.get(canvas);
  const key = `${window.join()} ${colours.join()}`;
  if (last?.ground === ground && last.key === key) return;
  known.set(canvas, { ground, key });
  const [left, right, bottom, top] = window;
  [canvas.width, canvas.height] = [ACROSS, UP];
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(ACROSS, UP);
  const lines = Array.from({ length: UP }, (_, k) => lineAt(ground, top - ((k + 0.5) / UP) * (top - bottom))); // from the top
  const activations = ground.planes.map(() => 0);
  const scoresOf = (j: number, k: number): number[] | null => {
    const x = left + ((j + 0.5) / ACROSS) * (right - left);
    if (!lines[k] || !interpolate(ground, lines[k], x, activations)) return null;
    return ground.together ? ground.together(activations) : activations;
  };
  const put = (j: number, k: number, predicted: number, depth: number) => {
    const [red, green, blue] = colours[ground.places?.[predicted] ?? predicted];
    image.data.set([red, green, blue, depth], 4 * (k * ACROSS + j));
  };
  if (ground.planes.length > 1) paintRegions((j, k) => predictedBy(scoresOf(j, k), ground.lastWins), put);
  else
    for (let k = 0; k < UP; k++)
      for (let j = 0; j < ACROSS; j++) {
        const scores = scoresOf(j, k);
        if (!scores) continue;
        const size = Math.abs(scores[0]);
        put(j, k, predictionOf(scores, ground.lastWins), 18 + 60 * (size / (size + ground.scale)));
      }
  context.putImageData(image, 0, 0);
}

const predictedBy = (scores: number[] | null, lastWins: boolean) => (scores ? predictionOf(scores, lastWins) : -1);

// Paint squares of pixels: those with one class at all corners at once, the others pixel by pixel.
function paintRegions(
  classAt: (j: number, k: number) => number,
  put: (j: number, k: number, predicted: number, depth: number) => void,
): void {
  for (let k = 0; k < UP; k += SQUARE)
    for (let j = 0; j < ACROSS; j += SQUARE) {
      const last = SQUARE - 1;
      const first = classAt(j, k);
      const isOne =
        classAt(j + last, k) === first && classAt(j, k + last) === first && classAt(j + last, k + last) === first;
      for (let up = k; up < k + SQUARE; up++)
        for (let across = j; across < j + SQUARE; across++) {
          const predicted = isOne ? first : classAt(across, up);
          if (predicted >= 0) put(across, up, predicted, REGION);
        }
    }
}

export interface Curve {
  points: Point[];
  isClosed: boolean;
}

// The curves where the prediction of two classes changes, or that of one of several learners; those that leave the window end on its frame.
export function edgesOf(ground: Ground): Curve[] {
  const plane = ground.planes[ground.own ?? (ground.planes.length === 1 ? 0 : -1)];
  if (!plane) return [];
  const [left, right, bottom, top] = ground.window;
  const { across, up } = ground;
  const [found] = contours()
    .size([across, up])
    .thresholds([ground.lastWins ? 0 : Number.MIN_VALUE])(Array.from(plane));
  const place = ([j, k]: number[]): Point => [
    left + ((j - 0.5) / (across - 1)) * (right - left),
    bottom + ((k - 0.5) / (up - 1)) * (top - bottom),
  ];
  return found.coordinates.flat().flatMap((ring) => openedAtFrame(ring, across, up, place));
}

// A contour is closed along the outside of the grid, half a node beyond the frame: without that part, it is open.
function openedAtFrame(ring: number[][], across: number, up: number, place: (at: number[]) => Point): Curve[] {
  const corners = ring.slice(0, -1); // the last is the first again
  const isOutside = ([j, k]: number[]) => j === 0 || j === across || k === 0 || k === up;
  const first = corners.findIndex(isOutside);
  if (first < 0) return [{ points: ring.map(place), isClosed: true }];
  const curves: Curve[] = [];
  let points: Point[] = [];
  for (const corner of [...corners.slice(first), ...corners.slice(0, first + 1)]) {
    if (!isOutside(corner)) points.push(place(corner));
    else if (points.length) {
      if (points.length > 1) curves.push({ points, isClosed: false });
      points = [];
    }
  }
  return curves;
}

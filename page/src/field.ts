// The background of the board: the predicted class at each point.

import { contours } from "d3-contour";
import type { ModelState } from "./playback";
import { paint } from "./palette";
import type { Fields, Window } from "./types";

const ACROSS = 200;
const UP = 150;
const MAX_SHADE = 127;

export interface Ground {
  across: number;
  up: number;
  window: Window;
  shades: number[] | null; // -127 .. 127, for two classes
  places: number[] | null; // indices of classes, for several
}

// The background of several planes, point by point.
export function groundOfPlanes({ planes, weights, bias }: ModelState, window: Window): Ground {
  const [left, right, bottom, top] = window;
  const places = new Array<number>(ACROSS * UP);
  for (let k = 0; k < UP; k++) {
    const y = bottom + ((k + 0.5) / UP) * (top - bottom);
    for (let j = 0; j < ACROSS; j++) {
      const x = left + ((j + 0.5) / ACROSS) * (right - left);
      let [best, most] = [0, -Infinity];
      for (let plane = 0; plane < planes; plane++) {
        const activation = weights[plane] * x + weights[planes + plane] * y + bias[plane];
        if (activation > most) [best, most] = [plane, activation];
      }
      places[k * ACROSS + j] = best;
    }
  }
  return { across: ACROSS, up: UP, window, shades: null, places };
}

// The background of the last field that was computed within so many steps.
export function groundOfFields(fields: Fields, step: number): Ground | null {
  const known = fields.steps.filter((moment) => moment <= step).length - 1;
  if (known < 0) return null;
  const chosen = fields.fields[known];
  return {
    across: fields.across,
    up: fields.up,
    window: fields.window,
    shades: fields.several ? null : chosen,
    places: fields.several ? chosen : null,
  };
}

export function drawGround(canvas: HTMLCanvasElement, ground: Ground | null): void {
  canvas.hidden = ground === null;
  if (!ground) return;
  const { across, up, shades, places } = ground;
  canvas.width = across;
  canvas.height = up;
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(across, up);
  const colours = Array.from({ length: 8 }, (_, k) => paint(k));
  for (let k = 0; k < up; k++) {
    for (let j = 0; j < across; j++) {
      const from = k * across + j;
      const shade = shades ? shades[from] : 0;
      const [red, green, blue] = colours[shades ? (shade > 0 ? 1 : 0) : places![from]];
      const depth = shades ? 18 + 60 * (Math.abs(shade) / MAX_SHADE) : 52;
      image.data.set([red, green, blue, depth], 4 * ((up - 1 - k) * across + j)); // images begin at the top
    }
  }
  context.putImageData(image, 0, 0);
}

// The curve where the prediction changes, as rings of points; for two classes only.
export function edgeOf(ground: Ground): [number, number][][] {
  if (!ground.shades) return [];
  const [left, right, bottom, top] = ground.window;
  const { across, up } = ground;
  const [found] = contours().size([across, up]).thresholds([0.5])(ground.shades);
  const x = (j: number) => left + ((j - 0.5) / (across - 1)) * (right - left);
  const y = (k: number) => bottom + ((k - 0.5) / (up - 1)) * (top - bottom);
  return found.coordinates.flat().map((ring) => ring.map(([j, k]): [number, number] => [x(j), y(k)]));
}

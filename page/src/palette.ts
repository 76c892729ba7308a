// The colour and the shape of each class; either alone tells classes apart.

import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";

const SHAPES = [
  symbolCircle,
  symbolTriangle,
  symbolSquare,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
  symbolCircle,
];

// Colours are defined in the style sheet, for light and dark.
export const colour = (place: number) => `var(--class-${place % 8})`;

export function shape(place: number, size: number): string {
  return symbol(SHAPES[place % SHAPES.length], size)() ?? "";
}

// A colour as red, green and blue, for the canvas.
export function paint(place: number): [number, number, number] {
  const text = getComputedStyle(document.documentElement)
    .getPropertyValue(`--class-${place % 8}`)
    .trim();
  const whole = parseInt(text.slice(1), 16);
  return [(whole >> 16) & 255, (whole >> 8) & 255, whole & 255];
}

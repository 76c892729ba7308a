// Windows, lines and bands in the units of the rows.

import type { Data, Window } from "./types";

export type Point = [number, number];

const ASPECT = 4 / 3;
const DEFAULT_WINDOW: Window = [-4, 4, -3, 3];
// Columns whose ranges differ by more than this factor have a scale each.
const MAX_ASPECT_RATIO = 5;

// The window that shows all rows, as in src/rosenblatt/tracing/field.py, with one scale for both columns if their ranges allow it.
export function windowOf(data: Data): Window {
  const points = [...data.rows, ...data.tests.rows];
  if (points.length === 0) return DEFAULT_WINDOW;
  const [xs, ys] = [0, 1].map((j) => points.map((row) => row[j]));
  let [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (
    left >= DEFAULT_WINDOW[0] &&
    right <= DEFAULT_WINDOW[1] &&
    bottom >= DEFAULT_WINDOW[2] &&
    top <= DEFAULT_WINDOW[3] &&
    right - left > 1
  )
    return DEFAULT_WINDOW;
  const room = (low: number, high: number) => 0.14 * (high - low) || Math.max(1, 1e-3 * Math.abs(high));
  [left, right] = [left - room(left, right), right + room(left, right)];
  [bottom, top] = [bottom - room(bottom, top), top + room(bottom, top)];
  const ratio = (right - left) / (top - bottom) / ASPECT;
  if (ratio > MAX_ASPECT_RATIO || ratio < 1 / MAX_ASPECT_RATIO) return [left, right, bottom, top];
  if (ratio < 1) [left, right] = widened(left, right, 1 / ratio);
  else [bottom, top] = widened(bottom, top, ratio);
  return [left, right, bottom, top];
}

function widened(low: number, high: number, by: number): [number, number] {
  const [middle, half] = [(low + high) / 2, ((high - low) / 2) * by];
  return [middle - half, middle + half];
}

// The piece of the line  w.x + b = level  inside the window, or null.
export function lineIn(window: Window, weights: Point, bias: number, level = 0): [Point, Point] | null {
  const [left, right, bottom, top] = window;
  const [u, v] = weights;
  const rest = level - bias;
  const ends: Point[] = [];
  if (v !== 0) for (const x of [left, right]) ends.push([x, (rest - u * x) / v]);
  if (u !== 0) for (const y of [bottom, top]) ends.push([(rest - v * y) / u, y]);
  const slack = 1e-9 * Math.max(right - left, top - bottom);
  const inside = ends.filter(
    ([x, y]) => x >= left - slack && x <= right + slack && y >= bottom - slack && y <= top + slack,
  );
  if (inside.length < 2) return null;
  inside.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [first, last] = [inside[0], inside[inside.length - 1]];
  return first[0] === last[0] && first[1] === last[1] ? null : [first, last];
}

// The corners of the band  |w.x + b| <= level  inside the window.
export function bandIn(window: Window, weights: Point, bias: number, level: number): Point[] {
  const [left, right, bottom, top] = window;
  let corners: Point[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  for (const sign of [1, -1])
    corners = cut(corners, ([x, y]) => level - sign * (weights[0] * x + weights[1] * y + bias));
  return corners;
}

// The part of a polygon where a linear function is not negative (Sutherland and Hodgman 1974).
function cut(corners: Point[], height: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  corners.forEach((here, k) => {
    const next = corners[(k + 1) % corners.length];
    const [a, b] = [height(here), height(next)];
    if (a >= 0) kept.push(here);
    if (a < 0 !== b < 0) {
      const t = a / (a - b);
      kept.push([here[0] + t * (next[0] - here[0]), here[1] + t * (next[1] - here[1])]);
    }
  });
  return kept;
}

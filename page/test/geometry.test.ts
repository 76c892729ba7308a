import { describe, expect, it } from "vitest";
import { EMPTY } from "../src/edits";
import { bandIn, lineIn, windowOf, type Point } from "../src/geometry";
import type { Window } from "../src/types";

const square: Window = [-1, 1, -1, 1];
const lines: [Point, number][] = [
  [[1, 0], 0],
  [[0, 2], 1],
  [[1, 1], 0.5],
  [[-3, 0.1], 0.2],
];

describe("a line", () => {
  it.each(lines)("w = %j, b = %f ends on the edge of the window", (weights, bias) => {
    for (const [x, y] of lineIn(square, weights, bias)!) {
      expect(weights[0] * x + weights[1] * y + bias).toBeCloseTo(0, 9);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeCloseTo(1, 9);
    }
  });

  it("outside the window, or through one corner of it, or without weights is not drawn", () => {
    expect(lineIn(square, [1, 0], 5)).toBeNull();
    expect(lineIn(square, [1, 1], -2)).toBeNull();
    expect(lineIn(square, [0, 0], 0)).toBeNull();
  });
});

describe("a band", () => {
  it("contains the points that are near enough", () => {
    expect(bandIn(square, [1, 0], 0, 0.5).map(([x]) => Math.abs(x))).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(bandIn(square, [1, 0], 9, 0.5)).toEqual([]);
    expect(bandIn(square, [1, 0], 0, 9)).toHaveLength(4);
  });
});

describe("the window", () => {
  const around = (rows: number[][]) => windowOf({ ...EMPTY, rows, labels: rows.map(() => 0) });

  it("shows all rows with room around them", () => {
    const [left, right, bottom, top] = around([
      [0, 0],
      [10, 8],
    ]);
    expect(left).toBeLessThan(0);
    expect(right).toBeGreaterThan(10);
    expect(bottom).toBeLessThan(0);
    expect(top).toBeGreaterThan(8);
  });

  it("has one scale for both columns, unless their ranges differ too much", () => {
    const [left, right, bottom, top] = around([
      [0, 0],
      [10, 3],
    ]);
    expect((right - left) / (top - bottom)).toBeCloseTo(4 / 3);
    const [l, r, b, t] = around([
      [0, 0],
      [1000, 1],
    ]);
    expect((r - l) / (t - b)).toBeGreaterThan(100);
  });

  it("of an empty board, one point and equal points is not empty", () => {
    for (const rows of [
      [],
      [[7, 7]],
      [
        [9, 9],
        [9, 9],
      ],
    ]) {
      const [left, right, bottom, top] = around(rows);
      expect(right).toBeGreaterThan(left);
      expect(top).toBeGreaterThan(bottom);
    }
  });
});

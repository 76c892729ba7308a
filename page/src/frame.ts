// From the units of the rows to the screen.

import { scaleLinear, type ScaleLinear } from "d3-scale";
import type { Point } from "./geometry";
import type { Window } from "./types";

const HEIGHT = 0.75; // of the width

export class Frame {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly height: number;

  constructor(
    readonly width: number,
    readonly window: Window,
  ) {
    const [left, right, bottom, top] = window;
    this.height = Math.round(width * HEIGHT);
    this.x = scaleLinear([left, right], [0, width]);
    this.y = scaleLinear([bottom, top], [this.height, 0]);
  }

  path(points: Point[], closed = false): string {
    const corners = points.map(([x, y]) => `${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`);
    return `M${corners.join("L")}${closed ? "Z" : ""}`;
  }

  isLike(other: Frame | null): boolean {
    return other?.width === this.width && other.window.join() === this.window.join();
  }
}

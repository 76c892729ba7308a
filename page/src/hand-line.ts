// A line to turn by hand, and its least margin: the widest margin is the largest of these, max-min.

import { byId, html } from "./dom";
import { count, short } from "./formatting";
import type { Point } from "./geometry";
import type { Data, Verdict, Window } from "./types";

export interface HandLine {
  weights: Point; // of length 1
  bias: number;
}

export class HandControl {
  private readonly angle = byId<HTMLInputElement>("hand-angle");
  private readonly shift = byId<HTMLInputElement>("hand-shift");
  private readonly isShown = byId<HTMLInputElement>("show-hand");

  constructor(changed: () => void) {
    for (const input of [this.angle, this.shift, this.isShown]) input.addEventListener("input", changed);
  }

  // The line on the board; its distance from the middle of the window is a share of the window.
  line([left, right, bottom, top]: Window): HandLine | null {
    if (!this.isShown.checked) return null;
    const turn = (Number(this.angle.value) * Math.PI) / 180;
    const weights: Point = [Math.cos(turn), Math.sin(turn)];
    const middle = [(left + right) / 2, (bottom + top) / 2];
    const reach = Math.max(right - left, top - bottom) / 2;
    return { weights, bias: -(weights[0] * middle[0] + weights[1] * middle[1]) - Number(this.shift.value) * reach };
  }

  // Two classes on a board have one; say how the line separates them.
  show(data: Data, line: HandLine | null, verdict: Verdict | null): void {
    const isPossible = data.columns.length === 2 && new Set(data.labels).size === 2;
    byId("hand").hidden = !isPossible;
    byId("hand-sliders").hidden = line === null;
    byId("hand-words").replaceChildren(...(isPossible && line ? [words(data, line, verdict)] : []));
  }
}

// The least margin of a line over all rows, and how many rows it has on the wrong side; the larger label is +1.
export function marginOf({ rows, labels }: Data, { weights, bias }: HandLine): { least: number; wrong: number } {
  const positive = Math.max(...labels);
  const margins = rows.map(
    ([x, y], row) => (labels[row] === positive ? 1 : -1) * (weights[0] * x + weights[1] * y + bias),
  );
  return { least: Math.min(...margins), wrong: margins.filter((margin) => margin <= 0).length };
}

function words(data: Data, line: HandLine, verdict: Verdict | null): HTMLElement {
  const { least, wrong } = marginOf(data, line);
  const rounded = (value: number) => short(Number(value.toPrecision(3)));
  const widest = verdict?.verdict === "separable" ? ` The widest has ${rounded(verdict.band!)}.` : "";
  const side = wrong ? `${count(wrong, "row")} on the wrong side` : "every row on its side";
  return html("p", {}, html("strong", {}, `Least margin ${rounded(least)}`), `, ${side}.${widest}`);
}

// The proof of convergence beside the run, update by update: w*.w grows at least by gamma, |w| at most as R sqrt(T), and the
// cosine of their angle cannot exceed 1.

import { scaleLinear, type ScaleLinear } from "d3-scale";
import { Chart, EDGE, HEIGHT } from "./charts";
import { byId, html, set, svg } from "./dom";
import { count, short } from "./formatting";
import type { Playback } from "./playback";
import type { Convergence } from "./recording";

const MAX_CORNERS = 400;

export const MEANINGS = {
  R: "R: the length of the longest row, with 1 appended for the bias; on the board, all rows lie in this circle around the origin",
  γ: "γ: the widest margin, the least y·(w*·x) over all rows; on the board, half the width of the band",
  "w*": "w*: the weights of the widest margin, of length 1",
  T: "T: the number of updates so far",
};

// A formula whose letters explain themselves on hover.
export function formula(text: string): (Node | string)[] {
  return text.split(/(w\*|γ|R(?![a-z])|T)/).map((part) => {
    const meaning = (MEANINGS as Record<string, string>)[part];
    return meaning ? html("abbr", { title: meaning }, part) : part;
  });
}

abstract class ProofChart extends Chart {
  private readonly clip = svg("rect", { x: 0, y: 0, height: HEIGHT, width: 0 });
  private readonly head = svg("path", { class: "head" });
  private x: ScaleLinear<number, number> = scaleLinear();

  protected abstract readonly name: string;
  protected abstract highest(numbers: Convergence): number;
  protected abstract series(numbers: Convergence): [string, (number | null)[]][];

  protected marks(play: Playback): SVGElement[] {
    const numbers = play.part.convergence;
    if (!numbers) return [];
    const updates = numbers.along.length - 1;
    const { x, y, axes } = this.frame(updates, this.highest(numbers));
    this.x = x;
    const clipped = svg("g", { "clip-path": `url(#${this.name})` });
    const faint: SVGElement[] = [];
    for (const [name, values] of this.series(numbers)) {
      const d = curve(values, x, y);
      faint.push(svg("path", { class: `proof ${name} faint`, d }));
      clipped.append(svg("path", { class: `proof ${name}`, d, "data-series": name }));
    }
    const ticks = x.ticks(4).filter((value) => Number.isInteger(value) && value > 0);
    const defs = svg("defs", {}, svg("clipPath", { id: this.name }, this.clip));
    return [defs, ...axes, ...faint, clipped, this.head, ...this.below(x, ticks)];
  }

  protected follow(play: Playback, step: number): void {
    const at = this.x(play.updates[step]);
    set(this.clip, { width: Math.max(0, at + 1) });
    set(this.head, { d: `M${at} ${EDGE.top}V${HEIGHT - EDGE.bottom}` });
  }
}

export class LengthChart extends ProofChart {
  protected readonly name = "lengths-so-far";

  protected describe({ part }: Playback): string {
    const { along, floor, length, ceiling } = part.convergence ?? { along: [], floor: [], length: [], ceiling: [] };
    const ends = [floor, along, length, ceiling].map((values) => rounded(values.at(-1) ?? 0));
    return `After ${count(along.length - 1, "update")}: γT = ${ends[0]}, w*·w = ${ends[1]}, |w| = ${ends[2]}, R√T = ${ends[3]}`;
  }

  protected title(): (Node | string)[] {
    const key = (name: string, text: string) => html("span", { class: `key ${name}` }, ...formula(text));
    return [
      key("along", "w*·w"),
      " above ",
      key("floor", "γT"),
      ", ",
      key("length", "|w|"),
      " below ",
      key("ceiling", "R√T"),
      ", by updates",
    ];
  }

  protected highest({ ceiling }: Convergence): number {
    return ceiling.at(-1) ?? 1;
  }

  protected series({ along, floor, length, ceiling }: Convergence): [string, number[]][] {
    return [
      ["ceiling", ceiling],
      ["floor", floor],
      ["length", length],
      ["along", along],
    ];
  }
}

export class CosineChart extends ProofChart {
  protected readonly name = "cosine-so-far";

  protected describe({ part }: Playback): string {
    return `The cosine of the angle between w and w* ends at ${rounded(part.convergence?.cosine.at(-1) ?? 0)}`;
  }

  protected title(): (Node | string)[] {
    return [
      html("span", { class: "key along" }, ...formula("cos(w*, w)")),
      " above ",
      html("span", { class: "key floor" }, ...formula("γT / (R√T)")),
      ", never above 1",
    ];
  }

  protected highest(): number {
    return 1;
  }

  protected series({ cosine, floor, ceiling }: Convergence): [string, (number | null)[]][] {
    const least = floor.map((value, k) => (ceiling[k] > 0 ? value / ceiling[k] : null));
    return [
      ["floor", least],
      ["along", cosine],
    ];
  }
}

const rounded = (value: number) => short(Number(value.toPrecision(3)));

// The numbers of the present step in one line.
export function showProofNow({ part, updates }: Playback, step: number): void {
  const numbers = part.convergence;
  if (!numbers) return;
  const at = updates[step];
  const { along, floor, length, ceiling, cosine } = numbers;
  const value = (values: (number | null)[]) => rounded(values[at] ?? 0);
  const cos = cosine[at] === null ? "" : `, cos = ${value(cosine)}`;
  byId("proof-now").replaceChildren(
    ...formula(
      `T = ${at}: γT = ${value(floor)} ≤ w*·w = ${value(along)} ≤ |w| = ${value(length)} ≤ R√T = ${value(ceiling)}`,
    ),
    cos,
  );
}

// A line through values, with no more corners than are visible.
export function curve(
  values: (number | null)[],
  x: ScaleLinear<number, number>,
  y: ScaleLinear<number, number>,
): string {
  const every = Math.max(1, Math.floor(values.length / MAX_CORNERS));
  const corners = values.flatMap((value, k) =>
    value !== null && (k % every === 0 || k === values.length - 1) ? [`${x(k).toFixed(1)} ${y(value).toFixed(1)}`] : [],
  );
  return corners.length ? `M${corners.join("L")}` : "";
}

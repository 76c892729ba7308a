// Whether the rows can be separated in the way in which the chosen learner separates them, with the proof in words.

import { byId, html } from "./dom";
import { count, short, vector } from "./formatting";
import type { Verdict } from "./types";

const ANSWERS = { separable: "Yes.", inseparable: "No.", undecided: "Not known." };

export function showVerdicts(verdicts: Verdict[] | null, dimensions: number, otherwise: string): void {
  byId("show-verdict").parentElement!.hidden = dimensions !== 2 || drawableOf(verdicts) === null;
  const what = dimensions === 2 ? "line" : "plane";
  byId("verdict-title").textContent = titleOf(verdicts?.[0] ?? null, what);
  const paragraphs = (verdicts ?? []).map((one) => {
    const sides = verdicts!.length > 1 ? `${one.positive} against ${one.negative ?? "the rest"}: ` : "";
    return html("p", { class: one.verdict }, html("strong", {}, sides + ANSWERS[one.verdict]), " ", explain(one, what));
  });
  byId("verdict-text").replaceChildren(...(paragraphs.length ? paragraphs : [html("p", { class: "soft" }, otherwise)]));
}

// The verdict that the board can draw: that of one line.
export function drawableOf(verdicts: Verdict[] | null): Verdict | null {
  const only = verdicts?.length === 1 ? verdicts[0] : null;
  return only && (only.weights || only.point) ? only : null;
}

function titleOf(verdict: Verdict | null, what: string): string {
  if (!verdict) return `Can a ${what} separate them?`;
  const space = verdict.kernel ? ` in the space of the ${verdict.kernel} kernel` : "";
  const one = verdict.kernel ? "plane" : what;
  if (isJoint(verdict)) return `Can one ${one} per class${space} separate all at once?`;
  const several = verdict.negative === null ? "each class from the rest" : "each pair of classes";
  const isSeveral = verdict.negative === null || verdict.multiclass === "ovo";
  return `Can a ${one}${space} separate ${isSeveral ? several : "them"}?`;
}

const isJoint = (verdict: Verdict) => verdict.positive === null && verdict.multiclass === "joint";

function explain(verdict: Verdict, what: string): string {
  if (verdict.verdict === "undecided") return verdict.reason!;
  return verdict.verdict === "separable" ? explainYes(verdict, what) : explainNo(verdict, what);
}

function explainYes(verdict: Verdict, what: string): string {
  const bound = verdict.bound
    ? ` A perceptron makes at most ${count(Math.floor(verdict.bound), "update")}, the whole part of (R/γ)².`
    : "";
  if (verdict.kernel === "rbf") return "No two equal rows have different labels, and this kernel separates all others.";
  const margin = short(Number(verdict.margin!.toPrecision(3)));
  if (verdict.kernel) return `A plane there keeps every row on its side, with a margin of ${margin}.${bound}`;
  if (isJoint(verdict))
    return `One ${what} per class is enough (a linear machine): that of the right class is the highest.${bound}`;
  const band = short(Number(verdict.band!.toPrecision(3)));
  return `The ${what} with the widest margin keeps every row at least ${band} away.${bound}`;
}

function explainNo(verdict: Verdict, what: string): string {
  const rows = count(verdict.rows!.length, "row");
  if (verdict.kernel) return `In that space ${rows} cancel out, which proves it exactly.`;
  if (isJoint(verdict)) return `${rows}, each beside a rival class, cancel out, which proves it exactly.`;
  if (!verdict.fit_intercept)
    return `No ${what} through the origin separates them: ${rows} ${verdict.rows!.length === 1 ? "cancels" : "cancel"} out.`;
  const point = vector(verdict.point!.map((value) => Number(value.toPrecision(3))));
  return `The point ${point} lies among the rows of both classes; ${rows} prove it exactly.`;
}

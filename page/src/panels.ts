// The text beside the board.

import { byId, html } from "./dom";
import { count, short, vector } from "./formatting";
import type { Playback } from "./playback";
import type { Recording } from "./recording";
import type { Verdict } from "./types";
import { workedStep } from "./worked-step";

export function showStep(recording: Recording, play: Playback, step: number): void {
  byId("arithmetic").replaceChildren(...stepContent(recording, play, step));
  byId("step").dataset.outcome = workedStep(recording, play, step).outcome;
  byId("where").textContent = position(play, step);
}

// The text of a step: its title, its outcome and its lines.
export function stepContent(recording: Recording, play: Playback, step: number): HTMLElement[] {
  const worked = workedStep(recording, play, step);
  const lines = worked.lines.map(({ words, formula }) =>
    html("li", {}, ...(formula ? [html("code", {}, formula)] : []), ...(words ? [html("span", {}, words)] : [])),
  );
  const verdict = worked.verdict ? [html("p", { class: "outcome" }, worked.verdict)] : [];
  return [html("p", { class: "title" }, worked.title), ...verdict, html("ul", {}, ...lines)];
}

function position(play: Playback, step: number): string {
  const epoch = step === 0 ? "" : ` · epoch ${play.epoch[step - 1]} of ${play.part.epochs.seen.length}`;
  const rest = play.part.n_steps - play.length;
  const cut = rest > 0 ? ` · ${rest.toLocaleString("en")} later steps are not recorded` : "";
  return `Step ${step.toLocaleString("en")} of ${play.length.toLocaleString("en")}${epoch}${cut}`;
}

export function showEnding(play: Playback | null, note: string | null): void {
  const counts = play && `${count(play.part.epochs.seen.length, "epoch")}, ${count(play.part.n_steps, "step")}.`;
  byId("ending").textContent = play ? [play.part.why, counts, note].filter(Boolean).join(" ") : "";
}

export function showVerdicts(verdicts: Verdict[] | null, dimensions: number, otherwise: string): void {
  byId("show-verdict").parentElement!.hidden = dimensions !== 2 || verdicts?.length !== 1;
  const what = dimensions === 2 ? "line" : "plane";
  byId("verdict-title").textContent = `Can a ${what} separate them?`;
  const paragraphs = (verdicts ?? []).map((one) => {
    const title = verdicts!.length > 1 ? `${one.positive} against the rest: ` : "";
    return html("p", { class: one.verdict }, html("strong", {}, title + TITLES[one.verdict]), " ", explain(one, what));
  });
  byId("verdict-text").replaceChildren(...(paragraphs.length ? paragraphs : [html("p", { class: "soft" }, otherwise)]));
}

const TITLES = { separable: "Yes.", inseparable: "No.", undecided: "Not known." };

function explain(verdict: Verdict, what: string): string {
  if (verdict.verdict === "separable") {
    const bound = verdict.bound
      ? ` A perceptron makes at most ${count(Math.floor(verdict.bound), "update")}, the whole part of (R/γ)².`
      : "";
    return `The ${what} with the widest margin keeps every row at least ${short(Number(verdict.band!.toPrecision(3)))} away.${bound}`;
  }
  if (verdict.verdict === "inseparable") {
    if (!verdict.fit_intercept)
      return `No ${what} through the origin separates them: ${count(verdict.rows!.length, "row")} cancel out.`;
    return `The point ${vector(verdict.point!.map((value) => Number(value.toPrecision(3))))} lies among the rows of both classes; ${count(verdict.rows!.length, "row")} prove it exactly.`;
  }
  return `No proof was found within ${verdict.reason}.`;
}

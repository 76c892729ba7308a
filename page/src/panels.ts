// The text beside the board.

import { byId, html } from "./dom";
import { together } from "./ensemble";
import { count } from "./formatting";
import type { Playback } from "./playback";
import type { Recording } from "./recording";
import { workedStep } from "./worked-step";

export function showStep(recording: Recording, play: Playback, step: number): void {
  byId("arithmetic").replaceChildren(...stepContent(recording, play, step));
  byId("step").dataset.outcome = workedStep(recording, play, step).outcome;
  byId("where").textContent = position(play, step);
}

// The text of a step: its title, its outcome and its lines.
export function stepContent(recording: Recording, play: Playback, step: number): HTMLElement[] {
  const worked = workedStep(recording, play, step);
  const lines = [...worked.lines, ...together(recording, play, step)].map(({ words, formula }) =>
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

// How many test points the model at the end has wrong, beside the rows that it learned from.
export function showTests(recording: Recording | null): void {
  const held = recording?.held_out ?? null;
  byId("tests").hidden = held === null;
  if (!recording || !held) return;
  const share = (wrong: number, all: number) => `${wrong} of ${all} wrong, ${((100 * wrong) / all).toFixed(0)} %`;
  byId("tests-words").replaceChildren(
    html("strong", {}, `Test points: ${share(held.wrong.length, held.rows.length)}.`),
    ` Rows learned from: ${share(held.wrong_learned, recording.labels.length)}.`,
  );
}

export function showEnding(play: Playback | null, note: string | null): void {
  const counts = play && `${count(play.part.epochs.seen.length, "epoch")}, ${count(play.part.n_steps, "step")}.`;
  byId("ending").textContent = play ? [play.part.why, counts, note].filter(Boolean).join(" ") : "";
}

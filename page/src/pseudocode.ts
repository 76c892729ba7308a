// The algorithm as pseudocode, with the lines lit that the step on view came through.

import { byId, html } from "./dom";
import type { Playback } from "./playback";
import type { Recording } from "./recording";

export function showCode(recording: Recording | null, play: Playback | null, step: number): void {
  byId("code").hidden = recording === null;
  if (!recording || !play) return;
  const lines = linesOf(recording, play);
  const lit = litAt(play, step);
  byId("code-lines").replaceChildren(
    ...lines.map((line, k) => html("li", lit.includes(k) ? { class: "lit", "aria-current": "step" } : {}, line)),
  );
}

// Start; then for each row the sum, the comparison and, if it says so, the update; at the end the last line.
function litAt(play: Playback, step: number): number[] {
  if (step === 0) return [0];
  if (step === play.length && play.part.stop_reason === "converged") return [5];
  return play.isUpdate(step) ? [2, 3, 4] : [2, 3];
}

function linesOf(recording: Recording, play: Playback): string[] {
  const isKernel = recording.kind === "kernel";
  const isSeveral = play.planes > 1;
  const bias = recording.fit_intercept;
  const start = isKernel ? "keep no row" : `start with w${bias ? " and b" : ""}`;
  const rows = "repeat: for each row x with its label y";
  const one = isKernel ? "a = sum of c · k(row, x)" : `a = w·x${bias ? " + b" : ""}`;
  const sum = isSeveral ? `    ${one}, for each class` : `    ${one}`;
  return [
    start,
    rows,
    sum,
    `    ${condition(recording, isSeveral)}`,
    `        ${update(recording, isSeveral)}`,
    "until an epoch passes without an update",
  ];
}

function condition({ rule: { trigger, threshold } }: Recording, isSeveral: boolean): string {
  if (trigger === "mistake") return "if the predicted label is not y:";
  const margin = isSeveral ? "a of y − a of its strongest rival" : "y·a";
  return threshold === null ? `if ${margin} is too small for its variance:` : `if ${margin} ≤ ${threshold}:`;
}

function update(recording: Recording, isSeveral: boolean): string {
  const { learner, kind, moves_by, fit_intercept } = recording;
  const isPassive = learner.startsWith("PassiveAggressive") || learner.includes("step='pa");
  const t = isPassive || moves_by ? "t·" : learner.includes("learning_rate=") ? "η·" : "";
  const x = moves_by ?? "x";
  const step = isPassive ? `t = ${passiveStep(recording, isSeveral)}; ` : "";
  if (kind === "kernel")
    return step + (isSeveral ? `keep x: c of y + ${t}1, c of the rival − ${t}1` : `keep x: c ← c + ${t}y`);
  if (isSeveral) return `${step}w of y + ${t}${x}, w of the rival − ${t}${x}`;
  return `${step}w ← w + ${t}y·${x}${fit_intercept ? `, b ← b + ${t}y` : ""}`;
}

function passiveStep({ learner, kind, fit_intercept }: Recording, isSeveral: boolean): string {
  const own = kind === "kernel" ? "k(x, x)" : fit_intercept ? "(|x|² + 1)" : "|x|²";
  const square = isSeveral ? `2·${own}` : own;
  if (/variant='PA-II'|step='pa-2'/.test(learner)) return `loss / (${square} + 1/(2C))`;
  return /variant='PA'|step='pa'/.test(learner) ? `loss / ${square}` : `min(C, loss / ${square})`;
}

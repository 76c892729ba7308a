// Runs that never end: where the weights return to what they were, and the rows that cancel.

import { byId, html } from "./dom";
import type { Playback } from "./playback";

export function showEndless(play: Playback | null): void {
  const { cycle = null, cancelling = null } = play?.part ?? {};
  byId("endless").replaceChildren(
    ...(cycle ? [html("p", { id: "cycle" }, cycle.words)] : []),
    ...(cancelling ? [html("p", { id: "cancelling" }, cancelling)] : []),
  );
}

// Mark the sentence from the step on at which the weights are back.
export function markEndless(play: Playback, step: number): void {
  const { cycle } = play.part;
  if (cycle) byId("cycle").classList.toggle("now", step >= cycle.first + cycle.n_steps - 1);
}

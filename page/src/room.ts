// Room for the text of any step of a run, so that nothing below it moves while the run plays.

import { byId, html, onWidth } from "./dom";
import { stepContent } from "./panels";
import type { Playback } from "./playback";
import type { Recording } from "./recording";

const SAMPLED = 60; // steps of each kind
const MEASURED = 6; // the longest of them

export class StepRoom {
  private last: (() => void) | null = null;

  constructor() {
    onWidth(byId("arithmetic"), () => this.last?.());
  }

  clear(): void {
    this.last = null;
  }

  reserve(recording: Recording, play: Playback): void {
    this.last = () => this.reserve(recording, play);
    const contents = sampled(play)
      .map((step) => html("div", {}, ...stepContent(recording, play, step)))
      .sort((a, b) => b.textContent!.length - a.textContent!.length)
      .slice(0, MEASURED);
    const root = byId("arithmetic");
    const measure = html("div", { class: "measure", "aria-hidden": "true" }, ...contents);
    root.parentElement!.insertBefore(measure, root);
    const heights = contents.map((content) => content.getBoundingClientRect().height);
    measure.remove();
    root.style.minHeight = `${Math.ceil(Math.max(0, ...heights))}px`;
  }
}

// The first steps and updates spread over the run.
function sampled(play: Playback): number[] {
  const updates = play.part.updates.step;
  const every = Math.max(1, Math.ceil(updates.length / SAMPLED));
  const first = Array.from({ length: Math.min(play.length, SAMPLED) }, (_, k) => k + 1);
  return [...first, ...updates.filter((_, k) => k % every === 0)];
}

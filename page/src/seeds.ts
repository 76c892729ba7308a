// The lines of runs with the rows in other orders: all may separate the classes, and none is the only answer.

import type { Line } from "./board";
import { byId } from "./dom";
import { short } from "./formatting";
import type { Recording, Seeds } from "./recording";

export class SeedControl {
  onAsk: () => void = () => {}; // for lines that are not there yet
  private seeds: Seeds | null = null;
  private readonly isShown = byId<HTMLInputElement>("show-seeds");

  constructor(changed: () => void) {
    this.isShown.addEventListener("change", () => {
      if (this.isWanted && !this.seeds) this.onAsk();
      this.showWords();
      changed();
    });
  }

  get isWanted(): boolean {
    return this.isShown.checked;
  }

  get lines(): Line[] {
    if (!this.isWanted || !this.seeds) return [];
    const { weights, bias } = this.seeds;
    return weights.map((each, k) => ({ weights: each, bias: bias[k], kind: "seed" }));
  }

  // Two classes on a board have lines; a saved page has those that were saved.
  load(recording: Recording, seeds: Seeds | null): void {
    this.seeds = seeds;
    const isLinear = recording.kind === "linear" && recording.features.length === 2 && recording.classes.length === 2;
    byId("seeds").hidden = !isLinear || (document.body.classList.contains("saved") && !seeds);
    this.showWords();
  }

  clear(): void {
    this.seeds = null;
    byId("seeds").hidden = true;
  }

  private showWords(): void {
    const place = byId("seeds-words");
    place.hidden = !this.isWanted || !this.seeds;
    if (this.seeds) place.textContent = words(this.seeds);
  }
}

function words({ weights, wrong, margin, max_iter }: Seeds): string {
  const found = margin.filter((one, k): one is number => wrong[k] === 0 && one !== null && one > 0);
  if (found.length === 0) {
    const least = Math.min(...wrong);
    const none = weights.filter((each) => each.every((one) => one === 0)).length;
    const without = none > 0 ? ` ${none} of them ended with weights of 0, which have no line.` : "";
    return `None of ${wrong.length} runs has every row on its side after at most ${max_iter} epochs; the best has ${least} wrong.${without}`;
  }
  const rounded = (value: number) => short(Number(value.toPrecision(2)));
  const [low, high] = [Math.min(...found), Math.max(...found)].map(rounded);
  return `${found.length} of ${wrong.length} lines have every row on its side, with least margins from ${low} to ${high}: the order of the rows decides which one is found.`;
}

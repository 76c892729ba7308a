// Play, pause, step, step back, next mistake, scrub, speed.

import { byId, set } from "./dom";
import type { Playback } from "./playback";
import { stepAfter, updatesPerSecond } from "./speed";

export class Transport {
  private play: Playback | null = null;
  private step = 0;
  private isPlaying = false;
  private from = { time: 0, step: 0 };
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly speed = byId<HTMLInputElement>("speed");

  constructor(private readonly moved: (step: number) => void) {
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    leaveButtons();
    click("to-start", () => this.go(0));
    click("to-end", () => this.go(this.length));
    click("step-back", () => this.go(this.step - 1));
    click("step-on", () => this.go(this.step + 1));
    click("next-mistake", () => this.toNextMistake());
    click("play", () => this.toggle());
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    this.speed.addEventListener("input", () => this.changeSpeed());
    document.addEventListener("keydown", (event) => this.key(event));
    this.changeSpeed();
  }

  get length(): number {
    return this.play?.length ?? 0;
  }

  // How long the picture of an update stands before the next, in milliseconds.
  get dwell(): number {
    return this.isPlaying ? 1000 / this.rate : Infinity;
  }

  private get rate(): number {
    return updatesPerSecond(Number(this.speed.value));
  }

  // Load a run at a step.
  load(play: Playback, step: number): void {
    this.play = play;
    set(this.scrub, { max: play.length });
    this.begin(Math.min(step, play.length));
    if (this.isPlaying && step >= play.length) this.pause();
  }

  unload(): void {
    this.play = null;
    set(this.scrub, { max: 0 });
    this.go(0);
  }

  // Go to a step and stop there.
  go(step: number): void {
    this.pause();
    this.begin(Math.max(0, Math.min(step, this.length)));
  }

  private begin(step: number): void {
    this.from = { time: performance.now(), step };
    this.show(step);
  }

  private show(step: number): void {
    this.step = step;
    this.scrub.value = String(step);
    set(byId("to-start"), { disabled: step === 0 });
    set(byId("step-back"), { disabled: step === 0 });
    set(byId("step-on"), { disabled: step >= this.length });
    set(byId("to-end"), { disabled: step >= this.length });
    set(byId("next-mistake"), { disabled: (this.play?.nextMistake(step) ?? null) === null });
    set(byId("play"), { disabled: this.play === null });
    this.moved(step);
  }

  private toNextMistake(): void {
    const next = this.play?.nextMistake(this.step);
    if (next) this.go(next);
  }

  private toggle(): void {
    if (this.isPlaying) this.pause();
    else this.start();
  }

  private pause(): void {
    this.isPlaying = false;
    this.showPlaying();
  }

  private start(): void {
    if (this.length === 0) return;
    this.isPlaying = true;
    this.begin(this.step >= this.length ? 0 : this.step);
    this.showPlaying();
    requestAnimationFrame(() => this.frame());
  }

  private showPlaying(): void {
    const button = byId("play");
    button.classList.toggle("playing", this.isPlaying);
    set(button, { "aria-label": this.isPlaying ? "Pause" : "Play" });
  }

  private frame(): void {
    if (!this.isPlaying) return;
    const time = ((performance.now() - this.from.time) / 1000) * this.rate;
    const step = stepAfter(this.play!, this.from.step, time, this.step);
    if (step !== this.step) this.show(step);
    if (step >= this.length) this.pause();
    else requestAnimationFrame(() => this.frame());
  }

  private changeSpeed(): void {
    this.from = { time: performance.now(), step: this.step };
    byId("speed-value").textContent = `${this.rate < 10 ? this.rate.toFixed(1) : Math.round(this.rate)} updates/s`;
  }

  // Keys of the playback, wherever the focus is; fields, and the board while the keyboard edits it, use some themselves.
  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("textarea, select, dialog, input:not([type=range])")) return;
    const isSlider = target.matches("input[type=range]");
    if (isSlider && event.key !== " " && event.key !== "m") return;
    const acts: Record<string, () => void> = {
      " ": () => this.toggle(),
      ArrowRight: () => this.go(this.step + 1),
      ArrowLeft: () => this.go(this.step - 1),
      Home: () => this.go(0),
      End: () => this.go(this.length),
      m: () => this.toNextMistake(),
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || (event.key === " " && target.closest("button"))) return;
    event.preventDefault();
    act();
  }
}

// A button that a pointer pressed gives up the focus, so that Space plays and does not press it again.
function leaveButtons(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    if (event.detail > 0 && !button?.closest("dialog")) button?.blur();
  });
}

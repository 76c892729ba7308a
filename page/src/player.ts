// Shows a run: board or lanes, text and charts. Never changes it.

import { Board } from "./board";
import { EpochChart, SumChart } from "./charts";
import { byId, html } from "./dom";
import { EMPTY } from "./edits";
import { markEndless, showEndless } from "./endless";
import { windowOf } from "./geometry";
import { OneDimensionalView } from "./one-dimensional";
import { Playback } from "./playback";
import { showEnding, showStep, showVerdicts } from "./panels";
import type { Recording } from "./recording";
import { legendOf, sceneOf, type LegendEntry } from "./scene";
import { Transport } from "./transport";
import type { Data, Fields, Verdict, View, Window } from "./types";

export class Player {
  readonly board = new Board(byId("board"));
  readonly view: View = { part: 0, step: 0 };
  onMove: () => void = () => {};
  data: Data = EMPTY;
  window: Window = windowOf(EMPTY);
  private readonly lanes = new OneDimensionalView(byId("board"));
  private readonly epochs = new EpochChart(byId("epoch-chart"));
  private readonly sums = new SumChart(byId("sum-chart"));
  private readonly transport = new Transport((step) => this.moveTo(step));
  private recording: Recording | null = null;
  private play: Playback | null = null;
  private fields: Fields | null = null;
  private verdicts: Verdict[] | null = null;

  constructor() {
    byId("show-verdict").addEventListener("change", () => this.draw());
    byId<HTMLSelectElement>("part").addEventListener("change", (event) => {
      this.choosePart(Number((event.target as HTMLSelectElement).value));
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  get isBoard(): boolean {
    return this.data.columns.length === 2;
  }

  get isAtEnd(): boolean {
    return this.play !== null && this.view.step >= this.play.length;
  }

  // Show rows. In a new window they are another experiment; else the old run stays until the new one arrives.
  showData(data: Data, window: Window | null): void {
    const fits = window === null && data.columns.length === this.data.columns.length;
    this.data = data;
    this.window = window ?? this.window;
    if (!fits) {
      this.verdicts = null;
      this.unloadRun("A run needs points of two classes.");
    }
    byId("board").classList.toggle("as-lanes", !this.isBoard);
    this.draw();
  }

  unloadRun(reason: string): void {
    this.recording = this.play = this.fields = null;
    byId("arithmetic").replaceChildren(html("p", { class: "soft" }, reason));
    byId("where").textContent = "";
    byId("step").dataset.outcome = "start";
    this.transport.unload();
    this.epochs.clear();
    this.sums.clear();
    showEnding(null, null);
    showEndless(null);
  }

  showVerdicts(verdicts: Verdict[] | null, otherwise = "The answer needs points of two classes."): void {
    this.verdicts = verdicts;
    showVerdicts(verdicts, this.data.columns.length, otherwise);
    this.draw();
  }

  // Load a run with its fields at a step; null keeps the present step, or the end.
  load(recording: Recording, fields: Fields | null, step: number | null): void {
    const wanted = step ?? (this.isAtEnd ? Infinity : this.view.step);
    this.recording = recording;
    this.fields = fields;
    this.view.part = Math.min(this.view.part, recording.parts.length - 1);
    const choose = byId<HTMLSelectElement>("part");
    choose.replaceChildren(
      ...recording.parts.map(
        ({ classes }, k) => new Option(`${classes[1]} against ${classes[0]}`, String(k), false, k === this.view.part),
      ),
    );
    byId("part-choice").hidden = recording.parts.length < 2;
    this.loadPart(wanted);
  }

  private choosePart(part: number): void {
    this.view.part = part;
    this.loadPart(0);
  }

  private loadPart(step: number): void {
    if (!this.recording) return;
    this.play = new Playback(this.recording, this.recording.parts[this.view.part]);
    this.epochs.show(this.play, 0);
    this.sums.show(this.play, 0);
    showEnding(this.play, this.recording.note ?? null);
    showEndless(this.play);
    this.transport.load(this.play, Math.min(step, this.play.length));
  }

  private moveTo(step: number): void {
    this.view.step = step;
    if (!this.recording || !this.play) return;
    showStep(this.recording, this.play, step);
    this.epochs.move(step);
    this.sums.move(step);
    markEndless(this.play, step);
    this.draw();
    this.onMove();
  }

  draw(): void {
    if (this.isBoard) this.drawBoard();
    else if (this.recording && this.play) this.drawLanes(this.recording, this.play);
    else {
      this.board.leave();
      this.lanes.clear();
      this.showLegend([]);
    }
  }

  private drawBoard(): void {
    const isShown = byId<HTMLInputElement>("show-verdict").checked;
    const verdict = isShown && this.verdicts?.length === 1 ? this.verdicts[0] : null;
    const { data, window, recording, play, fields } = this;
    const shown = { data, window, recording, play, step: this.view.step, fields, verdict };
    const scene = sceneOf(shown);
    this.lanes.leave();
    this.board.draw(scene);
    this.showLegend(legendOf(scene, shown));
  }

  private drawLanes(recording: Recording, play: Playback): void {
    this.board.leave();
    this.lanes.draw(recording, play, this.view.step);
    this.showLegend([]);
  }

  private showLegend(legend: LegendEntry[]): void {
    const key = JSON.stringify(legend);
    if (byId("legend").dataset.key === key) return;
    byId("legend").dataset.key = key;
    byId("legend").replaceChildren(
      ...legend.map(({ glyph, text }) =>
        html("li", { class: `key-${glyph}` }, html("i", { "aria-hidden": "true" }), text),
      ),
    );
  }
}

// Shows a run: board or lanes, text and charts. Never changes it.

import { Board } from "./board";
import { EpochChart, SumChart } from "./charts";
import { byId, html } from "./dom";
import { EMPTY } from "./edits";
import { windowOf } from "./geometry";
import { OneDimensionalView } from "./one-dimensional";
import { Playback } from "./playback";
import { showEnding, showStep, showVerdicts } from "./panels";
import type { Recording } from "./recording";
import { legendOf, sceneOf } from "./scene";
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

  // Show new rows; the old run stays until the new one arrives, unless the columns differ.
  showData(data: Data, isNew = true): void {
    const fits = data.columns.length === this.data.columns.length && !isNew;
    this.data = data;
    if (isNew) this.window = windowOf(data);
    if (!fits) this.unloadRun();
    byId("board").classList.toggle("as-lanes", !this.isBoard);
    this.draw();
  }

  unloadRun(): void {
    this.recording = this.play = this.fields = null;
    byId("arithmetic").replaceChildren(html("p", { class: "soft" }, "A run needs points of two classes."));
    byId("where").textContent = "";
    byId("step").dataset.outcome = "start";
    this.transport.unload();
    this.epochs.clear();
    this.sums.clear();
    showEnding(null, null);
  }

  showVerdicts(verdicts: Verdict[] | null): void {
    this.verdicts = verdicts;
    showVerdicts(verdicts, this.data.columns.length);
    this.draw();
  }

  showFields(fields: Fields | null): void {
    this.fields = fields;
    this.draw();
  }

  // Load a run at a step; null keeps the present step, or the end.
  load(recording: Recording, step: number | null): void {
    const wanted = step ?? (this.isAtEnd ? Infinity : this.view.step);
    this.recording = recording;
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
    this.transport.load(this.play, Math.min(step, this.play.length));
  }

  private moveTo(step: number): void {
    this.view.step = step;
    if (!this.recording || !this.play) return;
    showStep(this.recording, this.play, step);
    this.epochs.move(step);
    this.sums.move(step);
    this.draw();
    this.onMove();
  }

  draw(): void {
    if (!this.isBoard) {
      if (this.recording && this.play) this.lanes.draw(this.recording, this.play, this.view.step);
      byId("legend").replaceChildren();
      return;
    }
    const isShown = byId<HTMLInputElement>("show-verdict").checked;
    const verdict = isShown && this.verdicts?.length === 1 ? this.verdicts[0] : null;
    const { data, window, recording, play, fields } = this;
    const scene = sceneOf({ data, window, recording, play, step: this.view.step, fields, verdict });
    this.board.draw(scene);
    const legend = legendOf(scene, recording);
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

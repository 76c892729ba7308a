// Shows a run: board or lanes, text and charts. Never changes it.

import { Board } from "./board";
import { EpochChart, SumChart, type Chart } from "./charts";
import { byId, html } from "./dom";
import { EMPTY } from "./edits";
import { markEndless, showEndless } from "./endless";
import { windowOf } from "./geometry";
import { HandControl } from "./hand-line";
import { LossChart, LossMap, showLossNow } from "./loss";
import { OneDimensionalView } from "./one-dimensional";
import { Playback } from "./playback";
import { showEnding, showStep, showTests } from "./panels";
import { showCode } from "./pseudocode";
import type { Recording, Run } from "./recording";
import { CosineChart, LengthChart, showProofNow } from "./proof-charts";
import { StepRoom } from "./room";
import { inOrder, legendOf, sceneOf, type LegendEntry, type Shown } from "./scene";
import { SeedControl } from "./seeds";
import { showSolutions } from "./solutions";
import { SpacePicture } from "./space";
import { spaceOfBoard, spaceOfReviews } from "./spaces";
import { Transport } from "./transport";
import type { Data, Fields, Verdict, View, Window } from "./types";
import { drawableOf, showVerdicts } from "./verdict";
import { WeightPicture } from "./weight-picture";

const TURN = 400; // milliseconds, of a line at an update
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export class Player {
  readonly board = new Board(byId("board"));
  readonly view: View = { part: 0, step: 0, proof: false };
  readonly seeds = new SeedControl(() => this.draw());
  onMove: () => void = () => {};
  data: Data = EMPTY;
  window: Window = windowOf(EMPTY);
  private readonly lanes = new OneDimensionalView(byId("board"));
  private readonly epochs = new EpochChart(byId("epoch-chart"));
  private readonly sums = new SumChart(byId("sum-chart"));
  private readonly lengths = new LengthChart(byId("length-chart"));
  private readonly cosines = new CosineChart(byId("cosine-chart"));
  private readonly losses = new LossChart(byId("loss-chart"));
  private readonly lossMap = new LossMap(byId("loss-map"));
  private readonly weights = new WeightPicture(byId("weights"));
  private readonly reviews = new SpacePicture(byId("space"));
  private readonly lifted = new SpacePicture(byId("lifted-picture"));
  private readonly room = new StepRoom();
  private readonly hand = new HandControl(() => this.draw());
  private readonly transport = new Transport((step) => this.moveTo(step));
  private recording: Recording | null = null;
  private play: Playback | null = null;
  private fields: Fields | null = null;
  private verdicts: Verdict[] | null = null;
  private legendRoom: LegendEntry[] = [];

  constructor() {
    byId("show-verdict").addEventListener("change", (event) => {
      this.showProof((event.target as HTMLInputElement).checked);
      this.draw();
      this.onMove();
    });
    byId<HTMLSelectElement>("part").addEventListener("change", (event) => {
      this.choosePart(Number((event.target as HTMLSelectElement).value));
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  get isBoard(): boolean {
    return this.data.columns.length === 2;
  }

  private get charts(): Chart[] {
    return [this.epochs, this.sums, this.lengths, this.cosines, this.losses];
  }

  // The run and its step on view.
  get shown(): { recording: Recording; play: Playback; step: number } | null {
    return this.recording && this.play && { recording: this.recording, play: this.play, step: this.view.step };
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

  showProof(proof: boolean): void {
    this.view.proof = proof;
    byId<HTMLInputElement>("show-verdict").checked = proof;
  }

  unloadRun(reason: string): void {
    this.recording = this.play = this.fields = null;
    this.legendRoom = [];
    byId("arithmetic").replaceChildren(html("p", { class: "soft" }, reason));
    byId("where").textContent = "";
    byId("step").dataset.outcome = "start";
    this.weights.clear();
    this.room.clear();
    this.transport.unload();
    for (const chart of this.charts) chart.clear();
    byId("why-it-ends").hidden = true;
    this.seeds.clear();
    this.lossMap.clear();
    showLossNow(null, null, 0);
    showSolutions(null, null, 0);
    showEnding(null, null);
    showTests(null);
    showEndless(null);
    showCode(null, null, 0);
    this.drawSpaces();
  }

  showVerdicts(verdicts: Verdict[] | null, otherwise = "The answer needs points of two classes."): void {
    this.verdicts = verdicts;
    showVerdicts(verdicts, this.data.columns.length, otherwise);
    this.draw();
  }

  // Load a run at a step; null keeps the present step, or the end.
  load({ recording, fields, seeds }: Run, step: number | null): void {
    const wanted = step ?? (this.isAtEnd ? Infinity : this.view.step);
    this.seeds.load(recording, seeds);
    showTests(recording);
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
    byId("why-it-ends").hidden = this.play.part.convergence === null;
    this.losses.loss = this.recording.loss;
    for (const chart of this.charts) chart.show(this.play, 0);
    showEnding(this.play, this.recording.note ?? null);
    showEndless(this.play);
    this.room.reserve(this.recording, this.play);
    this.legendRoom = this.isBoard ? this.legendOfRun(this.recording, this.play) : [];
    this.transport.load(this.play, Math.min(step, this.play.length));
  }

  private moveTo(step: number): void {
    const isNext = step === this.view.step + 1;
    this.view.step = step;
    if (!this.recording || !this.play) return;
    showStep(this.recording, this.play, step);
    this.weights.draw(this.recording, this.play, step);
    for (const chart of this.charts) chart.move(step);
    showProofNow(this.play, step);
    showLossNow(this.recording, this.play, step);
    this.lossMap.draw(this.recording.loss, this.play, step);
    showSolutions(this.recording, this.play, step);
    markEndless(this.play, step);
    showCode(this.recording, this.play, step);
    this.drawSpaces();
    const turning = Math.min(TURN, 0.6 * this.transport.dwell);
    this.draw(isNext && turning > 50 && !isStill.matches ? turning : 0);
    this.onMove();
  }

  draw(turning = 0): void {
    if (this.isBoard) this.drawBoard(turning);
    else if (this.recording && this.play) this.drawLanes(this.recording, this.play);
    else {
      this.board.leave();
      this.lanes.clear();
      this.showLegend([]);
    }
  }

  // Reviews below their lanes, the rows of a board in a section of their own.
  private drawSpaces(): void {
    const { shown } = this;
    this.reviews.draw(shown && this.data.names !== null ? spaceOfReviews(shown) : null);
    const made = shown && this.isBoard ? spaceOfBoard(shown, this.window) : null;
    byId("lifted").hidden = made === null;
    if (made) byId("lifted-title").textContent = made.title;
    this.lifted.draw(made?.space ?? null);
  }

  private shownAt(step: number): Shown {
    const verdict = this.view.proof ? drawableOf(this.verdicts) : null;
    const { data, window, recording, play, fields } = this;
    return { data, window, recording, play, step, fields, verdict };
  }

  private drawBoard(turning: number): void {
    const shown = this.shownAt(this.view.step);
    const scene = sceneOf(shown);
    const hand = this.hand.line(this.window);
    if (hand) scene.lines.push({ ...hand, kind: "hand" });
    this.hand.show(this.data, hand, drawableOf(this.verdicts));
    scene.lines.push(...this.seeds.lines);
    this.lanes.leave();
    this.board.draw(scene, turning);
    this.showLegend(legendOf(scene, shown));
  }

  // What the legend holds at some of the steps, so that it has room for it at all of them.
  private legendOfRun({ kind }: Recording, { length, part }: Playback): LegendEntry[] {
    const { step: updates } = part.updates;
    const steps = kind === "kernel" ? [length] : [0, updates[1] ?? 0, updates.at(-1) ?? 0, length];
    const entries = steps.flatMap((step) => legendOf(sceneOf(this.shownAt(step)), this.shownAt(step)));
    return entries.filter(({ glyph }, k) => entries.findIndex((one) => one.glyph === glyph) === k);
  }

  private drawLanes(recording: Recording, play: Playback): void {
    this.board.leave();
    this.hand.show(this.data, null, null);
    this.lanes.draw(recording, play, this.view.step);
    this.showLegend([]);
  }

  // Entries that the run has at other steps keep their places, unseen.
  private showLegend(legend: LegendEntry[]): void {
    const others = legend.filter(({ glyph }) => !this.legendRoom.some((one) => one.glyph === glyph));
    const all = inOrder([...this.legendRoom, ...others]);
    const items = all.map((entry) => legend.find(({ glyph }) => glyph === entry.glyph) ?? { ...entry, isAbsent: true });
    const key = JSON.stringify(items);
    if (byId("legend").dataset.key === key) return;
    byId("legend").dataset.key = key;
    byId("legend").replaceChildren(
      ...items.map(({ glyph, text, isAbsent }: LegendEntry & { isAbsent?: boolean }) =>
        html("li", { class: `key-${glyph}${isAbsent ? " absent" : ""}` }, html("i", { "aria-hidden": "true" }), text),
      ),
    );
  }
}

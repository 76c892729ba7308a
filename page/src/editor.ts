// Changes points and options, requests the new run, and updates the address.

import { fetchForm, fetchPreset, fetchRun, fetchVerdicts, RequestError } from "./api";
import { dataFromCsv } from "./csv";
import { wireCsvDialog } from "./csv-dialog";
import { labelOf, showClasses, type Chosen } from "./class-chooser";
import { byId, showError, announce, set } from "./dom";
import { BorrowedSettings, canLearn, EMPTY, fromPreset, History, withClass, type Origin, type Snapshot } from "./edits";
import { LearnerForm } from "./form";
import { LessonCard } from "./lessons";
import { LESSONS } from "./lessons-text";
import { windowOf } from "./geometry";
import { PointerInput } from "./pointer-input";
import { FIRST_PRESET, markPreset, showPresets } from "./presets";
import { BROKEN, toLink } from "./link";
import type { Player } from "./player";
import { copyLink, savePage } from "./sharing";
import type { Data, Experiment, Form, Settings, Window } from "./types";
import { wireUndoKeys } from "./undo-keys";
import { WordsPanel } from "./words";

export class Editor {
  private settings: Settings = { learner: "perceptron", options: {} };
  private readonly history = new History();
  private readonly borrowed = new BorrowedSettings();
  private readonly words: WordsPanel;
  private lesson: LessonCard | null = null;
  private chosen: Chosen = { label: 0, isTest: false };
  private origin: Origin | null = null;
  private movement = {}; // of the noise slider
  private limits!: Form["limits"];
  private form!: LearnerForm;
  private warning = ""; // of a broken link, until the first change

  constructor(private readonly player: Player) {
    this.words = new WordsPanel(player, (data) => this.useData(data));
  }

  // Begin with a linked experiment, with a lesson, or with the first preset.
  async begin(linked: Experiment | null, isBroken: boolean, lesson: number | null): Promise<void> {
    let form: Form;
    try {
      form = await fetchForm();
    } catch {
      return showError("The server does not respond; start it with rosenblatt play.");
    }
    this.limits = form.limits;
    this.settings = linked?.settings ?? this.settings;
    if (isBroken) this.warning = BROKEN;
    this.form = new LearnerForm(form, this.settings, (settings) => this.setSettings(settings));
    this.wire(form);
    this.player.onMove = () => {
      this.writeLink();
      this.words.show();
      this.lesson?.show();
    };
    this.player.seeds.onAsk = () => void this.run(null);
    if (lesson) this.lesson = new LessonCard(this.player, lesson, (preset) => void this.loadLesson(preset));
    if (linked) {
      this.player.view.part = linked.view.part;
      this.player.showProof(linked.view.proof);
      this.replaceData(linked.data, null, linked.view.step);
    } else if (lesson) await this.loadLesson(LESSONS[lesson - 1].preset);
    else await this.loadPreset({ preset: FIRST_PRESET, noise: 0 }, () => {});
    window.addEventListener("hashchange", () => location.reload());
  }

  // Rows

  // Show rows in the present window, or with another window as another experiment.
  private setData(data: Data, origin: Origin | null, window: Window | null, step: number | null): void {
    if (Math.max(data.rows.length, data.tests.rows.length) > this.limits.rows)
      return showError(`This page allows at most ${this.limits.rows} rows.`);
    if (window) this.experiments++;
    this.origin = origin;
    this.showOrigin();
    this.player.showData(data, window);
    this.showCounts();
    void this.run(step);
  }

  private replaceData(data: Data, origin: Origin | null, step: number | null): void {
    this.player.board.selected = null;
    this.setData(data, origin, windowOf(data), step);
  }

  private get snapshot(): Snapshot {
    const { settings, origin } = this;
    return { data: this.player.data, window: this.player.window, origin, settings };
  }

  private saveForUndo(): void {
    this.history.push(this.snapshot);
    this.showHistory();
  }

  private showHistory(): void {
    this.warning = "";
    set(byId("undo"), { disabled: !this.history.canUndo });
    set(byId("redo"), { disabled: !this.history.canRedo });
  }

  private undo(): void {
    this.restore(this.history.undo(this.snapshot), "Undone.");
  }

  private redo(): void {
    this.restore(this.history.redo(this.snapshot), "Done again.");
  }

  private restore(snapshot: Snapshot | null, words: string): void {
    this.showHistory();
    if (!snapshot) return;
    const { data, window, origin, settings } = snapshot;
    const { player } = this;
    const fits = window.join() === player.window.join() && data.columns.join() === player.data.columns.join();
    player.board.selected = null;
    if (settings !== this.settings) this.experiments++;
    this.settings = settings;
    this.form.show(settings);
    if (origin) this.showNoise(origin.noise);
    this.setData(data, origin, fits ? null : window, null);
    announce(words);
  }

  private loadLesson(preset: string): Promise<void> {
    this.settings = LESSONS[this.lesson!.number - 1].settings;
    return this.loadPreset({ preset, noise: 0 }, () => {});
  }

  private async loadPreset(origin: Origin, save: (made: Data) => void, step: number | null = 0): Promise<void> {
    document.body.dataset.state = "learning";
    try {
      const made = await fetchPreset(origin.preset, origin.noise);
      if (!made) return;
      const data = fromPreset(made);
      save(data);
      this.settings = this.borrowed.with(this.settings, made.settings);
      this.form.show(this.settings);
      this.replaceData(data, origin, step);
    } catch (error) {
      showError((error as Error).message);
    }
  }

  private useData(data: Data): void {
    this.saveForUndo();
    this.replaceData(data, null, 0);
  }

  // Runs

  private setSettings(settings: Settings): void {
    this.saveForUndo();
    this.settings = settings;
    this.experiments++;
    void this.run(null);
  }

  // The state is "ready" once the page shows the run of the present rows and options.
  private async run(step: number | null): Promise<void> {
    const number = ++this.runs;
    document.body.dataset.state = "learning";
    await this.learn(step);
    if (number === this.runs) document.body.dataset.state = "ready";
  }
  private runs = 0;

  // While points are dragged, the run of an earlier position is shown until the next arrives; a run of another
  // experiment never is.
  private async learn(step: number | null): Promise<void> {
    this.writeLink();
    const { data } = this.player;
    if (!canLearn(data)) {
      this.experiments++;
      this.player.unloadRun("A run needs points of two classes.");
      this.player.showVerdicts(null);
      return showError("");
    }
    const experiment = this.experiments;
    const { settings } = this;
    const [run, verdicts] = await Promise.allSettled([
      fetchRun(data, settings, this.player.window, this.player.seeds.isWanted),
      fetchVerdicts(data, settings),
    ]);
    if (experiment !== this.experiments) return;
    const errors = [run, verdicts].flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
    for (const error of errors) if (!(error instanceof RequestError)) throw error;
    if (verdicts.status === "rejected")
      this.player.showVerdicts(null, "The message above says why there is no answer.");
    else if (verdicts.value) this.player.showVerdicts(verdicts.value);
    if (run.status === "rejected") this.player.unloadRun("The message above says why there is no run.");
    else if (run.value) this.player.load(run.value, step);
    else return;
    showError(errors[0]?.message ?? this.warning);
  }
  private experiments = 0;

  private get experiment(): Experiment {
    const { data, view } = this.player;
    return { data, settings: this.settings, view };
  }

  // Browsers limit the changes of the address per second.
  private writeLink(): void {
    if (this.warning) return;
    clearTimeout(this.writing);
    this.writing = window.setTimeout(
      () => history.replaceState(null, "", `#${toLink(this.experiment)}${this.lesson?.link ?? ""}`),
      150,
    );
  }
  private writing = 0;

  // Controls

  private wire(form: Form): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    const board = byId("board");
    const input = new PointerInput(board, this.player.board, {
      data: () => this.player.data,
      window: () => this.player.window,
      label: () => labelOf(this.chosen, this.player.data),
      isTest: () => this.chosen.isTest,
      begin: () => this.saveForUndo(),
      put: (data) => this.setData(data, null, null, null),
    });
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("remove", () => input.removeSelected());
    click("clear", () => {
      this.saveForUndo();
      this.replaceData(EMPTY, null, 0);
    });
    click("save", () => void savePage(this.player.data, this.settings, this.player.window));
    click("copy-link", () => void copyLink(this.experiment));
    wireUndoKeys(
      () => this.undo(),
      () => this.redo(),
    );
    this.wirePresets(form);
    wireCsvDialog(board, (text) => this.useData(dataFromCsv(text, this.limits)));
  }

  private wirePresets(form: Form): void {
    const noise = byId<HTMLInputElement>("noise");
    showPresets(form.presets, (preset) => {
      void this.loadPreset({ preset, noise: Number(noise.value) }, () => this.saveForUndo());
    });
    noise.addEventListener("input", () => this.setNoise(Number(noise.value)));
    noise.addEventListener("change", () => (this.movement = {}));
    this.showNoise(0);
  }

  // Make the rows of the preset anew; one movement of the slider is one step of undo.
  private setNoise(noise: number): void {
    if (!this.origin) return;
    this.showNoise(noise);
    const { movement } = this;
    const save = (made: Data) => {
      this.history.pushOnce(this.snapshot, made, movement);
      this.showHistory();
    };
    void this.loadPreset({ ...this.origin, noise }, save, null);
  }

  // Noise belongs to a preset: rows of one's own have none.
  private showOrigin(): void {
    const noise = byId<HTMLInputElement>("noise");
    markPreset(this.origin?.preset ?? null);
    set(noise, { disabled: this.origin === null });
    byId("noise-words").hidden = this.origin !== null;
  }

  private showNoise(noise: number): void {
    byId<HTMLInputElement>("noise").value = String(noise);
    byId("noise-value").textContent = noise.toFixed(2);
  }

  private addClass(): void {
    this.saveForUndo();
    this.chosen = { label: this.player.data.classes.length, isTest: false };
    this.setData(withClass(this.player.data), null, null, null);
  }

  private showCounts(): void {
    const { data } = this.player;
    showClasses(data, this.chosen, this.limits, {
      choose: (label) => (this.chosen.label = label),
      add: () => this.addClass(),
      test: (isTest) => {
        this.chosen.isTest = isTest;
        this.showCounts();
      },
    });
    byId("classes").hidden = !this.player.isBoard;
  }
}

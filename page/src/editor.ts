// Changes points and options, requests the new run, and updates the address.

import { fetchFields, fetchForm, fetchPreset, fetchTrace, fetchVerdicts, RequestError } from "./api";
import { dataFromCsv } from "./csv";
import { wireCsvDialog } from "./csv-dialog";
import { byId, showError, html, announce, set, svg } from "./dom";
import { canLearn, EMPTY, fromPreset, History } from "./edits";
import { LearnerForm } from "./form";
import { PointerInput } from "./pointer-input";
import { toLink } from "./link";
import { colour, shape } from "./palette";
import type { Player } from "./player";
import { copyLink, savePage } from "./sharing";
import type { Data, Experiment, Form, Settings } from "./types";
import { count } from "./formatting";

const FIRST_PRESET = "separable";

export class Editor {
  private settings: Settings = { learner: "perceptron", options: {} };
  private readonly history = new History();
  private label = 0;
  private preset: string | null = null;
  private limits!: Form["limits"];

  constructor(private readonly player: Player) {}

  async begin(linked: Experiment | null): Promise<void> {
    let form: Form;
    try {
      form = await fetchForm();
    } catch {
      return showError("The server does not respond; start it with rosenblatt play.");
    }
    this.limits = form.limits;
    this.settings = linked?.settings ?? this.settings;
    new LearnerForm(form, this.settings, (settings) => this.setSettings(settings));
    this.wire(form);
    this.player.onMove = () => this.writeLink();
    if (linked) {
      this.player.view.part = linked.view.part;
      this.setData(linked.data, true, linked.view.step);
    } else await this.loadPreset(FIRST_PRESET, 0);
    window.addEventListener("hashchange", () => location.reload());
  }

  // Rows

  private setData(data: Data, isNew: boolean, step: number | null = null): void {
    if (data.rows.length > this.limits.rows) return showError(`This page allows at most ${this.limits.rows} rows.`);
    this.player.showData(data, isNew);
    this.showCounts();
    void this.run(step);
  }

  private saveForUndo(): void {
    this.history.push(this.player.data);
    set(byId("undo"), { disabled: false });
  }

  private undo(): void {
    const before = this.history.pop();
    set(byId("undo"), { disabled: this.history.isEmpty });
    if (!before) return;
    const isNew = before.columns.join() !== this.player.data.columns.join();
    this.player.board.selected = null;
    this.setData(before, isNew);
    announce("Undone.");
  }

  private async loadPreset(preset: string, noise: number): Promise<void> {
    document.body.dataset.state = "learning";
    try {
      const made = await fetchPreset(preset, noise);
      if (!made) return;
      const isSame = this.preset === preset;
      if (this.preset !== null && !isSame) this.saveForUndo();
      this.preset = preset;
      this.player.board.selected = null;
      this.setData(fromPreset(made), true, isSame ? null : 0);
      this.showPreset();
    } catch (error) {
      showError((error as Error).message);
    }
  }

  private useCsv(text: string): void {
    const data = dataFromCsv(text, this.limits);
    this.saveForUndo();
    this.preset = null;
    this.showPreset();
    this.setData(data, true, 0);
  }

  // Runs

  private setSettings(settings: Settings): void {
    this.settings = settings;
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

  private async learn(step: number | null): Promise<void> {
    this.writeLink();
    const { data, window } = this.player;
    if (!canLearn(data)) {
      this.player.unloadRun();
      this.player.showVerdicts(null);
      return showError("");
    }
    const { settings } = this;
    const hasBias = settings.options.fit_intercept !== false;
    try {
      const [recording, verdicts] = await Promise.all([fetchTrace(data, settings), fetchVerdicts(data, hasBias)]);
      if (!recording) return;
      showError("");
      if (verdicts) this.player.showVerdicts(verdicts);
      const hasField = this.player.isBoard && (recording.kind === "kernel" || recording.final === "vote");
      if (!hasField) this.player.showFields(null);
      this.player.load(recording, step);
      if (hasField) {
        const fields = await fetchFields(data, settings, window);
        if (fields) this.player.showFields(fields);
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showError(error.message);
    }
  }

  private get experiment(): Experiment {
    const { data, view } = this.player;
    return { data, settings: this.settings, view };
  }

  // Browsers limit the changes of the address per second.
  private writeLink(): void {
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => history.replaceState(null, "", `#${toLink(this.experiment)}`), 150);
  }
  private writing = 0;

  // Controls

  private wire(form: Form): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    const board = byId("board");
    const input = new PointerInput(board, this.player.board, {
      data: () => this.player.data,
      window: () => this.player.window,
      label: () => Math.min(this.label, this.player.data.classes.length - 1),
      begin: () => this.saveForUndo(),
      put: (data) => this.setData(data, false),
    });
    click("undo", () => this.undo());
    click("remove", () => input.removeSelected());
    click("clear", () => {
      this.saveForUndo();
      this.preset = null;
      this.showPreset();
      this.setData(EMPTY, true, 0);
    });
    click("save", () => void savePage(this.player.data, this.settings));
    click("copy-link", () => void copyLink(this.experiment));
    document.addEventListener("keydown", (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
      if (!isUndo || (event.target as Element).matches("textarea, input[type=text]")) return;
      event.preventDefault();
      this.undo();
    });
    this.wirePresets(form);
    wireCsvDialog(board, (text) => this.useCsv(text));
  }

  private wirePresets(form: Form): void {
    const noise = byId<HTMLInputElement>("noise");
    byId("presets").append(
      ...form.presets.map((name) => {
        const button = html(
          "button",
          { type: "button", "data-preset": name, "aria-pressed": "false" },
          name === "xor" ? "XOR" : name,
        );
        button.addEventListener("click", () => void this.loadPreset(name, Number(noise.value)));
        return button;
      }),
    );
    noise.addEventListener("input", () => {
      byId("noise-value").textContent = Number(noise.value).toFixed(2);
      void this.loadPreset(this.preset ?? FIRST_PRESET, Number(noise.value));
    });
    byId("noise-value").textContent = "0.00";
  }

  private showPreset(): void {
    for (const button of byId("presets").querySelectorAll("button"))
      set(button, { "aria-pressed": String(button.dataset.preset === this.preset) });
  }

  private showCounts(): void {
    const { data } = this.player;
    const chosen = Math.min(this.label, data.classes.length - 1);
    const radios = data.classes.map((name, place) => {
      const input = html("input", { type: "radio", name: "class", value: place, checked: place === chosen });
      input.addEventListener("change", () => (this.label = place));
      const mark = svg(
        "svg",
        { viewBox: "-9 -9 18 18", "aria-hidden": "true" },
        svg("path", { d: shape(place, 110), style: `fill:${colour(place)}` }),
      );
      return html("label", {}, input, mark, name);
    });
    const fieldset = byId("classes");
    fieldset.replaceChildren(fieldset.querySelector("legend")!, ...radios);
    fieldset.hidden = !this.player.isBoard;
    const each = data.classes.map((name, place) => `${data.labels.filter((label) => label === place).length} ${name}`);
    const most = data.rows.length >= this.limits.rows ? ` This page allows at most ${this.limits.rows}.` : "";
    byId("counts").textContent = `${count(data.rows.length, "row")}: ${each.join(", ")}.${most}`;
  }
}

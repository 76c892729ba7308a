// Changes points and options, asks the server for the run anew, and keeps the address in step.

import { askFields, askForm, askPage, askPreset, askTrace, askVerdicts, Refused } from "./api";
import { dataFromCsv, Fault } from "./csv";
import { byId, complain, html, say, set } from "./dom";
import { canLearn, EMPTY, fromPreset, History } from "./edits";
import { LearnerForm } from "./form";
import { Hands } from "./hands";
import { toLink } from "./link";
import { colour, shape } from "./looks";
import type { Player } from "./player";
import type { Data, Experiment, Form, Settings } from "./types";
import { svg } from "./dom";
import { count } from "./words";

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
      form = await askForm();
    } catch {
      return complain("The server does not answer; start it with rosenblatt play.");
    }
    this.limits = form.limits;
    this.settings = linked?.settings ?? this.settings;
    new LearnerForm(form, this.settings, (settings) => this.takeSettings(settings));
    this.wire(form);
    this.player.onMove = () => this.writeLink();
    if (linked) {
      this.player.view.part = linked.view.part;
      this.take(linked.data, true, linked.view.step);
    } else await this.beginWith(FIRST_PRESET, 0);
    window.addEventListener("hashchange", () => location.reload());
  }

  // What changes the rows

  private take(data: Data, isNew: boolean, step: number | null = null): void {
    if (data.rows.length > this.limits.rows) return complain(`This page takes at most ${this.limits.rows} rows.`);
    this.player.showData(data, isNew);
    this.showCounts();
    void this.run(step);
  }

  private keep(): void {
    this.history.keep(this.player.data);
    set(byId("undo"), { disabled: false });
  }

  private undo(): void {
    const before = this.history.back();
    set(byId("undo"), { disabled: this.history.isEmpty });
    if (!before) return;
    const isNew = before.columns.join() !== this.player.data.columns.join();
    this.player.board.selected = null;
    this.take(before, isNew);
    say("Undone.");
  }

  private async beginWith(preset: string, noise: number): Promise<void> {
    document.body.dataset.state = "learning";
    try {
      const made = await askPreset(preset, noise);
      if (!made) return;
      const isSame = this.preset === preset;
      if (this.preset !== null) this.keep();
      this.preset = preset;
      this.player.board.selected = null;
      this.take(fromPreset(made), true, isSame ? null : 0);
      this.showPreset();
    } catch (error) {
      complain((error as Error).message);
    }
  }

  private useCsv(text: string): boolean {
    try {
      const data = dataFromCsv(text, this.limits);
      this.keep();
      this.preset = null;
      this.showPreset();
      this.take(data, true, 0);
      byId("csv-fault").textContent = "";
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      byId("csv-fault").textContent = error.message;
      return false;
    }
  }

  // What the server makes of it

  private takeSettings(settings: Settings): void {
    this.settings = settings;
    void this.run(null);
  }

  // The state is "ready" once the page shows the run of what is on it now.
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
      this.player.forget();
      this.player.showVerdicts(null);
      return complain("");
    }
    const { settings } = this;
    const hasBias = settings.options.fit_intercept !== false;
    try {
      const [recording, verdicts] = await Promise.all([askTrace(data, settings), askVerdicts(data, hasBias)]);
      if (!recording) return;
      complain("");
      if (verdicts) this.player.showVerdicts(verdicts);
      const hasField = this.player.isBoard && (recording.kind === "kernel" || recording.final === "vote");
      if (!hasField) this.player.showFields(null);
      this.player.load(recording, step);
      if (hasField) {
        const fields = await askFields(data, settings, window);
        if (fields) this.player.showFields(fields);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      complain(error.message);
    }
  }

  private writeLink(): void {
    const { data, view } = this.player;
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => {
      history.replaceState(null, "", `#${toLink({ data, settings: this.settings, view })}`);
    }, 150);
  }
  private writing = 0;

  private async save(): Promise<void> {
    try {
      const page = await askPage(this.player.data, this.settings);
      if (page === null) return;
      const link = html("a", { href: URL.createObjectURL(new Blob([page], { type: "text/html" })), download: `${this.settings.learner}.html` });
      link.click();
      URL.revokeObjectURL(link.href);
      say("Saved.");
    } catch (error) {
      complain((error as Error).message);
    }
  }

  private async copyLink(): Promise<void> {
    const { data, view } = this.player;
    const address = `${location.origin}${location.pathname}#${toLink({ data, settings: this.settings, view })}`;
    history.replaceState(null, "", address);
    const button = byId("copy-link");
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = "Copied";
    } catch {
      button.textContent = "It is in the address bar";
    }
    setTimeout(() => (button.textContent = "Copy link"), 1600);
  }

  // The controls

  private wire(form: Form): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    const board = byId("board");
    const hands = new Hands(board, this.player.board, {
      data: () => this.player.data,
      window: () => this.player.window,
      label: () => Math.min(this.label, this.player.data.classes.length - 1),
      begin: () => this.keep(),
      put: (data) => this.take(data, false),
    });
    click("undo", () => this.undo());
    click("remove", () => hands.removeSelected());
    click("clear", () => {
      this.keep();
      this.take(EMPTY, true, 0);
    });
    click("save", () => void this.save());
    click("copy-link", () => void this.copyLink());
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || (event.target as Element).matches("textarea, input[type=text]")) return;
      event.preventDefault();
      this.undo();
    });
    this.wirePresets(form);
    this.wireCsv(board);
  }

  private wirePresets(form: Form): void {
    const noise = byId<HTMLInputElement>("noise");
    byId("presets").append(
      ...form.presets.map((name) => {
        const button = html("button", { type: "button", "data-preset": name, "aria-pressed": "false" }, name === "xor" ? "XOR" : name);
        button.addEventListener("click", () => void this.beginWith(name, Number(noise.value)));
        return button;
      }),
    );
    noise.addEventListener("input", () => {
      byId("noise-said").textContent = Number(noise.value).toFixed(2);
      void this.beginWith(this.preset ?? FIRST_PRESET, Number(noise.value));
    });
    byId("noise-said").textContent = "0.00";
  }

  private showPreset(): void {
    for (const button of byId("presets").querySelectorAll("button")) set(button, { "aria-pressed": String(button.dataset.preset === this.preset) });
  }

  private wireCsv(board: HTMLElement): void {
    const dialog = byId<HTMLDialogElement>("csv");
    const text = byId<HTMLTextAreaElement>("csv-text");
    byId("open-csv").addEventListener("click", () => dialog.showModal());
    byId("csv-use").addEventListener("click", () => this.useCsv(text.value) && dialog.close());
    const open = async (file: File | undefined, thenUse: boolean) => {
      if (!file) return;
      if (file.size > 2_000_000) return complain("The file is too large for this page; learn from it with rosenblatt train.");
      text.value = await file.text();
      if (thenUse && !this.useCsv(text.value)) dialog.showModal();
    };
    byId("csv-file").addEventListener("change", (event) => void open((event.target as HTMLInputElement).files?.[0], false));
    board.addEventListener("dragover", (event) => event.preventDefault());
    board.addEventListener("drop", (event) => {
      event.preventDefault();
      void open(event.dataTransfer?.files[0], true);
    });
  }

  private showCounts(): void {
    const { data } = this.player;
    const chosen = Math.min(this.label, data.classes.length - 1);
    const radios = data.classes.map((name, place) => {
      const input = html("input", { type: "radio", name: "class", value: place, checked: place === chosen });
      input.addEventListener("change", () => (this.label = place));
      const mark = svg("svg", { viewBox: "-9 -9 18 18", "aria-hidden": "true" }, svg("path", { d: shape(place, 110), style: `fill:${colour(place)}` }));
      return html("label", {}, input, mark, name);
    });
    const fieldset = byId("classes");
    fieldset.replaceChildren(fieldset.querySelector("legend")!, ...radios);
    fieldset.hidden = !this.player.isBoard;
    const each = data.classes.map((name, place) => `${data.labels.filter((label) => label === place).length} ${name}`);
    const most = data.rows.length >= this.limits.rows ? ` This page takes at most ${this.limits.rows}.` : "";
    byId("counts").textContent = `${count(data.rows.length, "row")}: ${each.join(", ")}.${most}`;
  }
}

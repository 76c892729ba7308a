// The form for the learner and its options, as the server describes them.

import { byId, html } from "./dom";
import type { Form, FormField, Learner, Settings, Value } from "./types";

const GROUPS = { rule: "Update rule", walk: "Start and order", stop: "Stopping rules" };
// The options that are always visible; the others open on demand.
const FIRST = ["kernel", "degree", "gamma", "C", "learning_rate", "margin", "fit_intercept", "order", "max_iter"];

export class LearnerForm {
  private readonly root = byId("form");

  constructor(
    private readonly form: Form,
    private settings: Settings,
    private readonly changed: (settings: Settings) => void,
  ) {
    this.draw();
  }

  show(settings: Settings): void {
    this.settings = settings;
    this.draw();
  }

  private get learner(): Learner {
    return this.form.learners.find(({ name }) => name === this.settings.learner) ?? this.form.learners[0];
  }

  private draw(): void {
    const open = new Set([...this.root.querySelectorAll("details[open]")].map((one) => one.id));
    const focused = document.activeElement?.id;
    const choose = html(
      "select",
      { id: "choose-learner" },
      ...this.form.learners.map(({ name, title }) => new Option(title, name, false, name === this.learner.name)),
    );
    choose.addEventListener("change", () =>
      this.setSettings({ learner: choose.value, options: this.shared(choose.value) }),
    );
    const options = this.learner.options.filter((option) => this.isOfUse(option.name));
    const first = options.filter(({ name }) => FIRST.includes(name));
    const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => {
      const fields = options
        .filter((option) => option.group === group && !first.includes(option))
        .map((option) => this.field(option));
      const id = `group-${group}`;
      return html("details", { id, open: open.has(id) }, html("summary", {}, GROUPS[group]), ...fields);
    });
    const parts: Node[] = [html("label", { class: "wide" }, html("span", { class: "unseen" }, "Learner"), choose)];
    if (this.learner.name === "perceptron") parts.push(this.conventions());
    this.root.replaceChildren(...parts, ...first.map((option) => this.field(option)), ...groups);
    if (focused) document.getElementById(focused)?.focus();
  }

  private valueOf({ name, default: value }: FormField): Value {
    return name in this.settings.options ? this.settings.options[name] : value;
  }

  // Whether an option has an effect beside the others: some belong to one kernel, or to one variant.
  private isOfUse(option: string): boolean {
    const value = (name: string) => {
      const found = this.learner.options.find((one) => one.name === name);
      return found && this.valueOf(found);
    };
    const kernel = value("kernel");
    if (option === "degree") return kernel === "poly";
    if (option === "gamma") return kernel !== "linear";
    if (option === "coef0") return kernel === "poly" || kernel === "sigmoid";
    if (option === "C") return this.learner.name !== "pa" && value("step") !== "perceptron" && value("step") !== "pa";
    return true;
  }

  // The chosen options that the other learner has too.
  private shared(learner: string): Record<string, Value> {
    const known = this.form.learners.find(({ name }) => name === learner)?.options.map(({ name }) => name) ?? [];
    return Object.fromEntries(Object.entries(this.settings.options).filter(([name]) => known.includes(name)));
  }

  private setSettings(settings: Settings): void {
    this.settings = settings;
    this.draw();
    this.changed(settings);
  }

  private conventions(): HTMLElement {
    const now = JSON.stringify(Object.entries(this.settings.options).sort());
    const differing = (options: Record<string, Value>) =>
      Object.fromEntries(Object.entries(options).filter(([name, value]) => this.defaultOf(name) !== value));
    const names = this.form.conventions.map(({ name, options }) => {
      const differs = differing(options);
      return new Option(name.replaceAll("-", " "), name, false, JSON.stringify(Object.entries(differs).sort()) === now);
    });
    const choose = html("select", { id: "choose-convention" }, new Option("own choice", ""), ...names);
    choose.addEventListener("change", () => {
      const chosen = this.form.conventions.find(({ name }) => name === choose.value);
      if (chosen) this.setSettings({ learner: "perceptron", options: differing(chosen.options) });
    });
    return html("label", { class: "row" }, "Textbook", choose);
  }

  private defaultOf(name: string): Value | undefined {
    return this.learner.options.find((option) => option.name === name)?.default;
  }

  private field(option: FormField): HTMLElement {
    const input = this.input(option, this.valueOf(option));
    const name = html("span", { class: "name" }, option.name.replaceAll("_", " "));
    const more = option.name === "learning_rate" ? this.rateSlider(option) : [];
    return html(
      "label",
      { class: option.kind === "flag" ? "row flag" : "row", title: option.words },
      name,
      input,
      ...more,
      html("small", {}, option.words),
    );
  }

  // A slider for the learning rate, with the reason why it changes nothing from zero: each w is the rate times the same
  // sum of rows, so that the signs of all activations stay.
  private rateSlider(option: FormField): HTMLElement[] {
    const value = Number(this.valueOf(option));
    const slider = html("input", {
      id: "rate-slider",
      type: "range",
      min: -2,
      max: 2,
      step: 0.1,
      value: Math.log10(value),
      "aria-label": "learning rate, by powers of ten",
    });
    slider.addEventListener("change", () =>
      this.setOption(option, Number((10 ** Number(slider.value)).toPrecision(2))),
    );
    const of = (name: string) => this.learner.options.find((one) => one.name === name);
    const valueOf = (name: string) => of(name) && this.valueOf(of(name)!);
    const isScale = (valueOf("init") ?? "zeros") === "zeros" && (valueOf("margin") ?? 0) === 0;
    const words = isScale
      ? "From zero every w is the rate times the same sum of rows: it scales w, and changes no line and no prediction."
      : "The start or the margin is not 0, so the rate decides how much a row counts beside it.";
    return [slider, html("small", { id: "rate-words" }, words)];
  }

  private input(option: FormField, value: Value): HTMLElement {
    const id = `option-${option.name}`;
    if (option.kind === "choice") {
      const input = html(
        "select",
        { id },
        ...option.choices.map((choice) => new Option(choice, choice, false, choice === value)),
      );
      input.addEventListener("change", () => this.setOption(option, input.value));
      return input;
    }
    if (option.kind === "flag") {
      const input = html("input", { id, type: "checkbox", checked: value === true });
      input.addEventListener("change", () => this.setOption(option, input.checked));
      return input;
    }
    const isPlain = option.choices.length === 0;
    const step = option.kind === "whole" ? 1 : "any";
    const input = html("input", {
      id,
      type: isPlain ? "number" : "text",
      value: value === null ? "" : String(value),
      step,
      min: option.least,
      max: option.most,
      placeholder: option.may_be_none ? "none" : null,
      inputmode: "decimal",
    });
    input.addEventListener("change", () => {
      const read = readNumber(option, input.value);
      input.setCustomValidity(read === undefined ? `${option.name} must be a number` : "");
      if (read === undefined) input.reportValidity();
      else this.setOption(option, read);
    });
    return input;
  }

  private setOption(option: FormField, value: Value): void {
    const { [option.name]: _, ...others } = this.settings.options;
    this.setSettings({
      learner: this.learner.name,
      options: value === option.default ? others : { ...others, [option.name]: value },
    });
  }
}

// A number, one of the choices, or null if the field may be empty; undefined for anything else.
export function readNumber(
  option: Pick<FormField, "kind" | "choices" | "may_be_none">,
  text: string,
): Value | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return option.may_be_none ? null : undefined;
  if (option.choices.includes(trimmed)) return trimmed;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return undefined;
  return option.kind === "whole" && !Number.isInteger(value) ? undefined : value;
}

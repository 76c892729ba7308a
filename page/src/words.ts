// Reviews: typed or pasted with their labels, counted by the server, and another one tried on the weights of a step.

import { fetchReview, fetchWords, RequestError } from "./api";
import { byId, html } from "./dom";
import { fromPreset } from "./edits";
import { products, short } from "./formatting";
import { activationsOf, predictionOf } from "./playback";
import type { Player } from "./player";
import type { Data } from "./types";

export class WordsPanel {
  private readonly text = byId<HTMLTextAreaElement>("reviews");
  private readonly pairs = byId<HTMLInputElement>("pairs");
  private readonly review = byId<HTMLInputElement>("review");
  private of: Data | null = null;
  private tried: { review: string; data: Data; row: number[] } | null = null;
  private isTyping = false;

  constructor(
    private readonly player: Player,
    private readonly use: (data: Data) => void,
  ) {
    byId("use-reviews").addEventListener("click", () => void this.encode());
    this.pairs.addEventListener("change", () => void this.encode());
    this.review.addEventListener("input", () => void this.tryReview());
    byId("open-words").addEventListener("click", () => {
      this.isTyping = true;
      this.show();
      this.text.focus();
    });
  }

  // Show the reviews of the present rows, and what the present weights make of the tried one.
  show(): void {
    const { data } = this.player;
    byId("words").hidden = data.names === null && !this.isTyping;
    if (data !== this.of) {
      this.of = data;
      if (data.names !== null) {
        this.isTyping = false;
        this.text.value = data.names.map((name, row) => `${data.classes[data.labels[row]]}: ${name}`).join("\n");
        this.pairs.checked = data.columns.some((column) => column.includes(" "));
      }
      if (this.review.value) void this.tryReview();
    }
    this.showSum();
  }

  private async encode(): Promise<void> {
    const lines = this.text.value.split(/\r?\n/).filter((line) => line.trim() !== "");
    const parted = lines.map((line) => /^\s*([^:]+?)\s*:\s*(.+?)\s*$/.exec(line));
    const bad = parted.indexOf(null);
    if (bad >= 0) return this.complain(`“${lines[bad]}” must be a label, a colon and a review, as in “good: a film”.`);
    const labels = parted.map((one) => one![1]);
    const names = parted.map((one) => one![2]);
    if (new Set(labels).size < 2) return this.complain("There must be reviews of at least two labels.");
    try {
      const made = await fetchWords(names, this.pairs.checked);
      if (!made) return;
      this.complain("");
      this.use(fromPreset({ ...made, labels, names }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.complain(error.message);
    }
  }

  private complain(sentence: string): void {
    byId("reviews-error").textContent = sentence;
    byId("reviews-error").hidden = sentence === "";
  }

  private async tryReview(): Promise<void> {
    const { data } = this.player;
    const review = this.review.value;
    if (data.names === null) return;
    const row = review.trim() ? await fetchReview(data.names, this.pairs.checked, review) : null;
    if (review.trim() && !row) return; // a later one took its place
    this.tried = row && { review, data, row };
    this.showSum();
  }

  private showSum(): void {
    const { shown } = this.player;
    const place = byId("review-sum");
    if (!this.tried || this.tried.data !== this.player.data || !shown) return place.replaceChildren();
    const { recording, play, step } = shown;
    const { row } = this.tried;
    if (recording.kind === "kernel" || play.planes > 1)
      return place.replaceChildren("The sum is shown for two classes and a learner with weights.");
    const state = play.stateAfter(step);
    const used = row.flatMap((value, column) => (value ? [column] : []));
    const weights = used.map((column) => state.weights[column]);
    const bias = recording.fit_intercept ? state.bias[0] : null;
    const values = used.map((column) => row[column]);
    const [sum] = activationsOf(state, row);
    const names = used.map((column) => recording.features[column]).join(", ") || "no known word";
    const label = play.part.classes[predictionOf([sum], play.lastWins)];
    place.replaceChildren(
      html("span", { class: "soft" }, `${names}: `),
      html("code", {}, `a = ${products(weights, values, bias)} = ${short(sum)}`),
      ` so predicted ${label}`,
    );
  }
}

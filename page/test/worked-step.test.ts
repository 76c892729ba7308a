import { describe, expect, it } from "vitest";
import recordings from "./recordings.json";
import { Playback } from "../src/playback";
import type { Recording } from "../src/recording";
import { workedStep } from "../src/worked-step";

const all = recordings as unknown as Record<string, Recording>;
const playOf = (name: string) => new Playback(all[name], all[name].parts[0]);
const worked = (name: string, step: number) => workedStep(all[name], playOf(name), step);
const formulas = (name: string, step: number) => worked(name, step).lines.map(({ formula }) => formula);

describe("the text of a step", () => {
  it("of the lecture is what its text computes by hand", () => {
    const step = worked("lecture", 2);
    expect(step.title).toBe("movie bad, -1 (y = −1)");
    expect(step.verdict).toBe("Predicted 1: a mistake.");
    expect(formulas("lecture", 2)).toEqual([
      "x = (1, 0, 1, 0)",
      "a = w·x = 1·1 + 1·0 + 0·1 + 0·0 = 1",
      "y·a = −1",
      "w ← (1, 1, 0, 0) − 1·x = (0, 1, −1, 0)",
      "a′ = a + y·(|x|²) = 1 − (2) = −1",
    ]);
    expect(step.lines[2].words).toBe("the prediction is wrong, so update");
  });

  it("with a right prediction has no update", () => {
    expect(worked("lecture", 7)).toMatchObject({ outcome: "right", verdict: "Predicted 1: right." });
    expect(formulas("lecture", 7)).toHaveLength(3);
  });

  it("before the first has the initial weights", () => {
    expect(worked("lecture", 0)).toMatchObject({ outcome: "start", title: "Before the first step" });
    expect(formulas("lecture", 0)).toEqual(["w = (0, 0, 0, 0)"]);
  });

  it("of several classes has one update of the true class and one of its rival", () => {
    const [first] = all.classes.parts[0].updates.step;
    expect(formulas("classes", first).filter((formula) => /^w\([abc]\) ← /.test(formula))).toHaveLength(2);
    expect(formulas("classes", first).some((formula) => formula.startsWith("a("))).toBe(true);
  });

  it("with a margin compares with it", () => {
    const [step] = all.long.parts[0].updates.step;
    expect(formulas("long", step).some((formula) => /^y·a = .* ≤ 0$/.test(formula))).toBe(true);
    expect(formulas("long", step).some((formula) => formula.startsWith("b ←"))).toBe(true);
  });

  it("of a kernel sums over the rows that are kept", () => {
    const [row, first] = worked("kernel", playOf("kernel").length).lines;
    expect(row.formula).toBe("x = (1, 1)");
    expect(first.words).toMatch(/^c·k\(row, x\) over \d+ kept rows; each k has \+ 1 for the bias$/);
    expect(first.formula).toMatch(/^a = .*·.* = /);
    expect(formulas("kernel", all.kernel.parts[0].updates.step[0]).slice(-2)).toEqual(["c = −1", "a′ = −2"]);
  });

  it("of passive-aggressive writes its step out, and moves its row to the margin", () => {
    const [step] = all.passive.parts[0].updates.step;
    expect(formulas("passive", step)).toEqual([
      "x = (1, 2)",
      "a = w·x + b = 0·1 + 0·2 + 0 = 0",
      "y·a = 0 < 1",
      "loss = 1 − y·a = 1 − 0 = 1",
      "|x|² + 1 = 5 + 1 = 6",
      "step = loss / (|x|² + 1) = 1 / 6 = 0.166667",
      "w ← (0, 0) − 0.166667·x = (−0.166667, −0.333333)",
      "b ← 0 − 0.166667 = −0.166667",
      "a′ = a + y·step·(|x|² + 1) = 0 − 0.166667·(5 + 1) = −1",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import recordings from "./recordings.json";
import { Playback } from "../src/playback";
import type { Recording } from "../src/recording";
import { count, products, short, vector, workedStep } from "../src/worked-step";

const all = recordings as unknown as Record<string, Recording>;
const playOf = (name: string) => new Playback(all[name], all[name].parts[0]);
const worked = (name: string, step: number) => workedStep(all[name], playOf(name), step);
const formulas = (name: string, step: number) => worked(name, step).lines.map(({ formula }) => formula);

describe("numbers", () => {
  it("have six digits and a true minus", () => {
    expect([1 / 3, -2, -0, 1e6, 123456789].map(short)).toEqual(["0.333333", "−2", "0", "1000000", "123457000"]);
  });

  it("stand in vectors and sums", () => {
    expect(vector([1, -2.5])).toBe("(1, −2.5)");
    expect(products([0.5, -2], [1, -3], 1)).toBe("0.5·1 − 2·(−3) + 1");
    expect(products([-1], [2], null)).toBe("−1·2");
    expect(products([], [], null)).toBe("0");
    expect([count(1, "row"), count(1200, "row")]).toEqual(["1 row", "1,200 rows"]);
  });
});

describe("a step in words", () => {
  it("of the lecture is what the text works out by hand", () => {
    const step = worked("lecture", 2);
    expect(step.title).toBe("movie bad, -1 (y = −1)");
    expect(step.verdict).toBe("Guess 1: a mistake.");
    expect(formulas("lecture", 2)).toEqual([
      "x = (1, 0, 1, 0)",
      "a = w·x = 1·1 + 1·0 + 0·1 + 0·0 = 1",
      "y·a = −1",
      "w ← (1, 1, 0, 0) − 1·x = (0, 1, −1, 0)",
    ]);
    expect(step.lines[2].words).toBe("the guess is wrong, so update");
  });

  it("that was right says so and changes nothing", () => {
    expect(worked("lecture", 7)).toMatchObject({ outcome: "right", verdict: "Guess 1: right." });
    expect(formulas("lecture", 7)).toHaveLength(3);
  });

  it("before the first one says where it begins", () => {
    expect(worked("lecture", 0)).toMatchObject({ outcome: "start", title: "Before the first step" });
    expect(formulas("lecture", 0)).toEqual(["w = (0, 0, 0, 0)"]);
  });

  it("of several classes says who gains and who loses", () => {
    const [first] = all.classes.parts[0].updates.step;
    expect(formulas("classes", first).filter((formula) => formula.startsWith("w ←"))).toHaveLength(2);
    expect(formulas("classes", first).some((formula) => formula.startsWith("a("))).toBe(true);
  });

  it("with a margin compares with it", () => {
    const [step] = all.long.parts[0].updates.step;
    expect(formulas("long", step).some((formula) => /^y·a = .* ≤ 0$/.test(formula))).toBe(true);
    expect(formulas("long", step).some((formula) => formula.startsWith("b ←"))).toBe(true);
  });

  it("of a kernel sums over the rows that are kept", () => {
    const [first] = worked("kernel", playOf("kernel").length).lines;
    expect(first.words).toMatch(/^c·k\(row, x\) over \d+ kept rows$/);
    expect(first.formula).toMatch(/^a = .*·.* = /);
    expect(formulas("kernel", all.kernel.parts[0].updates.step[0]).at(-1)).toMatch(/^c = /);
  });
});

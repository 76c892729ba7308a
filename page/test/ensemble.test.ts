import { expect, it } from "vitest";
import { scorer } from "../src/ensemble";
import type { Recording } from "../src/recording";

const of = (pairs: string[][]) =>
  ({ classes: ["a", "b", "c"], parts: pairs.map((classes) => ({ classes })) }) as unknown as Recording;

it("one against the rest scores a class by the activation of its learner", () => {
  const rest = of(["a", "b", "c"].map((name) => ["the rest", name]));
  expect(scorer(rest, false)([0.5, -1, 2])).toEqual([0.5, -1, 2]);
});

it("pairs give one vote each, and activations decide between equal votes", () => {
  const pairs = of([
    ["a", "b"],
    ["a", "c"],
    ["b", "c"],
  ]);
  expect(scorer(pairs, false)([2, 1, 3]).map((score) => Math.abs(Math.round(score)))).toEqual([0, 1, 2]);
  const [a, b, c] = scorer(pairs, false)([2, -1, 4]); // one vote each: a beats c, b beats a, c beats b
  expect([a, b, c].map(Math.round)).toEqual([1, 1, 1]);
  expect(c > b && c > a).toBe(true);
});

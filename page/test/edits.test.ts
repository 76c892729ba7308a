import { describe, expect, it } from "vitest";
import {
  added,
  addedTest,
  canLearn,
  EMPTY,
  fromPreset,
  History,
  moved,
  removed,
  rounded,
  withClass,
  type Snapshot,
} from "../src/edits";
import { readNumber } from "../src/form";
import type { Data } from "../src/types";

const settings = { learner: "perceptron", options: {} };
const snapshot = (data: Data): Snapshot => ({ data, window: [-4, 4, -3, 3], origin: null, settings });

describe("an edit", () => {
  const two = added(added(EMPTY, [1, 2], 0), [3, 4], 1);

  it("leaves the old rows as they were", () => {
    expect(EMPTY.rows).toEqual([]);
    expect(moved(two, 0, [5, 6]).rows).toEqual([
      [5, 6],
      [3, 4],
    ]);
    expect(removed(two, 0)).toMatchObject({ rows: [[3, 4]], labels: [1] });
    expect(two.rows).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("of a test point leaves the rows as they are", () => {
    const tested = addedTest(addedTest(two, [5, 5], 0), [6, 6], 1);
    expect(tested.rows).toEqual(two.rows);
    expect(moved(tested, 3, [7, 7]).tests.rows).toEqual([
      [5, 5],
      [7, 7],
    ]);
    expect(moved(tested, 3, [7, 7]).rows).toEqual(two.rows);
    expect(removed(tested, 2)).toMatchObject({
      rows: two.rows,
      labels: two.labels,
      tests: { rows: [[6, 6]], labels: [1] },
    });
    expect(moved(tested, 0, [9, 9]).tests).toEqual(tested.tests);
    expect(removed(tested, 0).tests).toEqual(tested.tests);
  });

  it("can be undone and done again, until another change", () => {
    const history = new History();
    const [first, second, third] = [1, 2, 3].map((x) => snapshot(added(EMPTY, [x, x], 0)));
    history.push(first);
    history.push(second);
    expect([history.canUndo, history.canRedo]).toEqual([true, false]);
    expect(history.undo(third)).toBe(second);
    expect(history.undo(second)).toBe(first);
    expect(history.undo(first)).toBeNull();
    expect(history.redo(first)).toBe(second);
    expect(history.redo(second)).toBe(third);
    expect(history.redo(third)).toBeNull();
    expect(history.undo(third)).toBe(second);
    history.push(second);
    expect(history.canRedo).toBe(false);
  });

  it("of a slider is one step of undo per movement, and own points between are never lost", () => {
    const history = new History();
    const [own, first, second, third, edited] = [1, 2, 3, 4, 5].map((x) => added(EMPTY, [x, x], 0));
    const [movement, later] = [{}, {}];
    history.pushOnce(snapshot(own), first, movement);
    history.pushOnce(snapshot(first), second, movement);
    history.pushOnce(snapshot(edited), third, movement); // points were edited meanwhile
    history.pushOnce(snapshot(third), first, later);
    const undone = [1, 2, 3].map(() => history.undo(snapshot(EMPTY))?.data);
    expect(undone).toEqual([third, edited, own]);
    expect(history.canUndo).toBe(false);
  });

  it("adds a class that sorts after the others", () => {
    expect(withClass(two).classes).toEqual(["A", "B", "C"]);
    expect(withClass({ ...two, classes: ["setosa", "virginica"] }).classes.at(-1)).toBe("virginica 3");
  });

  it("makes a board that can be learned from once two classes have points", () => {
    expect([canLearn(EMPTY), canLearn(added(EMPTY, [0, 0], 0)), canLearn(two)]).toEqual([false, false, true]);
  });
});

it("the labels of a preset become indices of its classes", () => {
  const preset = { columns: ["x"], rows: [[1], [2]], labels: ["b", "a"], names: null };
  expect(fromPreset(preset)).toMatchObject({ classes: ["a", "b"], labels: [1, 0] });
});

it("positions on the board have as many digits as are visible", () => {
  expect([rounded(1.23456, 8), rounded(0.00123456, 0.008), rounded(1234.56, 8000)]).toEqual([1.23, 0.00123, 1235]);
});

it("a field accepts a number, one of its choices, or nothing if it may be empty", () => {
  const field = { kind: "number" as const, choices: ["scale"], may_be_none: false };
  expect([" 0.5 ", "scale", "wide", ""].map((text) => readNumber(field, text))).toEqual([
    0.5,
    "scale",
    undefined,
    undefined,
  ]);
  expect(readNumber({ ...field, may_be_none: true }, "")).toBeNull();
  expect(readNumber({ ...field, kind: "whole" }, "1.5")).toBeUndefined();
});

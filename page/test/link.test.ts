import { describe, expect, it } from "vitest";
import { fromLink, toLink } from "../src/link";
import type { Experiment } from "../src/types";

const experiment: Experiment = {
  data: {
    columns: ["x & y", "größe"],
    classes: ["a=b", "ça#"],
    rows: [
      [0.5, -1e-7],
      [3, 2.25],
    ],
    labels: [1, 0],
    names: null,
    tests: { rows: [[1, -2.5]], labels: [0] },
  },
  settings: { learner: "pa-1", options: { C: 0.5, order: "shuffled", fit_intercept: false, max_updates: null } },
  view: { part: 1, step: 17, proof: true },
};

describe("a link", () => {
  it("restores everything", () => expect(fromLink(toLink(experiment))).toEqual(experiment));

  it("restores names of rows and an empty board", () => {
    const data = { ...experiment.data, names: ["first ~ row", "second_row"] };
    expect(fromLink(toLink({ ...experiment, data }))?.data).toEqual(data);
    const empty = { ...experiment.data, rows: [], labels: [] };
    expect(fromLink(toLink({ ...experiment, data: empty }))?.data).toEqual(empty);
  });

  it("keeps every bit of a number", () => {
    const rows = [
      [0.1 + 0.2, 1 / 3],
      [-5e-324, 123456789.123],
    ];
    expect(fromLink(toLink({ ...experiment, data: { ...experiment.data, rows } }))?.data.rows).toEqual(rows);
  });

  const names = 'columns=["a","b"]&classes=["A","B"]';
  it.each([
    "",
    "step=3",
    "rows=0_1&columns=[]&classes=[]",
    `rows=0_x_1&${names}`,
    `rows=5_0_1&${names}`,
    `rows=0_1&${names}`,
    "rows=0_1_2&columns={",
    'rows=0_1_2&columns=[1,2]&classes=["A","B"]',
  ])("that is broken is rejected: %s", (link) => expect(fromLink(link)).toBeNull());

  it("with an invalid step begins at the start", () => {
    expect(fromLink(toLink(experiment).replace("step=17", "step=-2"))?.view.step).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { dataFromCsv } from "../src/csv";

const limits = { rows: 5, columns: 3, classes: 3, epochs: 1, steps: 1 };

describe("a table", () => {
  it("has names, numbers and labels", () => {
    expect(dataFromCsv("length,width,fruit\n7.6,5.6,lemon\r\n6.8,-6,apple\n\n", limits)).toEqual({
      columns: ["length", "width"],
      classes: ["apple", "lemon"],
      rows: [
        [7.6, 5.6],
        [6.8, -6],
      ],
      labels: [1, 0],
      names: null,
      tests: { rows: [], labels: [] },
    });
  });

  it("may have no names, other separators, and quotes", () => {
    expect(dataFromCsv('1;2;"a;b"\n3;4;"say ""c"""', limits)).toMatchObject({
      columns: ["x1", "x2"],
      classes: ["a;b", 'say "c"'],
    });
    expect(dataFromCsv("1\t2\ta\n3\t4\tb", limits).rows).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("may have labels that are numbers", () => expect(dataFromCsv("1,0\n2,1", limits).classes).toEqual(["0", "1"]));

  it.each([
    ["", "at least two rows"],
    ["one\ntwo", "separated by commas"],
    ["1,2,a\n1,b", "Line 2 has 2 columns; the first line has 3."],
    ["x,y,l\n1,2,a\n1,z,b", "Line 3: y must be a number, got “z”."],
    ["1,2,a\n1,,b", "x2 must be a number, got “”."],
    ["1,2,a\n1,1e999,b", "x2 must be a number"],
    ["1,2,a\n1,2,a", "at least two different labels"],
    ["1,a\n2,b\n3,c\n4,d", "There are 4 labels; this page allows at most 3."],
    ["1,2,3,4,a\n1,2,3,4,b", "There are 4 columns; this page allows at most 3."],
    ["1,a\n1,a\n1,a\n1,a\n1,a\n1,b", "There are 6 rows; this page allows at most 5."],
  ])("that cannot be used is rejected with a sentence: %j", (text, words) => {
    expect(() => dataFromCsv(text, limits)).toThrow(words);
  });
});

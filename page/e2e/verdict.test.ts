import { expect, it } from "vitest";
import { address, leave, open, settled } from "./browser";

const LINE = "columns=%5B%22x%22%2C%22y%22%5D&classes=%5B%22a%22%2C%22b%22%2C%22c%22%5D&rows=0_-2_0~1_0_0~2_2_0";
const XOR = "columns=%5B%22x%22%2C%22y%22%5D&classes=%5B%22a%22%2C%22b%22%5D&rows=0_-1_-1~1_-1_1~1_1_-1~0_1_1";
const MULTICLASS = (way: string) => `o.multiclass=%22${way}%22`;

it.each([
  [
    "perceptron",
    LINE,
    MULTICLASS("joint"),
    "Can one line per class separate all at once?",
    /^Yes\. One line per class/,
  ],
  ["perceptron", LINE, MULTICLASS("ovr"), "Can a line separate each class from the rest?", /b against the rest: No\./],
  ["perceptron", LINE, MULTICLASS("ovo"), "Can a line separate each pair of classes?", /b against a: Yes\./],
  ["perceptron", XOR, "", "Can a line separate them?", /^No\. The point/],
  [
    "kernel-perceptron",
    XOR,
    "o.kernel=%22poly%22&o.degree=2&o.coef0=1",
    "Can a plane in the space of the poly kernel separate them?",
    /^Yes\. A plane there .* at most \d+ update/,
  ],
  [
    "kernel-perceptron",
    XOR,
    "o.kernel=%22linear%22",
    "Can a plane in the space of the linear kernel separate them?",
    /^No\. In that space 4 rows cancel out/,
  ],
])("the verdict answers the question of %s (%#)", async (learner, rows, options, title, answer) => {
  const world = await open(`${address}#learner=${learner}&${options}&${rows}`);
  const { page } = world;
  await settled(page);

  expect(await page.textContent("#verdict-title")).toBe(title);
  expect(await page.textContent("#verdict-text")).toMatch(answer);
  await leave(world);
});

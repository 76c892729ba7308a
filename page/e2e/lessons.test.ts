import axe from "axe-core";
import { expect, it } from "vitest";
import { address, leave, open, settled } from "./browser";
import { LESSONS } from "../src/lessons-text";

it("each of the ten lessons opens by its link, with its rows and its learner", async () => {
  expect(LESSONS.length).toBe(10);
  const world = await open(`${address}#lesson=1`);
  const { page } = world;
  for (const [k, { title, preset, settings }] of LESSONS.entries()) {
    if (k > 0) await page.click(`#lesson nav a:nth-of-type(${k + 1})`);
    await page.waitForFunction(
      (wanted) => document.querySelector("#lesson h2")?.textContent === wanted,
      `${k + 1}. ${title}`,
    );
    await settled(page);
    const isButton = (await page.locator(`[data-preset=${preset}]`).count()) === 1;
    expect(await page.locator(`[data-preset=${preset}][aria-pressed=true]`).count()).toBe(isButton ? 1 : 0);
    expect(await page.inputValue("#choose-learner")).toBe(settings.learner);
    expect(await page.isHidden("#notice")).toBe(true);
    expect(await page.textContent("#code-lines .lit")).toMatch(/^(start with|keep no row)/);
  }
  await leave(world);
});

it("the neuron has the numbers of the step, the algorithm its lines, and the gates their weights", async () => {
  const world = await open(`${address}#lesson=1`);
  const { page } = world;
  for (const [gate, verdicts] of [
    ["or", "Yes."],
    ["not", "Yes."],
    ["and", "Yes."],
  ]) {
    await page.click(`[data-gate=${gate}]`);
    await settled(page);
    expect(await page.textContent("#verdict-text")).toContain(verdicts);
  }
  await page.click("#next-mistake");
  expect(await page.locator("#code-lines .lit").allTextContents()).toEqual([
    "    a = w·x + b",
    "    if y·a ≤ 0:",
    "        w ← w + y·x, b ← b + y",
  ]);
  await page.click("#to-end");
  expect(await page.textContent("#code-lines .lit")).toBe("until an epoch passes without an update");
  const label = (await page.getAttribute(".neuron svg", "aria-label"))!;
  const [, inputs, weights, sum] = /Inputs (.*) times weights (.*) give (.*): (?:on|off)/.exec(
    label.replaceAll("−", "-"),
  )!;
  const numbers = (text: string) => text.split(", ").map(Number);
  expect(numbers(inputs).reduce((total, value, k) => total + value * numbers(weights)[k], 0)).toBe(Number(sum));
  await page.waitForFunction(() => location.hash.includes("lesson=1"));
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => (window as unknown as { axe: typeof axe }).axe.run());
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  await leave(world);
});

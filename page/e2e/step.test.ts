// What a step shows: the update as a picture and in numbers, and the keys that lead to it.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { endsOf, leave, open, python, rowsIn, settled, spotOf } from "./browser";

const STEP = `trace = rb.trace(rb.Perceptron(order="cyclic", random_state=0, max_iter=100), given["rows"], given["labels"])
step = [one for one in trace.steps if one.is_mistake][2]
x, before, after = given["rows"][step.row], step.before, step.after
print(json.dumps({"row": step.row, "x": x, "before": [*before.weights, before.bias[0]], "after": [*after.weights, after.bias[0]]}))`;

interface PythonStep {
  row: number;
  x: number[];
  before: number[];
  after: number[];
}

// The ends of a vector of the weights, in pixels.
async function vectorOf(page: Page, kind: string): Promise<number[]> {
  const d = await page.locator(`#weights [data-vector=${kind}]`).first().getAttribute("d");
  return d!.slice(1).split(/[L ]/).map(Number);
}

it("an update shows the line before it, the row that was wrong, and the weights tip to tail", async () => {
  const world = await open();
  const { page } = world;
  const { row, x, before, after } = python<PythonStep>(STEP, await rowsIn(page, 40));
  for (let k = 0; k < 3; k++) await page.click("#next-mistake");

  for (const [line, [u, v, bias]] of [
    ["before", before],
    ["last", after],
  ] as const)
    for (const [across, up] of await endsOf(page, `[data-line="${line}"]`))
      expect((u * across + v * up + bias) / Math.hypot(u, v)).toBeCloseTo(0, 6);
  expect(await page.locator(`.points [data-row="${row}"]`).getAttribute("class")).toBe("wrong");

  const [old, added, sum] = await Promise.all(["before", "added", "after"].map((kind) => vectorOf(page, kind)));
  expect(old.slice(0, 2)).toEqual(sum.slice(0, 2));
  expect(added.slice(0, 2)).toEqual(old.slice(2));
  expect(added.slice(2)).toEqual(sum.slice(2));
  const length = ([a, b, c, d]: number[]) => Math.hypot(c - a, d - b);
  const scale = length(sum) / Math.hypot(after[0], after[1]);
  expect(Math.abs(length(old) - scale * Math.hypot(before[0], before[1]))).toBeLessThan(0.3);
  expect(Math.abs(length(added) - scale * Math.hypot(x[0], x[1]))).toBeLessThan(0.3);

  const activation = after[0] * x[0] + after[1] * x[1] + after[2];
  const [, shown] = /a′ = a \+ y·\(\|x\|² \+ 1\) = .* = (\S+?)the same/.exec((await page.textContent("#arithmetic"))!)!;
  expect(Number(shown.replace("−", "-"))).toBeCloseTo(activation, 4);
  await leave(world);
});

it("the line turns at an update", async () => {
  const world = await open(undefined, { reducedMotion: "no-preference" });
  const { page } = world;
  await page.click("#next-mistake");
  await page.click("#next-mistake");
  await page.click("#step-back");
  const turn = await page.evaluate(async () => {
    const seen = new Set<string>();
    document.querySelector<HTMLButtonElement>("#step-on")!.click();
    while (seen.size < 4) {
      seen.add(document.querySelector('[data-line="last"]')!.getAttribute("d")!);
      await new Promise(requestAnimationFrame);
    }
    return seen.size;
  });
  expect(turn).toBe(4);
  await leave(world);
});

it("passive-aggressive writes its step out and moves its row to a margin line", async () => {
  const world = await open();
  const { page } = world;
  await page.selectOption("#choose-learner", "pa");
  await settled(page);
  await page.click("#next-mistake");
  await page.click("#next-mistake");
  const row = Number(await page.getAttribute(".ring", "data-lit"));
  const [x, y] = (await rowsIn(page, 40)).rows[row];
  const lines = await page
    .locator(".margin")
    .evaluateAll((all) => all.map((one) => JSON.parse(one.getAttribute("data-ends")!) as [number, number][]));
  const distances = lines.map(([[a, b], [c, d]]) => Math.abs((c - a) * (y - b) - (d - b) * (x - a)));
  expect(Math.min(...distances)).toBeLessThan(1e-6);
  expect(await page.textContent("#arithmetic")).toMatch(/loss = 1 − y·a = .*step = loss \/ \(\|x\|² \+ 1\) = /);
  expect(await page.locator("#option-C").count()).toBe(0); // plain PA has no use for it
  await leave(world);
});

const KEPT = `model = rb.KernelPerceptron(order="cyclic", random_state=0, max_iter=100).fit(given["rows"], given["labels"])
print(json.dumps(sorted(model.support_.tolist())))`;

it("the rows that a kernel learner keeps are marked", async () => {
  const world = await open();
  const { page } = world;
  await page.click("[data-preset=moons]");
  await settled(page);
  await page.selectOption("#choose-learner", "kernel-perceptron");
  await settled(page);
  await page.click("#to-end");
  const marked = await page
    .locator("[data-kept]")
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute("data-kept"))));
  expect(marked.sort((a, b) => a - b)).toEqual(python<number[]>(KEPT, await rowsIn(page, 80)));
  expect(await page.textContent("#arithmetic")).toContain("each k has + 1 for the bias");
  await leave(world);
});

it("the keys of the playback work wherever the focus is", async () => {
  const world = await open();
  const { page } = world;
  const where = () => page.textContent("#where");
  const spot = await spotOf(page, 3);
  await page.mouse.click(spot.x, spot.y); // selects a point: the focus is on the board
  await page.keyboard.press("ArrowRight");
  expect(await where()).toContain("Step 1 of");
  await page.keyboard.press("m");
  expect(await where()).not.toContain("Step 1 of");
  await page.keyboard.press("Home");
  for (const press of [
    () => page.click("#next-mistake"),
    () => page.locator("#speed").focus(),
    () => page.locator("#scrub").focus(),
    () => page.mouse.click(spot.x, spot.y),
  ]) {
    await press();
    await page.keyboard.press(" ");
    expect(await page.getAttribute("#play", "aria-label")).toBe("Pause");
    await page.keyboard.press(" ");
    expect(await page.getAttribute("#play", "aria-label")).toBe("Play");
  }
  await leave(world);
});

it.each([1440, 1024, 390])("nothing moves while a run plays, %d pixels wide", async (width) => {
  const world = await open(undefined, { viewport: { width, height: 900 } });
  const { page } = world;
  const places = await page.evaluate(() => {
    const seen = new Set<string>();
    for (let step = 0; step < 130; step++) {
      const above = ["#transport", "#board-help", "#weights", "#verdict", "#charts"];
      const below = ["#lifted", "#seeds", "#solutions", "#survival", "#loss-words"];
      const tops = [...above, ...below].map((one) => document.querySelector(one)!.getBoundingClientRect().top);
      seen.add(tops.join());
      document.querySelector<HTMLButtonElement>("#step-on")!.click();
    }
    return [...seen];
  });
  expect(places).toHaveLength(1);
  await leave(world);
});

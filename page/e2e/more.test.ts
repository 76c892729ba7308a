// A line by hand, the solutions beside each other, lines of many seeds, the loss, test points, and the learning
// rate.

import { expect, it } from "vitest";
import { leave, open, openSaved, python, rowsIn, settled } from "./browser";

const MARGIN = `import numpy as np
X, y = np.array(given["rows"]), np.where(np.array(given["labels"]) == "B", 1, -1)
turn = np.radians(90.0)
normal = np.array([np.cos(turn), np.sin(turn)])
print(json.dumps(float((y * (X @ normal - 0.1 * 4)).min())))`;

it("a line turned by hand has its least margin beside the widest, in a saved page too", async () => {
  const live = await open();
  const least = python<number>(MARGIN, await rowsIn(live.page, 40));
  for (const { page } of [live, await openSaved(live.page)]) {
    expect(await page.locator('[data-line="hand"]').count()).toBe(0);
    await page.check("#show-hand");
    await page.fill("#hand-angle", "90");
    await page.fill("#hand-shift", "0.1");
    const [, shown] = /Least margin (\S+),/.exec((await page.textContent("#hand-words"))!)!;
    expect(Number(shown.replace("−", "-"))).toBeCloseTo(least, 2);
    expect(await page.textContent("#hand-words")).toContain("The widest has");
    expect(await page.locator('[data-line="hand"]').count()).toBe(1);
  }
  await leave(live);
});

const VOTES = `X, y = given["rows"], given["labels"]
options = dict(order="cyclic", random_state=0, max_iter=100)
models = [rb.Perceptron(**options), rb.Perceptron(final="average", **options), rb.VotedPerceptron(**options)]
print(json.dumps([int((model.fit(X, y).predict(X) != y).sum()) for model in models]))`;

it("last, average and vote have the errors of their models", async () => {
  const world = await open();
  const { page } = world;
  await page.click("[data-preset=noisy]");
  await settled(page);
  const wrong = python<number[]>(VOTES, await rowsIn(page, 80));
  await page.click("#to-end");
  expect(await page.locator("#solutions td").allTextContents()).toEqual(wrong.map((count) => `${count} of 80`));
  expect(await page.textContent("#survival")).toMatch(/have \d+ votes?, one per step/);
  await leave(world);
});

it("the learning rate changes no line from zero, and says why", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#to-end");
  const line = await page.getAttribute('[data-line="last"]', "d");
  expect(await page.textContent("#rate-words")).toContain("changes no line");
  await page.fill("#rate-slider", "1");
  await settled(page);
  expect(await page.inputValue("#option-learning_rate")).toBe("10");
  expect(await page.getAttribute('[data-line="last"]', "d")).toBe(line);
  await page.fill("#option-margin", "1");
  await page.press("#option-margin", "Enter");
  await settled(page);
  expect(await page.textContent("#rate-words")).toContain("is not 0");
  await leave(world);
});

const SEEDS = `X, y = given["rows"], given["labels"]
options = dict(order="shuffled", max_iter=100)
models = [rb.Perceptron(random_state=seed, **options).fit(X, y) for seed in range(20)]
print(json.dumps([[*model.coef_[0].tolist(), float(model.intercept_[0])] for model in models]))`;

it("the lines of 20 seeds are those of their fits, in a saved page too", async () => {
  const live = await open();
  const lines = python<number[][]>(SEEDS, await rowsIn(live.page, 40));
  for (const { page } of [live, await openSaved(live.page)]) {
    expect(await page.locator('[data-line="seed"]').count()).toBe(0);
    await page.check("#show-seeds");
    await page.waitForSelector('[data-line="seed"]');
    const drawn = await page
      .locator('[data-line="seed"]')
      .evaluateAll((paths) => paths.map((path) => JSON.parse((path as SVGElement).dataset.ends!) as number[][]));
    expect(drawn).toHaveLength(20);
    for (const [u, v, b] of lines)
      expect(drawn.some((ends) => ends.every(([x, y]) => Math.abs(u * x + v * y + b) < 1e-6))).toBe(true);
    expect(await page.textContent("#seeds-words")).toContain("20 of 20 lines have every row on its side");
    await page.uncheck("#show-seeds");
    expect(await page.locator('[data-line="seed"]').count()).toBe(0);
  }
  await leave(live);
});

it("runs that end with weights of 0 are said to have no line", async () => {
  const watched = await open();
  const { page } = watched;
  await page.click("[data-preset=xor]");
  await settled(page);
  await page.check("#show-seeds");
  await page.waitForFunction(() => document.querySelector("#seeds-words")!.textContent!.includes("20 of them ended"));
  expect(await page.locator('[data-line="seed"]').count()).toBe(0);
  await leave(watched);
});

const LOSS = `import numpy as np
X, y = np.array(given["rows"]), np.where(np.array(given["labels"]) == "B", 1, -1)
state = rb.trace(rb.Perceptron(order="cyclic"), X, y).parts[0].after(given["step"])
plane = state.weights, state.bias[0]
gradient = rb.perceptron_gradient(*plane, X, y)
print(json.dumps([rb.perceptron_loss(*plane, X, y), *(-gradient.weights).tolist()]))`;

it("the loss and the arrow down its slope are those of Python, in a saved page too", async () => {
  const live = await open();
  const rows = await rowsIn(live.page, 40);
  for (const { page } of [live, await openSaved(live.page)]) {
    for (let mistake = 0; mistake < 3; mistake++) await page.click("#next-mistake");
    const step = Number(await page.inputValue("#scrub"));
    const [loss, ...slope] = python<number[]>(LOSS, { ...rows, step });
    const [, shown] = /L = (\S+),/.exec((await page.textContent("#loss-now"))!)!;
    expect(Number(shown)).toBeCloseTo(loss, 2);
    expect(loss).toBeGreaterThan(0);
    const arrow = (await page.getAttribute("[data-downhill]", "data-downhill"))!.split(" ").map(Number);
    arrow.forEach((value, k) => expect(value).toBeCloseTo(slope[k], 4));
    expect(await page.locator("#loss-map .more-loss").count()).toBeGreaterThan(3);
    await page.click("#to-end");
    expect(await page.textContent("#loss-now")).toContain("L = 0,");
    expect(await page.locator("[data-downhill]").count()).toBe(0);
  }
  await leave(live);
});

it("test points change no line, and have the error of the model, in links and saved pages too", async () => {
  const live = await open();
  const { page } = live;
  await page.click("#to-end");
  const line = await page.getAttribute('[data-line="last"]', "d");
  const board = (await page.locator("#board").boundingBox())!;
  await page.click("#as-tests");
  for (const [x, y] of [
    [0.9, 0.1],
    [0.9, 0.9],
  ]) {
    await page.mouse.click(board.x + x * board.width, board.y + y * board.height);
    await settled(page);
  }
  expect(await page.getAttribute('[data-line="last"]', "d")).toBe(line);
  expect(await page.textContent("#counts")).toContain("40 rows: 20 A, 20 B. 2 test points.");
  const error = "Test points: 1 of 2 wrong, 50 %. Rows learned from: 0 of 40 wrong, 0 %.";
  await page.waitForFunction(() => location.hash.includes("tests="));
  const saved = await openSaved(page);
  const linked = await open(page.url());
  for (const one of [page, saved.page, linked.page]) {
    expect(await one.textContent("#tests-words")).toBe(error);
    if (await one.isEnabled("#to-end")) await one.click("#to-end");
    expect(await one.locator('[data-test="0"].wrong').count()).toBe(1);
    expect(await one.locator('[data-test="1"].wrong').count()).toBe(0);
    expect(await one.locator('[data-solution="last"] td').allTextContents()).toEqual(["0 of 40", "1 of 2"]);
  }
  await page.click("#undo");
  await settled(page);
  expect(await page.locator("[data-test]").count()).toBe(1);
  await page.click("#undo");
  await settled(page);
  expect(await page.isHidden("#tests")).toBe(true);
  await leave(linked);
  await leave(live);
});

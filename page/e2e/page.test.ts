import axe from "axe-core";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { address, endsOf, leave, open, settled } from "./browser";

const SIZES = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1920, 1080],
];

async function choose(page: Page, learner: string): Promise<void> {
  await page.selectOption("#choose-learner", learner);
  await settled(page);
}

async function accessibilityErrors(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => (window as unknown as { axe: typeof axe }).axe.run());
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

it("a link restores rows, learner, options and step", async () => {
  const first = await open();
  await first.page.click("[data-preset=touching]");
  await settled(first.page);
  await choose(first.page, "pa-1");
  await first.page.fill("#option-C", "0.25");
  await first.page.press("#option-C", "Enter");
  await settled(first.page);
  await first.page.fill("#scrub", "17");
  await first.page.click("#copy-link");
  const arithmetic = await first.page.textContent("#arithmetic");
  const second = await open(first.page.url());

  expect(await second.page.inputValue("#choose-learner")).toBe("pa-1");
  expect(await second.page.inputValue("#option-C")).toBe("0.25");
  expect(await second.page.textContent("#where")).toContain("Step 17 of");
  expect(await second.page.textContent("#arithmetic")).toBe(arithmetic);
  expect(await endsOf(second.page, '[data-line="last"]')).toEqual(await endsOf(first.page, '[data-line="last"]'));
  await leave(first);
  await leave(second);
});

it.each(["perceptron", "kernel-perceptron"])(
  "a saved page of a %s plays from a file without requests and errors",
  async (learner) => {
    const live = await open();
    await live.page.click("[data-preset=xor]");
    await settled(live.page);
    await choose(live.page, learner);
    const go = (page: Page) => (learner === "perceptron" ? page.fill("#scrub", "3") : page.click("#to-end"));
    await go(live.page);
    const [download] = await Promise.all([live.page.waitForEvent("download"), live.page.click("#save")]);
    const path = join(mkdtempSync(join(tmpdir(), "page-")), "run.html");
    await download.saveAs(path);
    const saved = await open(pathToFileURL(path).href);

    expect(saved.requests).toEqual([pathToFileURL(path).href]);
    await go(saved.page);
    expect(await saved.page.textContent("#arithmetic")).toBe(await live.page.textContent("#arithmetic"));
    if (learner === "perceptron") expect(await saved.page.locator('[data-line="last"]').count()).toBe(1);
    else expect(await saved.page.locator(".edge").count()).toBeGreaterThan(0);
    expect(await saved.page.locator("#data, #learner, #save").filter({ visible: true }).count()).toBe(0);
    await saved.page.click("#worked summary");
    expect(await saved.page.textContent("#worked")).toContain("Epoch 1");
    expect(await saved.page.locator(".live:visible").count()).toBe(0);
    expect(await accessibilityErrors(saved.page)).toEqual([]);
    await leave(live);
    await leave(saved);
  },
);

it("a curved boundary is drawn as a field", async () => {
  const world = await open();
  await world.page.click("[data-preset=circles]");
  await settled(world.page);
  await choose(world.page, "kernel-perceptron");
  await world.page.click("#to-end");
  await world.page.waitForSelector(".edge", { state: "attached" });
  expect(await world.page.locator("#board canvas").isVisible()).toBe(true);
  await leave(world);
});

it("averages are drawn beside the last line, several classes as regions, other rows as lanes", async () => {
  const world = await open();
  const { page } = world;
  await choose(page, "averaged-perceptron");
  await page.click("#to-end");
  expect(await page.locator('[data-line="average"]').count()).toBe(1);
  await page.click("[data-preset=iris]");
  await settled(page);
  await page.click("#to-end");
  expect(await page.locator("#board canvas").isVisible()).toBe(true);
  expect(await page.locator("#verdict-text p").count()).toBe(1); // of all classes at once
  await page.click("[data-preset=words]");
  await settled(page);
  await page.click("#step-on");
  expect(await page.textContent("#board")).toContain("movie good");
  const board = (await page.locator("#board").boundingBox())!;
  for (const lane of await page.locator(".lanes .row").all()) {
    const { x, width } = (await lane.boundingBox())!;
    expect([x >= board.x, x + width <= board.x + board.width]).toEqual([true, true]);
  }
  await page.click("[data-preset=separable]");
  await settled(page);
  expect(await page.locator("#board .points path").count()).toBe(40);
  await leave(world);
});

it("rows are pasted, and a table that cannot be used is rejected with a sentence", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#open-csv");
  await page.fill("#csv-text", "a,b\n1,x\n2,y,z");
  await page.click("#csv-use");
  expect(await page.textContent("#csv-error")).toBe("Line 3 has 3 columns; the first line has 2.");
  await page.fill("#csv-text", "left,right,y\n0,0,no\n0,1,no\n1,0,no\n1,1,yes");
  await page.click("#csv-use");
  await settled(page);
  expect(await page.textContent("#counts")).toBe("4 rows: 3 no, 1 yes.");
  expect(await page.textContent("#verdict-text")).toContain("Yes.");
  const table = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["1,2,a\n3,4,b\n5,7,b"], "rows.csv"));
    return data;
  });
  await page.dispatchEvent("#board", "drop", { dataTransfer: table });
  await page.waitForFunction(() => document.querySelector("#counts")!.textContent === "3 rows: 1 a, 2 b.");
  await leave(world);
});

it("an option that the learner rejects shows its error", async () => {
  const world = await open();
  const { page } = world;
  await page.fill("#option-learning_rate", "-1");
  await page.press("#option-learning_rate", "Enter");
  await page.waitForSelector("#notice:not([hidden])");
  expect(await page.textContent("#notice")).toContain("learning_rate must be a number above 0, got -1");
  expect(await page.textContent("#arithmetic")).toBe("The message above says why there is no run.");
  expect(await page.locator(".line").count()).toBe(0); // not that of the learner before
  await page.fill("#option-learning_rate", "2");
  await page.press("#option-learning_rate", "Enter");
  await page.waitForSelector("#notice", { state: "hidden" });
  world.errors.length = 0; // the browser logs the rejected request
  await leave(world);
});

it.each(["light", "dark"] as const)("the %s page has no accessibility errors", async (colorScheme) => {
  const world = await open(address, { colorScheme });
  const { page } = world;
  expect(await accessibilityErrors(page)).toEqual([]);
  await page.click("[data-preset=xor]");
  await settled(page);
  await page.click("#next-mistake");
  await page.click("#as-tests");
  await page.click("#board", { position: { x: 90, y: 50 } });
  await page.check("#show-seeds");
  await settled(page);
  expect(await page.isVisible("#tests-words")).toBe(true);
  expect(await page.isVisible("#seeds-words")).toBe(true);
  for (const summary of await page.locator("#form summary").all()) await summary.click();
  expect(await accessibilityErrors(page)).toEqual([]);
  await page.click("#open-csv");
  expect(await accessibilityErrors(page)).toEqual([]);
  await leave(world);
});

it("nothing is cut off at any size", async () => {
  const world = await open();
  const { page } = world;
  for (const preset of ["iris", "words", "noisy"]) {
    await page.click(`[data-preset=${preset}]`);
    await settled(page);
    await page.click("#next-mistake");
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([width, over <= 0]).toEqual([width, true]);
    }
  }
  await leave(world);
});

import { expect, it } from "vitest";
import { endsOf, leave, open, python, rowsIn, settled, spotOf } from "./browser";

const FIT = `model = rb.Perceptron(order="cyclic", random_state=0, max_iter=100).fit(given["rows"], given["labels"])
print(json.dumps([*model.coef_[0], model.intercept_[0]]))`;
const MOMENT = { timeout: 10_000 }; // at most

it("points are placed, and the line is that of the Python model", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#clear");
  const box = (await page.locator("#board").boundingBox())!;
  const at = (x: number, y: number) => ({ position: { x: x * box.width, y: y * box.height } });
  await page.click("#board", at(0.2, 0.7));
  await page.click("#board", at(0.3, 0.5));
  await page.click("#board", { ...at(0.7, 0.4), modifiers: ["Shift"] });
  await page.click("#classes label:nth-of-type(2)");
  await page.click("#board", at(0.6, 0.2));
  await settled(page);
  await page.click("#to-end");

  const given = await rowsIn(page, 4);
  expect(given.labels).toEqual(["A", "A", "B", "B"]);
  const [u, v, bias] = python<number[]>(FIT, given);
  for (const [x, y] of await endsOf(page, '[data-line="last"]'))
    expect((u * x + v * y + bias) / Math.hypot(u, v)).toBeCloseTo(0, 6);
  await leave(world);
});

it("a step highlights its row and shows its arithmetic, forwards and backwards", async () => {
  const world = await open();
  const { page } = world;
  expect(await page.textContent("#arithmetic .title")).toBe("Before the first step");
  await page.click("#step-on");
  expect(await page.getAttribute(".ring", "data-lit")).toBe("0");
  expect(await page.textContent("#arithmetic .title")).toContain("row 0");
  expect(await page.textContent("#arithmetic")).toMatch(/a = w·x \+ b = .* = /);
  await page.click("#step-on");
  expect(await page.textContent("#where")).toContain("Step 2 of");
  await page.click("#step-back");
  await page.click("#step-back");
  expect(await page.locator(".ring").count()).toBe(0);
  await page.click("[data-preset=noisy]");
  await settled(page);
  await page.click("#next-mistake");
  expect(await page.textContent("#arithmetic .outcome")).toContain("a mistake");
  await page.fill("#scrub", "30");
  expect(await page.textContent("#where")).toContain("Step 30 of");
  await leave(world);
});

it("it plays to the end", async () => {
  const world = await open();
  const { page } = world;
  await page.fill("#speed", "100");
  await page.click("#play");
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>("#scrub")!.value ===
      document.querySelector<HTMLInputElement>("#scrub")!.max,
  );
  await page.waitForSelector("#play[aria-label=Play]");
  await leave(world);
});

it("four corners are proven inseparable, with the point in both hulls", async () => {
  const world = await open();
  const { page } = world;
  await page.click("[data-preset=xor]");
  await page.waitForSelector("#verdict-text .inseparable");
  await settled(page);
  await page.check("#show-verdict");
  expect(await page.textContent("#verdict-text")).toContain("No. The point (0, 0) lies among the rows of both classes");
  expect(JSON.parse((await page.getAttribute("[data-point]", "data-point"))!)).toEqual([0, 0]);
  expect(await page.locator("[data-hull]").count()).toBe(2);
  await page.uncheck("#show-verdict");
  expect(await page.locator("[data-point], [data-hull]").count()).toBe(0);
  await leave(world);
});

it("a point is dragged, the verdict follows, and undo brings it back", async () => {
  const world = await open();
  const { page } = world;
  await page.check("#show-verdict");
  await page.waitForSelector(".widest");
  await page.evaluate(() => window.scrollTo(0, 0));
  const { labels } = await rowsIn(page, 40);
  const from = await spotOf(page, 0);
  const others = labels.flatMap((label, row) => (label === labels[0] ? [] : [row]));
  const spots = await Promise.all(others.map((row) => spotOf(page, row)));
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
  const target = { x: middle(spots.map(({ x }) => x)), y: middle(spots.map(({ y }) => y)) };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 8 });
  await page.mouse.up();
  await page.waitForSelector("#verdict-text .inseparable");
  await page.keyboard.press("Control+z");
  await page.waitForSelector("#verdict-text .separable");
  const back = await spotOf(page, 0);
  expect([back.x, back.y].map(Math.round)).toEqual([from.x, from.y].map(Math.round));
  await leave(world);
});

it("while a point is dragged, one request is under way and only the newest waits", async () => {
  const world = await open();
  const { page } = world;
  const sent: number[][] = [];
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/trace", async (route) => {
    sent.push((route.request().postDataJSON() as { rows: number[][] }).rows[0]);
    await answered;
    await route.continue();
  });
  const from = await spotOf(page, 0);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y - 60, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => sent.length, MOMENT).toBe(1);
  answer();
  await settled(page);
  expect(sent).toHaveLength(2);
  // The address follows after a moment, so its count of rows, which is the same, does not show whether it has.
  await expect.poll(async () => (await rowsIn(page, 40)).rows[0], MOMENT).toEqual(sent[1]);
  await leave(world);
});

it("undo and redo bring back options as well as points", async () => {
  const world = await open();
  const { page } = world;
  const option = "#option-learning_rate";
  await page.fill(option, "2");
  await page.press(option, "Enter");
  await settled(page);
  await page.selectOption("#choose-learner", "pa-1");
  await settled(page);
  await page.click("#undo");
  await settled(page);
  expect(await page.inputValue("#choose-learner")).toBe("perceptron");
  expect(await page.inputValue(option)).toBe("2");
  await page.locator("#play").focus();
  await page.keyboard.press("Control+z");
  await settled(page);
  expect(await page.inputValue(option)).toBe("1");
  expect(await page.locator(".points path").count()).toBe(40);
  await page.keyboard.press("Control+Shift+z");
  await page.click("#redo");
  await settled(page);
  expect(await page.inputValue("#choose-learner")).toBe("pa-1");
  expect(await page.isDisabled("#redo")).toBe(true);
  await leave(world);
});

it("noise never replaces points of one's own, and undo brings back what it made", async () => {
  const world = await open();
  const { page } = world;
  const rows = async (count: number) => {
    await page.waitForFunction((n) => document.querySelectorAll(".points path").length === n, count);
    return page.locator(".points path").evaluateAll((all) => all.map((one) => one.getAttribute("transform")));
  };
  const preset = await rows(40);
  await page.fill("#noise", "0.5");
  await settled(page);
  await page.waitForFunction(() => document.querySelector("#undo:not([disabled])"));
  expect(await rows(40)).not.toEqual(preset);
  await page.click("#undo");
  await settled(page);
  expect(await rows(40)).toEqual(preset);
  expect(await page.inputValue("#noise")).toBe("0");

  const box = (await page.locator("#board").boundingBox())!;
  await page.click("#board", { position: { x: 0.1 * box.width, y: 0.1 * box.height } });
  await settled(page);
  expect(await page.isDisabled("#noise")).toBe(true);
  expect(await page.isVisible("#noise-words")).toBe(true);
  expect(await page.locator("[aria-pressed=true]").count()).toBe(0);
  const own = await rows(41);
  await page.click("[data-preset=xor]");
  await settled(page);
  await rows(4);
  expect(await page.isEnabled("#noise")).toBe(true);
  await page.click("#undo");
  await settled(page);
  expect(await rows(41)).toEqual(own);
  expect(await page.isDisabled("#noise")).toBe(true);
  await page.click("#undo");
  await settled(page);
  expect(await rows(40)).toEqual(preset);
  expect(await page.getAttribute("[data-preset=separable]", "aria-pressed")).toBe("true");
  await leave(world);
});

it("undo restores the window of a board", async () => {
  const world = await open();
  const { page } = world;
  const from = await spotOf(page, 0);
  await page.click("#open-csv");
  await page.fill("#csv-text", "x,y,label\n900,900,a\n1000,1000,b");
  await page.click("#csv-use");
  await settled(page);
  await page.click("#undo");
  await settled(page);
  const back = await spotOf(page, 0);
  expect([back.x, back.y].map(Math.round)).toEqual([from.x, from.y].map(Math.round));
  await leave(world);
});

it("a right-click removes a point", async () => {
  const world = await open();
  const { page } = world;
  const count = await page.locator(".points path").count();
  const spot = await spotOf(page, 5);
  await page.mouse.click(spot.x, spot.y, { button: "right" });
  await page.waitForFunction((n) => document.querySelectorAll(".points path").length === n, count - 1);
  await leave(world);
});

it("the keyboard can do everything on the board", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#clear");
  await page.keyboard.press("Tab");
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("1");
  for (let k = 0; k < 6; k++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("2");
  await page.waitForSelector("#verdict-text .separable");
  expect(await page.locator(".points path").count()).toBe(2);
  await page.keyboard.press("n");
  expect(await page.textContent("#announcement")).toContain("Row 0 of 2, A");
  const before = await spotOf(page, 0);
  await page.keyboard.press("ArrowUp");
  await settled(page);
  expect((await spotOf(page, 0)).y).toBeLessThan(before.y);
  await page.keyboard.press("Delete");
  expect(await page.locator(".points path").count()).toBe(1);
  await page.keyboard.press("Control+z");
  expect(await page.locator(".points path").count()).toBe(2);
  await settled(page);
  await page.locator("#play").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.textContent("#where")).toContain("Step 1 of");
  await page.keyboard.press("End");
  await page.keyboard.press("m");
  await page.keyboard.press("Home");
  expect(await page.textContent("#where")).toContain("Step 0 of");
  await leave(world);
});

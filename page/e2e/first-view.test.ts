// What a visitor sees first, and what a finger can do.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { address, leave, open, settled, spotOf } from "./browser";

it.each([
  [1024, 768],
  [390, 844],
])("what to do, the presets and Play are in view at %d x %d, and no answer", async (width, height) => {
  const world = await open(undefined, { viewport: { width, height } });
  const { page } = world;
  for (const selector of ["#subtitle", "#presets", "#classes", "#board", "#play"]) {
    const box = (await page.locator(selector).boundingBox())!;
    expect([selector, box.y + box.height <= height]).toEqual([selector, true]);
  }
  expect(await page.textContent("#subtitle")).toContain("Press Play");
  expect(await page.locator(".widest, .hull, .line").count()).toBe(0);
  await page.click("#step-on");
  expect(await page.textContent("#arithmetic .outcome")).toContain("a mistake");
  await leave(world);
});

async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (x: number, y: number) => send("touchStart", [{ x, y }]),
    move: (x: number, y: number) => send("touchMove", [{ x, y }]),
    up: () => send("touchEnd", []),
  };
}

it("a tap adds a point, a finger moves it, a long press removes it, and a swipe scrolls", async () => {
  const world = await open(undefined, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = world;
  const points = (count: number) =>
    page.waitForFunction((n) => document.querySelectorAll(".points path").length === n, count);
  const board = (await page.locator("#board").boundingBox())!;
  const empty = { x: board.x + 0.15 * board.width, y: board.y + 0.8 * board.height };
  await page.touchscreen.tap(empty.x, empty.y);
  await points(41);
  await settled(page);

  const finger = await fingerOn(page);
  const old = await spotOf(page, 40);
  await finger.down(old.x, old.y);
  for (let k = 1; k <= 5; k++) await finger.move(old.x + 8 * k, old.y - 4 * k);
  await finger.up();
  await expect.poll(async () => Math.round(((await spotOf(page, 40)).x - old.x) / 10)).toBe(4);
  const there = await spotOf(page, 40);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await finger.down(there.x, there.y);
  await points(40);
  await finger.up();

  await finger.down(empty.x + 60, empty.y);
  for (let k = 1; k <= 8; k++) await finger.move(empty.x + 60, empty.y - 25 * k);
  await finger.up();
  await page.waitForFunction(() => window.scrollY > 50);
  await points(40);
  await leave(world);
});

it("a broken link says so and stays in the address until the first change", async () => {
  const broken = `${address}#learner=perceptron&rows=0_1_~nonsense`;
  const world = await open(broken);
  const { page } = world;
  expect(await page.textContent("#notice")).toContain("This link is damaged");
  await page.click("#step-on");
  expect(page.url()).toBe(broken);
  await page.click("[data-preset=xor]");
  await settled(page);
  expect(await page.isHidden("#notice")).toBe(true);
  await page.waitForFunction(() => location.hash.includes("classes"));
  await leave(world);
});

it("a class is added to the board", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#add-class");
  expect(await page.isChecked("#classes label:nth-of-type(3) input")).toBe(true);
  const board = (await page.locator("#board").boundingBox())!;
  for (const [x, y] of [
    [0.1, 0.2],
    [0.15, 0.3],
  ])
    await page.click("#board", { position: { x: x * board.width, y: y * board.height } });
  await settled(page);
  expect(await page.textContent("#counts")).toBe("42 rows: 20 A, 20 B, 2 C.");
  await page.click("#to-end");
  expect(await page.locator("#board canvas").isVisible()).toBe(true);
  await page.click("#undo");
  await page.click("#undo");
  await page.click("#undo");
  await settled(page);
  expect(await page.locator("#classes label").count()).toBe(2);
  await leave(world);
});

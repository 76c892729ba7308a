import { expect, it } from "vitest";
import { leave, open, settled } from "./browser";

it("a run that never ends says from where on it repeats, and which rows cancel", async () => {
  const world = await open();
  const { page } = world;
  expect(await page.locator("#endless p").count()).toBe(0);
  await page.click("[data-preset=xor]");
  await settled(page);
  const [, first, again] = /From step (\d+) on it repeats for ever: before step (\d+)/
    .exec((await page.textContent("#cycle"))!)!
    .map(Number);
  expect(await page.textContent("#cycle")).toContain("the same 4 updates follow again, each epoch.");
  expect(await page.textContent("#cancelling")).toMatch(/= 0$/);
  const stateAt = async (step: number) => {
    await page.fill("#scrub", String(step));
    return [await page.locator("#cycle.now").count(), await page.textContent("#arithmetic code")];
  };
  const [isMarkedBefore] = await stateAt(again - 2);
  const [isMarked, weights] = await stateAt(again);
  expect([isMarkedBefore, isMarked]).toEqual([0, 1]);
  expect(weights).toBe((await stateAt(first))[1]);
  await leave(world);
});

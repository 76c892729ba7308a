import { expect, it } from "vitest";
import { leave, open, settled } from "./browser";

it("the reviews of the lecture give its numbers, and the next preset takes its conventions back", async () => {
  const world = await open();
  const { page } = world;
  await page.click("[data-preset=words]");
  await settled(page);
  expect(await page.inputValue("#choose-convention")).toBe("lecture");
  expect(await page.textContent("#where")).toContain("of 9");
  await page.click("#to-end");
  await page.fill("#review", "Not a good movie");
  await page.waitForSelector("#review-sum code");
  expect(await page.textContent("#review-sum")).toBe("movie, good, not: a = 1·1 + 1·1 − 1·1 = 1 so predicted good");
  await page.click("#to-start");
  expect(await page.textContent("#review-sum code")).toBe("a = 0·1 + 0·1 + 0·1 = 0");
  await page.click("[data-preset=separable]");
  await settled(page);
  expect(await page.inputValue("#choose-convention")).not.toBe("lecture");
  expect(await page.isHidden("#words")).toBe(true);
  await leave(world);
});

it("the negation is on a cube that no plane divides, until pairs of words are added", async () => {
  const world = await open();
  const { page } = world;
  await page.click("[data-preset=negation]");
  await settled(page);
  expect(await page.locator("#space [data-review]").count()).toBe(4);
  expect(await page.locator(".cube path").count()).toBe(12);
  await page.click("#to-end");
  expect(await page.textContent("#verdict-text")).toContain("No.");
  expect(await page.locator("#space .reviews .wrong").count()).toBeGreaterThan(0);
  await page.check("#pairs");
  await page.waitForFunction(() => document.querySelector("#verdict-text")!.textContent!.includes("Yes."));
  await settled(page);
  await page.click("#to-end");
  expect(await page.locator("#space .reviews .wrong").count()).toBe(0);
  expect(await page.locator("#space .section").count()).toBe(1);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector("#verdict-text")!.textContent!.includes("No."));
  expect(await page.isChecked("#pairs")).toBe(false);
  await leave(world);
});

it("typed reviews are learned, and a line without a label is named", async () => {
  const world = await open();
  const { page } = world;
  await page.click("#open-words");
  await page.fill("#reviews", "yes: a fine film\nno dull film");
  await page.click("#use-reviews");
  expect(await page.textContent("#reviews-error")).toContain("“no dull film” must be a label, a colon and a review");
  await page.fill("#reviews", "yes: a fine film\nno: a dull film");
  await page.click("#use-reviews");
  await page.waitForFunction(() => location.hash.includes("dull"));
  await settled(page);
  await page.click("#to-end");
  expect(await page.textContent("#verdict-text")).toContain("Yes.");
  expect(await page.textContent("#board")).toContain("bias");
  await leave(world);
});

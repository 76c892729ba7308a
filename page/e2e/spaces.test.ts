// Rows of a board in three dimensions: padded and turned into one half-space, and lifted by a kernel.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { address, leave, open, openSaved, settled } from "./browser";

// Which rows are hollow on the board and in space, without the row of the step, which is as it was before it.
async function wrongIn(page: Page): Promise<{ board: string[]; space: string[] }> {
  return page.evaluate(() => {
    const lit = document.querySelector<SVGElement>("[data-lit]")?.dataset.lit;
    const rows = (selector: string, name: string) =>
      [...document.querySelectorAll<SVGElement>(selector)]
        .map((mark) => mark.closest<SVGElement>(`[data-${name}]`)!.dataset[name]!)
        .filter((row) => row !== lit);
    return { board: rows(".points .wrong", "row"), space: rows("#lifted .wrong", "review") };
  });
}

it("a line that separates has all padded and turned rows on one side, in a saved page too", async () => {
  const live = await open();
  for (const { page } of [live, await openSaved(live.page)]) {
    expect(await page.locator("#lifted .wrong").count()).toBe(40); // from zero there is no plane
    await page.click("#next-mistake");
    await page.click("#next-mistake");
    const { board, space } = await wrongIn(page);
    expect(space).toEqual(board);
    expect(space.length).toBeGreaterThan(0);
    await page.click("#to-end");
    expect(await page.textContent("#lifted figcaption")).toContain("A·z > 0: 40 of 40 are");
    expect(await page.locator("#lifted .section").count()).toBe(1);
  }
  await leave(live);
});

it("the plane in the space of a quadratic kernel is the curve on the board", async () => {
  const world = await open(`${address}#lesson=10`);
  const { page } = world;
  expect(await page.textContent("#lifted-title")).toBe("Lifted by the kernel");
  for (let mistake = 0; mistake < 4; mistake++) {
    await page.click("#next-mistake");
    const { board, space } = await wrongIn(page);
    expect(space).toEqual(board);
    if (mistake === 1) expect(space.length).toBeGreaterThan(0);
  }
  await page.click("[data-preset=xor]");
  await settled(page);
  await page.click("#to-end");
  expect(await page.textContent("#lifted figcaption")).toContain("4 of 4 rows are on their side");
  await page.selectOption("#option-kernel", "rbf");
  await settled(page);
  expect(await page.locator("#lifted .sheet").count()).toBe(2);
  expect(await wrongIn(page)).toEqual({ board: [], space: [] });
  await leave(world);
});

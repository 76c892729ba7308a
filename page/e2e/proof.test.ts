// The proof of convergence beside the run.

import { expect, it } from "vitest";
import { leave, open, openSaved, python, rowsIn, settled } from "./browser";

const PROOF = `trace = rb.trace(rb.Perceptron(order="cyclic", random_state=0, max_iter=100), given["rows"], given["labels"])
state, bound = trace.parts[0].after(len(trace.steps)), trace.bound
length = sum(value ** 2 for value in [*state.weights, *state.bias]) ** 0.5
T = trace.model.n_updates_
print(json.dumps([T, bound.margin.low * T, length, bound.radius * T ** 0.5]))`;

it("the proof grows with each update, in a saved page too", async () => {
  const live = await open();
  const [updates, floor, length, ceiling] = python<number[]>(PROOF, await rowsIn(live.page, 40));
  for (const world of [live, await openSaved(live.page)]) {
    const { page } = world;
    const numbers = async () =>
      [...(await page.textContent("#proof-now"))!.matchAll(/= ([\d.]+)/g)].map((one) => Number(one[1]));
    expect((await numbers()).slice(0, 3)).toEqual([0, 0, 0]);
    for (let T = 1; T <= updates; T++) {
      await page.click("#next-mistake"); // every update of this run is one
      const [at, least, along, size, most, cosine] = await numbers();
      expect([at, least <= along, along <= size, size <= most, cosine <= 1]).toEqual([T, true, true, true, true]);
    }
    const [, least, , size, most] = await numbers();
    [floor, length, ceiling].forEach((value, k) => expect([least, size, most][k] / value).toBeCloseTo(1, 2));
    expect(await page.locator("#why-it-ends [data-series]").count()).toBe(6);
    expect(await page.getAttribute('#why-it-ends abbr:text-is("γ")', "title")).toContain("widest margin");
    await page.check("#show-verdict");
    expect(await page.locator("[data-radius] title").textContent()).toContain("longest row");
  }
  const { page } = live;
  await page.click("[data-preset=xor]");
  await settled(page);
  expect(await page.isHidden("#why-it-ends")).toBe(true);
  await leave(live);
});

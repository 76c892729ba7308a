import { expect, it } from "vitest";
import { Turns } from "../src/turns";

it("one request of a kind is under way, and of those that wait the last is sent", async () => {
  const turns = new Turns();
  expect(await turns.begin("trace")).toBe(true);
  const [second, third] = [turns.begin("trace"), turns.begin("trace")];
  expect(await second).toBe(false);
  expect(await turns.begin("certify")).toBe(true);
  turns.end("trace");
  expect(await third).toBe(true);
  turns.end("trace");
  expect(await turns.begin("trace")).toBe(true);
});

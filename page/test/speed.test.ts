import { expect, it } from "vitest";
import recordings from "./recordings.json";
import { Playback } from "../src/playback";
import type { Recording } from "../src/recording";
import { stepAfter, updatesPerSecond } from "../src/speed";

const { lecture } = recordings as unknown as Record<string, Recording>;

it("the speed goes from one to a thousand updates per second", () => {
  expect([updatesPerSecond(0), updatesPerSecond(100)]).toEqual([1, 1000]);
});

it("playback dwells on updates and hurries between them", () => {
  const play = new Playback(lecture, lecture.parts[0]); // updates at the steps 1 to 4 of 9
  const steps = [0, 0.04, 0.06, 1.04, 1.06, 4.04, 4.06, 4.11, 4.16, 9].map((time) => stepAfter(play, 0, time));
  expect(steps).toEqual([0, 0, 1, 1, 2, 4, 5, 6, 7, 9]);
  expect(stepAfter(play, 2, 0.9)).toBe(2);
  expect(stepAfter(play, 2, 1.1)).toBe(3);
});

import { describe, expect, it } from "vitest";
import recordings from "./recordings.json";
import { activationsOf, predictionOf, Playback } from "../src/playback";
import { denseRow, type Recording } from "../src/recording";

const { lecture, classes, kernel, long } = recordings as unknown as Record<string, Recording>;
const playOf = (recording: Recording) => new Playback(recording, recording.parts[0]);

describe("the lecture", () => {
  const play = playOf(lecture);

  it("has after each step the weights of the text", () => {
    const weights = [0, 1, 2, 3, 4, 9].map((step) => [...play.stateAfter(step).weights]);
    expect(weights).toEqual([
      [0, 0, 0, 0],
      [1, 1, 0, 0],
      [0, 1, -1, 0],
      [0, 0, -1, -1],
      [1, 1, -1, -1],
      [1, 1, -1, -1],
    ]);
  });

  it("knows its mistakes, updates and epochs", () => {
    expect([...play.mistakes]).toEqual([0, 1, 2, 3, 4, 4, 4, 4, 4, 4]);
    expect([...play.epoch]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect([0, 3, 4].map((step) => play.nextMistake(step))).toEqual([1, 4, null]);
    expect([0, 4, 5].map((step) => play.isUpdate(step))).toEqual([false, true, false]);
  });

  it("bounds its updates by a whole number", () => {
    const part = { ...lecture.parts[0], bound: { radius: 3, margin: 0.1, updates: 934.721 } };
    expect([play.mostUpdates, new Playback(lecture, part).mostUpdates]).toEqual([10, 934]);
    expect(new Playback(lecture, { ...part, bound: { ...part.bound, updates: null } }).mostUpdates).toBeNull();
    expect(playOf(classes).mostUpdates).toBeNull();
  });

  it("has margins of sign times activation", () =>
    expect([1, 2, 7].map((step) => play.margin(step))).toEqual([0, -1, 2]));

  it("can go back as well as forth", () => {
    play.stateAfter(9);
    expect([...play.stateAfter(2).weights]).toEqual([0, 1, -1, 0]);
  });
});

describe.each([
  ["lecture", lecture],
  ["classes", classes],
  ["long", long],
])("%s", (_, recording) => {
  const play = playOf(recording);

  it("has the activations of its own weights", () => {
    for (let step = 1; step <= play.length; step++) {
      const computed = activationsOf(play.stateAfter(step - 1), denseRow(recording, play.part.steps.row[step - 1]));
      play.activations(step).forEach((activation, k) => expect(computed[k]).toBeCloseTo(activation, 9));
      expect(predictionOf(play.activations(step), false)).toBe(play.part.steps.prediction[step - 1]);
    }
  });

  it("averages the states after every step", () => {
    const sum = play.stateAfter(0).weights.map(() => 0);
    for (let step = 1; step <= Math.min(play.length, 200); step++) {
      play.stateAfter(step).weights.forEach((weight, k) => (sum[k] += weight));
      play.average(step).weights.forEach((weight, k) => expect(weight).toBeCloseTo(sum[k] / step, 9));
    }
  });
});

it("the average after the last step is what an averaged learner keeps", () => {
  const play = playOf(long);
  const { weights, bias } = play.average(play.length);
  long.kept!.weights.flat().forEach((weight, k) => expect(weights[k]).toBeCloseTo(weight, 9));
  expect(bias[0]).toBeCloseTo(long.kept!.bias[0], 9);
});

it("the updates of a kernel learner change coefficients of rows", () => {
  const play = playOf(kernel);
  const coefficients = play.stateAfter(play.length).weights;
  expect(coefficients).toHaveLength(kernel.labels.length);
  expect([...coefficients].some((coefficient) => coefficient !== 0)).toBe(true);
});

import { describe, expect, it } from "vitest";
import fixtures from "./fields.json";
import recordings from "./recordings.json";
import { dataOf, type Recording } from "../src/recording";
import { EMPTY } from "../src/edits";
import { activationsAt, edgesOf, groundOfFields, groundOfPlanes, type Ground } from "../src/field";
import { windowOf, type Point } from "../src/geometry";
import { groundOfKernel, kernelActivations } from "../src/kernel-field";
import { activationsOf, Playback } from "../src/playback";
import { legendOf, sceneOf, type Shown } from "../src/scene";
import type { Fields, Window } from "../src/types";

const { classes, kernel } = recordings as unknown as Record<string, Recording>;
const square: Window = [-1, 1, -1, 1];

// The values of a function at the nodes of a grid over a window.
function ground(value: (x: number, y: number) => number, window = square, across = 21, up = 16): Ground {
  const [left, right, bottom, top] = window;
  const nodes = Array.from({ length: across * up }, (_, k) =>
    value(
      left + ((k % across) / (across - 1)) * (right - left),
      bottom + (Math.floor(k / across) / (up - 1)) * (top - bottom),
    ),
  );
  return { across, up, window, planes: [nodes], scale: 1, lastWins: false, step: 1 };
}

it.each(fixtures.windows.map(({ rows, window }) => [rows, window] as const))(
  "the window of %j is that of saved pages",
  (rows, window) => {
    expect(windowOf({ ...EMPTY, rows, labels: rows.map(() => 0) })).toEqual(window);
  },
);

it.each(
  (fixtures.kernels as unknown as { recording: Recording; points: Point[]; activations: number[][][] }[]).map(
    (one) => [one.recording.learner, one] as const,
  ),
)("%s has the activations of Python at every step", (_, { recording, points, activations }) => {
  const play = new Playback(recording, recording.parts[recording.parts.length - 1]);
  expect(activations).toHaveLength(play.length + 1);
  activations.forEach((expected, step) => {
    const computed = kernelActivations(recording, play.stateAfter(step), points);
    expected.flat().forEach((value, k) => {
      expect(computed[k % play.planes][Math.floor(k / play.planes)]).toBeCloseTo(value, 7);
    });
  });
});

describe("a boundary", () => {
  it("that crosses the window ends on its frame, and is not closed along it", () => {
    const [curve, ...others] = edgesOf(ground((x) => x - 0.3));
    expect(others).toEqual([]);
    expect(curve.isClosed).toBe(false);
    for (const [x] of curve.points) expect(x).toBeCloseTo(0.3, 9);
    expect(curve.points.map(([, y]) => y).sort((a, b) => a - b)).toEqual([
      -1,
      ...Array.from({ length: 14 }, (_, k) => expect.closeTo(-1 + (2 * (k + 1)) / 15, 9) as number),
      1,
    ]);
  });

  it("inside the window is closed", () => {
    const [curve, ...others] = edgesOf(ground((x, y) => 0.25 - x * x - y * y));
    expect([curve.isClosed, others]).toEqual([true, []]);
    for (const [x, y] of curve.points) expect(Math.hypot(x, y)).toBeCloseTo(0.5, 1);
  });

  it("of two corners is two curves, and none of the frame", () => {
    const curves = edgesOf(ground((x, y) => x * y - 0.2));
    expect(curves.map(({ isClosed }) => isClosed)).toEqual([false, false]);
    for (const { points } of curves)
      for (const [x, y] of points.slice(1, -1)) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
  });

  it("is not drawn where the prediction is the same everywhere", () => {
    expect(edgesOf(ground(() => 1))).toEqual([]);
    expect(edgesOf(ground(() => -1))).toEqual([]);
  });

  it("of a tie follows the class that wins it", () => {
    const flat = ground((x) => Math.min(0, x));
    expect(edgesOf(flat)).toEqual([]);
    expect(edgesOf({ ...flat, lastWins: true })).toHaveLength(1);
  });
});

describe("the ground", () => {
  it("of planes has their activations everywhere", () => {
    const play = new Playback(classes, classes.parts[0]);
    const state = play.stateAfter(play.length);
    const made = groundOfPlanes(state, [-4, 4, -3, 3], false, play.length);
    const place: Point = [1.234, -2.1];
    activationsOf(state, place).forEach((value, k) => expect(activationsAt(made, place)![k]).toBeCloseTo(value, 9));
  });

  it("lies in its own window, whatever the board shows", () => {
    const made = ground((x) => x, [0, 2, 0, 2]);
    expect(activationsAt(made, [1.5, 1])![0]).toBeCloseTo(1.5, 9);
    expect(activationsAt(made, [2.5, 1])).toBeNull();
    expect(activationsAt(made, [1, -0.1])).toBeNull();
  });

  it("of a kernel is that of the present step, however many updates there were", () => {
    const play = new Playback(kernel, kernel.parts[0]);
    for (let step = 0; step <= play.length; step++) {
      const state = play.stateAfter(step);
      const made = groundOfKernel(kernel, state, [-1, 2, -1, 2], step);
      if (play.updates[step] === 0) expect(made).toBeNull();
      else {
        const [expected] = kernelActivations(kernel, state, [[-1, -1]]);
        expect(made!.planes[0][0]).toBeCloseTo(expected[0], 12);
        expect(made!.step).toBe(step);
      }
    }
  });
});

describe("the legend", () => {
  const fields = (steps: number[], several = false): Fields => ({
    window: square,
    across: 2,
    up: 2,
    several,
    steps,
    fields: steps.map(() => [-9, 9, -9, several ? 2 : 9].map((one) => (several ? Math.abs(one) % 3 : one))),
  });
  const shown = (recording: Recording, step: number, given: Fields | null): Shown => {
    const play = new Playback(recording, recording.parts[0]);
    return { data: dataOf(recording), window: square, recording, play, step, fields: given, verdict: null };
  };
  const texts = (recording: Recording, step: number, given: Fields | null = null) => {
    const what = shown(recording, step, given);
    return legendOf(sceneOf(what), what).map(({ text }) => text);
  };
  const last = kernel.parts[0].steps.row.length;

  it("says of which step a field is, if there were updates since", () => {
    const unknown = { ...kernel, kernel: null, needs_fields: true };
    const updates = kernel.parts[0].updates.step;
    const given = fields([updates[0], updates[1]]);
    expect(texts(unknown, updates[0], given)).toContain("where the prediction changes");
    expect(texts(unknown, updates[2], given)).toContain(`where the prediction changes, as of step ${updates[1]}`);
    expect(texts(kernel, updates[2])).toContain("where the prediction changes");
  });

  it("says where a boundary is not drawn", () => {
    expect(texts({ ...kernel, kernel: null }, last)).toContain("the boundary of this kernel is not drawn");
    const voted = { ...classes, final: "vote" as const, needs_fields: true };
    const end = classes.parts[0].steps.row.length;
    expect(texts(voted, end - 1, fields([end], true))).toContain("the vote is drawn at the last step");
    expect(texts(voted, end, fields([end], true))).toContain("regions: vote at the end");
    expect(texts({ ...voted, needs_fields: false }, end)).toContain("votes are not drawn for one of several learners");
    const cut = { ...voted, parts: [{ ...classes.parts[0], n_steps: end + 1000 }] };
    expect(texts(cut, end, fields([end], true))).toContain(
      `regions: vote after all ${(end + 1000).toLocaleString("en")} steps`,
    );
  });

  it("says that a kernel's average is not what is drawn", () => {
    expect(texts({ ...kernel, final: "average" }, last)).toContain("boundary of the current coefficients");
  });

  it("names regions of several classes", () => {
    expect(texts(classes, 0)).toEqual([]);
    expect(texts(classes, classes.parts[0].steps.row.length)).toContain("regions: current weights");
  });
});

it("a shade keeps its sign, and a tie goes to the class that wins it", () => {
  const given: Fields = { window: square, across: 2, up: 2, several: false, steps: [1], fields: [[-127, -1, 0, 127]] };
  expect(Array.from(groundOfFields(given, false, 1)!.planes[0], Math.sign)).toEqual([-1, -1, 0, 1]);
  const play = new Playback({ ...classes, tie: "positive" }, classes.parts[0]);
  expect(groundOfFields(given, play.lastWins, 1)!.lastWins).toBe(true);
});

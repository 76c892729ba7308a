// What the board draws: the same in a saved page as in the live one, and what the model in Python predicts.

import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { endsOf, leave, open, openSaved, python, rowsIn, settled } from "./browser";

type Point = [number, number];

interface Drawing {
  width: number;
  curves: { points: Point[]; isClosed: boolean }[]; // in shares of the board
  colours: string[][]; // of the ground, at points of a grid
}

const ACROSS = 16;
const UP = 12;

async function drawingOf(page: Page): Promise<Drawing> {
  return page.evaluate(
    ([across, up]) => {
      const [, , width, height] = document.querySelector("#board svg")!.getAttribute("viewBox")!.split(" ").map(Number);
      const curves = [...document.querySelectorAll("#board .edge")].map((edge) => {
        const d = edge.getAttribute("d")!;
        const points = d
          .replace(/[MZ]/g, "")
          .split("L")
          .map((pair) => pair.split(" ").map(Number))
          .map(([x, y]): [number, number] => [x / width, y / height]);
        return { points, isClosed: d.endsWith("Z") };
      });
      const canvas = document.querySelector<HTMLCanvasElement>("#board canvas")!;
      const context = canvas.getContext("2d")!;
      const colours = Array.from({ length: canvas.hidden ? 0 : up }, (_, k) =>
        Array.from({ length: across }, (_, j) => {
          const [x, y] = [((j + 0.5) / across) * canvas.width, ((k + 0.5) / up) * canvas.height];
          return [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data].slice(0, 3).join();
        }),
      );
      return { width, curves, colours };
    },
    [ACROSS, UP] as const,
  );
}

async function choose(page: Page, preset: string, learner: string, option?: [string, string]): Promise<void> {
  await page.click(`[data-preset=${preset}]`);
  await settled(page);
  await page.selectOption("#choose-learner", learner);
  await settled(page);
  if (!option) return;
  await page.locator("#group-rule summary").click();
  await page.selectOption(`#option-${option[0]}`, option[1]);
  await settled(page);
}

// Coordinates in the path of a curve have a tenth of a pixel.
function expectSame(one: Drawing, other: Drawing): void {
  expect(other.curves.map(({ points, isClosed }) => [points.length, isClosed])).toEqual(
    one.curves.map(({ points, isClosed }) => [points.length, isClosed]),
  );
  const most = 0.2 / Math.min(one.width, other.width);
  one.curves.forEach(({ points }, curve) =>
    points.forEach(([x, y], k) => {
      const [u, v] = other.curves[curve].points[k];
      expect([Math.abs(x - u) < most, Math.abs(y - v) < most]).toEqual([true, true]);
    }),
  );
  expect(other.colours).toEqual(one.colours);
}

function expectOpenAtFrame({ width, curves }: Drawing): void {
  const near = 0.2 / width;
  const onFrame = ([x, y]: Point) => x < near || x > 1 - near || y < near || y > 1 - near;
  for (const { points, isClosed } of curves) {
    if (isClosed) expect(points.filter(onFrame)).toEqual([]);
    else expect([onFrame(points[0]), onFrame(points[points.length - 1])]).toEqual([true, true]);
    const along = points.slice(1).filter((point, k) => onFrame(point) && onFrame(points[k]));
    expect(along).toEqual([]);
  }
}

const RUNS: [string, string, boolean, [string, string]?][] = [
  ["xor", "kernel-perceptron", true],
  ["moons", "kernel-perceptron", true],
  ["circles", "kernel-perceptron", true, ["step", "pa-1"]],
  ["iris", "kernel-perceptron", false],
  ["iris", "kernel-perceptron", true, ["multiclass", "ovr"]],
  ["noisy", "voted-perceptron", true],
  ["iris", "voted-perceptron", false],
  ["iris", "perceptron", false],
];

it.each(RUNS)("a saved page draws %s with %s as the live page does", async (preset, learner, hasCurves, option) => {
  const live = await open();
  await choose(live.page, preset, learner, option);
  const saved = await openSaved(live.page);
  const last = Number(await live.page.getAttribute("#scrub", "max"));
  for (const step of [Math.ceil(last / 3), last]) {
    for (const { page } of [live, saved]) await page.fill("#scrub", String(step));
    const [one, other] = [await drawingOf(live.page), await drawingOf(saved.page)];
    expectSame(one, other);
    expectOpenAtFrame(one);
    const legends = await Promise.all([live, saved].map(({ page }) => page.textContent("#legend")));
    expect(legends[0]).toBe(legends[1]);
    if (step === last) expect(one.curves.length > 0).toBe(hasCurves);
    for (const kind of ["last", "average"])
      if (await live.page.locator(`[data-line="${kind}"]`).count())
        expect(await endsOf(saved.page, `[data-line="${kind}"]`)).toEqual(
          await endsOf(live.page, `[data-line="${kind}"]`),
        );
  }
  await leave(live);
  await leave(saved);
});

it("a saved page of edited points shows the window of the live page", async () => {
  const live = await open();
  const { page } = live;
  await choose(page, "moons", "kernel-perceptron");
  for (const y of [0.9, 0.95]) await page.click("#board", { position: { x: 8, y: y * 300 } });
  await page.click("#clear"); // and back: undo restores the window
  await page.click("#undo");
  await settled(page);
  await page.click("#to-end");
  const saved = await openSaved(page);
  await saved.page.click("#to-end");
  expectSame(await drawingOf(page), await drawingOf(saved.page));
  await leave(live);
  await leave(saved);
});

const TO_HTML = `from rosenblatt.learn.catalogue import CATALOGUE
import tempfile, os
learner = CATALOGUE[given["learner"]](order="cyclic", random_state=0, max_iter=100)
path = os.path.join(tempfile.mkdtemp(), "run.html")
rb.trace(learner, given["rows"], given["labels"], feature_names=["x", "y"], max_steps=20000).to_html(path)
print(json.dumps(path))`;

it.each(["kernel-perceptron", "voted-perceptron"])(
  "Trace.to_html draws a %s as the live page does",
  async (learner) => {
    const live = await open();
    await choose(live.page, "noisy", learner);
    const rows = await rowsIn(live.page, 80);
    const path = python<string>(TO_HTML, { ...rows, learner });
    const saved = await open(pathToFileURL(path).href);
    for (const { page } of [live, saved]) await page.click("#to-end");
    expectSame(await drawingOf(live.page), await drawingOf(saved.page));
    await leave(live);
    await leave(saved);
  },
);

const PREDICT = `from rosenblatt.learn.catalogue import CATALOGUE
options = dict(order="cyclic", random_state=0, max_iter=100, **given["options"])
model = CATALOGUE[given["learner"]](**options).fit(given["rows"], given["labels"])
classes = model.classes_.tolist()
print(json.dumps([classes.index(label) for label in model.predict(given["points"]).tolist()]))`;

const GROUNDS: [string, string, [string, string]?][] = [
  ["moons", "voted-perceptron"],
  ["iris", "kernel-perceptron"],
  ["iris", "perceptron"],
  ["iris", "perceptron", ["multiclass", "ovr"]],
  ["iris", "pa-1", ["multiclass", "ovo"]],
  ["iris", "kernel-perceptron", ["multiclass", "ovr"]],
  ["iris", "kernel-perceptron", ["multiclass", "ovo"]],
];

it.each(GROUNDS)(
  "the ground of %s with %s has the colours of the predicted classes",
  async (preset, learner, option) => {
    const live = await open();
    await choose(live.page, preset, learner, option);
    await live.page.click("#to-end");
    const given = await rowsIn(live.page, await live.page.locator(".points path").count());
    const palette = await live.page.evaluate(() => {
      const parts = new URLSearchParams(location.hash.slice(1));
      const classes = JSON.parse(parts.get("classes")!) as string[];
      const style = getComputedStyle(document.documentElement);
      return classes.map((_, k) => {
        const whole = parseInt(style.getPropertyValue(`--class-${k}`).trim().slice(1), 16);
        return [(whole >> 16) & 255, (whole >> 8) & 255, whole & 255];
      });
    });
    const [left, right, bottom, top] = await windowOfBoard(live.page, given.rows);
    const points = Array.from({ length: ACROSS * UP }, (_, k) => [
      left + (((k % ACROSS) + 0.5) / ACROSS) * (right - left),
      top - ((Math.floor(k / ACROSS) + 0.5) / UP) * (top - bottom),
    ]);
    const predicted = python<number[]>(PREDICT, {
      ...given,
      learner,
      points,
      options: Object.fromEntries(option ? [option] : []),
    });
    const { colours } = await drawingOf(live.page);
    const painted = colours.flat().map((colour) => nearest(palette, colour.split(",").map(Number)));
    const wrong = predicted.filter((place, k) => place !== painted[k]);
    expect(wrong.length / predicted.length).toBeLessThan(0.02); // pixels on the boundary
    if (option)
      expect(await live.page.textContent("#arithmetic")).toMatch(
        /all (learners|pairs) on this row: .*(is that of|wins)/,
      );
    await leave(live);
  },
);

// From two rows that differ in both columns: the window of the board.
async function windowOfBoard(page: Page, rows: number[][]): Promise<[number, number, number, number]> {
  const [, , width, height] = (await page.getAttribute("#board svg", "viewBox"))!.split(" ").map(Number);
  const at = async (row: number) => {
    const transform = await page.getAttribute(`.points [data-row="${row}"]`, "transform");
    return /translate\((\S+) (\S+)\)/.exec(transform!)!.slice(1).map(Number);
  };
  const extreme = (column: number, sign: number) =>
    rows.reduce((best, row, k) => (sign * row[column] > sign * rows[best][column] ? k : best), 0);
  const range = async (column: number, size: number, isUp: boolean): Promise<[number, number]> => {
    const [low, high] = [extreme(column, -1), extreme(column, 1)];
    const [a, b] = [(await at(low))[column], (await at(high))[column]];
    const unit = (rows[high][column] - rows[low][column]) / (b - a);
    const [zero, full] = [rows[low][column] - a * unit, rows[low][column] + (size - a) * unit];
    return isUp ? [full, zero] : [zero, full];
  };
  return [...(await range(0, width, false)), ...(await range(1, height, true))];
}

function nearest(colours: number[][], [red, green, blue]: number[]): number {
  const far = colours.map(([r, g, b]) => Math.hypot(r - red, g - green, b - blue));
  return far.indexOf(Math.min(...far));
}

it("the field of a kernel follows every update of a long run", async () => {
  const live = await open();
  const { page } = live;
  await choose(page, "noisy", "kernel-perceptron");
  const { updates, pictures } = await page.evaluate(() => {
    const pictures = new Set<string>();
    let updates = 0;
    for (let step = 1; step <= 200; step++) {
      document.querySelector<HTMLButtonElement>("#step-on")!.click();
      if (!document.querySelector("#arithmetic")!.textContent!.includes("so update")) continue;
      updates++;
      const edges = [...document.querySelectorAll(".edge")].map((edge) => edge.getAttribute("d"));
      pictures.add(edges.join() + document.querySelector<HTMLCanvasElement>("#board canvas")!.toDataURL());
    }
    return { updates, pictures: pictures.size };
  });
  expect(updates).toBeGreaterThan(32);
  expect(pictures).toBe(updates);
  expect(await page.textContent("#legend")).not.toContain("as of step");
  await leave(live);
});

it("the legend comes back with the board, and the board stays when the window is resized", async () => {
  const live = await open();
  const { page } = live;
  await page.check("#show-verdict");
  const legend = await page.textContent("#legend");
  expect(legend).toContain("widest margin");
  await page.click("[data-preset=words]");
  await settled(page);
  expect(await page.textContent("#legend")).toBe("");
  await page.setViewportSize({ width: 900, height: 900 });
  await page.waitForFunction(() => document.querySelector("#board svg")!.clientWidth < 600);
  expect(await page.locator(".lanes").count()).toBe(1);
  await page.click("[data-preset=separable]");
  await settled(page);
  expect(await page.textContent("#legend")).toBe(legend);
  const width = await page.evaluate(() => document.querySelector("#board svg")!.clientWidth);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.waitForFunction((old) => document.querySelector("#board svg")!.clientWidth !== old, width);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.locator("#board .points path").count()).toBe(40);
  expect(await page.locator(".lanes").count()).toBe(0);
  await leave(live);
});

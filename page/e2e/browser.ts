// A server of its own and a browser, for one file of tests.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

const COMMAND = process.env.ROSENBLATT ?? "../.venv/bin/rosenblatt";
const PYTHON = process.env.PYTHON ?? "../.venv/bin/python";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let server: ChildProcess;
let browser: Browser;
export let address = "";

beforeAll(async () => {
  server = spawn(COMMAND, ["play", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    server.stdout!.on("data", (said: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said.toString());
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error("the server did not start")));
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
});

afterAll(async () => {
  await browser?.close();
  server?.kill("SIGINT");
});

// What a page must not do: fail, complain, or ask anybody else.
export interface Watched {
  page: Page;
  faults: string[];
  requests: string[];
}

export async function open(url = address, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const watched: Watched = { page, faults: [], requests: [] };
  page.on("console", (message) => message.type() === "error" && watched.faults.push(message.text()));
  page.on("pageerror", (error) => watched.faults.push(error.message));
  page.on("request", (request) => watched.requests.push(request.url()));
  await page.goto(url);
  await settled(page);
  return watched;
}

// Wait until the run of what is on the page now is there.
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset.state === "ready");
}

// Close a page that neither failed nor asked anybody but its own server.
export async function leave({ page, faults, requests }: Watched): Promise<void> {
  await page.context().close();
  expect(faults).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(address) && !/^(file|data|blob):/.test(url))).toEqual([]);
}

// Where a row lies on the screen.
export async function spotOf(page: Page, row: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(`.points [data-row="${row}"]`).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The ends of a line that is drawn, in the units of the rows.
export async function endsOf(page: Page, selector: string): Promise<[number, number][]> {
  return JSON.parse((await page.locator(selector).getAttribute("data-ends"))!) as [number, number][];
}

// The rows as the address has them, which it has a moment after they are on the board.
export async function rowsIn(page: Page, count: number): Promise<{ rows: number[][]; labels: string[] }> {
  await page.waitForFunction(
    (n) => new URLSearchParams(location.hash.slice(1)).get("rows")?.split("~").length === n,
    count,
  );
  const parts = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const classes = JSON.parse(parts.get("classes")!) as string[];
  const table = parts
    .get("rows")!
    .split("~")
    .map((row) => row.split("_").map(Number));
  return { rows: table.map((row) => row.slice(1)), labels: table.map((row) => classes[row[0]]) };
}

// Ask Python itself, past the server.
export function python<T>(code: string, given: unknown): T {
  const run = spawnSync(PYTHON, ["-c", `import json, sys, rosenblatt as rb\ngiven = json.load(sys.stdin)\n${code}`], {
    input: JSON.stringify(given),
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as T;
}

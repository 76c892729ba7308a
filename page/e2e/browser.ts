// A server and a browser for one file of tests.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import flags from "../chromium-flags.json";

const COMMAND = process.env.ROSENBLATT ?? "../.venv/bin/rosenblatt";
const PYTHON = process.env.PYTHON ?? "../.venv/bin/python";

let server: ChildProcess;
let browser: Browser;
export let address = "";

beforeAll(async () => {
  server = spawn(COMMAND, ["play", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    server.stdout!.on("data", (output: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output.toString());
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error("the server did not start")));
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
});

afterAll(async () => {
  await browser?.close();
  server?.kill("SIGINT");
});

// A page with what must not happen on it: errors, and requests to other servers.
export interface WatchedPage {
  page: Page;
  errors: string[];
  requests: string[];
}

export async function open(url = address, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const watched: WatchedPage = { page, errors: [], requests: [] };
  page.on("console", (message) => message.type() === "error" && watched.errors.push(message.text()));
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("request", (request) => watched.requests.push(request.url()));
  await page.goto(url);
  await settled(page);
  return watched;
}

// The saved file of a live page, opened.
export async function openSaved(live: Page): Promise<WatchedPage> {
  const [download] = await Promise.all([live.waitForEvent("download"), live.click("#save")]);
  const path = join(mkdtempSync(join(tmpdir(), "page-")), "run.html");
  await download.saveAs(path);
  return open(pathToFileURL(path).href, { viewport: { width: 1000, height: 800 } });
}

// Wait until the page shows the run of its present rows and options.
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset.state === "ready");
}

// Close a page that had no errors and sent requests to its own server only.
export async function leave({ page, errors, requests }: WatchedPage): Promise<void> {
  await page.context().close();
  expect(errors).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(address) && !/^(file|data|blob):/.test(url))).toEqual([]);
}

// The position of a row on the screen.
export async function spotOf(page: Page, row: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(`.points [data-row="${row}"]`).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The ends of a line on the board, in the units of the rows.
export async function endsOf(page: Page, selector: string): Promise<[number, number][]> {
  return JSON.parse((await page.locator(selector).getAttribute("data-ends"))!) as [number, number][];
}

// The rows in the address, which follows the board after a moment.
export async function rowsIn(page: Page, count: number): Promise<{ rows: number[][]; labels: string[] }> {
  const hash = await page.waitForFunction((n) => {
    const { hash } = location;
    return new URLSearchParams(hash.slice(1)).get("rows")?.split("~").length === n && hash;
  }, count);
  const parts = new URLSearchParams(((await hash.jsonValue()) as string).slice(1));
  const classes = JSON.parse(parts.get("classes")!) as string[];
  const table = parts
    .get("rows")!
    .split("~")
    .map((row) => row.split("_").map(Number));
  return { rows: table.map((row) => row.slice(1)), labels: table.map((row) => classes[row[0]]) };
}

// Run Python code without the server.
export function python<T>(code: string, given: unknown): T {
  const run = spawnSync(PYTHON, ["-c", `import json, sys, rosenblatt as rb\ngiven = json.load(sys.stdin)\n${code}`], {
    input: JSON.stringify(given),
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as T;
}

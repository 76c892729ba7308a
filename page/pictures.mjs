// Takes the screenshots for the README: node pictures.mjs COMMAND FOLDER; called by docs/build.py.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [command, folder] = process.argv.slice(2);
const MAX_FRAMES = 40;
const flags = JSON.parse(readFileSync(new URL("chromium-flags.json", import.meta.url)));

const server = spawn(command, ["play", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve) =>
  server.stdout.on("data", (output) => resolve(/http:\S+/.exec(String(output))[0])),
);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

async function open(width, height) {
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
  await page.goto(address);
  await ready(page);
  return page;
}
const ready = (page) => page.waitForFunction(() => document.body.dataset.state === "ready");

const whole = await open(1360, 850);
await whole.click("[data-preset=moons]");
await ready(whole);
await whole.selectOption("#choose-learner", "kernel-perceptron");
await ready(whole);
await whole.click("#to-end");
await whole.screenshot({ path: `${folder}/play.png` });

// A step: the board and what is written and drawn beside it.
const step = await open(1100, 760);
await step.addStyleTag({
  content:
    "#begin, #board-help, header, #verdict, .below, .left { display: none !important } main { padding-top: 1rem !important }",
});
for (let k = 0; k < 4; k++) await step.click("#next-mistake");
await step.screenshot({ path: `${folder}/step.png`, clip: { x: 10, y: 6, width: 1080, height: 610 } });

// From mistake to mistake, and to the end.
const film = await open(900, 700);
await film.addStyleTag({
  content:
    "#begin, #board-help, header, .below, .left, .speed { display: none !important } main { padding-top: 1rem !important }",
});
const shoot = (frame) =>
  film.screenshot({
    path: `${folder}/frame-${String(frame).padStart(2, "0")}.png`,
    clip: { x: 10, y: 6, width: 880, height: 540 },
  });
let frame = 0;
await shoot(frame++);
while (frame < MAX_FRAMES && (await film.isEnabled("#next-mistake"))) {
  await film.click("#next-mistake");
  await shoot(frame++);
}
await film.click("#to-end");
await shoot(frame);
await browser.close();
server.kill("SIGINT");

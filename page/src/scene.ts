// From a run and a step to what the board draws.

import type { Line, Scene } from "./board";
import { groundOfFields, groundOfPlanes } from "./field";
import type { Point } from "./geometry";
import { activationsOf, guessOf, type Held, type Playback } from "./playback";
import type { Recording } from "./recording";
import type { Data, Fields, Verdict, Window } from "./types";

export interface Shown {
  data: Data;
  window: Window;
  recording: Recording | null;
  play: Playback | null;
  step: number;
  fields: Fields | null;
  verdict: Verdict | null;
}

export function sceneOf({ data, window, recording, play, step, fields, verdict }: Shown): Scene {
  const scene: Scene = {
    data,
    window,
    lines: [],
    band: null,
    wrong: new Set(),
    idle: new Set(),
    lit: null,
    ground: null,
    verdict,
  };
  if (!recording || !play) return scene;
  if (step > 0) scene.lit = { row: play.part.steps.row[step - 1], isMistake: play.isMistake(step) };
  if (fields) scene.ground = groundOfFields(fields, step);
  if (recording.kind === "kernel") return scene;
  scene.idle = new Set(data.labels.flatMap((label, row) => (targetOf(play, data.classes[label]) < 0 ? [row] : [])));
  const held = play.held(step);
  if (held.weights.some((weight) => weight !== 0)) scene.wrong = wrongRows(data, play, held);
  if (play.planes > 1) scene.ground ??= step > 0 ? groundOfPlanes(held, window) : null;
  else {
    scene.lines = linesOf(recording, play, step, held);
    scene.band = bandOf(recording, data, play, held, scene.wrong);
  }
  return scene;
}

function line(held: Held, kind: Line["kind"]): Line[] {
  const [u, v] = held.weights;
  return u === 0 && v === 0 ? [] : [{ weights: [u, v] as Point, bias: held.bias[0], kind }];
}

// The last weights, and beside them what is kept instead of them.
function linesOf(recording: Recording, play: Playback, step: number, held: Held): Line[] {
  const lines = line(held, "last");
  if (recording.final === "average" || recording.final === "vote") lines.push(...line(play.average(step), "average"));
  if (recording.final === "best" && recording.kept && recording.parts.length === 1) {
    const weights = Float64Array.from(recording.kept.weights.flat());
    lines.push(...line({ planes: 1, weights, bias: Float64Array.from(recording.kept.bias) }, "kept"));
  }
  return lines;
}

function targetOf(play: Playback, name: string): number {
  const place = play.part.classes.indexOf(name);
  return place >= 0 ? place : play.part.classes.indexOf("the rest");
}

function wrongRows(data: Data, play: Playback, held: Held): Set<number> {
  const wrong = new Set<number>();
  data.rows.forEach((row, k) => {
    const target = targetOf(play, data.classes[data.labels[k]]);
    if (target >= 0 && guessOf(activationsOf(held, row)) !== target) wrong.add(k);
  });
  return wrong;
}

// How near a row may come before it asks for an update; without such a margin, up to the nearest row once all are right.
function bandOf(recording: Recording, data: Data, play: Playback, held: Held, wrong: Set<number>): number | null {
  if (recording.rule.threshold > 0 && recording.rule.trigger === "margin") return recording.rule.threshold;
  if (wrong.size > 0 || held.weights.every((weight) => weight === 0)) return null;
  const asked = data.rows.filter((_, k) => targetOf(play, data.classes[data.labels[k]]) >= 0);
  return Math.min(...asked.map((row) => Math.abs(activationsOf(held, row)[0])));
}

export interface Entry {
  look: string;
  words: string;
}

// The names of what the board shows now.
export function legendOf(scene: Scene, recording: Recording | null): Entry[] {
  const entries: Entry[] = [];
  const kinds = new Set(scene.lines.map(({ kind }) => kind));
  if (kinds.has("last")) entries.push({ look: "last", words: "the line now" });
  if (kinds.has("average")) entries.push({ look: "average", words: "average so far" });
  if (kinds.has("kept")) entries.push({ look: "kept", words: "in the pocket at the end" });
  if (scene.band)
    entries.push({
      look: "band",
      words: recording && recording.rule.threshold > 0 ? `margin ${recording.rule.threshold}` : "up to the nearest row",
    });
  if (scene.ground?.shades)
    entries.push(
      recording?.kind === "kernel"
        ? { look: "edge", words: "where the guess turns" }
        : { look: "vote", words: "the vote, in the end" },
    );
  if (scene.wrong.size) entries.push({ look: "wrong", words: "hollow: guessed wrong" });
  if (scene.verdict?.verdict === "separable") entries.push({ look: "widest", words: "widest line" });
  if (scene.verdict?.verdict === "inseparable" && scene.verdict.fit_intercept)
    entries.push({ look: "common", words: "in both hulls" });
  return entries;
}

// The scene of the board for a run and a step.

import type { Line, Scene } from "./board";
import { groundOfFields, groundOfPlanes } from "./field";
import type { Point } from "./geometry";
import { activationsOf, predictionOf, type ModelState, type Playback } from "./playback";
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
  const state = play.stateAfter(step);
  if (state.weights.some((weight) => weight !== 0)) scene.wrong = wrongRows(data, play, state);
  if (play.planes > 1) scene.ground ??= step > 0 ? groundOfPlanes(state, window) : null;
  else {
    scene.lines = linesOf(recording, play, step, state);
    scene.band = bandOf(recording, data, play, state, scene.wrong);
  }
  return scene;
}

function line(state: ModelState, kind: Line["kind"]): Line[] {
  const [u, v] = state.weights;
  return u === 0 && v === 0 ? [] : [{ weights: [u, v] as Point, bias: state.bias[0], kind }];
}

// The line of the last weights, and that of the average or of the pocket.
function linesOf(recording: Recording, play: Playback, step: number, state: ModelState): Line[] {
  const lines = line(state, "last");
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

function wrongRows(data: Data, play: Playback, state: ModelState): Set<number> {
  const wrong = new Set<number>();
  data.rows.forEach((row, k) => {
    const target = targetOf(play, data.classes[data.labels[k]]);
    if (target >= 0 && predictionOf(activationsOf(state, row)) !== target) wrong.add(k);
  });
  return wrong;
}

// The margin within which a row requires an update; without one, the band up to the nearest row once all are right.
function bandOf(
  recording: Recording,
  data: Data,
  play: Playback,
  state: ModelState,
  wrong: Set<number>,
): number | null {
  if (recording.rule.threshold > 0 && recording.rule.trigger === "margin") return recording.rule.threshold;
  if (wrong.size > 0 || state.weights.every((weight) => weight === 0)) return null;
  const relevant = data.rows.filter((_, k) => targetOf(play, data.classes[data.labels[k]]) >= 0);
  return Math.min(...relevant.map((row) => Math.abs(activationsOf(state, row)[0])));
}

export interface LegendEntry {
  glyph: string;
  text: string;
}

// The legend of the board.
export function legendOf(scene: Scene, recording: Recording | null): LegendEntry[] {
  const entries: LegendEntry[] = [];
  const kinds = new Set(scene.lines.map(({ kind }) => kind));
  if (kinds.has("last")) entries.push({ glyph: "last", text: "current line" });
  if (kinds.has("average")) entries.push({ glyph: "average", text: "average so far" });
  if (kinds.has("kept")) entries.push({ glyph: "kept", text: "pocket at the end" });
  if (scene.band)
    entries.push({
      glyph: "band",
      text: recording && recording.rule.threshold > 0 ? `margin ${recording.rule.threshold}` : "up to the nearest row",
    });
  if (scene.ground?.shades)
    entries.push(
      recording?.kind === "kernel"
        ? { glyph: "edge", text: "where the prediction changes" }
        : { glyph: "vote", text: "vote at the end" },
    );
  if (scene.wrong.size) entries.push({ glyph: "wrong", text: "hollow: predicted wrong" });
  if (scene.verdict?.verdict === "separable") entries.push({ glyph: "widest", text: "widest margin" });
  if (scene.verdict?.verdict === "inseparable" && scene.verdict.fit_intercept)
    entries.push({ glyph: "common", text: "in both hulls" });
  return entries;
}

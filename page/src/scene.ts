// The scene of the board for a run and a step.

import type { Line, Scene } from "./board";
import { groundOfEnsemble, isEnsemble, isOfPairs, updatesAt } from "./ensemble";
import { groundOfFields, groundOfPlanes, type Ground } from "./field";
import { groundOfKernel, kernelActivations } from "./kernel-field";
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
    before: null,
    aim: null,
    kept: new Set(),
    band: null,
    wrong: new Set(),
    wrongTests: new Set(),
    idle: new Set(),
    lit: null,
    ground: null,
    verdict,
  };
  if (!recording || !play) return scene;
  const lit = step > 0 ? play.part.steps.row[step - 1] : 0;
  const [isMistake, isUpdate] = [play.isMistake(step), play.isUpdate(step)];
  if (step > 0) scene.lit = { row: lit, isMistake, isUpdate };
  scene.idle = new Set(data.labels.flatMap((label, row) => (targetOf(play, data.classes[label]) < 0 ? [row] : [])));
  const state = play.stateAfter(step);
  const isZero = state.weights.every((weight) => weight === 0);
  if (!isZero) {
    scene.wrong = wrongRows(recording, data, data, play, state);
    scene.wrongTests = wrongRows(recording, data, data.tests, play, state);
  }
  scene.ground = groundOf(recording, play, state, step, window, fields);
  if (scene.ground && scene.ground.planes.length > 1)
    scene.ground.places = recording.classes.map((name) => data.classes.indexOf(name));
  if (recording.kind === "linear" && play.planes === 1) {
    scene.lines = linesOf(recording, play, step, state);
    scene.band = bandOf(recording, data, play, state, scene.wrong);
    scene.before = isUpdate ? (line(play.stateAfter(step - 1), "before")[0] ?? null) : null;
    scene.aim = aimOf(recording);
  }
  if (recording.kind === "kernel") scene.kept = keptRows(play, state);
  if (isMistake && data.rows[lit]) scene.wrong.add(lit); // as it was when the step said so
  return scene;
}

const grounds = new WeakMap<Recording, { key: string; ground: Ground | null }>(); // the last of each

// A ground changes only with an update, so that most steps draw nothing anew.
function groundOf(
  recording: Recording,
  play: Playback,
  state: ModelState,
  step: number,
  window: Window,
  fields: Fields | null,
): Ground | null {
  const updates = isEnsemble(recording) ? updatesAt(recording, play, step) : [play.updates[step]];
  const isAtEnd = step >= play.length; // where a vote is drawn
  const key = [recording.parts.indexOf(play.part), updates, isAtEnd, fields !== null, window].join();
  const last = grounds.get(recording);
  if (last?.key === key) return last.ground;
  const ground = newGround(recording, play, state, step, window, fields);
  grounds.set(recording, { key, ground });
  return ground;
}

// The field that the server computed; else that of a kernel, or of several planes.
function newGround(
  recording: Recording,
  play: Playback,
  state: ModelState,
  step: number,
  window: Window,
  fields: Fields | null,
): Ground | null {
  const computed = fields && recording.needs_fields ? groundOfFields(fields, play.lastWins, step) : null;
  if (computed) return computed;
  if (isEnsemble(recording)) return groundOfEnsemble(recording, play, step, window);
  if (recording.kind === "kernel") return groundOfKernel(recording, state, window, step);
  const isZero = state.weights.every((weight) => weight === 0) && state.bias.every((bias) => bias === 0);
  return play.planes > 1 && !isZero ? groundOfPlanes(state, window, play.lastWins, step) : null;
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

function wrongRows(
  recording: Recording,
  { classes }: Data,
  { rows, labels }: Data["tests"],
  play: Playback,
  state: ModelState,
): Set<number> {
  if (recording.kind === "kernel" && !recording.kernel) return new Set(); // not known
  const ofKernel = recording.kernel ? kernelActivations(recording, state, rows) : null;
  const wrong = new Set<number>();
  rows.forEach((row, k) => {
    const target = targetOf(play, classes[labels[k]]);
    const activations = ofKernel?.map((values) => values[k]) ?? activationsOf(state, row);
    if (target >= 0 && predictionOf(activations, play.lastWins) !== target) wrong.add(k);
  });
  return wrong;
}

function keptRows(play: Playback, { weights }: ModelState): Set<number> {
  const kept = new Set<number>();
  weights.forEach((weight, entry) => weight !== 0 && kept.add(Math.floor(entry / play.planes)));
  return kept;
}

// The margin that an update aims for, or null.
function aimOf({ rule: { threshold, trigger } }: Recording): number | null {
  return threshold !== null && threshold > 0 && trigger === "margin" ? threshold : null;
}

// The margin within which a row requires an update; without one, the band up to the nearest row once all are right.
function bandOf(
  recording: Recording,
  data: Data,
  play: Playback,
  state: ModelState,
  wrong: Set<number>,
): number | null {
  const aim = aimOf(recording);
  if (aim !== null) return aim;
  if (wrong.size > 0 || state.weights.every((weight) => weight === 0)) return null;
  const relevant = data.rows.filter((_, k) => targetOf(play, data.classes[data.labels[k]]) >= 0);
  return Math.min(...relevant.map((row) => Math.abs(activationsOf(state, row)[0])));
}

export interface LegendEntry {
  glyph: string;
  text: string;
}

const GLYPHS = ["last", "before", "average", "kept", "band", "edge", "region", "vote", "kept-row", "wrong", "widest"];

// Entries in one order, whatever the steps that they come from; those without a place in it are last.
export function inOrder(entries: LegendEntry[]): LegendEntry[] {
  const place = ({ glyph }: LegendEntry) => (GLYPHS.indexOf(glyph) + GLYPHS.length + 1) % (GLYPHS.length + 1);
  return [...entries].sort((a, b) => place(a) - place(b));
}

// The legend of the board, with what a field shows and where it cannot be shown.
export function legendOf(scene: Scene, { recording, play, step, fields }: Shown): LegendEntry[] {
  const entries: LegendEntry[] = [];
  const kinds = new Set(scene.lines.map(({ kind }) => kind));
  if (kinds.has("last")) entries.push({ glyph: "last", text: "current line" });
  if (scene.before) entries.push({ glyph: "before", text: "before this step" });
  if (kinds.has("average")) entries.push({ glyph: "average", text: "average so far" });
  if (kinds.has("hand")) entries.push({ glyph: "hand", text: "your line" });
  if (kinds.has("seed")) entries.push({ glyph: "seed", text: "other orders" });
  if (kinds.has("kept")) entries.push({ glyph: "kept", text: "pocket at the end" });
  if (scene.band)
    entries.push({
      glyph: "band",
      text:
        recording && (recording.rule.threshold ?? 0) > 0
          ? `margin ${recording.rule.threshold}`
          : "up to the nearest row",
    });
  if (recording && play) entries.push(...groundEntries(scene.ground, recording, play, step, fields));
  const by = recording?.final === "last" ? "" : " by the current weights";
  if (scene.kept.size) entries.push({ glyph: "kept-row", text: "boxed: kept rows" });
  if (scene.wrong.size) entries.push({ glyph: "wrong", text: `hollow: predicted wrong${by}` });
  if (scene.data.tests.rows.length) entries.push({ glyph: "test", text: "test point" });
  if (scene.verdict?.verdict === "separable")
    entries.push({ glyph: "widest", text: "widest margin" }, { glyph: "radius", text: "R around the origin" });
  if (scene.verdict?.verdict === "inseparable" && scene.verdict.fit_intercept)
    entries.push({ glyph: "common", text: "in both hulls" });
  return entries;
}

function groundEntries(
  ground: Ground | null,
  recording: Recording,
  play: Playback,
  step: number,
  fields: Fields | null,
): LegendEntry[] {
  const note = (text: string) => [{ glyph: "note", text }];
  const isSeveral = play.planes > 1;
  if (recording.kind === "kernel") {
    if (!recording.kernel && !recording.needs_fields) return note("the boundary of this kernel is not drawn");
    if (!ground) return [];
    if (ground.together) return [{ glyph: "edge", text: "boundary of this learner" }, regionsOf(recording)];
    const what = recording.final === "last" ? "where the prediction changes" : "boundary of the current coefficients";
    const isStale = play.updates[step] > play.updates[ground.step];
    const late = isStale ? `, as of step ${ground.step.toLocaleString("en")}` : "";
    return [{ glyph: isSeveral ? "region" : "edge", text: (isSeveral ? "regions: predicted class" : what) + late }];
  }
  if (recording.final === "vote" && !recording.needs_fields)
    return note("votes are not drawn for one of several learners");
  const vote = recording.final === "vote" && fields;
  if (vote && step >= vote.steps[0]) {
    const end =
      play.part.n_steps > play.length ? `after all ${play.part.n_steps.toLocaleString("en")} steps` : "at the end";
    return [isSeveral ? { glyph: "region", text: `regions: vote ${end}` } : { glyph: "vote", text: `vote ${end}` }];
  }
  if (isEnsemble(recording) && ground) return [regionsOf(recording)];
  const region = isSeveral && ground ? [{ glyph: "region", text: "regions: current weights" }] : [];
  return [...region, ...(vote ? note("the vote is drawn at the last step") : [])];
}

function regionsOf(recording: Recording): LegendEntry {
  return { glyph: "region", text: isOfPairs(recording) ? "regions: most pairs won" : "regions: largest activation" };
}

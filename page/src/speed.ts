// How quickly a run plays.

import type { Playback } from "./playback";

// One to a thousand updates per second, for a slider from 0 to 100.
export function updatesPerSecond(slider: number): number {
  return 10 ** ((3 * slider) / 100);
}

// Playback dwells on updates: a step without one takes this share of their time.
const QUICK = 1 / 20;

// How long the steps up to this one are shown, in units of an update.
function timeThrough(play: Playback, step: number): number {
  if (step < 0) return 0;
  const updates = play.updates[step];
  return updates + (step + 1 - updates) * QUICK;
}

// The step that is shown so long after another one, in units of an update; `now` lies between them.
export function stepAfter(play: Playback, from: number, time: number, now = from): number {
  let step = now;
  while (step < play.length && timeThrough(play, step) - timeThrough(play, from - 1) <= time) step++;
  return step;
}

// The last weights, their average and their vote beside each other, and how long weights survive.

import { byId, html } from "./dom";
import { count } from "./formatting";
import type { Playback } from "./playback";
import type { Recording } from "./recording";

const NAMES = {
  last: "last weights",
  average: "average of all weights so far",
  vote: "vote of all weights so far",
} as const;

export function showSolutions(recording: Recording | null, play: Playback | null, step: number): void {
  const solutions = recording?.solutions ?? null;
  byId("solutions").hidden = solutions === null;
  if (!recording || !play || !solutions) return;
  const rows = recording.labels.length;
  const tests = recording.held_out?.solutions ?? null;
  const epoch = solutions.epoch_end.filter((end) => end <= step).length;
  const cell = (name: keyof typeof NAMES) => (epoch ? `${solutions[name][epoch - 1]} of ${rows}` : "–");
  byId("solutions-table").replaceChildren(
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "predicts by"),
        html("th", { scope: "col" }, "rows wrong"),
        ...(tests ? [html("th", { scope: "col" }, "tests wrong")] : []),
      ),
    ),
    html(
      "tbody",
      {},
      ...(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name) =>
        html(
          "tr",
          { "data-solution": name },
          html("th", { scope: "row" }, NAMES[name]),
          html("td", {}, cell(name)),
          ...(tests
            ? [html("td", {}, epoch ? `${tests[name][epoch - 1]} of ${recording.held_out!.rows.length}` : "–")]
            : []),
        ),
      ),
    ),
  );
  byId("survival").textContent = survival(play, solutions.survived, step, epoch);
}

// The number of steps that the present weights have survived, which are their votes.
function survival(play: Playback, survived: number[], step: number, epoch: number): string {
  const updates = play.updates[step];
  const begin = updates ? play.part.updates.step[updates - 1] : 1;
  const now = step === 0 ? 0 : step - begin + 1;
  const longest = Math.max(...survived.slice(0, updates), now);
  const when = epoch ? `After epoch ${epoch}. ` : "Counted after each epoch. ";
  return `${when}The present weights have ${count(now, "vote")}, one per step that they survived; the most so far are ${longest}.`;
}

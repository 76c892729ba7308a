// The formulas of an update: how long the step is, and what it does to the activation of its own row.

import { short } from "./formatting";
import { activationsOf, type Playback } from "./playback";
import { denseRow, type Recording } from "./recording";
import type { TextLine } from "./worked-step";

// |x|² with the bias as a feature that is 1; of a kernel learner k(x, x), which holds that 1 already.
interface Norm {
  name: string;
  numbers: string;
  value: number;
}

function normOf(recording: Recording, play: Playback, step: number): Norm | null {
  const row = play.part.steps.row[step - 1];
  if (recording.kind === "kernel") {
    const value = recording.kernel_values?.[row]?.[row];
    return value === undefined ? null : { name: "k(x, x)", numbers: short(value), value };
  }
  const squared = denseRow(recording, row).reduce((sum, value) => sum + value * value, 0);
  if (!recording.fit_intercept) return { name: "|x|²", numbers: short(squared), value: squared };
  return { name: "|x|² + 1", numbers: `${short(squared)} + 1`, value: squared + 1 };
}

// The step of passive-aggressive: the loss over |x|², capped or softened by C. With several classes two planes move,
// so that |x|² counts twice.
export function* passiveStep(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  const { variant, C } = recording.rule;
  const norm = normOf(recording, play, step);
  if (!variant || C === null || !norm) return;
  const margin = play.margin(step);
  const twice = play.planes > 1;
  const name = twice ? `2(${norm.name})` : norm.name;
  const value = twice ? 2 * norm.value : norm.value;
  const loss = 1 - margin;
  const size = short(play.part.steps.size[step - 1]);
  const lead = twice ? "lead" : "y·a";
  yield {
    words: "",
    formula: `loss = 1 − ${lead} = 1 − ${margin < 0 ? `(${short(margin)})` : short(margin)} = ${short(loss)}`,
  };
  yield {
    words: "",
    formula: `${name} = ${norm.value === value && norm.numbers === short(value) ? "" : `${twice ? `2·(${norm.numbers})` : norm.numbers} = `}${short(value)}`,
  };
  const over = `loss / (${name})`;
  const numbers = `${short(loss)} / ${short(value)}`;
  const formulas = {
    PA: `${over} = ${numbers} = ${size}`,
    "PA-I": `min(C, ${over}) = min(${short(C)}, ${short(loss / value)}) = ${size}`,
    "PA-II": `loss / (${name} + 1/(2C)) = ${short(loss)} / (${short(value)} + ${short(1 / (2 * C))}) = ${size}`,
  };
  yield { words: "", formula: `step = ${formulas[variant]}` };
}

// The activation of the same row with the new weights: the step adds step·|x|² to it, towards its class.
export function* afterwards(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  const { row: rows, target, size, rival } = play.part.steps;
  const row = rows[step - 1];
  if (recording.kind === "kernel") return yield* kernelAfterwards(recording, play, step);
  const after = activationsOf(play.stateAfter(step), denseRow(recording, row));
  const words = "the same row afterwards";
  if (play.planes > 1) {
    const [own, other] = [target[step - 1], rival![step - 1]];
    const { classes } = play.part;
    yield { words, formula: `a′(${classes[own]}) − a′(${classes[other]}) = ${short(after[own] - after[other])}` };
    return;
  }
  const norm = normOf(recording, play, step)!;
  if (recording.moves_by) return yield { words, formula: `a′ = ${short(after[0])}` };
  const times = size[step - 1] === 1 ? "" : "step·";
  const factor = size[step - 1] === 1 ? "" : `${short(size[step - 1])}·`;
  const sign = target[step - 1] ? "+" : "−";
  const [before] = play.activations(step);
  yield {
    words,
    formula: `a′ = a + y·${times}(${norm.name}) = ${short(before)} ${sign} ${factor}(${norm.numbers}) = ${short(after[0])}`,
  };
}

// The change of each coefficient times the kernel of its row with this one.
function* kernelAfterwards(recording: Recording, play: Playback, step: number): Generator<TextLine> {
  const values = recording.kernel_values?.[play.part.steps.row[step - 1]];
  if (!values || play.planes > 1) return;
  const [before, after] = [play.stateAfter(step - 1).weights, play.stateAfter(step).weights];
  const change = values.reduce((sum, value, k) => sum + (after[k] - before[k]) * value, 0);
  yield { words: "the same row afterwards", formula: `a′ = ${short(play.activations(step)[0] + change)}` };
}

// A perceptron as a neuron: inputs, weights, their sum, the step function and the output, with the numbers of a step.

import { svg } from "./dom";
import { short } from "./formatting";
import { activationsOf, predictionOf, type Playback } from "./playback";
import { denseRow, type Recording } from "./recording";

const [WIDTH, HEIGHT] = [460, 170];

export function neuron({ recording, play, step }: { recording: Recording; play: Playback; step: number }): SVGElement {
  const state = play.stateAfter(step);
  const row = play.part.steps.row[Math.max(0, step - 1)];
  const values = [...denseRow(recording, row), 1];
  const weights = [...state.weights, state.bias[0]];
  const names = [...recording.features, "always"];
  const [sum] = activationsOf(state, denseRow(recording, row));
  const output = play.part.classes[predictionOf([sum], play.lastWins)];
  const heights = values.map((_, k) => 28 + (k * (HEIGHT - 56)) / (values.length - 1));
  const [x, middle] = [210, HEIGHT / 2];
  const inputs = values.flatMap((value, k) => [
    svg("path", { d: `M92 ${heights[k]}L${x - 30} ${middle}` }),
    svg("text", { x: 86, y: heights[k] + 4, "text-anchor": "end" }, `${names[k]} = ${short(value)}`),
    svg("text", { class: "weight", x: 128, y: heights[k] + (middle - heights[k]) * 0.42 - 5 }, short(weights[k])),
  ]);
  const fires = sum > 0 || (sum === 0 && play.lastWins);
  const label = `Inputs ${values.map(short).join(", ")} times weights ${weights.map(short).join(", ")} give ${short(sum)}: ${output}`;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    ...inputs,
    svg("circle", { cx: x, cy: middle, r: 30 }),
    svg("text", { x, y: middle - 3, "text-anchor": "middle" }, "sum"),
    svg("text", { class: "number", x, y: middle + 14, "text-anchor": "middle" }, short(sum)),
    svg("path", { d: `M${x + 30} ${middle}H275` }),
    svg("rect", { x: 275, y: middle - 30, width: 70, height: 60, rx: 6 }),
    svg("path", { class: "step", d: `M283 ${middle + 18}H310V${middle - 18}H337` }),
    svg("circle", { class: "at", cx: fires ? 327 : 293, cy: fires ? middle - 18 : middle + 18, r: 4 }),
    svg("path", { d: `M345 ${middle}H375` }),
    svg("text", { class: "number", x: 382, y: middle + 5 }, output),
  );
}

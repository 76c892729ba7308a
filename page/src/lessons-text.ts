// The texts of the ten lessons, each with its rows and its learner.

import type { Settings } from "./types";

export interface Lesson {
  title: string;
  text: string;
  preset: string;
  settings: Settings;
  attempt: string;
  notice: string;
  presets?: string[]; // to choose from in the card
}

const perceptron = (options: Settings["options"] = {}): Settings => ({ learner: "perceptron", options });

export const LESSONS: Lesson[] = [
  {
    title: "A neuron, and gates of logic",
    text: "A neuron multiplies each input by a weight, adds the products up, and fires if the sum is above a threshold. The bias b is that threshold with its sign turned, the weight of an input that is always 1.",
    preset: "and",
    settings: perceptron(),
    attempt: "Go to the end of the run, then choose another gate.",
    notice: "The same neuron is AND, OR or NOT p: only the weights and the bias differ.",
    presets: ["and", "or", "not"],
  },
  {
    title: "One step",
    text: "A perceptron looks at one point at a time. If the point is on the wrong side of the line, it is added to the weights, or subtracted, and the line turns.",
    preset: "separable",
    settings: perceptron(),
    attempt: "Press Next mistake (M) a few times, and step back and forth over one of them.",
    notice: "After an update the activation of the same point has moved towards its side, by |x|² + 1.",
  },
  {
    title: "Mistakes and the bias",
    text: "Without a bias the line has to pass through the origin, and a point at the origin is always a tie. With one the line can move: the bias is learned like a weight, of an input of 1.",
    preset: "or",
    settings: perceptron({ fit_intercept: false, max_iter: 10 }),
    attempt:
      "Play, then tick “fit intercept” and play again. “Padded and turned” below the board shows the input of 1 as a third column.",
    notice:
      "First the verdict is that no line through the origin separates them; then a line does, and each update moves the bias by 1.",
  },
  {
    title: "Why it ends",
    text: "If lines separate the points, let w* be the weights of the widest one. Each update adds at least γ to w*·w, and at most R² to |w|². Both cannot go on for ever, as w*·w is at most |w|.",
    preset: "touching",
    settings: perceptron(),
    attempt:
      "Play, and watch “Why it ends” below the board: the floor γT and the ceiling R√T. Point at a letter to see what it stands for.",
    notice: "The number of updates stays below (R/γ)². Points close to the line make γ small, and the bound large.",
  },
  {
    title: "Order, start and learning rate",
    text: "Many lines separate these points. Which one is found depends on the order of the points and on the first weights, and not on the learning rate, if the weights start from 0: it only rescales them.",
    preset: "separable",
    settings: perceptron({ order: "shuffled" }),
    attempt:
      "Go to the end. Change the learning rate, then the random state under “Start and order”. Then tick “Draw the lines of 20 runs” below the board.",
    notice: "With another rate the line is the same, with another random state it is not: all 20 lines are answers.",
  },
  {
    title: "XOR, and the cycle",
    text: "No line separates these four points: the middle of the one class is the middle of the other. So the perceptron never stops by itself.",
    preset: "xor",
    settings: perceptron(),
    attempt: "Step until the weights are back where they were. Show the proof on the board.",
    notice: "The same updates come again, for ever; and the rows that cancel prove that nothing else could happen.",
  },
  {
    title: "Words, and pairs of words",
    text: "A review is a row of counts of words. “not” turns the meaning of the next word, which no sum of single words can do.",
    preset: "negation",
    settings: { learner: "perceptron", options: { trigger: "mistake", fit_intercept: false } },
    attempt: "Go to the end, then tick “Pairs of words are columns, too”. Try a review of your own.",
    notice: "On the cube no plane has the reviews on their sides. With pairs as columns there is one.",
  },
  {
    title: "Averaged, voted, pocket",
    text: "Some labels here are wrong, so the last line depends on which point came last. The average of all lines so far is steadier; so is a vote, or the best line in the pocket.",
    preset: "noisy",
    settings: { learner: "averaged-perceptron", options: {} },
    attempt:
      "Play, and compare the dashed line with the black one; “Last, average and vote” counts what each has wrong. Add test points of your own with “tests”. Then choose the pocket or the voted perceptron.",
    notice: "The black line jumps at every mistake; the dashed one hardly moves after a while.",
  },
  {
    title: "Margin, and passive-aggressive steps",
    text: "A passive-aggressive learner wants each point not only on its side but at a margin of 1, and takes the smallest step that puts it there: the loss divided by |x|² + 1.",
    preset: "separable",
    settings: { learner: "pa", options: {} },
    attempt: "Step through some updates, and read the size of each step.",
    notice: "Small losses make small steps. After each update the margin of its point is exactly 1.",
  },
  {
    title: "Kernels",
    text: "With a kernel in the place of every product, the perceptron learns a plane in another space, which is a curve here. It keeps points instead of weights.",
    preset: "circles",
    settings: { learner: "kernel-perceptron", options: { kernel: "poly", degree: 2 } },
    attempt:
      "Play, and turn the picture “Lifted by the kernel” below the board: a plane there is the curve on the board. Then choose the linear kernel, and the rbf kernel.",
    notice: "The verdict asks about the space of the kernel: no plane with the linear one, one with the other two.",
  },
];

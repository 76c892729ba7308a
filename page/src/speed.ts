// One to a thousand steps per second, for a slider from 0 to 100.
export function stepsPerSecond(slider: number): number {
  return 10 ** ((3 * slider) / 100);
}

// From one step a second to a thousand: the slider goes from 0 to 100.
export function stepsASecond(slider: number): number {
  return 10 ** ((3 * slider) / 100);
}

// Numbers, vectors and sums as text.

export const MAX_TERMS = 8;

// Six digits, which is enough to follow a sum.
export function short(value: number): string {
  const text = String(Number(value.toPrecision(6)));
  return (text === "-0" ? "0" : text).replace("-", "−");
}

export function vector(values: number[]): string {
  const shown = values.slice(0, MAX_TERMS).map(short);
  return `(${shown.join(", ")}${values.length > MAX_TERMS ? ", …" : ""})`;
}

// 0.5·1 − 2·(−3) + 1; the last term is the bias.
export function products(numbers: number[], values: number[], bias: number | null): string {
  const terms = numbers.map((number, k): [number, string] => {
    const factor = values[k] < 0 ? `(${short(values[k])})` : short(values[k]);
    return [number, `${short(Math.abs(number))}·${factor}`];
  });
  if (bias !== null) terms.push([bias, short(Math.abs(bias))]);
  if (terms.length === 0) return "0";
  return terms.map(([number, term], k) => (number < 0 ? (k ? " − " : "−") : k ? " + " : "") + term).join("");
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

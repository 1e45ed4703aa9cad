/** Arithmetic that gives the same as Python's, to the last bit. */

/** √(a² + b²): the nearest number there is, which `Math.hypot` does not always find. */
export function hypot(a: number, b: number): number {
  const [one, oneRest] = squared(Math.max(Math.abs(a), Math.abs(b)));
  const [two, twoRest] = squared(Math.min(Math.abs(a), Math.abs(b)));
  const sum = one + two,
    rest = one - sum + two + oneRest + twoRest;
  if (sum === 0) return 0;
  const root = Math.sqrt(sum),
    [back, backRest] = squared(root);
  return root + (sum - back + (rest - backRest)) / (2 * root);
}

/** A square without an error, in two parts. */
function squared(x: number): [number, number] {
  const wide = 134217729 * x,
    high = wide - (wide - x),
    low = x - high,
    square = x * x;
  return [square, high * high - square + 2 * high * low + low * low];
}

/** Numbers with their mean and its standard error. */
export function averaged(numbers: number[]): { mean: number; error: number } {
  const count = numbers.length,
    mean = total(numbers) / count;
  const variance = total(numbers.map((number) => (number - mean) * (number - mean))) / count;
  return { mean, error: Math.sqrt(variance) / Math.sqrt(count) };
}

/** One after the other: the order decides about the last bit. */
export const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The number that 16 bits of a float stand for; infinite ones are not known here. */
export function half(bits: number): number {
  const exponent = (bits >> 10) & 31,
    fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

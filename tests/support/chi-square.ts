/** Pearson's chi-square test of observed counts against expected ones. */

/** The probability of a deviation at least this large if the expectation is right. */
export function chiSquareP(observed: readonly number[], expected: readonly number[]): number {
  let statistic = 0;
  for (let index = 0; index < observed.length; index++) {
    statistic += (observed[index] - expected[index]) ** 2 / expected[index];
  }
  return upperGamma((observed.length - 1) / 2, statistic / 2);
}

/** The regularised upper incomplete gamma function Q(a, x), by series or continued fraction. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10_000 && term > sum * 1e-14; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * front;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const step = -n * (n - a);
    b += 2;
    d = 1 / (step * d + b);
    c = b + step / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return front * fraction;
}

/** Stirling's series, shifted to where it is exact to twelve digits. */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 12; z++) shift -= Math.log(z);
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return shift + (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series;
}

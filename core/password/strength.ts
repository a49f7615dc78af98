/**
 * Password strength: entropy and bands for generated passwords, a six-point score for typed ones, and the time
 * that guessing takes. Fast and without state, so that pages can call it while rendering.
 */

/**
 * Entropy in bits of `length` independent characters from a set of `pool`: length × log2(pool). Passwords that must
 * have each selected type have less: see `exactEntropyOf`.
 */
export function entropyOf(length: number, pool: number): number {
  return pool > 0 ? length * Math.log2(pool) : 0;
}

/**
 * Entropy in bits of a uniform password of `length` characters with at least one of each set: log2 of the number of
 * such passwords, by inclusion and exclusion. `sizes` are those of at most eight disjoint sets; `length` must not be
 * less than their number.
 */
export function exactEntropyOf(length: number, sizes: readonly number[]): number {
  const pool = sizes.reduce((sum, size) => sum + size, 0);
  let share = 0;
  for (let without = 0; without < 1 << sizes.length; without++) {
    const left = sizes.filter((_, index) => (without & 1 << index) === 0);
    const characters = left.reduce((sum, size) => sum + size, 0);
    const sign = (sizes.length - left.length) % 2 === 0 ? 1 : -1;
    share += sign * (characters / pool) ** length;
  }
  return entropyOf(length, pool) + Math.log2(share);
}

interface Strength {
  readonly label: "Weak" | "Fair" | "Good" | "Strong" | "Very Strong";
  readonly color: "red" | "orange" | "yellow" | "green" | "teal";
  /** The filled part of the strength bar. */
  readonly percent: 20 | 40 | 60 | 80 | 100;
}

/** The band of a generated password by its entropy. */
export function strengthOf(bits: number): Strength {
  if (bits < 40) return { label: "Weak", color: "red", percent: 20 };
  if (bits < 60) return { label: "Fair", color: "orange", percent: 40 };
  if (bits < 80) return { label: "Good", color: "yellow", percent: 60 };
  if (bits < 100) return { label: "Strong", color: "green", percent: 80 };
  return { label: "Very Strong", color: "teal", percent: 100 };
}

export interface Score {
  /** 0 to 6. */
  readonly score: number;
  readonly label: "Very weak" | "Weak" | "Fair" | "Strong" | "Very strong";
}

/**
 * The score of a typed password: one point each for 8 characters, 12 characters, a capital letter, a small letter, a
 * digit, and a symbol of @$!%*?&.
 */
export function scoreOf(password: string): Score {
  const score = [
    password.length >= 8,
    password.length >= 12,
    /[A-Z]/.test(password),
    /[a-z]/.test(password),
    /[0-9]/.test(password),
    /[@$!%*?&]/.test(password),
  ].filter(Boolean).length;
  return { score, label: labelOf(score) };
}

function labelOf(score: number): Score["label"] {
  if (score === 0) return "Very weak";
  if (score <= 1) return "Weak";
  if (score <= 3) return "Fair";
  return score <= 5 ? "Strong" : "Very strong";
}

/** The rate for the stated times: a rack of graphics cards against a fast hash. */
const GUESSES_PER_SECOND = 1e12;

const UNITS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [365.25 * 86_400, "year", "years"],
  [86_400, "day", "days"],
  [3_600, "hour", "hours"],
  [60, "minute", "minutes"],
  [1, "second", "seconds"],
];

const LARGE: readonly (readonly [size: number, name: string])[] = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
  [1e3, "thousand"],
];

/** The time for half of all guesses at `rate` per second, in words. */
export function guessingTime(bits: number, rate: number = GUESSES_PER_SECOND): string {
  const seconds = 2 ** (bits - 1) / rate;
  if (seconds < 1) return "less than a second";
  const [size, one, many] = UNITS.find(([size]) => seconds >= size)!;
  const amount = seconds / size;
  if (amount >= 1e15) return `more than a thousand trillion ${many}`;
  for (const [large, name] of LARGE) {
    if (amount >= large) return `about ${rounded(amount / large)} ${name} ${many}`;
  }
  const count = rounded(amount);
  return `about ${count} ${count === 1 ? one : many}`;
}

/** An estimate has no more than two significant digits. */
function rounded(amount: number): number {
  return amount >= 10 ? Number(amount.toPrecision(2)) : Math.round(amount);
}

/**
 * Compares our speed with that of peers. All contenders take turns in one process, so other work of
 * the machine slows all of them. Only the ratios are meaningful; operations per second depend on the
 * machine and its load.
 */

/** One contender. `run` does one operation, or a batch of `operations`. */
export interface Contender {
  name: string;
  run: () => unknown;
  operations?: number;
}

export interface Bench {
  name: string;
  ours: Contender;
  peers: Contender[];
  /** Milliseconds of a turn: longer if the time of one operation varies a lot. */
  turn?: number;
}

/** The measured values of one task, ours and those of the peers. */
export interface Result {
  name: string;
  /** "/s" if more is better, "bytes" or "ms" if less is. */
  unit: "/s" | "bytes" | "ms";
  ours: { name: string; value: number };
  /** `ratio` above 1: ours is that many times better. */
  peers: { name: string; value: number; ratio: number }[];
}

/** The measurements of one file of this folder. */
export interface Section {
  title: string;
  /** Measured by taking turns. */
  benches?: readonly Bench[];
  /** Measured in another way. */
  measure?: () => Promise<Result[]>;
  /** Further findings, one sentence each. */
  remarks?: () => string[] | Promise<string[]>;
}

const ROUNDS = 7;
const TURN = 120;

/** The median speed of each contender over all rounds. */
export async function race({ name, ours, peers, turn = TURN }: Bench): Promise<Result> {
  const contenders = [ours, ...peers];
  const speeds: number[][] = contenders.map(() => []);
  // The first round only compiles and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (let place = 0; place < contenders.length; place++) {
      // Each round starts with another contender, so that none always follows the same one and its
      // garbage.
      const index = (place + round) % contenders.length;
      const speed = await measure(contenders[index], turn);
      if (round > 0) speeds[index].push(speed);
    }
  }
  const [mine, ...theirs] = speeds.map(median);
  return {
    name,
    unit: "/s",
    ours: { name: ours.name, value: mine },
    peers: peers.map(({ name }, index) => ({
      name,
      value: theirs[index],
      ratio: mine / theirs[index],
    })),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

async function measure({ run, operations = 1 }: Contender, turn: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  while (elapsed < turn) {
    const result = run();
    // Awaiting a plain value would count against synchronous contenders.
    if (result instanceof Promise) await result;
    count += operations;
    elapsed = performance.now() - start;
  }
  return count / elapsed * 1000;
}

/** One line per contender, below the name of the result. */
export function format({ name, unit, ours, peers }: Result): string {
  const line = (name: string, value: number, ratio?: number) => {
    const shown = Math.round(value).toLocaleString("en-US").padStart(12);
    const beside = ratio === undefined ? "" : `  ours is ${formatRatio(ratio)}`;
    return `  ${name.padEnd(32)}${shown} ${unit}${beside}`;
  };
  return [
    name,
    line(ours.name, ours.value),
    ...peers.map(({ name, value, ratio }) => line(name, value, ratio)),
  ].join("\n");
}

/** A value with its unit. */
export const amount = (unit: Result["unit"], value: number): string =>
  unit === "bytes" ? `${Math.round(value / 1000)} kB` : `${rounded(value)} ${unit}`;

/** With only the digits that a run can measure. */
export function formatRatio(ratio: number): string {
  if (ratio < 0.095) return `${Number(ratio.toPrecision(1))} x`;
  return `${ratio.toFixed(ratio < 1 ? 2 : ratio < 10 ? 1 : 0)} x`;
}

/** Two significant digits. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en-US");
}

export interface Verifying {
  /** Part of the time that is spent inside crypto.subtle.verify, from 0 to 1. */
  share: number;
  /** Milliseconds of one run inside crypto.subtle.verify. */
  inside: number;
}

const WARM = 100;
const RUNS = 500;

/** Measures the time that an operation spends in crypto.subtle.verify; the calls do not overlap. */
export async function timeVerifying(run: () => unknown): Promise<Verifying> {
  const { subtle } = crypto;
  const verify = subtle.verify.bind(subtle);
  let inside = 0;
  subtle.verify = async (...parameters: Parameters<typeof verify>) => {
    const started = performance.now();
    const holds = await verify(...parameters);
    inside += performance.now() - started;
    return holds;
  };
  try {
    for (let warm = 0; warm < WARM; warm++) await run();
    inside = 0;
    const started = performance.now();
    for (let count = 0; count < RUNS; count++) await run();
    return { share: inside / (performance.now() - started), inside: inside / RUNS };
  } finally {
    subtle.verify = verify;
  }
}

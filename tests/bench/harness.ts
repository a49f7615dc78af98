/**
 * Speed beside peers: ours and theirs take turns in one process, in rounds, so that what else the
 * machine does falls on all alike. What counts is the ratio; operations per second are this
 * machine's, at this moment.
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
}

export interface Score {
  name: string;
  perSecond: number;
  /** Ours divided by theirs: above 1 ours is faster. */
  ratio: number;
}

const ROUNDS = 7;
const ROUND_MS = 120;

/** The median speed of each contender over all rounds; ours comes first. */
export async function race({ ours, peers }: Bench): Promise<Score[]> {
  const contenders = [ours, ...peers];
  const speeds: number[][] = contenders.map(() => []);
  // The first round compiles; it is run and not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Another one begins each round, so that nobody always runs in the garbage of the same other.
      const index = (turn + round) % contenders.length;
      const speed = await measure(contenders[index]);
      if (round > 0) speeds[index].push(speed);
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1];
  const mine = median(speeds[0]);
  return contenders.map(({ name }, index) => {
    const perSecond = median(speeds[index]);
    return { name, perSecond, ratio: mine / perSecond };
  });
}

async function measure({ run, operations = 1 }: Contender): Promise<number> {
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  while (elapsed < ROUND_MS) {
    const result = run();
    // An await of nothing would count against those who are synchronous.
    if (result instanceof Promise) await result;
    count += operations;
    elapsed = performance.now() - start;
  }
  return count / elapsed * 1000;
}

/** One line a contender, under the name of the bench. */
export function format(name: string, scores: Score[]): string {
  const lines = scores.map(({ name, perSecond, ratio }, index) => {
    const speed = Math.round(perSecond).toLocaleString("en-US").padStart(12);
    const beside = index === 0 ? "" : `  ours is ${ratio.toFixed(ratio < 10 ? 2 : 0)} x`;
    return `  ${name.padEnd(28)}${speed} /s${beside}`;
  });
  return [name, ...lines].join("\n");
}

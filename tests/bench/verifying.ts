/** How much of an operation's time is the engine's verifying of signatures. */

export interface Verifying {
  /** Part of the time that is spent inside crypto.subtle.verify, from 0 to 1. */
  share: number;
  /** Milliseconds of one run inside of it. */
  inside: number;
}

const WARM = 100;
const RUNS = 500;

/**
 * `run` is called again only after the call before has ended, so that no call waits for another.
 */
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

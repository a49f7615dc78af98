/** Calls a function after a time without any action of the user. */

/** The parts of the platform that measure time. Tests replace them. */
export interface Clock {
  /** Milliseconds; it must go on while the device sleeps. */
  now(): number;
  /** Calls `work` after a delay in milliseconds, and returns a function that cancels it. */
  schedule(work: () => void, delay: number): () => void;
}

const systemClock: Clock = {
  now: () => Date.now(),
  schedule(work, delay) {
    const timer = setTimeout(work, delay);
    return () => clearTimeout(timer);
  },
};

interface IdleWatch {
  /** The user did something. */
  touch(): void;
  /** Looks at the clock now, because timers stop while a device sleeps or a tab is frozen. */
  check(): void;
  stop(): void;
}

/** Calls `onIdle` once, when `limit` milliseconds have passed without `touch`. */
export function watchIdle(
  limit: number,
  onIdle: () => void,
  clock: Clock = systemClock,
): IdleWatch {
  let last = clock.now();
  let cancel = () => {};
  const check = () => {
    cancel();
    const left = last + limit - clock.now();
    if (left > 0) cancel = clock.schedule(check, left);
    else onIdle();
  };
  check();
  return {
    touch() {
      // A device that wakes up after the limit reports an action first.
      if (clock.now() - last < limit) last = clock.now();
      else check();
    },
    check,
    stop: () => cancel(),
  };
}

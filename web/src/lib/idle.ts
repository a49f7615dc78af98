/** Calls functions shortly before and after a time without any action of the user. */

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

interface IdleOptions {
  /** Milliseconds without an action, after which `onIdle` is called once. */
  limit: number;
  /** Milliseconds before `limit` at which `onNear` is called with true. It is called with false when that ends. */
  notice: number;
  onNear: (isNear: boolean) => void;
  onIdle: () => void;
}

interface IdleWatch {
  /** The user did something. */
  touch(): void;
  /** Looks at the clock now, because timers stop while a device sleeps or a tab is frozen. */
  check(): void;
  stop(): void;
}

export function watchIdle(
  { limit, notice, onNear, onIdle }: IdleOptions,
  clock: Clock = systemClock,
): IdleWatch {
  let last = clock.now();
  let isNear = false;
  let cancel = () => {};
  const setNear = (near: boolean) => {
    if (near !== isNear) onNear(isNear = near);
  };
  const check = () => {
    cancel();
    const left = last + limit - clock.now();
    setNear(left > 0 && left <= notice);
    if (left > 0) cancel = clock.schedule(check, isNear ? left : left - notice);
    else onIdle();
  };
  check();
  return {
    touch() {
      // A device that wakes up after the limit reports an action first.
      const isLate = clock.now() - last >= limit;
      if (!isLate) last = clock.now();
      if (isLate || isNear) check();
    },
    check,
    stop: () => cancel(),
  };
}

/**
 * When the page rests. On a slow line every file that loads in advance delays the worker's, so files that can wait
 * come after them.
 */

/** Milliseconds to wait in WebKit, which lacks `requestIdleCallback`. */
const WAIT = 200;
/** The most milliseconds that other files wait. */
const PATIENCE = 10_000;

let occupied: Promise<unknown> = Promise.resolve();

/** Lets files that can wait come after this work, which must not reject. */
export function occupyUntil(work: Promise<unknown>): void {
  occupied = work;
}

/** Resolves when that work is done. */
export async function afterWork(): Promise<void> {
  await Promise.race([occupied, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Resolves when the page has nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback !== "function") setTimeout(resolve, WAIT);
    else requestIdleCallback(() => resolve(), { timeout: PATIENCE });
  });

/** Resolves when the page has been idle, and then that work is done. */
export async function atRest(): Promise<void> {
  await whenIdle();
  await afterWork();
}

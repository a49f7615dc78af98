/** Several pieces of work at a time, of which none goes on when they have ended together. */

/**
 * As Promise.all, but settles only when all of the work has ended. What a piece asks for after another
 * one failed still counts, and nothing uses the thread for a turn that is over.
 */
export async function settled<T extends readonly unknown[]>(
  work: { [K in keyof T]: Promise<T[K]> },
): Promise<T> {
  await Promise.allSettled(work);
  return await Promise.all(work) as unknown as T;
}

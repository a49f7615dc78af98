/** The workers of this app. One starts in advance, because its first file takes a round trip. */

let ready: Worker | null = null;

/** `operation`: the name of the one whose code the worker loads at once. */
const create = (operation?: string): Worker =>
  new Worker(new URL("../../../workers/worker.ts", import.meta.url), {
    type: "module",
    name: operation,
  });

/** Starts the worker that the next call of `spawnWorker` returns. */
export function startWorker(operation: string): void {
  if (ready) return;
  try {
    ready = create(operation);
    // It did not load. Another one will be started.
    ready.onerror = () => ready = null;
  } catch {
    // This platform cannot start a worker. The first real call reports it.
  }
}

export function spawnWorker(): Worker {
  const worker = ready ?? create();
  ready = null;
  worker.onerror = null;
  return worker;
}

/**
 * Returns a function that calls `load` once and then answers with the same promise. An engine takes a turn of
 * the event loop even for the import of a module that it has. A failed load is tried again with the next call.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    loading ??= load().catch((fault) => {
      loading = undefined;
      throw fault;
    });
}

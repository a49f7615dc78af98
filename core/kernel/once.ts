/** Returns a function that keeps the result of `make` until it is called with an input that has another key. */
export function latest<Input, Result>(
  keyOf: (input: Input) => string,
  make: (input: Input) => Result,
): (input: Input) => Result {
  let last: { key: string; result: Result } | undefined;
  return (input) => {
    const key = keyOf(input);
    if (last?.key !== key) last = { key, result: make(input) };
    return last.result;
  };
}

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

import { useLatest } from "./hooks.ts";

/**
 * Example data loads after the click on "Fill Example Data". These functions keep what the user enters
 * in the meantime.
 */

/**
 * Returns the example with the settings that the user changed between `asked` and `now`. Returns null
 * if the user changed one of `texts`: then the entries stay and the example is dropped.
 */
export function lateExample<Values extends object>(
  example: Values,
  asked: Values,
  now: Values,
  texts: readonly (keyof Values)[],
): Values | null {
  if (texts.some((name) => now[name] !== asked[name])) return null;
  const changed = Object.entries(now).filter(([name, value]) =>
    value !== asked[name as keyof Values]
  );
  return { ...example, ...Object.fromEntries(changed) };
}

interface ExampleOptions<Values extends object> {
  /** The current values of the form. */
  values: Values;
  /** The fields that the example fills in: if the user changed one, the example is dropped. */
  texts: readonly (keyof Values)[];
  load: () => Promise<Values>;
  fill: (values: Values) => void;
  /** Called if the example's chunk did not load. */
  onMissing: () => void;
}

/** Returns the handler of "Fill Example Data". */
export function useExample<Values extends object>(
  { values, texts, load, fill, onMissing }: ExampleOptions<Values>,
): () => Promise<void> {
  const latest = useLatest({ values, fill, onMissing });
  return async () => {
    const asked = latest.current.values;
    const example = await load().catch(() => null);
    const { values, fill, onMissing } = latest.current;
    const next = lateExample(example ?? asked, asked, values, texts);
    if (next === null) return;
    if (example) fill(next);
    else onMissing();
  };
}

import { lateExample } from "./late-example.ts";
import { useLatest } from "./use-latest.ts";

interface ExampleOptions<Values extends object> {
  /** What the form holds. */
  values: Values;
  /**
   * Fields that the example fills in: if one was changed in the meantime, the example is dropped.
   */
  texts: readonly (keyof Values)[];
  load: () => Promise<Values>;
  fill: (values: Values) => void;
  /** Its code did not load. */
  onMissing: () => void;
}

/** What "Fill Example Data" does: what is entered before the example is there stays. */
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

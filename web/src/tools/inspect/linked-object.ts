/** Finds the object of a link among all; loaded when a link to a byte is opened. */
import { ask, inspectionState, PASTED } from "./inspection.ts";

/** The object that is this PEM; null if the text has several or was not read. */
export async function idOf(text: string): Promise<number | null> {
  const { picture } = inspectionState.get();
  const pasted = [...picture?.rows.values() ?? []].filter(({ places }) =>
    places.some(({ file }) => file === PASTED)
  );
  for (const { id } of pasted) {
    const details = await ask("details", { id });
    if (details?.pem?.trim() === text.trim()) return id;
  }
  return null;
}

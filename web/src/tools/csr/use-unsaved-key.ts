/** The private key of a CSR that was made here, on the page and in the popup, until the user has a copy. */
import { useState } from "react";
import { named } from "../../../../core/kernel/formatting.ts";
import { useUnsavedKeys } from "../../page/use-unsaved-keys.tsx";
import type { Generated } from "./words.ts";

/** `made`: the result; null without one, and if its key cannot be lost. */
export function useUnsavedKey(made: Generated | null) {
  const [taken, setTaken] = useState<Generated | null>(null);
  const privateKey = made?.privateKey ?? null;
  const isUnsaved = privateKey !== null && taken !== made;
  const { guard, mayLose } = useUnsavedKeys(
    made !== null && privateKey !== null && isUnsaved
      ? {
        what: "private key",
        of: named(made.commonName),
        save: async () => {
          const [{ bundleOf }, { saveArchive }] = await Promise.all([
            import("./bundle.ts"),
            import("../../page/archive.ts"),
          ]);
          return saveArchive(bundleOf({ ...made, privateKey }, Date.now()));
        },
      }
      : null,
  );
  return {
    isUnsaved,
    /** Part of the page: leaving it asks about an unsaved key. */
    guard,
    /** The user has copied or saved the key. */
    take: () => setTaken(made),
    /** Asks before another key replaces an unsaved one. */
    mayReplace: () => mayLose("replace"),
  };
}

/**
 * Private keys that were made on a page and are kept nowhere else: before one would be lost, the page
 * asks.
 */
import { useMemo, useState } from "react";
import { saveFile } from "../ui/base/download-button.tsx";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import { useLeaveGuard } from "./leave-guard.ts";

export type KeyName = "private key" | "CA private key";

interface MadeKey {
  readonly name: KeyName;
  /** PEM; null where there is none, or it is the user's own. */
  readonly text: string | null | undefined;
  readonly filename: string;
}

interface UnsavedKeys {
  /** The keys that were copied or saved. */
  readonly taken: readonly KeyName[];
  /** The first key that was neither copied nor saved. */
  readonly unsaved: KeyName | null;
  take(name: KeyName): void;
  /** To be called when other keys are made. */
  forget(): void;
  /** Asks before an unsaved key is replaced; true if it may be. */
  mayReplace(): Promise<boolean>;
}

export function useUnsavedKeys(...keys: readonly MadeKey[]): UnsavedKeys {
  const confirm = useConfirm();
  const [taken, setTaken] = useState<readonly KeyName[]>([]);
  const take = (name: KeyName) =>
    setTaken((before) => before.includes(name) ? before : [...before, name]);
  const { name, text, filename } = keys.find(({ name, text }) => text && !taken.includes(name)) ??
    { name: null, text: "", filename: "" };
  const [leaving, replacing] = useMemo(() => {
    const unsaved = `The ${name} on this page has been neither copied nor downloaded.`;
    const safe = {
      action: name === "CA private key" ? "Download CA key" : "Download key",
      run() {
        if (!name || !text) return;
        saveFile(text, filename, "text/plain");
        take(name);
      },
    };
    return [
      {
        heading: `Leave without the ${name}?`,
        text: [`${unsaved} If you leave, it is lost.`],
        action: "Leave without it",
        safe,
      },
      {
        heading: `Replace the ${name}?`,
        text: [`${unsaved} If you generate again, it is lost.`],
        action: "Generate without it",
        safe,
      },
    ];
  }, [name, text, filename]);
  useLeaveGuard(name !== null, leaving);
  return {
    taken,
    unsaved: name,
    take,
    forget: () => setTaken([]),
    mayReplace: async () => name === null || await confirm(replacing),
  };
}

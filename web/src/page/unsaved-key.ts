/**
 * A private key that was made on a page and is kept nowhere else: before it would be lost, the page
 * asks.
 */
import { useMemo, useState } from "react";
import { saveFile } from "../ui/base/download-button.tsx";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import { useLeaveGuard } from "./leave-guard.ts";

const UNSAVED = "The key on this page has been neither copied nor downloaded.";
const LEAVING = {
  heading: "Leave without the private key?",
  text: [`${UNSAVED} If you leave, it is lost.`],
  action: "Leave without it",
};
const REPLACING = {
  heading: "Replace the private key?",
  text: [`${UNSAVED} If you generate again, it is lost.`],
  action: "Generate without it",
};

interface UnsavedKey {
  /** Whether the key was copied or saved. */
  readonly taken: boolean;
  /** Whether there is a key that was neither copied nor saved. */
  readonly unsaved: boolean;
  take(): void;
  /** To be called when another key is made. */
  forget(): void;
  /** Asks before an unsaved key is replaced; true if it may be. */
  mayReplace(): Promise<boolean>;
}

/** `privateKey`: PEM; null where there is none, or it is the user's own. `filename`: of its file. */
export function useUnsavedKey(privateKey: string | null, filename: string): UnsavedKey {
  const confirm = useConfirm();
  const [taken, setTaken] = useState(false);
  const safe = useMemo(() => ({
    action: "Download key",
    run() {
      if (privateKey === null) return;
      saveFile(privateKey, filename, "text/plain");
      setTaken(true);
    },
  }), [privateKey, filename]);
  const unsaved = privateKey !== null && !taken;
  useLeaveGuard(unsaved, useMemo(() => ({ ...LEAVING, safe }), [safe]));
  return {
    taken,
    unsaved,
    take: () => setTaken(true),
    forget: () => setTaken(false),
    mayReplace: async () => !unsaved || await confirm({ ...REPLACING, safe }),
  };
}

/** A private key that was made on a page and is kept nowhere else: it is not lost without a question. */
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
  /** It was copied or saved. */
  readonly taken: boolean;
  /** There is one that was neither. */
  readonly unsaved: boolean;
  take(): void;
  /** Another is made now. */
  forget(): void;
  /** Asks where the next one would replace one that is not saved. */
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

/** Asks before private keys that were generated on this page are lost, if the user has not saved them. */
import type { ReactNode } from "react";
import { useModule } from "../lib/load.ts";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import type { Loss, UnsavedKeys } from "./losses.ts";

const load = () => import("./unsaved-keys.ts");

/** `unsaved`: the keys that the user has neither copied nor saved; null if all are saved. */
export function useUnsavedKeys(unsaved: UnsavedKeys | null): {
  /** Part of the page: leaving the page asks about the keys. */
  guard: ReactNode;
  /** Asks before keys are lost in another way. Resolves to true if the user saved them or agrees. */
  mayLose(loss: Loss, keys?: UnsavedKeys | null): Promise<boolean>;
} {
  const confirm = useConfirm();
  const loaded = useModule(load, unsaved !== null);
  return {
    guard: loaded && unsaved && <loaded.LeaveGuard unsaved={unsaved} />,
    mayLose: async (loss, keys = unsaved) =>
      keys === null || await confirm((await load()).questionOn(loss, keys)),
  };
}

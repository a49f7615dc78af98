/** Opens links on a page. Nothing is sent, and nothing that the user entered is replaced unasked. */
import { useEffect, useEffectEvent } from "react";
import { useLatest } from "../lib/hooks.ts";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import { onLink } from "./arriving.ts";
import type { LinkPath } from "./link.ts";

/** `typed`: the text that the link would replace. `take`: fills it in, and runs the tool on this device. */
export function useLink(
  path: LinkPath,
  typed: string,
  take: (text: string, byte: number | null) => void,
): void {
  const ask = useConfirm();
  const latest = useLatest(typed);
  const open = useEffectEvent(async (packed: string) => {
    // Few visits begin with a link.
    const { openLink } = await import("./open-link.ts");
    await openLink({ path, packed, typed: () => latest.current, ask, take });
  });
  useEffect(() => onLink(path, (packed) => void open(packed).catch(() => {})), [path]);
}

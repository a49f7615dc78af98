/** Opens links on a page. Nothing is sent, and nothing that the user entered is replaced unasked. */
import { createElement, useEffect, useEffectEvent } from "react";
import { useLatest } from "../lib/hooks.ts";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import { cornerToast } from "../ui/feedback/corner-toast.ts";
import { onLink } from "./arriving.ts";
import type { LinkPath } from "./link.ts";

const QUESTION = {
  heading: "Replace your entry with the link's?",
  text: ["The link that you opened holds other data than the field of this page."],
  action: "Replace",
};

/** `typed`: the text that the link would replace. `take`: fills it in, and runs the tool on this device. */
export function useLink(
  path: LinkPath,
  typed: string,
  take: (text: string, byte: number | null) => void,
): void {
  const ask = useConfirm();
  const latest = useLatest(typed);
  const open = useEffectEvent(async (packed: string) => {
    const { readLink } = await import("./link.ts");
    const read = await readLink(path, packed);
    if ("refused" in read) {
      const { Refusal } = await import("./refusal.tsx");
      cornerToast.set(createElement(Refusal, null, read.refused));
      return;
    }
    const isFree = latest.current.trim() === "" || latest.current === read.text;
    if (isFree || await ask(QUESTION)) take(read.text, read.byte);
  });
  useEffect(() => onLink(path, (packed) => void open(packed).catch(() => {})), [path]);
}

/** Reads a link that has arrived, and asks before it replaces what the user entered. */
import { createElement } from "react";
import type { useConfirm } from "../ui/feedback/confirm.tsx";
import { cornerToast } from "../ui/feedback/corner-toast.ts";
import { type LinkPath, readLink } from "./link.ts";

const QUESTION = {
  heading: "Replace your entry with the link's?",
  text: ["The link that you opened holds other data than the field of this page."],
  action: "Replace",
};

interface Opened {
  path: LinkPath;
  packed: string;
  /** The text that the link would replace. */
  typed: () => string;
  ask: ReturnType<typeof useConfirm>;
  take: (text: string, byte: number | null) => void;
}

export async function openLink({ path, packed, typed, ask, take }: Opened): Promise<void> {
  const read = await readLink(path, packed);
  if ("refused" in read) {
    const { Refusal } = await import("./refusal.tsx");
    cornerToast.set(createElement(Refusal, null, read.refused));
    return;
  }
  const isFree = typed().trim() === "" || typed() === read.text;
  if (isFree || await ask(QUESTION)) take(read.text, read.byte);
}

import { useEffect, useRef, useState } from "react";
import { announce } from "../../lib/screen.ts";
import { Button } from "./button.tsx";
import { WholeName } from "./whole-name.tsx";

/** How long 'Copied!' is shown (docs/decisions.md, "Words and file names"). */
const COPIED_FOR = 2000;

interface CopyButtonProps {
  /** The text to copy; a function if it is expensive to build. */
  text: string | (() => string);
  /** The accessible name, such as "Copy CSR"; the button itself shows only `label`. */
  name?: string;
  label?: string;
  /** Shows only the icon, at the end of a dense row. */
  icon?: boolean;
  /** Called when the text has been copied. */
  onCopied?: () => void;
}

/** After a click, both its text and its accessible name are "Copied!" for two seconds. */
export function CopyButton(
  { text, label = "Copy", name = label, icon = false, onCopied }: CopyButtonProps,
) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    if (!(await writeClipboard(typeof text === "string" ? text : text()))) return;
    setCopied(true);
    announce("Copied!");
    onCopied?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_FOR);
  };
  return (
    <Button
      size={icon ? "tiny" : "small"}
      kind={icon ? "quiet" : "outline"}
      icon={copied ? "check" : "copy"}
      data-copy={icon || undefined}
      onClick={copy}
    >
      {copied ? "Copied!" : <WholeName name={name} shown={icon ? "" : label} />}
    </Button>
  );
}

/** Returns whether it worked. The Clipboard API is missing on plain http and in frames without permission. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  document.body.append(area);
  area.select();
  // Deprecated, but the only way without the Clipboard API.
  const worked = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return worked;
}

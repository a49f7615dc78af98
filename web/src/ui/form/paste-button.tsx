import { useState } from "react";
import { useHere } from "../../lib/hooks.ts";
import { Button } from "../base/button.tsx";

interface PasteButtonProps {
  /** The id of the field's label. The name of the button itself does not contain it. */
  describedBy: string;
  disabled?: boolean;
  small?: boolean;
  kind?: "outline" | "quiet";
  onPaste: (text: string) => void;
  /** Called with a sentence if the clipboard cannot be read or holds no text. */
  onRefused: (reason: string) => void;
}

/** Fills a field from the clipboard. Left out where the browser has no such function. */
export function PasteButton(
  { describedBy, disabled, small, kind, onPaste, onRefused }: PasteButtonProps,
) {
  const reads = useHere(() => navigator.clipboard?.readText !== undefined, true);
  const [busy, setBusy] = useState(false);
  if (!reads) return null;
  const paste = async () => {
    setBusy(true);
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() === "") onRefused("There is no text to paste. Copy it first.");
      else onPaste(text);
    } catch {
      // The user or a policy refused, or the browser shows no prompt.
      onRefused("The browser did not let us paste. Press and hold the field, then choose Paste.");
    }
    setBusy(false);
  };
  return (
    <Button
      kind={kind}
      size={small ? "small" : undefined}
      aria-describedby={describedBy}
      disabled={disabled || busy}
      onClick={paste}
    >
      Paste
    </Button>
  );
}

import type { TextareaHTMLAttributes } from "react";
import type { Ref } from "react";

interface PlainTextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Called with the whole text after each change. `isPaste`: the change was a paste. */
  onText: (text: string, isPaste: boolean) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area for PEM and other data. The browser neither changes nor stores the text. */
export function PlainTextArea({ onText, ...area }: PlainTextAreaProps) {
  return (
    <textarea
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      {...area}
      onChange={(event) => onText(event.currentTarget.value, isPaste(event.nativeEvent))}
    />
  );
}

/**
 * Whether an input event comes from a paste (Input Events Level 2, 4.1.1). The paste event is not used,
 * because it also fires when no text is inserted, for example for an image.
 */
const isPaste = (event: Event): boolean => (event as InputEvent).inputType === "insertFromPaste";

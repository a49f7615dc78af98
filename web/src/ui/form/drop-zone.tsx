import {
  type ChangeEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { Button } from "../base/button.tsx";
import { type DroppedFile, filesOfDrop, filesOfInput } from "./dropped-files.ts";
import { FileButton } from "./file-button.tsx";
import * as styles from "./drop-zone.module.css";
import { Hidden } from "../base/hidden.tsx";
import { Icon } from "../base/icon.tsx";
import { PasteButton } from "./paste-button.tsx";
import { PlainTextArea } from "./plain-text-area.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";

/** A second action for the button, which only some texts have. */
export interface TextAction {
  label: string;
  /** The effect of the action, in a sentence next to the button; "" if its label is enough. */
  note: string;
  /** Whether Enter in the text area runs it. */
  onEnter: boolean;
  run: () => void;
}

interface DropZoneProps {
  heading: string;
  /** The heading where nothing can be dropped. */
  touchHeading?: string;
  /** The accepted data, in a sentence. */
  children?: ReactNode;
  /** The accessible name of the text area. */
  label: string;
  placeholder: string;
  /** Smaller, when the page already shows a result. */
  compact?: boolean;
  /** The label of the button that submits the text. */
  action: string;
  disabled?: boolean;
  /** The reason why a text was refused. */
  error?: string | null;
  onFiles: (files: DroppedFile[]) => void;
  onText: (text: string) => void;
  /** Returns the action that takes the place of `action` for a text; null for any other text. */
  actionFor?: (text: string) => TextAction | null;
  /** Called with the whole text after a paste. Return true to take it without a click. */
  onPasted?: (text: string) => boolean;
  /** Called with every change of the text. */
  onTyped?: (text: string) => void;
  /** Takes the place of `children`: the recognized kind of the text. */
  recognized?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Accepts any number of files, folders and texts: dropped, chosen, pasted or typed. */
export function DropZone(
  {
    heading,
    touchHeading = heading,
    children,
    label,
    placeholder,
    action,
    compact,
    disabled,
    error,
    onFiles,
    onText,
    actionFor,
    onPasted,
    onTyped,
    recognized,
    ref,
  }: DropZoneProps,
) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [text, setText] = useState("");
  /** Why the clipboard could not be read. */
  const [refused, setRefused] = useState("");
  const change = (value: string) => {
    setText(value);
    setRefused("");
    onTyped?.(value);
  };
  // The text may be a private key.
  useClearedOnLeave(() => change(""));

  const special = actionFor?.(text) ?? null;
  const act = () => {
    change("");
    if (special) special.run();
    else onText(text);
  };
  const paste = (value: string) => {
    const taken = !disabled && onPasted?.(value);
    change(taken ? "" : value);
  };
  const problem = error || refused;
  const onDrop = async (event: DragEvent) => {
    setOver(false);
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (disabled) return;
    const files = await filesOfDrop(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  };
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const files = filesOfInput(input);
    // Empty the input, so that the user can choose the same files again.
    input.value = "";
    if (files.length > 0) onFiles(files);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || event.nativeEvent.isComposing) return;
    const isShortcut = event.ctrlKey || event.metaKey;
    const isPlain = !isShortcut && !event.shiftKey && !event.altKey;
    if (!isShortcut && !(isPlain && special?.onEnter)) return;
    event.preventDefault();
    if (!disabled) act();
  };
  return (
    <div
      className={styles.zone}
      data-over={over}
      data-compact={compact}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(event.dataTransfer.types.includes("Files"));
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.head}>
        <Icon name="file" size={compact ? 20 : 28} />
        <h2 className={styles.heading}>
          <span className={styles.drops}>{heading}</span>
          <span className={styles.opens}>{touchHeading}</span>
        </h2>
      </div>
      <Hidden>
        <label id={`${id}-label`} htmlFor={id}>{label}</label>
      </Hidden>
      <PlainTextArea
        ref={ref}
        id={id}
        className={styles.text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        rows={compact ? 1 : 3}
        enterKeyHint={special?.onEnter ? "go" : "enter"}
        placeholder={placeholder}
        value={text}
        onText={(value, isPaste) => isPaste ? paste(value) : change(value)}
        onKeyDown={onKeyDown}
      />
      {problem && <p id={`${id}-error`} className={styles.error}>{problem}</p>}
      <div className={styles.actions}>
        <div className={styles.pair}>
          <Button
            kind="filled"
            disabled={disabled}
            aria-describedby={special?.note ? `${id}-note` : undefined}
            onClick={act}
          >
            {special?.label ?? action}
          </Button>
          <PasteButton
            describedBy={`${id}-label`}
            disabled={disabled}
            onPaste={paste}
            onRefused={setRefused}
          />
        </div>
        <div className={styles.pair}>
          <FileButton icon="file" multiple {...{ disabled, onChange }}>
            Open files
          </FileButton>
          <span className={styles.folder}>
            <FileButton
              icon="folder"
              folder
              multiple
              {...{ disabled, onChange }}
            >
              Open folder
            </FileButton>
          </span>
        </div>
      </div>
      {children && !compact && (
        <div className={styles.slot}>
          <p className={styles.hint}>{children}</p>
          <div className={styles.recognized}>
            {special?.note && <p id={`${id}-note`}>{special.note}</p>}
            {recognized}
          </div>
        </div>
      )}
    </div>
  );
}

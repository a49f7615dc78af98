import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { Button } from "../base/button.tsx";
import { type DroppedFile, filesOfDrop, filesOfInput } from "./dropped-files.ts";
import * as styles from "./drop-zone.module.css";
import { Icon } from "../base/icon.tsx";
import { isPaste, PLAIN_TEXT } from "./text-area.ts";
import type { IconName } from "../base/icon-name.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";

interface DropZoneProps {
  heading: string;
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
  /** Called with the whole text after a paste. Return true to take it without a click. */
  onPasted?: (text: string) => boolean;
  /** Called with every change of the text. */
  onTyped?: (text: string) => void;
  /** Shown below the text: its recognized kind. */
  recognized?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Accepts any number of files, folders and texts: dropped, chosen, pasted or typed. */
export function DropZone(
  {
    heading,
    children,
    label,
    placeholder,
    action,
    compact,
    disabled,
    error,
    onFiles,
    onText,
    onPasted,
    onTyped,
    recognized,
    ref,
  }: DropZoneProps,
) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [text, setText] = useState("");
  const change = (value: string) => {
    setText(value);
    onTyped?.(value);
  };
  // The text may be a private key.
  useClearedOnLeave(() => change(""));

  const take = (value: string) => {
    change("");
    onText(value);
  };
  const onDrop = async (event: DragEvent) => {
    setOver(false);
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (disabled) return;
    const files = await filesOfDrop(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!disabled) take(text);
    }
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
        <div>
          <h2 className={styles.heading}>{heading}</h2>
          {children && !compact && <p className={styles.hint}>{children}</p>}
        </div>
      </div>
      <textarea
        ref={ref}
        className={styles.text}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        rows={compact ? 1 : 3}
        {...PLAIN_TEXT}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          const value = event.currentTarget.value;
          const taken = isPaste(event.nativeEvent) && !disabled && onPasted?.(value);
          change(taken ? "" : value);
        }}
        onKeyDown={onKeyDown}
      />
      {error && <p id={`${id}-error`} className={styles.error}>{error}</p>}
      {recognized}
      <div className={styles.actions}>
        <Button kind="filled" disabled={disabled} onClick={() => take(text)}>{action}</Button>
        <FileButton icon="file" label="Open files" disabled={disabled} onFiles={onFiles} />
        <FileButton
          icon="folder"
          label="Open folder"
          folder
          disabled={disabled}
          onFiles={onFiles}
        />
      </div>
    </div>
  );
}

interface FileButtonProps {
  icon: IconName;
  label: string;
  folder?: boolean;
  disabled?: boolean;
  onFiles: (files: DroppedFile[]) => void;
}

function FileButton({ icon, label, folder, disabled, onFiles }: FileButtonProps) {
  return (
    <span className={styles.file} data-disabled={disabled} data-folder={folder}>
      <Icon name={icon} size={18} />
      <span aria-hidden="true">{label}</span>
      <input
        type="file"
        aria-label={label}
        multiple
        disabled={disabled}
        {...folder ? { webkitdirectory: "" } : {}}
        onChange={(event) => {
          const input = event.currentTarget;
          const files = filesOfInput(input);
          // Empty the input, so that the user can choose the same files again.
          input.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </span>
  );
}

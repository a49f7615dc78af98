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
import { isPaste } from "./text-area.ts";
import type { IconName } from "../base/icon-name.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";

interface DropZoneProps {
  heading: string;
  /** What may be dropped, in a sentence. */
  children?: ReactNode;
  /** The text area's name, and its placeholder. */
  label: string;
  placeholder: string;
  /** Smaller, where there is something to see already. */
  compact?: boolean;
  /** The text of the button that takes what was typed. */
  action: string;
  disabled?: boolean;
  /** Why a text was not taken. */
  error?: string | null;
  onFiles: (files: DroppedFile[]) => void;
  onText: (text: string) => void;
  /** After a paste, with the whole text: true takes it, and the button is not needed. */
  onPasted?: (text: string) => boolean;
  /** With every change of the text. */
  onTyped?: (text: string) => void;
  /** Shown below the text: what it was recognized as. */
  recognized?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** One place for any number of files, folders and texts: dropped, chosen, pasted or typed. */
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
  // It may be a key.
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
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
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
          // Emptied, so that the same files can be chosen again.
          input.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </span>
  );
}

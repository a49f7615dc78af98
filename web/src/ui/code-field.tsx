import { type DragEvent, type Ref, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./code.module.css";
import { Field, type FieldBase } from "./field.tsx";
import { readAsText } from "./read-file.ts";
import { Icon } from "./icon.tsx";

export interface CodeFieldProps extends FieldBase {
  value: string;
  onChange: (value: string) => void;
  /** After a paste or a file, with the whole new value: a tool that only reads may run at once. */
  onFill?: (value: string) => void;
  placeholder?: string;
  rows?: number;
  /** Endings and media types that the file dialog offers first. */
  accept?: string;
  /** Several files are put one below the other. */
  multiple?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area for PEM, which takes dropped and chosen files too, DER among them. */
export function CodeField(
  { value, onChange, onFill, placeholder, rows = 14, accept, multiple, ref, ...field }:
    CodeFieldProps,
) {
  const [fileError, setFileError] = useState("");
  const [over, setOver] = useState(false);
  const pasted = useRef(false);

  useEffect(keepFilesOnPage, []);

  const change = (text: string) => {
    setFileError("");
    onChange(text);
  };
  const readFiles = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const read = await Promise.all(
      files.slice(0, multiple ? undefined : 1).map((file) => readAsText(file)),
    );
    const texts: string[] = [];
    for (const each of read) {
      if ("error" in each) return setFileError(each.error);
      texts.push(each.text);
    }
    const text = texts.join("\n");
    change(text);
    onFill?.(text);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    readFiles(files);
  };

  return (
    <Field
      {...field}
      error={fileError || field.error}
      aside={
        <span className={styles.file}>
          <Icon name="file" size={14} />
          <span aria-hidden="true">Open file</span>
          <input
            type="file"
            aria-label={`Open file for ${field.label}`}
            accept={accept}
            multiple={multiple}
            onChange={(event) => {
              const input = event.currentTarget;
              // Emptied, so that the same file can be chosen again after an edit.
              readFiles([...input.files ?? []]).then(() => input.value = "");
            }}
          />
        </span>
      }
    >
      {(control) => (
        <div
          className={styles.drop}
          data-over={over}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(event.dataTransfer.types.includes("Files"));
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <textarea
            {...control}
            ref={ref}
            className={classNames(styles.well, styles.area)}
            rows={rows}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            placeholder={placeholder}
            value={value}
            onPaste={() => pasted.current = true}
            onChange={(event) => {
              const text = event.currentTarget.value;
              change(text);
              if (pasted.current) onFill?.(text);
              pasted.current = false;
            }}
          />
        </div>
      )}
    </Field>
  );
}

/** A file dropped beside the field would make the browser leave the page and lose what is typed. */
function keepFilesOnPage(): () => void {
  const prevent = (event: Event) => event.preventDefault();
  addEventListener("dragover", prevent);
  addEventListener("drop", prevent);
  return () => {
    removeEventListener("dragover", prevent);
    removeEventListener("drop", prevent);
  };
}

import {
  type DragEvent,
  type Ref,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { MAX_TEXT_LENGTH } from "../../../../core/kernel/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";
import { ElsewhereContext, type Takes } from "./elsewhere.ts";
import { Field, type FieldBase } from "./field.tsx";
import { FileButton } from "./file-button.tsx";
import { PasteButton } from "./paste-button.tsx";
import { PlainTextArea } from "./plain-text-area.tsx";
import { showErrorOf } from "../../lib/screen.ts";

/**
 * From this length on, a paste sets the value of the text area at once. The browser would insert line
 * by line, to support undo, which freezes the page for half a minute at 10 MiB, and for half a second at
 * 20 kB in a page with thousands of rows. The user cannot undo a paste of this length.
 */
const BULK_LENGTH = 16 * 1024;

interface CodeFieldProps extends FieldBase {
  value: string;
  onChange: (value: string) => void;
  /** The kind of text that belongs here. For other kinds, the tools that open them are offered. */
  takes: Takes;
  /** Called with the new value after a paste or a file: a tool that only reads may run at once. */
  onFill?: (value: string) => void;
  placeholder?: string;
  rows?: number;
  /** File name extensions and media types for the file dialog. */
  accept?: string;
  /** Accepts several files and joins their texts. */
  multiple?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Loads the code that reads files with the first file. */
async function readFile(file: Blob): ReturnType<typeof import("./read-file.ts").readAsText> {
  try {
    return await (await import("./read-file.ts")).readAsText(file);
  } catch {
    return { error: TEXT.fileUnreadable };
  }
}

/** A text area for PEM. It also accepts dropped and chosen files, including DER. */
export function CodeField(
  { value, onChange, takes, onFill, placeholder, rows = 9, accept, multiple, ref, ...field }:
    CodeFieldProps,
) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!);
  /** The reason why a file or a paste was refused. */
  const [refused, setRefused] = useState("");
  useEffect(() => refused === "" ? undefined : showErrorOf(area.current!), [refused]);
  const [over, setOver] = useState(false);
  const Elsewhere = useContext(ElsewhereContext);

  const refuseLength = (length: number) => {
    import("./read-file.ts").then(
      ({ tooLarge }) => setRefused(tooLarge(field.label, length, MAX_TEXT_LENGTH)),
      () => setRefused(`${field.label} is too large`),
    );
  };
  const onBulkInput = useEffectEvent((event: InputEvent) => {
    const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (text.length < BULK_LENGTH) return;
    event.preventDefault();
    const element = area.current!;
    const { selectionStart, selectionEnd } = element;
    const length = element.value.length - (selectionEnd - selectionStart) + text.length;
    if (length > MAX_TEXT_LENGTH) return refuseLength(length);
    element.setRangeText(text, selectionStart, selectionEnd, "end");
    const whole = element.value;
    change(whole);
    if (event.inputType === "insertFromPaste") onFill?.(whole);
  });
  useEffect(() => {
    const element = area.current!;
    // React's event of this name is a different one, and comes too late to be prevented.
    const listener = (event: InputEvent) => onBulkInput(event);
    element.addEventListener("beforeinput", listener);
    return () => element.removeEventListener("beforeinput", listener);
  }, []);

  const change = (text: string) => {
    setRefused("");
    onChange(text);
  };
  const paste = (text: string) => {
    if (text.length > MAX_TEXT_LENGTH) return refuseLength(text.length);
    change(text);
    onFill?.(text);
    area.current!.focus();
  };
  const readFiles = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const read = await Promise.all(
      files.slice(0, multiple ? undefined : 1).map(readFile),
    );
    const texts: string[] = [];
    for (const each of read) {
      if ("error" in each) return setRefused(each.error);
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
    <>
      <Field
        {...field}
        error={refused || field.error}
        aside={(label) => (
          <span className={styles.fill}>
            <PasteButton
              describedBy={label}
              kind="quiet"
              small
              onPaste={paste}
              onRefused={setRefused}
            />
            <FileButton
              describedBy={label}
              kind="quiet"
              size="small"
              icon="file"
              accept={accept}
              multiple={multiple}
              onChange={(event) => {
                const input = event.currentTarget;
                // Empty the input, so that the user can choose the same file again after an edit.
                readFiles([...input.files ?? []]).then(() => input.value = "");
              }}
            >
              Open file
            </FileButton>
          </span>
        )}
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
            <PlainTextArea
              {...control}
              ref={area}
              className={classNames(styles.well, styles.area)}
              rows={rows}
              placeholder={placeholder}
              value={value}
              onText={(text, isPaste) => {
                change(text);
                if (isPaste) onFill?.(text);
              }}
            />
          </div>
        )}
      </Field>
      {Elsewhere && value !== "" && (
        <Elsewhere text={value} takes={takes} hasError={Boolean(field.error)} />
      )}
    </>
  );
}

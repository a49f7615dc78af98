import {
  type ComponentType,
  createContext,
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
import { Field, type FieldBase } from "./field.tsx";
import { Icon } from "../base/icon.tsx";
import { isPaste } from "./text-area.ts";
import { showErrorOf } from "../../lib/screen.ts";

/**
 * Longer text is inserted as a whole. The browser's own way, line by line with a step of undo,
 * freezes the page for half a minute at 10 MiB, and for half a second at 20 kB in a page with
 * thousands of rows. Undo is lost for such texts; shorter ones keep it.
 */
const BULK_LENGTH = 16 * 1024;

/** How errors begin that say what a text is, or that it is not what the field is for. */
const WRONG_THING = /^This is /;

interface CodeFieldProps extends FieldBase {
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

/** The code that reads files is loaded with the first file. */
async function readFile(file: Blob): ReturnType<typeof import("./read-file.ts").readAsText> {
  try {
    return await (await import("./read-file.ts")).readAsText(file);
  } catch {
    return { error: TEXT.fileUnreadable };
  }
}

/** A text area for PEM, which takes dropped and chosen files too, DER among them. */
export function CodeField(
  { value, onChange, onFill, placeholder, rows = 14, accept, multiple, ref, ...field }:
    CodeFieldProps,
) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!);
  /** Why a file or a paste was refused. */
  const [refused, setRefused] = useState("");
  useEffect(() => refused === "" ? undefined : showErrorOf(area.current!), [refused]);
  const [over, setOver] = useState(false);
  const Elsewhere = useContext(ElsewhereContext);

  const onBulkInput = useEffectEvent((event: InputEvent) => {
    const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (text.length < BULK_LENGTH) return;
    event.preventDefault();
    const element = area.current!;
    const { selectionStart, selectionEnd } = element;
    const length = element.value.length - (selectionEnd - selectionStart) + text.length;
    if (length > MAX_TEXT_LENGTH) {
      import("./read-file.ts").then(
        ({ tooLarge }) => setRefused(tooLarge(field.label, length, MAX_TEXT_LENGTH)),
        () => setRefused(`${field.label} is too large`),
      );
      return;
    }
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
              ref={area}
              className={classNames(styles.well, styles.area)}
              rows={rows}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              placeholder={placeholder}
              value={value}
              onChange={(event) => {
                const text = event.currentTarget.value;
                change(text);
                if (isPaste(event.nativeEvent)) onFill?.(text);
              }}
            />
          </div>
        )}
      </Field>
      {Elsewhere && value !== "" && WRONG_THING.test(field.error ?? "") && (
        <Elsewhere text={value} />
      )}
    </>
  );
}

/** Offers the tools that open a text; null where there are none, as in the popup. */
export const ElsewhereContext = createContext<ComponentType<{ text: string }> | null>(null);

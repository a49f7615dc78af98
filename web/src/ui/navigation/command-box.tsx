/** A dialog with one field and a list of suggestions (ARIA Authoring Practices, "Combobox"). */
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { counted } from "../../../../core/kernel/formatting.ts";
import { Hidden } from "../base/hidden.tsx";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import * as styles from "./command-box.module.css";

interface CommandOption {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
}

interface CommandBoxProps<Option extends CommandOption> {
  /** The name of the dialog and of its field. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  options: readonly Option[];
  /** The options of the current text; those that are shown may still be of the text before. */
  latest: () => readonly Option[];
  onPick: (option: Option) => void;
  /** A sentence above the list. */
  note?: string;
  /** Called with files that were pasted or dropped. */
  onFiles: (transfer: DataTransfer) => void;
  onClose: () => void;
  /** Buttons below the list. */
  children: ReactNode;
}

export function CommandBox<Option extends CommandOption>(
  {
    label,
    placeholder,
    value,
    onChange,
    options,
    latest,
    onPick,
    note,
    onFiles,
    onClose,
    children,
  }: CommandBoxProps<Option>,
) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState({ at: 0, of: value });
  // A changed text changes the suggestions, and the first is active again.
  const at = chosen.of === value ? Math.min(chosen.at, options.length - 1) : 0;
  useEffect(() => dialog.current!.showModal(), []);

  const move = (to: number) => {
    const next = (to + options.length) % options.length;
    setChosen({ at: next, of: value });
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const pick = (option: Option | undefined) => {
    if (!option) return;
    dialog.current!.close();
    onPick(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    if (event.key === "ArrowDown") move(at + 1);
    else if (event.key === "ArrowUp") move(at - 1);
    else if (event.key === "Enter") pick(latest()[at]);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event;
    if (clipboardData.types.includes("Files")) {
      event.preventDefault();
      return onFiles(clipboardData);
    }
    // A field of one line would drop the line ends of PEM.
    const text = clipboardData.getData("text/plain");
    if (!text.includes("\n")) return;
    event.preventDefault();
    onChange(text);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.types.includes("Files")) onFiles(event.dataTransfer);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className={styles.inside}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <div>
          {note && <p className={styles.note}>{note}</p>}
          <ul
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className={styles.options}
          >
            {options.map((option, index) => (
              <li
                key={index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className={styles.option}
                onClick={() => pick(option)}
              >
                <Icon name={option.icon} />
                {option.label}
                <small>{option.hint}</small>
              </li>
            ))}
          </ul>
          <Hidden>
            <span role="status">
              {note ? `${note} ` : ""}
              {counted(options.length, "suggestion")}
            </span>
          </Hidden>
        </div>
        <div className={styles.foot}>{children}</div>
      </div>
    </dialog>
  );
}

/** A list of short texts that can be added, changed and removed. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefCallback,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { Button } from "../base/button.tsx";
import { ElsewhereContext } from "./elsewhere.ts";
import * as styles from "./editable-list.module.css";
import * as fieldStyles from "./field.module.css";
import { Icon } from "../base/icon.tsx";
import { Row } from "../layout/layout.tsx";
import { namesIn } from "../../lib/names-in.ts";
import { classNames } from "../../lib/text.ts";

interface EditableListProps {
  label: string;
  items: readonly string[];
  onChange: (items: readonly string[]) => void;
  /** The label of an item's field. */
  itemLabel: (index: number) => string;
  /** The label of the button that adds an item. */
  add: string;
  /** Returns the error of an item. */
  errorOf: (index: number) => string | null;
  /** Returns the ref for the field of an item. */
  refOf?: (index: number) => Ref<HTMLInputElement>;
  /** The error of the list. */
  error?: string | null;
  hint?: string;
  placeholder?: string;
  /** Items that are missing, in groups: a button adds each group. */
  offers?: readonly (readonly string[])[];
  /** Further buttons next to the one that adds an item. */
  actions?: ReactNode;
  /** The ref for the whole list. */
  ref?: RefCallback<HTMLElement>;
}

export function EditableList(
  {
    label,
    items,
    onChange,
    itemLabel,
    add,
    errorOf,
    refOf,
    error,
    hint,
    placeholder,
    offers = [],
    actions,
    ref,
  }: EditableListProps,
) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const Elsewhere = useContext(ElsewhereContext);
  /** The index of the field to focus after the next render; -1 for the Add button. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const fields = root.current!.querySelectorAll("input");
    const button = root.current!.querySelector<HTMLElement>("[data-add] button");
    (fields[wanted.current] ?? button)?.focus();
    wanted.current = null;
  });

  const addAfter = (index: number) => {
    wanted.current = index + 1;
    onChange(items.toSpliced(index + 1, 0, ""));
  };
  const addGroup = (group: readonly string[]) => {
    const kept = items.filter((item) => item.trim() !== "");
    // The pressed button disappears. The focus goes on to the last item that it added.
    wanted.current = kept.length + group.length - 1;
    onChange([...kept, ...group]);
  };
  const removeAt = (index: number) => {
    wanted.current = items.length > 1 ? Math.min(index, items.length - 2) : -1;
    onChange(items.toSpliced(index, 1));
  };
  const change = (index: number, text: string) => {
    const parts = isPem(text) ? [] : namesIn(text);
    onChange(parts.length > 1 ? items.toSpliced(index, 1, ...parts) : items.with(index, text));
  };
  /** Splits a pasted list into items and reduces a URL to its host name. */
  const onPaste = (index: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text/plain");
    const names = isPem(text) ? [] : namesIn(text);
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionEnd! - selectionStart! === value.length;
    if (names.length === 0 || names.length === 1 && !isWhole) return;
    event.preventDefault();
    wanted.current = index + names.length - 1;
    const kept = isWhole ? names : [...namesIn(value), ...names];
    onChange(items.toSpliced(index, 1, ...kept));
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter moves to the next item and does not submit an incomplete form.
    event.preventDefault();
    if (items[index].trim() !== "") addAfter(index);
  };

  return (
    <div
      ref={(element) => {
        root.current = element;
        return ref?.(element);
      }}
      role="group"
      aria-labelledby={id}
      aria-describedby={classNames(error && `${id}-error`, hint && `${id}-hint`) || undefined}
      className={fieldStyles.field}
    >
      <span id={id} className={fieldStyles.name}>{label}</span>
      {items.map((item, index) => {
        const fault = errorOf(index);
        return (
          <div key={index} className={styles.item}>
            <input
              ref={refOf?.(index)}
              aria-label={itemLabel(index)}
              aria-invalid={fault !== null}
              aria-describedby={fault === null ? undefined : `${id}-error-${index}`}
              className={fieldStyles.control}
              spellCheck={false}
              autoCapitalize="off"
              inputMode="url"
              enterKeyHint="next"
              placeholder={placeholder}
              value={item}
              onChange={(event) => change(index, event.currentTarget.value)}
              onKeyDown={onKeyDown(index)}
              onPaste={onPaste(index)}
            />
            <Button
              kind="quiet"
              icon="close"
              // Without the field's label, so that the label finds only the field.
              aria-label={`Remove entry ${index + 1}`}
              onClick={() => removeAt(index)}
            />
            {Elsewhere && isPem(item) && <Elsewhere text={item} takes="words" hasError={false} />}
            {fault !== null && (
              <p id={`${id}-error-${index}`} className={fieldStyles.error}>
                <Icon name="warn" size={14} />
                {fault}
              </p>
            )}
          </div>
        );
      })}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <Icon name="warn" size={14} />
          {error}
        </p>
      )}
      <div data-add>
        <Row gap={2}>
          <Button size="small" icon="add" onClick={() => addAfter(items.length - 1)}>{add}</Button>
          {offers.map((group) => (
            <Button
              key={group.join()}
              size="small"
              onClick={() => addGroup(group)}
            >
              {`Add ${group.join(" and ")}`}
            </Button>
          ))}
          {actions}
        </Row>
      </div>
      {hint && <p id={`${id}-hint`} className={fieldStyles.hint}>{hint}</p>}
    </div>
  );
}

/** PEM is not a list of names, although it has spaces and line ends. */
const isPem = (text: string) => text.includes("-----BEGIN ");

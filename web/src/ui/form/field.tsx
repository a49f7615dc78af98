/**
 * Native form elements with labels. The asterisk of a required field is outside the label, so that it
 * is not part of the accessible name. An error is shown only under its field.
 */
import {
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useMemo,
} from "react";
import { classNames } from "../../lib/text.ts";
import { ElsewhereContext } from "./elsewhere.ts";
import * as styles from "./field.module.css";
import { Icon } from "../base/icon.tsx";
import { useHere } from "../../lib/hooks.ts";

export interface FieldBase {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  /** The error text; absent or empty without an error. */
  error?: string | null;
}

interface ControlIds {
  id: string;
  "aria-required": boolean | undefined;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldBase {
  /** At the end of the label's line. Buttons there are described by the label, whose id they get. */
  aside?: ReactNode | ((labelId: string) => ReactNode);
  children: (control: ControlIds) => ReactNode;
}

/** Connects label, control, hint and error for screen readers. */
export function Field({ label, required, hint, error, aside, children }: FieldProps) {
  const id = useId();
  // Only for fields with such buttons, to keep the prerendered documents small.
  const labelId = typeof aside === "function" ? `${id}-label` : undefined;
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <span className={styles.name}>
          <label id={labelId} htmlFor={id}>{label}</label>
          {required && <Star />}
        </span>
        {typeof aside === "function" ? aside(labelId!) : aside}
      </div>
      {children({
        id,
        // Not `required`: the page validates, and browsers would call an empty field invalid at once.
        "aria-required": required,
        "aria-invalid": Boolean(error),
        "aria-describedby": classNames(errorId, hintId) || undefined,
      })}
      {error && <ErrorLine id={errorId}>{error}</ErrorLine>}
      {hint && <p id={hintId} className={styles.hint}>{hint}</p>}
    </div>
  );
}

function Star() {
  return <span className={styles.star} aria-hidden="true">*</span>;
}

function ErrorLine({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="warn" size={14} />
      {children}
    </p>
  );
}

interface TextFieldProps extends FieldBase {
  value: string;
  onChange: (value: string) => void;
  type?: HTMLInputTypeAttribute;
  name?: string;
  placeholder?: string;
  /** Set it to "off" for secrets, because browsers restore autocompleted fields. */
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  autoCapitalize?: string;
  enterKeyHint?: InputHTMLAttributes<HTMLInputElement>["enterKeyHint"];
  maxLength?: number;
  disabled?: boolean;
  /** Fixed text before the input, such as https://. */
  prefix?: string;
  aside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField(
  { value, onChange, prefix, ref, label, required, hint, error, aside, ...input }: TextFieldProps,
) {
  const Elsewhere = useContext(ElsewhereContext);
  // Data in a line is offered to its tool, but never what may be a password.
  const isData = input.type !== "password" && DATA.test(value);
  return (
    <>
      <Field {...{ label, required, hint, error, aside }}>
        {(control) => {
          const element = (
            <input
              spellCheck={false}
              autoCapitalize="off"
              enterKeyHint="go"
              {...input}
              {...control}
              ref={ref}
              className={styles.control}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          );
          if (!prefix) return element;
          return (
            <div className={styles.affixed}>
              <span className={styles.affix} aria-hidden="true">{prefix}</span>
              {element}
            </div>
          );
        }}
      </Field>
      {Elsewhere && isData && <Elsewhere text={value} takes="words" hasError={false} />}
    </>
  );
}

/** PEM, or base64 that is longer than names and addresses. */
const DATA = /-----BEGIN |^\s*[A-Za-z0-9+/=\s]{100}/;

interface Option {
  value: string;
  text: string;
  /** Only for radio buttons. */
  disabled?: boolean;
}

const LONG_LIST = 20;

interface SelectFieldProps extends FieldBase {
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  name?: string;
  autoComplete?: string;
  disabled?: boolean;
  aside?: ReactNode;
  ref?: Ref<HTMLSelectElement>;
}

export function SelectField(
  { value, options, onChange, ref, label, required, hint, error, aside, ...select }:
    SelectFieldProps,
) {
  // A long list is not part of the prerendered document. It appears after hydration.
  const shown = useHere(() => true, options.length < LONG_LIST)
    ? options
    : options.filter((option) => option.value === value);
  // Memoized elements, so that React does not compare them on each render.
  const children = useMemo(
    () => shown.map(({ value, text }) => <option key={value} value={value}>{text}</option>),
    [shown],
  );
  return (
    <Field {...{ label, required, hint, error, aside }}>
      {(control) => (
        <div className={styles.selectBox}>
          <select
            {...select}
            {...control}
            ref={ref}
            className={classNames(styles.control, styles.select)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {children}
          </select>
          <Icon name="chevron" size={16} />
        </div>
      )}
    </Field>
  );
}

interface RadioFieldProps extends FieldBase {
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** Radio buttons in a row, drawn as segments. */
export function RadioField(
  { label, required, hint, error, value, options, onChange }: RadioFieldProps,
) {
  const id = useId();
  const described = classNames(error && `${id}-error`, hint ? `${id}-hint` : "") || undefined;
  return (
    <div
      role="radiogroup"
      className={styles.field}
      aria-labelledby={id}
      aria-describedby={described}
      aria-required={required}
      aria-invalid={Boolean(error)}
    >
      <span className={styles.name}>
        <span id={id}>{label}</span>
        {required && <Star />}
      </span>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {hint && <p id={`${id}-hint`} className={styles.hint}>{hint}</p>}
    </div>
  );
}

interface CheckboxFieldProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
}

export function CheckboxField(
  { label, checked, disabled, onChange, hint }: CheckboxFieldProps,
) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && <p id={`${id}-hint`} className={styles.hint}>{hint}</p>}
      </div>
    </div>
  );
}

interface CheckboxGroupProps extends FieldBase {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A group of checkboxes with a common name and error. */
export function CheckboxGroup(
  { label, required, hint, error, ref, children }: CheckboxGroupProps,
) {
  const id = useId();
  return (
    <div
      ref={ref}
      role="group"
      className={styles.field}
      aria-labelledby={id}
      aria-describedby={classNames(error && `${id}-error`, hint ? `${id}-hint` : "") || undefined}
    >
      <span className={styles.name}>
        <span id={id}>{label}</span>
        {required && <Star />}
      </span>
      {children}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {hint && <p id={`${id}-hint`} className={styles.hint}>{hint}</p>}
    </div>
  );
}

interface RangeFieldProps extends FieldBase {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  ref?: Ref<HTMLInputElement>;
}

export function RangeField(
  { label, required, hint, error, value, min, max, onChange, ref }: RangeFieldProps,
) {
  return (
    <Field
      {...{ label, required, hint, error }}
      aside={<span className={styles.output} aria-hidden="true">{value}</span>}
    >
      {(control) => (
        <input
          {...control}
          // A slider always has a value.
          aria-required={undefined}
          ref={ref}
          type="range"
          className={styles.range}
          min={min}
          max={max}
          value={value}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}

/** A heading and a note for the fields below. */
export function GroupLine({ heading, children }: { heading: string; children: string }) {
  return (
    <div className={styles.group}>
      <h2>{heading}</h2>
      <p className={styles.hint}>{children}</p>
    </div>
  );
}

import { useId } from "react";
import { Icon } from "../base/icon.tsx";
import * as styles from "./select-inline.module.css";

interface SelectInlineProps {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
}

/** A small select with its label on the same line. */
export function SelectInline({ label, value, options, onChange }: SelectInlineProps) {
  const id = useId();
  return (
    <span className={styles.inline}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.box}>
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>{option.text}</option>
          ))}
        </select>
        <Icon name="chevron" size={14} />
      </span>
    </span>
  );
}

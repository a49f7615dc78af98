import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";
import { Field, type FieldBase } from "./field.tsx";
import { PLAIN_TEXT } from "./text-area.ts";

interface CodeAreaProps extends FieldBase {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
}

/** A text area for a few lines of data. */
export function CodeArea({ value, onChange, rows = 8, ...field }: CodeAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className={classNames(styles.well, styles.area)}
          rows={rows}
          {...PLAIN_TEXT}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

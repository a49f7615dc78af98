import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";
import { Field, type FieldBase } from "./field.tsx";

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
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

import { classNames } from "../../lib/text.ts";
import * as styles from "../base/code.module.css";
import { Field, type FieldBase } from "./field.tsx";
import { PlainTextArea } from "./plain-text-area.tsx";

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
        <PlainTextArea
          {...control}
          className={classNames(styles.well, styles.area)}
          rows={rows}
          value={value}
          onText={onChange}
        />
      )}
    </Field>
  );
}

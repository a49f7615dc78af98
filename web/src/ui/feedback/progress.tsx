import { Button } from "../base/button.tsx";
import * as styles from "./progress.module.css";

interface ProgressProps {
  /** The running task, such as "Reading files". */
  label: string;
  done: number;
  total: number;
  /** The progress in words, such as "300 of 1,381". */
  text: string;
  onCancel: () => void;
}

/** The progress of a long task, with a Cancel button. */
export function Progress({ label, done, total, text, onCancel }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span>{label}</span>
        <span className={styles.text}>{text}</span>
      </div>
      <progress aria-label={label} value={done} max={Math.max(1, total)} />
      <Button size="small" onClick={onCancel}>Cancel</Button>
    </div>
  );
}

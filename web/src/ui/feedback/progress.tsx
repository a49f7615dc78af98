import { Button } from "../base/button.tsx";
import * as styles from "./progress.module.css";

interface ProgressProps {
  /** What is under way: "Reading files". */
  label: string;
  done: number;
  total: number;
  /** In words beside the bar: "300 of 1,381". */
  text: string;
  onCancel: () => void;
}

/** How far long work has come, with Cancel. */
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

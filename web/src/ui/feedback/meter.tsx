import { classNames } from "../../lib/text.ts";
import * as styles from "./meter.module.css";
import { type Tone, toneClass } from "../base/tone.ts";

interface MeterProps {
  /** What is measured. */
  label: string;
  /** How many steps are filled. */
  value: number;
  /** How many steps there are. */
  max: number;
  /** The value in words. */
  text: string;
  tone: Tone;
}

/** A bar of a few steps. The word for its value is beside it: colour alone says nothing. */
export function Meter({ label, value, max, text, tone }: MeterProps) {
  return (
    <div
      role="meter"
      className={classNames(styles.meter, toneClass(tone))}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      {Array.from({ length: max }, (_, step) => <span key={step} data-filled={step < value} />)}
    </div>
  );
}

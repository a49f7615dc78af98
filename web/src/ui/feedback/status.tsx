import type { ReactNode } from "react";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import * as styles from "./status.module.css";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";

/** A status word with an icon. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames(styles.pill, toneClass(tone))}>
      <Icon name={tone === "good" ? "check" : TONE_ICON[tone]} size={14} />
      {children}
    </span>
  );
}

interface MeterProps {
  /** The accessible name of the measure. */
  label: string;
  /** The number of filled steps. */
  value: number;
  /** The number of steps. */
  max: number;
  /** The value in words. */
  text: string;
  tone: Tone;
}

/** A bar of a few steps. Show its value in words next to it, because colour is not enough. */
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

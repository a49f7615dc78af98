import type { ReactNode } from "react";
import { ADVISED } from "../../../../core/kernel/texts.ts";
import * as styles from "./banner.module.css";
import { Button } from "../base/button.tsx";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";

interface BannerProps {
  tone?: Tone;
  /** A sentence of ours after a specified text is shown below it. */
  title: string;
  /** The meaning, or advice. */
  children?: ReactNode;
  /** Part of a result, so it is not announced separately. */
  quiet?: boolean;
  onDismiss?: () => void;
}

/** An error message that stays until it is dismissed. Screen readers announce it at once. */
export function Banner({ tone = "bad", title, children, quiet, onDismiss }: BannerProps) {
  const [heading, advice] = ADVISED.get(title) ?? [title];
  return (
    <div
      role={quiet ? undefined : "alert"}
      className={classNames(styles.banner, toneClass(tone))}
    >
      <Icon name={TONE_ICON[tone]} size={20} />
      <div className={styles.body}>
        <p className={styles.title}>{heading}</p>
        {advice && <p>{advice}.</p>}
        {children}
      </div>
      {onDismiss && <Button kind="quiet" size="small" onClick={onDismiss}>Dismiss</Button>}
    </div>
  );
}

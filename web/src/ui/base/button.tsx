import type { ButtonHTMLAttributes, Ref } from "react";
import * as styles from "./button.module.css";
import { classNames } from "../../lib/text.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-name.ts";

export interface ButtonLook {
  /** "filled" is the main action: at most one on a screen. */
  kind?: "filled" | "outline" | "quiet";
  /** "tiny" is for the end of a dense row. */
  size?: "normal" | "small" | "tiny";
  icon?: IconName;
  /** A quiet button without indent, aligned with the text above. */
  flush?: boolean;
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
}

export function Button(
  { kind = "outline", size = "normal", icon, flush, children, ...rest }: ButtonProps,
) {
  return (
    <button type="button" {...rest} className={buttonLook({ kind, size, flush })}>
      {icon && <Icon name={icon} size={size === "normal" ? 18 : 16} />}
      {children}
    </button>
  );
}

/** The classes of a button, also for links that look like a button. */
export function buttonLook({ kind = "outline", size = "normal", flush }: ButtonLook): string {
  return classNames(
    styles.button,
    styles[kind],
    size === "small" && styles.small,
    size === "tiny" && styles.tiny,
    flush && styles.flush,
  );
}

import type { ButtonHTMLAttributes, Ref } from "react";
import * as styles from "./button.module.css";
import { classNames } from "../../lib/text.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-name.ts";

export interface ButtonLook {
  /** The filled one is the main action: one on a screen. */
  kind?: "filled" | "outline" | "quiet";
  size?: "normal" | "small";
  icon?: IconName;
  /** A quiet button without an indent, in line with the text above. */
  flush?: boolean;
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
}

export function Button(
  { kind = "outline", size, icon, flush, children, ...rest }: ButtonProps,
) {
  return (
    <button type="button" {...rest} className={buttonLook({ kind, size, flush })}>
      {icon && <Icon name={icon} size={size === "small" ? 16 : 18} />}
      {children}
    </button>
  );
}

/** The classes of a button, for links that look like one. */
export function buttonLook({ kind = "outline", size = "normal", flush }: ButtonLook): string {
  return classNames(
    styles.button,
    styles[kind],
    size === "small" && styles.small,
    flush && styles.flush,
  );
}

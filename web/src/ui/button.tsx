import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "react-router-dom";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-name.ts";

interface Look {
  /** Filled is the one that acts: one a screen. */
  kind?: "filled" | "outline" | "quiet";
  size?: "normal" | "small";
  icon?: IconName;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "outline", size, icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={look({ kind, size })}>
      {icon && <Icon name={icon} size={size === "small" ? 16 : 18} />}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends Look {
  /** A path of this app, or an address elsewhere. */
  to: string;
  children: ReactNode;
}

/** Looks like a button and goes somewhere. */
export function ButtonLink({ kind = "outline", size, icon, to, children }: ButtonLinkProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} size={size === "small" ? 16 : 18} />}
      {children}
    </>
  );
  const className = look({ kind, size });
  return to.startsWith("/")
    ? <Link to={to} className={className}>{inside}</Link>
    : <a href={to} rel="noopener" className={className}>{inside}</a>;
}

function look({ kind = "outline", size = "normal" }: Look): string {
  return classNames(styles.button, styles[kind], size === "small" && styles.small);
}

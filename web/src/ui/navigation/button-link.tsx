import type { ReactNode } from "react";
import { type ButtonLook, buttonLook } from "../base/button.tsx";
import { Icon } from "../base/icon.tsx";
import { Link } from "./link.tsx";

interface ButtonLinkProps extends ButtonLook {
  /** A path of this app, or an address elsewhere. */
  to: string;
  /** Called when the link is followed in this window, before the page changes. */
  onFollow?: () => void;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, icon, to, onFollow, children }: ButtonLinkProps) {
  const className = buttonLook({ kind, size });
  const inside = (
    <>
      {icon && <Icon name={icon} size={size === "small" ? 16 : 18} />}
      {children}
    </>
  );
  return to.startsWith("/")
    ? <Link to={to} className={className} onFollow={onFollow}>{inside}</Link>
    : <a href={to} rel="noopener" className={className}>{inside}</a>;
}

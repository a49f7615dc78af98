import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this app. */
  to: string;
  /** Called when the link is followed in this window, before the page changes. */
  onFollow?: () => void;
}

/**
 * A link within the app, marked when it leads to the current page. The router's own Link also handles
 * routes, loaders and prefetching, and would add 4 kB to every first visit.
 */
export function Link({ to, onClick, onFollow, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey ||
      event.altKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    onFollow?.();
    // Like the browser: a link to the page that is shown adds no history entry.
    navigate(to, { replace: to === pathname });
  };
  return (
    <a
      aria-current={to === pathname ? "page" : undefined}
      {...rest}
      href={to}
      onClick={follow}
    />
  );
}

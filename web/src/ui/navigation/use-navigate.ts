/**
 * Goes to a page of this app. The router's own hook resolves relative paths, routes and loaders, none
 * of which are here, and is heavier than the rest of the router.
 */
import { useCallback, useContext } from "react";
import { UNSAFE_NavigationContext } from "react-router-dom";

interface Navigate {
  /** `to`: an absolute path, with a query where it has one. */
  (to: string, options?: { replace?: boolean }): void;
}

export function useNavigate(): Navigate {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  return useCallback((to, { replace = false } = {}) => {
    if (replace) navigator.replace(to);
    else navigator.push(to);
  }, [navigator]);
}

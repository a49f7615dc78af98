/** Asks before the page is left while something on it would be lost. */
import { useEffect } from "react";
import { type Question, useConfirm } from "../ui/feedback/confirm.tsx";

/** The part of the Navigation API that is used; not every browser has it. */
interface NavigateEvent extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly destination: { readonly sameDocument: boolean; readonly key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): { committed: Promise<unknown>; finished: Promise<unknown> };
}

/**
 * While `active`, closing or reloading the tab brings the browser's own question. Links within the
 * app, and Back and Forward if the browser lets them be stopped, bring `question`.
 */
export function useLeaveGuard(active: boolean, question: Question): void {
  const confirm = useConfirm();
  useEffect(() => {
    if (!active) return;
    let agreed = false;

    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!agreed) event.preventDefault();
    };
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || agreed) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await confirm(question))) return;
      agreed = true;
      // The click is repeated, because a link may do more than navigate.
      link.click();
    };
    const onNavigate = async (event: Event) => {
      const { navigationType, destination } = event as NavigateEvent;
      const stops = !agreed && event.cancelable && navigationType === "traverse" &&
        destination.sameDocument;
      if (!stops) return;
      event.preventDefault();
      if (!(await confirm(question))) return;
      agreed = true;
      navigation!.traverseTo(destination.key);
    };

    const { navigation } = globalThis as { navigation?: Navigation };
    addEventListener("beforeunload", onBeforeUnload);
    // Before React and its router see the click.
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [active, question, confirm]);
}

/** The link that a click follows within the app and in this tab, else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey ||
    event.altKey;
  if (modified || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return null;
  if (link.origin !== location.origin || link.pathname === location.pathname) return null;
  return link;
}

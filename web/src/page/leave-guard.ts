/** Asks before the page is left while something on it would be lost. */
import { useEffect } from "react";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import type { Question } from "../ui/feedback/questions.ts";

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

    // Without the Navigation API (Safari before 26.2) Back cannot be stopped: it leads to the same page
    // once more, whose entry is put back while the question is asked.
    const onPopState = async (event: PopStateEvent) => {
      if (agreed || isSecondEntry()) return;
      event.stopImmediatePropagation();
      pushSecondEntry();
      if (!(await confirm(question))) return;
      agreed = true;
      history.go(-2);
    };

    const { navigation } = globalThis as { navigation?: Navigation };
    if (!navigation) {
      if (!isSecondEntry()) pushSecondEntry();
      // In this phase, it comes before the router.
      addEventListener("popstate", onPopState, true);
    }
    addEventListener("beforeunload", onBeforeUnload);
    // Before React and its router see the click.
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      removeEventListener("popstate", onPopState, true);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [active, question, confirm]);
}

/** For the router, the second entry of a page is the first one: both have its state and address. */
function pushSecondEntry(): void {
  history.pushState({ ...history.state, second: true }, "", location.href);
}

const isSecondEntry = (): boolean => history.state?.second === true;

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

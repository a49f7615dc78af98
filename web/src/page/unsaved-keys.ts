/** The questions before keys are lost; loaded after the page is drawn, before it makes a key. */
import { useEffect, useEffectEvent } from "react";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import type { Question } from "../ui/feedback/questions.ts";
import type { Loss, UnsavedKeys } from "./losses.ts";

const LOSSES: Readonly<Record<Loss, { act: string; when: string; action?: string }>> = {
  leave: { act: "Leave without", when: "If you leave" },
  replace: { act: "Replace", when: "If you generate again", action: "Generate without" },
  remove: { act: "Remove", when: "If you remove it here", action: "Remove" },
};

/** The dialog that asks before keys are lost. Its main button saves everything, and then goes on. */
export function questionOn(loss: Loss, { what, of, save }: UnsavedKeys): Question {
  const { act, when, action = act } = LOSSES[loss];
  const [have, them, are] = what.endsWith("s")
    ? ["have", "them", "they are"]
    : ["has", "it", "it is"];
  const keys = what.endsWith("keys") ? "keys" : "key";
  return {
    heading: `${act} the ${what}?`,
    text: [
      `The ${what} of ${of} ${have} been neither copied nor downloaded. ${when}, ${are} lost.`,
      `The ZIP has everything that was made here. The private ${keys} in it ${
        keys === "keys" ? "are" : "is"
      } not encrypted.`,
    ],
    action: `${action} ${them}`,
    safe: { action: "Download all (ZIP)", save },
  };
}

/** The part of the Navigation API that this file uses. Not every browser supports it. */
interface NavigateEvent extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse";
  readonly destination: { readonly sameDocument: boolean; readonly key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): { committed: Promise<unknown>; finished: Promise<unknown> };
}

/**
 * Asks before the user leaves the page with unsaved keys. Closing or reloading the tab shows the browser's
 * own dialog. Links within the app show ours, and so do Back and Forward if the browser allows a page to
 * cancel them.
 */
export function LeaveGuard({ unsaved }: { unsaved: UnsavedKeys }) {
  const confirm = useConfirm();
  const mayLeave = useEffectEvent(() => confirm(questionOn("leave", unsaved)));
  useEffect(() => {
    let agreed = false;

    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!agreed) event.preventDefault();
    };
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || agreed) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await mayLeave())) return;
      agreed = true;
      // Repeat the click, because a link may do more than navigate.
      link.click();
    };
    const onNavigate = async (event: Event) => {
      const { navigationType, destination } = event as NavigateEvent;
      const stops = !agreed && event.cancelable && navigationType === "traverse" &&
        destination.sameDocument;
      if (!stops) return;
      event.preventDefault();
      if (!(await mayLeave())) return;
      agreed = true;
      navigation!.traverseTo(destination.key);
    };

    // Without the Navigation API (Safari before 26.2) Back cannot be cancelled. A second history entry of
    // the same page absorbs it, and is restored while the dialog is open.
    const onPopState = async (event: PopStateEvent) => {
      if (agreed || isSecondEntry()) return;
      event.stopImmediatePropagation();
      pushSecondEntry();
      if (!(await mayLeave())) return;
      agreed = true;
      history.go(-2);
    };

    const { navigation } = globalThis as { navigation?: Navigation };
    if (!navigation) {
      if (!isSecondEntry()) pushSecondEntry();
      // In the capture phase, so that it runs before the router's listener.
      addEventListener("popstate", onPopState, true);
    }
    addEventListener("beforeunload", onBeforeUnload);
    // In the capture phase, so that it runs before React and the router.
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      removeEventListener("popstate", onPopState, true);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, []);
  return null;
}

/** Copies the address and the router's state, so that the router treats both entries as one page. */
function pushSecondEntry(): void {
  history.pushState({ ...history.state, second: true }, "", location.href);
}

const isSecondEntry = (): boolean => history.state?.second === true;

/** Returns the link if the click navigates within the app in this tab, else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey ||
    event.altKey;
  if (modified || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return null;
  if (link.origin !== location.origin || link.pathname === location.pathname) return null;
  return link;
}

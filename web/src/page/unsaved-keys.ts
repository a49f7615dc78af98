/** Asks before a private key that was generated on this page is lost, if the user has not saved it. */
import { useEffect, useMemo, useState } from "react";
import { saveFile } from "../ui/base/download-button.tsx";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import type { Question } from "../ui/feedback/questions.ts";

export type KeyName = "private key" | "CA private key";

interface MadeKey {
  readonly name: KeyName;
  /** PEM; null without a key, or if the user supplied it. */
  readonly text: string | null | undefined;
  readonly filename: string;
  /** Whether the page keeps the key when new ones are generated. */
  readonly isKept?: boolean;
}

interface UnsavedKeys {
  /** The keys that the user copied or saved. */
  readonly taken: readonly KeyName[];
  /** The first key that the user neither copied nor saved. */
  readonly unsaved: KeyName | null;
  take(name: KeyName): void;
  /** Call it when new keys replace the old ones. */
  forget(): void;
  /** Asks before an unsaved key is replaced. Resolves to true if the user agrees. */
  mayReplace(): Promise<boolean>;
}

export function useUnsavedKeys(...keys: readonly MadeKey[]): UnsavedKeys {
  const confirm = useConfirm();
  const [taken, setTaken] = useState<readonly KeyName[]>([]);
  const take = (name: KeyName) =>
    setTaken((before) => before.includes(name) ? before : [...before, name]);
  const { name, text, filename, isKept } =
    keys.find(({ name, text }) => text && !taken.includes(name)) ??
      { name: null, text: "", filename: "" };
  const [leaving, replacing] = useMemo(() => {
    const unsaved = `The ${name} on this page has been neither copied nor downloaded.`;
    const safe = {
      action: name === "CA private key" ? "Download CA key" : "Download key",
      run() {
        if (!name || !text) return;
        saveFile(text, filename, "text/plain");
        take(name);
      },
    };
    return [
      {
        heading: `Leave without the ${name}?`,
        text: [`${unsaved} If you leave, it is lost.`],
        action: "Leave without it",
        safe,
      },
      {
        heading: `Replace the ${name}?`,
        text: [`${unsaved} If you generate again, it is lost.`],
        action: "Generate without it",
        safe,
      },
    ];
  }, [name, text, filename]);
  useLeaveGuard(name !== null, leaving);
  return {
    taken,
    unsaved: name,
    take,
    forget: () => setTaken([]),
    mayReplace: async () => name === null || isKept === true || await confirm(replacing),
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
 * Asks before the user leaves the page while `active`. Closing or reloading the tab shows the browser's
 * own dialog. Links within the app show `question`, and so do Back and Forward if the browser allows
 * a page to cancel them.
 */
function useLeaveGuard(active: boolean, question: Question): void {
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
      // Repeat the click, because a link may do more than navigate.
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

    // Without the Navigation API (Safari before 26.2) Back cannot be cancelled. A second history entry of
    // the same page absorbs it, and is restored while the dialog is open.
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
  }, [active, question, confirm]);
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

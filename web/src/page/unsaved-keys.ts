/**
 * Private keys that were made on a page and are kept nowhere else: before one would be lost, the page
 * asks.
 */
import { useEffect, useMemo, useState } from "react";
import { saveFile } from "../ui/base/download-button.tsx";
import { useConfirm } from "../ui/feedback/confirm.tsx";
import type { Question } from "../ui/feedback/questions.ts";

export type KeyName = "private key" | "CA private key";

interface MadeKey {
  readonly name: KeyName;
  /** PEM; null where there is none, or it is the user's own. */
  readonly text: string | null | undefined;
  readonly filename: string;
}

interface UnsavedKeys {
  /** The keys that were copied or saved. */
  readonly taken: readonly KeyName[];
  /** The first key that was neither copied nor saved. */
  readonly unsaved: KeyName | null;
  take(name: KeyName): void;
  /** To be called when other keys are made. */
  forget(): void;
  /** Asks before an unsaved key is replaced; true if it may be. */
  mayReplace(): Promise<boolean>;
}

export function useUnsavedKeys(...keys: readonly MadeKey[]): UnsavedKeys {
  const confirm = useConfirm();
  const [taken, setTaken] = useState<readonly KeyName[]>([]);
  const take = (name: KeyName) =>
    setTaken((before) => before.includes(name) ? before : [...before, name]);
  const { name, text, filename } = keys.find(({ name, text }) => text && !taken.includes(name)) ??
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
    mayReplace: async () => name === null || await confirm(replacing),
  };
}

/** Asks before the page is left while something on it would be lost. */

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

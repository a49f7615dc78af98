/** The toast that offers to undo a Reset or Clear; loaded with the first one. */
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { listed } from "../../../../core/kernel/formatting.ts";
import { privateKeyIn } from "../../../../core/x509/pem/private-key-in.ts";
import { afterPaint, announce, isDialogOpen } from "../../lib/screen.ts";
import { Button } from "../base/button.tsx";
import { Toast } from "./toast.tsx";
import * as styles from "./undo-toast.module.css";

/** The content of a page before it was cleared. */
export interface Cleared<Kept extends object> {
  /**
   * Its public entries and settings. Secret fields must not be among them. A text with a private key
   * in it is left out.
   */
  readonly kept: Kept;
  /** The same of an empty page. */
  readonly empty: Kept;
  /**
   * Puts the entries back. Where the page has secrets, a function of the module makes it, because one of
   * the component would keep all its values.
   */
  readonly put: (kept: Kept) => void;
  /** Functions that show results again (`OperationHandle.keep`). */
  readonly results?: readonly (() => void)[];
}

/** Milliseconds. */
const OFFERED_FOR = 10_000;

let lastId = 0;

interface Offer {
  /** Takes the toast away. */
  withdraw: () => void;
  /** How often the page was cleared so far. */
  timesCleared: () => number;
}

/** Returns the toast; null if nothing was cleared. `gone` names the secrets that were cleared. */
export function undoToast<Kept extends object>(
  { kept, empty, put, results = [] }: Cleared<Kept>,
  gone: readonly string[],
  offer: Offer,
): ReactNode {
  const open = withoutKeys(kept, empty);
  const hasKey = open !== kept;
  const names = hasKey && !gone.includes("private key") ? ["private key", ...gone] : gone;
  const isWorth = JSON.stringify(open) !== JSON.stringify(empty);
  if (!isWorth && names.length === 0) return null;
  const undo = () => {
    put(open);
    // A result may repeat a text that is left out.
    if (!hasKey) { for (const show of results) show(); }
  };
  return (
    <UndoToast
      key={++lastId}
      text={textOf(names, isWorth)}
      undo={isWorth ? undo : null}
      {...offer}
    />
  );
}

/** The entries without those that contain a private key; the same object if all can be kept. */
function withoutKeys<Kept extends object>(kept: Kept, empty: Kept): Kept {
  const secret = Object.entries(kept).filter(([, value]) =>
    [value].flat().some((text) => typeof text === "string" && privateKeyIn(text) !== null)
  );
  if (secret.length === 0) return kept;
  return {
    ...kept,
    ...Object.fromEntries(secret.map(([name]) => [name, empty[name as keyof Kept]])),
  };
}

function textOf(gone: readonly string[], isWorth: boolean): string {
  if (gone.length === 0) return "Cleared.";
  const are = gone.length > 1 || gone[0].endsWith("s") ? "are" : "is";
  const names = gone.map((name, place) => place === 0 ? `The ${name}` : `the ${name}`);
  const lost = `Cleared. ${listed(names)} ${are} gone`;
  return isWorth ? `${lost}; Undo brings back everything else.` : `${lost}.`;
}

interface UndoToastProps extends Offer {
  text: string;
  /** Null if everything that was cleared is gone. */
  undo: (() => void) | null;
}

function UndoToast({ text, undo, withdraw, timesCleared }: UndoToastProps) {
  const act = useEffectEvent(() => {
    if (!undo) return;
    withdraw();
    undo();
    announce("Undone");
    // The pressed button disappears first.
    afterPaint(() =>
      document.querySelector<HTMLElement>(
        "main form :is(textarea, select, input:not([type=file])), main textarea",
      )
        ?.focus()
    );
  });
  const end = useEffectEvent(withdraw);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(() => end(), OFFERED_FOR);
    const onKeyDown = (event: KeyboardEvent) => {
      const hasCommand = event.ctrlKey || event.metaKey;
      // It runs the tool, like its button.
      if (hasCommand && event.key === "Enter") return end();
      const isUndo = hasCommand && !event.shiftKey && !event.altKey &&
        event.key.toLowerCase() === "z";
      if (!isUndo || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown, { signal });
    // Entries and results that the user makes from now on must not be replaced.
    for (const type of ["input", "paste", "drop", "submit"]) {
      document.addEventListener(type, () => end(), { signal, capture: true });
    }
    // Buttons fill fields and run the tool without an input event. The page has handled the click before it
    // reaches the document, so a button that cleared the page again is known by the count.
    let times = timesCleared();
    document.addEventListener("click", ({ target }) => {
      const isClear = timesCleared() !== times;
      times = timesCleared();
      if (!isClear && (target as Element).closest("main button, dialog button")) end();
    }, { signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  return (
    <Toast
      actions={
        <>
          {undo && (
            <Button size="small" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => act()}>
              Undo
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={withdraw}>Dismiss</Button>
        </>
      }
    >
      {text}
      {undo && <kbd className={styles.keys} aria-hidden="true">Ctrl Z</kbd>}
    </Toast>
  );
}

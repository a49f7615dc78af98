import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../../lib/text.ts";
import * as styles from "./form.module.css";
import { Hidden } from "../layout/layout.tsx";

interface FormProps {
  /** The tool runs: by its button, by Enter in a one-line field, or by Ctrl or Cmd with Enter. */
  onSubmit: () => void;
  /** Buttons, the filled one first. */
  actions: ReactNode;
  /** One field, with its button at the end of the line. */
  inline?: boolean;
  children: ReactNode;
}

/** A tool's form. It checks nothing itself: the contract does, in the specification's words. */
export function Form({ onSubmit, actions, inline, children }: FormProps) {
  const submit = useRef(onSubmit);
  useEffect(() => {
    submit.current = onSubmit;
  });
  useEffect(() => {
    // On the whole page, so that it works from the result as well; there is one form a page.
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
      if (!wanted || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      submit.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <form
      // If the browser itself submitted the form, before the page listens, it would put the fields
      // into the address.
      method="dialog"
      noValidate
      autoComplete="off"
      className={classNames(styles.form, inline && styles.inline)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className={styles.actions}>
        {actions}
        <kbd className={styles.keys}>
          <span aria-hidden="true">Ctrl ↵</span>
          <Hidden>Control or Command with Enter runs the tool</Hidden>
        </kbd>
      </div>
    </form>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";
import * as styles from "./disclosure.module.css";
import { Icon } from "../base/icon.tsx";

interface DisclosureProps {
  summary: string;
  /** Opens it, where something in it needs to be seen. The user may close it again. */
  open?: boolean;
  /** A function is called when it is first opened: what is costly waits until then. */
  children: ReactNode | (() => ReactNode);
}

/** What is there for those who want it. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  const [opened, setOpened] = useState(Boolean(open));
  const [atFirst] = useState(open || undefined);
  const details = useRef<HTMLDetailsElement>(null);
  // The document holds it before the page listens: somebody may have opened it by then.
  useEffect(() => {
    if (details.current!.open) setOpened(true);
  }, []);
  // It is never closed for the user: what is below would jump, and a field in it would lose the focus.
  useEffect(() => {
    if (open) details.current!.open = true;
  }, [open]);
  const content = typeof children === "function" ? opened && children() : children;
  return (
    <details
      ref={details}
      className={styles.disclosure}
      open={atFirst}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        <Icon name="chevron" size={16} />
        {summary}
      </summary>
      <div className={styles.content}>{content}</div>
    </details>
  );
}

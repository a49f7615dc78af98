import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import * as styles from "./tabs.module.css";

interface TabsProps<T extends string> {
  /** The accessible name of the tab list. It contains no name of a field. */
  label: string;
  tabs: readonly { value: T; text: string }[];
  value: T;
  onChange: (value: T) => void;
  /** The accessible name of the panel, which contains no name of a field either. */
  panel?: string;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Arrow keys, Home and End select a tab (ARIA Authoring Practices, "Tabs"). */
export function Tabs<T extends string>(
  { label, tabs, value, onChange, panel = "Input", children }: TabsProps<T>,
) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const place = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const [after, before] = [place === last ? 0 : place + 1, place === 0 ? last : place - 1];
    // The next tab is on the left where text runs from right to left.
    const isMirrored = getComputedStyle(list.current!).direction === "rtl";
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: isMirrored ? before : after,
      ArrowLeft: isMirrored ? after : before,
      Home: 0,
      End: last,
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    const next = moves[event.key];
    onChange(tabs[next].value);
    (list.current!.children[next] as HTMLElement).focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-label={panel}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}

/** Content that stays while another tab is selected. On paper all of it is shown. */
export function Kept({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <div className={shown ? undefined : styles.away}>{children}</div>;
}

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../../lib/text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-name.ts";
import * as styles from "./menu.module.css";

export interface MenuItem {
  /** The accessible name, such as "Download JSON". */
  name: string;
  /** The visible text, if it is a part of the name. */
  label?: string;
  /** One line below: the content of the file, or its use. */
  hint?: string;
  /** Begins a new group, below a line. */
  separated?: boolean;
  onSelect: () => void;
}

interface MenuButtonProps {
  label: string;
  icon?: IconName;
  items: readonly MenuItem[];
  onOpen?: () => void;
}

/**
 * A button that opens a list of actions (ARIA Authoring Practices, "Menu Button"). Arrow keys, Home, End
 * and the first letter move within the list. Escape closes it and returns the focus; a click outside
 * and Tab close it too.
 */
export function MenuButton({ label, icon, items, onOpen }: MenuButtonProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  /** The item that takes the focus when the list opens. */
  const start = useRef(0);

  const entries = () => [
    ...place.current!.querySelectorAll<HTMLButtonElement>('[role="menuitem"]'),
  ];

  useEffect(() => {
    if (!open) return;
    // The last items may be below the window.
    place.current!.lastElementChild!.scrollIntoView({ block: "nearest" });
    entries().at(start.current)?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [open]);

  const show = (from: number) => {
    start.current = from;
    setOpen(true);
    onOpen?.();
  };
  const close = () => {
    opener.current?.focus();
    setOpen(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      return show(event.key === "ArrowDown" ? 0 : -1);
    }
    // The focus is on the button again before Tab moves it.
    if (event.key === "Tab") return close();
    const list = entries();
    const at = list.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % list.length,
      ArrowUp: at <= 0 ? list.length - 1 : at - 1,
      Home: 0,
      End: list.length - 1,
    };
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (Object.hasOwn(moves, event.key)) {
      list[moves[event.key]].focus();
    } else if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase();
      const order = [...list.slice(at + 1), ...list.slice(0, at + 1)];
      order.find(({ innerText }) => innerText.toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={place}
      className={styles.place}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !place.current!.contains(relatedTarget)) setOpen(false);
      }}
    >
      <Button
        ref={opener}
        id={`${id}-button`}
        size="small"
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => open ? close() : show(0)}
      >
        {label}
        <Icon name="chevron" size={14} />
      </Button>
      {open && (
        <div
          role="menu"
          id={`${id}-menu`}
          aria-labelledby={`${id}-button`}
          className={styles.menu}
        >
          {items.map(({ name, label = name, hint, separated, onSelect }, index) => (
            <div
              key={name}
              role="none"
              className={classNames(separated && index > 0 && styles.separated)}
            >
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-label={name}
                aria-describedby={hint && `${id}-${index}`}
                className={styles.item}
                onClick={() => {
                  close();
                  onSelect();
                }}
              >
                {label}
                {hint && <small id={`${id}-${index}`}>{hint}</small>}
              </button>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

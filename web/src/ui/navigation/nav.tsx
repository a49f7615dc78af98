/** The parts of the shell: top bar, menu entries, the dropdown with the tools, footer. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isDialogOpen } from "../../lib/screen.ts";
import { Button } from "../base/button.tsx";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import { Link } from "./link.tsx";
import * as styles from "./nav.module.css";

/** Milliseconds until the dropdown closes after losing the focus (docs/decisions.md, "Words and file names"). */
const CLOSE_DELAY = 200;

export function SkipLink() {
  return <a className={styles.skip} href="#content">Skip to content</a>;
}

interface TopBarProps {
  name: string;
  /** At the end of the bar, such as the offline badge. */
  end?: ReactNode;
  /** Whether the menu is open on a narrow screen. */
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

export function TopBar({ name, end, open, onToggle, children }: TopBarProps) {
  const id = useId();
  const menu = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    onToggle();
    menu.current?.focus();
  };
  return (
    <header className={styles.bar} onKeyDown={onKeyDown}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-current={undefined}>
          <LogoMark />
          {name}
        </Link>
        <div className={styles.end}>
          {end}
          <span className={styles.menu}>
            <Button
              size="small"
              icon={open ? "close" : "menu"}
              aria-expanded={open}
              aria-controls={id}
              ref={menu}
              onClick={onToggle}
            >
              Menu
            </Button>
          </span>
        </div>
        <nav id={id} className={styles.nav} data-open={open} aria-label="Main">
          <ul className={styles.entries}>{children}</ul>
        </nav>
      </div>
    </header>
  );
}

export function NavEntry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={styles.entry}>{children}</Link>
    </li>
  );
}

interface NavGroupProps {
  label: string;
  /** The path of the current page. */
  current: string;
  entries: readonly Entry[];
}

interface Entry {
  path: string;
  label: string;
  icon: IconName;
}

/**
 * A dropdown with links. It closes when the user follows a link, presses Escape, clicks outside, and
 * `CLOSE_DELAY` after it has lost the focus.
 */
export function NavGroup({ label, current, entries }: NavGroupProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!open) return;
    // In Safari a click does not focus a button, so the blur event is not enough.
    const onPointerDown = (event: PointerEvent) => {
      if (!group.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...group.current!.querySelectorAll<HTMLElement>("ul a")];
    const place = links.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      setOpen(true);
      // If this key opens the list, its links can be focused only in the next frame.
      requestAnimationFrame(() => links[(place + 1) % links.length]?.focus());
    } else if (event.key === "ArrowUp" && open) {
      event.preventDefault();
      links.at(place <= 0 ? -1 : place - 1)?.focus();
    }
  };

  return (
    <li
      ref={group}
      className={styles.group}
      onKeyDown={onKeyDown}
      onFocus={() => clearTimeout(timer.current)}
      onBlur={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          // A dialog that the link opened will return the focus to the link.
          if (!isDialogOpen()) setOpen(false);
        }, CLOSE_DELAY);
      }}
    >
      <button
        type="button"
        ref={button}
        className={styles.entry}
        aria-expanded={open}
        aria-controls={id}
        data-active={entries.some(({ path }) => path === current)}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon name="chevron" size={14} />
      </button>
      <p className={styles.groupLabel} aria-hidden="true">{label}</p>
      <ul id={id} className={styles.tools} data-open={open}>
        {entries.map(({ path, icon, label }) => (
          <li key={path}>
            <Link to={path} className={styles.tool} onClick={() => setOpen(false)}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Opens the search. On a narrow screen only its icon is shown. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <span className={styles.search}>
      <Button
        size="small"
        icon="search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onClick}
      >
        <span>Search</span>
      </Button>
    </span>
  );
}

/** A label with a dot: the app works offline. */
export function Ready({ children }: { children: string }) {
  return (
    <span className={styles.status}>
      <i className={styles.dot} />
      <span>{children}</span>
    </span>
  );
}

/** A label with an icon: the browser is offline. */
export function Unconnected({ children }: { children: string }) {
  return (
    <span className={styles.status}>
      <Icon name="offline" size={14} />
      <span>{children}</span>
    </span>
  );
}

export function Footer({ children, end }: { children: ReactNode; end: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>{children}</p>
        <div className={styles.end}>{end}</div>
      </div>
    </footer>
  );
}

/** The logo: two links of a chain. The site's name is next to it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.8">
        <path d={LEFT} />
        <path d={RIGHT} />
      </g>
    </svg>
  );
}

// Each link has a gap where the other link passes over it.
const LEFT =
  "M17.716 17.745A5.5 5.5 0 0 0 12.5 10.5H8.5A5.5 5.5 0 0 0 8.5 21.5H12.5A5.5 5.5 0 0 0 13.218 21.453";
const RIGHT =
  "M14.284 14.255A5.5 5.5 0 0 0 19.5 21.5H23.5A5.5 5.5 0 0 0 23.5 10.5H19.5A5.5 5.5 0 0 0 18.782 10.547";

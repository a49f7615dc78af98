import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { IndexContext } from "../layout/contexts.ts";
import { classNames } from "../../lib/text.ts";
import { Stack } from "../layout/layout.tsx";
import * as styles from "./sections.module.css";

/** With fewer sections, a result needs no index. */
const FEWEST = 4;

interface ResultSectionsProps {
  /** In a result that is too narrow for an index at the side, it is above the sections. */
  inline?: boolean;
  children: ReactNode;
}

/**
 * The sections of a long result, with an index at their side if the result is wide. The index lists the
 * sections that are shown (`Section`, `useListed`), also those that load late.
 */
export function ResultSections({ inline, children }: ResultSectionsProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  const [headings, setHeadings] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState(0);
  const changed = useMemo(() => () => setChanges((count) => count + 1), []);
  const sections = () => [...body.current!.querySelectorAll<HTMLElement>("[data-listed]")];

  useEffect(() => {
    const shown = sections();
    setHeadings(shown.map(({ dataset }) => dataset.listed!));
    // The section in the upper part of the window is the current one.
    const observer = new IntersectionObserver((entries) => {
      const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (entered) setCurrent(shown.indexOf(entered.target as HTMLElement));
    }, { rootMargin: "-15% 0px -75% 0px" });
    for (const section of shown) observer.observe(section);
    return () => observer.disconnect();
  }, [changes]);

  const go = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The address stays, because its fragment may belong to the page.
    event.preventDefault();
    const section = sections()[index];
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.sections}>
      {headings.length >= FEWEST && (
        <nav
          className={classNames(styles.index, inline && styles.inline)}
          aria-labelledby={id}
          data-print="none"
        >
          <p id={id}>In this result</p>
          <ul>
            {headings.map((heading, index) => (
              <li key={index}>
                <a
                  href="#content"
                  aria-current={index === current || undefined}
                  onClick={(event) => go(event, index)}
                >
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div ref={body} className={styles.body}>
        <IndexContext value={changed}>
          <Stack>{children}</Stack>
        </IndexContext>
      </div>
    </div>
  );
}

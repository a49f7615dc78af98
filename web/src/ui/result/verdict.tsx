import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { classNames } from "../../lib/text.ts";
import { Button } from "../base/button.tsx";
import { Icon } from "../base/icon.tsx";
import { type Tone, TONE_ICON, toneClass } from "../base/tone.ts";
import { OutdatedContext } from "./outdated.ts";
import * as styles from "./verdict.module.css";

interface VerdictProps {
  tone: Tone;
  title: string;
  /** 1 if the page has no other main heading. */
  level?: 1 | 2;
  /** The explanation: a sentence or two. */
  children?: ReactNode;
  /** The one thing to do now: a sentence, with a button or link if the page can do it. */
  next?: ReactNode;
  /** It is not the page's answer but that of a part, so it scrolls with its part. */
  inner?: boolean;
}

/**
 * The answer bar: one line with the answer and the one thing to do, and at most two lines of its cause. The
 * line stays in view while the rest of its container scrolls. Nothing if the result is out of date.
 */
export function Verdict(props: VerdictProps) {
  return useContext(OutdatedContext) ? null : <Bar {...props} />;
}

function Bar({ tone, title, level = 2, children, next, inner = false }: VerdictProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => inner ? undefined : reserve(line.current!), [inner]);
  const Heading = `h${level}` as const;
  return (
    <section className={classNames(styles.verdict, inner && styles.inner, toneClass(tone))}>
      <div ref={line} className={styles.line}>
        <div className={styles.answer}>
          <Icon name={TONE_ICON[tone]} size={24} />
          <Heading className={styles.title}>{title}</Heading>
        </div>
        {next && <div className={styles.next}>{next}</div>}
      </div>
      {children && <Cause>{children}</Cause>}
    </section>
  );
}

/**
 * Tells the page the height of the line that stays in view: what scrolls into view must not end behind it
 * (`--answer` in base.css). Returns the end of it.
 */
function reserve(line: HTMLElement): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) =>
    style.setProperty("--answer", `${Math.ceil(blockSize)}px`)
  );
  watch.observe(line);
  return () => {
    watch.disconnect();
    style.removeProperty("--answer");
  };
}

/**
 * Two lines of the cause of an answer, and a button for the rest, if there is more. `apart`: the answer's line is in
 * the part of the page above.
 */
export function Cause({ children, apart }: { children: ReactNode; apart?: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    const element = text.current!;
    const watch = new ResizeObserver(() =>
      setLong(element.scrollHeight > element.clientHeight + 1)
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={classNames(styles.cause, apart && styles.apart)}>
      <div ref={text} className={classNames(styles.text, whole && styles.whole)}>{children}</div>
      {(isLong || whole) && (
        <Button
          size="small"
          kind="quiet"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Less" : "More"}
        </Button>
      )}
    </div>
  );
}

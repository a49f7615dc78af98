import type { MouseEvent, ReactNode } from "react";
import * as styles from "./facts.module.css";

interface Fact {
  term: string;
  value: ReactNode;
}

/** The most important facts, in one row. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Detail extends Fact {
  /** At the end of the line, such as a copy button. */
  action?: ReactNode;
}

/** Returns the terms and values within an element as text, one per line. */
export function factsText(element: Element): string {
  const lines = [...element.querySelectorAll("dt")].map((term) => {
    const value = term.nextElementSibling as HTMLElement;
    const shown = value.querySelector<HTMLElement>(":scope > span:has(+ button)") ?? value;
    return `${term.innerText}: ${shown.innerText.replace(/\s+/g, " ").trim()}\n`;
  });
  return lines.join("");
}

/** A click on a value copies it, as its button does, unless the user has selected a part of it. */
function copyValue({ currentTarget }: MouseEvent): void {
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.parentElement!.querySelector<HTMLElement>("[data-copy]")?.click();
}

/** The details of an object: terms on the left, values on the right. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={styles.details}>
      {details.map(({ term, value, action }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={action ? styles.withAction : undefined}>
            {action ? <span onClick={copyValue}>{value}</span> : value}
            {action}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { printable } from "../../../../core/kernel/formatting.ts";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../base/button.tsx";
import * as styles from "./chain-picture.module.css";
import { classNames } from "../../lib/text.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import { Stack } from "../layout/layout.tsx";
import { Hidden } from "../base/hidden.tsx";
import { StatusPill } from "../feedback/status.tsx";
import { type Tone, toneClass } from "../base/tone.ts";
import { Value } from "../data/value.tsx";
import type { OtherPath } from "../../../../core/chain/contract.ts";
import { Section, useListed } from "../layout/card.tsx";
import { ItemList } from "../layout/item-list.tsx";

/** Whether the certificate above signed this one. */
export type Link = "proven" | "broken" | "unknown" | "missing" | "self" | "end";

export interface Rung {
  key: string;
  title: string;
  /** "Root, from the trust store". */
  role: string;
  /** Further facts, a few words each. */
  facts: readonly { text: string; data?: boolean }[];
  status: { tone: Tone; text: string };
  /** Absent if the dates are unknown. */
  life?: { from: string; to: string; at: string; left: string };
  link: Link;
  /** The worst problem, in a word or two. */
  problems?: { tone: Tone; text: string };
  /** Buttons for this certificate. */
  actions?: ReactNode;
  /** All decoded fields, rendered on demand. Absent if the page shows them elsewhere. */
  details?: () => ReactNode;
  /** True for the certificate that the user asked about. */
  emphasis?: boolean;
}

interface ChainPictureProps {
  /** The root first. */
  rungs: readonly Rung[];
  label: string;
  /** Shown above the path, if its section has no heading yet. */
  heading?: string;
}

/** The certification path from the root down to the leaf, with a mark for each signature. */
export function ChainPicture({ rungs, label, heading }: ChainPictureProps) {
  const listed = useListed("Certification path");
  return (
    <div {...listed}>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      <ol className={styles.ladder} aria-label={label}>
        {rungs.map((rung, index) => (
          <RungView key={rung.key} rung={rung} below={rungs[index + 1]?.link ?? null} />
        ))}
      </ol>
    </div>
  );
}

const LINKS: Readonly<Record<Link, { icon: IconName; tone: Tone; text: string }>> = {
  proven: { icon: "check", tone: "good", text: "Signed by the certificate above" },
  broken: { icon: "close", tone: "bad", text: "Not signed by the certificate above" },
  unknown: {
    icon: "unknown",
    tone: "info",
    text: "We could not check whether the certificate above signed it",
  },
  missing: { icon: "unknown", tone: "bad", text: "Its issuer is missing" },
  self: { icon: "warn", tone: "bad", text: "It is self-signed and not a CA" },
  end: { icon: "trust", tone: "neutral", text: "The end of the chain" },
};

interface RungViewProps {
  rung: Rung;
  /** The link of the certificate below. It is drawn from this mark to the mark below. */
  below: Link | null;
}

function RungView({ rung, below }: RungViewProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const link = LINKS[rung.link];
  // A tick next to an expired certificate would suggest that it is valid.
  const mark = rung.status.tone === "bad" && link.tone !== "bad"
    ? { icon: "bad" as const, tone: "bad" as const, text: `${rung.status.text}. ${link.text}` }
    : link;
  return (
    <li className={styles.rung}>
      <div className={styles.rail}>
        {rung.link !== "end" && rung.link !== "self" && (
          <Line link={rung.link} className={styles.up} />
        )}
        {below && <Line link={below} className={styles.down} />}
        <span className={classNames(styles.mark, toneClass(mark.tone))} data-tone={mark.tone}>
          <Icon name={mark.icon} size={12} />
          <Hidden>{mark.text}.</Hidden>
        </span>
      </div>
      <article
        className={classNames(styles.certificate, rung.emphasis && styles.emphasis)}
      >
        <div className={styles.top}>
          <h3 className={styles.title}>
            <Value>{rung.title}</Value>
          </h3>
          <span className={styles.role}>{rung.role}</span>
          <span className={styles.pills}>
            {rung.problems && (
              <StatusPill tone={rung.problems.tone}>{rung.problems.text}</StatusPill>
            )}
            <StatusPill tone={rung.status.tone}>{rung.status.text}</StatusPill>
          </span>
        </div>
        <ul className={styles.facts}>
          {rung.facts.map(({ text, data }, index) => (
            <li key={index}>
              <Value data={data}>{text}</Value>
            </li>
          ))}
        </ul>
        {rung.life && <Life {...rung.life} tone={rung.status.tone} />}
        <div className={styles.actions}>
          {rung.details && (
            <Button
              size="small"
              kind="quiet"
              flush
              aria-expanded={open}
              aria-controls={`${id}-details`}
              onClick={() => setOpen(!open)}
            >
              {open ? "Hide details" : "Show details"}
              <Hidden>{` of ${printable(rung.title)}`}</Hidden>
            </Button>
          )}
          {rung.actions}
        </div>
        {rung.details && (
          <div id={`${id}-details`} className={styles.details} hidden={!open}>
            {open && rung.details()}
          </div>
        )}
      </article>
    </li>
  );
}

function Line({ link, className }: { link: Link; className: string }) {
  const { tone } = LINKS[link];
  return <span className={classNames(styles.line, className, toneClass(tone))} data-link={link} />;
}

/** A bar for the validity period, filled up to the present. */
function Life({ from, to, at, left, tone }: NonNullable<Rung["life"]> & { tone: Tone }) {
  const start = Date.parse(from);
  const whole = Math.max(1, Date.parse(to) - start);
  const lived = Math.min(100, Math.max(0, 100 * (Date.parse(at) - start) / whole));
  return (
    <div className={classNames(styles.life, toneClass(tone === "good" ? "neutral" : tone))}>
      {/* Hidden from screen readers, because the text below has the same information. */}
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={lived} height="1" />
      </svg>
      <div className={styles.ends}>
        <span>
          <Hidden>Valid from</Hidden> {day(from)}
        </span>
        <span>
          <Hidden>until</Hidden> {day(to)}, {left}
        </span>
      </div>
    </div>
  );
}

/** The valid paths that the picture does not show, each with its root and its expiry. */
export function OtherPaths({ paths }: { paths: readonly OtherPath[] }) {
  if (paths.length === 0) return null;
  return (
    <Section heading="Other valid paths" count={paths.length}>
      <Stack gap={3}>
        <p>A CA is cross-signed, so clients may use another path than the one above.</p>
        <ItemList
          items={paths.map(({ names, trusted, notAfter }) => ({
            title: <Value>{names[names.length - 1]}</Value>,
            data: `until ${day(notAfter)}`,
            status: (
              <StatusPill tone={trusted ? "good" : "warn"}>
                {trusted ? "In Mozilla's list" : "Private root"}
              </StatusPill>
            ),
            children: (
              <p>
                {names.toReversed().map((name, index) => (
                  <span key={index}>
                    {index > 0 && " signed "}
                    <Value>{name}</Value>
                  </span>
                ))}
              </p>
            ),
          }))}
        />
      </Stack>
    </Section>
  );
}

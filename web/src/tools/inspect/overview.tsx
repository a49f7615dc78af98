/** The overview while no object is selected: problems, and the matching keys. */
import { type ReactNode, useEffect, useRef } from "react";
import { printable, withCommas } from "../../../../core/kernel/formatting.ts";
import type { Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { day } from "../../../../core/kernel/dates.ts";
import { clockText } from "../../lib/dates.ts";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Compared } from "./pairs.ts";
import { ComparablePairs } from "./compare-offers.tsx";
import { mainSet } from "../../../../core/verdict/judge/inspect/main.ts";
import { listedSets } from "./main-set.ts";
import { Problems } from "./problems.tsx";
import { SignedFiles } from "./signed-files.tsx";
import { SetActions } from "./set-actions.tsx";
import { kindOf, OUTCOME, sentences, titleOf } from "./words.ts";

/** How many sets are listed; all are shown with their objects. */
const MOST = 12;

interface OverviewProps {
  picture: Picture;
  onSelect: (id: number) => void;
  onCompare: (pair: Compared) => void;
  /** How often the button that leads to the list of sets was clicked. */
  setsWanted: number;
  /** The object that is opened by itself, and its panel; null if none is. */
  opened: { id: number; panel: ReactNode } | null;
}

export function Overview(
  { picture, onSelect, onCompare, setsWanted, opened }: OverviewProps,
) {
  const { rows } = picture;
  return (
    <Stack>
      <Problems rows={rows} except={opened?.id ?? null} onSelect={onSelect} />
      <SignedFiles picture={picture} onSelect={onSelect} />
      {opened?.panel}
      <Sets picture={picture} onSelect={onSelect} setsWanted={setsWanted} />
      <ComparablePairs picture={picture} onCompare={onCompare} />
      {rows.size > 0 && opened === null && <p>Select an item for its details and actions.</p>}
      <Circumstances picture={picture} />
    </Stack>
  );
}

/** The skipped files, and the clock that dates were checked against. */
export function Circumstances({ picture: { notes, evaluatedAt } }: { picture: Picture }) {
  return (
    <>
      {notes.length > 0 && (
        <Section heading="Not read">
          <ItemList items={notes.map((note) => ({ title: note }))} />
        </Section>
      )}
      <p>{clockText("device", evaluatedAt)}.</p>
    </>
  );
}

/** Each certificate with its key and CSR, and the verdict on them. */
function Sets(
  { picture, onSelect, setsWanted }: Pick<OverviewProps, "picture" | "onSelect" | "setsWanted">,
) {
  const { rows } = picture;
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the list is below all objects. The button can be clicked before this part of
  // the page has loaded, so the list scrolls into view when it mounts, too.
  useEffect(() => {
    if (setsWanted === 0) return;
    list.current?.scrollIntoView({ block: "start" });
    list.current?.focus({ preventScroll: true });
  }, [setsWanted]);
  const shown = listedSets(picture);
  if (shown.length === 0) return null;
  const heading = mainSet(picture) ? "Other keys and certificates" : "Keys and certificates";
  return (
    <div ref={list} tabIndex={-1}>
      <Section heading={heading} count={shown.length}>
        <ItemList
          items={shown.slice(0, MOST).map(({ certificate, requests, verdict }) => {
            const id = certificate ?? requests[0];
            const row = rows.get(id)!;
            const { tone, text } = OUTCOME[verdict.outcome];
            return {
              title: (
                <Button size="small" kind="quiet" flush onClick={() => onSelect(id)}>
                  {printable(titleOf(row))}
                </Button>
              ),
              data: row.notAfter ? `until ${day(row.notAfter)}` : kindOf(row),
              status: <StatusPill tone={tone}>{text}</StatusPill>,
              children: (
                <>
                  <p>{sentences(verdict)}</p>
                  <SetActions id={id} picture={picture} />
                </>
              ),
            };
          })}
        />
        {shown.length > MOST && (
          <p>… and {withCommas(shown.length - MOST)} more, in the list of objects.</p>
        )}
      </Section>
    </div>
  );
}

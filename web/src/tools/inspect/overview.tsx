/** The whole, while no object is chosen: what is wrong with it, which keys fit, and how much it is. */
import { useMemo } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { day, toldBy } from "../../lib/dates.ts";
import { Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/pill.tsx";
import { mainSet } from "./headline.ts";
import { Problems } from "./problems.tsx";
import { SetActions } from "./set-actions.tsx";
import { kindOf, OUTCOME, sentences, titleOf } from "./words.ts";
import { pageText } from "../../lib/page-text.ts";

/** Sets listed here; all are told at their objects. */
const MOST = 12;

export function Overview(
  { picture, onSelect }: { picture: Picture; onSelect: (id: number) => void },
) {
  const { rows, chains, notes } = picture;
  const list = useMemo(() => [...rows.values()], [rows]);
  const count = (...kinds: ObjectRow["kind"][]) =>
    list.filter(({ kind }) => kinds.includes(kind)).length.toLocaleString("en");
  const found = rows.size === 1
    ? "1 object found"
    : `${rows.size.toLocaleString("en")} objects found`;
  return (
    <Stack>
      <Problems rows={rows} onSelect={onSelect} />
      <Sets picture={picture} onSelect={onSelect} />
      <Section heading={found}>
        <Stack gap={3}>
          <Facts
            facts={[
              { term: "Certificates", value: count("certificate") },
              { term: "Private keys", value: count("private-key", "encrypted-private-key") },
              { term: "CSRs", value: count("request") },
              {
                term: "Valid chains",
                value: chains.filter(({ isValid }) => isValid === true).length.toLocaleString("en"),
              },
            ]}
          />
          {rows.size > 0 && <p>Select an item for its details and actions.</p>}
          <p>{toldBy("device", picture.evaluatedAt)}.</p>
        </Stack>
      </Section>
      {notes.length > 0 && (
        <Section heading="Not looked into">
          <ItemList items={notes.map((note) => ({ title: pageText(note) }))} />
        </Section>
      )}
    </Stack>
  );
}

/** Each certificate with its key and CSR, and what was found out about the three. */
function Sets({ picture, onSelect }: { picture: Picture; onSelect: (id: number) => void }) {
  const { sets, rows } = picture;
  // A certificate alone is told at its place in the tree.
  const shown = sets.filter(({ privateKeys, requests }) =>
    privateKeys.length > 0 || requests.length > 0
  );
  if (shown.length === 0) return null;
  // Its actions stand at the top.
  const main = mainSet(picture);
  return (
    <Section heading="Keys and certificates" count={shown.length.toLocaleString("en")}>
      <ItemList
        items={shown.slice(0, MOST).map(({ certificate, requests, verdict }) => {
          const id = certificate ?? requests[0];
          const row = rows.get(id)!;
          const { tone, text } = OUTCOME[verdict.outcome];
          return {
            title: (
              <Button size="small" kind="quiet" flush onClick={() => onSelect(id)}>
                {titleOf(row)}
              </Button>
            ),
            data: row.notAfter ? `until ${day(row.notAfter)}` : kindOf(row),
            status: <StatusPill tone={tone}>{text}</StatusPill>,
            children: (
              <>
                <p>{sentences(verdict.statements)}</p>
                {id !== main?.certificate && <SetActions id={id} picture={picture} />}
              </>
            ),
          };
        })}
      />
      {shown.length > MOST && (
        <p>… and {(shown.length - MOST).toLocaleString("en")} more, in the list of objects.</p>
      )}
    </Section>
  );
}

/** The whole at a glance, while no object is chosen. */
import { useMemo } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { ask, type Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { day, toldBy } from "../../lib/dates.ts";
import { saveFile } from "../../ui/base/download-button.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/pill.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { kindOf, OUTCOME, sentences, SEVERITY, titleOf } from "./words.ts";
import { pageText } from "../../lib/page-text.ts";

/** Sets and findings listed here; all are told at their objects. */
const MOST = 12;

function amount(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

export function Overview(
  { picture, onSelect }: { picture: Picture; onSelect: (id: number) => void },
) {
  const { rows, chains, notes, verdict } = picture;
  const [first, ...more] = verdict.statements;
  const list = useMemo(() => [...rows.values()], [rows]);
  const count = (...kinds: ObjectRow["kind"][]) =>
    list.filter(({ kind }) => kinds.includes(kind)).length.toLocaleString("en");
  const grave = useMemo(
    () =>
      list.flatMap((row) =>
        row.findings.filter(({ severity }) => severity !== "info").map((found) => ({ row, found }))
      ).sort((a, b) => a.found.severity < b.found.severity ? -1 : 1),
    [list],
  );
  return (
    <Stack>
      {rows.size === 0
        ? <Verdict tone="warn" title="Nothing was found">{sentences(verdict.statements)}</Verdict>
        : (
          <Verdict tone={OUTCOME[verdict.outcome].tone} title={first.text.replace(/\.$/, "")}>
            {sentences(more)}
          </Verdict>
        )}
      <Sets picture={picture} onSelect={onSelect} />
      <Section heading={`${amount(rows.size, "object")} found`}>
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
          <p>{toldBy("device", picture.evaluatedAt)}.</p>
        </Stack>
      </Section>
      {rows.size > 0 && (
        <Section heading="Next steps">
          <Stack gap={3}>
            <p>Select an item for its details and actions.</p>
            <Row>
              <Button icon="download" onClick={saveAll}>Save all, renamed, as a zip</Button>
            </Row>
          </Stack>
        </Section>
      )}
      {grave.length > 0 && (
        <Section heading="Worth a look" count={grave.length.toLocaleString("en")}>
          <ItemList
            items={grave.slice(0, MOST).map(({ row, found }) => ({
              title: (
                <Button
                  size="small"
                  kind="quiet"
                  flush
                  onClick={() => onSelect(row.id)}
                >
                  {titleOf(row)}
                </Button>
              ),
              status: (
                <StatusPill tone={SEVERITY[found.severity].tone}>
                  {SEVERITY[found.severity].text}
                </StatusPill>
              ),
              children: <p>{pageText(found.message)}</p>,
            }))}
          />
          {grave.length > MOST && (
            <p>… and {(grave.length - MOST).toLocaleString("en")} more, at their objects.</p>
          )}
        </Section>
      )}
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
            children: <p>{sentences(verdict.statements)}</p>,
          };
        })}
      />
      {shown.length > MOST && (
        <p>… and {(shown.length - MOST).toLocaleString("en")} more, in the list of objects.</p>
      )}
    </Section>
  );
}

async function saveAll(): Promise<void> {
  const zip = await ask("archive", {});
  if (zip) saveFile(zip, "ssl-tools.zip", "application/zip");
}

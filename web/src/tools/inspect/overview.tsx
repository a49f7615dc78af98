/** The whole at a glance, while no object is chosen. */
import { useMemo } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { ask, type Picture } from "../../run/inspection.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/card.tsx";
import { toldBy } from "../../ui/dates.ts";
import { saveFile } from "../../ui/download-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ItemList } from "../../ui/item-list.tsx";
import { Row, Stack } from "../../ui/layout.tsx";
import { StatusPill } from "../../ui/pill.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { Tone } from "../../ui/tone.ts";
import { SEVERITY, titleOf } from "./words.ts";

/** Findings listed here; all stand at their objects. */
const MOST = 12;

export interface Summary {
  tone: Tone;
  title: string;
  text: string;
}

export function summaryOf({ rows, leftovers, setAside }: Picture): Summary {
  const severities = [...rows.values()].flatMap(({ findings }) =>
    findings.map(({ severity }) => severity)
  );
  const errors = severities.filter((severity) => severity === "error").length;
  const warnings = severities.filter((severity) => severity === "warning").length;
  const title = `${amount(rows.size, "object")} found`;
  const parts = [
    errors > 0 ? amount(errors, "error") : "",
    warnings > 0 ? amount(warnings, "warning") : "",
    leftovers.length > 0 ? `${leftovers.length.toLocaleString("en")} left over` : "",
    setAside.length > 0 ? `${setAside.length.toLocaleString("en")} put aside` : "",
  ].filter(Boolean);
  const text = parts.length === 0
    ? "Everything fits together, and nothing is wrong with it."
    : `${parts.join(", ")}.`;
  if (rows.size === 0) return { tone: "warn", title: "Nothing was found", text };
  return { tone: errors > 0 ? "bad" : warnings > 0 ? "warn" : "good", title, text };
}

function amount(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

export function Overview(
  { picture, onSelect }: { picture: Picture; onSelect: (id: number) => void },
) {
  const { rows, chains, notes } = picture;
  const summary = summaryOf(picture);
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
      <Verdict tone={summary.tone} title={summary.title}>{summary.text}</Verdict>
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
      {rows.size > 0 && (
        <Section heading="Next steps">
          <Stack gap={3}>
            <p>
              Choose an object to see every field of it and what can be done with what belongs to
              it.
            </p>
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
              children: <p>{found.message}</p>,
            }))}
          />
          {grave.length > MOST && (
            <p>… and {(grave.length - MOST).toLocaleString("en")} more, at their objects.</p>
          )}
        </Section>
      )}
      {notes.length > 0 && (
        <Section heading="Not looked into">
          <ItemList items={notes.map((note) => ({ title: note }))} />
        </Section>
      )}
    </Stack>
  );
}

async function saveAll(): Promise<void> {
  const zip = await ask("archive", {});
  if (zip) saveFile(zip, "ssl-tools.zip", "application/zip");
}

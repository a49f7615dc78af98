import type { caaCheck } from "../../../../core/caa/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { ResultActions } from "../../save-as/actions.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { counted } from "../../../../core/kernel/formatting.ts";
import { toneOf } from "../../page/verdict-tone.ts";

type Checked = OutputOf<typeof caaCheck>;

/** The maximum number of records shown. Real RRsets are shorter. */
const SHOWN = 100;

export function CheckedRecords({ checked }: { checked: Checked }) {
  const { records, ignored, policies } = checked;
  const { level, title, cause, next } = checked.verdict;
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <ResultActions
        downloads={[{
          name: "Download JSON",
          label: "JSON",
          hint: "The result, as the API returns it",
          content: () => JSON.stringify(checked, null, 2) + "\n",
          filename: "caa.json",
          type: "application/json",
        }]}
        value={checked}
        shared={{
          name: records[0]?.domain ?? "",
          verdict: checked.verdict,
          link: { path: "/caa", text: linesOf(checked), isPublic: false },
        }}
      />
      <Facts
        facts={[
          { term: "CAA records", value: records.length },
          { term: "Not valid", value: records.filter(({ isValid }) => !isValid).length || "None" },
          { term: "Other records", value: ignored || "None" },
        ]}
      />
      <Beside
        first={policies.length > 0 && (
          <Section
            heading="What they mean"
            count={policies.length > 1 ? policies.length : undefined}
          >
            <ItemList
              items={policies.slice(0, SHOWN).map(({ domain, sentences }) => ({
                title: domain === null ? undefined : <Value>{domain}</Value>,
                children: sentences.map((sentence) => (
                  <p key={sentence}>
                    <Value>{sentence}</Value>
                  </p>
                )),
              }))}
            />
          </Section>
        )}
        second={records.length > 0 && (
          <Section heading="Records" count={records.length}>
            <ItemList
              items={records.slice(0, SHOWN).map((record) => ({
                title: <Value data>{recordText(record)}</Value>,
                data: `line ${record.line}`,
                status: record.isValid
                  ? <StatusPill tone="good">Valid</StatusPill>
                  : <StatusPill tone="bad">Not valid</StatusPill>,
                children: [record.problem, ...record.notes].filter((note) => note !== null).map(
                  (note) => <p key={note}>{note}</p>,
                ),
              }))}
            />
            {records.length > SHOWN && <p>{counted(records.length - SHOWN, "more record")}.</p>}
          </Section>
        )}
      />
    </Stack>
  );
}

/** The valid records as zone lines, without anything else of the text. */
const linesOf = ({ records }: Checked): string =>
  records.flatMap(({ canonical }) => canonical ?? []).join("\n");

function recordText({ domain, flags, tag, value }: Checked["records"][number]): string {
  const parts = [domain, flags, tag, value === null ? null : `"${value}"`];
  return parts.filter((part) => part !== null).join(" ") || "Unreadable";
}

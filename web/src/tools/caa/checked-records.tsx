import type { caaCheck } from "../../../../core/caa/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { CopyResult } from "../../save-as/section.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Value } from "../../ui/data/value.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { counted } from "../../../../core/kernel/formatting.ts";

type Checked = OutputOf<typeof caaCheck>;

/** The maximum number of records shown. Real RRsets are shorter. */
const SHOWN = 100;

export function verdictOf({ records, answer }: Checked): { tone: Tone; title: string } {
  if (answer === null) {
    const invalid = records.filter(({ isValid }) => !isValid).length;
    if (records.length === 0) return { tone: "info", title: "No CAA record was found" };
    return invalid === 0
      ? { tone: "good", title: counted(records.length, "valid CAA record") }
      : { tone: "bad", title: `${invalid} of ${counted(records.length, "CAA record")} not valid` };
  }
  switch (answer.permitted) {
    case true:
      return answer.conditions.length === 0
        ? { tone: "good", title: "Yes, it may issue" }
        : { tone: "warn", title: "Yes, under a condition" };
    case false:
      return { tone: "bad", title: "No, it must not issue" };
    case null:
      return { tone: "info", title: "These records do not say" };
  }
}

export function CheckedRecords({ checked }: { checked: Checked }) {
  const { records, ignored, policies, answer } = checked;
  const { tone, title } = verdictOf(checked);
  return (
    <Stack>
      <Verdict tone={tone} title={title}>
        {answer && (
          <>
            <p>{answer.reason}</p>
            {answer.conditions.map((condition) => <p key={condition}>{condition}</p>)}
            {answer.governedBy !== null && <p>The records at {answer.governedBy} govern.</p>}
          </>
        )}
      </Verdict>
      <Facts
        facts={[
          { term: "CAA records", value: records.length },
          { term: "Not valid", value: records.filter(({ isValid }) => !isValid).length || "None" },
          { term: "Other records", value: ignored || "None" },
        ]}
      />
      {policies.length > 0 && (
        <Section heading="What they mean" count={policies.length > 1 ? policies.length : undefined}>
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
      {records.length > 0 && (
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
      <CopyResult value={checked} />
    </Stack>
  );
}

function recordText({ domain, flags, tag, value }: Checked["records"][number]): string {
  const parts = [domain, flags, tag, value === null ? null : `"${value}"`];
  return parts.filter((part) => part !== null).join(" ") || "Unreadable";
}

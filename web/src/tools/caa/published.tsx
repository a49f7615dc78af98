import type { caaLookup } from "../../../../core/caa/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Verdict } from "../../ui/result/verdict.tsx";
import { toneOf } from "../../page/verdict-tone.ts";

type Looked = OutputOf<typeof caaLookup>;

const STATUS: Readonly<Record<Looked["looked"][number]["status"], { tone: Tone; word: string }>> = {
  records: { tone: "good", word: "Records" },
  no_records: { tone: "neutral", word: "No records" },
  no_such_name: { tone: "neutral", word: "No such name" },
  failure: { tone: "warn", word: "Failure" },
};

/** The DNS answers for the domain and each parent. Published records are checked like pasted ones. */
export function Published({ published }: { published: Looked }) {
  const { level, title, cause, next } = published.verdict;
  return (
    <Stack>
      {published.status !== "records" && (
        <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      )}
      <Section heading={published.status === "records" ? title : "Names that were looked up"}>
        <Details
          details={published.looked.map(({ domain, status, alias }) => ({
            term: domain,
            value: (
              <>
                <StatusPill tone={STATUS[status].tone}>{STATUS[status].word}</StatusPill>
                {alias !== null && ` alias of ${named(alias)}`}
              </>
            ),
          }))}
        />
      </Section>
    </Stack>
  );
}

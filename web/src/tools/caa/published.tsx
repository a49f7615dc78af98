import type { caaLookup } from "../../../../core/caa/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Verdict } from "../../ui/result/verdict.tsx";
import { publishedVerdict } from "./verdict.ts";

type Looked = OutputOf<typeof caaLookup>;

const STATUS: Readonly<Record<Looked["looked"][number]["status"], { tone: Tone; word: string }>> = {
  records: { tone: "good", word: "Records" },
  no_records: { tone: "neutral", word: "No records" },
  no_such_name: { tone: "neutral", word: "No such name" },
  failure: { tone: "warn", word: "Failure" },
};

/** The DNS answers for the domain and each parent. Published records are checked like pasted ones. */
export function Published({ published }: { published: Looked }) {
  const { tone, title, text, next } = publishedVerdict(published);
  return (
    <Stack>
      {published.status !== "records" && (
        <Verdict tone={tone} title={title} next={next}>{text}</Verdict>
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

/** Where a certificate works: one sentence, and a row of marks with their reasons. */
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { type Mark, marksOf } from "../../../core/chain/marks.ts";
import { matrixOf } from "../../../core/chain/matrix.ts";
import { day } from "../../../core/kernel/dates.ts";
import { DownloadButton } from "../ui/base/download-button.tsx";
import { PEM_TYPE } from "../lib/save-file.ts";
import type { Tone } from "../ui/base/tone.ts";
import { Value } from "../ui/data/value.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { MarkRow } from "../ui/result/marks.tsx";
import { TransparencyView } from "./transparency.tsx";
import { ShortUntilWhen, UntilWhen } from "./until-when.tsx";
import { certificateFileName } from "../../../core/file-names.ts";

const TONES: Readonly<Record<Mark["outcome"], Tone>> = {
  accepted: "good",
  refused: "bad",
  unknown: "info",
};

type Analyzed = Parameters<typeof marksOf>[0];

export function WhereItWorks({ analysis }: { analysis: Analyzed }) {
  const said = saidOf(analysis);
  // The verdict says the one sentence about a root that only some devices trust.
  if (!said || said.marks.length + said.advice.length === 0) return null;
  return (
    <Section heading="Where it works">
      <Stack gap={3}>
        <Marks said={said} roots={analysis.acceptance?.roots} />
        {said.advice.map((message) => <p key={message}>{message}</p>)}
      </Stack>
    </Section>
  );
}

/** Null if the verdict on the chain says already why no client accepts it. */
const saidOf = (analysis: Analyzed) =>
  analysis.acceptance?.scope === "invalid" ? null : marksOf(analysis);

type Said = NonNullable<ReturnType<typeof marksOf>>;

function Marks({ said: { summary, marks }, roots = [] }: { said: Said; roots?: readonly Root[] }) {
  return (
    <>
      <p>{summary}</p>
      {marks.length > 0 && (
        <MarkRow
          label="Programs and platforms"
          marks={marks.map((mark) => ({
            name: mark.name,
            tone: TONES[mark.outcome],
            word: mark.word,
            reason: mark.reasons.join(" "),
            details: <Reasons mark={mark} root={mark.root === null ? null : roots[mark.root]} />,
          }))}
        />
      )}
    </>
  );
}

/** The kinds of clients, each with an outcome and a reason in a few words; nothing if one sentence describes all. */
export function ClientMatrix({ analysis }: { analysis: Analyzed }) {
  const rows = matrixOf(analysis);
  return rows && (
    <MarkRow
      label="Clients"
      marks={rows.map(({ name, outcome, reason, sentence }) => ({
        ...{ name, tone: TONES[outcome], word: reason, reason: sentence },
      }))}
    />
  );
}

/** In short: the kinds of clients and the nearest dates, in one card. */
export function ShortAnswer({ analysis }: { analysis: ChainResponse }) {
  const said = saidOf(analysis);
  if (!said) return <UntilWhen analysis={analysis} />;
  return (
    <Section heading="Where it works">
      <Stack gap={3}>
        {matrixOf(analysis)
          ? <ClientMatrix analysis={analysis} />
          : <Marks said={said} roots={analysis.acceptance?.roots} />}
        <ShortUntilWhen analysis={analysis} />
      </Stack>
    </Section>
  );
}

/** With every reason, date and timestamp. */
export function WholeAnswer({ analysis }: { analysis: ChainResponse }) {
  return (
    <>
      <WhereItWorks analysis={analysis} />
      <UntilWhen analysis={analysis} />
      <TransparencyView transparency={analysis.transparency} />
    </>
  );
}

type Root = NonNullable<ChainResponse["acceptance"]>["roots"][number];

function Reasons({ mark, root }: { mark: Mark; root: Root | null }) {
  const { about, reasons, path, source, date } = mark;
  return (
    <>
      {reasons.map((reason) => <p key={reason}>{reason}</p>)}
      {path && (
        <p>
          Its path: <Value>{path.join(" ← ")}</Value>
        </p>
      )}
      <p>
        {about}. Source: {source}, {day(date)}.
      </p>
      {root?.certificate && (
        <DownloadButton
          label="Download root"
          content={root.certificate}
          type={PEM_TYPE}
          filename={certificateFileName({ commonName: root.name, organizationName: null })}
        />
      )}
    </>
  );
}

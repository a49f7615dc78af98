/** Where a certificate works: one sentence, and a row of marks with their reasons. */
import { useEffect, useState } from "react";
import { chainAnalyze } from "../../../core/chain/contract.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { type Mark, marksOf } from "../../../core/chain/marks.ts";
import { day } from "../../../core/kernel/dates.ts";
import { routeOf, run } from "../run/run.ts";
import { DownloadButton } from "../ui/base/download-button.tsx";
import { PEM_TYPE } from "../lib/save-file.ts";
import type { Tone } from "../ui/base/tone.ts";
import { Value } from "../ui/data/value.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { MarkRow } from "../ui/result/marks.tsx";
import { TransparencyView } from "./transparency.tsx";
import { UntilWhen } from "./until-when.tsx";
import { certificateFileName } from "../../../core/file-names.ts";

const TONES: Readonly<Record<Mark["outcome"], Tone>> = {
  accepted: "good",
  refused: "bad",
  unknown: "info",
};

type Analyzed = Parameters<typeof marksOf>[0];

export function WhereItWorks({ analysis }: { analysis: Analyzed }) {
  const said = marksOf(analysis);
  // The verdict on the chain says already why no client accepts it.
  if (!said || analysis.acceptance?.scope === "invalid") return null;
  const { summary, marks, advice } = said;
  const roots = analysis.acceptance?.roots ?? [];
  return (
    <Section heading="Where it works">
      <Stack gap={3}>
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
        {advice.map((message) => <p key={message}>{message}</p>)}
      </Stack>
    </Section>
  );
}

/**
 * The same for a certificate that was not analyzed yet. Mount a new component for each certificate. If this
 * browser cannot analyze it, it is not sent to the server for it.
 */
export function WhereItWorksOf(
  { certificate, issuers, at }: { certificate: string; issuers: string; at: string },
) {
  const [analysis, setAnalysis] = useState<ChainResponse | null>(null);
  useEffect(() => {
    if (routeOf(chainAnalyze).where !== "device") return;
    const asked = new AbortController();
    const input = { certificate: `${certificate}\n${issuers}`, at };
    run(chainAnalyze, input, { signal: asked.signal }).then((outcome) => {
      if (outcome.ok && !asked.signal.aborted) setAnalysis(outcome.value);
    });
    return () => asked.abort();
  }, []);
  return analysis && (
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

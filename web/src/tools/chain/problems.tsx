/** The problems of a chain, and how to repair them. */
import type { Problem } from "../../../../core/chain/contract.ts";
import { RuleLink } from "../../page/rule-link.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import type { Analysis } from "./analysis.ts";
import { repairsOf } from "./repairs.ts";

const SEVERITIES: Readonly<Record<Problem["severity"], { tone: Tone; text: string }>> = {
  error: { tone: "bad", text: "Error" },
  warning: { tone: "warn", text: "Warning" },
  info: { tone: "neutral", text: "Note" },
};
const ORDER: readonly Problem["severity"][] = ["error", "warning", "info"];

/** A problem, its certificate, the clause of the standard, and the advice. */
export function Problems({ analysis: { problems, chain } }: { analysis: Analysis }) {
  if (problems.length === 0) return null;
  const sorted = problems.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return (
    <Section heading="Problems" count={problems.length}>
      <ItemList
        findings
        items={sorted.map(({ code, severity, title, message, advice, index, clause }) => {
          const { tone, text } = SEVERITIES[severity];
          return {
            title,
            data: clause,
            status: <StatusPill tone={tone}>{text}</StatusPill>,
            children: (
              <>
                <p>
                  {index !== null && chain[index] && (
                    <>
                      <Value>{certificateName(chain[index].info)}</Value>:{" "}
                    </>
                  )}
                  <Value>{message}</Value>
                </p>
                <p>
                  {advice} <RuleLink code={code} />
                </p>
              </>
            ),
          };
        })}
      />
    </Section>
  );
}

/** How to repair the chain, if that is known. */
export function Repairs({ analysis }: { analysis: Analysis }) {
  const repairs = repairsOf(analysis);
  if (repairs.length === 0) return null;
  return (
    <Section heading="How to repair it" count={repairs.length}>
      <ItemList
        items={[
          ...repairs.map(({ heading, text }) => ({ title: heading, children: <p>{text}</p> })),
          // Without an issuer the download above is not a full chain.
          ...analysis.missing.length === 0 && repairs.some(({ bundle }) => bundle)
            ? [{
              children: (
                <p>The full chain above is in the right order and has no extra certificates.</p>
              ),
            }]
            : [],
        ]}
      />
    </Section>
  );
}

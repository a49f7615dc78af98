import type { InspectedFinding } from "../../../../core/inspect/contract.ts";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { repeated } from "../../lib/text.ts";
import { SEVERITY } from "./words.ts";
import { RuleLink } from "../../page/rule-link.tsx";

/** The findings of an object without rules of its own. */
export function ObjectFindings({ findings }: { findings: readonly InspectedFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Section heading="Findings" count={findings.length}>
      <FindingList findings={findings} />
    </Section>
  );
}

/** The findings, the worst first, each with why it matters and where it is. */
export function FindingList({ findings }: { findings: readonly InspectedFinding[] }) {
  const order = ["error", "warning", "info"];
  const sorted = findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const shared = repeated(findings.map(({ why }) => why));
  return (
    <Stack gap={3}>
      {shared !== null && <p>Unless a finding says otherwise: {shared}</p>}
      <ItemList
        findings
        items={sorted.map(({ code, severity, message, why, source }) => ({
          title: message,
          status: <StatusPill tone={SEVERITY[severity].tone}>{SEVERITY[severity].text}</StatusPill>,
          data: source,
          children: (
            <p>
              {why !== shared && `${why} `}
              <RuleLink code={code} />
            </p>
          ),
        }))}
      />
    </Stack>
  );
}

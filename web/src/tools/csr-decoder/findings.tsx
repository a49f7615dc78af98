import type { Finding } from "../../../../core/x509/shapes.ts";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";

/** The findings, each with its byte offset. Renders nothing if there are none. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Section heading="Findings" count={findings.length}>
      <ItemList
        findings
        items={findings.map(({ code, message, offset }) => ({
          title: message,
          data: offset === null ? code : `${code}, byte ${withCommas(offset)}`,
        }))}
      />
    </Section>
  );
}

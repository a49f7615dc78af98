/** Whether the CAA records allow the authority of this certificate to issue the next one. */
import type { CaaAgreement } from "../../../../core/chain/contract.ts";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";

const STATUS = {
  allowed: { tone: "good", children: "Allowed" },
  forbidden: { tone: "warn", children: "Not allowed" },
  unknown: { tone: "info", children: "Not known" },
} as const;

export function CaaView({ caa: { status, message } }: { caa: CaaAgreement }) {
  return (
    <Section heading="CAA records">
      <ItemList
        items={[{ title: <Value>{message}</Value>, status: <StatusPill {...STATUS[status]} /> }]}
      />
    </Section>
  );
}

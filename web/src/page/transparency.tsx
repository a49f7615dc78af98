/** Certificate Transparency: which browsers accept the timestamps of a certificate, and each of them. */
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { counted } from "../../../core/kernel/formatting.ts";
import { dateTime } from "../../../core/kernel/dates.ts";
import type { Tone } from "../ui/base/tone.ts";
import { Value } from "../ui/data/value.tsx";
import { StatusPill } from "../ui/feedback/status.tsx";
import { Section } from "../ui/layout/card.tsx";
import { ItemList } from "../ui/layout/item-list.tsx";
import { Stack } from "../ui/layout/layout.tsx";

type Transparency = NonNullable<ChainResponse["transparency"]>;
type Timestamp = Transparency["timestamps"][number];

export function TransparencyView({ transparency }: { transparency: Transparency | undefined }) {
  if (!transparency) return null;
  const { message, timestamps, unchecked, policies } = transparency;
  return (
    <Section
      heading="Certificate Transparency"
      aside={<StatusPill {...STATUS[worstOf(policies)]} />}
    >
      <Stack gap={3}>
        <p>{message}</p>
        {timestamps.length > 0 && (
          <ItemList
            items={timestamps.map((timestamp) => ({
              title: <Value>{timestamp.log ?? "Unknown log"}</Value>,
              status: <StatusPill {...verdictOf(timestamp)} />,
              children: (
                <>
                  <p>{detailsOf(timestamp)}</p>
                  <p>{timestamp.message}</p>
                </>
              ),
            }))}
          />
        )}
        {unchecked > 0 && <p>{counted(unchecked, "more SCT")} not checked.</p>}
      </Stack>
    </Section>
  );
}

type Outcome = Transparency["policies"][number]["outcome"];

const worstOf = (policies: Transparency["policies"]): Outcome =>
  (["refused", "unknown"] as const).find((outcome) =>
    policies.some((policy) => policy.outcome === outcome)
  ) ?? "accepted";

const STATUS: Readonly<Record<Outcome, { tone: Tone; children: string }>> = {
  accepted: { tone: "good", children: "Accepted" },
  refused: { tone: "bad", children: "Refused" },
  unknown: { tone: "info", children: "Not known" },
};

function verdictOf({ verdict, countedBy }: Timestamp): { tone: Tone; children: string } {
  if (verdict === "invalid") return { tone: "bad", children: "Invalid" };
  if (verdict === "unknown") return { tone: "info", children: "Not known" };
  return countedBy.length > 0
    ? { tone: "good", children: "Valid" }
    : { tone: "info", children: "Valid, does not count" };
}

const PLACES = {
  certificate: "in the certificate",
  handshake: "in the TLS handshake",
  ocsp: "in the OCSP response",
} as const;

/** "Google, 21 Nov 2026, 12:00:00 UTC, in the certificate" */
function detailsOf({ operator, timestamp, source }: Timestamp): string {
  return [operator, timestamp && dateTime(timestamp), PLACES[source]]
    .filter((part) => part !== null).join(", ");
}

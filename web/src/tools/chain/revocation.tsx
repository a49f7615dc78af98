/**
 * What is known about revocation, from CRLs and OCSP responses in the text, stapled or fetched by
 * the server.
 */
import type { CertificateRevocation, Stapling } from "../../../../core/chain/contract.ts";
import { dateTime } from "../../lib/dates.ts";
import { pageText } from "../../lib/page-text.ts";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/pill.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { type Analysis, displayName } from "./analysis.ts";

export function Revocation({ analysis }: { analysis: Analysis }) {
  const { revocation = [], chain, stapling } = analysis;
  const staple = stapling && stapleText(stapling);
  if (revocation.length === 0 && !staple) return null;
  return (
    <Section heading="Revocation">
      <Stack gap={3}>
        {revocation.length > 0 && (
          <ItemList
            items={revocation.map((found) => ({
              title: <Value>{displayName(chain[found.index].info)}</Value>,
              status: <StatusPill {...STATUS[found.status]} />,
              children: (
                <>
                  <p>{textOf(found)}.</p>
                  {found.note !== null && <p>{pageText(found.note)}.</p>}
                </>
              ),
            }))}
          />
        )}
        {staple && <p>{staple}</p>}
      </Stack>
    </Section>
  );
}

const STATUS = {
  good: { tone: "good", children: "Not revoked" },
  revoked: { tone: "bad", children: "Revoked" },
  unknown: { tone: "info", children: "Not known" },
} as const;

function textOf({ problem, by, thisUpdate, nextUpdate }: CertificateRevocation): string {
  if (problem !== null) return pageText(problem);
  const until = nextUpdate === null ? "" : ` until ${dateTime(nextUpdate)}`;
  return `By the ${by === "crl" ? "CRL" : "OCSP response"} of ${dateTime(thisUpdate!)}${until}`;
}

/** Shown if the certificate demands a stapled response, or one came. */
function stapleText({ required, stapled }: Stapling): string | null {
  if (required && stapled === false) {
    return "The certificate demands a stapled OCSP response, and the server sends none.";
  }
  if (stapled) return "The server staples an OCSP response.";
  return required
    ? "The certificate demands a stapled OCSP response. Whether one comes is not known."
    : null;
}

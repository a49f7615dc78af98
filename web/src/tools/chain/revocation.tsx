/**
 * The revocation status by CRLs and OCSP responses, which were pasted, stapled or fetched by the
 * server.
 */
import type { CertificateRevocation, Stapling } from "../../../../core/chain/contract.ts";
import { stapleFault } from "../../../../core/chain/staple.ts";
import { dateTime } from "../../../../core/kernel/dates.ts";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import type { Analysis } from "./analysis.ts";

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
              title: <Value>{certificateName(chain[found.index].info)}</Value>,
              status: <StatusPill {...STATUS[found.status]} />,
              children: (
                <>
                  <p>{textOf(found)}.</p>
                  {found.note !== null && <p>{found.note}.</p>}
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

/** "Not revoked. By the OCSP response of 3 Nov 2026, 12:00 UTC." */
export const revocationText = (found: Omit<CertificateRevocation, "index">): string =>
  `${found.status === "unknown" ? "Revocation not known" : STATUS[found.status].children}. ${
    textOf(found)
  }.`;

function textOf(
  { problem, by, thisUpdate, nextUpdate }: Omit<CertificateRevocation, "index">,
): string {
  if (problem !== null) return problem;
  const until = nextUpdate === null ? "" : ` until ${dateTime(nextUpdate)}`;
  return `By the ${by === "crl" ? "CRL" : "OCSP response"} of ${dateTime(thisUpdate!)}${until}`;
}

/** Null unless the certificate requires a stapled response or the server sent one. */
function stapleText(stapling: Stapling): string | null {
  const { required, stapled, problem } = stapling;
  if (stapled && problem) {
    return `The server staples an OCSP response that cannot be used. ${problem}.`;
  }
  if (required && stapled === false) return stapleFault(stapling);
  if (stapled) return "The server staples an OCSP response.";
  return required
    ? "The certificate requires a stapled OCSP response. We could not see whether the server sends one."
    : null;
}

import type { ReactNode } from "react";
import { dateTime, timeAgo } from "../../lib/dates.ts";
import type { CertificateInfo } from "../../../../core/x509/shapes.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Findings } from "../csr-decoder/findings.tsx";
import { counted } from "../../../../core/kernel/formatting.ts";

/** With fewer days left, a certificate expires soon. */
const EXPIRING_SOON_DAYS = 30;

/** The status by the certificate's dates. */
export function statusOf(
  { isExpired, isNotYetValid, daysUntilExpiry: days }: CertificateInfo,
): { tone: Tone; word: string; text: string } {
  if (isExpired) {
    return { tone: "bad", word: "EXPIRED", text: `It expired ${timeAgo(days)}.` };
  }
  if (isNotYetValid) {
    return { tone: "warn", word: "NOT YET VALID", text: "It is not valid yet." };
  }
  const text = days === 0
    ? "It expires within a day."
    : `${counted(days, "day")} ${days === 1 ? "remains" : "remain"}.`;
  return days < EXPIRING_SOON_DAYS
    ? { tone: "warn", word: "EXPIRING SOON", text }
    // Only about its dates: its key or its chain may be wrong.
    : { tone: "good", word: "NOT EXPIRED", text };
}

interface CertificateDetailsProps {
  certificate: CertificateInfo;
  /** Further sections, below the names. */
  children?: ReactNode;
}

export function CertificateDetails({ certificate, children }: CertificateDetailsProps) {
  const { subject, issuer, serialNumber, fingerprints, extensions, findings } = certificate;
  const status = statusOf(certificate);
  const names = extensions.subjectAltName;
  return (
    <Beside
      first={
        <Section heading="Certificate details">
          <Details
            details={[
              { term: "Common Name", value: <Value>{subject.commonName}</Value> },
              { term: "Organization", value: <Value>{subject.organizationName}</Value> },
              {
                term: "Serial Number",
                value: <Hex value={serialNumber} />,
                action: <CopyButton text={serialNumber} name="Copy serial number" />,
              },
              { term: "Valid From", value: dateTime(certificate.notBefore) },
              { term: "Valid Until", value: dateTime(certificate.notAfter) },
              {
                term: "Status",
                value: (
                  <>
                    <StatusPill tone={status.tone}>{status.word}</StatusPill> {status.text}
                  </>
                ),
              },
              {
                term: "Issuer",
                value: <Value>{issuer.commonName ?? issuer.organizationName ?? issuer.raw}</Value>,
              },
              { term: "Signature", value: <Value>{certificate.signatureAlgorithm}</Value> },
              {
                term: "SHA-256",
                value: <Hex value={fingerprints.sha256} />,
                action: <CopyButton text={fingerprints.sha256} name="Copy SHA-256 fingerprint" />,
              },
            ]}
          />
        </Section>
      }
      second={
        <>
          {names.length > 0 && (
            <Section heading="Subject alternative names" count={names.length}>
              <LongList
                what="names"
                rows={names.map(({ type, value }) => ({ kind: type, value }))}
              />
            </Section>
          )}
          <Findings findings={findings} />
          {children}
        </>
      }
    />
  );
}

import { authorityName } from "../../../../core/names/certificate-name.ts";
import type { ReactNode } from "react";
import { dateTime } from "../../../../core/kernel/dates.ts";
import type { CertificateInfo } from "../../../../core/x509/shapes.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { dateStatus } from "../../page/date-status.ts";
import { Findings } from "../csr-decoder/findings.tsx";

interface CertificateDetailsProps {
  certificate: CertificateInfo;
  /** Further sections, below the names. */
  children?: ReactNode;
}

export function CertificateDetails({ certificate, children }: CertificateDetailsProps) {
  const { subject, issuer, serialNumber, fingerprints, extensions, findings } = certificate;
  const status = dateStatus(certificate);
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
                action: <CopyButton icon text={serialNumber} name="Copy serial number" />,
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
                value: <Value>{authorityName(issuer)}</Value>,
              },
              { term: "Signature", value: <Value>{certificate.signatureAlgorithm}</Value> },
              {
                term: "SHA-256",
                value: <Hex value={fingerprints.sha256} />,
                action: (
                  <CopyButton icon text={fingerprints.sha256} name="Copy SHA-256 fingerprint" />
                ),
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

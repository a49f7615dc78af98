import type { ReactNode } from "react";
import type { RequestSummary } from "../../../../core/match/contract.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { LongList } from "../../ui/data/long-list.tsx";

/** The details of a CSR, shown instead of those of a certificate. */
interface RequestDetailsProps {
  request: RequestSummary;
  /** Further sections, below the names. */
  children?: ReactNode;
}

export function RequestDetails({ request, children }: RequestDetailsProps) {
  const { subject, signatureAlgorithm, fingerprint, subjectAltName } = request;
  return (
    <Beside
      first={
        <Section heading="Certificate signing request">
          <Details
            details={[
              { term: "Common Name", value: <Value>{subject.commonName}</Value> },
              { term: "Organization", value: <Value>{subject.organizationName}</Value> },
              { term: "Signature", value: <Value>{signatureAlgorithm}</Value> },
              {
                term: "SHA-256",
                value: <Hex value={fingerprint} />,
                action: <CopyButton icon text={fingerprint} name="Copy request fingerprint" />,
              },
            ]}
          />
        </Section>
      }
      second={
        <>
          {subjectAltName.length > 0 && (
            <Section heading="Subject alternative names" count={subjectAltName.length}>
              <LongList
                what="names"
                rows={subjectAltName.map(({ type, value }) => ({ kind: type, value }))}
              />
            </Section>
          )}
          {children}
        </>
      }
    />
  );
}

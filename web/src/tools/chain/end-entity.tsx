/** Details of the end-entity certificate. */
import { authorityName } from "../../../../core/names/certificate-name.ts";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { ReadAgain } from "../../page/read-again.tsx";
import { keyText } from "../../ui/certificate/certificate-view.tsx";
import { type Detail, Details } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import type { Analysis } from "./analysis.ts";
import { dateStatus } from "../../page/date-status.ts";
import { namesOf } from "./names-and-dates.ts";
import { counted } from "../../../../core/kernel/formatting.ts";

/** If only certificates of CAs were given, the path begins with one of them. */
const HEADINGS = {
  leaf: "End-entity certificate",
  intermediate: "Intermediate certificate",
  root: "Root certificate",
} as const;

export function EndEntity({ analysis: { certificate, chain } }: { analysis: Analysis }) {
  const { subject } = certificate;
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;
  const { tone, word } = dateStatus(certificate);
  const validity = certificate.isExpired ? "EXPIRED" : certificate.isNotYetValid ? word : "VALID";
  const days = certificate.daysUntilExpiry;
  return (
    <Section heading={HEADINGS[chain[0]?.type ?? "leaf"]}>
      <Details
        details={[
          ...namesOf(certificate).map(({ term, value }) => ({
            term,
            value: <Value>{value}</Value>,
          })),
          {
            term: "Organization",
            value: <Value>{join(subject.organizationName, subject.organizationalUnitName)}</Value>,
          },
          {
            term: "Location",
            value: (
              <Value>
                {join(subject.localityName, subject.stateOrProvinceName, subject.countryName)}
              </Value>
            ),
          },
          {
            term: "Validity",
            value: (
              <>
                <StatusPill tone={tone}>{validity}</StatusPill>
                {/* The certificate's card has its dates. */}
                {validity === "VALID" && ` ${counted(days, "day")} remaining`}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

export function TechnicalDetails({ analysis: { certificate, chain } }: { analysis: Analysis }) {
  const leaf = chain[0]?.certificate;
  const { issuer, serialNumber, publicKey, signatureAlgorithm, fingerprints } = certificate;
  const details: Detail[] = [
    { term: "Issuer", value: <Value>{authorityName(issuer) || null}</Value> },
    {
      term: "Serial number",
      value: <Hex value={serialNumber} />,
      action: <CopyButton icon text={serialNumber} name="Copy serial number" />,
    },
    { term: "Key algorithm", value: <Value>{keyText(publicKey)}</Value> },
    { term: "Signature algorithm", value: <Value>{signatureAlgorithm}</Value> },
    {
      term: "SHA-256 fingerprint",
      value: <Hex value={fingerprints.sha256} />,
      action: <CopyButton icon text={fingerprints.sha256} name="Copy SHA-256 fingerprint" />,
    },
  ];
  return (
    <Section heading="Technical details">
      <Stack>
        <Details details={details} />
        {leaf && <ReadAgain key={leaf} text={leaf} />}
      </Stack>
    </Section>
  );
}

export function AlternativeNames({ analysis: { certificate } }: { analysis: Analysis }) {
  const names = certificate.extensions.subjectAltName;
  return (
    <Section
      heading="Subject alternative names"
      count={names.length > 0 ? names.length : undefined}
    >
      {names.length > 0
        ? (
          <LongList
            what="names"
            rows={names.map(({ type, value }) => ({ kind: type, value }))}
          />
        )
        : <p>The certificate has none.</p>}
    </Section>
  );
}

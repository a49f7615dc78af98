import { chainFileName } from "../../../../core/file-names.ts";
import type { Problem } from "../../../../core/chain/contract.ts";
import { useState } from "react";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { keyText } from "../../ui/certificate/certificate-view.tsx";
import { Command } from "../../ui/data/code-output.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { day } from "../../lib/dates.ts";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { type Detail, Details, Facts } from "../../ui/data/facts.tsx";
import { CheckboxField } from "../../ui/form/field.tsx";
import { Hex } from "../../ui/data/hex.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/pill.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Value } from "../../ui/data/value.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { ChainPath } from "./chain-path.tsx";
import { OtherPaths } from "../../ui/certificate/other-paths.tsx";
import {
  type Analysis,
  certificates,
  displayName,
  judge,
  namesOf,
  statusOf,
  usableUntil,
} from "./judgement.ts";
import { OtherCertificates } from "./other-certificates.tsx";
import { RenderingBoundary } from "./rendering-boundary.tsx";
import { repairsOf } from "./repairs.ts";
import { ServerSends } from "./server-sends.tsx";

export interface ResultProps {
  analysis: Analysis;
  /** Offered below the verdict: completing the chain online. */
  completion?: React.ReactNode;
}

/** What has a part missing must not take the page, and with it the input, down. */
export default function ChainResult(props: ResultProps) {
  return (
    <RenderingBoundary of={props.analysis}>
      <WholeResult {...props} />
    </RenderingBoundary>
  );
}

function WholeResult({ analysis, completion }: ResultProps) {
  const judgement = judge(analysis);
  return (
    <Stack>
      <SetAside analysis={analysis} />
      <Verdict tone={judgement.tone} title={judgement.title}>{judgement.text}</Verdict>
      <Facts facts={factsOf(analysis)} />
      {completion}
      <RenderingBoundary of={analysis}>
        <ChainPath analysis={analysis} />
      </RenderingBoundary>
      <Repairs analysis={analysis} />
      <Problems analysis={analysis} />
      {analysis.source && <ServerSends analysis={analysis} source={analysis.source} />}
      <EndEntity analysis={analysis} />
      <TechnicalDetails analysis={analysis} />
      <AlternativeNames analysis={analysis} />
      <OtherPaths paths={analysis.otherPaths} />
      <OtherCertificates analysis={analysis} />
      <Exports analysis={analysis} />
      <Section heading="With OpenSSL">
        <Command copyName="Copy OpenSSL command" command={opensslCommand(analysis)}>
          {analysis.source
            ? "What the server sends, seen from your own command line:"
            : "The same path, verified by your own command line (root and intermediates in files of their own):"}
        </Command>
      </Section>
    </Stack>
  );
}

function factsOf(analysis: Analysis) {
  const { validation, certificate, source } = analysis;
  const facts = [
    { term: "Chain depth", value: certificates(validation.depth) },
    { term: "Root certificate", value: validation.hasRoot ? "FOUND" : "NOT FOUND" },
    {
      term: "Days remaining",
      value: certificate.isExpired ? "EXPIRED" : certificate.daysUntilExpiry.toLocaleString("en"),
    },
    ...usableUntil(analysis),
    { term: "Publicly trusted", value: validation.trusted ? "Yes" : "No" },
  ];
  if (source) {
    facts.push({ term: "Host name", value: source.hostnameMatches ? "Matches" : "Does not match" });
  }
  return facts;
}

const SEVERITIES: Readonly<Record<Problem["severity"], { tone: Tone; text: string }>> = {
  error: { tone: "bad", text: "Error" },
  warning: { tone: "warn", text: "Warning" },
  info: { tone: "neutral", text: "Note" },
};
const ORDER: readonly Problem["severity"][] = ["error", "warning", "info"];

/** What is broken, where, by which clause, and what to do. */
function Problems({ analysis: { problems, chain } }: { analysis: Analysis }) {
  if (problems.length === 0) return null;
  const sorted = problems.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return (
    <Section heading="Problems" count={problems.length}>
      <ItemList
        items={sorted.map(({ severity, title, message, advice, index, clause }) => {
          const { tone, text } = SEVERITIES[severity];
          return {
            title,
            data: clause,
            status: <StatusPill tone={tone}>{text}</StatusPill>,
            children: (
              <>
                <p>
                  {index !== null && chain[index] && (
                    <>
                      <Value>{displayName(chain[index].info)}</Value>:{" "}
                    </>
                  )}
                  <Value>{message}</Value>
                </p>
                <p>{advice}</p>
              </>
            ),
          };
        })}
      />
    </Section>
  );
}

function Repairs({ analysis }: { analysis: Analysis }) {
  const repairs = repairsOf(analysis);
  if (repairs.length === 0) return null;
  return (
    <Section heading="How to repair it" count={repairs.length}>
      <Stack>
        <ItemList
          items={repairs.map(({ heading, text }) => ({ title: heading, children: <p>{text}</p> }))}
        />
        {repairs.some(({ bundle }) => bundle) && (
          <Row>
            <CorrectedBundle analysis={analysis} withRoot={false} />
          </Row>
        )}
      </Stack>
    </Section>
  );
}

/** The chain as a server should send it: leaf first, each followed by its issuer. */
function bundleOf({ chain }: Analysis, withRoot: boolean): string {
  return chain.filter(({ type }, index) => withRoot || index === 0 || type !== "root")
    .map(({ certificate }) => certificate).join("");
}

function CorrectedBundle({ analysis, withRoot }: { analysis: Analysis; withRoot: boolean }) {
  return (
    <DownloadButton
      label="Download corrected bundle"
      content={bundleOf(analysis, withRoot)}
      filename={chainFileName(analysis.certificate.subject, "bundle.pem")}
    />
  );
}

function EndEntity({ analysis: { certificate } }: { analysis: Analysis }) {
  const { subject } = certificate;
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ") || null;
  const { tone } = statusOf(certificate);
  const validity = certificate.isExpired
    ? "EXPIRED"
    : certificate.isNotYetValid
    ? "NOT YET VALID"
    : "VALID";
  const days = certificate.daysUntilExpiry;
  return (
    <Section heading="End-entity certificate">
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
              <Row gap={2}>
                <StatusPill tone={tone}>{validity}</StatusPill>
                <span>
                  {day(certificate.notBefore)} to {day(certificate.notAfter)}
                  {validity === "VALID" &&
                    `, ${days.toLocaleString("en")} ${days === 1 ? "day" : "days"} remaining`}
                </span>
              </Row>
            ),
          },
        ]}
      />
    </Section>
  );
}

function TechnicalDetails({ analysis: { certificate } }: { analysis: Analysis }) {
  const { issuer, serialNumber, publicKey, signatureAlgorithm, fingerprints } = certificate;
  const details: Detail[] = [
    { term: "Issuer", value: <Value>{issuer.commonName || issuer.raw || null}</Value> },
    {
      term: "Serial number",
      value: <Hex value={serialNumber} />,
      action: <CopyButton text={serialNumber} name="Copy serial number" />,
    },
    { term: "Key algorithm", value: <Value>{keyText(publicKey)}</Value> },
    { term: "Signature algorithm", value: <Value>{signatureAlgorithm}</Value> },
    {
      term: "SHA-256 fingerprint",
      value: <Hex value={fingerprints.sha256} />,
      action: <CopyButton text={fingerprints.sha256} name="Copy SHA-256 fingerprint" />,
    },
  ];
  return (
    <Section heading="Technical details">
      <Details details={details} />
    </Section>
  );
}

function AlternativeNames({ analysis: { certificate } }: { analysis: Analysis }) {
  const names = certificate.extensions.subjectAltName;
  return (
    <Section
      heading="Subject alternative names"
      count={names.length > 0 ? names.length.toLocaleString("en") : undefined}
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

function Exports({ analysis }: { analysis: Analysis }) {
  const { chain, certificate } = analysis;
  const [withRoot, setWithRoot] = useState(false);
  const hasRoot = chain.length > 1 && chain[chain.length - 1].type === "root";
  return (
    <Section heading="Export">
      <Stack>
        <Row>
          <DownloadButton
            label="PEM chain"
            name="Download PEM chain"
            content={() => chain.map((entry) => entry.certificate).join("")}
            filename={chainFileName(certificate.subject, "chain.pem")}
          />
          <DownloadButton
            label="JSON"
            name="Download JSON"
            type="application/json"
            content={() => JSON.stringify(analysis, null, 2) + "\n"}
            filename={chainFileName(certificate.subject, "chain.json")}
          />
          <CorrectedBundle analysis={analysis} withRoot={withRoot} />
        </Row>
        <Row gap={2}>
          <HandOverLink
            to="/pfx"
            data={{ certificate: bundleOf(analysis, withRoot), privateKey: "" }}
            icon="pfx"
          >
            Make a PFX of this chain
          </HandOverLink>
          <HandOverLink
            to="/match"
            data={{ certificate: chain[0]?.certificate ?? "", privateKey: "" }}
            icon="match"
          >
            Check the match with a key
          </HandOverLink>
        </Row>
        {hasRoot && (
          <CheckboxField
            label="With the root"
            checked={withRoot}
            onChange={setWithRoot}
            hint="The corrected bundle is for a server: leaf first, without the root, which clients have."
          />
        )}
      </Stack>
    </Section>
  );
}

function opensslCommand({ source }: Analysis): string {
  return source
    ? `openssl s_client -connect ${source.hostname}:443 -servername ${source.hostname} -showcerts </dev/null`
    : "openssl verify -x509_strict -CAfile root.pem -untrusted intermediates.pem leaf.pem";
}

/** What is among the input and cannot be read, with its place. */
function SetAside({ analysis: { setAside } }: { analysis: Analysis }) {
  if (setAside.length === 0) return null;
  return (
    <Banner
      quiet
      tone="warn"
      title={setAside.length === 1 ? "One part was left out" : "Parts were left out"}
    >
      {setAside.map(({ position, message }) => (
        <p key={position}>
          No. {position + 1}: <Value>{message}</Value>
        </p>
      ))}
    </Banner>
  );
}

/** All about one object: its findings, the objects that fit it, and its fields. */
import { lazy, Suspense, useRef } from "react";
import type { ChainResponse } from "../../../../core/chain/contract.ts";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type {
  InspectMethods,
  ObjectDetails,
  ObjectSet,
} from "../../../../core/inspect/session-contract.ts";
import { printable, withCommas } from "../../../../core/kernel/formatting.ts";
import type { Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { CertificateView } from "../../ui/certificate/certificate-view.tsx";
import { type InBytes, ToBytes } from "../../ui/certificate/in-bytes.tsx";
import { Command } from "../../ui/data/code.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { dateTime } from "../../../../core/kernel/dates.ts";
import { type Detail, Details, factsText } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import type { Compared } from "./pairs.ts";
import { CompareWith } from "./compare-offers.tsx";
import { ChainOf } from "./chain-of.tsx";
import { FindingList, ObjectFindings } from "./findings.tsx";
import { PutToUse } from "./put-to-use.tsx";
import { iconOf, keyWords, kindOf, titleOf } from "./words.ts";
import type { Linted } from "../../page/rules.tsx";
import { ReadAgain } from "../../page/read-again.tsx";

/** Loaded separately, because they are only for certificates, CRLs and OCSP responses. */
const Rules = lazy(async () => ({ default: (await import("../../page/rules.tsx")).Rules }));

const SignedView = lazy(async () => ({ default: (await import("./signed.tsx")).SignedView }));

const WhereItWorks = lazy(async () => ({
  default: (await import("../../page/where-it-works.tsx")).WholeAnswer,
}));

const RevocationView = lazy(async () => ({
  default: (await import("./revocation.tsx")).RevocationView,
}));

export interface Loaded {
  details: InspectMethods["details"]["output"];
  set: ObjectSet;
}

interface DetailsProps {
  row: ObjectRow;
  picture: Picture;
  loaded: Loaded;
  /** The analysis of an end entity; null until it is made. */
  analysis: ChainResponse | null;
  onSelect: (id: number) => void;
  /** Shows the element that a byte of the object is in. */
  onBytes: (offset: number) => void;
  /** Opens a comparison of two objects. */
  onCompare: (pair: Compared) => void;
  /** Called with the findings of the linter, for exports. */
  onLinted: (linted: Linted | null) => void;
}

/** Its findings, the objects that fit it, its fields, and commands. */
export function ObjectDetailsView(
  { row, picture, loaded, analysis, onSelect, onBytes, onCompare, onLinted }: DetailsProps,
) {
  const { details, set } = loaded;
  const isCertificate = row.kind === "certificate";
  const isLinted = isCertificate && details.certificate !== null && details.pem !== null;
  return (
    <ResultSections inline>
      {isLinted
        ? (
          <Suspense fallback={null}>
            <Rules
              certificate={details.pem!}
              issuers={set.chainPem}
              at={picture.evaluatedAt}
              others={{
                codes: row.findings.map(({ code }) => code),
                list: (without) => (
                  <FindingList findings={row.findings.filter(({ code }) => !without.has(code))} />
                ),
              }}
              onBytes={onBytes}
              onLinted={onLinted}
            />
          </Suspense>
        )
        : <ObjectFindings findings={row.findings} />}
      {(row.signed || row.encrypted) && (
        <Suspense fallback={null}>
          <SignedView row={row} onSelect={onSelect} />
        </Suspense>
      )}
      <Fits row={row} picture={picture} onSelect={onSelect} />
      <RevocationOf row={row} details={details} />
      <Fields row={row} details={details} onBytes={onBytes} />
      {isCertificate && <ChainOf id={row.id} picture={picture} onSelect={onSelect} />}
      {analysis && (
        <Suspense fallback={null}>
          <WhereItWorks analysis={analysis} />
        </Suspense>
      )}
      <PutToUse row={row} set={set} picture={picture} />
      <CompareWith row={row} picture={picture} onCompare={onCompare} />
      <WithOpenssl commands={details.commands} />
    </ResultSections>
  );
}

/** Details of a CRL or an OCSP response; nothing for other objects. */
function RevocationOf({ row: { kind }, details }: { row: ObjectRow; details: ObjectDetails }) {
  if (kind !== "crl" && kind !== "ocsp-response") return null;
  return (
    <Suspense fallback={null}>
      <RevocationView key={details.id} details={details} />
    </Suspense>
  );
}

const LINES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  key: ["Same key", "Same key"],
  issuer: ["Issued", "Issued by"],
  contains: ["Contains", "Taken from"],
  name: ["Covered by", "Covers"],
};
/** How many lines are listed; an intermediate may have thousands. */
const MOST = 50;

function Fits(
  { row, picture, onSelect }: Pick<DetailsProps, "row" | "picture" | "onSelect">,
) {
  const { links, rows } = picture;
  const found = links.filter(({ from, to }) => from === row.id || to === row.id);
  // A certificate and a CSR of the same key are linked only with the key, and found through it.
  const hubs = new Set(
    found.filter(({ kind, to }) => kind === "key" && to === row.id).map(({ from }) => from),
  );
  const siblings = links.filter(({ kind, from, to }) =>
    kind === "key" && hubs.has(from) && to !== row.id
  );
  const lines = [
    ...found.map((link) => ({
      link,
      other: link.from === row.id ? link.to : link.from,
      word: LINES[link.kind][link.from === row.id ? 0 : 1],
    })),
    ...siblings.map((link) => ({ link, other: link.to, word: "Same key" })),
  ];
  if (lines.length === 0) return null;
  return (
    <Section heading="Fits" count={lines.length}>
      <ItemList
        items={lines.slice(0, MOST).map(({ link, other, word }) => {
          const there = rows.get(other)!;
          return {
            title: (
              <Button
                size="small"
                kind="quiet"
                flush
                icon={iconOf(there)}
                onClick={() => onSelect(other)}
              >
                {printable(titleOf(there))}
              </Button>
            ),
            data: kindOf(there),
            status: (
              <StatusPill tone={link.holds ? "good" : "info"}>
                {link.holds ? word : `${word}, not verified here`}
              </StatusPill>
            ),
            children: link.reason && <p>{link.reason}</p>,
          };
        })}
      />
      {lines.length > MOST && <p>… and {withCommas(lines.length - MOST)} more.</p>}
    </Section>
  );
}

function Fields(
  { row, details, onBytes }: {
    row: ObjectRow;
    details: ObjectDetails;
    onBytes: (offset: number) => void;
  },
) {
  const { certificate, request, key, record, keyFingerprint, encoding, notes, pem } = details;
  const { numbers, names, offsets, signatureValue } = details.every;
  const place = useRef<HTMLDivElement>(null);
  const inBytes: InBytes = {
    ...details.every,
    button: (field) => <ToBytes field={field} offsets={offsets} onBytes={onBytes} />,
  };
  const facts: Detail[] = [
    {
      term: row.places.length === 1 ? "Found in" : "Found several times, in",
      value: row.places.length === 1 ? <PlaceText place={row.places[0]} /> : (
        <LongList
          what="places"
          rows={row.places.map(({ file, form, path }) => ({
            kind: form,
            value: path === undefined ? file : `${file}: ${path}`,
          }))}
        />
      ),
    },
  ];
  if (row.problem) facts.push({ term: "Problem", value: <Value>{row.problem}</Value> });
  if (row.publicKey && !certificate) {
    facts.push({ term: "Key", value: <Value>{keyWords(row)}</Value> });
  }
  if (key) {
    facts.push({ term: "Written as", value: key.form });
    facts.push({ term: "Encrypted in its file", value: key.encrypted ? "Yes" : "No" });
    facts.push({
      term: "Its numbers",
      value: <Value>{key.unchecked ?? "Belong together"}</Value>,
    });
  }
  if (request) {
    facts.push({ term: "Subject", value: <Value data>{request.subject.raw}</Value> });
    facts.push({ term: "Signature algorithm", value: <Value>{request.signatureAlgorithm}</Value> });
    facts.push({
      term: "Signature",
      value: request.signatureValid === true
        ? "Verified"
        : request.signatureValid === false
        ? "Not valid"
        : "Cannot be verified here",
    });
    if (request.signatureProblem) {
      facts.push({ term: "Reason", value: <Value>{request.signatureProblem}</Value> });
    }
  }
  if (!certificate) {
    for (const { name, hex } of numbers) facts.push(hexDetail(name, hex));
    if (signatureValue) facts.push(hexDetail("Signature value", signatureValue));
    for (const { ascii, unicode, mixed } of names) {
      const warning = mixed ? `, which mixes ${mixed.join(" and ")} letters` : "";
      facts.push({ term: ascii, value: <Value>{unicode + warning}</Value> });
    }
  }
  if (record) {
    facts.push({ term: "Domain", value: <Value data>{record.domain}</Value> });
    facts.push({ term: "Flags", value: record.flags });
    facts.push({ term: "Tag", value: <Value data>{record.tag}</Value> });
    facts.push({ term: "Value", value: <Value data>{record.value}</Value> });
  }
  if (row.notBefore && !certificate) {
    facts.push({ term: "Valid from", value: dateTime(row.notBefore) });
  }
  if (keyFingerprint) {
    facts.push({
      term: "SHA-256 of the key",
      value: <Hex value={keyFingerprint} />,
      action: <CopyButton icon text={keyFingerprint} name="Copy key fingerprint" />,
    });
  }
  for (const note of notes) facts.push({ term: "Note", value: <Value>{note}</Value> });
  return (
    <>
      <Section
        heading="Facts"
        aside={
          <>
            <CopyButton name="Copy facts" text={() => factsText(place.current!)} />
            {pem && <CopyButton label="Copy PEM" text={pem} />}
          </>
        }
      >
        <div ref={place}>
          <Details details={facts} />
        </div>
        {pem && (row.kind === "certificate" || row.kind === "request") && (
          <ReadAgain key={pem} text={pem} />
        )}
      </Section>
      {certificate && (
        <Section heading="Every field">
          <CertificateView info={certificate} inBytes={inBytes} />
        </Section>
      )}
      {request && request.subjectAltName.length > 0 && (
        <Section heading="Requested names" count={request.subjectAltName.length}>
          <LongList
            what="names"
            rows={request.subjectAltName.map(({ type, value }) => ({ kind: type, value }))}
          />
        </Section>
      )}
      {!certificate && encoding.length > 0 && (
        <Section heading="Encoding" count={encoding.length}>
          <ItemList
            items={encoding.map(({ code, message, offset }) => ({
              title: message,
              data: offset === null ? code : `${code}, byte ${withCommas(offset)}`,
            }))}
          />
        </Section>
      )}
    </>
  );
}

const hexDetail = (term: string, hex: string): Detail => ({
  term,
  value: <Hex value={hex} limit={1024} />,
  action: <CopyButton icon text={hex} name={`Copy ${term.toLowerCase()}`} />,
});

function PlaceText(
  { place: { file, form, position, path } }: { place: ObjectRow["places"][number] },
) {
  const where = form.startsWith("PKCS#7") || form === "PFX" ? `, out of its ${form}` : `, ${form}`;
  return (
    <>
      <Value data>{path === undefined ? file : `${file}: ${path}`}</Value>
      {where}
      {position > 0 && `, object ${position + 1}`}
    </>
  );
}

function WithOpenssl({ commands }: { commands: readonly string[] }) {
  if (commands.length === 0) return null;
  return (
    <Section heading="With OpenSSL" screenOnly>
      {commands.map((command) => (
        <Command key={command} command={command} copyName="Copy OpenSSL command">
          See the same on your own command line:
        </Command>
      ))}
    </Section>
  );
}

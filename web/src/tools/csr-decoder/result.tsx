import type { csrDecode, DecodedCsr } from "../../../../core/csr/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { decodedVerdict } from "../../../../core/verdict/csr.ts";
import type { RenderedVerdict } from "../../../../core/verdict/schema.ts";
import { bitCount, withCommas } from "../../../../core/kernel/formatting.ts";
import * as TEXT from "../../../../core/texts.ts";
import { Elsewhere } from "../../page/tool-page.tsx";
import { ReadAgain } from "../../page/read-again.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { type Detail, Details, Facts } from "../../ui/data/facts.tsx";
import { Hex, Value } from "../../ui/data/value.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { Findings } from "./findings.tsx";
import { RequestedExtensions } from "./requested-extensions.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { toneOf } from "../../page/verdict-tone.ts";

/** The outcome of the signature in a word or two. */
const wordOf = ({ signatureValid }: DecodedCsr): string =>
  signatureValid === null ? "Cannot be verified here" : signatureValid ? "Verified" : "Not valid";

type Answer = OutputOf<typeof csrDecode>;

/** The verdict of an answer. A server that follows only the specification sends none; then we judge here. */
export function verdictOf(answer: Answer): RenderedVerdict {
  const sent: RenderedVerdict | undefined = answer.verdict;
  if (sent) return sent;
  if (answer.valid) return decodedVerdict({ ...answer, faults: [], renewal: null });
  const { error, message = "" } = answer;
  const isSame = message === "" || message === error;
  return {
    ...{
      level: "bad",
      title: isSame ? error ?? TEXT.csrInvalid : TEXT.csrInvalid,
      cause: isSame ? "" : message,
    },
    ...{ next: null, statements: [] },
  };
}

interface UnreadableRequestProps {
  request: Exclude<Answer, DecodedCsr>;
  /** The text as it was entered. */
  csr: string;
  /** True if the result came without a click. */
  quiet: boolean;
  onDismiss: () => void;
}

export function UnreadableRequest({ request, csr, quiet, onDismiss }: UnreadableRequestProps) {
  const { title, cause } = verdictOf(request);
  return (
    <Stack>
      <Banner title={title} quiet={quiet} onDismiss={onDismiss}>
        {cause && <p>{cause}</p>}
        <Elsewhere text={csr} takes="request" hasError />
      </Banner>
      <Findings findings={request.findings} />
    </Stack>
  );
}

interface DecodedRequestProps {
  request: DecodedCsr;
  /** The request as it was entered. */
  csr: string;
}

export function DecodedRequest({ request, csr }: DecodedRequestProps) {
  const { level, title, cause, next, statements } = verdictOf(request);
  const remarks = statements.slice(1);
  const stated = new Set(remarks.map(({ code }) => code));
  const findings = request.findings.filter(({ code }) => !stated.has(code));
  const names = request.extensions.subjectAltName;
  const { commonName } = request.subject;
  const isNamed = names.length > 0 || commonName === null;
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <ResultActions
        downloads={[...innerCsr(request), {
          name: "Download JSON",
          label: "JSON",
          hint: "All fields, as the API returns them",
          content: () => JSON.stringify(request, null, 2) + "\n",
          filename: "csr.json",
          type: "application/json",
        }]}
        value={request}
        shared={{
          name: commonName ?? names[0]?.value ?? "",
          verdict: { level, title, cause, next, statements },
          link: { path: "/csr-decoder", text: csr, isPublic: false },
          request: {
            csr,
            names: names.length > 0 ? names.map(({ value }) => value) : [commonName ?? []].flat(),
          },
        }}
      >
        <HandOverLink to="/match" data={{ certificate: csr, privateKey: "" }} icon="match">
          Check the match with a key
        </HandOverLink>
      </ResultActions>
      <Facts
        facts={[
          { term: "Key", value: keyText(request.publicKey) },
          // Most CAs take the common name as a name of the certificate.
          {
            term: "Requested names",
            value: isNamed ? withCommas(names.length) : "Only the common name",
          },
          { term: "Signature", value: wordOf(request) },
          { term: "Findings", value: remarks.length + findings.length || "None" },
        ]}
      />
      <ResultSections>
        <Remarks remarks={remarks} />
        <Findings findings={findings} />
        <Beside
          first={<SubjectInformation request={request} />}
          second={
            <>
              <PublicKeyInformation request={request} />
              <SignatureInformation request={request} tone={toneOf(level)} csr={csr} />
            </>
          }
        />
        <RequestedExtensions extensions={request.extensions} />
        <OtherAttributes request={request} />
        <Section heading="With OpenSSL" screenOnly>
          <Command
            copyName="Copy OpenSSL command"
            command="openssl req -in request.csr -noout -text -verify -nameopt RFC2253,utf8"
          >
            See the same on your own command line:
          </Command>
        </Section>
      </ResultSections>
    </Stack>
  );
}

/** The CSR without the message around it, which most CAs do not take. */
const innerCsr = ({ renewal }: DecodedCsr) =>
  renewal
    ? [{
      name: "Download CSR",
      label: "CSR",
      hint: "The CSR without the signed message around it",
      content: () => renewal.csr,
      filename: "request.csr.txt",
      type: "application/pkcs10",
    }]
    : [];

/** The remarks of a public CA, in the order of mending. Renders nothing without any. */
function Remarks({ remarks }: { remarks: DecodedCsr["verdict"]["statements"] }) {
  if (remarks.length === 0) return null;
  return (
    <Section heading="What a public CA will say" count={remarks.length}>
      <ItemList
        items={remarks.map(({ text, next }) => ({
          title: text,
          children: next && <p>{next}</p>,
        }))}
      />
    </Section>
  );
}

function SubjectInformation({ request: { subject } }: { request: DecodedCsr }) {
  const details: Detail[] = [
    { term: "Common Name (CN)", value: <Value>{subject.commonName}</Value> },
    { term: "Organization (O)", value: <Value>{subject.organizationName}</Value> },
    { term: "Organization Unit (OU)", value: <Value>{subject.organizationalUnitName}</Value> },
    { term: "City (L)", value: <Value>{subject.localityName}</Value> },
    { term: "State/Province (ST)", value: <Value>{subject.stateOrProvinceName}</Value> },
    { term: "Country (C)", value: <Value>{subject.countryName}</Value> },
  ];
  if (subject.emailAddress !== null) {
    details.push({ term: "E-mail", value: <Value>{subject.emailAddress}</Value> });
  }
  if (subject.raw !== "") {
    details.push({
      term: "Whole name",
      value: <Value data>{subject.raw}</Value>,
      action: <CopyButton icon text={subject.raw} name="Copy whole name" />,
    });
  }
  return (
    <Section heading="Subject Information">
      <Details details={details} />
    </Section>
  );
}

function PublicKeyInformation({ request: { publicKey, fingerprints } }: { request: DecodedCsr }) {
  const details: Detail[] = [
    { term: "Algorithm", value: <Value>{publicKey.algorithm}</Value> },
    {
      term: "Key Size",
      value: publicKey.bits === null ? <Value>{null}</Value> : bitCount(publicKey.bits),
    },
  ];
  if (publicKey.curve !== null) {
    details.push({ term: "Curve", value: <Value>{publicKey.curve}</Value> });
  }
  details.push({
    term: "SHA-256 of the key",
    value: <Hex value={fingerprints.publicKey} />,
    action: <CopyButton icon text={fingerprints.publicKey} name="Copy key fingerprint" />,
  });
  return (
    <Section heading="Public Key Information">
      <Details details={details} />
    </Section>
  );
}

function SignatureInformation(
  { request, tone, csr }: DecodedRequestProps & { tone: Tone },
) {
  const details: Detail[] = [
    { term: "Algorithm", value: <Value>{request.signatureAlgorithm}</Value> },
    {
      term: "Status",
      value: <StatusPill tone={tone}>{wordOf(request)}</StatusPill>,
    },
  ];
  if (request.signatureProblem !== null) {
    details.push({ term: "Reason", value: <Value>{request.signatureProblem}</Value> });
  }
  details.push({
    term: "SHA-256 of the request",
    value: <Hex value={request.fingerprints.request} />,
    action: <CopyButton icon text={request.fingerprints.request} name="Copy request fingerprint" />,
  });
  return (
    <Section heading="Signature Information">
      <Stack>
        <Details details={details} />
        <ReadAgain key={csr} text={csr} />
      </Stack>
    </Section>
  );
}

function OtherAttributes({ request: { attributes } }: { request: DecodedCsr }) {
  if (attributes.length === 0) return null;
  return (
    <Section heading="Other attributes" count={attributes.length}>
      <ItemList
        items={attributes.map(({ oid, name, values }) => ({
          title: <Value>{name}</Value>,
          data: name === oid ? undefined : oid,
          children: values.map((value, index) => (
            <p key={index}>
              <Value data>{value}</Value>
            </p>
          )),
        }))}
      />
    </Section>
  );
}

function keyText({ algorithm, bits, curve }: DecodedCsr["publicKey"]): string {
  return [algorithm, curve ?? bits].filter((part) => part !== null).join(" ");
}

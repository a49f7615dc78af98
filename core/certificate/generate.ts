/**
 * certificate/generate: makes a certificate with its key. It is signed by a new CA, by itself, or by a given CA.
 * The result is read back and verified before it is returned.
 */
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import { unicodeName } from "../names/unicode-domain-name.ts";
import * as TEXT from "../texts.ts";
import { toColonHex } from "../x509/asn1/hex.ts";
import { formatTime } from "../x509/asn1/time.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { writePem } from "../x509/pem/pem.ts";
import { readAuthority } from "./authority.ts";
import { constraintsTo, keyUsagesOf, purposeOf, type Subtrees } from "./profiles.ts";
import { madeVerdict, messageOf } from "../verdict/certificate.ts";
import type { CsrPart } from "../verdict/certificate-codes.ts";
import type { certificateGenerate } from "./contract.ts";
import {
  issue,
  type Keys,
  makeCa,
  makeKeys,
  namePart,
  readRequested,
  type Requested,
  type Subject,
} from "./issue.ts";
import { distinctNames, readName } from "./names.ts";
import { notesOn } from "./notes.ts";
import { isCaKind, type Issuer, MAX_CA_DAYS } from "./options.ts";
import { hostInCommonName, looksLikeName, repeatsName } from "./requested-names.ts";

type Input = InputOf<typeof certificateGenerate>;
type Answer = OutputOf<typeof certificateGenerate>;

/** ub-common-name (RFC 5280, A.1). */
const MAX_COMMON_NAME = 64;

/**
 * Makes the keys that are not given, a CA if requested, and the certificate. Keys and files in the answer are
 * PEM. Throws the errors of reading a CSR, a key or a CA, and `invalid_input` if the CA must not issue the
 * certificate.
 */
export const generate: Operation<typeof certificateGenerate> = async (
  input,
  context,
): Promise<Answer> => {
  const issuer = issuerOf(input);
  const requested = input.csr.trim() === "" ? null : await readRequested(input.csr, context);
  const names = namesOf(input, requested);
  const authority = issuer === "existing-ca" ? await readAuthority(input, context) : null;
  const { subject, dropped } = subjectOf(input, names, requested);
  const held = heldNames(input, names, subject);
  const constraints = input.nameConstraints ? constraintsTo(held) : null;

  const keys: Keys = requested ?? await makeKeys(input);
  const label = input.commonName || (dropped ? "" : requested?.subject.commonName) ||
    (names[0]?.value ?? "");
  const isMadeCa = isCaKind(input.kind) && issuer === "self-signed";
  const ca = issuer === "new-ca" ? await makeCa({ ...input, label, constraints }, context) : null;
  const made = await issue({
    kind: input.kind,
    subject,
    names: isCaKind(input.kind) ? [] : names,
    constraints: isMadeCa ? constraints : null,
    pathLength: input.pathLength,
    days: isCaKind(input.kind) ? Math.min(input.days, MAX_CA_DAYS) : input.days,
    keys,
    authority: ca?.authority ?? authority,
    namesField: requested && input.names.length === 0 ? "csr" : "names",
  }, context);

  const above = (ca?.authority ?? authority)?.path.map(({ certificate }) => certificate) ?? [];
  const restricting = ca || isMadeCa ? constraints : null;
  const notes = notesOn({
    input,
    key: made.certificate.publicKey.key,
    issuer,
    names,
    isNamed: input.commonName === "" || repeatsName(input.commonName, names),
    days: made.days,
    leftOut: requested ? leftOutOf(input, requested, dropped) : [],
  });
  const parts = await partsOf(made.certificate, keys.made?.pkcs8 ?? null);
  return {
    kind: input.kind,
    issuer,
    ...parts,
    days: made.days,
    ca: above.length > 0 ? await partsOf(above[0], ca && input.keepCaKey ? ca.pkcs8 : null) : null,
    chain: [made.certificate, ...above].map(({ bytes }) => writePem("CERTIFICATE", bytes)).join(""),
    name: label,
    subjectAltName: (isCaKind(input.kind) ? [] : names).map(({ type, value }) => ({
      type,
      value,
      unicode: unicodeName(value),
    })),
    permitted: restricting ? permittedOf(restricting, held) : [],
    notes: notes.map(({ code, path, statement }) => ({
      code,
      path,
      message: messageOf(statement),
    })),
    verdict: madeVerdict({
      kind: input.kind,
      issuer,
      notAfter: parts.notAfter,
      remarks: notes.map(({ statement }) => statement),
    }),
  };
};

async function partsOf(certificate: Certificate, pkcs8: Uint8Array | null) {
  const digest = await crypto.subtle.digest("SHA-256", certificate.bytes);
  return {
    certificate: writePem("CERTIFICATE", certificate.bytes),
    privateKey: pkcs8 && writePem("PRIVATE KEY", pkcs8),
    subject: certificate.subject.raw,
    notAfter: formatTime(certificate.notAfter),
    serialNumber: certificate.serialNumber,
    fingerprint: toColonHex(new Uint8Array(digest)),
  };
}

/** The signer. A root CA signs itself. A CSR cannot be self-signed, because its private key is missing. */
function issuerOf({ kind, issuer, csr }: Input): Issuer {
  const chosen = issuer ?? (kind === "root-ca" ? "self-signed" : "new-ca");
  const refuse = (message: string) => new OperationError("invalid_input", message, "issuer");
  if (kind === "root-ca" && chosen !== "self-signed") {
    throw refuse("A root CA signs itself. Set issuer to self-signed");
  }
  if (kind === "intermediate-ca" && chosen === "self-signed") {
    throw refuse("An intermediate CA is signed by another CA. Set issuer to new-ca or existing-ca");
  }
  if (chosen === "self-signed" && csr.trim() !== "") {
    throw refuse("A CSR is signed by a CA. Set issuer to new-ca or existing-ca");
  }
  return chosen;
}

/** The types of names that each kind of certificate may have, or that may limit a CA. */
const NAME_TYPES: Readonly<Record<Input["kind"], readonly AlternativeName["type"][]>> = {
  "tls-server": ["DNS", "IP"],
  "tls-client": ["DNS", "IP", "email"],
  smime: ["email"],
  "intermediate-ca": ["DNS", "IP", "email"],
  "root-ca": ["DNS", "IP", "email"],
};

function namesOf(input: Input, requested: Requested | null): readonly AlternativeName[] {
  const given = distinctNames(input.names);
  const types = NAME_TYPES[input.kind];
  const wrong = given.find(({ type }) => !types.includes(type));
  if (wrong) {
    const index = input.names.findIndex((text) => distinctNames([text])[0]?.value === wrong.value);
    const found = { DNS: "a domain name", IP: "an IP address", email: "an e-mail address" };
    const wanted = types.includes("email") ? "an e-mail address" : "a domain name or an IP address";
    const message = `This is ${found[wrong.type]}. Enter ${wanted}`;
    throw new OperationError("invalid_input", message, `names.${index}`);
  }
  const names = given.length > 0
    ? given
    : (requested?.names ?? []).filter(({ type }) => types.includes(type));
  // A client may have only a common name, and so may a CA without constraints.
  const mayLack = input.commonName !== "" &&
    (input.kind === "tls-client" || isCaKind(input.kind) && !input.nameConstraints);
  if (names.length === 0 && !mayLack) {
    throw new OperationError("invalid_input", TEXT.certificateNamesRequired, "names");
  }
  return names;
}

/** The parts of the CSR that the certificate does not have. */
function leftOutOf(
  input: Input,
  { subject, key, names, usages, purposes, leftOut }: Requested,
  dropped: boolean,
): CsrPart[] {
  const types = NAME_TYPES[input.kind];
  const given = keyUsagesOf(input.kind, key.algorithm);
  const isEntered = distinctNames(input.names).length > 0;
  return [
    // A part that the user replaced is not a loss.
    ...leftOut.subject.filter(({ field }) => field === null || input[field] === "")
      .map(({ part }) => part),
    ...dropped
      ? [{ attribute: "commonName", value: subject.commonName, because: whyDropped(subject) }]
      : [],
    ...isEntered ? [] : [
      ...leftOut.names,
      ...names.filter(({ type }) => !types.includes(type)).map(namePart),
    ],
    ...leftOut.extensions,
    ...usages.filter((usage) => !given.some((name) => name === usage))
      .map((usage) => ({ usage })),
    ...purposes.filter((purpose) => purpose !== purposeOf(input.kind))
      .map((purpose) => ({ purpose })),
  ];
}

const whyDropped = ({ commonName }: Subject): "ip_address" | "not_a_name" =>
  readName(commonName)?.type === "IP" ? "ip_address" : "not_a_name";

/**
 * The subject: entered values, else the CSR's, else the first name as common name. An IP address is not used as
 * common name, because clients that look for a host there would apply domain-name constraints to it. A host or
 * mailbox of the CSR that is not among the names is left out, as is any such text for a server: the signer
 * would certify a name without checking it. `dropped` says whether a common name of the CSR was left out.
 */
function subjectOf(
  { kind, ...input }: Input,
  names: readonly AlternativeName[],
  requested: Requested | null,
): { subject: Subject; dropped: boolean } {
  const asked = input.commonName === "" ? requested?.subject.commonName ?? "" : "";
  const dropped = asked !== "" && !isCaKind(kind) && !repeatsName(asked, names) &&
    (kind === "tls-server" || looksLikeName(asked));
  const [first] = names;
  const fallback = isCaKind(kind)
    ? `${kind === "root-ca" ? "Root" : "Intermediate"} CA for ${first?.value}`.slice(
      0,
      MAX_COMMON_NAME,
    )
    : first?.type === "IP" || (first?.value.length ?? 0) > MAX_COMMON_NAME
    ? ""
    : first?.value ?? "";
  return {
    subject: {
      commonName: input.commonName || (dropped ? "" : asked) || fallback,
      organization: input.organization || requested?.subject.organization || "",
      country: input.country || requested?.subject.country || "",
    },
    dropped,
  };
}

/** The names that limit a new CA: those of the certificate, and a host in its common name. */
function heldNames(
  { kind }: Input,
  names: readonly AlternativeName[],
  { commonName }: Subject,
): readonly AlternativeName[] {
  const host = hostInCommonName(commonName);
  const counts = host !== null && !isCaKind(kind) && !names.some(({ type }) => type === "DNS");
  return counts ? [...names, host] : names;
}

/** The permitted subtrees for the given names, as texts. */
function permittedOf({ permitted }: Subtrees, names: readonly AlternativeName[]): string[] {
  return permitted.filter(({ type }) => names.some((name) => name.type === type))
    .map(({ type, value }) => `${type}:${value}`);
}

/** csr/prefill: returns the form fields for a new request like a given certificate or CSR. */
import { type Repair, repairedField } from "../x509/pem/repairs.ts";
import type { Budget } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { readAlternativeName } from "../names/alternative-name.ts";
import { isDefaultValue } from "../names/default-values.ts";
import { readDomainName } from "../names/domain-name.ts";
import { hostFault } from "../names/host-faults.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { gatherExtensions } from "../x509/objects/extensions/extensions.ts";
import { readCertificationRequest } from "../x509/objects/certification-request.ts";
import { readText } from "../x509/pem/read-text.ts";
import { requestBlockOf } from "../x509/signed/requests.ts";
import type { DistinguishedName, Extensions, GeneralName, PublicKey } from "../x509/shapes.ts";
import * as TEXT from "../texts.ts";
import { COUNTRY_CODES } from "../assets/country-codes.ts";
import type { PrefillLoss } from "../verdict/codes.ts";
import type { Statement } from "../verdict/model.ts";
import { prefilledVerdict, prefillNoteText } from "../verdict/prefill.ts";
import { state } from "../verdict/statements.ts";
import type { csrPrefill } from "./contract.ts";
import { DIGEST_ALGORITHMS, ECC_CURVES, KEY_SIZES, MAX_ALTERNATIVE_NAMES } from "./options.ts";

type Answer = OutputOf<typeof csrPrefill>;
type Fields = Answer["fields"];

const FIELD = "text";

/** A statement about a field. */
type Remark = [path: keyof Fields, statement: Statement];

/** The codes of notes, by those of the statements. */
const NOTE_CODES = {
  prefill_names_left_out: "names_left_out",
  prefill_too_many_names: "too_many_names",
  prefill_key_not_made: "key_not_made",
  prefill_value_left_out: "value_left_out",
  prefill_value_doubtful: "value_doubtful",
} as const;

/**
 * Returns the form's fields, and notes on the parts that could not be copied. Throws `wrong_type` or `unreadable`
 * if the text has no readable certificate or CSR.
 */
export const prefill: Operation<typeof csrPrefill> = ({ text }, { budget }): Answer => {
  const source = read(text, budget);
  const { subject, extensions, publicKey, digest } = source;
  const found: Remark[] = [];
  const note = (path: keyof Fields, statement: Statement) => found.push([path, statement]);

  const isMail = extensions.extendedKeyUsage.includes("emailProtection") &&
    !extensions.extendedKeyUsage.includes("serverAuth");
  const taken = usable(extensions.subjectAltName);
  const names = [...new Set(taken)];
  const lost = extensions.subjectAltName.length - taken.length;
  if (lost > 0) {
    note("subjectAltNames", state("prefill_names_left_out", { count: lost }));
  }
  const commonName = commonNameOf(subject, names, isMail);
  const others = names.filter((name) => name !== commonName);
  if (others.length > MAX_ALTERNATIVE_NAMES) {
    const hasCommonName = commonName !== "";
    const most = MAX_ALTERNATIVE_NAMES;
    note(
      "subjectAltNames",
      state("prefill_too_many_names", { count: others.length, hasCommonName, most }),
    );
  }
  for (const [path, loss] of leftOut(source, names, isMail)) {
    note(path, state("prefill_value_left_out", loss));
  }
  found.push(...doubtful(subject));
  const country = subject.countryName?.toUpperCase() ?? "";
  const key = keyFields(publicKey);
  if (key.keyType === null) {
    note("keyType", state("prefill_key_not_made", { key: publicKey }));
  }
  const digestAlgorithm = DIGEST_ALGORITHMS.find((name) => name === digest) ?? null;
  return {
    source: source.kind,
    fields: {
      certificateType: isMail ? "S/MIME" : "SSL/TLS",
      commonName,
      subjectAltNames: others.slice(0, MAX_ALTERNATIVE_NAMES),
      organization: subject.organizationName ?? "",
      organizationUnit: subject.organizationalUnitName ?? "",
      city: subject.localityName ?? "",
      state: subject.stateOrProvinceName ?? "",
      country: COUNTRY_CODES.has(country) ? country : "",
      email: mailbox(subject.emailAddress) ?? (isMail ? commonName : ""),
      ...key,
      // The CA chose the digest of a certificate.
      digestAlgorithm: source.kind === "request" ? digestAlgorithm : null,
    },
    notes: found.map(([path, statement]) => ({
      code: NOTE_CODES[statement.code as keyof typeof NOTE_CODES],
      path,
      message: prefillNoteText(statement),
    })),
    ...repairedField(source.repairs),
    verdict: prefilledVerdict({
      source: source.kind,
      remarks: found.map(([, statement]) => statement),
    }),
  };
};

/** Values of the subject and of the extensions that the form does not take, each with its field and the reason. */
function leftOut(
  { kind, subject, extensions, digest }: Source,
  names: readonly string[],
  isMail: boolean,
): [path: keyof Fields, loss: PrefillLoss][] {
  const found: [keyof Fields, PrefillLoss][] = [];
  const { commonName, countryName, emailAddress } = subject;
  if (commonName && !names.includes(commonName) && ownName(commonName, isMail) === null) {
    const because = isMail ? "no_mailbox" : hostFault(commonName) ?? "no_domain";
    found.push(["commonName", { commonName, because }]);
  }
  if (countryName && !COUNTRY_CODES.has(countryName.toUpperCase())) {
    found.push(["country", { country: countryName }]);
  }
  if (emailAddress && mailbox(emailAddress) === null) {
    found.push(["email", { email: emailAddress }]);
  }
  const others = new Set(
    subject.attributes.map(({ name }) => name).filter((name) => !TAKEN.has(name)),
  );
  if (others.size > 0) found.push(["organization", { attributes: [...others] }]);
  if (kind !== "request") return found;
  const more = new Set(
    extensions.all.map(({ name }) => name).filter((name) => !WRITTEN.has(name)),
  );
  if (more.size > 0) found.push(["subjectAltNames", { extensions: [...more] }]);
  if (digest !== null && !DIGEST_ALGORITHMS.some((name) => name === digest)) {
    found.push(["digestAlgorithm", { digest }]);
  }
  return found;
}

/** The attributes of a subject that have a field. */
const TAKEN: ReadonlySet<string> = new Set([
  ...["commonName", "organizationName", "organizationalUnitName", "localityName"],
  ...["stateOrProvinceName", "countryName", "emailAddress"],
]);
/** Extensions that csr/generate writes by itself, or that describe the certificate. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...["subjectAltName", "keyUsage", "extendedKeyUsage", "basicConstraints", "subjectKeyIdentifier"],
]);

/** Values that were copied and are hardly right, each with its field. */
function doubtful(subject: DistinguishedName): Remark[] {
  const texts: [keyof Fields, string | null][] = [
    ["organization", subject.organizationName],
    ["organizationUnit", subject.organizationalUnitName],
    ["city", subject.localityName],
    ["state", subject.stateOrProvinceName],
  ];
  return texts.flatMap(([path, value]): Remark[] => {
    if (value === null) return [];
    const because = value.includes("\ufffd")
      ? "lost_letters"
      : isDefaultValue(value)
      ? "default"
      : null;
    return because === null ? [] : [[path, state("prefill_value_doubtful", { value, because })]];
  });
}

interface Source {
  kind: Answer["source"];
  subject: DistinguishedName;
  extensions: Extensions;
  publicKey: PublicKey;
  digest: string | null;
  repairs: readonly Repair[];
}

/** The first request of the text, else its first certificate that is not a CA's. */
function read(text: string, budget: Budget): Source {
  const { blocks, repairs } = readText(text, budget);
  const request = requestBlockOf(blocks, budget);
  if (request) {
    if (request.bytes === null) {
      throw new OperationError("unreadable", TEXT.csrInvalidBecause(request.problem!), FIELD);
    }
    budget.spend("bytes", request.bytes.length);
    try {
      const { subject, extensions, publicKey, signature } = readCertificationRequest(
        new Der(request.bytes, budget),
      );
      const digest = signature.scheme.hash;
      return { kind: "request", subject, extensions, publicKey: publicKey.key, digest, repairs };
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      throw new OperationError("unreadable", TEXT.csrInvalidBecause(thrown.message), FIELD);
    }
  }
  const certificates = requireCertificates(text, budget, FIELD).certificates
    .map(({ certificate }) => certificate);
  const certificate =
    certificates.find((each) => each.extension(EXTENSION.basicConstraints)?.value?.ca !== true) ??
      certificates[0];
  return {
    kind: "certificate",
    subject: certificate.subject,
    extensions: gatherExtensions(
      certificate.bytes,
      certificate.extensions,
      (raw) => certificate.decode(raw),
    ),
    publicKey: certificate.publicKey.key,
    digest: null,
    repairs,
  };
}

/** The names that csr/generate accepts unchanged; the reader of entered names would change others. */
function usable(names: readonly GeneralName[]): string[] {
  return names.flatMap(({ type, value }) => {
    if (type !== "DNS" && type !== "IP" && type !== "email") return [];
    const name = /^[\x21-\x7e]+$/.test(value) ? readAlternativeName(value) : null;
    return name?.type === type ? [name.value] : [];
  });
}

/**
 * The common name, or the first usable name if the common name is not a name, as in many old certificates.
 */
function commonNameOf(
  { commonName }: DistinguishedName,
  names: readonly string[],
  isMail: boolean,
): string {
  const isMailbox = (name: string) => name.includes("@");
  const own = commonName && ownName(commonName, isMail);
  if (own) return own;
  const first = isMail
    ? names.find(isMailbox)
    : names.find((name) => readDomainName(name) !== null && !isMailbox(name));
  return first ?? "";
}

const ownName = (commonName: string, isMail: boolean): string | null =>
  isMail ? mailbox(commonName) : readDomainName(commonName);

const mailbox = (text: string | null): string | null => text && readEmailAddress(text);

function keyFields(
  { algorithm, bits, curve }: PublicKey,
): Pick<Fields, "keyType" | "keySize" | "eccCurve"> {
  const keySize = algorithm === "RSA" ? KEY_SIZES.find((size) => size === bits) ?? null : null;
  const eccCurve = algorithm === "EC" ? ECC_CURVES.find((name) => name === curve) ?? null : null;
  return { keyType: keySize ? "RSA" : eccCurve ? "ECC" : null, keySize, eccCurve };
}

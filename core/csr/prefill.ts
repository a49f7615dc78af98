/** csr/prefill: returns the form fields for a new request like a given certificate or CSR. */
import type { Budget } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import { counted, withCommas } from "../kernel/formatting.ts";
import type { Operation } from "../kernel/execute.ts";
import { readAlternativeName } from "../names/alternative-name.ts";
import { readDomainName } from "../names/domain-name.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import { isUnnamed } from "../x509/asn1/oids.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { gatherExtensions } from "../x509/objects/extensions/extensions.ts";
import { readCertificationRequest } from "../x509/objects/certification-request.ts";
import { kindOfBlock } from "../x509/pem/identify.ts";
import { readText } from "../x509/pem/read-text.ts";
import type { DistinguishedName, Extensions, GeneralName, PublicKey } from "../x509/shapes.ts";
import * as TEXT from "../texts.ts";
import { COUNTRY_CODES } from "../assets/country-codes.ts";
import type { csrPrefill } from "./contract.ts";
import { DIGEST_ALGORITHMS, ECC_CURVES, KEY_SIZES, MAX_ALTERNATIVE_NAMES } from "./options.ts";

type Answer = OutputOf<typeof csrPrefill>;
type Fields = Answer["fields"];

const FIELD = "text";

/**
 * Returns the form's fields, and notes on the parts that could not be copied. Throws `wrong_type` or `unreadable`
 * if the text has no readable certificate or CSR.
 */
export const prefill: Operation<typeof csrPrefill> = ({ text }, { budget }): Answer => {
  const source = read(text, budget);
  const { subject, extensions, publicKey, digest } = source;
  const notes: Answer["notes"] = [];
  const note = (code: Answer["notes"][number]["code"], path: keyof Fields, message: string) =>
    notes.push({ code, path, message });

  const isMail = extensions.extendedKeyUsage.includes("emailProtection") &&
    !extensions.extendedKeyUsage.includes("serverAuth");
  const taken = usable(extensions.subjectAltName);
  const names = [...new Set(taken)];
  const lost = extensions.subjectAltName.length - taken.length;
  if (lost > 0) {
    note(
      "names_left_out",
      "subjectAltNames",
      lost === 1
        ? "One name is not a full domain name, an IP address or an e-mail address: it is left out."
        : `${
          withCommas(lost)
        } names are not full domain names, IP addresses or e-mail addresses: ` +
          "they are left out.",
    );
  }
  const commonName = commonNameOf(subject, names, isMail);
  const others = names.filter((name) => name !== commonName);
  if (others.length > MAX_ALTERNATIVE_NAMES) {
    note(
      "too_many_names",
      "subjectAltNames",
      `It has ${counted(others.length, "name")}${
        commonName === "" ? "" : " in addition to its common name"
      }: the first ${MAX_ALTERNATIVE_NAMES} are taken.`,
    );
  }
  const country = subject.countryName?.toUpperCase() ?? "";
  const key = keyFields(publicKey);
  if (key.keyType === null) {
    note(
      "key_not_made",
      "keyType",
      `A new key of its kind (${keyWords(publicKey)}) cannot be made by this tool.`,
    );
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
    notes,
  };
};

interface Source {
  kind: Answer["source"];
  subject: DistinguishedName;
  extensions: Extensions;
  publicKey: PublicKey;
  digest: string | null;
}

/** The first request of the text, else its first certificate that is not a CA's. */
function read(text: string, budget: Budget): Source {
  const request = readText(text, budget).blocks.find((block) => kindOfBlock(block) === "request");
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
      return { kind: "request", subject, extensions, publicKey: publicKey.key, digest };
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
  const own = isMail ? mailbox(commonName) : commonName && readDomainName(commonName);
  if (own) return own;
  const first = isMail
    ? names.find(isMailbox)
    : names.find((name) => readDomainName(name) !== null && !isMailbox(name));
  return first ?? "";
}

const mailbox = (text: string | null): string | null => text && readEmailAddress(text);

function keyFields(
  { algorithm, bits, curve }: PublicKey,
): Pick<Fields, "keyType" | "keySize" | "eccCurve"> {
  const keySize = algorithm === "RSA" ? KEY_SIZES.find((size) => size === bits) ?? null : null;
  const eccCurve = algorithm === "EC" ? ECC_CURVES.find((name) => name === curve) ?? null : null;
  return { keyType: keySize ? "RSA" : eccCurve ? "ECC" : null, keySize, eccCurve };
}

/** The key in words, without object identifiers. */
function keyWords({ algorithm, bits, curve }: PublicKey): string {
  const name = isUnnamed(algorithm) ? "an unknown algorithm" : algorithm;
  return [name, curve ?? bits].filter((part) => part !== null && !/^[0-9]+\./.test(String(part)))
    .join(" ");
}

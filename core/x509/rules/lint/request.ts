/**
 * The rules that a public CA checks on a certification request: those for the certificate that the request asks for. They
 * are read from that certificate, which has the subject, the key and the extensions of the request and no signature.
 */
import type { Budget } from "../../../kernel/context.ts";
import { quoted } from "../../../kernel/formatting.ts";
import { hostFault } from "../../../names/host-faults.ts";
import { readIpAddress } from "../../../names/ip-address.ts";
import { DerError, TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import { within } from "../../asn1/elements.ts";
import { Candidate } from "../../constraints/candidate.ts";
import { writeUnsigned } from "../../issuing/certificate.ts";
import type { CertificationRequest } from "../../objects/certification-request.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { citation } from "../../documents.ts";
import { readCertificate } from "../../objects/read-certificate.ts";
import { RULES } from "../catalogue.ts";
import { Checklist } from "../checklist.ts";
import { hostFaultWords } from "../names.ts";
import type { RequestFault } from "../request-fault.ts";
import type { Rule, Severity } from "../rule.ts";
import { communityLints } from "./community.ts";
import { LintExamined, type LintRule } from "./examined.ts";
import { dnsNameLints, subjectLints } from "./names.ts";
import { tlsAlgorithmLints, tlsKeyLints } from "./tls-keys.ts";
import { onionNameLints, tlsNameLints } from "./tls-names.ts";
import { tlsSubjectLints } from "./tls-subject.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Without the rest of the catalogue, which is half of the code that decoding a request loads on a phone. */
const LINTS = {
  ...subjectLints,
  ...dnsNameLints,
  ...tlsSubjectLints,
  ...tlsNameLints,
  ...onionNameLints,
  ...tlsKeyLints,
  ...tlsAlgorithmLints,
  ...communityLints,
};

const ADVICE = {
  key: "Make a new key and a new CSR: RSA with 2048, 3072 or 4096 bits, or P-256 or P-384.",
  usage:
    "Make the CSR again with digitalSignature or without a key usage: a private CA may copy what it asks for.",
  authority: "Send it to the CA that is to be above it. Public CAs do not issue it.",
  digest: "Make the CSR again, and sign it with SHA-256.",
  names: "Make the CSR again with each full domain name as an alternative name of its own.",
  address: "Make the CSR again without the address, or use a private CA.",
  internal: "Make the CSR again with a domain that you own in the public DNS, or use a private CA.",
  commonName: "Make the CSR again with one of its names as common name, or without a common name.",
  longName: "Put the name among the alternative names only, and leave out the common name.",
  country: "Make the CSR again with the code of two capital letters, such as GB or SE.",
  subject: "Make the CSR again with the right value, or without it.",
  ignored: "Nothing has to be done: public CAs leave it out.",
} as const;

interface Entry {
  readonly rule: Rule | LintRule;
  readonly advice: string;
  /** The severity for a request, if the rule has another. */
  readonly severity?: Severity;
  /** Not reported together with one of these, which is about the same fault. */
  readonly unless?: readonly string[];
  /** Whether only public CAs refuse it, because it has no meaning outside a private network. */
  readonly isPrivate?: true;
}

const at = (advice: string, rules: Readonly<Record<string, Rule | LintRule>>, rest = {}) =>
  Object.fromEntries(
    Object.entries(rules).map(([code, rule]): [string, Entry] => [code, { rule, advice, ...rest }]),
  );

/** No RSA modulus is even, so its size and its factors say nothing more. */
const NOT_EVEN = { unless: ["modulus_even"] };
const NOT_MALFORMED = { unless: ["san_malformed", "common_name_not_a_name"] };
const NOTE = { severity: "info" } as const;
const WARNING = { severity: "warning" } as const;
const PRIVATE = { isPrivate: true } as const;

/** Without alternative names, CAs take the common name. */
const noName = ({ certificate, dnsNames }: LintExamined): string | null =>
  certificate.subject.commonName || dnsNames.length > 0 ||
    (certificate.extension(EXTENSION.subjectAltName)?.value ?? []).length > 0
    ? null
    : "It has neither alternative names nor a common name.";

/** The common name is not one of the names, so a CA has to read it as a host, which it is not. */
function notAHost({ candidate: { certificate } }: LintExamined): string | null {
  const { commonName } = certificate.subject;
  const names = certificate.extension(EXTENSION.subjectAltName)?.value ?? [];
  if (!commonName || names.some(({ value }) => value === commonName)) return null;
  const fault = readIpAddress(commonName) === null ? hostFault(commonName) : null;
  return fault && `Its common name ${quoted(commonName)} ${hostFaultWords(fault)}.`;
}

const ASKS_FOR_CA: Rule = {
  ...RULES.leaf_is_ca,
  servers: false,
  title: "Asks for the certificate of a CA",
  why: "Who has its key could issue certificates for any name.",
  check: ({ candidate }) => candidate.isCa ? "It asks for the certificate of a CA." : null,
};

/** The rules in the order of mending: a new key needs a new CSR anyway. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  // By the codes of the reader and of the inspector.
  ...at(ADVICE.key, { modulus_even: LINTS.rsa_modulus_even }, { severity: "error" }),
  ...at(ADVICE.key, {
    key_too_small: RULES.key_too_small,
    key_off_curve: RULES.key_off_curve,
    weak_key: RULES.weak_key,
    key_algorithm_not_allowed: RULES.key_algorithm_not_allowed,
    small_factor: LINTS.rsa_small_factor,
    close_primes: LINTS.rsa_close_primes,
    roca: LINTS.rsa_roca,
    exponent_one: LINTS.rsa_exponent_one,
    exponent_even: LINTS.rsa_exponent_even,
    exponent_negative: LINTS.rsa_exponent_negative,
  }, NOT_EVEN),
  ...at(ADVICE.key, { server_key_p521: RULES.server_key_p521 }, WARNING),
  // Its key is an RSA key, which some CAs read like any other.
  ...at(ADVICE.key, { pss_key: LINTS.pss_key }, NOTE),
  ...at(ADVICE.usage, { key_usage_unfit: RULES.key_usage_unfit }, WARNING),
  ...at(ADVICE.authority, { leaf_is_ca: ASKS_FOR_CA }, NOTE),
  ...at(ADVICE.digest, { weak_signature: RULES.weak_signature }),
  ...at(ADVICE.names, { san_missing: { ...RULES.san_missing, check: noName } }),
  ...at(ADVICE.names, { san_malformed: RULES.san_malformed }),
  ...at(ADVICE.commonName, {
    common_name_not_a_name: { ...LINTS.common_name_not_a_name, check: notAHost },
  }),
  ...at(ADVICE.names, {
    wildcard_partial: LINTS.wildcard_partial,
    wildcard_inside: LINTS.wildcard_inside,
    wildcard_of_suffix: LINTS.wildcard_of_suffix,
    label_reserved: LINTS.label_reserved,
    dns_punycode_malformed: LINTS.dns_punycode_malformed,
    dns_punycode_wrong: LINTS.dns_punycode_wrong,
    onion_malformed: LINTS.onion_malformed,
    host_is_top_level: LINTS.host_is_top_level,
  }, NOT_MALFORMED),
  ...at(ADVICE.internal, { san_internal_name: RULES.san_internal_name }, {
    ...NOT_MALFORMED,
    ...PRIVATE,
  }),
  ...at(ADVICE.internal, {
    host_top_level_unknown: {
      ...LINTS.host_top_level_unknown,
      title: "A DNS name ends in a top-level domain that does not exist",
      // A name of RFC 2606 is an example, and its owner knows that it is not in the public DNS.
      applies: ({ hostNames }: LintExamined) => hostNames.some((name) => !/\.example$/i.test(name)),
    },
  }, { unless: [...NOT_MALFORMED.unless, "san_internal_name", "host_is_top_level"], ...PRIVATE }),
  ...at(ADVICE.address, {
    san_reserved_address: LINTS.san_reserved_address,
    common_name_reserved_address: LINTS.common_name_reserved_address,
    reverse_zone: LINTS.reverse_zone,
  }, PRIVATE),
  ...at(ADVICE.ignored, {
    san_holds_email: LINTS.san_holds_email,
    san_holds_uri: LINTS.san_holds_uri,
    san_holds_other_name: LINTS.san_holds_other_name,
    san_holds_directory_name: LINTS.san_holds_directory_name,
    san_holds_registered_id: LINTS.san_holds_registered_id,
  }, NOTE),
  ...at(ADVICE.longName, { common_name_too_long: LINTS.common_name_too_long }),
  ...at(ADVICE.commonName, { common_names_several: LINTS.common_names_several }),
  ...at(ADVICE.subject, {
    organization_too_long: LINTS.organization_too_long,
    unit_too_long: LINTS.unit_too_long,
    locality_too_long: LINTS.locality_too_long,
    state_too_long: LINTS.state_too_long,
    street_too_long: LINTS.street_too_long,
    postal_code_too_long: LINTS.postal_code_too_long,
    email_too_long: LINTS.email_too_long,
    subject_misread: LINTS.subject_misread,
    subject_html: LINTS.subject_html,
    subject_control_characters: LINTS.subject_control_characters,
    printable_string_wrong: LINTS.printable_string_wrong,
    subject_says_nothing: LINTS.subject_says_nothing,
    subject_attribute_twice: LINTS.subject_attribute_twice,
  }),
  ...at(ADVICE.country, { country_unknown: LINTS.country_unknown }),
  ...at(
    ADVICE.country,
    { country_not_upper_case: LINTS.country_not_upper_case },
    { unless: ["country_unknown"], severity: "warning" },
  ),
  ...at(ADVICE.subject, { subject_default_value: LINTS.subject_default_value }),
  ...at(ADVICE.ignored, { unit_forbidden: LINTS.unit_forbidden }, NOTE),
};

const CHECKLIST = new Checklist<string, LintExamined>(
  Object.fromEntries(Object.entries(ENTRIES).map(([code, { rule }]) => [code, rule as LintRule])),
);

/** The purpose that a request asks for decides which rules bind the CA. */
type Purpose = "server" | "mail" | "other";

function purposeOf({ extensions }: CertificationRequest): Purpose {
  const { extendedKeyUsage: purposes, subjectAltName: names, basicConstraints } = extensions;
  if (basicConstraints?.ca) return "other";
  if (purposes.includes("serverAuth")) return "server";
  if (purposes.includes("emailProtection")) return "mail";
  if (purposes.length > 0) return "other";
  return names.length > 0 && names.every(({ type }) => type === "email") ? "mail" : "server";
}

const OF_SERVERS =
  /^(?:san|host|wildcard|label|dns|onion|reverse|common_name_(?:not|reserved)|unit)_/;

/**
 * The rules that a certificate for this request would break, in the order in which they have to be mended. Empty if no
 * certificate can be made of it, because then the reader's findings say why.
 */
export function examineRequest(
  request: CertificationRequest,
  { now, budget }: { now: number; budget: Budget },
): RequestFault[] {
  let candidate: Candidate;
  try {
    candidate = new Candidate(readCertificate(requested(request, now), budget), "input", null);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return [];
  }
  const purpose = purposeOf(request);
  const isServer = purpose === "server";
  const inputs = { now, reference: null, purpose: isServer ? "serverAuth" : null, budget };
  const examined = new LintExamined(candidate, "leaf", inputs, isServer ? "public-tls" : "smime");
  const found: RequestFault[] = [];
  const codes = new Set<string>();
  CHECKLIST.run(examined, null, (code, message, at) => {
    const { rule, advice, severity = rule.severity, unless = [], isPrivate = false } =
      ENTRIES[code];
    if (!isServer && OF_SERVERS.test(code) || unless.some((other) => codes.has(other))) return;
    codes.add(code);
    const { title, why, clause } = rule;
    const [offset, source] = [offsetIn(request, at), citation(clause)];
    found.push({ code, severity, title, message, why, advice, source, offset, isPrivate });
  });
  return found;
}

function offsetIn({ publicKey, signature, subjectStart }: CertificationRequest, at: string) {
  if (at === "subject") return subjectStart;
  if (at === "subjectPublicKeyInfo") return publicKey.start;
  return at === "signature" ? signature.algorithm.start : null;
}

const DAY = 86_400_000;
const SERIAL = Uint8Array.of(1);
const NO_NAME: Bytes = element(TAG.SEQUENCE);

/** The certificate that the request asks for, without an issuer and with the algorithm of the request's signature. */
function requested(request: CertificationRequest, now: number): Bytes {
  const { publicKey, signature, subjectDer, extensionsDer } = request;
  const { bytes } = publicKey;
  const extensions = extensionsDer === null ? [] : within(extensionsDer).map(({ whole }) => whole);
  return writeUnsigned({
    serialNumber: SERIAL,
    issuer: NO_NAME,
    subject: subjectDer,
    notBefore: now,
    notAfter: now + 90 * DAY,
    publicKey: bytes.subarray(publicKey.start, publicKey.end),
    extensions,
  }, { algorithm: bytes.subarray(signature.algorithm.start, signature.algorithm.end) });
}

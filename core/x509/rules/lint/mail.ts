/** Rules of the S/MIME Baseline Requirements that affect mail clients and their users. */
import { quoted, withCommas } from "../../../kernel/formatting.ts";
import { readEmailAddress } from "../../../names/email-address.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { mailRequirements } from "../../documents.ts";
import { MAIL_POLICY } from "../public.ts";
import { isCountry } from "./tls-subject.ts";
import { KEY_ALGORITHMS, keyAlgorithmDer, rsa } from "./tls-keys.ts";
import { ADDRESS_NOT_PUBLIC, addresses, addressNotPublic, isHttp } from "./tls-extensions.ts";
import {
  ATTRIBUTE,
  lint,
  type LintEntry,
  type LintExamined,
  type LintRule,
  type LintRules,
} from "./examined.ts";

const VALIDATION = { mailbox: "1", organization: "2", sponsor: "3", individual: "4" } as const;
const GENERATION = { legacy: "1", multipurpose: "2", strict: "3" } as const;

/** Returns the reserved policies of a certificate without their common prefix: "2.3". */
const reserved = ({ policies }: LintExamined): string[] =>
  policies.filter((oid) => oid.startsWith(MAIL_POLICY)).map((oid) => oid.slice(MAIL_POLICY.length));
const isValidated = (examined: LintExamined, ...ways: (keyof typeof VALIDATION)[]): boolean =>
  reserved(examined).some((arcs) => ways.some((way) => arcs.startsWith(`${VALIDATION[way]}.`)));
const isOf = (examined: LintExamined, generation: keyof typeof GENERATION): boolean =>
  reserved(examined).some((arcs) => arcs.endsWith(`.${GENERATION[generation]}`));

/** Returns whether the organization of the subject was validated. */
const namesOrganization = (examined: LintExamined): boolean =>
  isValidated(examined, "organization", "sponsor");
const lacks = (examined: LintExamined, type: string): boolean => examined.texts(type).length === 0;

const OF_PERSONS: readonly string[] = [
  ...[ATTRIBUTE.givenName, ATTRIBUTE.surname, ATTRIBUTE.pseudonym, ATTRIBUTE.title],
];
const OF_ORGANIZATIONS: readonly string[] = [
  ...[ATTRIBUTE.organization, ATTRIBUTE.unit, ATTRIBUTE.organizationIdentifier],
];
const OF_STREETS: readonly string[] = [ATTRIBUTE.street, ATTRIBUTE.postalCode];

/** A registration scheme, its country, perhaps a part of the country, and a reference if it has one. */
const IDENTIFIER =
  /^(?:([A-Z]{3})([A-Z]{2})(?:\+[A-Z0-9]{1,3})?-.+|GOV([A-Z]{2})(?:\+[A-Z0-9]{1,3})?|INTXG)$/;
/** Stands for the whole world in the identifiers of LEI and INT. */
const GLOBAL = "XG";
/** The prefixes of VAT numbers that are not the code of their country. */
const VAT_COUNTRIES: Readonly<Record<string, string>> = { EL: "GR", XI: "GB" };
const DAY = 86_400_000;

const mail = (entry: LintEntry): LintRule =>
  lint({
    binds: "public",
    profiles: ["smime"],
    roles: ["leaf"],
    since: "2023-09-01",
    ...entry,
  });

/** Returns whether every key usage belongs to signing or encrypting, whichever the key does. */
function isUsageFit(
  { keyUsage }: LintExamined,
  encrypts: string,
  besides: readonly string[],
): boolean {
  if (keyUsage === null) return true;
  const signs = keyUsage.includes("digitalSignature");
  const doesEncrypt = keyUsage.includes(encrypts);
  if (!signs && !doesEncrypt) return keyUsage.length === 0;
  return keyUsage.every((usage) =>
    signs && (usage === "digitalSignature" || usage === "nonRepudiation") ||
    doesEncrypt && (usage === encrypts || besides.includes(usage))
  );
}

/** id-on-SmtpUTF8Mailbox (RFC 9598) */
const UTF8_MAILBOX = "1.3.6.1.5.5.7.8.9:";

/** Returns the mail addresses in the alternative names. */
const mailboxes = (examined: LintExamined): string[] =>
  (examined.value(EXTENSION.subjectAltName) ?? []).flatMap(({ type, value }) => {
    if (type === "email") return [value];
    return type === "otherName" && value.startsWith(UTF8_MAILBOX)
      ? [value.slice(UTF8_MAILBOX.length)]
      : [];
  });
/** AlgorithmIdentifiers of Ed25519 and Ed448 keys. */
const EDWARDS = ["300506032B6570", "300506032B6571"];
/** AlgorithmIdentifiers of ML-DSA and ML-KEM keys in three sizes, allowed since version 1.0.11. */
const POST_QUANTUM: ReadonlySet<string> = new Set(
  ["0311", "0312", "0313", "0401", "0402", "0403"].map((end) => `300B060960864801650304${end}`),
);
const SINCE_POST_QUANTUM = Date.parse("2025-08-22");
const FORBIDDEN = ["serverAuth", "codeSigning", "timeStamping", "anyExtendedKeyUsage"];

export const mailLints = {
  mail_policy: mail({
    clause: mailRequirements("7.1.2.3"),
    title: "It does not have exactly one S/MIME policy",
    at: EXTENSION.certificatePolicies,
    check: (examined) => reserved(examined).length !== 1,
  }),
  mail_legacy: mail({
    clause: mailRequirements("7.1.6.1 (Ballot SMC08)"),
    since: "2025-07-15",
    title: "It has a policy of the legacy generation, which has ended",
    on: EXTENSION.certificatePolicies,
    check: (examined) => isOf(examined, "legacy"),
  }),
  mail_purpose: mail({
    clause: mailRequirements("7.1.2.3 f"),
    title: "It is not for e-mail, or has a purpose that is not allowed with e-mail",
    why: "Mail clients do not offer it.",
    at: EXTENSION.extendedKeyUsage,
    check: (examined) =>
      !examined.isFor("emailProtection") || examined.isFor(...FORBIDDEN) ||
      (isOf(examined, "strict") && examined.purposes!.length > 1),
  }),
  mail_key_usage_missing: mail({
    clause: mailRequirements("7.1.2.3 e"),
    title: "It has no key usage",
    at: EXTENSION.keyUsage,
    check: ({ keyUsage }) => keyUsage === null,
  }),
  mail_rsa_key_usage: mail({
    clause: mailRequirements("7.1.2.3 e"),
    title: "Key usage of its RSA key does not match signing and encrypting mail",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      examined.keyAlgorithm === "RSA" &&
      !isUsageFit(
        examined,
        "keyEncipherment",
        isOf(examined, "strict") ? [] : ["dataEncipherment"],
      ),
  }),
  mail_ec_key_usage: mail({
    clause: mailRequirements("7.1.2.3 e"),
    title: "Key usage of its elliptic curve key does not match signing and encrypting mail",
    on: EXTENSION.keyUsage,
    check: (examined) =>
      examined.keyAlgorithm === "EC" &&
      !isUsageFit(examined, "keyAgreement", ["encipherOnly", "decipherOnly"]),
  }),
  mail_edwards_key_usage: mail({
    clause: mailRequirements("7.1.2.3 e"),
    title: "Key usage of its Edwards curve key lacks signing, or allows more",
    on: EXTENSION.keyUsage,
    check: ({ keyAlgorithm, keyUsage }) =>
      keyAlgorithm.startsWith("Ed") && keyUsage !== null &&
      (!keyUsage.includes("digitalSignature") ||
        keyUsage.some((usage) => usage !== "digitalSignature" && usage !== "nonRepudiation")),
  }),
  mail_names_missing: mail({
    clause: mailRequirements("7.1.2.3 h"),
    title: "It has no alternative names",
    why: "Mail clients look for the address there.",
    at: EXTENSION.subjectAltName,
    check: (examined) => !examined.has(EXTENSION.subjectAltName),
  }),
  mail_address_malformed: mail({
    clause: mailRequirements("7.1.4.2.1"),
    title: "An e-mail address among the alternative names is not valid",
    on: EXTENSION.subjectAltName,
    check: (examined) => examined.emails.some((address) => readEmailAddress(address) === null),
  }),
  mail_subject_address_malformed: mail({
    clause: mailRequirements("7.1.4.2.2 h"),
    title: "The subject's e-mail address is not valid",
    at: "subject",
    check: (examined) =>
      examined.texts(ATTRIBUTE.email).some((address) => readEmailAddress(address) === null),
  }),
  mail_address_not_in_names: mail({
    clause: mailRequirements("7.1.4.2.1"),
    title: "An e-mail address of the subject is not among the alternative names",
    at: "subject",
    check(examined) {
      const names = mailboxes(examined);
      const common = isValidated(examined, "mailbox") ? examined.texts(ATTRIBUTE.commonName) : [];
      return [...examined.texts(ATTRIBUTE.email), ...common]
        .some((address) => address.includes("@") && !names.includes(address));
    },
  }),
  mail_mailbox_missing: mail({
    clause: mailRequirements("7.1.4.2.1"),
    title: "No e-mail address is among the alternative names",
    why: "Mail clients look for the address there.",
    on: EXTENSION.subjectAltName,
    check: (examined) => mailboxes(examined).length === 0,
  }),
  mail_name_forbidden: mail({
    clause: mailRequirements("7.1.4.2.1"),
    title: "An alternative name is of a type that certificates for e-mail must not have",
    advice: "Use one certificate for e-mail, and others for hosts.",
    on: EXTENSION.subjectAltName,
    check(examined) {
      const mayBeOther = !isOf(examined, "strict");
      const forbidden = (examined.value(EXTENSION.subjectAltName) ?? []).find(({ type, value }) =>
        type === "otherName"
          ? !mayBeOther && !value.startsWith(UTF8_MAILBOX)
          : type !== "email" && type !== "DirName"
      );
      return forbidden
        ? `The alternative name ${quoted(forbidden.value)} is neither an e-mail address nor a ` +
          "directory name."
        : null;
    },
  }),
  mail_common_name: mail({
    clause: mailRequirements("7.1.4.2.2 a"),
    title: "Only its mailbox was validated, but its common name is not an e-mail address",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "mailbox") &&
      examined.texts(ATTRIBUTE.commonName).some((name) => readEmailAddress(name) === null),
  }),
  mail_mailbox_subject: mail({
    clause: mailRequirements("7.1.4.2.3"),
    title: "Only its mailbox was validated, but its subject has more",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "mailbox") &&
      examined.subject.some(({ oid }) =>
        oid !== ATTRIBUTE.commonName && oid !== ATTRIBUTE.serialNumber && oid !== ATTRIBUTE.email
      ),
  }),
  mail_lifetime: mail({
    clause: mailRequirements("6.3.2"),
    title: "It is valid for longer than its generation of certificates may be",
    at: "validity",
    check(examined) {
      const { notBefore, notAfter } = examined.certificate;
      const most = isOf(examined, "legacy") ? 1185 : 825;
      return notAfter - notBefore > most * DAY
        ? `It is valid for more than ${withCommas(most)} days.`
        : null;
    },
  }),
  mail_organization_missing: mail({
    clause: mailRequirements("7.1.4.2.4, 7.1.4.2.5"),
    title: "An organization was validated, but the subject names none",
    at: "subject",
    check: (examined) => namesOrganization(examined) && lacks(examined, ATTRIBUTE.organization),
  }),
  mail_organization_identifier_missing: mail({
    clause: mailRequirements("7.1.4.2.4, 7.1.4.2.5"),
    title: "An organization was validated, but the subject has no identifier of it",
    at: "subject",
    check: (examined) =>
      namesOrganization(examined) && lacks(examined, ATTRIBUTE.organizationIdentifier),
  }),
  mail_organization_identifier_malformed: mail({
    clause: mailRequirements("7.1.4.2.2 d"),
    title: 'The identifier of the organization is not written like "NTRGB-12345678"',
    at: "subject",
    check: (examined) =>
      examined.texts(ATTRIBUTE.organizationIdentifier).some((text) => !IDENTIFIER.test(text)),
  }),
  mail_organization_identifier_country: mail({
    clause: mailRequirements("7.1.4.2.2 d"),
    title: "The identifier of the organization is of another country than the subject",
    at: "subject",
    check(examined) {
      const countries = examined.texts(ATTRIBUTE.country).map((code) => code.toUpperCase());
      return countries.length > 0 &&
        examined.texts(ATTRIBUTE.organizationIdentifier).some((text) => {
          const [, scheme, ofScheme, ofGovernment] = IDENTIFIER.exec(text) ?? [];
          const country = ofScheme ?? ofGovernment;
          return country !== undefined && country !== GLOBAL &&
            !countries.includes(country) &&
            !(scheme === "VAT" && countries.includes(VAT_COUNTRIES[country] ?? ""));
        });
    },
  }),
  mail_organization_common_name: mail({
    clause: mailRequirements("7.1.4.2.2 a"),
    title:
      "An organization was validated, but its common name is neither its name nor an e-mail address",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "organization") &&
      examined.texts(ATTRIBUTE.commonName).some((name) =>
        !examined.texts(ATTRIBUTE.organization).includes(name) && readEmailAddress(name) === null
      ),
  }),
  mail_subject_forbidden: mail({
    clause: mailRequirements("7.1.4.2.4 to 7.1.4.2.6"),
    title: "Its subject has an attribute that its kind of validation does not allow",
    at: "subject",
    check(examined) {
      const { subject } = examined;
      const forbidden = [
        ...isValidated(examined, "organization") ? OF_PERSONS : [],
        ...isValidated(examined, "individual") ? OF_ORGANIZATIONS : [],
        ...isOf(examined, "strict") ? OF_STREETS : [],
      ];
      return subject.some(({ oid }) => forbidden.includes(oid));
    },
  }),
  mail_person_missing: mail({
    clause: mailRequirements("7.1.4.2.5, 7.1.4.2.6"),
    title: "A person was validated, but the subject names no person",
    at: "subject",
    check: (examined) =>
      !isOf(examined, "legacy") && isValidated(examined, "individual", "sponsor") &&
      [ATTRIBUTE.givenName, ATTRIBUTE.surname, ATTRIBUTE.pseudonym]
        .every((type) => examined.texts(type).length === 0),
  }),
  mail_country_unknown: mail({
    clause: mailRequirements("7.1.4.2.2 n"),
    title: "The country is not a code of ISO 3166-1",
    at: "subject",
    check: (examined) =>
      isValidated(examined, "organization", "sponsor", "individual") &&
      examined.texts(ATTRIBUTE.country).some((code) => !isCountry(code.toUpperCase())),
  }),
  mail_crl_points_missing: mail({
    clause: mailRequirements("7.1.2.3 b"),
    title: "It has no address of a CRL",
    at: EXTENSION.cRLDistributionPoints,
    check: (examined) => examined.crlAddresses.length === 0,
  }),
  mail_crl_address_not_http: mail({
    clause: mailRequirements("7.1.2.3 b"),
    title: "The address of a CRL is not an http address",
    at: EXTENSION.cRLDistributionPoints,
    check(examined) {
      const { crlAddresses } = examined;
      const isWrong = (address: string) => !isHttp(address);
      return isOf(examined, "legacy") ? crlAddresses.every(isWrong) : crlAddresses.some(isWrong);
    },
  }),
  mail_access_not_http: mail({
    clause: mailRequirements("7.1.2.3 c"),
    title: "An address of its issuer or OCSP responder is not of http",
    why: "Mail clients fetch issuers and revocation only by http.",
    on: EXTENSION.authorityInfoAccess,
    check: (examined) =>
      ["ocsp", "caIssuers"].some((method) => {
        const all = addresses(examined, method);
        const isWrong = (address: string) => !isHttp(address);
        return isOf(examined, "legacy") ? all.length > 0 && all.every(isWrong) : all.some(isWrong);
      }),
  }),
  mail_access_internal: mail({
    severity: "warning",
    clause: mailRequirements("7.1.2.3 c"),
    title: ADDRESS_NOT_PUBLIC,
    why: "The recipients of its mail cannot reach it.",
    on: EXTENSION.authorityInfoAccess,
    check: addressNotPublic,
  }),
  mail_issuer_key: mail({
    clause: mailRequirements("7.1.2.3 g"),
    title: "It does not identify its issuer's key, or identifies more than the key",
    at: EXTENSION.authorityKeyIdentifier,
    check(examined) {
      const identifier = examined.value(EXTENSION.authorityKeyIdentifier);
      return !identifier?.keyIdentifier || identifier.authorityCertIssuer !== null ||
        identifier.authorityCertSerialNumber !== null ||
        examined.isCritical(EXTENSION.authorityKeyIdentifier);
    },
  }),
  mail_key_algorithm: mail({
    clause: mailRequirements("7.1.3.1"),
    title: "Its key has an algorithm that not all mail clients know, or is not encoded correctly",
    why: "Clients cannot verify what it signs, nor encrypt to it.",
    at: "subjectPublicKeyInfo",
    check(examined) {
      const algorithm = keyAlgorithmDer(examined);
      return !KEY_ALGORITHMS.has(algorithm) && !EDWARDS.includes(algorithm) &&
        !(POST_QUANTUM.has(algorithm) && examined.certificate.notBefore >= SINCE_POST_QUANTUM);
    },
  }),
  mail_rsa_below_2048: mail({
    clause: mailRequirements("6.1.5"),
    title: "Its RSA key has fewer than 2048 bits",
    why: "Mail services refuse signatures by short keys.",
    at: "subjectPublicKeyInfo",
    check: (examined) => (rsa(examined)?.bits ?? 2048) < 2048,
  }),
  mail_signature_sha1: mail({
    clause: mailRequirements("7.1.3.2"),
    title: "It is signed with SHA-1",
    why: "Mail clients refuse certificates that are signed with SHA-1.",
    at: "signature",
    check: ({ certificate: { signature } }) => signature.scheme.hash === "SHA-1",
  }),
} satisfies LintRules;

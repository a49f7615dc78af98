/** Input and output of the CSR tools. */
import { withCommas } from "../kernel/formatting.ts";
import * as v from "valibot";
import {
  choice,
  fields,
  flag,
  list,
  numberChoice,
  optionalPassword,
  optionalText,
  requiredText,
  withRules,
} from "../kernel/fields.ts";
import {
  distinguishedName,
  extensions,
  finding,
  fingerprint,
  publicKey,
  repaired,
  writtenName,
} from "../x509/shapes.ts";
import { subjectText } from "../names/subject-text.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import * as TEXT from "../texts.ts";
import { COUNTRY_CODES } from "../assets/country-codes.ts";
import {
  CERTIFICATE_TYPES,
  DIGEST_ALGORITHMS,
  ECC_CURVES,
  KEY_SIZES,
  KEY_TYPES,
  MAX_ALTERNATIVE_NAMES,
  OTHER_KEY_TYPES,
} from "./options.ts";
import { readDomainName } from "../names/domain-name.ts";
import { alternativeNameType, readAlternativeName } from "../names/alternative-name.ts";
import { readEmailAddress } from "../names/email-address.ts";

/** An attribute of the request that is not the extension request (RFC 2986, section 4.1). */
export const requestAttribute = v.object({
  oid: v.string(),
  name: v.string(),
  /** The decoded values if the type is known, else upper-case hex. */
  values: v.array(v.string()),
});

/** A well-formed PKCS#10 request, with a valid signature or without. */
export const decodedCsr = v.object({
  valid: v.literal(true),
  error: v.null(),
  subject: distinguishedName,
  publicKey,
  signatureAlgorithm: v.string(),
  /** true: valid. false: invalid. null: this tool cannot verify it. */
  signatureValid: v.nullable(v.boolean()),
  /** Why the signature is invalid or cannot be verified; null if it is valid. */
  signatureProblem: v.nullable(v.string()),
  extensions,
  /** All other attributes. For challengePassword the value is left out. */
  attributes: v.array(requestAttribute),
  fingerprints: v.object({
    /** SHA-256 over the DER of the request. */
    request: fingerprint,
    /** SHA-256 over the DER of the subjectPublicKeyInfo. */
    publicKey: fingerprint,
  }),
  /** The signed message around the request, as Windows makes it to renew a certificate; null without one. */
  renewal: v.nullable(v.object({
    /** The request without the message, in PEM. */
    csr: v.string(),
    /** The name of the certificate that signed the message; null if it is not in the message. */
    signer: v.nullable(v.string()),
    serialNumber: v.nullable(v.string()),
    /** true: valid. false: invalid. null: it could not be verified. */
    signatureValid: v.nullable(v.boolean()),
    /** Why the signature is invalid or was not verified; null if it is valid. */
    signatureProblem: v.nullable(v.string()),
  })),
  findings: v.array(finding),
  verdict: renderedVerdict,
});
export type DecodedCsr = v.InferOutput<typeof decodedCsr>;

/** A text without a readable request. `message` names the kind of the text, or the fault and its place. */
export const undecodedCsr = v.object({
  valid: v.literal(false),
  /** In capitals. It equals `message` if the text is a specified one. */
  error: v.string(),
  message: v.string(),
  findings: v.array(finding),
  verdict: renderedVerdict,
});

export const csrDecode = {
  input: fields({ csr: requiredText("CSR", TEXT.csrRequired) }),
  output: v.variant("valid", [decodedCsr, undecodedCsr]),
};

/** Upper bounds in characters (X.520; RFC 5280, appendix A.1). */
const BOUNDS = { organization: 64, organizationUnit: 64, city: 128, state: 128 } as const;

const alternativeName = v.pipe(
  v.string("Subject alternative name must be a string"),
  v.check(
    (text) => text.trim() === "" || readAlternativeName(text) !== null,
    (issue) => ALTERNATIVE_NAME_FAULTS[alternativeNameType(issue.input)],
  ),
);
const ALTERNATIVE_NAME_FAULTS = {
  DNS: TEXT.domainNameInvalid,
  IP: TEXT.ipAddressInvalid,
  email: TEXT.emailAddressInvalid,
} as const;

const ALL_KEY_TYPES = [...KEY_TYPES, ...OTHER_KEY_TYPES] as const;

/** The fields in the order of the form. */
const csrRequest = fields({
  certificateType: choice("Certificate type", CERTIFICATE_TYPES, "SSL/TLS"),
  commonName: requiredText("Common name", TEXT.commonNameRequired),
  organization: subjectText(
    "Organization",
    BOUNDS.organization,
    optionalText("Organization"),
  ),
  organizationUnit: subjectText(
    "Organization unit",
    BOUNDS.organizationUnit,
    optionalText("Organization unit"),
  ),
  city: subjectText("City", BOUNDS.city, optionalText("City")),
  state: subjectText("State/province", BOUNDS.state, optionalText("State/province")),
  country: v.pipe(
    optionalText("Country"),
    v.transform((code) => code.trim()),
    // Check before the conversion, because some letters outside ASCII have capitals in ASCII.
    v.check((code) => code === "" || /^[A-Za-z]{2}$/.test(code), TEXT.countryInvalid),
    v.transform((code) => code.toUpperCase()),
    v.check((code) => code === "" || COUNTRY_CODES.has(code), TEXT.countryInvalid),
  ),
  email: v.pipe(
    optionalText("Administrative e-mail"),
    v.check(
      (text) => text.trim() === "" || readEmailAddress(text) !== null,
      TEXT.emailAddressInvalid,
    ),
  ),
  /** Further names: domain names, IP addresses and e-mail addresses, recognized by their form. */
  subjectAltNames: v.optional(
    v.nullable(
      list(
        v.array(alternativeName, "Subject alternative names must be a list of strings"),
        MAX_ALTERNATIVE_NAMES,
        (found) =>
          `Too many subject alternative names: ${
            withCommas(found)
          }, at most ${MAX_ALTERNATIVE_NAMES}`,
      ),
      [],
    ),
    [],
  ),
  keyType: choice("Key type", ALL_KEY_TYPES, "RSA"),
  keySize: numberChoice("Key size", KEY_SIZES, 2048),
  eccCurve: choice("Curve", ECC_CURVES, "P-256"),
  digestAlgorithm: choice("Digest algorithm", DIGEST_ALGORITHMS, "SHA-256"),
  /** An existing key in any form. It replaces `keyType`, `keySize` and `eccCurve`. */
  privateKey: optionalText("Private key"),
  passphrase: optionalPassword("Passphrase"),
  /**
   * For a certificate that names domains only (DV): the request has no organization, city, state and
   * e-mail, and needs no country.
   */
  domainOnly: flag("Domain only"),
});

/**
 * The fields that a domain-only request does not need. All but the unit are required otherwise.
 * `refused`: why this request cannot have the field; null if it may.
 */
const ORGANIZATION_FIELDS = [
  { path: "organization", required: TEXT.organizationRequired, refused: TEXT.notDomainOnly },
  { path: "organizationUnit", required: null, refused: TEXT.notDomainOnly },
  { path: "city", required: TEXT.cityRequired, refused: TEXT.notDomainOnly },
  { path: "state", required: TEXT.stateRequired, refused: TEXT.notDomainOnly },
  { path: "country", required: TEXT.countryRequired, refused: null },
  { path: "email", required: TEXT.emailRequired, refused: TEXT.notDomainOnly },
] as const;

/** A value that public authorities leave out or refuse. `path` names its field. */
export const note = v.object({
  code: v.picklist([
    "common_name_too_long",
    "unit_ignored",
    "email_ignored",
    "email_name_ignored",
    "curve_refused",
    "key_type_refused",
    "key_too_short",
    "subject_replaced",
    "names_ignored",
  ]),
  path: v.string(),
  message: v.string(),
});
export type Note = v.InferOutput<typeof note>;

export const csrPrefill = {
  input: fields({ text: requiredText("Text", TEXT.prefillRequired) }),
  output: v.object({
    source: v.picklist(["certificate", "request"]),
    /**
     * By the names of csr/generate's input: "" if the text has no value, null if the value is not one of
     * the choices.
     */
    fields: v.object({
      certificateType: v.picklist(CERTIFICATE_TYPES),
      commonName: v.string(),
      /** The other names. */
      subjectAltNames: v.array(v.string()),
      organization: v.string(),
      organizationUnit: v.string(),
      city: v.string(),
      state: v.string(),
      country: v.string(),
      email: v.string(),
      keyType: v.nullable(v.picklist(KEY_TYPES)),
      keySize: v.nullable(v.picklist(KEY_SIZES)),
      eccCurve: v.nullable(v.picklist(ECC_CURVES)),
      digestAlgorithm: v.nullable(v.picklist(DIGEST_ALGORITHMS)),
    }),
    /** Values that were left out or are hardly right, each with the field that it belongs to. */
    notes: v.array(v.object({
      code: v.picklist([
        "names_left_out",
        "too_many_names",
        "key_not_made",
        "value_left_out",
        "value_doubtful",
      ]),
      path: v.string(),
      message: v.string(),
    })),
    repaired,
    verdict: renderedVerdict,
  }),
};

export const csrGenerate = {
  input: withRules(csrRequest, [
    {
      reads: ["certificateType", "commonName"],
      path: "commonName",
      rule({ certificateType, commonName }) {
        if (certificateType === "S/MIME") {
          return readEmailAddress(commonName) === null ? TEXT.emailAddressInvalid : null;
        }
        return readDomainName(commonName) === null ? TEXT.domainNameInvalid : null;
      },
    },
    {
      reads: ["certificateType", "domainOnly"],
      path: "domainOnly",
      rule: ({ certificateType, domainOnly }) =>
        domainOnly && certificateType !== "SSL/TLS" ? TEXT.domainOnlyTls : null,
    },
    ...ORGANIZATION_FIELDS.map(({ path, required, refused }) => ({
      reads: [path, "domainOnly"] as const,
      path,
      rule(input: { domainOnly: boolean } & Record<typeof path, string>) {
        if (input[path].trim() === "") return input.domainOnly ? null : required;
        return input.domainOnly ? refused : null;
      },
    })),
  ]),
  output: v.object({
    /** PKCS#10 in PEM (RFC 2986, RFC 7468). */
    csr: v.string(),
    /** Unencrypted PKCS#8 in PEM (RFC 5208, RFC 7468); null if the caller gave the key. */
    privateKey: v.nullable(v.string()),
    /** As in the request: a domain, also that of an e-mail address, is in lower case and A-labels. */
    commonName: v.string(),
    isWildcard: v.boolean(),
    keyType: v.picklist(ALL_KEY_TYPES),
    /** Bits of the modulus of an RSA key; null for another key. */
    keySize: v.nullable(v.number()),
    /** The curve of an ECC key; null for another key. */
    eccCurve: v.nullable(v.picklist(ECC_CURVES)),
    /** Null for Ed25519 and ML-DSA keys, whose signatures have no choice of digest. */
    digestAlgorithm: v.nullable(v.picklist(DIGEST_ALGORITHMS)),
    /** The names of the request's extension, the common name first, duplicates merged. */
    subjectAltName: v.array(writtenName),
    /** Values that public authorities leave out or refuse. */
    notes: v.array(note),
    verdict: renderedVerdict,
  }),
};

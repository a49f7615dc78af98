/** Inputs and outputs of the operations on certificates. */
import * as v from "valibot";
import {
  at,
  choice,
  fields,
  list,
  numberChoice,
  optionalPassword,
  optionalText,
  requiredText,
} from "../kernel/fields.ts";
import { withCommas } from "../kernel/formatting.ts";
import { subjectText } from "../names/subject-text.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import { ENCODINGS } from "../x509/pem/written-file.ts";
import {
  fingerprint,
  generalName,
  publicKey,
  repaired,
  skippedObject,
  writtenFile,
  writtenName,
} from "../x509/shapes.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { JUDGE_AS } from "../judge-as.ts";
import * as TEXT from "../texts.ts";
import { readName } from "./names.ts";
import {
  CERTIFICATE_FORMATS,
  DEFAULT_DAYS,
  ECC_CURVES,
  ISSUERS,
  KEY_SIZES,
  KEY_TYPES,
  KINDS,
  MAX_DAYS,
  MAX_NAMES,
  MAX_PATH_LENGTH,
  RELATIONS,
} from "./options.ts";

const text = v.string();

const name = v.pipe(
  v.string("Name must be a string"),
  v.check((value) => value.trim() === "" || readName(value) !== null, TEXT.certificateNameInvalid),
);

const wholeNumber = (label: string, least: number, most: number) => {
  const message = `${label} must be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(message),
    v.check(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      message,
    ),
  );
};

const flag = (label: string, initial: boolean) =>
  v.optional(v.nullable(v.boolean(`${label} must be true or false`), initial), initial);

/** A remark on the new certificate. `path` names the field of the input that it is about. */
const note = v.object({
  code: v.picklist([
    "key_refused",
    "lifetime_long",
    "lifetime_shortened",
    "constraints_left_out",
    "wildcard",
    "public_name",
    "self_signed",
    "ca_key_kept",
    "extensions_left_out",
    "common_name_unmatched",
  ]),
  path: text,
  message: text,
});
export type Note = v.InferOutput<typeof note>;

/** A certificate with its most important fields. */
const certificateParts = {
  certificate: text,
  /**
   * Unencrypted PKCS#8. Null for the key of a given CSR or CA. Null for the key of a new CA too, which
   * is discarded unless `keepCaKey` is true.
   */
  privateKey: v.nullable(text),
  /** As RFC 4514 text. */
  subject: text,
  notAfter: text,
  /** Upper-case hex, as crl/generate takes it. */
  serialNumber: text,
  /** SHA-256. */
  fingerprint,
};

export const certificateGenerate = {
  input: fields({
    kind: choice("Kind", KINDS, "tls-server"),
    /**
     * Domain names, IP addresses and e-mail addresses, recognized by their form. For a CA: the names
     * that it may issue for.
     */
    names: v.optional(
      v.nullable(
        list(
          v.array(name, "Names must be a list of strings"),
          MAX_NAMES,
          (found) => `Too many names: ${withCommas(found)}, at most ${MAX_NAMES}`,
        ),
        [],
      ),
      [],
    ),
    /** If it is left out, the first name is used. */
    commonName: subjectText("Common name", 64, optionalText("Common name")),
    organization: subjectText("Organization", 64, optionalText("Organization")),
    country: v.pipe(
      optionalText("Country"),
      v.transform((code) => code.trim()),
      v.check((code) => /^(?:[A-Za-z]{2})?$/.test(code), TEXT.countryInvalid),
      v.transform((code) => code.toUpperCase()),
    ),
    keyType: choice("Key type", KEY_TYPES, "ECC"),
    keySize: numberChoice("Key size", KEY_SIZES, 2048),
    eccCurve: choice("Curve", ECC_CURVES, "P-256"),
    days: v.optional(
      v.nullable(wholeNumber("Validity in days", 1, MAX_DAYS), DEFAULT_DAYS),
      DEFAULT_DAYS,
    ),
    /** If it is left out, a new CA signs the certificate. A root CA signs itself. */
    issuer: v.optional(
      v.nullable(
        v.picklist(ISSUERS, `Issuer must be ${ISSUERS.slice(0, 2).join(", ")} or ${ISSUERS[2]}`),
      ),
    ),
    /** The CA that signs, optionally with the certificates above it. */
    caCertificate: optionalText("CA certificate"),
    caPrivateKey: optionalText("Private key of the CA"),
    /** The passphrase of the CA's private key or of the PFX file. */
    caPassphrase: optionalPassword("Passphrase of the CA"),
    /** A PFX file in base64 with certificate and key of the CA, in place of both. */
    caPfx: optionalText("PFX file of the CA"),
    /**
     * A request to sign instead of making a new key. Its key, its names and the country, organization
     * and common name of its subject are copied. A note lists everything that is left out.
     */
    csr: optionalText("CSR"),
    /** For a CA: the number of CAs that may follow below it. */
    pathLength: v.optional(
      v.nullable(wholeNumber("Path length", 0, MAX_PATH_LENGTH), 0),
      0,
    ),
    /** Whether a new CA may issue only for the given names. */
    nameConstraints: flag("Name constraints", true),
    /** Whether the answer contains the private key of a new CA. */
    keepCaKey: flag("Keep CA key", false),
  }),
  output: v.object({
    kind: v.picklist(KINDS),
    issuer: v.picklist(ISSUERS),
    ...certificateParts,
    /** The validity in whole days. */
    days: v.number(),
    /** The CA that signed the certificate; null if it is self-signed. */
    ca: v.nullable(v.object(certificateParts)),
    /** The certificate and those above it, each signed by the next. */
    chain: text,
    /** The base of the file names. */
    name: text,
    /** Names of the certificate, as they are in it. */
    subjectAltName: v.array(writtenName),
    /** The names that a new CA may issue for, as "DNS:localhost"; empty for any name, or without a new CA. */
    permitted: v.array(text),
    notes: v.array(note),
    verdict: renderedVerdict,
  }),
};
export type GeneratedCertificate = v.InferOutput<typeof certificateGenerate.output>;

export const certificateConvert = {
  input: fields({
    certificate: requiredText("Certificate", TEXT.certificateToWrite),
    format: choice("Format", CERTIFICATE_FORMATS, "certificate"),
    encoding: choice("Encoding", ENCODINGS, "pem"),
    /** For the name of the file and the comment for OpenSSH; if empty, the certificate's own name. */
    name: optionalText("Name"),
  }),
  output: v.object({
    ...writtenFile.entries,
    /** The number of certificates in the file. */
    certificates: v.number(),
    setAside: v.array(skippedObject),
    repaired,
    verdict: renderedVerdict,
  }),
};

const lintFinding = v.object({
  code: text,
  severity: v.picklist(["error", "warning", "info"]),
  /** The document that the rule comes from. */
  source: text,
  /** The document with the clause. */
  clause: text,
  /** The fault in a few words. */
  title: text,
  /** The finding in this certificate. */
  message: text,
  /** Why it matters, in one sentence. */
  why: text,
  /** A way to repair it. */
  advice: text,
  /** The field or extension that the finding is about, and its offset in the DER if it is present. */
  where: v.object({ field: text, offset: v.nullable(v.number()) }),
});

const lintedCertificate = v.object({
  /** Place among the objects of the text, counted from 0. */
  position: v.number(),
  /** The subject as RFC 4514 text. */
  subject: text,
  serialNumber: text,
  /** The profile that was applied; for "auto", the profile that was chosen. */
  judgedAs: v.picklist(PROFILES),
  role: v.picklist(["root", "intermediate", "leaf"]),
  /** Whether the given certificates prove a path to a root of the dated Mozilla list. */
  trusted: v.boolean(),
  findings: v.array(lintFinding),
  /** The number of checked rules that the certificate keeps. */
  passed: v.number(),
});

export const certificateLint = {
  input: fields({
    certificate: requiredText("Certificate", TEXT.certificateRequired),
    judgeAs: choice("Judge as", JUDGE_AS, "auto"),
    at,
  }),
  output: v.object({
    certificates: v.array(lintedCertificate),
    setAside: v.array(skippedObject),
    repaired,
    /** The time at which paths were checked. */
    evaluatedAt: text,
    verdict: renderedVerdict,
  }),
};

const comparedField = v.object({
  /** "extensions": the types of all extensions, in order. "extension": one extension. */
  field: v.picklist([
    "subject",
    "issuer",
    "serialNumber",
    "notBefore",
    "notAfter",
    "publicKey",
    "signatureAlgorithm",
    "subjectAltName",
    "extensions",
    "extension",
  ]),
  /** The type of the extension; null for another field. */
  oid: v.nullable(text),
  /** Our reading. A long reading is cut to the part where the two differ. */
  ours: v.nullable(text),
  /** The library's reading; null if it has none. */
  theirs: v.nullable(text),
  /** null: the library reads nothing or only a part of it. */
  agrees: v.nullable(v.boolean()),
  /** The correct reading and the reason of the difference, if known. */
  note: v.nullable(text),
});

export type ComparedField = v.InferOutput<typeof comparedField>;

export const certificateReadAgain = {
  input: fields({ text: requiredText("Text", TEXT.prefillRequired) }),
  output: v.object({
    kind: v.picklist(["certificate", "request"]),
    library: v.object({ name: text, version: text }),
    /** Whether all fields agree; null if the library reads nothing. */
    agrees: v.nullable(v.boolean()),
    /** The reason why the library reads nothing; null if it reads the object. */
    problem: v.nullable(text),
    fields: v.array(comparedField),
    verdict: renderedVerdict,
  }),
};

/** One side of a comparison: the CSR, or the end entity of a chain. */
export const comparedObject = v.object({
  kind: v.picklist(["certificate", "request"]),
  /** The subject as RFC 4514 text. */
  subject: text,
  /** The issuer as RFC 4514 text; null for a CSR, like the next three fields. */
  issuer: v.nullable(text),
  serialNumber: v.nullable(text),
  notBefore: v.nullable(text),
  notAfter: v.nullable(text),
  publicKey,
  signatureAlgorithm: text,
  /** The number of its names. */
  names: v.number(),
  /** The number of certificates in the text. */
  certificates: v.number(),
  /** SHA-256. */
  fingerprint,
});

/** Whether a part is equal, with a sentence. `same` is null if the parts cannot be compared here. */
export const comparedPart = v.object({ same: v.nullable(v.boolean()), message: text });

export const certificateDiff = {
  input: fields({
    before: requiredText("Before", TEXT.diffRequired),
    after: requiredText("After", TEXT.diffRequired),
  }),
  output: v.object({
    /** The comparison in one sentence. */
    sentence: text,
    repaired,
    relation: v.picklist(RELATIONS),
    before: comparedObject,
    after: comparedObject,
    /** At most 100 names are listed; the counts are of all. */
    names: v.object({
      same: v.number(),
      addedCount: v.number(),
      removedCount: v.number(),
      added: v.array(generalName),
      removed: v.array(generalName),
    }),
    key: comparedPart,
    signatureAlgorithm: comparedPart,
    /** Null if one of the two is a CSR, like `lifetime`. */
    issuer: v.nullable(comparedPart),
    lifetime: v.nullable(v.object({
      /** Whole days of validity. */
      beforeDays: v.number(),
      afterDays: v.number(),
      /** Days by which the second ends later; negative if it ends earlier. */
      endsLaterBy: v.number(),
      message: text,
    })),
    /** The attributes of the subject that differ; null: absent. */
    subject: v.array(
      v.object({ name: text, before: v.nullable(text), after: v.nullable(text) }),
    ),
    extensions: v.array(v.object({
      oid: text,
      name: text,
      change: v.picklist(["added", "removed", "changed"]),
      /** The change in words. */
      message: text,
      /** Values that only the second has, and that only the first has; at most 100 of each. */
      added: v.array(text),
      removed: v.array(text),
    })),
    /** The number of equal extensions. */
    extensionsSame: v.number(),
    /** The other certificates of both texts. */
    chain: v.array(v.object({
      subject: text,
      change: v.picklist(["same", "added", "removed", "replaced"]),
    })),
    verdict: renderedVerdict,
  }),
};
export type Comparison = v.InferOutput<typeof certificateDiff.output>;

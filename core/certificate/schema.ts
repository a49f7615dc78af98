/** Inputs and outputs of the operations on certificates. */
import * as v from "valibot";
import {
  at,
  choice,
  fields,
  list,
  numberChoice,
  optionalText,
  requiredText,
} from "../kernel/fields.ts";
import { withCommas } from "../kernel/formatting.ts";
import { subjectText } from "../names/subject-text.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import { ENCODINGS } from "../x509/pem/written-file.ts";
import { fingerprint, skippedObject, writtenFile, writtenName } from "../x509/shapes.ts";
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
} from "./options.ts";

const text = v.string();

const name = v.pipe(
  v.string("NAME MUST BE A TEXT"),
  v.check((value) => value.trim() === "" || readName(value) !== null, TEXT.certificateNameInvalid),
);

const wholeNumber = (label: string, least: number, most: number) => {
  const message = `${label} MUST BE A WHOLE NUMBER FROM ${least} TO ${most}`;
  return v.pipe(
    v.number(message),
    v.check(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      message,
    ),
  );
};

const flag = (label: string, initial: boolean) =>
  v.optional(v.nullable(v.boolean(`${label} MUST BE TRUE OR FALSE`), initial), initial);

/** What is worth knowing about what was made. `path` names the field that the note is about. */
const note = v.object({
  code: v.picklist([
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

/** A certificate and what people ask first about it. */
const certificateParts = {
  certificate: text,
  /**
   * Unencrypted PKCS#8. Null for the key of a CSR and of a CA that was given, and for the key of a CA
   * that was made here unless it was asked for: that key no longer exists.
   */
  privateKey: v.nullable(text),
  /** As RFC 4514 text. */
  subject: text,
  notAfter: text,
  /** SHA-256. */
  fingerprint,
};

export const certificateGenerate = {
  input: fields({
    kind: choice("KIND", KINDS, "tls-server"),
    /**
     * Domain names, IP addresses, e-mail addresses, distinguished by how they look. Of a CA: those
     * that it may issue for.
     */
    names: v.optional(
      v.nullable(
        list(
          v.array(name, "NAMES MUST BE A LIST OF TEXTS"),
          MAX_NAMES,
          (found) => `TOO MANY NAMES: ${withCommas(found)}, AT MOST ${MAX_NAMES}`,
        ),
        [],
      ),
      [],
    ),
    /** Left out, it is made of the first name. */
    commonName: subjectText("COMMON NAME", 64, optionalText("COMMON NAME")),
    organization: subjectText("ORGANIZATION", 64, optionalText("ORGANIZATION")),
    country: v.pipe(
      optionalText("COUNTRY"),
      v.transform((code) => code.trim()),
      v.check((code) => /^(?:[A-Za-z]{2})?$/.test(code), TEXT.countryInvalid),
      v.transform((code) => code.toUpperCase()),
    ),
    keyType: choice("KEY TYPE", KEY_TYPES, "ECC"),
    keySize: numberChoice("KEY SIZE", KEY_SIZES, 2048),
    eccCurve: choice("CURVE", ECC_CURVES, "P-256"),
    days: v.optional(
      v.nullable(wholeNumber("VALIDITY IN DAYS", 1, MAX_DAYS), DEFAULT_DAYS),
      DEFAULT_DAYS,
    ),
    /** Left out: a CA that is made for it; a root CA signs itself. */
    issuer: v.optional(
      v.nullable(
        v.picklist(ISSUERS, `ISSUER MUST BE ${ISSUERS.slice(0, 2).join(", ")} OR ${ISSUERS[2]}`),
      ),
    ),
    /** The CA that signs and, if wanted, what is above it. */
    caCertificate: optionalText("CA CERTIFICATE"),
    caPrivateKey: optionalText("PRIVATE KEY OF THE CA"),
    /** Of the CA's private key, or of the PFX file. */
    caPassphrase: optionalText("PASSPHRASE OF THE CA"),
    /** A PFX file in base64 with certificate and key of the CA, in place of both. */
    caPfx: optionalText("PFX FILE OF THE CA"),
    /**
     * A request to be signed: its key, its names and, of its subject, country, organization and
     * common name are taken, and no other key is made. A note lists everything that is left out.
     */
    csr: optionalText("CSR"),
    /** Of a CA: how many CAs may follow below it. */
    pathLength: v.optional(
      v.nullable(wholeNumber("PATH LENGTH", 0, MAX_PATH_LENGTH), 0),
      0,
    ),
    /** Whether a CA that is made here may issue for the names that were given and for no others. */
    nameConstraints: flag("NAME CONSTRAINTS", true),
    /** Whether the key of a CA that is made for the certificate is handed out. */
    keepCaKey: flag("KEEP CA KEY", false),
  }),
  output: v.object({
    kind: v.picklist(KINDS),
    issuer: v.picklist(ISSUERS),
    ...certificateParts,
    /** The whole days that it is valid for. */
    days: v.number(),
    /** The CA that signed it; null where it signed itself. */
    ca: v.nullable(v.object(certificateParts)),
    /** The certificate and those above it, each signed by the next. */
    chain: text,
    /** What the files are named after. */
    name: text,
    /** Names of the certificate, as they are in it. */
    subjectAltName: v.array(writtenName),
    /** The names that a CA made here may issue for, as "DNS:localhost"; empty for any, or without one. */
    permitted: v.array(text),
    notes: v.array(note),
  }),
};
export type GeneratedCertificate = v.InferOutput<typeof certificateGenerate.output>;

export const certificateConvert = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.certificateToWrite),
    format: choice("FORMAT", CERTIFICATE_FORMATS, "certificate"),
    encoding: choice("ENCODING", ENCODINGS, "pem"),
    /** For the file's name and the comment for OpenSSH: the certificate's own where it is blank. */
    name: optionalText("NAME"),
  }),
  output: v.object({
    ...writtenFile.entries,
    /** How many certificates the file holds. */
    certificates: v.number(),
    setAside: v.array(skippedObject),
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
  /** What was found in this certificate. */
  message: text,
  /** Why it matters, in one sentence. */
  why: text,
  /** What to do about it. */
  advice: text,
  /** Where the rule looked: a field or an extension, and its byte in the DER where it is there. */
  where: v.object({ field: text, offset: v.nullable(v.number()) }),
});

const lintedCertificate = v.object({
  /** Place among the objects of the text, counted from 0. */
  position: v.number(),
  /** The subject as RFC 4514 text. */
  subject: text,
  serialNumber: text,
  /** What it was judged as; of "auto", what was chosen. */
  judgedAs: v.picklist(PROFILES),
  role: v.picklist(["root", "intermediate", "leaf"]),
  /** Whether a path to a root of the dated Mozilla list was proven with what was given. */
  trusted: v.boolean(),
  findings: v.array(lintFinding),
  /** How many of the rules that were checked it keeps. */
  passed: v.number(),
});

export const certificateLint = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.certificateRequired),
    judgeAs: choice("JUDGE AS", JUDGE_AS, "auto"),
    at,
  }),
  output: v.object({
    certificates: v.array(lintedCertificate),
    setAside: v.array(skippedObject),
    /** The moment for which paths were judged. */
    evaluatedAt: text,
  }),
};

const comparedField = v.object({
  /** "extensions" are their types in order, "extension" one of them. */
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
  /** Of an extension, else null. */
  oid: v.nullable(text),
  /** Our reading. A long one is cut to the part where the two differ. */
  ours: v.nullable(text),
  /** The library's reading; null where it has none. */
  theirs: v.nullable(text),
  /** null: the library does not read it, or reads a part of it. */
  agrees: v.nullable(v.boolean()),
  /** Who is right, and why, if the reason of the difference is known. */
  note: v.nullable(text),
});

export type ComparedField = v.InferOutput<typeof comparedField>;

export const certificateReadAgain = {
  input: fields({ text: requiredText("TEXT", TEXT.prefillRequired) }),
  output: v.object({
    kind: v.picklist(["certificate", "request"]),
    library: v.object({ name: text, version: text }),
    /** Whether no field differs; null where the library reads nothing. */
    agrees: v.nullable(v.boolean()),
    /** Why the library reads nothing, else null. */
    problem: v.nullable(text),
    fields: v.array(comparedField),
  }),
};

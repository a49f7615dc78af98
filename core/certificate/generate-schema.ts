/** Input and output of the certificate generator. */
import { withCommas } from "../kernel/formatting.ts";
import * as v from "valibot";
import { choice, fields, list, numberChoice, optionalText } from "../kernel/fields.ts";
import { subjectText } from "../names/subject-text.ts";
import * as TEXT from "../texts.ts";
import { fingerprint, writtenName } from "../x509/shapes.ts";
import {
  DEFAULT_DAYS,
  ECC_CURVES,
  ISSUERS,
  KEY_SIZES,
  KEY_TYPES,
  KINDS,
  MAX_DAYS,
  MAX_NAMES,
  MAX_PATH_LENGTH,
} from "./generate-options.ts";
import { readName } from "./names.ts";

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

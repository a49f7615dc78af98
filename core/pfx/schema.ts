/** Input and output of the PFX converter, which makes and opens PKCS#12 files. */
import * as v from "valibot";
import {
  at,
  choice,
  fields,
  optionalPassword,
  optionalText,
  requiredText,
} from "../kernel/fields.ts";
import { certificateInfo, missingIssuer, publicKey, repaired } from "../x509/shapes.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import * as TEXT from "../texts.ts";
import { ENCRYPTIONS } from "./options.ts";

const text = v.string();
const maybeText = v.nullable(text);
const count = v.number();

const MAX_NAME_LENGTH = 256;

/** A password that every reader accepts: whole characters without NUL. Empty means no password. */
export const password = v.pipe(
  optionalPassword("Password"),
  v.check((value) => value.isWellFormed(), TEXT.pfxPasswordHalfCharacter),
  v.check((value) => !value.includes("\0"), TEXT.pfxPasswordNul),
);

/** One certificate of the file. */
export const chainedCertificate = v.object({
  /** leaf: the certificate of the key. chain: on the path above it. other: not on the path. */
  place: v.picklist(["leaf", "chain", "other"]),
  /** Subject and issuer as RFC 4514 text. */
  subject: text,
  issuer: text,
  notAfter: text,
  isExpired: v.boolean(),
  /** Whether the next one signed it; null if this tool cannot verify it, and without a next one on the path. */
  signedByNext: v.nullable(v.boolean()),
});

export const pfxResponse = v.object({
  /** The file as base64 without line breaks. */
  pfx: text,
  filename: text,
  certificate: certificateInfo,
  /** The number of certificates in the file, including the leaf. */
  chainLength: count,
  passwordProtected: v.boolean(),
  encryption: v.picklist([...ENCRYPTIONS, "none"]),
  /** The name of the key and its certificate in the file. */
  friendlyName: maybeText,
  privateKey: v.object({ publicKey, form: text, encrypted: v.boolean() }),
  chain: v.array(chainedCertificate),
  /** An issuer that is missing in the file and in the dated Mozilla list; null if none is missing. */
  missing: v.nullable(missingIssuer),
  /** The content of the finished file when it is opened again with the password. */
  readBack: v.object({ keys: count, certificates: count }),
  /** The protection of the finished file, as read from it. */
  protection: v.object({ certificates: text, key: text, mac: text, iterations: count }),
  /** Remarks on the input and the file. */
  notes: v.array(text),
  /** The time at which dates were checked. */
  evaluatedAt: text,
  verdict: renderedVerdict,
});
export type PfxResponse = v.InferOutput<typeof pfxResponse>;

export const pfxConvert = {
  input: fields({
    certificate: requiredText("Certificate", TEXT.pairRequired),
    privateKey: requiredText("Private key", TEXT.pairRequired),
    passphrase: optionalPassword("Passphrase"),
    password,
    encryption: choice("Encryption", ENCRYPTIONS, "3des-sha1"),
    friendlyName: v.pipe(
      optionalText("Friendly name"),
      v.check((value) => value.length <= MAX_NAME_LENGTH, TEXT.pfxNameTooLong),
      v.check((value) => value.isWellFormed(), TEXT.pfxNameHalfCharacter),
    ),
    at,
  }),
  output: pfxResponse,
};

/** The encryption of an entry. */
export const entryEncryption = v.object({ name: text, iterations: v.nullable(count) });
/** Null if the entry is not encrypted. */
const encryption = v.nullable(entryEncryption);

export const openedKey = v.object({
  friendlyName: maybeText,
  /** Upper-case hex; the key's certificate has the same. */
  localKeyId: maybeText,
  encryption,
  /** Null if the key cannot be read; `problem` has the reason. */
  publicKey: v.nullable(publicKey),
  problem: maybeText,
  /** The place in `certificates` of the certificate that matches the key; null if none does. */
  certificate: v.nullable(count),
  /** PKCS#8 in PEM: ENCRYPTED PRIVATE KEY if the caller gave a passphrase, else PRIVATE KEY. */
  pem: text,
});

export const openedCertificate = v.object({
  friendlyName: maybeText,
  localKeyId: maybeText,
  encryption,
  /** leaf: it matches a key. chain: on the path above the first key's certificate. other: neither. */
  place: v.picklist(["leaf", "chain", "other"]),
  info: certificateInfo,
  pem: text,
});

export const pfxOpened = v.object({
  /** Null if the file has no MAC: changes to the file cannot be detected. */
  mac: v.nullable(v.object({ name: text, iterations: count })),
  keys: v.array(openedKey),
  /** The first key's certificate first, then its chain, then the others in the file's order. */
  certificates: v.array(openedCertificate),
  /** Other entries, with a description of each. */
  others: v.array(v.object({ kind: text, friendlyName: maybeText })),
  /** The base of the names of the saved files. */
  basename: text,
  repaired,
  notes: v.array(text),
  evaluatedAt: text,
  verdict: renderedVerdict,
});
export type PfxOpened = v.InferOutput<typeof pfxOpened>;

export const pfxOpen = {
  input: fields({
    /** Base64, with white space or as a data URL. */
    pfx: requiredText("PFX file", TEXT.pfxRequired),
    password: optionalPassword("Password"),
    /** If given, keys are returned as encrypted PKCS#8 (PBES2, AES-256). */
    keyPassphrase: password,
    at,
  }),
  output: pfxOpened,
};

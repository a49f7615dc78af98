/** Input and output of the PFX converter: making PKCS#12 files, and taking them apart. */
import * as v from "valibot";
import { at, choice, fields, optionalText, requiredText } from "../kernel/fields.ts";
import { certificateInfo, missingIssuer, publicKey } from "../x509/shapes.ts";
import * as TEXT from "../texts.ts";
import { ENCRYPTIONS } from "./options.ts";

const text = v.string();
const maybeText = v.nullable(text);
const count = v.number();

const MAX_PASSWORD_LENGTH = 1_024;
const MAX_NAME_LENGTH = 256;

/** A password that every reader can be given: whole characters, and no NUL. Empty means none. */
const password = v.pipe(
  optionalText("PASSWORD"),
  v.check((value) => value.length <= MAX_PASSWORD_LENGTH, TEXT.pfxPasswordTooLong),
  v.check((value) => value.isWellFormed(), TEXT.pfxPasswordHalfCharacter),
  v.check((value) => !value.includes("\0"), TEXT.pfxPasswordNul),
);

/** One certificate of the file. */
export const chainedCertificate = v.object({
  /** leaf: the key's own. chain: of the path above it. other: on no path from it. */
  place: v.picklist(["leaf", "chain", "other"]),
  /** Subject and issuer as RFC 4514 text. */
  subject: text,
  issuer: text,
  notAfter: text,
  isExpired: v.boolean(),
});

export const pfxResponse = v.object({
  /** The file as base64 without line breaks. */
  pfx: text,
  filename: text,
  certificate: certificateInfo,
  /** All certificates in the file, the leaf among them. */
  chainLength: count,
  passwordProtected: v.boolean(),
  encryption: v.picklist([...ENCRYPTIONS, "none"]),
  /** The name of the key and its certificate in the file. */
  friendlyName: maybeText,
  privateKey: v.object({ publicKey, form: text, encrypted: v.boolean() }),
  chain: v.array(chainedCertificate),
  /** The issuer that is neither in the file nor in the dated Mozilla list; null if none is. */
  missing: v.nullable(missingIssuer),
  /** What the finished file was found to hold when it was opened again with the password. */
  readBack: v.object({ keys: count, certificates: count }),
  /** How the file is protected, as read back: names and iterations. */
  protection: v.object({ certificates: text, key: text, mac: text, iterations: count }),
  /** What else there is to know about the input and the file, in words. */
  notes: v.array(text),
  /** The moment for which dates were judged. */
  evaluatedAt: text,
});
export type PfxResponse = v.InferOutput<typeof pfxResponse>;

export const pfxConvert = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.pairRequired),
    privateKey: requiredText("PRIVATE KEY", TEXT.pairRequired),
    passphrase: optionalText("PASSPHRASE"),
    password,
    encryption: choice("ENCRYPTION", ENCRYPTIONS, "3des-sha1"),
    friendlyName: v.pipe(
      optionalText("FRIENDLY NAME"),
      v.check((value) => value.length <= MAX_NAME_LENGTH, TEXT.pfxNameTooLong),
      v.check((value) => value.isWellFormed(), TEXT.pfxNameHalfCharacter),
    ),
    at,
  }),
  output: pfxResponse,
};

/** How an entry of a file is encrypted. */
export const entryEncryption = v.object({ name: text, iterations: v.nullable(count) });
/** Null when it is not. */
const encryption = v.nullable(entryEncryption);

export const openedKey = v.object({
  friendlyName: maybeText,
  /** Upper-case hex; the key's certificate has the same. */
  localKeyId: maybeText,
  encryption,
  /** Null when `problem` says why the key cannot be read. */
  publicKey: v.nullable(publicKey),
  problem: maybeText,
  /** Place in `certificates` of the one that the key fits; null when none does. */
  certificate: v.nullable(count),
  /** PKCS#8 as PEM: PRIVATE KEY, or ENCRYPTED PRIVATE KEY when a passphrase for it was given. */
  pem: text,
});

export const openedCertificate = v.object({
  friendlyName: maybeText,
  localKeyId: maybeText,
  encryption,
  /** leaf: a key fits it. chain: of the path above the first key's. other: neither. */
  place: v.picklist(["leaf", "chain", "other"]),
  info: certificateInfo,
  pem: text,
});

export const pfxOpened = v.object({
  /** Null when the file has none, so that nothing shows whether it was changed. */
  mac: v.nullable(v.object({ name: text, iterations: count })),
  keys: v.array(openedKey),
  /** The first key's certificate first, then its chain, then the others in the file's order. */
  certificates: v.array(openedCertificate),
  /** Other entries: what each is, in words. */
  others: v.array(v.object({ kind: text, friendlyName: maybeText })),
  /** Base of the names under which the parts are saved. */
  basename: text,
  notes: v.array(text),
  evaluatedAt: text,
});
export type PfxOpened = v.InferOutput<typeof pfxOpened>;

export const pfxOpen = {
  input: fields({
    /** Base64, with white space or as a data URL. */
    pfx: requiredText("PFX FILE", TEXT.pfxRequired),
    password: optionalText("PASSWORD"),
    /** When given, keys come as encrypted PKCS#8 (PBES2, AES-256). */
    keyPassphrase: password,
    at,
  }),
  output: pfxOpened,
};

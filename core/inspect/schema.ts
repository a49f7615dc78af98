/** Input and output of the inspector. Sessions (session.ts) use the same shapes. */
import * as v from "valibot";
import { JUDGE_AS } from "../judge-as.ts";
import { otherPath } from "../chain/schema.ts";
import { at, choice, fields, list } from "../kernel/fields.ts";
import { MAX_TEXT_LENGTH } from "../kernel/contract.ts";
import {
  certificateInfo,
  distinguishedName,
  fingerprint,
  otherKey,
  publicKey,
  revocation,
} from "../x509/shapes.ts";
import { inspectedVerdict } from "../verdict/schema.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import * as TEXT from "../texts.ts";
import { BUNDLES, LINK_KINDS, MAX_TEXTS, OBJECT_KINDS, ROLES, SEVERITIES } from "./options.ts";

const text = v.string();
const maybeText = v.nullable(text);
const id = v.number();

/** The place of an object. Equal objects are listed once, with all their places. */
export const place = v.object({
  /** Name of the file or text. */
  file: text,
  /** The position among the objects of the file, from 0. */
  position: v.number(),
  /** The encoding or container: "PEM", "DER", "base64", "text", "PKCS#7", "PKCS#7 in DER" or "PFX". */
  form: text,
  /**
   * The place in a text with other content: "data.tls.crt", "KeyDescriptor use=\"signing\"" or "line 12"; absent if
   * the object is not in a text of this kind.
   */
  path: v.optional(text),
});
export type Place = v.InferOutput<typeof place>;

/** A rule that an object breaks, or another fact that the user should know. */
export const inspectedFinding = v.object({
  code: text,
  severity: v.picklist(SEVERITIES),
  /** The fault in a few words. */
  title: text,
  message: text,
  /** Why it matters, in a sentence or two. */
  why: text,
  /** A way to repair it. */
  advice: text,
  /** The document and clause that it comes from. */
  source: text,
});
export type InspectedFinding = v.InferOutput<typeof inspectedFinding>;

/** The outcome of one check: it holds, it does not, or it cannot be verified here; and why, in a sentence. */
export const checked = v.object({
  outcome: v.picklist(["holds", "fails", "unknown"]),
  message: text,
});
export type Checked = v.InferOutput<typeof checked>;

/** One signer of a signed file. */
const signer = v.object({
  /** The name in the signer's certificate; null if the certificate is missing. */
  name: maybeText,
  /** The signer's certificate; null if it is missing. */
  certificate: v.nullable(id),
  /** The signature over the content. */
  signature: checked,
  /** The signer's certificate and its chain at `judgedAt`; null without a certificate. */
  chain: v.nullable(checked),
  /** The signature algorithm and the digest algorithm of the content. */
  algorithm: text,
  digest: text,
  /** The time that the signer claims, which proves nothing; null without one. */
  claimedAt: maybeText,
  /** The timestamp over the signature; null without one. */
  timeStamp: v.nullable(v.object({ ...checked.entries, time: text, authority: maybeText })),
  /** The time for which the chain was judged: that of a timestamp that holds, otherwise now. */
  judgedAt: text,
});
export type SignedBy = v.InferOutput<typeof signer>;

/** A signed file: a CMS message, a signed mail, a timestamp or a JWS. */
export const signedFile = v.object({
  ...checked.entries,
  format: v.picklist(["CMS", "S/MIME", "RFC 3161", "JWS"]),
  content: v.object({
    /** inside: it is in the message; detached: it is in another file; missing: it is not here. */
    state: v.picklist(["inside", "detached", "missing"]),
    /** The type of the content, in words or as its OID. */
    type: text,
    /** The length in bytes; null if it is missing. */
    size: v.nullable(v.number()),
    /** The file with a detached content; null for other contents. */
    file: maybeText,
  }),
  signers: v.array(signer),
  /** The number of all signers; `signers` lists at most 64. */
  signerCount: v.number(),
  /** The time that a timestamp states; null for other files. */
  time: v.nullable(v.object({ time: text, policy: text, serialNumber: text })),
  /** Other facts in a sentence each, such as a weak digest or a sender that the certificate does not name. */
  notes: v.array(text),
});
export type SignedFile = v.InferOutput<typeof signedFile>;

/** An encrypted message and its recipients. It is not decrypted. */
export const encryptedFile = v.object({
  message: text,
  /** The cipher of the content: its name, or its OID. */
  cipher: text,
  recipients: v.array(v.object({
    by: v.picklist(["certificate", "password", "shared-key", "other"]),
    /** The issuer as RFC 4514 text, with the serial number; or the key identifier as hex. */
    issuer: maybeText,
    serialNumber: maybeText,
    keyIdentifier: maybeText,
    /** The certificate and the private key of the recipient, if they are among the files. */
    certificate: v.nullable(id),
    privateKey: v.nullable(id),
  })),
  /** The number of all recipients; at most 200 are listed. */
  recipientCount: v.number(),
});
export type EncryptedFile = v.InferOutput<typeof encryptedFile>;

/** One object. Only certificates have dates, an issuer and a role; for other objects they are null. */
export const objectRow = v.object({
  id,
  kind: v.picklist(OBJECT_KINDS),
  /** The name that users know; "" if the object has none. */
  name: text,
  places: v.array(place),
  publicKey: v.nullable(publicKey),
  /** The number of alternative names of a certificate or CSR; null for other objects. */
  names: v.nullable(v.number()),
  issuer: maybeText,
  notBefore: maybeText,
  notAfter: maybeText,
  role: v.nullable(v.picklist(ROLES)),
  /** The digest algorithm of a certificate's signature; absent for other objects, and for a signature without one. */
  signatureDigest: v.optional(text),
  /** The profile that was applied to a certificate; null for other objects and for unreadable ones. */
  judgedAs: v.nullable(v.picklist(PROFILES)),
  /** SHA-256 over its DER, or over its text; null while it is locked or secret. */
  fingerprint: v.nullable(fingerprint),
  /** A password is needed to look inside. */
  locked: v.boolean(),
  /** The content of a keystore was read, and only its password shows that it was not changed; absent otherwise. */
  unchecked: v.optional(v.literal(true)),
  /** Oddities in how it is written; absent without any. */
  notes: v.optional(v.array(text)),
  /** The reason why the object could not be read completely; null if it was. */
  problem: maybeText,
  /** That reason is that the end of its DER is missing; absent for other reasons. */
  cutOff: v.optional(v.literal(true)),
  findings: v.array(inspectedFinding),
  /** The status by the CRLs and OCSP responses among the files; absent if these do not cover it. */
  revocation: v.optional(revocation),
  /** Who signed what, for a signed file; absent for other objects. */
  signed: v.optional(signedFile),
  /** The recipients of an encrypted message; absent for other objects. */
  encrypted: v.optional(encryptedFile),
});
export type ObjectRow = v.InferOutput<typeof objectRow>;

/**
 * A relation between two objects. `key`: both have the same key, and a private key is `from`. `issuer`:
 * `from` signed `to`. `contains`: `to` was extracted from `from`. `name`: the certificate `to` is valid
 * for the domain `from`.
 */
export const link = v.object({
  kind: v.picklist(LINK_KINDS),
  from: id,
  to: id,
  /** true: proven. null: this tool cannot verify it. */
  holds: v.nullable(v.literal(true)),
  /** The reason why it cannot be verified; null if it is proven. */
  reason: maybeText,
});
export type Link = v.InferOutput<typeof link>;

/** A certification path from one end upwards. */
export const inspectedChain = v.object({
  /** From the end entity to the root. `id` is null for a root from the trust store. */
  certificates: v.array(v.object({
    id: v.nullable(id),
    name: text,
    notAfter: text,
    /** Whether the next one signed it; null for the last, and if this tool cannot verify it. */
    signedByNext: v.nullable(v.boolean()),
  })),
  /** true: valid up to a root. false: not valid. null: this tool cannot verify one of the signatures. */
  isValid: v.nullable(v.boolean()),
  /** Whether its root is in the dated Mozilla list. */
  trusted: v.boolean(),
  /**
   * Messages of root programs that list the root but do not trust it for the first certificate, as
   * "Chrome: not for certificates issued after 11 Nov 2024."; absent if there are none.
   */
  distrusted: v.optional(v.array(text)),
  /** These programs, and the last date of certificates that they trust; null if they trust none. */
  refusing: v.optional(v.array(v.object({ name: text, until: maybeText }))),
  /** Reasons why it is invalid. `certificate` is the place in `certificates`, or null for the whole path. */
  problems: v.array(v.object({
    certificate: v.nullable(v.number()),
    code: text,
    message: text,
    advice: text,
  })),
  /** The missing issuer as RFC 4514 text; null if the path ends at a root. */
  missingIssuer: maybeText,
  /** More about the missing issuer; absent if nothing is known of it. */
  missing: v.optional(v.object({
    /** Its kind, if the last certificate gives it. */
    kind: v.nullable(v.picklist(["root", "intermediate"])),
    /** The last certificate names itself as issuer, and its signature does not match; absent for others. */
    shouldSignItself: v.optional(v.literal(true)),
    /** A certificate among the files that has its name and another key; null without one. */
    otherKey: v.nullable(otherKey),
    /** A public root has its name and another key; absent without one. */
    isListed: v.optional(v.literal(true)),
  })),
  /** Clients that refuse a valid path, for other reasons than its root; absent if none are known. */
  refusedBy: v.optional(v.array(v.object({
    clients: v.array(text),
    code: text,
    title: text,
    message: text,
    advice: text,
    /** The place of the certificate that breaks the rule; null for the whole path. */
    certificate: v.nullable(v.number()),
    /** Whether a browser refuses the TLS handshake. */
    inHandshake: v.boolean(),
  }))),
  /** At most eight valid paths through other authorities, as cross-signed CAs have. */
  otherPaths: v.array(otherPath),
});
export type InspectedChain = v.InferOutput<typeof inspectedChain>;

/** A value that only the CSR or only the certificate contains. */
export const difference = v.object({
  /** The CSR. */
  request: id,
  code: v.picklist([
    "names_missing",
    "names_added",
    "common_name_differs",
    "subject_differs",
    "other_key",
    "not_compared",
  ]),
  message: text,
});
export type Difference = v.InferOutput<typeof difference>;

/** A certificate with its private key and its CSR, if they are among the files. */
export const inspectedSet = v.object({
  /** Null for a CSR and its key without a certificate. */
  certificate: v.nullable(id),
  privateKeys: v.array(id),
  requests: v.array(id),
  /** Why the match of the private key cannot be verified; null if it matches or if there is none. */
  unverified: maybeText,
  differences: v.array(difference),
  /** The certificates that a server would send; null without a certificate. */
  bundle: v.nullable(v.picklist(BUNDLES)),
  verdict: inspectedVerdict,
});
export type InspectedSet = v.InferOutput<typeof inspectedSet>;

/** A file or a part of a file that is not an object or cannot be read. */
export const skippedPart = v.object({
  file: text,
  position: v.number(),
  /** A description. */
  message: text,
  /** The object, if its kind is known and its content cannot be read; else null. */
  id: v.nullable(id),
  /** An archive that was read, with a file that would be written outside its folder; absent for others. */
  unsafe: v.optional(v.literal(true)),
  /** How many further parts of this file with the same message are not listed; absent if all are. */
  more: v.optional(v.number()),
});
export type SkippedPart = v.InferOutput<typeof skippedPart>;

/** An object without a relation to another. */
export const leftover = v.object({
  id,
  message: text,
  /** A private key that this tool cannot compare, so it may have a relation; absent for others. */
  uncertain: v.optional(v.literal(true)),
});
export type Leftover = v.InferOutput<typeof leftover>;

/** The relations between the objects. */
export const relations = v.object({
  links: v.array(link),
  chains: v.array(inspectedChain),
  leftovers: v.array(leftover),
  /** Descriptions of the parts that were left out because of their number. */
  notes: v.array(text),
});
export type Relations = v.InferOutput<typeof relations>;

export const inspectResponse = v.object({
  objects: v.array(v.object({
    ...objectRow.entries,
    /** The fields of a certificate; null for another object. */
    certificate: v.nullable(certificateInfo),
    /** The subject of a CSR; null for another object. */
    subject: v.nullable(distinguishedName),
  })),
  ...relations.entries,
  setAside: v.array(skippedPart),
  /** Each certificate that is not a CA or has a key or CSR among the files, and each CSR with its key. */
  sets: v.array(inspectedSet),
  /** The verdict on all objects together. */
  verdict: inspectedVerdict,
  /** The time at which dates were checked. */
  evaluatedAt: text,
});

/** The name of a file. */
export const fileName = v.pipe(
  v.string("Name must be a string"),
  v.maxLength(1024, "Name is too long"),
);

/** The content of a file. */
export const fileText = v.pipe(
  v.string("Text must be a string"),
  v.check((given) => given.length <= MAX_TEXT_LENGTH, TEXT.inspectTextTooLarge),
);

/** The files: texts, or binary files in base64. */
export const namedTexts = <Input>(file: v.GenericSchema<Input, { name: string; text: string }>) =>
  list(
    v.pipe(
      v.array(file, TEXT.inspectTexts),
      v.minLength(1, TEXT.inspectRequired),
      // For the documentation; the list itself refuses more.
      v.maxLength(MAX_TEXTS, TEXT.inspectTooMany(MAX_TEXTS, "texts")),
      v.check(
        (texts) => texts.some(({ text }) => text.trim() !== ""),
        TEXT.inspectRequired,
      ),
    ),
    MAX_TEXTS,
    () => TEXT.inspectTooMany(MAX_TEXTS, "texts"),
  );

export const inspect = {
  input: fields({
    texts: namedTexts(
      v.object({ name: v.optional(fileName, ""), text: fileText }, TEXT.inspectTexts),
    ),
    /** Private keys are read only if this is true. They are never part of the answer. */
    acceptPrivateKeys: v.optional(
      v.nullable(v.boolean("acceptPrivateKeys must be true or false"), false),
      false,
    ),
    judgeAs: choice("Judge as", JUDGE_AS, "auto"),
    at,
  }),
  output: inspectResponse,
};

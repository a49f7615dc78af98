/** Input and output of the inspector. The same shapes are a session's rows (session.ts). */
import * as v from "valibot";
import { JUDGE_AS } from "../judge-as.ts";
import { otherPath } from "../chain/schema.ts";
import { at, choice, fields, list } from "../kernel/fields.ts";
import { MAX_TEXT_LENGTH } from "../kernel/contract.ts";
import {
  certificateInfo,
  distinguishedName,
  fingerprint,
  publicKey,
  revocation,
} from "../x509/shapes.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import * as TEXT from "../texts.ts";
import { BUNDLES, LINK_KINDS, MAX_TEXTS, OBJECT_KINDS, ROLES, SEVERITIES } from "./options.ts";

const text = v.string();
const maybeText = v.nullable(text);
const id = v.number();

/** Where an object was found. Equal objects are one, with a place for each. */
export const place = v.object({
  /** Name of the file or text. */
  file: text,
  /** Which object of the file it is, counted from 0. */
  position: v.number(),
  /** "PEM", "DER", "base64", "text", "PKCS#7", "PKCS#7 in DER", "PFX": what it was taken out of. */
  form: text,
});
export type Place = v.InferOutput<typeof place>;

/** A rule that an object breaks, or another fact that somebody should know. */
export const inspectedFinding = v.object({
  code: text,
  severity: v.picklist(SEVERITIES),
  /** The fault in a few words. */
  title: text,
  message: text,
  /** Why it matters, in a sentence or two. */
  why: text,
  /** What to do about it. */
  advice: text,
  /** The document and clause that it comes from. */
  source: text,
});
export type InspectedFinding = v.InferOutput<typeof inspectedFinding>;

/** One object. Dates, issuer and role are a certificate's; null for all others. */
export const objectRow = v.object({
  id,
  kind: v.picklist(OBJECT_KINDS),
  /** The name that people know it by; "" when it has none. */
  name: text,
  places: v.array(place),
  publicKey: v.nullable(publicKey),
  /** How many alternative names a certificate has or a CSR asks for; null for all others. */
  names: v.nullable(v.number()),
  issuer: maybeText,
  notBefore: maybeText,
  notAfter: maybeText,
  role: v.nullable(v.picklist(ROLES)),
  /** What a certificate was judged as; null for all others, and where it cannot be read. */
  judgedAs: v.nullable(v.picklist(PROFILES)),
  /** SHA-256 over its DER, or over its text; null while it is locked or secret. */
  fingerprint: v.nullable(fingerprint),
  /** A password is needed to look inside. */
  locked: v.boolean(),
  /** Why it could not be read further; null when it was. */
  problem: maybeText,
  findings: v.array(inspectedFinding),
  /** By the CRLs and OCSP responses among the files; absent where these say nothing of it. */
  revocation: v.optional(revocation),
});
export type ObjectRow = v.InferOutput<typeof objectRow>;

/**
 * A line between two objects. `key`: both hold the same key, `from` the private one where there is
 * one. `issuer`: `from` signed `to`. `contains`: `to` was taken out of `from`. `name`: the
 * certificate `to` is good for the domain `from`.
 */
export const link = v.object({
  kind: v.picklist(LINK_KINDS),
  from: id,
  to: id,
  /** true: proven. null: it cannot be verified here. */
  holds: v.nullable(v.literal(true)),
  /** Why it cannot be verified; null when it holds. */
  reason: maybeText,
});
export type Link = v.InferOutput<typeof link>;

/** A certification path from one end upwards. */
export const inspectedChain = v.object({
  /** From the end to the root. `id` is null for a root out of the trust store. */
  certificates: v.array(v.object({
    id: v.nullable(id),
    name: text,
    /** Whether the next one signed it: null for the last, and where that cannot be verified here. */
    signedByNext: v.nullable(v.boolean()),
  })),
  /** true: proven to a root. false: not. null: a link cannot be verified here. */
  isValid: v.nullable(v.boolean()),
  /** Whether its root is in the dated Mozilla list. */
  trusted: v.boolean(),
  /**
   * What root programs say that list the root but do not trust it for the first certificate; absent
   * where none says so: "Chrome: not for certificates issued after 11 Nov 2024."
   */
  distrusted: v.optional(v.array(text)),
  /** What keeps it from being valid: `certificate` is the place in `certificates`, null for the whole. */
  problems: v.array(v.object({ certificate: v.nullable(v.number()), code: text, message: text })),
  /** The issuer that is not here, as RFC 4514 text; null when the path ends at a root. */
  missingIssuer: maybeText,
  /** Valid paths by other authorities, as cross-signed ones have; at most eight are looked for. */
  otherPaths: v.array(otherPath),
});
export type InspectedChain = v.InferOutput<typeof inspectedChain>;

/** What a CSR asks for and the certificate does not say, or the other way round. */
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

/** From what is right to what is wrong; `unknown`: it was not, or cannot be, checked here. */
const OUTCOMES = ["good", "unknown", "warning", "bad"] as const;

/** What was checked, what came of it, and what was not checked: the worst first. */
export const verdict = v.object({
  /** The worst of the statements. */
  outcome: v.picklist(OUTCOMES),
  /** One sentence or two each. A `note` decides nothing. */
  statements: v.array(v.object({ outcome: v.picklist([...OUTCOMES, "note"]), text })),
});
export type Verdict = v.InferOutput<typeof verdict>;
export type Statement = Verdict["statements"][number];

/** A certificate with its private key and its CSR, as far as they are here. */
export const inspectedSet = v.object({
  /** Null for a CSR and its key of which no certificate is here. */
  certificate: v.nullable(id),
  privateKeys: v.array(id),
  requests: v.array(id),
  /** Why it cannot be verified here that the private key fits; null when it does, or none is here. */
  unverified: maybeText,
  differences: v.array(difference),
  /** What a server would send of it; null without a certificate. */
  bundle: v.nullable(v.picklist(BUNDLES)),
  verdict,
});
export type InspectedSet = v.InferOutput<typeof inspectedSet>;

/** What was no object, or could not be read. */
export const aside = v.object({
  file: text,
  position: v.number(),
  /** What it is, in words. */
  message: text,
  /** Of an object whose kind is known and whose content cannot be read; else null. */
  id: v.nullable(id),
});
export type Aside = v.InferOutput<typeof aside>;

/** An object that goes with no other. */
export const leftover = v.object({ id, message: text });
export type Leftover = v.InferOutput<typeof leftover>;

/** What there is to be known beside the objects themselves. */
export const relations = v.object({
  links: v.array(link),
  chains: v.array(inspectedChain),
  leftovers: v.array(leftover),
  /** What was left out because there was too much of it, in words. */
  notes: v.array(text),
});
export type Relations = v.InferOutput<typeof relations>;

export const inspectResponse = v.object({
  objects: v.array(v.object({
    ...objectRow.entries,
    /** Of a certificate; else null. */
    certificate: v.nullable(certificateInfo),
    /** The subject of a certification request; else null. */
    subject: v.nullable(distinguishedName),
  })),
  ...relations.entries,
  setAside: v.array(aside),
  /** Each certificate that is no CA or has a key or CSR here, and each CSR with its key. */
  sets: v.array(inspectedSet),
  /** Of everything together. */
  verdict,
  /** The moment for which dates were judged. */
  evaluatedAt: text,
});

const namedText = v.object({
  name: v.optional(
    v.pipe(v.string("NAME MUST BE A TEXT"), v.maxLength(1024, "NAME IS TOO LONG")),
    "",
  ),
  text: v.pipe(
    v.string("TEXT MUST BE A TEXT"),
    v.check((given) => given.length <= MAX_TEXT_LENGTH, TEXT.inspectTextTooLarge),
  ),
}, TEXT.inspectTexts);

export const inspect = {
  input: fields({
    texts: list(
      v.pipe(
        v.array(namedText, TEXT.inspectTexts),
        v.minLength(1, TEXT.inspectRequired),
        // For the documentation; the list itself refuses more.
        v.maxLength(MAX_TEXTS, TEXT.inspectTooMany(MAX_TEXTS, "TEXTS")),
        v.check(
          (texts) => texts.some(({ text }) => text.trim() !== ""),
          TEXT.inspectRequired,
        ),
      ),
      MAX_TEXTS,
      () => TEXT.inspectTooMany(MAX_TEXTS, "TEXTS"),
    ),
    /** Private keys are read, and never given back, only when this is true. */
    acceptPrivateKeys: v.optional(
      v.nullable(v.boolean("ACCEPTPRIVATEKEYS MUST BE TRUE OR FALSE"), false),
      false,
    ),
    judgeAs: choice("JUDGE AS", JUDGE_AS, "auto"),
    at,
  }),
  output: inspectResponse,
};

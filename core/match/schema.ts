/** Input and output of the matcher: does this private key belong to this certificate or request? */
import * as v from "valibot";
import { at, fields, optionalText, requiredText } from "../kernel/fields.ts";
import {
  certificateInfo,
  distinguishedName,
  fingerprint,
  generalName,
  publicKey,
} from "../x509/shapes.ts";
import { KEY_FORMS } from "../x509/keys/containers/der-keys.ts";
import * as TEXT from "../texts.ts";

const text = v.string();
const maybeText = v.nullable(text);
/** true: it does. false: it does not. null: that cannot be verified here. */
const verdict = v.nullable(v.boolean());

/** What answers say about a certification request that was in the certificate's place. */
export const requestSummary = v.object({
  subject: distinguishedName,
  publicKey,
  subjectAltName: v.array(generalName),
  signatureAlgorithm: text,
  /** SHA-256 over the DER of the request. */
  fingerprint,
});
export type RequestSummary = v.InferOutput<typeof requestSummary>;

/** One certificate or request that was given, in the order of the text. */
export const matchCandidate = v.object({
  type: v.picklist(["certificate", "request"]),
  /** The subject as RFC 4514 text. */
  subject: text,
  /** Null for a request. */
  serialNumber: maybeText,
  match: verdict,
  /** Why not, or why that cannot be verified here; null when it matches. */
  reason: maybeText,
});

export const matchResponse = v.object({
  match: verdict,
  reason: maybeText,
  /** Place in `candidates` of the one that is reported. */
  chosen: v.number(),
  /** Of the one reported; null when that is a request. */
  certificate: v.nullable(certificateInfo),
  request: v.nullable(requestSummary),
  /** What the private key is, without anything of its secret part. */
  privateKey: v.object({
    publicKey,
    form: v.picklist(KEY_FORMS),
    encrypted: v.boolean(),
  }),
  candidates: v.array(matchCandidate),
  /** What else the two texts hold, in words. */
  notes: v.array(text),
  /** The moment for which dates were judged. */
  evaluatedAt: text,
});
export type MatchResponse = v.InferOutput<typeof matchResponse>;

export const matchVerify = {
  input: fields({
    certificate: requiredText("CERTIFICATE", TEXT.pairRequired),
    privateKey: requiredText("PRIVATE KEY", TEXT.pairRequired),
    passphrase: optionalText("PASSPHRASE"),
    at,
  }),
  output: matchResponse,
};

/** Input and output of the matcher: does this private key belong to this certificate or request? */
import * as v from "valibot";
import { at, fields, optionalPassword, requiredText } from "../kernel/fields.ts";
import {
  certificateInfo,
  distinguishedName,
  fingerprint,
  generalName,
  publicKey,
} from "../x509/shapes.ts";
import { KEY_FORMS } from "../x509/keys/containers/der-keys.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import * as TEXT from "../texts.ts";

const text = v.string();
const maybeText = v.nullable(text);
/** true: the key matches. false: it does not. null: this tool cannot verify it. */
const verdict = v.nullable(v.boolean());

/** A certification request that was given in place of a certificate. */
export const requestSummary = v.object({
  subject: distinguishedName,
  publicKey,
  subjectAltName: v.array(generalName),
  signatureAlgorithm: text,
  /** SHA-256 over the DER of the request. */
  fingerprint,
});
export type RequestSummary = v.InferOutput<typeof requestSummary>;

/** A given certificate or request. */
export const matchCandidate = v.object({
  type: v.picklist(["certificate", "request"]),
  /** The subject as RFC 4514 text. */
  subject: text,
  /** Null for a request. */
  serialNumber: maybeText,
  match: verdict,
  /** Why the key does not match or cannot be verified; null if it matches. */
  reason: maybeText,
});

export const matchResponse = v.object({
  match: verdict,
  reason: maybeText,
  /** The place in `candidates` of the reported certificate or request. */
  chosen: v.number(),
  /** The reported certificate; null if a request is reported. */
  certificate: v.nullable(certificateInfo),
  request: v.nullable(requestSummary),
  /** The public facts about the private key. */
  privateKey: v.object({
    publicKey,
    form: v.picklist(KEY_FORMS),
    encrypted: v.boolean(),
  }),
  candidates: v.array(matchCandidate),
  /** Remarks on other content of the two texts. */
  notes: v.array(text),
  /** The time at which dates were checked. */
  evaluatedAt: text,
  verdict: renderedVerdict,
});
export type MatchResponse = v.InferOutput<typeof matchResponse>;

export const matchVerify = {
  input: fields({
    certificate: requiredText("Certificate", TEXT.pairRequired),
    privateKey: requiredText("Private key", TEXT.pairRequired),
    passphrase: optionalPassword("Passphrase"),
    at,
  }),
  output: matchResponse,
};

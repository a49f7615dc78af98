/** The sentences about a certificate or CSR and a private key. */
import { serialReused } from "../../x509/texts.ts";
import { timeAgo } from "../../kernel/dates.ts";
import { named } from "../../kernel/formatting.ts";
import * as TEXT from "../../texts.ts";
import { cannotCheck } from "../../x509/keys/families/private-numbers.ts";
import type { MatchCode, MatchReason, MatchStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { keyDifferenceText } from "./key-difference.ts";
import { sentence } from "./sentence.ts";

const certificateOf = (name: string | null): string =>
  name === null ? "this certificate" : `the certificate of ${named(name)}`;
const csrOf = (name: string | null): string =>
  name === null ? "this CSR" : `the CSR of ${named(name)}`;

/** The field `reason` of answers, without a full stop. */
export const matchReasonText = (because: MatchReason): string =>
  "unchecked" in because
    ? `The public keys are the same. ${cannotCheck(because.unchecked)}`
    : keyDifferenceText(because.holder, because.difference);

const matchTexts: TextsOf<MatchCode> = {
  certificate_match: ({ name }) => ({
    title: TEXT.matchCertificate,
    text: `The private key belongs to ${certificateOf(name)}.`,
  }),
  match_expired: ({ days }) => ({ title: `The certificate expired ${timeAgo(days)}`, text: "" }),
  request_match: ({ name }) => ({
    title: TEXT.matchRequest,
    text: `The private key belongs to ${csrOf(name)}.`,
  }),
  no_match: ({ name, isRequest, because }) => ({
    title: TEXT.matchNot,
    text: `The private key does not belong to ${isRequest ? csrOf(name) : certificateOf(name)}. ${
      sentence(matchReasonText(because))
    }`,
  }),
  match_unknown: ({ because }) => ({
    title: TEXT.matchUnknown,
    text: sentence(matchReasonText(because)),
  }),
  match_serial_reused: (reused) => ({
    title: "Two certificates have the same issuer and serial number",
    text: serialReused(reused),
  }),
};

const matchSteps: StepsOf<MatchStep> = {
  send_csr_keep_key: () => "Send the CSR to your certificate provider, and keep the key.",
  renew_certificate: () => "Renew the certificate.",
  install_pair: () => "Install both on your server, or make a PFX from them.",
  find_key: () => "Inspect the folder with your files to find the right key.",
  compare_digests: () => "Compare the public keys of both with OpenSSL (openssl pkey -pubout).",
};

export const matchEnglish: Language = { texts: matchTexts, steps: matchSteps, sentence };

/** The sentences about a live host. */
import { day, timeAgo } from "../../kernel/dates.ts";
import { counted, listed, named, withCommas } from "../../kernel/formatting.ts";
import type { HostCode, PartName, PresentedFault } from "../codes.ts";
import type { TextsOf, Words } from "./language.ts";

const words = (title: string, text = ""): Words => ({ title, text });

const ONE_SERVES: Readonly<Record<PresentedFault, string>> = {
  revoked: "addresses serves a revoked certificate",
  expired: "addresses serves an expired certificate",
  without_key: "addresses serves a certificate without its private key",
  invalid: "addresses serves a chain that is not valid",
};
const SEVERAL_SERVE: Readonly<Record<PresentedFault, string>> = {
  revoked: "addresses serve a revoked certificate",
  expired: "addresses serve an expired certificate",
  without_key: "addresses serve a certificate without its private key",
  invalid: "addresses serve a chain that is not valid",
};
const KIND_SERVES: Readonly<Record<PresentedFault | "without_staple", string>> = {
  revoked: "certificate was revoked",
  expired: "certificate expired",
  without_key: "certificate is used without its private key",
  invalid: "certificate is not valid",
  without_staple: "certificate comes without a stapled OCSP response",
};

const PARTS: Readonly<Record<PartName, string>> = {
  everywhere: "addresses",
  revocation: "revocation",
  caa: "CAA records",
};

/** "addresses, revocation and CAA records" */
export const partsInWords = (parts: readonly PartName[]): string =>
  listed(parts.map((part) => PARTS[part]), "and");

const REFUSED = "Firefox refuses the connection.";

/** Sentences with a space between them; those that do not apply are empty. */
const sentences = (...all: string[]): string => all.filter((one) => one !== "").join(" ");

export const hostTexts: TextsOf<HostCode> = {
  host_valid: ({ host, until, address, all, valid, unknown }) => {
    const end = until === null ? "without an end" : `until ${day(until)}`;
    const name = named(host);
    if (address !== null) return words(`${name} is valid at ${address} ${end}`);
    if (all <= 1) return words(`${name} is valid ${end}`);
    if (unknown > 0) {
      return words(
        `${name} is valid ${end}, revocation could not be checked on ${unknown} of ${all} addresses`,
      );
    }
    return words(
      valid === all
        ? `${name} is valid on all ${all} addresses ${end}`
        : `${name} is valid on ${valid} of ${all} addresses ${end}`,
    );
  },
  addresses_serve: ({ count, all, fault, reason, valid }) =>
    words(
      `${count} of ${all} ${count === 1 ? ONE_SERVES[fault] : SEVERAL_SERVE[fault]}`,
      sentences(reason ?? "", valid === null ? "" : `${valid} serves a valid one.`),
    ),
  key_kind_serves: ({ kind, fault, reason }) =>
    words(
      `The ${kind} ${KIND_SERVES[fault]}`,
      sentences(reason ?? "", `Clients that support only ${kind} get it.`),
    ),
  key_not_proven: () =>
    words(
      "The server does not prove that it has the private key",
      "The signature of its handshake does not match the key of its certificate, so every client refuses it.",
    ),
  staple_missing: () =>
    words(
      "The server does not staple, which its certificate requires",
      `The certificate requires a stapled OCSP response, and the server sends none. ${REFUSED}`,
    ),
  staple_unusable: ({ reason }) =>
    words(
      "The server staples an OCSP response that cannot be used",
      sentences(
        "The certificate requires a stapled OCSP response, and the one that the server sends cannot be used.",
        reason === null ? "" : `${reason}.`,
        REFUSED,
      ),
    ),
  staple_unknown: () =>
    words(
      "The certificate requires a stapled OCSP response",
      "We could not see whether the server sends one.",
    ),
  staple_unknown_elsewhere: () =>
    words("We could not see whether the other addresses staple an OCSP response too"),
  addresses_silent: ({ count, all, silent }) =>
    words(
      `${count} of ${all} addresses could not be read`,
      silent.map(({ address, reason }) => `${address}: ${reason}.`).join(" "),
    ),
  addresses_differ: ({ count, all }) =>
    words(
      count === 1
        ? `1 of ${all} addresses serves another chain`
        : `${count} of ${all} addresses serve another chain`,
    ),
  revocation_unknown_at: ({ address, reason }) =>
    words(
      `We could not check whether the certificate of ${address} was revoked`,
      reason === null || reason === "" ? "" : `${reason}.`,
    ),
  addresses_unread: ({ count }) =>
    words(count === 1 ? "1 address was not read" : `${withCommas(count)} addresses were not read`),
  caa_forbids: ({ host }) =>
    words(`The CAA records of ${named(host)} do not let this authority issue the next certificate`),
  revocation_not_needed: ({ days }) =>
    words(
      `It is valid for ${counted(days, "day")}, so it needs no revocation`,
      "Short-lived certificates name no CRL and no OCSP responder (Baseline Requirements, 4.9.10).",
    ),
  revocation_not_offered: () =>
    words("Its CA offers no CRL and no OCSP responder, so revocation was not checked"),
  revocation_unknown: ({ reason }) =>
    words(
      "We could not check whether it was revoked",
      reason === null || reason === "" ? "" : `${reason}.`,
    ),
  host_crl_expired: ({ issuer, expired, days }) =>
    words(
      `The CRL of ${named(issuer)} expired ${timeAgo(days)}, on ${day(expired)}: ` +
        "programs that check it refuse every certificate",
      "Whether the certificate was revoked cannot be checked.",
    ),
  key_unknown: () => words("This tool cannot check whether the server has the private key"),
  parts_to_come: ({ parts }) => words(`Still to come: ${partsInWords(parts)}`),
  parts_not_checked: ({ parts }) => words(`Not checked: ${partsInWords(parts)}`),
};

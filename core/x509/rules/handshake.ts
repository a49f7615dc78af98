/**
 * Rules about the TLS handshake: a client may refuse a server although its chain is valid. refusals.ts has the
 * clients that refuse a server which breaks them.
 */
import { bitCount, withCommas } from "../../kernel/formatting.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { applePolicy, rfc5280, rfc7301, rfc8446, rfc8996, rfc9325 } from "../documents.ts";
import type { PublicKey } from "../shapes.ts";
import { type Examined, policy, type Rules } from "./rule.ts";

const SERVERS = { roles: ["leaf"], servers: true, profiles: ["public-tls", "private"] } as const;
const DAY = 86_400_000;
const APPLE_DAYS = 825;

const NEW_KEY = "Make a new key: RSA with 2048, 3072 or 4096 bits, or on P-256 or P-384.";

const keyOf = ({ certificate }: Examined): PublicKey => certificate.publicKey.key;

/** Browsers offer signature algorithms for these curves; P-521 has a rule of its own. */
const CURVES = ["P-256", "P-384", "P-521"];

/** Why browsers cannot use a key to authenticate a server; null if they can. */
function unsupported({ algorithm, bits, curve }: PublicKey): string | null {
  if (algorithm === "EC") {
    return CURVES.includes(curve ?? "")
      ? null
      : "Its key is on a curve that browsers do not support.";
  }
  if (algorithm !== "RSA") {
    return `Its key is of the algorithm ${algorithm}, which browsers do not support for servers.`;
  }
  return (bits ?? 0) > 16_384
    ? `Its RSA key has ${bitCount(bits ?? 0)}, more than browsers support.`
    : null;
}

const isP521 = ({ curve }: PublicKey): boolean => curve === "P-521";

/** Why some or all browsers refuse a server with this key; null if they do not. */
export const serverKeyFault = (key: PublicKey): string | null =>
  isP521(key)
    ? "Its key is on P-521, with which Chrome and Edge connect to no server."
    : unsupported(key);

export const ANY_PURPOSE_ONLY =
  "Its extended key usage has anyExtendedKeyUsage and not serverAuth.";

/** Whether its only purpose is any purpose. */
const isForAnyOnly = ({ candidate: { extendedKeyUsage } }: Examined): boolean =>
  extendedKeyUsage !== null && extendedKeyUsage.includes("anyExtendedKeyUsage") &&
  !extendedKeyUsage.includes("serverAuth");

/** Whether it may be for a server, by the requested purpose or else by its names. */
const isForHost = ({ candidate, inputs: { purpose } }: Examined): boolean =>
  purpose === "serverAuth" ||
  (purpose === null && candidate.names.alternative.some(({ type }) => type === "DNS"));

/** The cipher suites of TLS 1.2 that browsers have, seen in Chromium 156 and Firefox 153. */
const SUITES =
  /^TLS_(ECDHE_(ECDSA|RSA)_WITH_(AES_(128_GCM_SHA256|256_GCM_SHA384)|CHACHA20_POLY1305_SHA256)|ECDHE_RSA_WITH_AES_(128|256)_CBC_SHA|RSA_WITH_AES_(128_GCM_SHA256|256_GCM_SHA384|128_CBC_SHA|256_CBC_SHA))$/;

/** Whether browsers have a cipher suite. The names of TLS 1.3's suites say nothing about the key exchange. */
export const browsersHave = (suite: string): boolean =>
  !suite.includes("_WITH_") || SUITES.test(suite);

/** Rules about the certificate of a server. */
export const handshakeRules = {
  key_usage_unfit: policy({
    ...SERVERS,
    clause: rfc8446("4.4.2.2; RFC 5280, 4.2.1.3"),
    title: "Its key may not sign the TLS handshake",
    why: "In TLS 1.3, and in TLS 1.2 with ECDHE, the server signs the handshake with this key.",
    advice:
      "Issue it with digitalSignature. For old clients, an RSA key may have keyEncipherment too.",
    on: EXTENSION.keyUsage,
    check({ candidate: { keyUsage } }) {
      // The rule key_usage_empty reports an empty one.
      if (keyUsage === null || keyUsage.length === 0) return null;
      return keyUsage.includes("digitalSignature")
        ? null
        : "Its key usage does not include digitalSignature, so its key may not sign the handshake.";
    },
  }),
  server_key_p521: policy({
    ...SERVERS,
    clause: rfc8446("4.2.3"),
    title: "Its key is on P-521",
    why: "Chrome and Edge do not offer the signature algorithm of P-521, so no handshake succeeds.",
    advice: NEW_KEY,
    at: "subjectPublicKeyInfo",
    check: (examined) => isP521(keyOf(examined)) ? serverKeyFault(keyOf(examined)) : null,
  }),
  server_key_unsupported: policy({
    ...SERVERS,
    clause: rfc8446("4.2.3"),
    title: "Browsers do not support its key",
    why: "Browsers do not offer a signature algorithm for this key, so no handshake succeeds.",
    advice: NEW_KEY,
    at: "subjectPublicKeyInfo",
    check: (examined) => unsupported(keyOf(examined)),
  }),
  server_valid_over_825_days: policy({
    ...SERVERS,
    severity: "warning",
    clause: applePolicy("https://support.apple.com/en-us/103769"),
    since: "2019-07-01",
    title: "Valid for more than 825 days",
    why: "Safari, iPhones, iPads and Macs refuse it, under private roots too.",
    advice: "Issue it for at most 825 days, or for at most 398 to be safe.",
    at: "validity",
    check({ certificate: { notBefore, notAfter } }) {
      const days = Math.ceil((notAfter + 1000 - notBefore) / DAY);
      return days > APPLE_DAYS
        ? `It is valid for ${withCommas(days)} days. Apple's systems accept at most ${APPLE_DAYS}.`
        : null;
    },
  }),
  server_auth_not_included: policy({
    severity: "warning",
    privately: "warning",
    linted: false,
    roles: ["leaf"],
    clause: rfc5280("4.2.1.12"),
    title: "Not for servers",
    why: "Clients refuse a server whose certificate is only for other purposes.",
    advice: "Get a certificate with the purpose serverAuth (TLS web server authentication).",
    on: EXTENSION.extendedKeyUsage,
    // Only a host name shows that it is meant for a server. With the purpose itself, server_auth_missing reports it.
    check: ({ candidate: { extendedKeyUsage: purposes }, inputs: { reference, purpose } }) =>
      reference !== null && purpose === null && purposes !== null &&
        !purposes.includes("serverAuth") && !purposes.includes("anyExtendedKeyUsage")
        ? "Its extended key usage does not include serverAuth."
        : null,
  }),
  eku_any_only: policy({
    severity: "warning",
    roles: ["leaf"],
    profiles: ["public-tls", "private"],
    clause: rfc5280("4.2.1.12"),
    title: "Its only purpose is any purpose",
    why: "RFC 5280 lets it pass, but OpenSSL and Firefox require serverAuth from a server.",
    advice: "Get a certificate with the purpose serverAuth.",
    on: EXTENSION.extendedKeyUsage,
    check: (examined) => isForAnyOnly(examined) && isForHost(examined) ? ANY_PURPOSE_ONLY : null,
  }),
} satisfies Rules;

/** Rules about the connection to a live server. The reader of the host finds what breaks them. */
export const negotiatedRules = {
  protocol_obsolete: policy({
    clause: rfc8996("2"),
    roles: ["leaf"],
    title: "Only obsolete versions of TLS",
    why: "Current clients connect only with TLS 1.2 and 1.3.",
    advice: "Turn on TLS 1.2 and 1.3 in the server.",
  }),
  cipher_suite_unsupported: policy({
    clause: rfc9325("4.1; 4.2"),
    roles: ["leaf"],
    title: "Only obsolete cipher suites",
    why: "Browsers have no cipher suite in common with the server.",
    advice: "Turn on TLS 1.3, and ECDHE with AES-GCM or ChaCha20 for TLS 1.2.",
  }),
  key_exchange_rsa: policy({
    severity: "warning",
    clause: rfc9325("4.1"),
    roles: ["leaf"],
    title: "Only RSA key exchange",
    why:
      "Some clients no longer connect without forward secrecy, and whoever steals the key can read recorded traffic.",
    advice: "Turn on TLS 1.3, and ECDHE with AES-GCM or ChaCha20 for TLS 1.2.",
  }),
  alpn_refused: policy({
    clause: rfc7301("3.2"),
    roles: ["leaf"],
    title: "Refuses the protocols of browsers",
    why:
      "Browsers offer h2 and http/1.1 (ALPN), and the server ends the handshake for that reason.",
    advice: "Let the server accept http/1.1 or h2, or ignore the extension.",
  }),
  client_certificate_required: policy({
    severity: "warning",
    clause: rfc8446("4.3.2"),
    roles: ["leaf"],
    title: "Requires a certificate of the client",
    why: "Clients without a certificate that the server accepts cannot connect.",
    advice: "Nothing has to be done if only such clients may connect.",
  }),
} satisfies Rules;

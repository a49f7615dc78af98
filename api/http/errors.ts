/** The HTTP status, the texts and the meaning of each error code. */
import type { ServerErrorCode } from "../../core/kernel/errors.ts";
import { TLS_PORT } from "../../core/names/hosts.ts";
import * as TEXT from "../../core/texts.ts";
import { ENCRYPTED_KEY, unsupportedScheme } from "../../core/x509/keys/private-key-errors.ts";

export const STATUS = {
  invalid_input: 400,
  unreadable: 400,
  wrong_type: 400,
  unsupported: 400,
  too_complex: 400,
  malformed_request: 400,
  passphrase_required: 400,
  passphrase_wrong: 400,
  key_inconsistent: 400,
  key_mismatch: 400,
  host_refused: 400,
  unauthorized: 401,
  forbidden: 403,
  endpoint_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  too_large: 413,
  body_too_large: 413,
  content_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  host_unreachable: 502,
  host_without_tls: 502,
  busy: 503,
  host_timeout: 504,
} as const satisfies Readonly<Record<ServerErrorCode, number>>;

interface ErrorText {
  /** The texts of `error` for this code, or examples of them if `more` is set. Empty if unused. */
  readonly texts: readonly string[];
  /** There are other texts, because the text depends on the input. */
  readonly more?: true;
  readonly meaning: string;
}

export const ERROR_TEXTS: Readonly<Record<ServerErrorCode, ErrorText>> = {
  invalid_input: {
    texts: [TEXT.csrRequired, TEXT.bodyNotJson],
    more: true,
    meaning: "A field is missing or not valid; issues names it.",
  },
  unreadable: {
    texts: [TEXT.certificateNotFound],
    more: true,
    meaning: "The text or file contains nothing that can be read.",
  },
  wrong_type: {
    texts: [TEXT.matchSwapped],
    more: true,
    meaning: "The field does not accept this kind of text or file.",
  },
  unsupported: {
    texts: [unsupportedScheme(ENCRYPTED_KEY, "pbeWithSHAAnd128BitRC4", true).message],
    more: true,
    meaning: "The format or algorithm is not supported.",
  },
  too_complex: {
    texts: [TEXT.tooComplex, TEXT.caaTooMany(1_000)],
    more: true,
    meaning: "The input asks for more work than one request may cost.",
  },
  passphrase_required: {
    texts: [TEXT.passphraseRequired],
    more: true,
    meaning: "A key or file is encrypted, and no passphrase was given.",
  },
  passphrase_wrong: {
    texts: [TEXT.passphraseWrong],
    more: true,
    meaning: "The passphrase does not open the key or file.",
  },
  key_inconsistent: {
    texts: [`The private key is inconsistent: ${TEXT.keyNoPair}`],
    more: true,
    meaning: "The parts of the private key contradict each other.",
  },
  key_mismatch: {
    texts: [TEXT.pfxMismatch],
    more: true,
    meaning: "A private key or a signature does not belong to the public key that it came with.",
  },
  host_refused: {
    texts: [TEXT.hostRefused],
    more: true,
    meaning: "The host is unknown, or its address is not public.",
  },
  malformed_request: {
    texts: [TEXT.malformedRequest],
    meaning: "The request is not valid HTTP. The connection is closed.",
  },
  unauthorized: { texts: [TEXT.unauthorized], meaning: "The token is missing or wrong." },
  forbidden: {
    texts: [TEXT.forbidden],
    meaning: "This server does not answer requests from this origin or for this host name.",
  },
  endpoint_not_found: { texts: [TEXT.endpointNotFound], meaning: "There is no such endpoint." },
  method_not_allowed: {
    texts: [TEXT.methodNotAllowed],
    meaning: "The endpoint takes another method; the Allow header names it.",
  },
  request_timeout: { texts: [TEXT.requestTimeout], meaning: "The request did not arrive in time." },
  too_large: { texts: [], meaning: "A text or file is larger than the limit." },
  body_too_large: { texts: [TEXT.bodyTooLarge], meaning: "The body is larger than 1 MiB." },
  content_type: {
    texts: [TEXT.contentType, TEXT.contentEncoding],
    meaning: "The body is not declared as JSON, or it is compressed.",
  },
  rate_limited: {
    texts: [TEXT.rateLimited],
    meaning: "Too many requests in this minute; Retry-After says when to try again.",
  },
  headers_too_large: {
    texts: [TEXT.headersTooLarge],
    meaning: "The request's headers are larger than 16 KiB.",
  },
  internal: { texts: [TEXT.internal], meaning: "The server failed." },
  host_unreachable: {
    texts: [TEXT.hostUnreachable(TLS_PORT)],
    more: true,
    meaning: "No connection to the remote host was possible.",
  },
  host_without_tls: {
    texts: [TEXT.hostWithoutTls(TLS_PORT), TEXT.hostClosed(TLS_PORT), TEXT.hostHandshakeFailed],
    more: true,
    meaning: "The remote host did not complete a TLS handshake.",
  },
  busy: {
    texts: [TEXT.busy],
    meaning:
      "Too many operations run or wait, or too many bytes; Retry-After says when to try again.",
  },
  host_timeout: {
    texts: [TEXT.hostTimeout(TLS_PORT), TEXT.hostNotLookedUp],
    meaning: "The remote host was too slow, or its name could not be looked up.",
  },
};

/** The `error` text for a code without a message of its own. */
export function errorText(code: ServerErrorCode): string {
  const { texts: [text], more } = ERROR_TEXTS[code];
  return more || text === undefined ? TEXT.internal : text;
}

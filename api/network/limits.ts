/** How much of a stranger's answer is read, and for how long somebody waits for it. */

/** Addresses of a host that are read beside the first one: eight in all. */
export const MAX_FURTHER_ADDRESSES = 7;
/** Handshakes at other addresses at a time; with the three at the first one, eight of a request. */
export const MAX_PARALLEL_HANDSHAKES = 5;
/** Certificates that one server may send; real ones send two to five. */
export const MAX_CERTIFICATES = 100;
/** Bytes of one handshake message, which is what holds them. */
export const MAX_CERTIFICATE_BYTES = 128 * 1024;
/** Bytes of one answer to an AIA request. */
export const MAX_ISSUER_BYTES = 64 * 1024;
/** Addresses that are tried of a host that a certificate names: one of each family. */
export const MAX_FETCH_ATTEMPTS = 2;
/** HTTP requests that one analysis makes, redirects included; a chain lacks one or two issuers. */
export const MAX_FETCHES = 6;
/** Of these, to one host. */
export const MAX_FETCHES_OF_HOST = 3;

/** Bytes of a fetched CRL, and of an OCSP response. */
export const MAX_CRL_BYTES = 8 * 1024 * 1024;
export const MAX_OCSP_BYTES = 64 * 1024;
/** Longer lists wait for one of few places in the process. */
export const MAX_SHORT_LIST_BYTES = 256 * 1024;
export const MAX_PARALLEL_LONG_LISTS = 2;
/** Redirects on the way to one of them. */
export const MAX_REDIRECTS = 2;
/** Lists and responders that one analysis asks. */
export const MAX_REVOCATION_FETCHES = 8;
/** Of these, addresses of responders that one certificate names, and addresses of lists. */
export const MAX_ADDRESSES_OF_KIND = 3;
/** The same for all certificates that only other addresses of the host present. */
export const MAX_FURTHER_REVOCATION_FETCHES = 8;

/** Milliseconds for each step and for one analysis as a whole. */
export interface Deadlines {
  /** One question to one resolver. */
  questionMs: number;
  /** The addresses of a host. */
  resolveMs: number;
  connectMs: number;
  handshakeMs: number;
  /** Until the next address of a host is tried too, where one has not answered. */
  attemptMs: number;
  /** All that is read of a host beside its first address. */
  furtherMs: number;
  /** One HTTP request for an issuer, its look-up included; a list or a response with its redirects. */
  issuerMs: number;
  /** A long list, from the moment that it has its place. */
  longListMs: number;
  overallMs: number;
}

export const DEADLINES: Readonly<Deadlines> = {
  questionMs: 3_000,
  resolveMs: 4_000,
  connectMs: 3_000,
  handshakeMs: 5_000,
  attemptMs: 500,
  furtherMs: 4_000,
  issuerMs: 5_000,
  longListMs: 2_500,
  overallMs: 10_000,
};

/** A server sends more than the limits above. */
export class TooManyCertificates extends Error {
  override readonly name = "TooManyCertificates";
}

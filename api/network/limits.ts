/** Limits on outbound requests: how much of an answer is read, and how long the server waits for it. */

/** Addresses of a host that are read in addition to the first one: eight in total. */
export const MAX_FURTHER_ADDRESSES = 7;
/** Parallel handshakes at other addresses. With three at the first one, a request has eight. */
export const MAX_PARALLEL_HANDSHAKES = 5;
/** Certificates that a server may send. Most servers send two to five. */
export const MAX_CERTIFICATES = 100;
/** Bytes of one handshake message, which contains all certificates. */
export const MAX_CERTIFICATE_BYTES = 128 * 1024;
/** Bytes of one answer to an AIA request. */
export const MAX_ISSUER_BYTES = 64 * 1024;
/** Addresses to try of a host that a certificate names: one of each family. */
export const MAX_FETCH_ATTEMPTS = 2;
/** HTTP requests for issuers in one analysis, with redirects. Chains lack one or two issuers. */
export const MAX_FETCHES = 6;
/** How many of them may go to one host. */
export const MAX_FETCHES_OF_HOST = 3;

/** Bytes of a fetched CRL, and of an OCSP response. */
export const MAX_CRL_BYTES = 8 * 1024 * 1024;
export const MAX_OCSP_BYTES = 64 * 1024;
/** Fetching a longer CRL needs one of the process's few places. */
export const MAX_SHORT_CRL_BYTES = 256 * 1024;
export const MAX_PARALLEL_LONG_CRLS = 2;
/** Redirects of one request for a CRL or an OCSP response. */
export const MAX_REDIRECTS = 2;
/** CRLs and OCSP responses that one analysis requests. */
export const MAX_REVOCATION_FETCHES = 8;
/** How many URLs of responders, and how many URLs of CRLs, are used of one certificate. */
export const MAX_ADDRESSES_OF_KIND = 3;
/** CRLs and OCSP responses for all certificates that only other addresses of the host present. */
export const MAX_FURTHER_REVOCATION_FETCHES = 8;

/** Milliseconds for each step and for one analysis as a whole. */
export interface Deadlines {
  /** One DNS query to one resolver. */
  questionMs: number;
  /** Resolving a host name. */
  resolveMs: number;
  connectMs: number;
  handshakeMs: number;
  /** The delay before the next address of a host is tried. */
  attemptMs: number;
  /** All further readings of a host. */
  furtherMs: number;
  /** One request for an issuer with its look-up, or for a CRL or OCSP response with its redirects. */
  issuerMs: number;
  /** A long CRL, from the instant at which it has its place. */
  longCrlMs: number;
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
  longCrlMs: 2_500,
  overallMs: 10_000,
};

/** The server sends more certificates than MAX_CERTIFICATES or MAX_CERTIFICATE_BYTES. */
export class TooManyCertificates extends Error {
  override readonly name = "TooManyCertificates";
}

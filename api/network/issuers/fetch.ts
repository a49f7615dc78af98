/** Fetches an issuer's certificate from a caIssuers URL of a certificate (RFC 5280, 4.2.2.1). */
import { Budget } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { identify } from "../../../core/x509/pem/identify.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { publicAddresses } from "../dns/resolve.ts";
import { Deadline } from "../concurrency.ts";
import { MAX_ISSUER_BYTES } from "../limits.ts";
import {
  allowed,
  ask,
  FetchError,
  type FetchProblem,
  type HttpAccess,
  problemOf,
  type Wanted,
} from "../outbound-http.ts";
import { certificatesOfPkcs7 } from "../../../core/x509/cms/pkcs7.ts";

/** Certificates in DER, the target of a redirect, or the reason why there are none. */
export type IssuerAnswer =
  | { certificates: Uint8Array<ArrayBuffer>[]; problem: null }
  | { certificates: []; problem: "moved"; location: string }
  | { certificates: []; problem: FetchProblem };

/** The most DER nodes to read in one answer. */
const MAX_NODES = 20_000;

const ISSUER: Wanted = {
  method: "GET",
  body: null,
  headers: { accept: "application/pkix-cert, application/pkcs7-mime, */*" },
  maxBytes: MAX_ISSUER_BYTES,
};

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * @param url as written in the certificate or the redirect
 * @throws only the signal's reason; every other failure is a `problem`
 */
export async function fetchIssuer(
  url: string,
  access: HttpAccess,
  signal: AbortSignal,
): Promise<IssuerAnswer> {
  using deadline = new Deadline(access.deadlines.issuerMs, signal);
  try {
    const from = allowed(url);
    const addresses = await publicAddresses(from.hostname, access, deadline.signal);
    const { body, location } = await ask(from, addresses, access, ISSUER, deadline.signal);
    if (body === null) {
      return { certificates: [], problem: "moved", location: allowed(location, from).href };
    }
    const certificates = certificatesOfFile(body, new Budget({ nodes: MAX_NODES }));
    if (certificates.length === 0) throw new FetchError("unreadable");
    return { certificates, problem: null };
  } catch (fault) {
    signal.throwIfAborted();
    return { certificates: [], problem: problemOf(fault, access) };
  }
}

/**
 * Returns the certificates in a file, in its order, without reading them; none if the format is
 * unknown. RFC 5280, 4.2.2.1 allows DER and "certs-only" CMS, but some authorities publish PEM.
 */
function certificatesOfFile(bytes: Bytes, budget: Budget): Bytes[] {
  budget.spend("bytes", bytes.length);
  const found = ofDer(bytes, budget);
  if (found.length > 0) return found;
  const text = new TextDecoder().decode(bytes);
  return readPem(text).flatMap((block) => block.bytes ? ofDer(block.bytes, budget) : []);
}

function ofDer(bytes: Bytes, budget: Budget): Bytes[] {
  switch (identify(bytes)) {
    case "certificate":
      return [bytes];
    case "pkcs7":
      return bundle(bytes, budget);
    default:
      return [];
  }
}

function bundle(bytes: Bytes, budget: Budget): Bytes[] {
  try {
    return certificatesOfPkcs7(bytes, budget);
  } catch (fault) {
    if (isOperationError(fault) && fault.code === "unreadable") return [];
    throw fault;
  }
}

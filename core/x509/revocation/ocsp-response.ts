/**
 * OCSP responses (RFC 6960, 4.2). The frame, the signature and the certificates are read in place.
 * ocsp-data.ts, which loads pkijs, reads the response data: it is rarely needed and has many optional
 * parts.
 *
 * pkijs recurses and makes an object for every element, so octets, elements and depth are checked before
 * it runs. Its errors become DerError.
 */
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import { constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { readOid } from "../asn1/oids.ts";
import { readGeneralizedTime } from "../asn1/time.ts";
import type { Certificate } from "../objects/certificates.ts";
import { readCertificate } from "../objects/read-certificate.ts";
import { readSignature, type Signature, type SignedObject } from "../signatures/signatures.ts";
import type { OcspData } from "./ocsp-data.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const BASIC_RESPONSE = "1.3.6.1.5.5.7.48.1.1";

/** A usual response has one answer and one or two certificates: about 2 kB. */
const MAX_RESPONSE = 256 * 1024;
const MAX_NODES = 20_000;
const MAX_DEPTH = 32;
const MAX_CERTIFICATES = 16;
/** Microseconds of a slow core for each octet that pkijs reads. */
const WORK_PER_OCTET = 4;

const STATUS: ReadonlyMap<number, string> = new Map([
  [0, "successful"],
  [1, "malformedRequest"],
  [2, "internalError"],
  [3, "tryLater"],
  [5, "sigRequired"],
  [6, "unauthorized"],
]);

/** A signed response. */
export interface OcspBasicResponse extends SignedObject, OcspData {
  /** The certificates in the response that can be read. */
  readonly certificates: readonly Certificate[];
}

export interface OcspResponse {
  readonly bytes: Bytes;
  /** "successful", "tryLater", "unauthorized", …, or the number of an unknown status. */
  readonly status: string;
  /** Null if the responder returned an error. */
  readonly basic: OcspBasicResponse | null;
}

/** Reads the DER of one response. Throws DerError (`unreadable`), and `too_complex` for a long one. */
export async function readOcspResponse(bytes: Bytes, budget: Budget): Promise<OcspResponse> {
  if (bytes.length > MAX_RESPONSE) throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
  budget.spend("bytes", bytes.length);
  const der = new Der(bytes, budget.part({ nodes: MAX_NODES }));
  der.expect(0, bytes.length, TAG.SEQUENCE, "OCSP response");
  const { end } = der;
  der.finish(end, bytes.length, "OCSP response");
  der.expect(der.body, end, TAG.ENUMERATED, "Status of the response");
  const code = der.smallInteger() ?? NaN;
  const status = STATUS.get(code) ?? `status ${code}`;
  if (der.end === end) return { bytes, status, basic: null };
  der.expect(der.end, end, constructed(0), "Response bytes");
  der.finish(der.end, end, "OCSP response");
  der.expect(der.body, end, TAG.SEQUENCE, "Response bytes");
  der.finish(der.end, end, "Response bytes");
  der.expect(der.body, end, TAG.OID, "Type of the response");
  if (readOid(bytes, der.body, der.end) !== BASIC_RESPONSE) {
    throw new DerError("The type of the response is unknown", der.start);
  }
  der.expect(der.end, end, TAG.OCTET_STRING, "Response");
  der.finish(der.end, end, "Response bytes");
  return { bytes, status, basic: await readBasic(der, der.body, end, budget) };
}

/** Reads the BasicOCSPResponse at `start`. */
async function readBasic(
  der: Der,
  start: number,
  limit: number,
  budget: Budget,
): Promise<OcspBasicResponse> {
  const { bytes } = der;
  der.expect(start, limit, TAG.SEQUENCE, "Basic response");
  der.finish(der.end, limit, "Basic response");
  der.expect(der.body, limit, TAG.SEQUENCE, "Response data");
  const { start: tbsStart, end: tbsEnd } = der;
  const signature: Signature = readSignature(der, tbsEnd, limit);
  const certificates: Certificate[] = [];
  let at = signature.end;
  if (der.optional(at, limit, constructed(0))) {
    at = der.end;
    der.expect(der.body, at, TAG.SEQUENCE, "Certificates of the response");
    der.finish(der.end, at, "Certificates of the response");
    for (let next = der.body; next < at && certificates.length < MAX_CERTIFICATES;) {
      der.next(next, at);
      next = der.end;
      try {
        certificates.push(readCertificate(der.element(), budget));
      } catch (thrown) {
        // Another certificate may be the responder's.
        if (!(thrown instanceof DerError)) throw thrown;
      }
    }
  }
  der.finish(at, limit, "Basic response");
  checkTree(der, tbsStart, tbsEnd);
  const { readOcspData } = await import("./ocsp-data.ts");
  const tbs = bytes.subarray(tbsStart, tbsEnd);
  budget.spend("work", tbs.length * WORK_PER_OCTET);
  return { tbs, signature, certificates, ...readOcspData(tbs, tbsStart, budget) };
}

/** Walks over every element. Throws if there are too many, or if one is nested too deep or malformed. */
function checkTree(der: Der, start: number, limit: number): void {
  const ends: number[] = [];
  for (let at = start; at < limit;) {
    der.next(at, ends.at(-1) ?? limit);
    if (der.tag === TAG.GENERALIZED_TIME) checkTime(der);
    if ((der.tag & 0x20) !== 0 && der.tag < 0x100) {
      if (ends.push(der.end) > MAX_DEPTH) {
        throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
      }
      at = der.body;
    } else at = der.end;
    while (ends.at(-1) === at) ends.pop();
  }
}

/**
 * Checks that a time is valid and in UTC, as RFC 6960, 4.2.2.1 and RFC 5280, 4.1.2.5.2 require. pkijs
 * applies an offset with the wrong sign, reads a time without a zone as local time, and 31 February as
 * a day in March.
 */
function checkTime(der: Der): void {
  readGeneralizedTime(der);
  if (der.bytes[der.end - 1] !== 0x5a) throw new DerError("Time is not in UTC", der.start);
}

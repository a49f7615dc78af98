/** Reads timestamp tokens and responses (RFC 3161, 2.4.2), without judging them. */
import type { Budget } from "../../kernel/context.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import { DIGESTS, readOid } from "../asn1/oids.ts";
import { readString } from "../asn1/strings.ts";
import { readGeneralizedTime } from "../asn1/time.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { formatSerialNumber } from "../objects/serial-numbers.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** id-ct-TSTInfo: the type of a token's content. */
export const TIME_STAMP_CONTENT = "1.2.840.113549.1.9.16.1.4";

/** The statement that a timestamp authority signs. */
export interface TimeStampInfo {
  /** The policy's OID. */
  readonly policy: string;
  /** The digest of the data that existed at that time; `algorithm` is its name, or its OID. */
  readonly imprint: { readonly algorithm: string; readonly digest: Bytes };
  /** Upper-case hex. */
  readonly serialNumber: string;
  /** Milliseconds since 1970; a fraction of a second is dropped. */
  readonly time: number;
}

/**
 * Reads TSTInfo ::= SEQUENCE { version, policy, messageImprint, serialNumber, genTime, … }. The fields after
 * genTime are not read. Throws DerError.
 */
export function readTimeStampInfo(content: Bytes, budget: Budget): TimeStampInfo {
  const der = new Der(content, budget);
  der.expect(0, content.length, TAG.SEQUENCE, "Timestamp");
  const { end } = der;
  der.finish(end, content.length, "Timestamp");
  der.expect(der.body, end, TAG.INTEGER, "Version");
  if (der.smallInteger() !== 1) throw new DerError("The timestamp is not of version 1", der.start);
  der.expect(der.end, end, TAG.OID, "Policy");
  const policy = readOid(content, der.body, der.end);
  der.expect(der.end, end, TAG.SEQUENCE, "Imprint");
  const imprintEnd = der.end;
  der.expect(der.body, imprintEnd, TAG.SEQUENCE, "Digest algorithm");
  const { oid, end: at } = readAlgorithmIdentifier(der);
  der.expect(at, imprintEnd, TAG.OCTET_STRING, "Digest");
  const imprint = { algorithm: DIGESTS.get(oid) ?? oid, digest: der.content() };
  der.finish(der.end, imprintEnd, "Imprint");
  der.expect(imprintEnd, end, TAG.INTEGER, "Serial number");
  const serialNumber = formatSerialNumber(content, der.body, der.end);
  der.expect(der.end, end, TAG.GENERALIZED_TIME, "Time");
  return { policy, imprint, serialNumber, time: readGeneralizedTime(der) };
}

/** The answer of an authority to a request (TimeStampResp). */
interface TimeStampResponse {
  /** PKIStatus; 0 and 1 come with a token. */
  readonly status: number;
  /** The authority's words about the status, or null. */
  readonly text: string | null;
  /** The token as a ContentInfo in DER; null if the request was refused. */
  readonly token: Bytes | null;
}

/** Reads TimeStampResp ::= SEQUENCE { PKIStatusInfo, TimeStampToken OPTIONAL }. Throws DerError. */
export function readTimeStampResponse(bytes: Bytes, budget: Budget): TimeStampResponse {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Timestamp response");
  const { end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "Status");
  const statusEnd = der.end;
  der.expect(der.body, statusEnd, TAG.INTEGER, "Status");
  const status = der.smallInteger();
  if (status === null) throw new DerError("The status is out of range", der.start);
  let text: string | null = null;
  if (der.optional(der.end, statusEnd, TAG.SEQUENCE) && der.body < der.end) {
    der.next(der.body, der.end);
    text = readString(bytes, der.tag, der.body, der.end)?.text ?? null;
  }
  const token = der.optional(statusEnd, end, TAG.SEQUENCE) ? der.element() : null;
  return { status, text, token };
}

/** Whether the extended key usage is what RFC 3161, 2.3 requires: critical, and for timestamps only. */
export function mayStampTime(
  usage: { readonly critical: boolean; readonly value: readonly string[] | null } | null,
): boolean {
  return usage !== null && usage.critical && usage.value?.length === 1 &&
    usage.value[0] === "timeStamping";
}

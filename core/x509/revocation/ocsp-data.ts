/**
 * Reads the signed part of an OCSP response (RFC 6960, 4.2.1) with pkijs. pkijs recurses and makes an
 * object for every element, so the caller must check octets, elements and depth first.
 */
import { RelativeDistinguishedNames, ResponseData } from "pkijs";
import type { Budget } from "../../kernel/context.ts";
import type { DigestAlgorithm } from "../../../wasm/digest.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import { elements } from "../asn1/elements.ts";
import { DIGESTS } from "../asn1/oids.ts";
import { readName } from "../objects/names.ts";
import type { DistinguishedName } from "../shapes.ts";
import { reasonName } from "./reasons.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const NONCE = "1.3.6.1.5.5.7.48.1.2";
const TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.5";

/** The answer about one certificate (SingleResponse). Times are in milliseconds since 1970. */
export interface OcspAnswer {
  /** The hash algorithm of the CertID; null if it is not supported. */
  readonly hash: DigestAlgorithm | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Content octets of the serial number. */
  readonly serial: Uint8Array;
  readonly status: "good" | "revoked" | "unknown";
  readonly revokedAt: number | null;
  readonly reason: string | null;
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
  /** The SCT list in the answer (RFC 6962, 3.3), not parsed; null if there is none. */
  readonly timestamps: Uint8Array<ArrayBuffer> | null;
  /** Whether it has an unknown critical extension. */
  readonly unknownCritical: boolean;
}

export interface OcspData {
  /** The responder's name or the SHA-1 hash of its key; the other one is null. */
  readonly responderName: DistinguishedName | null;
  readonly responderKeyHash: Uint8Array | null;
  readonly producedAt: number;
  readonly answers: readonly OcspAnswer[];
  /** The value of the nonce extension; null if there is none. */
  readonly nonce: Uint8Array | null;
  readonly unknownCritical: boolean;
}

/** Reads ResponseData (RFC 6960, 4.2.1). Throws DerError at `offset`. */
export function readOcspData(tbs: Bytes, offset: number, budget: Budget): OcspData {
  let data: ResponseData;
  let answers: OcspAnswer[];
  try {
    data = ResponseData.fromBER(tbs);
    answers = data.responses.map(answerOf);
  } catch {
    throw new DerError("The data of the response cannot be read", offset);
  }
  const { responderID, responseExtensions: extensions } = data;
  const isName = responderID instanceof RelativeDistinguishedNames;
  const nonce = extensions?.find(({ extnID }) => extnID === NONCE);
  return {
    responderName: isName ? nameOf(new Uint8Array(responderID.valueBeforeDecode), budget) : null,
    responderKeyHash: isName ? null : octetsOf(responderID),
    producedAt: timeOf(data.producedAt),
    answers,
    nonce: nonce ? octetsOf(nonce.extnValue) : null,
    unknownCritical: hasUnknownCritical(extensions),
  };
}

function answerOf(
  { certID, certStatus, thisUpdate, nextUpdate, singleExtensions }: {
    certID: {
      hashAlgorithm: { algorithmId: string };
      issuerNameHash: unknown;
      issuerKeyHash: unknown;
      serialNumber: unknown;
    };
    certStatus: { idBlock: { tagNumber: number }; valueBlock: { value?: unknown[] } };
    thisUpdate: Date;
    nextUpdate?: Date;
    singleExtensions?: readonly { extnID: string; critical: boolean; extnValue: unknown }[];
  },
): OcspAnswer {
  const status = (["good", "revoked", "unknown"] as const)[certStatus.idBlock.tagNumber];
  // RevokedInfo ::= SEQUENCE { revocationTime, [0] EXPLICIT revocationReason OPTIONAL }
  const [time, reason] = status === "revoked" ? certStatus.valueBlock.value ?? [] : [];
  return {
    hash: digestOf(certID.hashAlgorithm.algorithmId),
    issuerNameHash: octetsOf(certID.issuerNameHash),
    issuerKeyHash: octetsOf(certID.issuerKeyHash),
    serial: octetsOf(certID.serialNumber),
    status,
    revokedAt: status === "revoked" ? timeOf((time as { toDate(): Date }).toDate()) : null,
    reason: reason === undefined ? null : reasonName(
      (reason as { valueBlock: { value: { valueBlock: { valueDec: number } }[] } })
        .valueBlock.value[0].valueBlock.valueDec,
    ),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? null : timeOf(nextUpdate),
    timestamps: timestampsOf(singleExtensions),
    unknownCritical: hasUnknownCritical(singleExtensions),
  };
}

function timestampsOf(
  extensions: readonly { extnID: string; extnValue: unknown }[] | undefined,
): Bytes | null {
  const extension = extensions?.find(({ extnID }) => extnID === TIMESTAMPS);
  if (!extension) return null;
  const [list] = elements(new Uint8Array(octetsOf(extension.extnValue))) ?? [];
  return list?.tag === TAG.OCTET_STRING ? list.content : null;
}

const DIGEST_NAMES: ReadonlySet<string> = new Set<DigestAlgorithm>([
  "SHA-1",
  "SHA-224",
  "SHA-256",
  "SHA-384",
  "SHA-512",
]);

function digestOf(oid: string): DigestAlgorithm | null {
  const name = DIGESTS.get(oid);
  return name !== undefined && DIGEST_NAMES.has(name) ? name as DigestAlgorithm : null;
}

/** The content octets of a primitive asn1js element. */
function octetsOf(element: unknown): Uint8Array {
  const { valueBlock } = element as { valueBlock: { valueHexView?: unknown } };
  if (valueBlock.valueHexView instanceof Uint8Array) return valueBlock.valueHexView;
  throw new DerError("A value has the wrong type", 0);
}

function timeOf(date: Date): number {
  const time = date.getTime();
  return time - time % 1000;
}

function nameOf(name: Bytes, budget: Budget): DistinguishedName {
  const der = new Der(name, budget);
  der.expect(0, name.length, TAG.SEQUENCE, "Responder");
  return readName(der);
}

/** RFC 6960, 4.4: the nonce is the only extension that this reader understands. */
const hasUnknownCritical = (
  extensions: readonly { extnID: string; critical: boolean }[] | undefined,
): boolean => extensions?.some(({ extnID, critical }) => critical && extnID !== NONCE) ?? false;

/**
 * Finds the PKCS#10 request in a signed message. Windows renews a certificate with a message: PKCS#7 whose content is
 * the request (MS-WCCE, 3.2.1.4.2.1.4.2.1), or CMC (RFC 5272, 3.2), which may be inside PKCS#7 again.
 */
import type { Budget } from "../../kernel/context.ts";
import { toDefinite } from "../asn1/ber.ts";
import { attempt } from "../asn1/der.ts";
import { elements, type Tlv } from "../asn1/elements.ts";
import { identify, kindOfBlock } from "../pem/identify.ts";
import type { PemBlock } from "../pem/pem.ts";
import { readSignedData, type SignedData } from "./signed-data.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** id-cct-PKIData. */
const PKI_DATA = "1.3.6.1.5.5.7.12.2";
/** Messages inside one another. Windows makes two: CMC in PKCS#7. */
const MAX_DEPTH = 3;
/** The tag of tcr, a certification request of PKIData. */
const TAGGED_REQUEST = 0xa0;

interface WrappedRequest {
  /** The request in DER. */
  readonly request: Bytes;
  /** The message around it. */
  readonly message: SignedData;
}

/** The request in a message; null if there is none. Throws `too_complex` if the budget is used up. */
export function requestIn(message: Bytes, budget: Budget): WrappedRequest | null {
  let next: Bytes | null = message;
  for (let depth = 0; next !== null && depth < MAX_DEPTH; depth++) {
    const bytes: Bytes = next;
    const data = attempt(() => readSignedData(toDefinite(bytes, budget), budget));
    if (data === null || data.content === null) return null;
    const inner = data.contentType === PKI_DATA ? firstOf(data.content) : data.content;
    const kind = inner && identify(inner);
    if (kind === "request") return { request: inner!, message: data };
    next = kind === "pkcs7" ? inner : null;
  }
  return null;
}

/** The first request of PKIData, or the first message in it if there is no request. */
function firstOf(pkiData: Bytes): Bytes | null {
  const [, requests, messages] = elements(pkiData)[0]?.inner ?? [];
  // Both are a number and the object.
  const objectOf = (tagged: Tlv | undefined) => tagged?.inner[1]?.whole ?? null;
  const request = requests?.inner.find(({ tag }) => tag === TAGGED_REQUEST);
  return objectOf(request ?? messages?.inner[0]);
}

/** A block of a text; `message` is the signed message around a request. */
export interface RequestBlock extends PemBlock {
  readonly message?: SignedData;
}

/** The blocks of a text, with the request in place of each message that has one inside. */
export function unwrapRequests(blocks: readonly PemBlock[], budget: Budget): RequestBlock[] {
  return blocks.map((block) => {
    const found = block.bytes !== null && kindOfBlock(block) === "pkcs7"
      ? requestIn(block.bytes, budget)
      : null;
    return found ? { ...block, label: "", bytes: found.request, message: found.message } : block;
  });
}

/** The first block that is a request or has one inside. */
export const requestBlockOf = (
  blocks: readonly PemBlock[],
  budget: Budget,
): RequestBlock | undefined =>
  unwrapRequests(blocks, budget).find((block) => kindOfBlock(block) === "request");

/** Short functions that write DER, for the cases of this folder. */
import { TAG } from "../../../../core/x509/asn1/der.ts";
import { element, objectIdentifier } from "../../../../core/x509/asn1/der-write.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
export const seq = (...parts: Bytes[]) => element(TAG.SEQUENCE, ...parts);
export const oid = objectIdentifier;
export const NULL = element(TAG.NULL);
export const bytes = (...octets: number[]): Bytes => Uint8Array.from(octets);
export const text = (tag: number, value: string): Bytes => element(tag, utf8.encode(value));
export const octets = (...parts: Bytes[]) => element(TAG.OCTET_STRING, ...parts);
export const bits = (...content: number[]) => element(TAG.BIT_STRING, bytes(...content));
export const hex = (digits: string): Bytes => Uint8Array.fromHex(digits);

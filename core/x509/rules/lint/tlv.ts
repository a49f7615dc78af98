/** Elements of DER as plain values, for rules that look at how something is written. */
import { Budget } from "../../../kernel/context.ts";
import { Der, DerError } from "../../asn1/der.ts";
import { showOid } from "../../asn1/oids.ts";
import { readString } from "../../asn1/strings.ts";

export interface Tlv {
  readonly tag: number;
  readonly content: Uint8Array<ArrayBuffer>;
  /** With its header. */
  readonly whole: Uint8Array<ArrayBuffer>;
}

/** The bytes were counted when the certificate was read; each is read a few times more at most. */
const UNCOUNTED = new Budget({ nodes: Infinity });

/** The elements that stand in these bytes, up to the first that cannot be read. */
export function elements(bytes: Uint8Array<ArrayBuffer>): Tlv[] {
  const der = new Der(bytes, UNCOUNTED);
  const list: Tlv[] = [];
  try {
    for (let at = 0; at < bytes.length; at = der.end) {
      der.next(at, bytes.length);
      list.push({ tag: der.tag, content: der.content(), whole: der.element() });
    }
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
  }
  return list;
}

/** What stands in the first element of these bytes. */
export function within(bytes: Uint8Array<ArrayBuffer>): Tlv[] {
  const [outer] = elements(bytes);
  return outer ? elements(outer.content) : [];
}

export const oidOf = ({ content }: Tlv): string => showOid(content, 0, content.length);

/** The text of a character string by its type; null for what is none. */
export function textOf({ tag, content }: Tlv): string | null {
  return readString(content, tag, 0, content.length)?.text ?? null;
}

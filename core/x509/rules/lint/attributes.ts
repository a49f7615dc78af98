/** The attributes of distinguished names, with how they are written. */
import { type Tlv, within } from "./tlv.ts";

/** One attribute of a distinguished name, with the type of string that it is written in. */
export class Attribute {
  readonly tag: number;
  /** Empty where the value is no string. */
  readonly text: string;
  readonly isText: boolean;

  constructor(readonly oid: string, readonly rdn: number, readonly value: Tlv) {
    const { tag, text } = value;
    this.tag = tag;
    this.text = text ?? "";
    this.isText = text !== null;
  }
}

/** The attributes of a Name in DER, in its order; `rdn` counts its RDNs from 0. */
export function attributesOf(name: Uint8Array<ArrayBuffer>): Attribute[] {
  const attributes: Attribute[] = [];
  let rdn = 0;
  for (const set of within(name)) {
    for (const { inner } of set.inner) {
      if (inner.length > 1) attributes.push(new Attribute(inner[0].oid, rdn, inner[1]));
    }
    rdn++;
  }
  return attributes;
}

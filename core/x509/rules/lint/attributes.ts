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

export function attributesOf(name: Uint8Array<ArrayBuffer>): Attribute[] {
  const attributes: Attribute[] = [];
  for (const [rdn, set] of within(name).entries()) {
    for (const attribute of set.inner) {
      const [type, value] = attribute.inner;
      if (type && value) attributes.push(new Attribute(type.oid, rdn, value));
    }
  }
  return attributes;
}

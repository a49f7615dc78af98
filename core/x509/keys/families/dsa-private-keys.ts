/** DSA private keys: their numbers are read and not checked. */
import { type Der, TAG } from "../../asn1/der.ts";
import type { PublicKey } from "../../shapes.ts";
import type { KeyParts } from "../containers/key-parts.ts";
import { cannotCheck, type PrivateNumbers } from "./private-numbers.ts";
import { withoutZeros } from "./rsa-public-keys.ts";

/** PKCS#8 holds x alone, the traditional form y and x. */
export function readDsaPrivateKey(der: Der, parts: KeyParts): PrivateNumbers {
  let bits: number | null = null;
  if (parts.parameters) {
    const { der: reader, start, end } = parts.parameters;
    reader.expect(start, end, TAG.SEQUENCE, "DSA PARAMETERS");
    reader.expect(reader.body, reader.end, TAG.INTEGER, "PRIME OF THE KEY");
    bits = reader.integerBits();
  }
  const key: PublicKey = { algorithm: "DSA", bits, curve: null };
  const unchecked = cannotCheck(key);
  if (parts.form !== "DSA") return { publicKey: { key, numbers: null }, unchecked };
  der.expect(parts.start, parts.end, TAG.INTEGER, "PUBLIC NUMBER");
  const octets = withoutZeros(der.content()).slice();
  der.expect(der.end, parts.end, TAG.INTEGER, "PRIVATE NUMBER");
  return {
    publicKey: { key, numbers: { kind: "octets", octets } },
    unchecked,
    inner: der.element().slice(),
  };
}

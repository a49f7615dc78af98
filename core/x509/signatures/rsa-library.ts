/**
 * RSA signatures with keys and digests that WebCrypto lacks (RFC 8017, 8.1.2 and 8.2.2). @noble/curves
 * computes the power, @noble/hashes the digests. PKCS#1 v1.5 padding is not parsed: the expected encoding
 * is built and compared as a whole. Loaded when such a signature is verified.
 */
import { pow } from "@noble/curves/abstract/modular.js";
import { equalOctets } from "../../kernel/octets.ts";
import { numberOctets, numberOf } from "../asn1/hex.ts";
import type { PssParameters } from "../keys/public-keys.ts";
import type { RsaPublicKey } from "../keys/families/rsa-public-keys.ts";
import { digest, mask } from "./digests.ts";
import { digestInfo } from "./hashes.ts";

/** Returns the result of RSAVP1 (RFC 8017, 5.2.2) as `length` octets; null if it does not fit. */
function open(signature: Uint8Array, key: RsaPublicKey, length: number): Uint8Array | null {
  const opened = pow(numberOf(signature), numberOf(key.exponent), numberOf(key.modulus));
  const octets = numberOctets(opened, length);
  return octets.length === length ? octets : null;
}

/** RSASSA-PKCS1-v1_5: 00 01, at least eight FF, 00 and the DigestInfo (RFC 8017, 9.2). */
export function verifyPkcs1(
  data: Uint8Array,
  signature: Uint8Array,
  key: RsaPublicKey,
  hash: string,
): boolean {
  const info = digestInfo(hash, digest(hash, data));
  const length = key.modulus.length;
  if (length < info.length + 11) return false;
  const expected = new Uint8Array(length).fill(0xff);
  expected[0] = 0;
  expected[1] = 1;
  expected[length - info.length - 1] = 0;
  expected.set(info, length - info.length);
  const opened = open(signature, key, length);
  return opened !== null && equalOctets(opened, expected);
}

/** RSASSA-PSS (RFC 8017, 9.1.2, with its step numbers). The caller checks that the salt fits the key. */
export function verifyPss(
  data: Uint8Array,
  signature: Uint8Array,
  key: RsaPublicKey,
  { hash, mgfHash, saltLength }: PssParameters,
): boolean {
  const bits = key.bits - 1;
  const length = Math.ceil(bits / 8);
  const encoded = open(signature, key, length);
  if (encoded === null || encoded[length - 1] !== 0xbc) return false; // 4
  const hashed = digest(hash, data); // 2
  const block = encoded.subarray(0, length - hashed.length - 1); // 5
  const check = encoded.subarray(block.length, length - 1);
  const unused = (0xff00 >> (8 * length - bits)) & 0xff;
  if ((block[0] & unused) !== 0) return false; // 6
  const bytes = mask(mgfHash!, check, block.length).map((octet, i) => octet ^ block[i]); // 7, 8
  bytes[0] &= ~unused; // 9
  const separator = block.length - saltLength - 1;
  const isPadded = bytes.every((octet, i) => i >= separator || octet === 0);
  if (!isPadded || bytes[separator] !== 1) return false; // 10
  const salt = bytes.subarray(separator + 1); // 11
  const message = new Uint8Array(8 + hashed.length + saltLength); // 12
  message.set(hashed, 8);
  message.set(salt, 8 + hashed.length);
  return equalOctets(digest(hash, message), check); // 13, 14
}

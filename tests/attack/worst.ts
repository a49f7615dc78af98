/** The worst known request of each kind, for tests and measurements of a server under attack. */
import { idOf, LARGE, shapes, SMALL, TINY } from "./shapes.ts";

export interface Attack {
  readonly name: string;
  /** The path below /api. */
  readonly operation: string;
  /** The whole body. */
  readonly body: string;
}

/** Shapes with the size that hurts most: each took, or took once, more than anything like it. */
const WORST: readonly (readonly [shape: string, octets: number])[] = [
  ["caa/check: a zone with a long origin of wide characters in records", 84_000],
  ["caa/check: one long CAA record in records", LARGE],
  // The dearest of the calls that are answered at once.
  ["caa/check: CAA lines of different names in records", TINY],
  ["caa/validate: a CAA record of escapes in record", TINY],
  ["pfx/open: a password of half the octets for a PFX of many encrypted safes", LARGE],
  ["pfx/open: a password of 1000 for a PFX of many encrypted safes", LARGE],
  ["pfx/open: a PFX with 700,000 iterations of its MAC in pfx", SMALL],
  ["pfx/open: a PFX of many keys in pfx", LARGE],
  ["key/convert: a key of PuTTY with Argon2 of 256 MiB in privateKey", SMALL],
  ["key/convert: a key of PuTTY with Argon2 of 32 MiB in privateKey", SMALL],
  ["key/convert: an encrypted key under scrypt of 32 MiB in privateKey", SMALL],
  ["key/convert: a key of OpenSSH under 10 rounds in privateKey", SMALL],
  ["key/convert: keys of SLH-DSA-SHA2-256s in privateKey", SMALL],
  ["inspect: a ZIP of brackets in texts[].text", 100_000],
  ["inspect: a ZIP of CAA records in texts[].text", 100_000],
  ["inspect: a ZIP of tokens in texts[].text", 100_000],
  ["inspect: a ZIP of escapes in texts[].text", 100_000],
  ["inspect: BEGIN of anything in texts[].text", 58_000],
  ["inspect: many archives in texts[].text", LARGE],
  ["inspect: certificates and keys in one text", LARGE],
  ["chain/analyze: a mesh and as many roots", LARGE],
  // Above this the body with its roots is too large.
  ["chain/analyze: a valid mesh of 12 authorities, and its root", 900_000],
  ["certificate/read-again: a certificate with addresses in text", SMALL],
  ["csr/decode: a request with reasons of distribution points in csr", LARGE],
];

/** Passphrases that make the server try. */
const PASSPHRASE = { passphrase: "any" };

/** All attacks with their bodies. */
export function worstAttacks(): Attack[] {
  const byId = new Map(shapes.map((shape) => [idOf(shape), shape]));
  return WORST.map(([name, octets]) => {
    const shape = byId.get(name);
    if (!shape) throw new Error(`There is no shape ${name}`);
    const { operation } = shape;
    const more = operation === "key/convert" ? PASSPHRASE : {};
    return { name, operation, body: JSON.stringify({ ...shape.make(octets), ...more }) };
  });
}

/**
 * Writing EncryptedPrivateKeyInfo (RFC 5958, 3) under PBES2 (RFC 8018, 6.2): PBKDF2 with
 * HMAC-SHA-256 and AES-256-CBC, both by WebCrypto. What OpenSSL 1.1 and later write by default, with
 * more iterations.
 */
import type { Context } from "../context.ts";
import { encryptCbc } from "./ciphers.ts";
import { TAG } from "./der.ts";
import { element } from "./der-write.ts";
import { encodeOid } from "./oids.ts";

/** OWASP's count for PBKDF2 with HMAC-SHA-256 (2023). */
const ITERATIONS = 600_000;
const SALT_OCTETS = 16;
const KEY_BITS = 256;
const BLOCK_OCTETS = 16;

const oid = (text: string) => element(TAG.OID, encodeOid(text));

/** `pkcs8`: an unencrypted PrivateKeyInfo; it is not kept. The passphrase's UTF-8 is the password. */
export async function encryptPrivateKeyInfo(
  pkcs8: Uint8Array<ArrayBuffer>,
  passphrase: string,
  { budget, random }: Pick<Context, "budget" | "random">,
): Promise<Uint8Array<ArrayBuffer>> {
  budget.spend("kdfIterations", ITERATIONS);
  const salt = random(SALT_OCTETS);
  const iv = random(BLOCK_OCTETS);
  const password = new TextEncoder().encode(passphrase);
  const base = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  password.fill(0);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ITERATIONS };
  const key = new Uint8Array(await crypto.subtle.deriveBits(derivation, base, KEY_BITS));
  const data = await encryptCbc("AES-256-CBC", key, iv, pkcs8);
  key.fill(0);
  const iterations = Uint8Array.of(ITERATIONS >>> 16, ITERATIONS >>> 8 & 0xff, ITERATIONS & 0xff);
  const pbkdf2 = element(
    TAG.SEQUENCE,
    oid("1.2.840.113549.1.5.12"),
    element(
      TAG.SEQUENCE,
      element(TAG.OCTET_STRING, salt),
      element(TAG.INTEGER, iterations),
      element(TAG.SEQUENCE, oid("1.2.840.113549.2.9"), element(TAG.NULL)),
    ),
  );
  const aes = element(
    TAG.SEQUENCE,
    oid("2.16.840.1.101.3.4.1.42"),
    element(TAG.OCTET_STRING, iv),
  );
  const pbes2 = element(
    TAG.SEQUENCE,
    oid("1.2.840.113549.1.5.13"),
    element(TAG.SEQUENCE, pbkdf2, aes),
  );
  return element(TAG.SEQUENCE, pbes2, element(TAG.OCTET_STRING, data));
}

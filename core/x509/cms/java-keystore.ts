/**
 * Reads Java keystores (JKS, versions 1 and 2): aliases, certificates with their chains, and private keys. The format has only
 * lengths, texts and DER (sun.security.provider.JavaKeyStore of OpenJDK). JCEKS keystores contain serialized Java objects
 * and are not read.
 *
 * Certificates are not encrypted. A SHA-1 digest over the password, a fixed text and the file protects them from changes, so
 * without the password it is unknown whether they are those that were stored.
 */
import { loadDigest } from "../../../wasm/digest.ts";
import type { Budget } from "../../kernel/context.ts";
import { concatenate, equalOctets } from "../../kernel/octets.ts";
import { passwordOctets } from "../../kernel/passwords.ts";
import { Der, DerError, TAG } from "../asn1/der.ts";
import { readOid } from "../asn1/oids.ts";
import { KDF_COST, spendDerivation } from "../keys/encryption/key-derivation.ts";

type Octets = Uint8Array<ArrayBuffer>;

interface Entry {
  readonly alias: string;
  /** The certificate of the key and those that issued it; for a trusted certificate only itself. DER. */
  readonly certificates: readonly Octets[];
  /** EncryptedPrivateKeyInfo; null for a trusted certificate. */
  readonly sealedKey: Octets | null;
}

interface JavaKeystore {
  readonly entries: readonly Entry[];
  /** The part that the digest covers. */
  readonly covered: Octets;
  readonly digest: Octets;
}

const VERSIONS = [1, 2];
const PRIVATE_KEY = 1;
const TRUSTED_CERTIFICATE = 2;
const DIGEST_OCTETS = 20;
const MAX_TEXT = 1024;

/** Reads the entries without a password. Throws DerError. */
export function readJavaKeystore(bytes: Octets, budget: Budget): JavaKeystore {
  const end = bytes.length - DIGEST_OCTETS;
  const fields = new Fields(bytes.subarray(0, Math.max(end, 0)));
  fields.uint32();
  const version = fields.uint32();
  if (!VERSIONS.includes(version)) throw fields.error("The version of the keystore is unknown");
  const certificate = (): Octets => {
    budget.spend("nodes");
    if (version === 2 && fields.text() !== "X.509") {
      throw fields.error("A certificate in the keystore is not X.509");
    }
    return fields.octets(fields.uint32());
  };
  const entries: Entry[] = [];
  for (let left = fields.uint32(); left > 0; left--) {
    budget.spend("nodes");
    const tag = fields.uint32();
    const alias = fields.text();
    // The date of the entry.
    fields.octets(8);
    if (tag === TRUSTED_CERTIFICATE) {
      entries.push({ alias, certificates: [certificate()], sealedKey: null });
    } else if (tag === PRIVATE_KEY) {
      const sealedKey = fields.octets(fields.uint32());
      const certificates: Octets[] = [];
      for (let more = fields.uint32(); more > 0; more--) certificates.push(certificate());
      entries.push({ alias, certificates, sealedKey });
    } else throw fields.error("An entry of the keystore has an unknown type");
  }
  if (!fields.isAtEnd) throw fields.error("The keystore has bytes after its last entry");
  return { entries, covered: bytes.subarray(0, end), digest: bytes.subarray(end) };
}

class Fields {
  #at = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Octets) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  error(message: string): DerError {
    return new DerError(message, this.#at);
  }

  octets(length: number): Octets {
    if (this.bytes.length - this.#at < length) throw this.error("The keystore is cut off");
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  uint32(): number {
    this.octets(4);
    return this.#view.getUint32(this.#at - 4);
  }

  /** Java's modified UTF-8, whose difference matters only for NUL and characters beyond the BMP. */
  text(): string {
    this.octets(2);
    const length = this.#view.getUint16(this.#at - 2);
    if (length > MAX_TEXT) throw this.error("A name in the keystore is too long");
    return new TextDecoder().decode(this.octets(length));
  }
}

const WHITENER = new TextEncoder().encode("Mighty Aphrodite");

/** Java hashes a password as UTF-16. Whether the digest of the keystore is that of its content under this password. */
export async function isIntact(
  { covered, digest }: JavaKeystore,
  password: string,
): Promise<boolean> {
  const sha1 = await loadDigest("SHA-1");
  return equalOctets(
    sha1(concatenate([passwordOctets(password, "UTF-16"), WHITENER, covered])),
    digest,
  );
}

/** 1.3.6.1.4.1.42.2.17.1.1, the encryption of this format. */
const KEY_PROTECTOR = "1.3.6.1.4.1.42.2.17.1.1";
/** SHA-1 chained from a salt makes as many octets as the key has; a digest at the end checks the result. */
const SALT_OCTETS = 20;

/**
 * Decrypts a private key to PKCS#8; null if the password is wrong. Charges its digests before they run. Throws DerError.
 */
export async function openJavaKey(
  sealedKey: Octets,
  password: string,
  budget: Budget,
): Promise<Octets | null> {
  const der = new Der(sealedKey, budget);
  der.expect(0, sealedKey.length, TAG.SEQUENCE, "Encrypted private key");
  const { end } = der;
  der.expect(der.body, end, TAG.SEQUENCE, "Algorithm");
  const after = der.end;
  der.expect(der.body, after, TAG.OID, "Algorithm");
  if (readOid(sealedKey, der.body, der.end) !== KEY_PROTECTOR) {
    throw new DerError("The encryption of a private key in the keystore is unknown", der.start);
  }
  der.expect(after, end, TAG.OCTET_STRING, "Encrypted key");
  const sealed = der.content();
  const length = sealed.length - SALT_OCTETS - DIGEST_OCTETS;
  if (length < 1) throw new DerError("A private key in the keystore is cut off", der.start);
  const rounds = Math.ceil(length / DIGEST_OCTETS) + 1;
  const secret = passwordOctets(password, "UTF-16");
  const octets = rounds * secret.length + length;
  spendDerivation(budget, "digest", "SHA-1", rounds, KDF_COST.digest["SHA-1"], octets);
  const sha1 = await loadDigest("SHA-1");
  const plain = sealed.slice(SALT_OCTETS, SALT_OCTETS + length);
  let block = sealed.subarray(0, SALT_OCTETS);
  for (let at = 0; at < length; at += DIGEST_OCTETS) {
    block = sha1(concatenate([secret, block])) as Octets;
    for (let i = 0; i < DIGEST_OCTETS && at + i < length; i++) plain[at + i] ^= block[i];
  }
  if (equalOctets(sha1(concatenate([secret, plain])), sealed.subarray(SALT_OCTETS + length))) {
    return plain;
  }
  plain.fill(0);
  return null;
}

/**
 * Reads PKCS#12 files (RFC 7292) as programs write them: in DER or BER, with every password-based
 * encryption that keys/encryption supports, with HMAC, PBMAC1 or no MAC, and with any number of keys.
 *
 * A wrong password, a file without a MAC and an unsupported encryption give three different answers.
 * The path of an error is "pfx" or "password".
 */
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import * as X509_TEXT from "../texts.ts";
import type { Context } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { octets, toDefinite } from "../asn1/ber.ts";
import { constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readOid } from "../asn1/oids.ts";
import { isUtf8, readString } from "../asn1/strings.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { readEncryption } from "../keys/encryption/password-based.ts";
import type { EncryptedObject, Encryption } from "../keys/private-key-errors.ts";
import { ATTRIBUTE, BAG, CONTENT, X509_CERTIFICATE } from "./object-identifiers.ts";
import { readHeader } from "../asn1/header.ts";
import { TooMuchDerivation } from "../keys/encryption/key-derivation.ts";
import { type Mac, readMac } from "./mac.ts";
import type { PasswordEncoding } from "../../kernel/passwords.ts";
import { type Deviation, type PasswordReading, passwordReadings } from "./password-readings.ts";

/** The common parts of every bag. */
interface Bag {
  readonly friendlyName: string | null;
  /** Whether the name is not in UTF-16, so that other programs show other letters. */
  readonly isMiswritten: boolean;
  /** Upper-case hex; equal for a key and its certificate. */
  readonly localKeyId: string | null;
  /** Its encryption; null if it is not encrypted. */
  readonly encryption: { readonly name: string; readonly iterations: number | null } | null;
}

export interface KeyBag extends Bag {
  /** PrivateKeyInfo in DER; zeroed by `dispose`. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
}

export interface CertificateBag extends Bag {
  /** Whether it has the mark without which Java ignores a certificate that belongs to no key. */
  readonly isTrusted: boolean;
  /** DER. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface OtherBag extends Bag {
  /** The kind of the object, in words. */
  readonly kind: string;
}

/** The maximum nesting of safes. No known program nests them. */
const MAX_NESTING = 4;

/** The name and iterations of an encryption, without its decrypt function. */
const encryptionInfo = ({ name, iterations }: Encryption) => ({ name, iterations });

/** Collects the bags of all safes of one file, in their order. */
class Bags {
  readonly keys: KeyBag[] = [];
  readonly certificates: CertificateBag[] = [];
  readonly others: OtherBag[] = [];

  constructor(
    private readonly context: Context,
    /** The path and texts for errors. */
    private readonly file: EncryptedObject,
    /** Decrypts with each reading of the password in turn; throws if none works. */
    private readonly decrypt: (encryption: Encryption) => Promise<Uint8Array<ArrayBuffer>>,
  ) {}

  /** Zeroes the keys' bytes. */
  dispose(): void {
    for (const { pkcs8 } of this.keys) pkcs8.fill(0);
  }

  /**
   * Reads SafeContents ::= SEQUENCE OF SafeBag { bagId, bagValue [0], bagAttributes SET OPTIONAL } (RFC
   * 7292, 4.2). Throws DerError, `too_complex` beyond MAX_NESTING, and the errors of `decrypt`.
   */
  async read(
    bytes: Uint8Array<ArrayBuffer>,
    encryption: Bag["encryption"],
    depth = 0,
  ): Promise<void> {
    if (depth > MAX_NESTING) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex, this.file.path);
    }
    const der = new Der(toDefinite(bytes, this.context.budget), this.context.budget);
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "Safe contents");
    const { end } = der;
    for (let at = der.body; at < end;) {
      der.expect(at, end, TAG.SEQUENCE, "Bag");
      at = der.end;
      const bagEnd = der.end;
      der.expect(der.body, bagEnd, TAG.OID, "Type of a bag");
      const type = readOid(der.bytes, der.body, der.end);
      der.expect(der.end, bagEnd, constructed(0), "Content of a bag");
      const { body: start, end: limit } = der;
      const bag = { ...this.#attributes(der, limit, bagEnd), encryption };
      await this.#bag(type, der, start, limit, bag, depth);
    }
  }

  async #bag(
    type: string,
    der: Der,
    start: number,
    limit: number,
    read: Bag & { isTrusted: boolean },
    depth: number,
  ): Promise<void> {
    const { isTrusted, ...bag } = read;
    switch (type) {
      case BAG.key:
        der.expect(start, limit, TAG.SEQUENCE, "Private key");
        this.keys.push({ ...bag, pkcs8: der.element().slice() });
        return;
      case BAG.shroudedKey: {
        der.expect(start, limit, TAG.SEQUENCE, "Encrypted private key");
        const { body, end } = der;
        // Without a password GnuTLS puts a PrivateKeyInfo here, which begins with its version.
        if (der.optional(body, end, TAG.INTEGER)) {
          this.keys.push({ ...bag, pkcs8: der.bytes.slice(start, end) });
          return;
        }
        der.expect(body, end, TAG.SEQUENCE, "Encryption algorithm");
        const algorithm = readAlgorithmIdentifier(der);
        der.expect(algorithm.end, end, TAG.OCTET_STRING, "Encrypted key");
        const encryption = readEncryption(der, algorithm, der.content(), this.file);
        const pkcs8 = await this.decrypt(encryption);
        this.keys.push({ ...bag, encryption: encryptionInfo(encryption), pkcs8 });
        return;
      }
      case BAG.certificate: {
        der.expect(start, limit, TAG.SEQUENCE, "Certificate bag");
        const { end } = der;
        der.expect(der.body, end, TAG.OID, "Type of a certificate");
        const kind = readOid(der.bytes, der.body, der.end);
        if (kind !== X509_CERTIFICATE) {
          this.others.push({ ...bag, kind: "a certificate that is not X.509" });
          return;
        }
        der.expect(der.end, end, constructed(0), "Certificate");
        der.expect(der.body, der.end, TAG.OCTET_STRING, "Certificate");
        this.certificates.push({ ...bag, isTrusted, bytes: der.content() });
        return;
      }
      case BAG.safeContents:
        der.expect(start, limit, TAG.SEQUENCE, "Safe contents");
        return await this.read(der.element(), bag.encryption, depth + 1);
      case BAG.crl:
        return void this.others.push({ ...bag, kind: "a certificate revocation list" });
      case BAG.secret:
        return void this.others.push({ ...bag, kind: "a secret" });
      default:
        this.others.push({ ...bag, kind: "an entry of an unknown type" });
    }
  }

  /** Reads SET OF SEQUENCE { attrId, attrValues SET }; unknown attributes are skipped. */
  #attributes(
    der: Der,
    start: number,
    limit: number,
  ): Omit<Bag, "encryption"> & { isTrusted: boolean } {
    let isTrusted = false;
    let name: ReturnType<typeof nameOf> = null;
    let localKeyId: string | null = null;
    if (der.optional(start, limit, TAG.SET)) {
      const { end } = der;
      for (let at = der.body; at < end;) {
        der.expect(at, end, TAG.SEQUENCE, "Attribute of a bag");
        at = der.end;
        const attributeEnd = der.end;
        der.expect(der.body, attributeEnd, TAG.OID, "Type of an attribute");
        const type = readOid(der.bytes, der.body, der.end);
        isTrusted ||= type === ATTRIBUTE.trustedKeyUsage;
        der.expect(der.end, attributeEnd, TAG.SET, "Values of an attribute");
        const { body, end: valuesEnd } = der;
        if (body === valuesEnd) continue;
        der.next(body, valuesEnd);
        if (type === ATTRIBUTE.friendlyName) {
          name ??= nameOf(der);
        } else if (type === ATTRIBUTE.localKeyId) {
          localKeyId ??= toHex(der.bytes, der.body, der.end);
        }
      }
    }
    const { text: friendlyName = null, isMiswritten = false } = name ?? {};
    return { friendlyName, isMiswritten, localKeyId, isTrusted };
  }
}

/** Octets of names in Windows-1252: letters, digits, and the signs that names have. */
const isOfName = (octet: number): boolean =>
  octet >= 0xc0 || octet === 0x20 || octet >= 0x28 && octet <= 0x29 ||
  octet >= 0x2d && octet <= 0x39 || octet >= 0x40 && octet <= 0x5a ||
  octet === 0x5f || octet >= 0x61 && octet <= 0x7a;

/** The shortest name that is taken for one in another encoding: two or three Chinese letters can look alike by chance. */
const MIN_MISWRITTEN = 6;

/**
 * A friendly name. Old programs put Windows-1252 or UTF-8 into the BMPString, where RFC 7292, 5.5.1 wants UTF-16, so that
 * two letters read as one. Then nearly all octets are letters of ASCII, which pairs of UTF-16 hardly ever are.
 */
function nameOf({ bytes, tag, body, end }: Der): { text: string; isMiswritten: boolean } | null {
  const read = readString(bytes, tag, body, end);
  if (read === null) return null;
  const octets = bytes.subarray(body, end);
  const ascii = octets.filter((octet) => octet < 0x80).length;
  const isMiswritten = tag === TAG.BMP_STRING && octets.length >= MIN_MISWRITTEN &&
    6 * ascii >= 5 * octets.length && (octets.every(isOfName) || isUtf8(bytes, body, end));
  if (!isMiswritten || octets.some((octet) => octet < 0x20)) {
    return { text: read.text, isMiswritten: false };
  }
  const encoding = isUtf8(bytes, body, end) ? "utf-8" : "windows-1252";
  return { text: new TextDecoder(encoding).decode(octets), isMiswritten: true };
}

/** An open file. */
export interface Pkcs12 {
  /** Null if the file has none. Changes to the file cannot be detected then. */
  readonly mac: { readonly name: string; readonly iterations: number } | null;
  /** How the program that wrote the file encoded the password. */
  readonly deviation: Deviation;
  /** In the order of the file, like the certificates and the others. */
  readonly keys: readonly KeyBag[];
  readonly certificates: readonly CertificateBag[];
  readonly others: readonly OtherBag[];
  /** Zeroes the keys' bytes. */
  dispose(): void;
}

/** The path and texts for errors of the file's encryption. */
const FILE: EncryptedObject = {
  path: "pfx",
  unsupported: X509_TEXT.pfxEncryptionUnsupported,
  openssl: "openssl pkcs12 -provider default -provider legacy -in FILE -nodes -out all.pem",
};
const PASSWORD = "password";
/** RFC 7292, 4: the only version that exists. */
const VERSION = 3;

const fault = (code: OperationError["code"], message: string, path = FILE.path) =>
  new OperationError(code, message, path);

/**
 * Opens the file in `bytes`. The password "" stands for an empty password and for none, which differ in
 * the file; both are tried. Throws OperationError with path "pfx" or "password".
 */
export async function readPkcs12(
  bytes: Uint8Array<ArrayBuffer>,
  password: string,
  context: Context,
): Promise<Pkcs12> {
  context.budget.spend("bytes", bytes.length);
  const file = new Reader(password, context);
  try {
    return await file.read(bytes);
  } catch (thrown) {
    file.dispose();
    if (thrown instanceof TooMuchDerivation) throw thrown.at(FILE.path);
    if (thrown instanceof DerError) {
      throw fault("unreadable", `The PFX file cannot be read: ${thrown.message}`);
    }
    throw thrown;
  }
}

class Reader {
  readonly #bags: Bags;
  /** The readings of the password, the likeliest first. */
  #readings: readonly PasswordReading[] = [];
  #deviation: Deviation = null;
  #mac: Mac | null = null;

  constructor(readonly password: string, readonly context: Context) {
    this.#bags = new Bags(context, FILE, (encryption) => this.#decrypt(encryption));
  }

  dispose(): void {
    this.#bags.dispose();
  }

  async read(bytes: Uint8Array<ArrayBuffer>): Promise<Pkcs12> {
    const der = this.#der(toDefinite(bytes, this.context.budget));
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "PFX");
    const { end } = der;
    der.expect(der.body, end, TAG.INTEGER, "Version");
    const version = der.smallInteger();
    if (version !== VERSION) throw new DerError("This is not version 3 of PKCS#12", der.start);
    der.expect(der.end, end, TAG.SEQUENCE, "Authenticated safe");
    const at = der.end;
    const content = this.#content(der);
    if (content === null) throw fault("unsupported", X509_TEXT.pfxSigned);
    if (der.optional(at, end, TAG.SEQUENCE)) this.#mac = readMac(der, FILE);
    this.#readings = passwordReadings(this.password, this.#mac?.iterations ?? null);
    await this.#check(content);
    for (const safe of this.#safes(content)) {
      const { encryption } = safe;
      if (encryption === null) {
        await this.#bags.read(safe.data, null);
      } else {
        const decrypted = await this.#decrypt(encryption);
        await this.#bags.read(decrypted, encryptionInfo(encryption));
      }
    }
    const mac = this.#mac;
    const { keys, certificates, others } = this.#bags;
    return {
      mac: mac && { name: mac.name, iterations: mac.iterations },
      deviation: this.#deviation,
      keys,
      certificates,
      others,
      dispose: () => this.dispose(),
    };
  }

  #der(bytes: Uint8Array<ArrayBuffer>): Der {
    return new Der(bytes, this.context.budget);
  }

  /**
   * Returns the content of the ContentInfo whose header was read last: the octets of the type `data`, or null
   * for the type `signedData`. Throws DerError for another type.
   */
  #content(der: Der): Uint8Array<ArrayBuffer> | null {
    const { end } = der;
    der.expect(der.body, end, TAG.OID, "Content type");
    const type = readOid(der.bytes, der.body, der.end);
    if (type === CONTENT.signedData) return null;
    if (type !== CONTENT.data) throw new DerError("The content has another type", der.start);
    der.expect(der.end, end, constructed(0), "Content");
    der.expect(der.body, der.end, TAG.OCTET_STRING, "Content");
    return der.content();
  }

  /** Verifies the MAC, and moves the reading of the password that fits to the front. */
  async #check(content: Uint8Array<ArrayBuffer>): Promise<void> {
    const mac = this.#mac;
    if (mac === null) return;
    const fits = await this.#first(mac.encoding, (reading) => mac.verify(reading, content));
    if (!fits) throw this.#refused(this.#wrong(X509_TEXT.pfxPasswordWrong));
  }

  /**
   * Tries the readings of the password one after the other, without those that an algorithm with this
   * encoding cannot distinguish. The first whose result is not false or null moves to the front.
   */
  async #first<T>(
    encoding: PasswordEncoding,
    attempt: (reading: PasswordReading) => Promise<T | false | null>,
  ): Promise<T | null> {
    const tried = new Set<string>();
    for (const reading of this.#readings) {
      // UTF-8 does not distinguish an empty password from none.
      const key = encoding === "UTF-8"
        ? `${reading.encoding} ${reading.text ?? ""}`
        : JSON.stringify(reading.text);
      if (tried.has(key)) continue;
      tried.add(key);
      try {
        const result = await attempt(reading);
        if (result === false || result === null) continue;
        this.#readings = [reading, ...this.#readings.filter((other) => other !== reading)];
        this.#deviation ??= reading.deviation;
        return result;
      } catch (thrown) {
        // A deviation is a guess, so it does not matter if it is too much work.
        if (reading.deviation === null || !(thrown instanceof TooMuchDerivation)) throw thrown;
      }
    }
    return null;
  }

  #wrong(message: string): string {
    return X509_TEXT.passwordRefused(message, this.password);
  }

  #refused(message: string): OperationError {
    return this.password === ""
      ? fault("passphrase_required", X509_TEXT.pfxPasswordRequired, PASSWORD)
      : fault("passphrase_wrong", message, PASSWORD);
  }

  /** Reads AuthenticatedSafe ::= SEQUENCE OF ContentInfo. Reports unsupported parts before any work. */
  #safes(content: Uint8Array<ArrayBuffer>) {
    const der = this.#der(toDefinite(content, this.context.budget));
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "Authenticated safe");
    const { end } = der;
    const safes: (
      | { encryption: null; data: Uint8Array<ArrayBuffer> }
      | { encryption: Encryption }
    )[] = [];
    for (let at = der.body; at < end;) {
      der.expect(at, end, TAG.SEQUENCE, "Safe");
      at = der.end;
      const { body, end: safeEnd } = der;
      der.expect(body, safeEnd, TAG.OID, "Content type");
      const type = readOid(der.bytes, der.body, der.end);
      der.expect(der.end, safeEnd, constructed(0), "Content");
      if (type === CONTENT.data) {
        der.expect(der.body, der.end, TAG.OCTET_STRING, "Content");
        safes.push({ encryption: null, data: der.content() });
      } else if (type === CONTENT.encryptedData) {
        safes.push({ encryption: this.#encryptedData(der) });
      } else if (type === CONTENT.envelopedData) throw fault("unsupported", X509_TEXT.pfxEnveloped);
      else throw new DerError("A safe has another type", body);
    }
    return safes;
  }

  /** Reads the EncryptedData (RFC 5652, 8) inside the [0] that was read last. */
  #encryptedData(der: Der): Encryption {
    der.expect(der.body, der.end, TAG.SEQUENCE, "Encrypted data");
    const { end } = der;
    der.expect(der.body, end, TAG.INTEGER, "Version");
    der.expect(der.end, end, TAG.SEQUENCE, "Encrypted content");
    const infoEnd = der.end;
    der.expect(der.body, infoEnd, TAG.OID, "Content type");
    der.expect(der.end, infoEnd, TAG.SEQUENCE, "Encryption algorithm");
    const algorithm = readAlgorithmIdentifier(der);
    der.next(algorithm.end, infoEnd);
    if (der.tag !== primitive(0)) der.require(constructed(0), "Encrypted content");
    return readEncryption(der, algorithm, octets(der), FILE);
  }

  /** Decrypts to a complete SEQUENCE. */
  async #decrypt({ encoding, decrypt }: Encryption): Promise<Uint8Array<ArrayBuffer>> {
    const plain = await this.#first(encoding, async (reading) => {
      const octets = await decrypt(reading.text, reading.encoding);
      return octets && isSequence(octets) ? octets : null;
    });
    if (plain) return plain;
    throw this.#refused(
      this.#mac === null ? this.#wrong(X509_TEXT.pfxPasswordUnknown) : X509_TEXT.pfxPasswordOther,
    );
  }
}

/** Whether the bytes are exactly one SEQUENCE. With a wrong key this happens only by chance. */
function isSequence(bytes: Uint8Array): boolean {
  const header = readHeader(bytes, 0, bytes.length);
  if (header?.tag !== TAG.SEQUENCE) return false;
  return header.length === null
    ? bytes.length >= 4 && bytes.at(-1) === 0 && bytes.at(-2) === 0
    : header.body + header.length === bytes.length;
}

/**
 * Reading PKCS#12 (RFC 7292) as all sorts of programs write it: DER or BER, every password-based
 * encryption that keys/encryption knows, HMAC and PBMAC1 or no MAC at all, any number of keys.
 *
 * A wrong password, a file without a MAC and an encryption that is not known here are three
 * different answers. Faults have the path "pfx" or "password".
 */
import type { Context } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { octets, toDefinite } from "../asn1/ber.ts";
import { constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import { readEncryption } from "../keys/encryption/password-based.ts";
import type { EncryptedObject, Encryption } from "../keys/private-key-errors.ts";
import { readHeader } from "../asn1/header.ts";
import { TooMuchDerivation } from "../keys/encryption/key-derivation.ts";
import { readOid } from "../asn1/oids.ts";
import * as X509_TEXT from "../texts.ts";
import { type Mac, readMac } from "./mac.ts";
import { CONTENT } from "./object-identifiers.ts";
import {
  Bags,
  type CertificateBag,
  encryptionInfo,
  type KeyBag,
  type OtherBag,
} from "./pkcs12-bags.ts";

/** A file that was opened. */
export interface Pkcs12 {
  /** Null when there is none, so that nothing shows whether the file was changed. */
  readonly mac: { readonly name: string; readonly iterations: number } | null;
  /** In the order of the file, as are the certificates and the others. */
  readonly keys: readonly KeyBag[];
  readonly certificates: readonly CertificateBag[];
  readonly others: readonly OtherBag[];
  /** Zeroes the keys' bytes. */
  dispose(): void;
}

/** The file as the errors of its encryption speak of it. */
const FILE: EncryptedObject = { path: "pfx", unsupported: X509_TEXT.pfxEncryptionUnsupported };
const PASSWORD = "password";
/** RFC 7292, 4: the only version there is. */
const VERSION = 3;

const fault = (code: OperationError["code"], message: string, path = FILE.path) =>
  new OperationError(code, message, path);

/**
 * Opens the file in `bytes`. `password` "" stands for an empty one and for none at all, which files
 * tell apart. Throws OperationError with path "pfx" or "password".
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
      throw fault("unreadable", `THE PFX FILE CANNOT BE READ: ${thrown.message}`);
    }
    throw thrown;
  }
}

class Reader {
  readonly #bags: Bags;
  /** The readings of the password, the likeliest first; null is no password at all. */
  #passwords: readonly (string | null)[];
  #mac: Mac | null = null;

  constructor(readonly password: string, readonly context: Context) {
    this.#passwords = password === "" ? ["", null] : [password];
    this.#bags = new Bags(context, FILE, (encryption) => this.#decrypt(encryption));
  }

  dispose(): void {
    this.#bags.dispose();
  }

  async read(bytes: Uint8Array<ArrayBuffer>): Promise<Pkcs12> {
    const der = this.#der(toDefinite(bytes, this.context.budget));
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "PFX");
    const { end } = der;
    der.expect(der.body, end, TAG.INTEGER, "VERSION");
    const version = der.smallInteger();
    if (version !== VERSION) throw new DerError("THIS IS NOT VERSION 3 OF PKCS#12", der.start);
    der.expect(der.end, end, TAG.SEQUENCE, "AUTHENTICATED SAFE");
    const at = der.end;
    const content = this.#content(der);
    if (content === null) throw fault("unsupported", X509_TEXT.pfxSigned);
    if (der.optional(at, end, TAG.SEQUENCE)) this.#mac = readMac(der, FILE);
    await this.#check(content);
    for (const safe of this.#safes(content)) {
      if (safe.encryption === null) await this.#bags.read(safe.data, null);
      else {await this.#bags.read(
          await this.#decrypt(safe.encryption),
          encryptionInfo(safe.encryption),
        );}
    }
    const mac = this.#mac;
    const { keys, certificates, others } = this.#bags;
    return {
      mac: mac && { name: mac.name, iterations: mac.iterations },
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
   * The octets of the ContentInfo whose header `der` has just read, when it is of the type `data`;
   * null for the signed ones.
   */
  #content(der: Der): Uint8Array<ArrayBuffer> | null {
    const { end } = der;
    der.expect(der.body, end, TAG.OID, "CONTENT TYPE");
    const type = readOid(der.bytes, der.body, der.end);
    if (type === CONTENT.signedData) return null;
    if (type !== CONTENT.data) throw new DerError("THE CONTENT IS OF ANOTHER TYPE", der.start);
    der.expect(der.end, end, constructed(0), "CONTENT");
    der.expect(der.body, der.end, TAG.OCTET_STRING, "CONTENT");
    return der.content();
  }

  /** Finds the reading of the password that the MAC belongs to. */
  async #check(content: Uint8Array<ArrayBuffer>): Promise<void> {
    const mac = this.#mac;
    if (mac === null) return;
    for (const [index, password] of this.#passwords.entries()) {
      if (!await mac.verify(password, content)) continue;
      this.#passwords = [password, ...this.#passwords.toSpliced(index, 1)];
      return;
    }
    throw this.#refused(X509_TEXT.pfxPasswordWrong);
  }

  #refused(message: string): OperationError {
    return this.password === ""
      ? fault("passphrase_required", X509_TEXT.pfxPasswordRequired, PASSWORD)
      : fault("passphrase_wrong", message, PASSWORD);
  }

  /** AuthenticatedSafe ::= SEQUENCE OF ContentInfo. What is not supported is reported before any work. */
  #safes(content: Uint8Array<ArrayBuffer>) {
    const der = this.#der(toDefinite(content, this.context.budget));
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "AUTHENTICATED SAFE");
    const { end } = der;
    const safes: (
      | { encryption: null; data: Uint8Array<ArrayBuffer> }
      | { encryption: Encryption }
    )[] = [];
    for (let at = der.body; at < end;) {
      der.expect(at, end, TAG.SEQUENCE, "SAFE");
      at = der.end;
      const { body, end: safeEnd } = der;
      der.expect(body, safeEnd, TAG.OID, "CONTENT TYPE");
      const type = readOid(der.bytes, der.body, der.end);
      der.expect(der.end, safeEnd, constructed(0), "CONTENT");
      if (type === CONTENT.data) {
        der.expect(der.body, der.end, TAG.OCTET_STRING, "CONTENT");
        safes.push({ encryption: null, data: der.content() });
      } else if (type === CONTENT.encryptedData) {
        safes.push({ encryption: this.#encryptedData(der) });
      } else if (type === CONTENT.envelopedData) throw fault("unsupported", X509_TEXT.pfxEnveloped);
      else throw new DerError("A SAFE IS OF ANOTHER TYPE", body);
    }
    return safes;
  }

  /** EncryptedData (RFC 5652, 8) below the [0] that `der` has just read. */
  #encryptedData(der: Der): Encryption {
    der.expect(der.body, der.end, TAG.SEQUENCE, "ENCRYPTED DATA");
    const { end } = der;
    der.expect(der.body, end, TAG.INTEGER, "VERSION");
    der.expect(der.end, end, TAG.SEQUENCE, "ENCRYPTED CONTENT");
    const infoEnd = der.end;
    der.expect(der.body, infoEnd, TAG.OID, "CONTENT TYPE");
    der.expect(der.end, infoEnd, TAG.SEQUENCE, "ENCRYPTION ALGORITHM");
    const algorithm = readAlgorithmIdentifier(der);
    der.next(algorithm.end, infoEnd);
    if (der.tag !== primitive(0)) der.require(constructed(0), "ENCRYPTED CONTENT");
    return readEncryption(der, algorithm, octets(der), FILE);
  }

  /** One reading of the password after the other; what comes out must be a whole SEQUENCE. */
  async #decrypt({ decrypt }: Encryption): Promise<Uint8Array<ArrayBuffer>> {
    for (const password of this.#passwords) {
      const plain = await decrypt(password);
      if (plain && isSequence(plain)) return plain;
    }
    throw this.#refused(
      this.#mac === null ? X509_TEXT.pfxPasswordUnknown : X509_TEXT.pfxPasswordOther,
    );
  }
}

/** Whether it begins as a SEQUENCE that fills the bytes: a wrong key gives that by chance alone. */
function isSequence(bytes: Uint8Array): boolean {
  const header = readHeader(bytes, 0, bytes.length);
  if (header?.tag !== TAG.SEQUENCE) return false;
  return header.length === null
    ? bytes.length >= 4 && bytes.at(-1) === 0 && bytes.at(-2) === 0
    : header.body + header.length === bytes.length;
}

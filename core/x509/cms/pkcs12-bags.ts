/**
 * The bags of a PKCS#12 file (RFC 7292, 4.2): keys, certificates, and what else a safe holds, with the
 * attributes that tie them together.
 */
import type { Context } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../kernel/texts.ts";
import { toDefinite } from "../asn1/ber.ts";
import { constructed, Der, TAG } from "../asn1/der.ts";
import { toHex } from "../asn1/hex.ts";
import { readOid } from "../asn1/oids.ts";
import { readString } from "../asn1/strings.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { readEncryption } from "../keys/encryption/password-based.ts";
import type { EncryptedObject, Encryption } from "../keys/private-key-errors.ts";
import { ATTRIBUTE, BAG, X509_CERTIFICATE } from "./object-identifiers.ts";

/** What every entry of a file has. */
interface Bag {
  readonly friendlyName: string | null;
  /** Upper-case hex; equal on a key and its certificate. */
  readonly localKeyId: string | null;
  /** How it is encrypted; null when it is not. */
  readonly encryption: { readonly name: string; readonly iterations: number | null } | null;
}

export interface KeyBag extends Bag {
  /** PrivateKeyInfo, DER; it lives until `dispose`. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
}

export interface CertificateBag extends Bag {
  /** DER. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface OtherBag extends Bag {
  /** What it is, in words. */
  readonly kind: string;
}

/** How deep safes may be nested in safes; no known program nests them. */
const MAX_NESTING = 4;

/** The name and cost of an encryption, without the way to undo it. */
export const encryptionInfo = ({ name, iterations }: Encryption) => ({ name, iterations });

/** Gathers the bags of all safes of one file, in their order. */
export class Bags {
  readonly keys: KeyBag[] = [];
  readonly certificates: CertificateBag[] = [];
  readonly others: OtherBag[] = [];

  constructor(
    private readonly context: Context,
    /** The file, as errors speak of it. */
    private readonly file: EncryptedObject,
    /** Tries the readings of the password; throws where none of them opens it. */
    private readonly decrypt: (encryption: Encryption) => Promise<Uint8Array<ArrayBuffer>>,
  ) {}

  /** Zeroes the keys' bytes. */
  dispose(): void {
    for (const { pkcs8 } of this.keys) pkcs8.fill(0);
  }

  /**
   * SafeContents ::= SEQUENCE OF SafeBag { bagId, bagValue [0], bagAttributes SET OPTIONAL } (RFC
   * 7292, 4.2). Throws DerError, `too_complex` beyond MAX_NESTING, and what decrypting a bag
   * throws.
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
    der.expect(0, der.bytes.length, TAG.SEQUENCE, "SAFE CONTENTS");
    const { end } = der;
    for (let at = der.body; at < end;) {
      der.expect(at, end, TAG.SEQUENCE, "BAG");
      at = der.end;
      const bagEnd = der.end;
      der.expect(der.body, bagEnd, TAG.OID, "TYPE OF A BAG");
      const type = readOid(der.bytes, der.body, der.end);
      der.expect(der.end, bagEnd, constructed(0), "CONTENT OF A BAG");
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
    bag: Bag,
    depth: number,
  ): Promise<void> {
    switch (type) {
      case BAG.key:
        der.expect(start, limit, TAG.SEQUENCE, "PRIVATE KEY");
        this.keys.push({ ...bag, pkcs8: der.element().slice() });
        return;
      case BAG.shroudedKey: {
        der.expect(start, limit, TAG.SEQUENCE, "ENCRYPTED PRIVATE KEY");
        const { end } = der;
        der.expect(der.body, end, TAG.SEQUENCE, "ENCRYPTION ALGORITHM");
        const algorithm = readAlgorithmIdentifier(der);
        der.expect(algorithm.end, end, TAG.OCTET_STRING, "ENCRYPTED KEY");
        const encryption = readEncryption(der, algorithm, der.content(), this.file);
        const pkcs8 = await this.decrypt(encryption);
        this.keys.push({ ...bag, encryption: encryptionInfo(encryption), pkcs8 });
        return;
      }
      case BAG.certificate: {
        der.expect(start, limit, TAG.SEQUENCE, "CERTIFICATE BAG");
        const { end } = der;
        der.expect(der.body, end, TAG.OID, "TYPE OF A CERTIFICATE");
        const kind = readOid(der.bytes, der.body, der.end);
        if (kind !== X509_CERTIFICATE) {
          this.others.push({ ...bag, kind: "A CERTIFICATE THAT IS NOT X.509" });
          return;
        }
        der.expect(der.end, end, constructed(0), "CERTIFICATE");
        der.expect(der.body, der.end, TAG.OCTET_STRING, "CERTIFICATE");
        this.certificates.push({ ...bag, bytes: der.content() });
        return;
      }
      case BAG.safeContents:
        der.expect(start, limit, TAG.SEQUENCE, "SAFE CONTENTS");
        return await this.read(der.element(), bag.encryption, depth + 1);
      case BAG.crl:
        return void this.others.push({ ...bag, kind: "A CERTIFICATE REVOCATION LIST" });
      case BAG.secret:
        return void this.others.push({ ...bag, kind: "A SECRET" });
      default:
        this.others.push({ ...bag, kind: "AN ENTRY OF AN UNKNOWN TYPE" });
    }
  }

  /** SET OF SEQUENCE { attrId, attrValues SET }; others are skipped. */
  #attributes(der: Der, start: number, limit: number): Omit<Bag, "encryption"> {
    let friendlyName: string | null = null;
    let localKeyId: string | null = null;
    if (der.optional(start, limit, TAG.SET)) {
      const { end } = der;
      for (let at = der.body; at < end;) {
        der.expect(at, end, TAG.SEQUENCE, "ATTRIBUTE OF A BAG");
        at = der.end;
        const attributeEnd = der.end;
        der.expect(der.body, attributeEnd, TAG.OID, "TYPE OF AN ATTRIBUTE");
        const type = readOid(der.bytes, der.body, der.end);
        der.expect(der.end, attributeEnd, TAG.SET, "VALUES OF AN ATTRIBUTE");
        const { body, end: valuesEnd } = der;
        if (body === valuesEnd) continue;
        der.next(body, valuesEnd);
        if (type === ATTRIBUTE.friendlyName) {
          friendlyName ??= readString(der.bytes, der.tag, der.body, der.end)?.text ?? null;
        } else if (type === ATTRIBUTE.localKeyId) {
          localKeyId ??= toHex(der.bytes, der.body, der.end);
        }
      }
    }
    return { friendlyName, localKeyId };
  }
}

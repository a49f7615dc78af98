/** Lists the recipients of an encrypted message (RFC 5652, 6; RFC 5083). Nothing is decrypted. */
import type { Budget } from "../../kernel/context.ts";
import { constructed, Der, DerError, TAG } from "../asn1/der.ts";
import { readOid } from "../asn1/oids.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { CONTENT } from "../cms/object-identifiers.ts";
import { readIdentifier, type SignerIdentifier } from "./signed-data.ts";

/** More recipients are counted, but not listed. */
const MAX_RECIPIENTS = 200;

/** How a recipient gets the key of the message. */
type Recipient =
  | { readonly by: "certificate"; readonly identifier: SignerIdentifier }
  | { readonly by: "password" | "shared-key" | "other" };

interface EnvelopedData {
  readonly recipients: readonly Recipient[];
  /** The number of all recipients. */
  readonly count: number;
  /** The cipher of the content: "AES-256-CBC", or its OID. */
  readonly cipher: string;
}

const CIPHERS: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.3.2", "RC2"],
  ["1.2.840.113549.3.7", "3DES"],
  ["1.3.14.3.2.7", "DES"],
  ["2.16.840.1.101.3.4.1.2", "AES-128-CBC"],
  ["2.16.840.1.101.3.4.1.6", "AES-128-GCM"],
  ["2.16.840.1.101.3.4.1.22", "AES-192-CBC"],
  ["2.16.840.1.101.3.4.1.26", "AES-192-GCM"],
  ["2.16.840.1.101.3.4.1.42", "AES-256-CBC"],
  ["2.16.840.1.101.3.4.1.46", "AES-256-GCM"],
  ["1.2.840.113549.1.9.16.3.18", "ChaCha20-Poly1305"],
]);

/**
 * Reads a ContentInfo with EnvelopedData or AuthEnvelopedData, with definite lengths. Throws DerError, and
 * `too_complex` if the budget is used up.
 */
export function readEnvelopedData(bytes: Uint8Array<ArrayBuffer>, budget: Budget): EnvelopedData {
  const der = new Der(bytes, budget);
  der.expect(0, bytes.length, TAG.SEQUENCE, "Content info");
  const end = der.end;
  der.expect(der.body, end, TAG.OID, "Content type");
  const type = readOid(bytes, der.body, der.end);
  if (type !== CONTENT.envelopedData && type !== CONTENT.authEnvelopedData) {
    throw new DerError("The message is not encrypted", der.start);
  }
  der.expect(der.end, end, constructed(0), "Content");
  der.expect(der.body, der.end, TAG.SEQUENCE, "Encrypted message");
  const dataEnd = der.end;
  der.expect(der.body, dataEnd, TAG.INTEGER, "Version");
  let at = der.end;
  if (der.optional(at, dataEnd, constructed(0))) at = der.end;
  der.expect(at, dataEnd, TAG.SET, "Recipients");
  const { body, end: listEnd } = der;
  const recipients: Recipient[] = [];
  let count = 0;
  for (let next = body; next < listEnd;) {
    der.next(next, listEnd);
    next = der.end;
    for (const recipient of readRecipient(der)) {
      if (count++ < MAX_RECIPIENTS) recipients.push(recipient);
    }
  }
  der.expect(listEnd, dataEnd, TAG.SEQUENCE, "Encrypted content");
  const contentEnd = der.end;
  der.expect(der.body, contentEnd, TAG.OID, "Type of the content");
  der.expect(der.end, contentEnd, TAG.SEQUENCE, "Cipher");
  const { oid } = readAlgorithmIdentifier(der);
  return { recipients, count, cipher: CIPHERS.get(oid) ?? oid };
}

/** RecipientInfo (RFC 5652, 6.2), whose header was read last. A key agreement has several recipients. */
function readRecipient(der: Der): Recipient[] {
  const { end } = der;
  switch (der.tag) {
    case TAG.SEQUENCE: {
      der.expect(der.body, end, TAG.INTEGER, "Version of a recipient");
      der.next(der.end, end);
      return [{ by: "certificate", identifier: readIdentifier(der) }];
    }
    case constructed(1):
      return readAgreement(der);
    case constructed(2):
      return [{ by: "shared-key" }];
    case constructed(3):
      return [{ by: "password" }];
    default:
      return [{ by: "other" }];
  }
}

/** KeyAgreeRecipientInfo (RFC 5652, 6.2.2), whose header was read last. */
function readAgreement(der: Der): Recipient[] {
  const { end } = der;
  der.expect(der.body, end, TAG.INTEGER, "Version of a recipient");
  der.expect(der.end, end, constructed(0), "Originator");
  let at = der.end;
  if (der.optional(at, end, constructed(1))) at = der.end;
  der.expect(at, end, TAG.SEQUENCE, "Key encryption");
  der.expect(der.end, end, TAG.SEQUENCE, "Recipients of a key agreement");
  const listEnd = der.end;
  const recipients: Recipient[] = [];
  for (let next = der.body; next < listEnd;) {
    der.expect(next, listEnd, TAG.SEQUENCE, "Recipient");
    next = der.end;
    der.next(der.body, next);
    if (der.tag === constructed(0)) {
      der.expect(der.body, der.end, TAG.OCTET_STRING, "Key identifier");
      recipients.push({ by: "certificate", identifier: { keyIdentifier: der.content() } });
    } else recipients.push({ by: "certificate", identifier: readIdentifier(der) });
  }
  return recipients;
}

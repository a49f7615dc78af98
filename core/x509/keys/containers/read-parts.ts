/** Telling the containers of private keys apart by their first members. */
import { type Der, DerError, TAG } from "../../asn1/der.ts";
import type { KeyParts } from "./key-parts.ts";
import { readPkcs1 } from "./pkcs1.ts";
import { readPrivateKeyInfo } from "./pkcs8.ts";
import { readSec1 } from "./sec1.ts";
import { readTraditionalDsa } from "./traditional-dsa.ts";

/**
 * Reads the container in the bytes of `der`. `outer`: the content of an EC PARAMETERS block that goes
 * with it. Throws DerError.
 */
export function readParts(der: Der, outer: Uint8Array<ArrayBuffer> | null): KeyParts {
  der.expect(0, der.bytes.length, TAG.SEQUENCE, "PRIVATE KEY");
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "VERSION");
  der.next(der.end, end);
  switch (der.tag) {
    case TAG.SEQUENCE:
      return readPrivateKeyInfo(der, end);
    case TAG.OCTET_STRING:
      return readSec1(end, outer, der.budget);
    case TAG.INTEGER: {
      let integers = 1;
      for (let at = der.end; at < end; at = der.end) {
        der.next(at, end);
        if (der.tag === TAG.INTEGER) integers++;
      }
      // p, q, g, y and x
      return integers === 5 ? readTraditionalDsa(der) : readPkcs1(end);
    }
    default:
      throw new DerError("THIS IS NOT A KNOWN FORM OF A PRIVATE KEY", der.start);
  }
}

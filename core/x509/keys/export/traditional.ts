/** The algorithm's own structure as a file: PKCS#1 (RFC 8017, A.1.2) and SEC 1 (RFC 5915, 3). */
import type { Budget } from "../../../kernel/context.ts";
import { constructed, TAG } from "../../asn1/der.ts";
import { element } from "../../asn1/der-write.ts";
import type { PrivateKey } from "../private-keys.ts";
import { privateParts } from "./private-parts.ts";
import { noSuchForm } from "./unsupported.ts";

interface TraditionalKey {
  /** Of its PEM block. */
  readonly label: "RSA PRIVATE KEY" | "EC PRIVATE KEY";
  /** DER: the caller zeroes it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Throws OperationError `unsupported` for keys that have no form but PKCS#8 (RFC 8410, 7; RFC 4055). */
export function traditionalKey(key: PrivateKey, budget: Budget): TraditionalKey {
  const { key: kind } = key.publicKey;
  const { der, parameters, inner, start, end } = privateParts(key, budget);
  switch (kind.algorithm) {
    case "RSA":
      return { label: "RSA PRIVATE KEY", bytes: inner.slice() };
    case "EC": {
      der.expect(start, end, TAG.SEQUENCE, "EC KEY");
      const { body, end: keyEnd } = der;
      der.expect(body, keyEnd, TAG.INTEGER, "VERSION");
      der.expect(der.end, keyEnd, TAG.OCTET_STRING, "PRIVATE NUMBER");
      const afterNumber = der.end;
      // In PKCS#8 the curve is in the algorithm, and here it must be said in the key itself.
      const named = afterNumber < keyEnd && der.bytes[afterNumber] === constructed(0);
      const curve = named || !parameters ? new Uint8Array() : element(constructed(0), parameters);
      const bytes = element(
        TAG.SEQUENCE,
        der.bytes.subarray(body, afterNumber),
        curve,
        der.bytes.subarray(afterNumber, keyEnd),
      );
      return { label: "EC PRIVATE KEY", bytes };
    }
    default:
      throw noSuchForm(kind, "PKCS#1 OR SEC 1, BUT AS PKCS#8");
  }
}

/** PKCS#1's form of RSA keys (RFC 8017, A.1.2): RSAPrivateKey alone. */
import { TAG } from "../../asn1/der.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { RSA } from "../key-algorithms.ts";
import type { KeyParts } from "./key-parts.ts";

/** `end`: of the whole structure. */
export function readPkcs1(end: number): KeyParts {
  return {
    form: "PKCS#1",
    oid: RSA,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(RSA), element(TAG.NULL)),
    parameters: null,
    start: 0,
    end,
  };
}

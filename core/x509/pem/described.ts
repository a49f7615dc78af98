/** Names a text that only describes an object, as programs print one, or has only its address in a token. */

/** The first lines of openssl, certtool, keytool and certutil about each kind. */
const PRINTED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a CSR", /^[ \t]{0,8}Certificate Request:[ \t]{0,8}\r?\n[ \t]{1,16}Data:/m],
  ["a CSR", /^(?:PKCS #10|PKCS10) Certificate Request(?: Information)?:/m],
  ["a CRL", /^[ \t]{0,8}Certificate Revocation List \(CRL\):/m],
  ["a CRL", /^X\.?509 Certificate Revocation List(?: Information)?:/m],
  ["a private key", /^[ \t]{0,8}(?:RSA )?Private-Key: \(/m],
  ["a certificate", /^[ \t]{0,8}Certificate:[ \t]{0,8}\r?\n[ \t]{1,16}Data:/m],
  ["a certificate", /^X\.?509 Certificate(?: Information)?:/m],
  [
    "a certificate",
    /^[ \t]{0,8}Owner: .{1,500}\r?\n[ \t]{0,8}Issuer: .{1,500}\r?\n[ \t]{0,8}Serial/m,
  ],
];

/** The attributes of an address (RFC 7512, 2.3) that name a token or an object. */
const IN_TOKEN = /\bpkcs11:(?:token|manufacturer|serial|model|slot-id|object|type|id|library-)/;

export const KEY_IN_TOKEN =
  "This is the address of an object in a PKCS#11 token, not the object itself. Export a certificate with " +
  "pkcs11-tool; a private key stays in its token";

/** The reason why a text in which no object was found has none; null if it describes none and has no address. */
export function describedIn(text: string): string | null {
  const [name] = PRINTED.find(([, pattern]) => pattern.test(text)) ?? [];
  if (name !== undefined) {
    return `This text describes ${name}, which is not in it. Copy the lines from BEGIN to END, which openssl ` +
      "prints without -noout, and keytool with -rfc";
  }
  return IN_TOKEN.test(text) ? KEY_IN_TOKEN : null;
}

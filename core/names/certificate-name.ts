/** The names of certificates and authorities in sentences and lists, the same everywhere. */

/** A distinguished name. */
interface DistinguishedName {
  readonly commonName: string | null;
  /** All of it, as in RFC 4514; "" for an empty name. */
  readonly raw: string;
}

interface Named {
  readonly subject: DistinguishedName & {
    readonly organizationalUnitName: string | null;
    readonly organizationName: string | null;
  };
  readonly extensions: { readonly subjectAltName: readonly { readonly value: string }[] };
  readonly serialNumber?: string;
}

/**
 * The name that users know of a certificate or CSR: the common name, or the first of what it has instead.
 * "" for a CSR without names.
 */
export function certificateName({ subject, extensions, serialNumber }: Named): string {
  return subject.commonName || extensions.subjectAltName[0]?.value ||
    subject.organizationalUnitName || subject.organizationName || subject.raw ||
    (serialNumber === undefined ? "" : `Serial ${serialNumber}`);
}

/** The name of an authority, an issuer for example: the common name, or all of its name. */
export const authorityName = ({ commonName, raw }: DistinguishedName): string => commonName || raw;

/** The common name in a name that is written as in RFC 4514, else its first value. */
export function nameIn(subject: string): string {
  const parts = subject.match(/(?:\\.|[^\\,+])+/gs) ?? [];
  const part = parts.find((part) => part.startsWith("CN=")) ?? parts[0] ?? "";
  return part.slice(part.indexOf("=") + 1).replace(/\\(.)/gs, "$1");
}

/** The name of a certificate in sentences and lists, the same everywhere. */

interface Named {
  readonly subject: {
    readonly commonName: string | null;
    readonly organizationName: string | null;
    readonly raw: string;
  };
  readonly extensions: { readonly subjectAltName: readonly { readonly value: string }[] };
  readonly serialNumber: string;
}

/** The name that users know: the common name, or the first of what the certificate has instead. */
export function certificateName({ subject, extensions, serialNumber }: Named): string {
  return subject.commonName || extensions.subjectAltName[0]?.value || subject.organizationName ||
    subject.raw || `Serial ${serialNumber}`;
}

/** Whether a certificate is for a TLS server: no CA, and no other purpose (RFC 5280, 4.2.1.12). */
export function isForServers(
  { extensions: { basicConstraints, extendedKeyUsage } }: {
    extensions: {
      readonly basicConstraints: { readonly ca: boolean } | null;
      readonly extendedKeyUsage: readonly string[];
    };
  },
): boolean {
  return !basicConstraints?.ca &&
    (extendedKeyUsage.length === 0 || extendedKeyUsage.includes("serverAuth") ||
      extendedKeyUsage.includes("anyExtendedKeyUsage"));
}

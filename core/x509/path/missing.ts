/** The issuer that a path lacks, and where it may be found. */
import type { Certificate } from "../objects/certificates.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import type { MissingIssuer } from "../shapes.ts";
import type { Path } from "./build.ts";

/** The issuer that an incomplete path lacks; none for a complete one. */
export function missingOf({ certificates, complete }: Path): MissingIssuer[] {
  if (complete) return [];
  const index = certificates.length - 1;
  const { certificate } = certificates[index];
  return [{
    index,
    issuer: certificate.issuer.raw,
    kind: kindOfIssuer(certificate),
    urls: issuerUrls(certificate),
  }];
}

/**
 * What the issuer is, where the authority key identifier names the issuer's own issuer (RFC 5280,
 * 4.2.1.1): a root if that is the issuer itself.
 */
function kindOfIssuer(certificate: Certificate): "root" | "intermediate" | null {
  const identifier = certificate.extension(EXTENSION.authorityKeyIdentifier)?.value;
  const above = identifier?.authorityCertIssuer?.find(({ type }) => type === "DirName");
  if (above === undefined) return null;
  return above.value === certificate.issuer.raw ? "root" : "intermediate";
}

/** caIssuers addresses of the authorityInfoAccess extension (RFC 5280, 4.2.2.1), each once. */
function issuerUrls(certificate: Certificate): string[] {
  const access = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const urls = access
    .filter(({ method, location }) => method === "caIssuers" && location.type === "URI")
    .map(({ location }) => location.value)
    .filter((url) => url.startsWith("http://") || url.startsWith("https://"));
  return [...new Set(urls)];
}

/** The answers of the chain analyzer's two operations. */
import type {
  CaaAgreement,
  ChainResponse,
  Everywhere,
  PostQuantum,
  ServerSource,
  Stapling,
} from "../../../../core/chain/contract.ts";
import type { CertificateInfo } from "../../../../core/x509/shapes.ts";

/** The answer of either operation; it has a source if the certificates came from a server. */
export type Analysis = ChainResponse & {
  source?: ServerSource;
  everywhere?: Everywhere;
  stapling?: Stapling;
  caa?: CaaAgreement | null;
  postQuantum?: PostQuantum;
};

export function displayName({ subject, extensions, serialNumber }: CertificateInfo): string {
  return subject.commonName || extensions.subjectAltName[0]?.value || subject.organizationName ||
    subject.raw || `Serial ${serialNumber}`;
}

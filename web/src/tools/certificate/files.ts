/** The files that a result is saved as: short names that servers and trust stores take as they are. */
import type { GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { portableName } from "../../../../core/file-names.ts";

interface Files {
  certificate: string;
  key: string;
  chain: string;
  ca: string;
  caKey: string;
}

export function filesOf({ name }: Pick<GeneratedCertificate, "name">): Files {
  const base = portableName(name, "certificate");
  return {
    certificate: `${base}.crt`,
    key: `${base}.key`,
    chain: `${base}_chain.pem`,
    ca: `${base}_CA.crt`,
    caKey: `${base}_CA.key`,
  };
}

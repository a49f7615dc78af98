/** The files of a result, with short names that servers and trust stores accept. */
import { type GeneratedCertificate, isCaKind } from "./contract.ts";
import { portableName } from "../file-names.ts";
import { nameIn } from "../names/certificate-name.ts";

export interface Files {
  /** The name without an ending. */
  base: string;
  certificate: string;
  key: string;
  chain: string;
  ca: string;
  caKey: string;
  /** If there are several CAs: all of them in one file, and the uppermost. */
  cas: string;
  root: string;
}

type Named = Pick<GeneratedCertificate, "kind" | "name" | "subject"> & {
  ca: Pick<NonNullable<GeneratedCertificate["ca"]>, "subject"> | null;
};

export function filesOf({ kind, name, subject, ca }: Named): Files {
  const base = isCaKind(kind) ? caBase(subject) : portableName(name, "certificate");
  const named = ca === null ? "CA" : caBase(ca.subject);
  // A CA may sign another CA of the same name. Windows and macOS do not distinguish the case of letters.
  const taken = [base, `${base}_root`].map((name) => name.toLowerCase());
  const above = taken.includes(named.toLowerCase()) ? `${named}_issuer` : named;
  return {
    base,
    certificate: `${base}.crt`,
    key: `${base}.key`,
    chain: `${base}_chain.pem`,
    ca: `${above}.crt`,
    caKey: `${above}.key`,
    cas: `${base}_CAs.pem`,
    root: `${base}_root.crt`,
  };
}

/** The name of a PFX file: .pfx for servers, as Windows calls it, and .p12 for devices and mail programs. */
export const pfxName = (made: Named): string =>
  `${filesOf(made).base}.${made.kind === "tls-server" ? "pfx" : "p12"}`;

/** The names that certificate/generate gives to CAs. A mark distinguishes CAs of the same name. */
const MADE = /^(?:(Root|Intermediate) )?CA for (.+?)(?: [0-9a-f]{6})?$/;

/** Names a CA's files after its subject, so that a new CA and a given one have the same file names. */
function caBase(subject: string): string {
  const name = nameIn(subject);
  const [, type, label] = MADE.exec(name) ?? [];
  if (label !== undefined) {
    return [portableName(label), type, "CA"].filter((part) => part !== undefined).join("_");
  }
  const base = portableName(name, "CA");
  return /(?:^|[^A-Za-z])CA(?:[^A-Za-z]|$)/.test(base) ? base : `${base}_CA`;
}

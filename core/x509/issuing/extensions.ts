/** The extensions of what is made here (RFC 5280, 4.2.1), each with the criticality it must have. */
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  ExtendedKeyUsage,
  Extension,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  NameConstraints,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
} from "@peculiar/asn1-x509";
import type { AlternativeName } from "../../names/alternative-name.ts";
import { EXTENSION } from "../objects/extensions/identifiers.ts";
import { generalName } from "./names.ts";

export type KeyUsageName = keyof typeof KeyUsageFlags;

/** RFC 5280, 4.2.1.12. */
const PURPOSES = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
  emailProtection: "1.3.6.1.5.5.7.3.4",
} as const;
export type Purpose = keyof typeof PURPOSES;

function extension(extnID: string, critical: boolean, value: unknown): Extension {
  const extnValue = new OctetString(AsnConvert.serialize(value));
  return new Extension({ extnID, critical, extnValue });
}

/** Critical, as a CA has to mark it and others should (4.2.1.3). */
export function keyUsage(usages: readonly KeyUsageName[]): Extension {
  const flags = usages.reduce((all, usage) => all | KeyUsageFlags[usage], 0);
  return extension(EXTENSION.keyUsage, true, new KeyUsage(flags));
}

/** With one purpose; not critical (4.2.1.12). */
export const extendedKeyUsage = (purpose: Purpose): Extension =>
  extension(EXTENSION.extendedKeyUsage, false, new ExtendedKeyUsage([PURPOSES[purpose]]));

/** `critical`: where the subject is empty, so that the names are here alone (4.2.1.6). */
export function subjectAltName(
  names: readonly AlternativeName[],
  { critical }: { critical: boolean },
): Extension {
  const value = new SubjectAlternativeName(names.map(generalName));
  return extension(EXTENSION.subjectAltName, critical, value);
}

/** `pathLength`: how many CAs may follow; null for no limit, and where it is not a CA. */
export function basicConstraints(
  { ca, pathLength }: { ca: boolean; pathLength: number | null },
): Extension {
  const value = new BasicConstraints({ cA: ca, pathLenConstraint: pathLength ?? undefined });
  return extension(EXTENSION.basicConstraints, true, value);
}

/** Never critical (4.2.1.2). */
export const subjectKeyIdentifier = (identifier: Uint8Array<ArrayBuffer>): Extension =>
  extension(EXTENSION.subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifier));

/** With the issuer's key identifier alone; never critical (4.2.1.1). */
export function authorityKeyIdentifier(identifier: Uint8Array<ArrayBuffer>): Extension {
  const keyIdentifier = new KeyIdentifier(identifier);
  const value = new AuthorityKeyIdentifier({ keyIdentifier });
  return extension(EXTENSION.authorityKeyIdentifier, false, value);
}

/** The base of a subtree. An IP address is written with its prefix length: "192.0.2.1/32". */
export interface SubtreeBase {
  type: AlternativeName["type"];
  value: string;
}

/** Neither list may be there and empty (4.2.1.10). */
export function nameConstraints(
  permitted: readonly SubtreeBase[],
  excluded: readonly SubtreeBase[],
): Extension {
  const value = new NameConstraints({
    permittedSubtrees: subtrees(permitted),
    excludedSubtrees: subtrees(excluded),
  });
  return extension(EXTENSION.nameConstraints, true, value);
}

function subtrees(bases: readonly SubtreeBase[]): GeneralSubtrees | undefined {
  if (bases.length === 0) return undefined;
  const GENERAL_NAME = { DNS: "dNSName", email: "rfc822Name", IP: "iPAddress" } as const;
  return new GeneralSubtrees(
    bases.map(({ type, value }) =>
      new GeneralSubtree({ base: new GeneralName({ [GENERAL_NAME[type]]: value }) })
    ),
  );
}

/** CAs with several keys, and their CRLs, for the tests of CRL signers. */
import { createHash } from "node:crypto";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../../../core/x509/objects/certificates.ts";
import { writePem } from "../../../../core/x509/pem/pem.ts";
import { findProgram, runProgram } from "../../../support/programs.ts";
import { type Bytes, bytes, octets, seq } from "../rules/der.ts";
import {
  authorityKey,
  basicConstraints,
  type Changes,
  critical,
  intermediate,
  keyUsage,
  leaf,
  name,
  root,
} from "../rules/maker.ts";
import { extension, type Key, listBytes, type ListParts, newKey, now, signed } from "./maker.ts";

/** A certificate with its key. */
export interface Authority {
  readonly name: Bytes;
  readonly key: Key;
  readonly certificate: Certificate;
}

/** Made once for each name, because tests need the same key again. */
const keys = new Map<string, Key>();
export function keyOf(label: string): Key {
  const key = keys.get(label) ?? newKey();
  keys.set(label, key);
  return key;
}

export const nameOf = (common: string): Bytes => name({ O: "Example", CN: common });
const keyIdentifier = ({ spki }: Key) => new Uint8Array(createHash("sha1").update(spki).digest());
const identified = (key: Key) => authorityKey(element(0x80, keyIdentifier(key)));

/** A CA certificate without limits; `issuer` null for one that signs itself. */
export function authority(
  common: string,
  key: Key,
  issuer: Authority | null,
  changes: Changes = {},
): Authority {
  const subject = nameOf(common);
  const certificate = signed(issuer === null ? root : intermediate, issuer?.key ?? key, {
    ...{ subject, issuer: issuer?.name ?? subject, key: key.spki },
    ...changes,
    extensions: {
      ...{ authorityInfoAccess: null, certificatePolicies: null, cRLDistributionPoints: null },
      ...{ extendedKeyUsage: null, basicConstraints: critical(basicConstraints(true)) },
      keyUsage: critical(keyUsage("keyCertSign", "cRLSign")),
      subjectKeyIdentifier: octets(keyIdentifier(key)),
      authorityKeyIdentifier: issuer === null ? null : identified(issuer.key),
      ...changes.extensions,
    },
  });
  return { name: subject, key, certificate };
}

/** An end entity of the authority. */
export const endEntity = (issuer: Authority, changes: Changes = {}): Certificate =>
  signed(leaf, issuer.key, {
    ...{ issuer: issuer.name, subject: nameOf("www.example.com"), serial: bytes(0x4d, 1) },
    ...changes,
    extensions: {
      ...{ authorityInfoAccess: null, certificatePolicies: null, cRLDistributionPoints: null },
      ...{ signedCertificateTimestamps: null, authorityKeyIdentifier: identified(issuer.key) },
      ...changes.extensions,
    },
  });

/** A CRL that the authority's key signed, as DER. */
export const crlOf = (
  { name, key }: Pick<Authority, "name" | "key">,
  { extensions = [], ...changes }: Partial<ListParts> = {},
): Bytes =>
  listBytes({
    ...{ issuer: name, key },
    ...changes,
    extensions: [extension("2.5.29.35", identified(key)), ...extensions],
  });

export const pemOf = (...certificates: Certificate[]): string =>
  certificates.map(({ bytes }) => writePem("CERTIFICATE", bytes)).join("");
export const crlPem = (...crls: Bytes[]): string =>
  crls.map((crl) => writePem("X509 CRL", crl)).join("");

/** An error with the path of the certificate, or with that of the CRL's signer. */
const ERROR = /^(?:\[CRL path\] )?error (\d+) at /gm;
/** X509_V_ERR_CERT_REVOKED. */
const REVOKED = "23";

/** OpenSSL's opinion of the first certificate under a root: "good", "revoked" or "unknown". */
export async function opensslStatus(
  { certificate, root, others, crls, all = false }: {
    certificate: Certificate;
    root: Certificate;
    others: readonly Certificate[];
    crls: readonly Bytes[];
    /** Whether the certificates of CRL signers are checked for revocation too. */
    all?: boolean;
  },
): Promise<"good" | "revoked" | "unknown"> {
  const folder = await Deno.makeTempDir();
  const file = (name: string, text: string) => {
    Deno.writeTextFileSync(`${folder}/${name}`, text);
    return `${folder}/${name}`;
  };
  try {
    const { stdout, stderr } = await runProgram(findProgram("openssl")!, [
      ...["verify", all ? "-crl_check_all" : "-crl_check", "-extended_crl"],
      ...["-attime", String(Math.floor(now / 1000)), "-CAfile", file("root.pem", pemOf(root))],
      ...["-untrusted", file("others.pem", pemOf(...others))],
      ...["-CRLfile", file("crls.pem", crlPem(...crls)), file("it.pem", pemOf(certificate))],
    ]);
    const errors = [...`${stdout}${stderr}`.matchAll(ERROR)].map(([, code]) => code);
    if (errors.length === 0) return "good";
    return errors.every((code) => code === REVOKED) ? "revoked" : "unknown";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export const directoryNames = (...names: Bytes[]): Bytes =>
  seq(...names.map((name) => element(0xa4, name)));

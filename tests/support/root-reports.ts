/** The lists of root programs in the forms in which they are published, made of the trust store. */
import { createHash } from "node:crypto";
import { CHROME } from "../../core/assets/root-programs.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { mozillaRoots } from "../../core/x509/path/trust-store.ts";
import { writePem } from "../../core/x509/pem/pem.ts";

export const sha256Of = ({ bytes }: Certificate): string =>
  createHash("sha256").update(bytes).digest("hex");

const nameOf = ({ subject }: Certificate): string => subject.commonName ?? subject.raw;

interface Changes {
  /** Roots that the list lacks, by fingerprint. */
  without?: readonly string[];
  /** Roots that NSS does not trust for servers. */
  notForServers?: readonly string[];
  /** The status of a root in a program, by fingerprint: "Removed". */
  apple?: Readonly<Record<string, string>>;
}

const roots = mozillaRoots().certificates;

const octal = (bytes: Uint8Array): string => {
  const codes = Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`);
  const lines: string[] = [];
  for (let at = 0; at < codes.length; at += 16) lines.push(codes.slice(at, at + 16).join(""));
  return `MULTILINE_OCTAL\n${lines.join("\n")}\nEND`;
};

/** certdata.txt of NSS with the roots of the trust store, and one that has a limit. */
export function certdata({ without = [], notForServers = [] }: Changes = {}): string {
  const objects = roots.filter((root) => !without.includes(sha256Of(root))).map((root, place) => {
    const key = `CKA_ISSUER ${octal(root.subjectDer)}\nCKA_SERIAL_NUMBER ${octal(root.serial)}`;
    const limit = place === 0
      ? octal(new TextEncoder().encode("241130235959Z"))
      : "CK_BBOOL CK_FALSE";
    const trust = notForServers.includes(sha256Of(root))
      ? "CKT_NSS_MUST_VERIFY_TRUST"
      : "CKT_NSS_TRUSTED_DELEGATOR";
    return `
CKA_CLASS CK_OBJECT_CLASS CKO_CERTIFICATE
CKA_TOKEN CK_BBOOL CK_TRUE
CKA_LABEL UTF8 "${nameOf(root)}"
${key}
CKA_VALUE ${octal(root.bytes)}
CKA_NSS_SERVER_DISTRUST_AFTER ${limit}
CKA_NSS_EMAIL_DISTRUST_AFTER CK_BBOOL CK_FALSE

CKA_CLASS CK_OBJECT_CLASS CKO_NSS_TRUST
CKA_LABEL UTF8 "${nameOf(root)}"
${key}
CKA_TRUST_SERVER_AUTH CK_TRUST ${trust}
CKA_TRUST_EMAIL_PROTECTION CK_TRUST CKT_NSS_MUST_VERIFY_TRUST
`;
  });
  return `# This Source Code Form is subject to the terms of a licence.\nBEGINDATA\n${
    objects.join("")
  }`;
}

/** root_store.textproto of Chromium, with the constraints of the table in use. */
export function rootStore(version: number, { without = [] }: Changes = {}): string {
  const anchors = roots.flatMap((root, place) => {
    if (CHROME.absent.includes(place) || without.includes(sha256Of(root))) return [];
    const until = CHROME.until[place];
    const limit = until === undefined ? "" : `
  constraints: {
    sct_not_after_sec: ${Date.parse(until) / 1000}
    max_version_exclusive: "128"
  }
  constraints: {
    sct_not_after_sec: ${Date.parse(until) / 1000}
    min_version: "128"
  }`;
    return [`# CN=${nameOf(root)}
trust_anchors {
  sha256_hex: "${sha256Of(root)}"
  ev_policy_oids: "2.23.140.1.1"${limit}
}
`];
  });
  return `# Chrome Root Store\nversion_major: ${version}\n\n${anchors.join("\n")}`;
}

const quoted = (cells: readonly string[]) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");

/** CCADB's report of all certificates, with an intermediate and a root for mail between the others. */
export function ccadbRecords({ without = [], apple = {} }: Changes = {}): string {
  const head = [
    ...["CA Owner", "Salesforce Record ID", "Certificate Name", "Certificate Record Type"],
    ...["Apple Status", "Chrome Status", "Microsoft Status", "Mozilla Status"],
    ...["SHA-256 Fingerprint", "Trust Bits for Root Cert", "EV OIDs for Root Cert"],
    ...["Valid From (GMT)", "Valid To (GMT)"],
  ];
  const dot = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll("-", ".");
  const rows = roots.filter((root) => !without.includes(sha256Of(root))).map((root, place) => [
    ...[`Owner, with a comma ${place}`, `001${place}`, nameOf(root), "Root Certificate"],
    ...[apple[sha256Of(root)] ?? "Included", "Included", "Included", "Included"],
    ...[sha256Of(root).toUpperCase(), "Server Authentication;Secure Email", "2.23.140.1.1"],
    ...[dot(root.notBefore), dot(root.notAfter)],
  ]);
  const other = (kind: string, bits: string) => [
    ...["Other", "002", `Other ${kind}`, kind, "Included", "Included", "Included", "Included"],
    ...["ab".repeat(32), bits, "", "2020.01.01", "2040.01.01"],
  ];
  rows.splice(3, 0, other("Intermediate Certificate", "Server Authentication"));
  rows.splice(5, 0, other("Root Certificate", "Secure Email"));
  return [head, ...rows].map(quoted).join("\r\n");
}

/** CCADB's report of the certificates that begin in a year. */
export function ccadbCertificates(year: string): string {
  const rows = roots.filter((root) => new Date(root.notBefore).toISOString().startsWith(year))
    .map((root) => [sha256Of(root).toUpperCase(), `'${writePem("CERTIFICATE", root.bytes)}'`]);
  return [["SHA-256 Fingerprint", "X.509 Certificate (PEM)"], ...rows].map(quoted).join("\r\n");
}

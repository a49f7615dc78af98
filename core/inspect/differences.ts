/** A certificate beside the CSR that asked for it: what the authority left out, added or changed. */
import { counted, named, quoted, withCommas } from "../kernel/formatting.ts";
import { canonicalName, nameKey } from "../x509/constraints/canonical-names.ts";
import { readDomainName } from "../names/domain-name.ts";
import { mailboxKey } from "../names/email-address.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import type { CertificationRequest } from "../x509/objects/certification-request.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { DistinguishedName, GeneralName } from "../x509/shapes.ts";
import type { Difference } from "./contract.ts";

type Found = Omit<Difference, "request">;

/** Names that are spelt out; the rest is counted. */
const NAMED = 5;

/** Of a certificate and a CSR with the same key. */
export function differencesOf(certificate: Certificate, request: CertificationRequest): Found[] {
  const san = certificate.extension(EXTENSION.subjectAltName);
  const asked = request.extensions.all.find(({ oid }) => oid === EXTENSION.subjectAltName);
  if (san?.problem || asked?.problem) {
    const message =
      "The names of certificate and CSR were not compared: one of the two lists cannot be read.";
    return [{ code: "not_compared", message }];
  }
  const found: Found[] = [];
  const wanted = namesOf(request.subject, request.extensions.subjectAltName);
  const given = san?.value?.length
    ? namesOf(null, san.value)
    // Without alternative names a certificate has its common name alone.
    : namesOf(certificate.subject, []);
  const lost = onlyIn(wanted, given);
  const added = onlyIn(given, wanted);
  if (lost.length > 0) {
    const what = lost.length === 1 ? "a name" : counted(lost.length, "name");
    const message = `The certificate lacks ${what} that the CSR asks for: ${listed(lost)}.`;
    found.push({ code: "names_missing", message });
  }
  if (added.length > 0) {
    const what = added.length === 1 ? "a name" : counted(added.length, "name");
    const message = `The certificate has ${what} that the CSR does not ask for: ${listed(added)}.`;
    found.push({ code: "names_added", message });
  }
  return [...found, ...subjectDifferences(certificate.subject, request.subject)];
}

function subjectDifferences(given: DistinguishedName, asked: DistinguishedName): Found[] {
  if (nameKey(canonicalName(given)) === nameKey(canonicalName(asked))) return [];
  const commonName = (name: DistinguishedName) => name.commonName?.trim().toLowerCase() ?? "";
  if (commonName(given) !== commonName(asked)) {
    const message =
      `The common name differs: ${quotedOrNone(given.commonName)} in the certificate, ` +
      `${quotedOrNone(asked.commonName)} in the CSR.`;
    return [{ code: "common_name_differs", message }];
  }
  const message = `The subject differs: ${quotedOrNone(given.raw)} in the certificate, ` +
    `${quotedOrNone(asked.raw)} in the CSR. Authorities leave out what they did not verify.`;
  return [{ code: "subject_differs", message }];
}

const quotedOrNone = (text: string | null): string => text ? quoted(text) : "none";

/** Comparable form to the name as people read it. A common name that is a name counts as one. */
function namesOf(
  subject: DistinguishedName | null,
  alternative: readonly GeneralName[],
): Map<string, string> {
  const names = new Map<string, string>();
  const add = ({ type, value }: GeneralName) => {
    const key = `${type} ${comparable({ type, value })}`;
    if (!names.has(key)) names.set(key, value);
  };
  alternative.forEach(add);
  const commonName = subject?.commonName ?? "";
  if (commonName.includes("@")) add({ type: "email", value: commonName });
  else if (readDomainName(commonName) !== null) add({ type: "DNS", value: commonName });
  return names;
}

function comparable({ type, value }: GeneralName): string {
  if (type === "DNS") return value.toLowerCase();
  return type === "email" ? mailboxKey(value) : value;
}

function onlyIn(these: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...these].filter(([key]) => !others.has(key)).map(([, value]) => value);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map(named).join(", ");
  return names.length > NAMED ? `${shown} and ${withCommas(names.length - NAMED)} more` : shown;
}

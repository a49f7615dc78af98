/** The sentences of a page about the names and the dates of one certificate. */
import { counted, named } from "../../../../core/kernel/formatting.ts";
import type { CertificateInfo } from "../../../../core/x509/shapes.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import type { Analysis } from "./analysis.ts";

export function certificates(count: number): string {
  return counted(count, "Certificate");
}

/** The certificate of the path that expires first: no certificate is usable longer than those above it. */
function firstToExpire(
  chain: Analysis["chain"],
): Analysis["chain"][number] | undefined {
  const end = ({ info }: Analysis["chain"][number]) => Date.parse(info.notAfter);
  return chain.toSorted((a, b) => end(a) - end(b))[0];
}

/**
 * The fact "Whole chain valid until", with the certificate that ends it. None if the chain is not valid, or ends with
 * its end entity, whose date the page has.
 */
export function usableUntil({ chain, validation }: Pick<Analysis, "chain" | "validation">) {
  const first = firstToExpire(chain);
  if (!first || first === chain[0] || validation.isValid === false) return [];
  const { notAfter } = first.info;
  const value = `${day(notAfter)} (${named(certificateName(first.info))})`;
  return [{ term: "Whole chain valid until", value }];
}

const TERMS: Readonly<Record<string, string>> = {
  DNS: "Domain",
  IP: "IP address",
  email: "E-mail",
  URI: "URI",
};
const DOMAIN = /^(?:\*\.)?(?:[a-z0-9_-]+\.)+[a-z0-9-]+\.?$/i;

type Named = {
  subject: Pick<CertificateInfo["subject"], "commonName" | "emailAddress">;
  extensions: Pick<CertificateInfo["extensions"], "subjectAltName">;
};

/** The first name in a certificate's subject, with its field; for a person also the e-mail address. */
export function namesOf({ subject, extensions }: Named): { term: string; value: string | null }[] {
  const names = extensions.subjectAltName;
  const value = subject.commonName ?? names[0]?.value ?? null;
  const email = names.find(({ type }) => type === "email")?.value ?? subject.emailAddress;
  const term = termOf(value, names);
  return term === "Name" && email
    ? [{ term, value }, { term: "E-mail", value: email }]
    : [{ term, value }];
}

function termOf(value: string | null, names: Named["extensions"]["subjectAltName"]): string {
  const named = names.find((name) => name.value.toLowerCase() === value?.toLowerCase());
  if (named) return TERMS[named.type] ?? "Name";
  if (value === null || DOMAIN.test(value)) return "Domain";
  return value.includes("@") ? "E-mail" : "Name";
}

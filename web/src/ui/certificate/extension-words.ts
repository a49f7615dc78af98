/** Messages about extensions. The API calls extensions by their names in RFC 5280, in capitals. */
import { pageText } from "../../../../core/page-text.ts";

const WORDS = new Map([
  ["subjectaltname", "Subject Alternative Name"],
  ["issueraltname", "Issuer Alternative Name"],
  ["keyusage", "key usage"],
  ["extendedkeyusage", "extended key usage"],
  ["basicconstraints", "basic constraints"],
  ["nameconstraints", "name constraints"],
  ["crldistributionpoints", "CRL distribution points"],
  ["certificatepolicies", "certificate policies"],
  ["policymappings", "policy mappings"],
  ["policyconstraints", "policy constraints"],
  ["authoritykeyidentifier", "authority key identifier"],
  ["subjectkeyidentifier", "subject key identifier"],
  ["authorityinfoaccess", "authority information access"],
]);
const NAMES = new RegExp(`\\b(?:${[...WORDS.keys()].join("|")})\\b`, "gi");

/** As a page shows it: "Key usage is not DER" for "KEYUSAGE IS NOT DER". */
export function extensionText(message: string): string {
  return pageText(message).replace(NAMES, (name) => {
    const words = WORDS.get(name.toLowerCase())!;
    return /[A-Z]/.test(name[0]) ? words[0].toUpperCase() + words.slice(1) : words;
  });
}

/** A preview of the records: who may issue with them. Shown before they are generated. */
import { AUTHORITIES, issuesSmime, notesOn } from "../../../../core/caa/authorities.ts";
import { FORBIDDABLE, repeatsIssue } from "../../../../core/caa/contract.ts";
import { listed } from "../../../../core/kernel/formatting.ts";
import { readTypedDomain } from "../../../../core/names/hosts.ts";
import { type GenerateValues, toRequest } from "./generate-values.ts";

interface Meaning {
  /** How many records there will be. */
  readonly records: number;
  /** Who may issue, the most important sentence first. */
  readonly sentences: readonly string[];
  /** The notes of the answer. */
  readonly notes: readonly string[];
}

/** Null while an authority or a record type is missing. */
export function meaningOf(values: GenerateValues): Meaning | null {
  const { recordTypes, forbid } = toRequest(values);
  const authorities = AUTHORITIES.filter(({ key }) => values.authorities.includes(key));
  const names = authorities.map(({ name }) => name);
  const mailNames = authorities.filter(issuesSmime).map(({ name }) => name);
  const [tls, wild, mail] = FORBIDDABLE.map((type) => {
    if (forbid?.[type]) return "none";
    return recordTypes?.[type] ? "chosen" : "any";
  });
  const policies = [tls, wild, mail];
  // The form requires an authority, unless all records forbid issuance.
  if (names.length === 0 && (policies.includes("chosen") || !policies.includes("none"))) {
    return null;
  }
  // No issuemail record names an authority that issues no S/MIME certificates.
  const email = mail === "chosen" && mailNames.length === 0 ? "any" : mail;

  const count = (who: typeof tls, { length }: readonly string[]) =>
    ({ none: 1, chosen: length, any: 0 })[who];
  const repeated = values.fewestRecords && repeatsIssue(recordTypes ?? {}, forbid ?? {});
  const records = count(tls, names) + (repeated ? 0 : count(wild, names)) +
    count(email, mailNames) + Number(recordTypes?.iodef ?? false);
  if (records === 0) return null;

  const chosen = listed(names);
  const domain = readTypedDomain(values.domain)?.name ?? "this domain";
  const words = { none: "no authority", chosen: `only ${chosen}`, any: "any authority" };
  const mailWords = { ...words, chosen: `only ${listed(mailNames)}` };
  // Without an issuewild record, issue also governs wildcards (RFC 8659, section 4.3).
  const wildcard = wild === "any" ? tls : wild;
  const limited = values.accountUri.trim() !== "" || values.validationMethods.length > 0;
  return {
    records,
    sentences: [
      {
        none: `No authority may issue certificates for ${domain}.`,
        chosen: `Only ${chosen} may issue certificates for ${domain}.`,
        any: `Any authority may issue certificates for ${domain}.`,
      }[tls],
      `Wildcard: ${wildcard === tls ? "the same" : words[wildcard]}.`,
      `S/MIME: ${mailWords[email] === words[tls] ? "the same" : mailWords[email]}.`,
      ...(limited ? ["The limits under Advanced apply."] : []),
    ],
    notes: notesOn({ authorities, issuemail: mail === "chosen", domain }),
  };
}

/** What the records of the generator's form will mean, shown before they are made. */
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import { FORBIDDABLE, repeatsIssue } from "../../../../core/caa/contract.ts";
import { readDomain } from "../../../../core/names/url-host.ts";
import { listed } from "../../lib/listed.ts";
import { type GenerateValues, toRequest } from "./generate-values.ts";

interface Meaning {
  /** How many records there will be. */
  readonly records: number;
  /** Who may issue, the most important sentence first. */
  readonly sentences: readonly string[];
}

/** Null while an authority or a record type is missing. */
export function meaningOf(values: GenerateValues): Meaning | null {
  const { recordTypes, forbid } = toRequest(values);
  const names = AUTHORITIES.filter(({ key }) => values.authorities.includes(key))
    .map(({ name }) => name);
  const [tls, wild, email] = FORBIDDABLE.map((type) => {
    if (forbid?.[type]) return "nobody";
    return recordTypes?.[type] ? "chosen" : "free";
  });
  const governed = [tls, wild, email].filter((who) => who !== "free");
  const named = governed.filter((who) => who === "chosen").length;
  const reports = Number(recordTypes?.iodef ?? false);
  if (governed.length + reports === 0) return null;
  if (names.length === 0 && (named > 0 || governed.length === 0)) return null;

  const repeated = values.fewestRecords && repeatsIssue(recordTypes ?? {}, forbid ?? {});
  const saved = repeated ? (wild === "chosen" ? names.length : 1) : 0;
  const chosen = listed(names);
  const domain = readDomain(values.domain)?.name ?? "this domain";
  const words = { nobody: "no authority", chosen: `only ${chosen}`, free: "any authority" };
  // Where there is no issuewild record, issue governs wildcards (RFC 8659, section 4.3).
  const wildcard = wild === "free" ? tls : wild;
  const limited = values.accountUri.trim() !== "" || values.validationMethods.length > 0;
  return {
    records: named * names.length + (governed.length - named) + reports - saved,
    sentences: [
      {
        nobody: `No authority may issue certificates for ${domain}.`,
        chosen: `Only ${chosen} may issue certificates for ${domain}.`,
        free: `Any authority may issue certificates for ${domain}.`,
      }[tls],
      `Wildcard: ${wildcard === tls ? "the same" : words[wildcard]}.`,
      `S/MIME: ${email === tls ? "the same" : words[email]}.`,
      ...(limited ? ["The limits under Advanced apply."] : []),
    ],
  };
}

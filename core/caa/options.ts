/** Choices and defaults of the CAA records. */
import { provider } from "../provider.ts";

/** Record types of the generator, in the order of the form. */
export const RECORD_TYPES = ["issue", "issuewild", "issuemail", "iodef"] as const;
/** The record types whose value names an authority. */
export const FORBIDDABLE = ["issue", "issuewild", "issuemail"] as const;
/** The output formats of the records (generate.ts). */
export const CAA_FORMATS = [
  "bind",
  "rfc3597",
  "tinydns",
  "dnsmasq",
  "powerdns",
  "route53",
  "cloudflare",
] as const;
export type CaaFormat = typeof CAA_FORMATS[number];

/** The authorities of a request that names none. */
export const DEFAULT_AUTHORITIES: readonly string[] = ["sectigo", provider.key];
/** The record types of a request that names none. */
export const DEFAULT_RECORD_TYPES: readonly string[] = ["issue", "issuewild", "issuemail"];

type Switches = Readonly<Partial<Record<"issue" | "issuewild", boolean | null>>>;

/**
 * Whether issuewild would only repeat issue, which governs wildcards where there is no issuewild
 * (RFC 8659, section 4.3): both name the chosen authorities, or both forbid all authorities.
 */
export function repeatsIssue(
  recordTypes: Switches,
  forbid: Switches,
): boolean {
  if (forbid.issue || forbid.issuewild) return Boolean(forbid.issue && forbid.issuewild);
  return Boolean(recordTypes.issue && recordTypes.issuewild);
}

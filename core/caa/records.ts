/**
 * CAA records in their forms: zone line (RFC 8659, section 4.1.1), generic zone line (RFC 3597) and RDATA
 * on the wire (RFC 8659, section 4.1); and the values of the known tags: RFC 8659 (issue, issuewild,
 * iodef), RFC 9495 (issuemail), the VMC requirements (issuevmc, same grammar) and the Baseline
 * Requirements, appendix A (contactemail, contactphone).
 *
 * Values are octet strings: one character, 0 to 255, for each octet. Most are plain ASCII, but a record may
 * have any octet, and a zone line must reproduce the one that it was read from.
 */
import { readDomainName } from "../names/domain-name.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { readIpAddress } from "../names/ip-address.ts";

export interface CaaRecord {
  /** The name of the record without the trailing dot; null if unknown. */
  readonly owner: string | null;
  /** 0 to 255. 128 is "issuer critical" (bit 0 in the RFC's numbering); the rest is reserved. */
  readonly flags: number;
  /** Letters and digits in lower case. */
  readonly tag: string;
  /** Octet string. */
  readonly value: string;
}

/** The flag that forbids a CA to issue if it does not know the tag. */
export const CRITICAL = 128;

/** The number of the record type CAA. */
export const CAA_TYPE = 257;

/** `flags tag "value"`, quoted and escaped as RFC 1035, section 5.1 requires. */
export function formatRdata({ flags, tag, value }: CaaRecord): string {
  return `${flags} ${tag} "${escapeOctets(value)}"`;
}

/** One zone line: `example.com. IN CAA 0 issue "sectigo.com"`. */
export function formatRecord(record: CaaRecord): string {
  return `${formatOwner(record.owner)}IN CAA ${formatRdata(record)}`;
}

/** The same record for a name server that does not support CAA: `TYPE257 \# length hex`. */
export function formatGeneric(record: CaaRecord): string {
  const hex = toHex(toRdata(record));
  return `${formatOwner(record.owner)}IN TYPE${CAA_TYPE} \\# ${hex.length / 2} ${hex}`;
}

function formatOwner(owner: string | null): string {
  if (owner === null) return "";
  return owner === "@" || owner === "." ? `${owner} ` : `${owner}. `;
}

/** RDATA as an octet string: flags, length of the tag, tag, value. */
export function toRdata({ flags, tag, value }: CaaRecord): string {
  return String.fromCharCode(flags, tag.length) + tag + value;
}

/** Writes each octet that the pattern matches as a number of this base and length after a mark. */
export const escapeWith = (
  octets: string,
  pattern: RegExp,
  { mark, base, digits }: { mark: string; base: number; digits: number },
): string =>
  octets.replace(
    pattern,
    (octet) => mark + octet.charCodeAt(0).toString(base).padStart(digits, "0"),
  );

/** Upper-case hex of an octet string. */
export const toHex = (octets: string): string =>
  escapeWith(octets, /[^]/g, { mark: "", base: 16, digits: 2 }).toUpperCase();

/** Escapes quote and backslash, and characters that are not printable as `\DDD`, for use in quotes. */
const escapeOctets = (octets: string): string =>
  escapeWith(octets.replace(/["\\]/g, "\\$&"), /[^ -~]/g, { mark: "\\", base: 10, digits: 3 });

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** An octet string for display: as UTF-8 without control characters, otherwise in escaped form. */
export function octetsToText(octets: string): string {
  if (/[^ -~\x80-\xff]/.test(octets)) return escapeOctets(octets);
  if (!/[^ -~]/.test(octets)) return octets;
  try {
    const text = strictUtf8.decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
    // C1 controls and direction marks could make a record look like another one.
    return /[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)
      ? escapeOctets(octets)
      : text;
  } catch {
    return escapeOctets(octets);
  }
}

const utf8 = new TextEncoder();

/** The UTF-8 octets of a text as an octet string. */
export function textToOctets(text: string): string {
  let octets = "";
  for (const octet of utf8.encode(text)) octets += String.fromCharCode(octet);
  return octets;
}

/** Tags whose value names a CA that may issue. */
const ISSUE_TAGS = ["issue", "issuewild", "issuemail", "issuevmc"] as const;
/** Every registered tag. */
export const KNOWN_TAGS: readonly string[] = [
  ...ISSUE_TAGS,
  "iodef",
  "contactemail",
  "contactphone",
];

export interface IssueParameter {
  /** Lower case. */
  readonly tag: string;
  readonly value: string;
}

/** A decoded issue value. An empty `issuer` means that no CA may issue. */
export interface IssueValue {
  /** Lower case. */
  readonly issuer: string;
  readonly parameters: readonly IssueParameter[];
}

/** The decoded value or its fault. */
type IssueReading =
  | { readonly issue: IssueValue; readonly problem: null }
  | { readonly issue: null; readonly problem: string };

const MAX_NAME_LENGTH = 253;

/**
 * Reads a value of issue, issuewild, issuemail or issuevmc by the grammar of RFC 8659, section 4.2. A
 * record with a malformed value authorizes no CA (same section).
 */
export function readIssueValue(value: string): IssueReading {
  if (/[^\t -~]/.test(value)) {
    return malformed("The value contains a character that is not printable ASCII");
  }
  const parts = value.split(";").map(trimWhiteSpace);
  const issuer = parts[0].toLowerCase();
  const issuerProblem = issuer === "" ? null : checkIssuer(issuer);
  if (issuerProblem) return malformed(issuerProblem);
  const parameters: IssueParameter[] = [];
  // `example.com;` is legal and means no parameters, but a parameter between others must not be empty.
  const written = parts.length === 2 && parts[1] === "" ? [] : parts.slice(1);
  for (const part of written) {
    const equals = part.indexOf("=");
    if (part === "") return malformed("A semicolon is not followed by a parameter");
    if (equals < 0) return malformed("A parameter has no equals sign");
    const tag = trimWhiteSpace(part.slice(0, equals)).toLowerCase();
    const content = trimWhiteSpace(part.slice(equals + 1));
    if (!isHyphenated(tag)) {
      return malformed("A parameter's name must be letters, digits and inner hyphens");
    }
    if (content.includes(" ") || content.includes("\t")) {
      return malformed("A parameter's value contains a space");
    }
    parameters.push({ tag, value: content });
  }
  const problem = checkParameters(parameters);
  return problem ? malformed(problem) : { issue: { issuer, parameters }, problem: null };
}

function malformed(problem: string): IssueReading {
  return { issue: null, problem };
}

function checkIssuer(issuer: string): string | null {
  if (issuer.includes("://")) return "Issuer must be a domain name, not a URL";
  if (issuer.includes("@")) return "Issuer must be a domain name, not an e-mail address";
  if (issuer.endsWith(".")) return "Issuer domain name must not end with a dot";
  const labels = issuer.split(".");
  if (labels.some((label) => label.length > 63) || issuer.length > MAX_NAME_LENGTH) {
    return "Issuer domain name is too long";
  }
  return labels.every(isHyphenated) ? null : "Issuer is not a domain name";
}

/** RFC 8657: accounturi is a URI and occurs once; validationmethods is a list of labels. */
function checkParameters(parameters: readonly IssueParameter[]): string | null {
  let accounts = 0;
  let methods = 0;
  for (const { tag, value } of parameters) {
    if (tag === "accounturi") {
      if (!isUri(value)) return "accounturi must be a URI";
      if (++accounts > 1) {
        return "accounturi may appear only once. With this record no authority may issue";
      }
    } else if (tag === "validationmethods") {
      if (value !== "" && !value.split(",").every(isValidationMethod)) {
        return "validationmethods must be names separated by commas";
      }
      if (++methods > 1) return "validationmethods may appear only once";
    }
  }
  return null;
}

/** A method's name (RFC 8657, section 4): letters, digits, hyphens. */
export function isValidationMethod(text: string): boolean {
  return /^[A-Za-z0-9-]{1,64}$/.test(text);
}

/**
 * Whether a text is an absolute URI that can be a parameter: printable ASCII without space, semicolon or
 * quote (RFC 8659, section 4.2), with a scheme and something after it.
 */
export function isUri(text: string): boolean {
  if (text.length > 2_000) return false;
  const colon = text.indexOf(":");
  return colon > 0 && colon < text.length - 1 &&
    /^[A-Za-z][A-Za-z0-9+.-]{0,30}$/.test(text.slice(0, colon)) &&
    /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,=%-]+$/.test(text) && URL.canParse(text);
}

/** Whether the value of this tag names a CA. */
const isIssueTag = (tag: string): boolean => (ISSUE_TAGS as readonly string[]).includes(tag);

/** The fault of a tag's value, or null, and what it says if it names a CA. An unknown tag may have any value. */
export function readValue(
  tag: string,
  value: string,
): { issue: IssueValue | null; problem: string | null } {
  return isIssueTag(tag) ? readIssueValue(value) : { issue: null, problem: checkValue(tag, value) };
}

function checkValue(tag: string, value: string): string | null {
  switch (tag) {
    case "iodef":
      return checkIodef(value);
    case "contactemail":
      return isMailbox(value) ? null : "contactemail must be an e-mail address";
    case "contactphone":
      return isGlobalNumber(value)
        ? null
        : "contactphone must be a number with + and country code, such as +1-555-0100";
    default:
      return null;
  }
}

/** Whether the value is exactly an addr-spec, which may have UTF-8 (RFC 6532). */
function isMailbox(value: string): boolean {
  const text = octetsToText(value);
  const at = text.lastIndexOf("@");
  // RFC 6532 treats every character beyond ASCII in the local part like a letter.
  const local = text.slice(0, Math.max(at, 0)).replace(/\P{ASCII}/gu, "x");
  return text === text.trim() && readEmailAddress(local + text.slice(Math.max(at, 0))) !== null;
}

/** RFC 8659, section 4.4: a mailto, http or https URL. */
function checkIodef(value: string): string | null {
  const lower = value.slice(0, 8).toLowerCase();
  if (lower.startsWith("mailto:")) {
    let address: string;
    try {
      address = decodeURIComponent(value.slice("mailto:".length).split("?")[0]);
    } catch {
      return "IODEF has an invalid percent sign";
    }
    return readEmailAddress(address) !== null && isUri(value)
      ? null
      : "IODEF must have an e-mail address after mailto:";
  }
  if (lower.startsWith("https://") || lower.startsWith("http://")) {
    if (!isUri(value)) return "IODEF is not a complete URL";
    const { hostname } = new URL(value);
    return readDomainName(hostname) !== null || readIpAddress(hostname) !== null
      ? null
      : "IODEF is not a complete URL";
  }
  return value.includes("@")
    ? "IODEF needs mailto: before the e-mail address"
    : "IODEF must be a mailto:, http: or https: URL";
}

/** global-number-digits of RFC 3966, section 3. */
function isGlobalNumber(value: string): boolean {
  return value.length <= 64 && /^\+[0-9.()-]*$/.test(value) && /[0-9]/.test(value);
}

/** `(ALPHA / DIGIT) *( *("-") (ALPHA / DIGIT))` of RFC 8659, section 4.2. */
function isHyphenated(text: string): boolean {
  return text !== "" && !text.startsWith("-") && !text.endsWith("-") &&
    /^[A-Za-z0-9-]+$/.test(text);
}

/** Removes spaces and tabs, the grammar's WSP; `trim` would remove more. */
function trimWhiteSpace(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && (text[from] === " " || text[from] === "\t")) from++;
  while (to > from && (text[to - 1] === " " || text[to - 1] === "\t")) to--;
  return text.slice(from, to);
}

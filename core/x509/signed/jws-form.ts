/** Recognizes a JSON Web Signature, so that its reader is loaded only for one. */
import { readJson } from "../../kernel/json.ts";
import { decodeBase64 } from "../pem/base64.ts";

/** A longer text is not one that people exchange. */
const MAX_LENGTH = 4 * 1024 * 1024;
const MEMBERS: ReadonlySet<string> = new Set([
  "payload",
  "signatures",
  "protected",
  "header",
  "signature",
]);

/** Whether the whole text is a JWS in compact form or as JSON (RFC 7515, 7), by its form only. */
export function isJws(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const start = text.trimStart();
  if (start.startsWith("ey")) return isCompact(start.trimEnd());
  return start.startsWith("{") && isJson(start);
}

function isCompact(text: string): boolean {
  const parts = text.split(".", 4);
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]*$/.test(part))) return false;
  return /^\{\s{0,100}"/.test(decoded(parts[0].slice(0, 400))) && isHeader(parts[0]);
}

const WORD = /[\w-]/;

/** The offset after a run of the characters of base64url. */
function endOfRun(text: string, at: number): number {
  while (at < text.length && WORD.test(text[at])) at++;
  return at;
}

/**
 * The places of messages in compact form inside other text, such as JSON or an HTTP header, that name the certificate of
 * their signer (x5c). Others are tokens that nothing here can verify. Linear: runs do not overlap.
 */
export function* jwsIn(text: string): Generator<{ start: number; end: number }> {
  for (let start = text.indexOf("ey"); start !== -1;) {
    const before = text[start - 1] ?? " ";
    let end = endOfRun(text, start);
    if (!WORD.test(before) && before !== "." && text[end] === ".") {
      const payloadEnd = endOfRun(text, end + 1);
      const signatureEnd = text[payloadEnd] === "." ? endOfRun(text, payloadEnd + 1) : payloadEnd;
      // An encrypted message (RFC 7516, 7.1) has five parts.
      const isWhole = signatureEnd > payloadEnd + 1 &&
        !(text[signatureEnd] === "." && WORD.test(text[signatureEnd + 1] ?? " "));
      if (isWhole && namesCertificates(text.slice(start, end))) yield { start, end: signatureEnd };
      end = signatureEnd;
    }
    start = text.indexOf("ey", Math.max(end, start + 2));
  }
}

function namesCertificates(header: string): boolean {
  if (header.length > MAX_LENGTH || !/^\{\s{0,100}"/.test(decoded(header.slice(0, 400)))) {
    return false;
  }
  const { value } = readJson(decoded(header));
  return typeof value === "object" && value !== null && Object.hasOwn(value, "alg") &&
    Array.isArray((value as { x5c?: unknown }).x5c);
}

function isHeader(text: string): boolean {
  const { value } = readJson(decoded(text));
  return typeof value === "object" && value !== null && Object.hasOwn(value, "alg");
}

/** base64url as text; "" if it is malformed. */
function decoded(text: string): string {
  const bytes = decodeBase64(text);
  return typeof bytes === "string" ? "" : new TextDecoder().decode(bytes);
}

function isJson(text: string): boolean {
  // Most JSON is something else; do not parse it.
  if (!text.includes('"signature"') && !text.includes('"signatures"')) return false;
  const { value } = readJson(text);
  if (typeof value !== "object" || value === null) return false;
  const { signature, signatures } = value as { signature?: unknown; signatures?: unknown };
  return Object.keys(value).every((name) => MEMBERS.has(name)) &&
    (Array.isArray(signatures) || typeof signature === "string");
}

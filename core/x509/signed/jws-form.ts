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

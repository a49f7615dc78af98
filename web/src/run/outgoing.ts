/**
 * What leaves for the server. Of a text that may hold anything, only the PEM blocks that the
 * operation reads are sent. Fields that hold a secret all the same are named, so that the user is
 * asked first. Loaded when something is sent for the first time.
 */
import type { BlockKind, Contract } from "../../../core/kernel/contract.ts";
import { failure, type Outcome } from "../../../core/kernel/errors.ts";
import { blocksIn, endOfEndLine } from "../../../core/x509/pem/blocks.ts";
import { privateKeyIn } from "./private-key-in.ts";

export interface Outgoing {
  input: unknown;
  /** Fields with a secret: those that the contract names, and those in which a key was found. */
  secrets: string[];
}

/**
 * How the blocks of a kind are labelled, and what a message calls them. Kinds without a name only
 * accompany what is asked for.
 */
const KINDS: Readonly<Record<BlockKind, { label: RegExp; name: string | null }>> = {
  // Also "X509 CERTIFICATE" and "TRUSTED CERTIFICATE", and bundles (RFC 7468, 8).
  certificate: {
    label: /(?:^|[ .])CERTIFICATE$|^PKCS ?#?7\b|^CMS$|^CERTIFICATE CHAIN$/,
    name: "A CERTIFICATE",
  },
  crl: { label: /(?:^|[ .])CRL$/, name: null },
  "ocsp-response": { label: /^OCSP RESPONSE$/, name: null },
  request: { label: /CERTIFICATE REQUEST$/, name: "A CSR" },
};

/** A field that holds a key and nothing that the operation reads is refused with `wrong_type`. */
export function outgoing(
  contract: Contract,
  input: Readonly<Record<string, unknown>>,
): Outcome<Outgoing> {
  const sent: Record<string, unknown> = { ...input };
  for (const [name, kinds] of Object.entries(contract.blocks)) {
    const text = input[name];
    if (typeof text !== "string") continue;
    const reduced = needed(text, kinds);
    if (reduced === null) {
      const wanted = kinds.flatMap((kind) => KINDS[kind].name ?? []).join(" OR ");
      const message = `THIS IS ${privateKeyIn(text)}, NOT ${wanted}`;
      return failure("wrong_type", message, [{ path: name, message }]);
    }
    sent[name] = reduced;
  }
  const secrets = Object.keys(sent).filter((name) => {
    const texts = textsOf(sent[name]);
    return contract.secrets.includes(name)
      ? texts.some((text) => text.trim() !== "")
      : texts.some((text) => privateKeyIn(text) !== null);
  });
  return { ok: true, value: { input: sent, secrets } };
}

/**
 * The blocks of these kinds. If there are none beside a key, the other blocks, so that the answer
 * can say what they are; null if there is nothing but a key. A text without any key stays as it is.
 */
function needed(text: string, kinds: readonly BlockKind[]): string | null {
  const open = blocksOf(text).filter(({ block }) => privateKeyIn(block) === null);
  const wanted = open.filter(({ label }) => kinds.some((kind) => KINDS[kind].label.test(label)));
  if (wanted.length > 0) return joined(wanted);
  if (privateKeyIn(text) === null) return text;
  return open.length > 0 ? joined(open) : null;
}

const joined = (blocks: readonly Block[]) => blocks.map(({ block }) => `${block}\n`).join("");

interface Block {
  label: string;
  /** The whole block, from its first dash to its last. */
  block: string;
}

/** The PEM blocks of a text. A block without an END line ends with its base64. */
function blocksOf(text: string): Block[] {
  return Array.from(blocksIn(text), ({ label, begin, body, end, limit }) => {
    const close = end === null ? base64End(text, body, limit) : endOfEndLine(text, end);
    return { label, block: text.slice(begin, close) };
  });
}

/** The offset after the last line of base64; a blank line or other text ends it. */
function base64End(text: string, body: number, limit: number): number {
  let end = body;
  for (let line = body; line < limit;) {
    const found = text.indexOf("\n", line);
    const newline = found === -1 ? text.length : found;
    const content = text.slice(line, Math.min(newline, limit)).replace(/^[>\s]+|\s+$/g, "");
    if (content === "" ? end > body : /[^A-Za-z0-9+/=_\\-]/.test(content)) break;
    line = newline + 1;
    if (content !== "") end = Math.min(newline, limit);
  }
  return end;
}

/** All texts in a value: it may be a list, or a list of objects. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/**
 * Reduces an input to the part that the server needs. From a text that may contain anything, only the PEM
 * blocks that the operation reads are sent. Fields that still hold a secret are listed, so that the user
 * can confirm first. Loaded when something is sent for the first time.
 */
import * as TEXT from "../../../core/texts.ts";
import type { BlockKind, Contract } from "../../../core/kernel/contract.ts";
import { failure, type Outcome } from "../../../core/kernel/errors.ts";
import { blocksIn, endOfEndLine } from "../../../core/x509/pem/blocks.ts";
import { kindOfLabel, type ObjectKind } from "../../../core/x509/pem/identify.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";

export interface Outgoing {
  input: unknown;
  /** Fields with a secret: those in the contract's list, and those with a private key in them. */
  secrets: string[];
}

/**
 * The objects of each kind, and its name in messages. Kinds without a name only accompany the certificates
 * that the operation needs.
 */
const KINDS: Readonly<Record<BlockKind, { of: readonly ObjectKind[]; name: string | null }>> = {
  // Bundles too.
  certificate: { of: ["certificate", "pkcs7"], name: "a certificate" },
  crl: { of: ["crl"], name: null },
  "ocsp-response": { of: ["ocsp-response"], name: null },
  request: { of: ["request"], name: "a CSR" },
};

/** Fails with `wrong_type` if a field contains a private key but nothing that the operation reads. */
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
      const wanted = kinds.flatMap((kind) => KINDS[kind].name ?? []).join(" or ");
      const found = privateKeyIn(text)!;
      const message = wanted === KINDS.request.name
        ? TEXT.csrIsOther(found)
        : `This is ${found}, not ${wanted}`;
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
 * Returns the blocks of these kinds. A text without them and without a private key is returned unchanged.
 * From a text with a private key only the other blocks are returned, so that the answer can name
 * their kind; null if it has no other blocks.
 */
function needed(text: string, kinds: readonly BlockKind[]): string | null {
  const open = blocksOf(text).filter(({ block }) => privateKeyIn(block) === null);
  const wanted = open.filter(({ label }) => {
    const found = kindOfLabel(label);
    return found !== null && kinds.some((kind) => KINDS[kind].of.includes(found));
  });
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

/** The offset after the last line of base64, which an empty line or other text ends. */
function base64End(text: string, body: number, limit: number): number {
  let end = body;
  for (let line = body; line < limit;) {
    const found = text.indexOf("\n", line);
    const newline = found === -1 ? text.length : found;
    const content = text.slice(line, Math.min(newline, limit)).replace(/^[>\s]+/, "").trimEnd();
    if (content === "" ? end > body : /[^A-Za-z0-9+/=_\\-]/.test(content)) break;
    line = newline + 1;
    if (content !== "") end = Math.min(newline, limit);
  }
  return end;
}

/** All texts in a value, also in a list or in a list of objects. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

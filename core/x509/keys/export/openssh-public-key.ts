/** Public keys in one line for OpenSSH (RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4). */
import { encodeBase64 } from "../../pem/pem-write.ts";
import type { ComparableKey } from "../comparable-keys.ts";
import { noSuchForm } from "./unsupported.ts";

const CURVES: Readonly<Record<string, { name: string; octets: number }>> = {
  "P-256": { name: "nistp256", octets: 32 },
  "P-384": { name: "nistp384", octets: 48 },
  "P-521": { name: "nistp521", octets: 66 },
};

/** Of a comment; OpenSSH reads lines of at most 16 KiB. */
const MAX_COMMENT = 256;

/**
 * The line, as it is in authorized_keys; `comment` may be any text. Throws OperationError
 * `unsupported` for a key that OpenSSH has no name for.
 */
export function opensshPublicKey(key: ComparableKey, comment: string): string {
  const { name, fields } = wireForm(key);
  const parts = [new TextEncoder().encode(name), ...fields].flatMap((field) => [
    Uint8Array.from([24, 16, 8, 0], (shift) => field.length >>> shift),
    field,
  ]);
  const blob = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    blob.set(part, at);
    at += part.length;
  }
  return `${[name, encodeBase64(blob), oneLine(comment)].filter(Boolean).join(" ")}\n`;
}

/** A second line would be a second key. */
function oneLine(text: string): string {
  return text.slice(0, MAX_COMMENT).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function wireForm({ key, numbers }: ComparableKey): { name: string; fields: Uint8Array[] } {
  if (numbers?.kind === "rsa" && key.algorithm === "RSA") {
    return { name: "ssh-rsa", fields: [mpint(numbers.exponent), mpint(numbers.modulus)] };
  }
  if (numbers?.kind === "point") {
    const curve = CURVES[key.curve ?? ""];
    const { point } = numbers;
    if (curve && point[0] === 4 && point.length === 1 + 2 * curve.octets) {
      const name = `ecdsa-sha2-${curve.name}`;
      return { name, fields: [new TextEncoder().encode(curve.name), point] };
    }
  }
  if (numbers?.kind === "octets" && key.algorithm === "Ed25519") {
    return { name: "ssh-ed25519", fields: [numbers.octets] };
  }
  throw noSuchForm(key, "AN OPENSSH PUBLIC KEY");
}

/** A number that is not negative, with a zero before a first octet of 80 and more (RFC 4251, 5). */
function mpint(octets: Uint8Array): Uint8Array {
  return octets[0] < 0x80 ? octets : Uint8Array.of(0, ...octets);
}

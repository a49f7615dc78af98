/**
 * Links that carry public objects in their fragment, which no browser sends to a server: "#c=", then base64url of the
 * deflated text. A link may come from a stranger, so one is opened only if it is exactly what we would have written.
 */
import { encodeBase64Url } from "../../../core/x509/pem/base64.ts";
import { kindOfBlock, type ObjectKind } from "../../../core/x509/pem/identify.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { readText } from "../../../core/x509/pem/read-text.ts";
import { LINK_MARK } from "./arriving.ts";

/** The most characters of a fragment, and of the text that it holds: PEM hardly shrinks. */
export const MAX_FRAGMENT = 8 * 1024;
export const MAX_TEXT = 64 * 1024;

/** The objects that the link of a page may hold, with their labels (RFC 7468). */
const CERTIFICATE = { certificate: "CERTIFICATE" } as const;
const REQUEST = { request: "CERTIFICATE REQUEST" } as const;
const CRL = { crl: "X509 CRL" } as const;

type Labels = Readonly<Partial<Record<ObjectKind, string>>>;

/** The pages that open links; null for CAA records, which are lines of text. */
const HELD = {
  "/chain": CERTIFICATE,
  "/csr-decoder": REQUEST,
  "/inspect": { ...CERTIFICATE, ...REQUEST, ...CRL },
  "/caa": null,
} as const satisfies Readonly<Record<string, Labels | null>>;
export type LinkPath = keyof typeof HELD;

export type Refused = { readonly refused: string };

const TOO_LONG = "A link holds at most 8 kB, and this is more. Send the file instead.";
const HOLDS_KEY = "A link must not hold a private key, so we did not make one.";
const NOT_PUBLIC =
  "A link holds only certificates, CSRs, CRLs or CAA records. There is none in this result.";
const NO_STREAMS = "This browser cannot make or open such links. Use a current one.";
const KEY_INSIDE =
  "This link holds a private key, so we did not open it. Treat the key as known to others.";
const OTHER_INSIDE =
  "This link holds something other than certificates, CSRs, CRLs or CAA records, so we did not open it.";
const DAMAGED = "This link is damaged or cut off. Ask for the file instead.";

/** Returns only the objects of a text that the page's link may hold, in our own writing; "" without any. */
export function publicPart(path: LinkPath, text: string): string {
  const labels: Labels | null = HELD[path];
  if (labels === null) return text.split("\n").filter((line) => RECORD.test(line)).join("\n");
  return readText(text, null).blocks.map((block) => {
    const kind = kindOfBlock(block);
    const label = kind === null ? undefined : labels[kind];
    return label === undefined || block.bytes === null ? "" : writePem(label, block.bytes);
  }).join("");
}

/** A CAA record as we write it (RFC 8659, 4.1), in printable ASCII. */
const RECORD = /^[\w.*-]{1,254} IN CAA \d{1,3} [a-z0-9]{1,20} "(?:[ !#-[\]-~]|\\["\\]){0,1000}"$/i;

/** The address of the page with the objects of this text; or the reason for not making it, in a sentence. */
export async function linkTo(
  path: LinkPath,
  text: string,
): Promise<{ readonly address: string } | Refused> {
  const open = publicPart(path, text);
  if (open === "") return { refused: NOT_PUBLIC };
  if (privateKeyIn(open) !== null) return { refused: HOLDS_KEY };
  if (open.length > MAX_TEXT) return { refused: TOO_LONG };
  if (!("CompressionStream" in globalThis)) return { refused: NO_STREAMS };
  const stream = new Blob([open]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const fragment = LINK_MARK + encodeBase64Url(packed);
  if (fragment.length > MAX_FRAGMENT) return { refused: TOO_LONG };
  return { address: `${location.origin}${path}${fragment}` };
}

/** The address of a byte of the one object in a link to the inspector. */
export const linkToByte = (address: string, byte: number): string => `${address}.${byte}`;

/** Base64url has no full stop. An object of a link has fewer bytes than `MAX_TEXT`. */
const WITH_BYTE = /^([\w-]*)\.(0|[1-9]\d{0,4})$/;

/** `byte`: the one that the link leads to; null without one. */
type Read = { readonly text: string; readonly byte: number | null };

/** The text of a link; or a sentence that says why it is not opened. `fragment`: after "#c=". */
export async function readLink(path: LinkPath, fragment: string): Promise<Read | Refused> {
  const [, packed, byte] = path === "/inspect" && WITH_BYTE.exec(fragment) ||
    [null, fragment, null];
  const read = await readPacked(path, packed);
  return "refused" in read ? read : { ...read, byte: byte === null ? null : Number(byte) };
}

async function readPacked(
  path: LinkPath,
  packed: string,
): Promise<{ readonly text: string } | Refused> {
  if (LINK_MARK.length + packed.length > MAX_FRAGMENT) return { refused: TOO_LONG };
  if (!("DecompressionStream" in globalThis)) return { refused: NO_STREAMS };
  const bytes = decoded(packed);
  const text = bytes && await inflated(bytes);
  if (text === null) return { refused: DAMAGED };
  if (privateKeyIn(text) !== null) return { refused: KEY_INSIDE };
  return text !== "" && publicPart(path, text) === text ? { text } : { refused: OTHER_INSIDE };
}

function decoded(packed: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(packed) || packed.length % 4 === 1) return null;
  const digits = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
}

/**
 * Few bytes can inflate to a thousand times as many. They are given in small pieces, and each piece waits until the one
 * before was read, so no more than one piece is inflated beyond the limit.
 */
const PIECE = 64;

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const feed = async () => {
    for (let at = 0; at < bytes.length; at += PIECE) {
      await writer.write(bytes.subarray(at, at + PIECE));
    }
    await writer.close();
  };
  // A fault of the data ends the reading below.
  feed().catch(() => {});
  const reader = readable.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > MAX_TEXT) {
        await reader.cancel();
        return null;
      }
      parts.push(part.value);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  }
}

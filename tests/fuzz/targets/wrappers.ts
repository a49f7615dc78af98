/** Archives, Java keystores, PuTTY's keys, and base64 inside other texts. */
import { gzipSync, zipSync } from "fflate";
import fc from "fast-check";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { archiveKind } from "../../../core/inspect/archive-kind.ts";
import { findObjects } from "../../../core/inspect/find.ts";
import * as readers from "../../../core/inspect/signed/mail.ts";
import { pathsIn } from "../../../core/inspect/text-path.ts";
import { type Allowance, unpack } from "../../../core/inspect/unpack.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { openJavaKey, readJavaKeystore } from "../../../core/x509/cms/java-keystore.ts";
import { embeddedIn } from "../../../core/x509/pem/embedded.ts";
import { identify } from "../../../core/x509/pem/identify.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import {
  type AnyTarget,
  bytesTarget,
  must,
  mustBeSentence,
  refusal,
  squash,
  textTarget,
} from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const FOLDER = new URL("../../fixtures/keystores/", import.meta.url);
const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).toSorted();
const named = (ending: string) => files.filter((name) => name.endsWith(ending));
const read = (name: string): Bytes => Deno.readFileSync(new URL(name, FOLDER));
const text = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));

/** A tar archive of one file, in the form of ustar. */
function tar(name: string, content: Bytes): Bytes {
  const whole = new Uint8Array(1024 + 512 * Math.ceil(content.length / 512));
  const put = (at: number, text: string) => whole.set(new TextEncoder().encode(text), at);
  put(0, name);
  put(124, content.length.toString(8).padStart(11, "0"));
  put(156, "0");
  put(257, "ustar\x0000");
  const sum = whole.subarray(0, 512).reduce((sum, octet) => sum + octet, 8 * 0x20);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  whole.set(content, 512);
  return whole;
}

const ROOM = 1024 * 1024;
const content = read("ca.pem");

const archive = bytesTarget({
  name: "archive",
  weight: 10,
  seeds: [
    zipSync({ "a/b.pem": content, "../c": [content, { level: 0 }] }) as Bytes,
    gzipSync(content) as Bytes,
    tar("a/b.pem", content),
    zipSync({ "a.zip": zipSync({ "b": content }) }) as Bytes,
  ],
  run(bytes) {
    const kind = archiveKind(bytes);
    if (kind === null) return "none";
    let left = ROOM;
    let entries = 0;
    const allowance: Allowance = {
      room: () => left,
      spend: (amount) => void (left -= amount),
      entry: () => ++entries <= 100,
    };
    const seen = new Set<string>([kind]);
    for (const entry of unpack(bytes, kind, allowance)) {
      must(!entry.name.split("/").includes("..") && !entry.name.startsWith("/"), "a path outside");
      if ("message" in entry) {
        mustBeSentence(entry.message);
        seen.add(squash(entry.message));
      } else seen.add("file");
    }
    must(left >= 0, "more was unpacked than there is room");
    return [...seen].slice(0, 6).join("|");
  },
});

const javaKeystore = bytesTarget({
  name: "java-keystore",
  weight: 8,
  seeds: named(".jks").map(read),
  async run(bytes) {
    const { budget } = createContext();
    try {
      const { entries } = readJavaKeystore(bytes, budget);
      const keys = entries.flatMap(({ sealedKey }) => sealedKey ?? []);
      for (const key of keys.slice(0, 4)) {
        await openJavaKey(key, "secret-of-java", budget);
      }
      return `${entries.length} ${keys.length}`;
    } catch (thrown) {
      if (!(thrown instanceof DerError)) return refusal(thrown, "too_complex");
      mustBeSentence(thrown.message);
      return squash(thrown.message);
    }
  },
});

const puttyKey = textTarget({
  name: "putty-key",
  weight: 8,
  seeds: named(".ppk").map(text),
  invented: fc.string({ maxLength: 200 }),
  async run(text) {
    try {
      const context = createContext({ limits: { kdfIterations: 30_000 } });
      const { key } = await readPrivateKeyText(text, "secret-of-putty", context);
      return `${key.form} ${key.publicKey.key.algorithm}`;
    } catch (thrown) {
      return refusal(
        thrown,
        "unreadable",
        "unsupported",
        "key_inconsistent",
        "too_complex",
        "passphrase_wrong",
        "wrong_type",
      );
    }
  },
});

/** Kinds that must not be sent unasked. An archive in base64 may have keys in it. */
const KEYS: ReadonlySet<string> = new Set([
  "private-key",
  "encrypted-private-key",
  "pkcs12",
  "jks",
  "file",
]);

const pem = text("ca.pem");
const key = text("ecdsa-256.openssh.pem");
const once = btoa(pem);

const embedded = textTarget({
  name: "embedded",
  weight: 10,
  seeds: [
    `data:\n  tls.crt: ${once}\n  tls.key: ${btoa(btoa(key))}\n- a\n`,
    JSON.stringify({ items: [{ "a.b": once }, { c: pem, d: read("truststore.jks").toBase64() }] }),
    `<a><KeyDescriptor use="signing"><X509Certificate>${
      pem.split("-----")[2]
    }</X509Certificate></KeyDescriptor></a>`,
    `[server]\ncert = ${once}\n<ca>\n${pem}</ca>\n`,
    JSON.stringify({ a: [JSON.stringify({ b: { kty: "oct", k: "c2VjcmV0IG9mIGFsbA" } })] }),
    `a: ${btoa(JSON.stringify({ keys: [{ kty: "EC", crv: "P-256", d: "AAAA", x: "AAAA" }] }))}`,
    `<plist><dict><key>A</key><array><data>${once}</data></array></dict></plist>`,
  ],
  invented: fc.string({ unit: "binary", maxLength: 200 }),
  run(text) {
    const seen = new Set<string>();
    const paths = pathsIn(text);
    let before = 0;
    for (const { offset, end, bytes, kind } of embeddedIn(text, identify)) {
      must(offset >= before && end > offset && end <= text.length, "place of base64");
      must(bytes.length > 0, "empty base64");
      before = offset;
      const path = paths.at(offset);
      must(path === null || path.length > 0, "an empty path");
      seen.add(`${kind}`);
    }
    const bytes = new TextEncoder().encode(text);
    let hasKey = false;
    for (const found of findObjects({ name: "x", bytes }, { readers }, new Budget())) {
      if (found.kind === null) mustBeSentence(found.message);
      else hasKey ||= KEYS.has(found.kind);
    }
    // The page must ask before it sends a text in which the inspector reads a key.
    must(!hasKey || privateKeyIn(text) !== null, "a key that would be sent");
    return [...seen, hasKey].join("|");
  },
});

export const wrappers: readonly AnyTarget[] = [archive, javaKeystore, puttyKey, embedded];

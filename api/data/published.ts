/**
 * The newer log lists at /data, so that pages and installed apps renew theirs. The index is small and is asked for
 * again; the files have the digest of their content as name.
 */
import { gzipSync } from "node:zlib";
import { SECURITY_HEADERS } from "../http/headers.ts";
import { respondFromMemory } from "../http/send.ts";
import { tableNameOf } from "../../core/x509/transparency/logs.ts";
import type { NewerList } from "./log-lists.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export const DATA_INDEX = "/data/index.json";

/** The answer to a GET or HEAD below /data; null if there is no such file. */
type Published = (request: Request) => Response | null;

/** Returns a function that answers from the lists in use. */
export function publishedData(lists: { readonly newer: readonly NewerList[] }): Published {
  let made: { of: readonly NewerList[]; files: ReadonlyMap<string, File> } | undefined;
  return (request) => {
    if (made?.of !== lists.newer) made = { of: lists.newer, files: filesOf(lists.newer) };
    const { pathname } = new URL(request.url);
    const file = made.files.get(pathname);
    if (!file) return null;
    const isIndex = pathname === DATA_INDEX;
    const isPacked = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    const body = isPacked ? file.packed : file.bytes;
    const headers = {
      ...SECURITY_HEADERS.asset,
      "content-type": pathname.endsWith(".json")
        ? "application/json; charset=utf-8"
        : "application/octet-stream",
      "cache-control": isIndex ? "no-cache" : "public, max-age=31536000, immutable",
      "content-length": String(body.length),
      "vary": "Accept-Encoding",
      ...isPacked && { "content-encoding": "gzip" },
    };
    if (request.method === "HEAD") return new Response(null, { headers });
    return respondFromMemory(body, { status: 200, headers });
  };
}

/** An entry of the index. */
export interface IndexEntry {
  name: string;
  /** When the list was written, and when it was read, ISO 8601. */
  date: string;
  readAt: string;
  sha256: string;
  url: string;
  signatureUrl?: string;
  /** The key that signed it, if it is not the usual one of its source. */
  publicKey?: string;
}

interface File {
  bytes: Bytes;
  /** The same in gzip, which makes a list less than half as long. */
  packed: Bytes;
}

function filesOf(lists: readonly NewerList[]): Map<string, File> {
  const files = new Map<string, File>();
  const add = (path: string, bytes: Bytes) =>
    files.set(path, { bytes, packed: new Uint8Array(gzipSync(bytes)) });
  const tables = lists.map(
    ({ program, bytes, sha256, signature, ownKey, readAt, logs }): IndexEntry => {
      const file = `/data/${sha256}.json`;
      const signatureFile = `/data/${sha256}.sig`;
      add(file, bytes);
      if (signature) add(signatureFile, signature);
      return {
        name: tableNameOf(program),
        date: new Date(logs.date).toISOString(),
        readAt: new Date(readAt).toISOString(),
        sha256,
        url: file,
        ...signature && { signatureUrl: signatureFile },
        ...ownKey !== null && { publicKey: ownKey },
      };
    },
  );
  add(DATA_INDEX, new TextEncoder().encode(JSON.stringify({ tables })));
  return files;
}

/** A server that publishes log lists, as Google and Apple do, for servers that DATA_SOURCES sends to it. */
import { loadBuiltInLogs, type LogEntry } from "../../core/x509/transparency/logs.ts";
import { laterEntries, listJson, type ListSigner, makeListSigner } from "./log-lists.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface ListMirror extends AsyncDisposable {
  /** The environment of a server that renews its lists from here. */
  readonly env: Record<string, string>;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** The files by path; a test may change them. */
  readonly files: Map<string, Bytes | Response>;
  /** Publishes lists of this time, which also have the entries. */
  publish(time: number, entries?: readonly LogEntry[]): Promise<void>;
}

export async function startListMirror(): Promise<ListMirror> {
  const files = new Map<string, Bytes | Response>();
  const asked: string[] = [];
  const signer: ListSigner = await makeListSigner();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const file = files.get(pathname) ?? new Response(null, { status: 404 });
    return file instanceof Response ? file.clone() : new Response(file);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    env: {
      ALLOW_PRIVATE_NETWORK: "1",
      DATA_REFRESH_HOURS: "1",
      DATA_SOURCES: JSON.stringify({
        ctLogs: {
          chrome: {
            url: `${url}/chrome.json`,
            signatureUrl: `${url}/chrome.sig`,
            publicKey: signer.publicKey,
          },
          apple: { url: `${url}/apple.json` },
        },
      }),
    },
    asked,
    files,
    async publish(time, entries = []) {
      const { chrome, apple } = await loadBuiltInLogs();
      const list = listJson([...laterEntries(chrome, time), ...entries], { timestamp: time });
      files.set("/chrome.json", list).set("/chrome.sig", await signer.sign(list));
      const version = String(apple.version! + 1);
      files.set("/apple.json", listJson([...laterEntries(apple, time), ...entries], { version }));
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

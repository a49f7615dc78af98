/**
 * The newest log lists that this site has, for operations whose answers depend on them. The requests contain nothing
 * about the user's input. The worker checks the lists before it uses them (workers/tables.ts).
 */
import type { SignedList } from "../../../workers/protocol.ts";

const INDEX = "/data/index.json";

/** Milliseconds until an answer uses the lists that the page has, while the newer ones go on loading. */
const PATIENCE = 5_000;

/** Milliseconds for all files. */
const FETCH_MS = 60_000;

/** Milliseconds after which a page that stays open asks again. */
const FRESH = 60 * 60 * 1000;

/** An entry of the index (api/data/published.ts). */
interface Entry {
  name: string;
  readAt: string;
  url: string;
  signatureUrl?: string;
  publicKey?: string;
}

const PROGRAMS = { "ct-logs-chrome": "chrome", "ct-logs-apple": "apple" } as const;

/** The lists that were fetched last. */
let fetched: readonly SignedList[] = [];
let fetching: { at: number; ended: Promise<void> } | undefined;

/** Never rejects: without an answer in time the lists are those that were fetched before, or none. */
export async function newestLists(): Promise<readonly SignedList[]> {
  if (!fetching || Date.now() - fetching.at > FRESH) {
    const ended = fetchLists().then((lists) => {
      fetched = lists;
    }, () => {
      // Ask again with the next run.
      fetching = undefined;
    });
    fetching = { at: Date.now(), ended };
  }
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE);
  await Promise.race([fetching.ended, late]);
  clearTimeout(timer);
  return fetched;
}

async function fetchLists(): Promise<SignedList[]> {
  const signal = AbortSignal.timeout(FETCH_MS);
  const index: { tables: Entry[] } = await (await fetchFile(INDEX, signal)).json();
  const lists = index.tables.map(async (entry): Promise<SignedList[]> => {
    const program = PROGRAMS[entry.name as keyof typeof PROGRAMS];
    // A later edition of the site may publish tables that this one does not know.
    if (!program) return [];
    const [bytes, signature] = await Promise.all([
      bytesOf(entry.url, signal),
      entry.signatureUrl ? bytesOf(entry.signatureUrl, signal) : null,
    ]);
    const publicKey = entry.publicKey ?? null;
    return [{ program, bytes, signature, publicKey, readAt: Date.parse(entry.readAt) }];
  });
  return (await Promise.all(lists)).flat();
}

const bytesOf = async (url: string, signal: AbortSignal) =>
  new Uint8Array(await (await fetchFile(url, signal)).arrayBuffer());

async function fetchFile(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

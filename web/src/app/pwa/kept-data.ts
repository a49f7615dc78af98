/**
 * The service worker's copies of the tables at /data. The index is asked for whenever the app is online; the files
 * that it names are kept for the times when it is not.
 */
const CACHE = "data";
const INDEX = "/data/index.json";

/** Answers from the network or, without one, with what was kept. Rejects if neither has the file. */
export async function keptData(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(request.url);
  // The name of a file is the digest of its content, so a kept one is never outdated.
  const kept = await cache.match(pathname);
  if (kept && pathname !== INDEX) return kept;
  try {
    const response = await fetch(request);
    if (!response.ok) return kept ?? response;
    await cache.put(pathname, response.clone());
    if (pathname === INDEX) await dropOthers(cache, await response.clone().json());
    return response;
  } catch (fault) {
    if (kept) return kept;
    throw fault;
  }
}

interface Index {
  tables: { url: string; signatureUrl?: string }[];
}

/** Deletes the files that the index no longer names. */
async function dropOthers(cache: Cache, { tables }: Index): Promise<void> {
  const named = new Set([INDEX, ...tables.flatMap(({ url, signatureUrl }) => [url, signatureUrl])]);
  for (const { url } of await cache.keys()) {
    if (!named.has(new URL(url).pathname)) await cache.delete(url);
  }
}

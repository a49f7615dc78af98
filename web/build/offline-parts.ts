/**
 * Divides the files that the service worker caches into two parts. The first has the documents and the
 * files that they name, so that every page opens. The second has the code and data that pages and
 * workers load on demand.
 */
/// <reference lib="deno.ns" />

interface Entry {
  url: string;
  /** Whether the file belongs to the second part. */
  later?: boolean;
}

/** Marks the entries of the second part. `folder` has the build's files. */
export async function inTwoParts<Cached extends Entry>(
  entries: readonly Cached[],
  folder: URL,
): Promise<Cached[]> {
  const documents = entries.filter(({ url }) => url.endsWith(".html"));
  const texts = await Promise.all(
    documents.map(({ url }) => Deno.readTextFile(new URL(url, folder))),
  );
  const named = new Set(texts.flatMap((text) => text.match(/assets\/[\w.-]+/g) ?? []));
  return entries.map((entry) =>
    entry.url.startsWith("assets/") && !named.has(entry.url) ? { ...entry, later: true } : entry
  );
}

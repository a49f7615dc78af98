/**
 * Whether a site serves what was built here: every page and file, in every encoding, with the headers
 * that decide what runs. It is compared with what this server would answer with this build.
 */
import { counted } from "../../core/kernel/formatting.ts";
import { loadSite, type Site } from "../site.ts";

/** An answer that is not what this build gives. */
interface SiteDifference {
  path: string;
  /** The accept-encoding of the requests that were answered so. */
  encodings: string[];
  /** What is different, as a sentence without its subject. */
  what: string;
}

export interface SiteComparison {
  /** How many paths were asked for. */
  paths: number;
  /** Octets of the bodies that were compared, uncompressed. */
  octets: number;
  differences: SiteDifference[];
}

interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** What a program asks for, what old browsers do, and what those of today do. */
const ENCODINGS = ["identity", "gzip", "gzip, deflate, br, zstd"];
/** Those that can be undone here. */
const READABLE = [null, "identity", "gzip", "br"];
const REQUESTS_AT_A_TIME = 6;
const TIMEOUT_MS = 30_000;
/** The error page runs scripts like any other. */
const UNKNOWN_PATH = "/no-such-page";

/** Headers that decide how a browser takes what it gets. */
const DECIDING = [
  "access-control-allow-origin",
  "content-security-policy",
  "content-type",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];
/** None of these is ever sent: each makes a browser load, run or keep something. */
const NEVER_SENT = [
  "link",
  "refresh",
  "service-worker-allowed",
  "set-cookie",
  "sourcemap",
  "speculation-rules",
  "x-sourcemap",
];

/** Compares the site at `origin`, which has no slash at its end, with the build in `dist`. */
export async function compareSite(origin: string, dist: URL): Promise<SiteComparison> {
  const expected = await editionOf(origin, dist);
  const left = [...expected.paths, UNKNOWN_PATH];
  const comparison: SiteComparison = { paths: left.length, octets: 0, differences: [] };
  const lane = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await comparePath(origin, path, expected, comparison);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, lane));
  comparison.differences.sort((a, b) => (a.path < b.path ? -1 : 1));
  return comparison;
}

/** Where documents name the site's origin. */
const NAMING = ["/", "/robots.txt"];

/** A server that knows its origin names it in its documents; the others keep addresses relative. */
async function editionOf(origin: string, dist: URL): Promise<Site> {
  const nameless = await loadSite(dist);
  for (const path of NAMING) {
    const answer = await answerOf(nameless, origin, path);
    if (await difference(origin, path, "identity", answer) === null) return nameless;
  }
  return await loadSite(dist, { siteUrl: origin });
}

async function comparePath(
  origin: string,
  path: string,
  site: Site,
  comparison: SiteComparison,
): Promise<void> {
  const expected = await answerOf(site, origin, path);
  const found = new Map<string, string[]>();
  for (const encoding of ENCODINGS) {
    const what = await difference(origin, path, encoding, expected);
    if (what !== null) found.set(what, [...found.get(what) ?? [], encoding]);
    comparison.octets += expected.body.length;
  }
  for (const [what, encodings] of found) comparison.differences.push({ path, encodings, what });
}

async function answerOf(site: Site, origin: string, path: string): Promise<Answer> {
  const { status, headers, body } = site.respond(new Request(origin + path));
  return { status, headers, body: await new Response(body).bytes() };
}

/** What is different in the answer to one request; null where nothing is. */
async function difference(
  origin: string,
  path: string,
  encoding: string,
  expected: Answer,
): Promise<string | null> {
  try {
    const response = await fetch(origin + path, {
      headers: { "accept-encoding": encoding },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = response;
    const wrong = differentHead(status, headers, expected);
    if (wrong !== null) {
      await response.body?.cancel();
      return wrong;
    }
    return differentBody(await readAtMost(response, expected.body.length + 1), expected.body);
  } catch (error) {
    return `could not be read: ${error instanceof Error ? error.message : error}`;
  }
}

function differentHead(status: number, headers: Headers, expected: Answer): string | null {
  if (status !== expected.status) return `has status ${status} instead of ${expected.status}`;
  for (const name of DECIDING) {
    const [found, wanted] = [headers.get(name), expected.headers.get(name)];
    if (found !== wanted) return `has the header ${name}: ${found}, and not: ${wanted}`;
  }
  const added = NEVER_SENT.find((name) => headers.has(name));
  if (added !== undefined) return `has a header of its own, ${added}: ${headers.get(added)}`;
  const encoding = headers.get("content-encoding");
  return READABLE.includes(encoding) ? null : `is sent as ${encoding}, which cannot be read here`;
}

function differentBody(found: Uint8Array, wanted: Uint8Array): string | null {
  const end = Math.min(found.length, wanted.length);
  let at = 0;
  while (at < end && found[at] === wanted[at]) at++;
  if (at < end) return `differs from octet ${at} of ${wanted.length} on`;
  if (found.length === wanted.length) return null;
  return found.length < wanted.length
    ? `ends after ${found.length} of ${wanted.length} octets`
    : `goes on after its ${counted(wanted.length, "octet")}`;
}

/** The body, or so much of it: whoever sends without an end is not read to it. */
async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const read = new Uint8Array(most);
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const fitting = chunk.subarray(0, most - length);
    read.set(fitting, length);
    length += fitting.length;
    if (length === most) break;
  }
  return read.subarray(0, length);
}

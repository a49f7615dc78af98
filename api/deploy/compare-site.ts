/**
 * Compares a site with a build: every page and file, in every encoding and as Firefox too, with all headers
 * that affect a page. Each response is compared with the one that this server would send.
 */
import { counted } from "../../core/kernel/formatting.ts";
import { loadSite, type Site } from "../site.ts";

/** A response that differs from the expected one. */
interface SiteDifference {
  path: string;
  /** The Accept-Encoding headers of the requests with this response. */
  encodings: string[];
  /** The difference, as a sentence without its subject. */
  what: string;
}

export interface SiteComparison {
  /** The number of requested paths. */
  paths: number;
  /** The uncompressed octets of the compared bodies. */
  octets: number;
  differences: SiteDifference[];
}

interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** The Accept-Encoding headers of programs, of old browsers and of current ones. */
const ENCODINGS = ["identity", "gzip", "gzip, deflate, br, zstd"];
/** Firefox gets another policy for workers (http/headers.ts). */
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
/** The Accept-Encoding and User-Agent of each request. */
const REQUESTS: readonly [encoding: string, agent?: string][] = [
  ...ENCODINGS.map((encoding): [string] => [encoding]),
  [ENCODINGS[2], FIREFOX],
];
/** The content encodings that this program can decode. */
const READABLE = [null, "identity", "gzip", "br"];
const REQUESTS_AT_A_TIME = 6;
const TIMEOUT_MS = 30_000;
/** The error page is compared too, because it runs scripts like any other. */
const UNKNOWN_PATH = "/no-such-page";

/** Headers of the transport, whose values differ from server to server and affect no page. */
const TRANSPORT: ReadonlySet<string> = new Set([
  "accept-ranges",
  "age",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "last-modified",
  "server",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "via",
  "x-build",
  "x-request-id",
]);

/** Another protocol of the same host, as Caddy announces HTTP/3 (RFC 7838, 3). */
const SAME_HOST = /^(?:[\w-]+=":\d+"(?:; *\w+=\w+)*(?:, *|$))+$/;

/** Whether a header that this server does not send affects no page. */
const isHarmless = (name: string, value: string): boolean =>
  TRANSPORT.has(name) || name === "alt-svc" && SAME_HOST.test(value);

/**
 * Compares the site at `origin`, which has no slash at its end, with the build in `dist`.
 * `only`: the paths to compare; all if there are none.
 */
export async function compareSite(
  origin: string,
  dist: URL,
  only: readonly string[] = [],
): Promise<SiteComparison> {
  const expected = await editionOf(origin, dist);
  const left = only.length > 0 ? [...only] : [...expected.paths, UNKNOWN_PATH];
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

/** Documents that contain the site's origin. */
const NAMING = ["/", "/robots.txt"];

/** Finds out whether the site's documents contain its origin or relative URLs. */
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
  const found = new Map<string, string[]>();
  for (const [encoding, agent] of REQUESTS) {
    const expected = await answerOf(site, origin, path, agent);
    const what = await difference(origin, path, encoding, expected, agent);
    const request = agent === undefined ? encoding : `${encoding} as Firefox`;
    if (what !== null) found.set(what, [...found.get(what) ?? [], request]);
    comparison.octets += expected.body.length;
  }
  for (const [what, encodings] of found) comparison.differences.push({ path, encodings, what });
}

async function answerOf(
  site: Site,
  origin: string,
  path: string,
  agent?: string,
): Promise<Answer> {
  const own: Record<string, string> = agent === undefined ? {} : { "user-agent": agent };
  const { status, headers, body } = site.respond(new Request(origin + path, { headers: own }));
  return { status, headers, body: await new Response(body).bytes() };
}

/** The difference in the response to one request, or null. */
async function difference(
  origin: string,
  path: string,
  encoding: string,
  expected: Answer,
  agent?: string,
): Promise<string | null> {
  try {
    const response = await fetch(origin + path, {
      headers: { "accept-encoding": encoding, ...(agent !== undefined && { "user-agent": agent }) },
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
  for (const [name, wanted] of expected.headers) {
    const found = headers.get(name);
    if (!TRANSPORT.has(name) && found !== wanted) {
      return `has the header ${name}: ${found}, and not: ${wanted}`;
    }
  }
  for (const [name, value] of headers) {
    if (expected.headers.has(name) || isHarmless(name, value)) continue;
    return `has an additional header, ${name}: ${value}`;
  }
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

/** Reads at most this many octets of the body, which may be endless. */
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

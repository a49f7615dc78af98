/**
 * Serves the built app from memory. Each file has its type, ETag, encodings and headers. Hono's static
 * handler is not used, because it sets no caching headers or ETags and answers a missing asset with a
 * page.
 *
 * Documents, sitemap and robots.txt contain the site's origin. The build does not know it and writes a
 * placeholder, so the server makes an edition of these files for each origin. If the origin is
 * neither configured nor reported by a trusted proxy, URLs are relative, and there is no sitemap,
 * because it needs absolute ones.
 */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Kind, SECURITY_HEADERS, workerHeaders } from "./http/headers.ts";
import { respondFromMemory } from "./http/send.ts";
import { forwardedOrigin } from "./http/forwarded.ts";

type Encoding = "br" | "gzip" | "identity";

interface SiteFile {
  kind: Kind;
  headers: Record<string, string>;
  etag: string;
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

export interface Site {
  /** The first digits of the hash of the sources of the build. */
  build: string;
  /** The paths of all pages and files, sorted. */
  paths: readonly string[];
  /** Answers a GET or HEAD of a page or file, or responds with 404. */
  respond(request: Request): Response;
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
};

/** Files of the build that are not served: records, and the code of compute threads. */
const PRIVATE = /^\/(?:build\.json|site\.json|server\/.*)$/;

/** The digits of the build's hash that the server shows. */
const BUILD_DIGITS = 12;

/** The content of `dist/site.json`, which the build writes for the server. */
interface SiteRecord {
  /** The paths of pages. */
  routes: string[];
  /** The placeholder for the site's origin in the files. */
  placeholderOrigin: string;
}

interface SiteOptions {
  /** The previous build, for its hashed assets: pages opened before still load their chunks. */
  previous?: URL;
  /** The site's own origin. */
  siteUrl?: string | null;
  /** The number of our own proxies in front, which report the origin if `siteUrl` is null. */
  trustProxy?: number;
}

/** Loads the build in `dist`. */
export async function loadSite(
  dist: URL,
  { previous, siteUrl = null, trustProxy = 0 }: SiteOptions = {},
): Promise<Site> {
  const files = new Map<string, SiteFile>();
  if (previous) await collect(previous, files, "/assets/");
  await collect(dist, files);
  const json = async (name: string) => JSON.parse(await Deno.readTextFile(new URL(name, dist)));
  const record: SiteRecord = await json("site.json");
  const { sources }: { sources: string } = await json("build.json");
  const pages = pagesOf(record.routes, files);
  // If editions are made during requests, use a quality that takes only a millisecond.
  const quality = siteUrl || trustProxy === 0 ? constants.BROTLI_MAX_QUALITY : 5;
  const editions = createEditions(files, record.placeholderOrigin, quality);
  const isFile = (path: string) => !path.endsWith(".html");
  return {
    build: sources.slice(0, BUILD_DIGITS),
    paths: [...record.routes, ...[...files.keys()].filter(isFile)].sort(),
    respond: (request) => {
      const origin = siteUrl ?? forwardedOrigin(request, trustProxy);
      return respond(request, editions(origin), pages);
    },
  };
}

interface Pages {
  /** The document of each route. */
  documents: ReadonlyMap<string, string>;
  /** The route of each document that belongs to only one route. */
  routes: ReadonlyMap<string, string>;
}

const SHELL = "/index.html";
const ERROR_PAGE = "/404.html";

function pagesOf(routes: readonly string[], files: ReadonlyMap<string, SiteFile>): Pages {
  const own = (route: string) => {
    if (route === "/") return SHELL;
    return route === "/csr/popup" ? "/popup/index.html" : `${route}.html`;
  };
  return {
    documents: new Map(
      routes.map((route) => [route, files.has(own(route)) ? own(route) : SHELL]),
    ),
    routes: new Map(routes.map((route) => [own(route), route])),
  };
}

/** Returns the files for an origin, or for an unknown origin (null). */
type Editions = (origin: string | null) => Files;
type Files = (path: string) => SiteFile | undefined;

/** The most origins whose editions are kept in memory. */
const MAX_EDITIONS = 8;

function createEditions(
  files: ReadonlyMap<string, SiteFile>,
  placeholder: string,
  quality: number,
): Editions {
  const texts = new Map<string, string>();
  for (const [path, { bodies }] of files) {
    if (!/\.(html|xml|txt)$/.test(path)) continue;
    const text = new TextDecoder().decode(bodies.identity);
    if (text.includes(placeholder)) texts.set(path, text);
  }
  const editions = new Map<string, Map<string, SiteFile>>();
  return (origin) => {
    const key = origin ?? "";
    let edition = editions.get(key);
    if (!edition) {
      editions.set(key, edition = new Map());
      if (editions.size > MAX_EDITIONS) editions.delete(editions.keys().next().value!);
    }
    return (path) => {
      const text = texts.get(path);
      if (text === undefined) return files.get(path);
      if (origin === null && path.endsWith(".xml")) return undefined;
      let file = edition.get(path);
      if (!file) {
        const named = origin === null && path.endsWith(".txt")
          ? text.split("\n").filter((line) => !line.includes(placeholder)).join("\n")
          : text.replaceAll(placeholder, key);
        file = textFile(path, named, quality);
        edition.set(path, file);
      }
      return file;
    };
  };
}

function textFile(path: string, text: string, quality: number): SiteFile {
  const identity = new TextEncoder().encode(text);
  return {
    etag: etagOf(identity),
    kind: kindOf(path),
    headers: headersFor(path),
    bodies: {
      identity,
      br: new Uint8Array(
        brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      ),
      gzip: new Uint8Array(gzipSync(identity)),
    },
  };
}

function etagOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

async function collect(root: URL, files: Map<string, SiteFile>, only = "/"): Promise<void> {
  for await (const path of walk(root, "/")) {
    if (!path.startsWith(only) || PRIVATE.test(path) || path.startsWith("/.")) continue;
    if (path.endsWith(".br") || path.endsWith(".gz")) continue;
    const at = (suffix: string) => new URL(`.${path}${suffix}`, root);
    const identity = await Deno.readFile(at(""));
    files.set(path, {
      etag: etagOf(identity),
      kind: kindOf(path),
      headers: headersFor(path),
      bodies: {
        identity,
        br: await readIfThere(at(".br")),
        gzip: await readIfThere(at(".gz")),
      },
    });
  }
}

async function* walk(root: URL, prefix: string): AsyncGenerator<string> {
  try {
    for await (const entry of Deno.readDir(new URL(`.${prefix}`, root))) {
      const path = prefix + entry.name;
      if (entry.isDirectory) yield* walk(root, `${path}/`);
      else if (entry.isFile) yield path;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function readIfThere(file: URL): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await Deno.readFile(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  }
}

function headersFor(path: string): Record<string, string> {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  const hashed = path.startsWith("/assets/");
  return {
    ...SECURITY_HEADERS[kindOf(path)],
    "content-type": TYPES[extension] ?? "application/octet-stream",
    "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
    "vary": "Accept-Encoding",
  };
}

function kindOf(path: string): Kind {
  if (path === "/sw.js") return "service-worker";
  if (path.startsWith("/assets/worker-")) return "worker";
  if (!path.endsWith(".html")) return "asset";
  return path.startsWith("/popup/") ? "popup" : "page";
}

function respond(request: Request, files: Files, pages: Pages): Response {
  const { pathname, search } = new URL(request.url);
  const document = pages.documents.get(pathname);
  if (document !== undefined) {
    const page = files(document);
    if (page) return send(request, page, 200);
  }
  // Each page has one URL: redirect from the one with a slash at its end, and from its file name.
  const route = pathname.endsWith("/") && pages.documents.has(pathname.slice(0, -1))
    ? pathname.slice(0, -1)
    : pages.routes.get(pathname);
  if (route !== undefined) {
    const headers = { ...SECURITY_HEADERS.page, location: route + search };
    return new Response(null, { status: 308, headers });
  }
  const file = pathname.endsWith(".html") ? undefined : files(pathname);
  if (file) return send(request, file, 200);
  const unknown = files(ERROR_PAGE) ?? files(SHELL);
  // The app requests its own assets and cannot use a page in place of a missing one.
  if (pathname.startsWith("/assets/") || !unknown) {
    return new Response("Not found\n", {
      status: 404,
      headers: {
        ...SECURITY_HEADERS.asset,
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
      },
    });
  }
  return send(request, unknown, 404);
}

function send(request: Request, file: SiteFile, status: number): Response {
  const encoding = negotiate(request.headers.get("accept-encoding"), file);
  // Each encoding is a separate representation with its own ETag (RFC 9110, 8.8.3.3).
  const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const headers: Record<string, string> = { ...file.headers, etag };
  if (file.kind === "worker") {
    Object.assign(headers, workerHeaders(request.headers.get("user-agent")));
  }
  if (status === 200 && matches(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const body = file.bodies[encoding]!;
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  headers["content-length"] = String(body.length);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return respondFromMemory(body, { status, headers });
}

function negotiate(accepted: string | null, file: SiteFile): Encoding {
  const weights = new Map(
    (accepted ?? "").toLowerCase().split(",").map((item) => {
      const [name, weight] = item.split(";").map((part) => part.trim());
      return [name, weight?.startsWith("q=") ? Number(weight.slice(2)) : 1] as const;
    }),
  );
  for (const encoding of ["br", "gzip"] as const) {
    if (file.bodies[encoding] && (weights.get(encoding) ?? weights.get("*") ?? 0) > 0) {
      return encoding;
    }
  }
  return "identity";
}

function matches(header: string | null, etag: string): boolean {
  if (!header) return false;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag === "*");
}

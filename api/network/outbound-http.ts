/**
 * HTTP requests to the URLs that certificates contain: of issuers, CRLs and OCSP responders.
 *
 * The author of a certificate may be an attacker, so every step is bounded: only http and https on
 * ports 80 and 443, one look-up whose addresses are checked, a connection to a checked address, and
 * limits on time and bytes. A redirect is returned to the caller, which has to pay for another
 * request. The content is not trusted either: callers verify its signature.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIPv6 } from "node:net";
import { isOperationError } from "../../core/kernel/errors.ts";
import { TimeIsUp } from "./concurrency.ts";
import { type Deadlines, MAX_FETCH_ATTEMPTS } from "./limits.ts";
import type { Resolution } from "./dns/resolve.ts";

export type FetchProblem =
  /** Scheme or port are not allowed, or the host is unknown or not public. */
  | "refused"
  /** The resolver did not answer. */
  | "unresolved"
  | "unreachable"
  | "timeout"
  /** The status was not 200. */
  | "not_found"
  | "too_large"
  /** The content has another format. */
  | "unreadable"
  /** The CRL has another issuer than the certificate allows. */
  | "other_issuer"
  /** The server holds too many bytes of CRLs at the moment. */
  | "busy";

export interface HttpAccess extends Resolution {
  deadlines: Deadlines;
  /** Maps a port to the one to connect to. Only tests change it, to reach their own servers. */
  connectPort: (port: number) => number;
  /** Called with an unexpected fault. */
  onFault?: (thrown: unknown) => void;
}

const PORTS: ReadonlySet<number> = new Set([80, 443]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
export class FetchError extends Error {
  override readonly name = "FetchError";
  constructor(readonly problem: FetchProblem) {
    super();
  }
}

/**
 * Why a fetch failed. An unknown fault, for example of the runtime, is reported to `onFault` and
 * counts as "unreachable", so that one URL cannot end the whole analysis.
 */
export function problemOf(fault: unknown, { onFault }: HttpAccess): FetchProblem {
  const problem = knownProblem(fault);
  if (problem === null) onFault?.(fault);
  return problem ?? "unreachable";
}

/** Why a fetch failed; null for an unknown fault. */
export function knownProblem(fault: unknown): FetchProblem | null {
  if (fault instanceof FetchError) return fault.problem;
  if (fault instanceof TimeIsUp) return "timeout";
  if (!isOperationError(fault)) return null;
  switch (fault.code) {
    case "host_refused":
      return "refused";
    case "host_timeout":
      return "unresolved";
    default:
      return "unreadable";
  }
}

/** A request, and how much of its answer is read. */
export interface Wanted {
  method: "GET" | "POST";
  body: Uint8Array<ArrayBuffer> | null;
  headers: Readonly<Record<string, string>>;
  maxBytes: number;
  /**
   * Called once with the first HEAD_BYTES of a longer answer. Returns why the rest is not read, or null
   * to read it. `announced`: the length by the Content-Length header, or NaN.
   */
  judgeHead?: (head: Uint8Array<ArrayBuffer>, announced: number) => FetchProblem | null;
}

const HEAD_BYTES = 4096;

/** Sends the request to the first reachable address. All addresses must be checked before. */
export async function ask(
  url: URL,
  addresses: readonly string[],
  { connectPort }: HttpAccess,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const port = connectPort(portOf(url));
  let last: unknown;
  for (const address of addresses.slice(0, MAX_FETCH_ATTEMPTS)) {
    try {
      return await request(url, address, port, wanted, signal);
    } catch (fault) {
      last = fault;
      if (!(fault instanceof FetchError && fault.problem === "unreachable")) break;
    }
  }
  throw last;
}

/** Parses a URL. Throws FetchError "refused" if it must not be fetched. */
export function allowed(text: string, base?: URL): URL {
  const url = fetchableUrl(text, base);
  if (!url) throw new FetchError("refused");
  return url;
}

/** Parses a URL; null if its scheme or port is not allowed, or it has a user name or password. */
export function fetchableUrl(text: string, base?: URL): URL | null {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  return url && isHttp && PORTS.has(portOf(url)) && !url.username && !url.password ? url : null;
}

function portOf({ protocol, port }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/**
 * The empty proxyEnv disables proxies, even with NODE_USE_ENV_PROXY set: a proxy would look the name
 * up by itself, which bypasses the guard. (The types do not have this option yet.)
 */
const NO_PROXY = { keepAlive: false, proxyEnv: {} } as http.AgentOptions;

/** The initial size of the buffer for an answer. */
const FIRST_BYTES = 64 * 1024;

type HttpAnswer =
  | { body: Uint8Array<ArrayBuffer>; location: null }
  | { body: null; location: string };

/** Sends one request. Settles when its socket is closed. */
function request(
  url: URL,
  address: string,
  port: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { method, body, headers } = wanted;
  const { Agent, request } = url.protocol === "https:" ? https : http;
  const agent = new Agent(NO_PROXY);
  return new Promise((resolve, reject) => {
    let outcome: (() => void) | null = null;
    const sent = request(url, {
      method,
      agent,
      port,
      // A second look-up could return an address that was not checked (DNS rebinding).
      lookup: (_hostname, _options, found) =>
        found(null, [{ address, family: isIPv6(address) ? 6 : 4 }]),
      // The content is signed, so it may come from a host whose own certificate is not valid.
      rejectUnauthorized: false,
      // Otherwise the runtime reads the file in NODE_EXTRA_CA_CERTS, for which it has no permission.
      ca: [],
      headers: {
        // This is the port of the URL, even if connectPort maps it to another.
        host: url.host,
        ...headers,
        "accept-encoding": "identity",
        "user-agent": "ssl-tools",
      },
    });
    const end = (settled: () => void) => {
      if (outcome) return;
      outcome = settled;
      signal.removeEventListener("abort", stop);
      sent.destroy();
      agent.destroy();
    };
    const done = (answer: HttpAnswer) => end(() => resolve(answer));
    const fail = (fault: unknown) => end(() => reject(fault));
    const stop = () => fail(signal.reason);
    sent.on("error", () => fail(new FetchError("unreachable")));
    sent.on("close", () => {
      fail(new FetchError("unreachable"));
      outcome!();
    });
    sent.on("response", (response) => receive(response, wanted, { done, fail }));
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    else sent.end(body ?? undefined);
  });
}

function receive(
  response: http.IncomingMessage,
  { maxBytes, judgeHead }: Wanted,
  { done, fail }: { done(answer: HttpAnswer): void; fail(fault: unknown): void },
): void {
  const { statusCode = 0, headers } = response;
  if (REDIRECTS.has(statusCode) && headers.location) {
    return done({ body: null, location: headers.location });
  }
  if (statusCode !== 200) return fail(new FetchError("not_found"));
  const announced = Number(headers["content-length"] ?? NaN);
  // The head of a CRL is judged even if the CRL is longer than this request may read.
  if (announced > maxBytes && !judgeHead) return fail(new FetchError("too_large"));
  let body = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  let length = 0;
  response.on("data", (chunk: Uint8Array) => {
    const wasShort = length < HEAD_BYTES;
    if (length + chunk.length > body.length && body.length < maxBytes) {
      // transfer() frees the old buffer at once, without waiting for garbage collection.
      body = new Uint8Array(
        body.buffer.transfer(Math.min(maxBytes, 2 * (length + chunk.length))),
      );
    }
    const fits = chunk.subarray(0, body.length - length);
    body.set(fits, length);
    length += fits.length;
    if (judgeHead && wasShort && length >= HEAD_BYTES) {
      const problem = judgeHead(body.subarray(0, HEAD_BYTES), announced);
      if (problem !== null) return fail(new FetchError(problem));
    }
    if (fits.length < chunk.length || announced > maxBytes && length >= HEAD_BYTES) {
      return fail(new FetchError("too_large"));
    }
  });
  response.on(
    "end",
    () => done({ body: new Uint8Array(body.buffer.transfer(length)), location: null }),
  );
  response.on("error", () => fail(new FetchError("unreachable")));
}

/** The sentence for each problem, the same for issuers, CRLs and OCSP responders. */
export const FETCH_WORDS: Readonly<Record<FetchProblem | "moved", string>> = {
  refused: "Its address is not public, or not supported",
  unresolved: "Its host could not be looked up",
  unreachable: "It could not be reached",
  timeout: "It did not answer in time",
  not_found: "It answered with an error",
  too_large: "It sent more data than this tool reads",
  unreadable: "Its answer cannot be read",
  other_issuer: "It is from another issuer",
  busy: "The server is reading too many large CRLs at the moment. Try again later",
  moved: "It sent too many redirects",
};

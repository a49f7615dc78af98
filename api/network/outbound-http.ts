/**
 * Fetches an issuer's certificate from the address that a certificate names (RFC 5280, 4.2.2.1).
 *
 * The address was written by a stranger, so every step is bounded: http and https on ports 80 and 443
 * alone, the host looked up once and checked, the connection made to the checked address, little
 * time and few bytes. A redirect is an answer like any other: whoever follows it pays for one more
 * fetch. What comes is not trusted either: only its signature on the certificate below tells
 * whether it is the issuer.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIPv6 } from "node:net";
import { isOperationError } from "../../core/kernel/errors.ts";
import { TimeIsUp } from "./concurrency.ts";
import { type Deadlines, MAX_FETCH_ATTEMPTS } from "./limits.ts";
import type { Resolution } from "./dns/resolve.ts";

export type FetchProblem =
  /** Scheme or port are not allowed, or the host is unknown or not public; which is not said. */
  | "refused"
  /** The resolver did not answer: nothing is known of the host. */
  | "unresolved"
  | "unreachable"
  | "timeout"
  /** Another status than 200. */
  | "not_found"
  | "too_large"
  /** Neither DER nor PEM nor PKCS#7. */
  | "unreadable"
  /** A CRL of another issuer than those who may issue it. */
  | "other_issuer"
  /** The bytes were not kept, because too many are held. */
  | "busy";

export interface HttpAccess extends Resolution {
  deadlines: Deadlines;
  /** The port that is really connected to. Tests put their servers elsewhere; nobody else does. */
  connectPort: (port: number) => number;
  /** Called with a fault that is not an answer of the network. */
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
 * Why nothing was fetched. A fault that is not known, of the runtime for example, is reported to
 * `access` and counts as "unreachable": one address must not end the whole analysis.
 */
export function problemOf(fault: unknown, { onFault }: HttpAccess): FetchProblem {
  const problem = knownProblem(fault);
  if (problem === null) onFault?.(fault);
  return problem ?? "unreachable";
}

/** Why nothing was fetched; null for a fault that is not known. */
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

/** What is asked for, and how much of it is read. */
export interface Wanted {
  method: "GET" | "POST";
  body: Uint8Array<ArrayBuffer> | null;
  headers: Readonly<Record<string, string>>;
  maxBytes: number;
  /**
   * Why the rest of an answer need not be read; null where it is. Called once with the first
   * HEAD_BYTES of a longer answer. `announced`: octets of the whole by its header; else NaN.
   */
  judgeHead?: (head: Uint8Array<ArrayBuffer>, announced: number) => FetchProblem | null;
}

const HEAD_BYTES = 4096;

/** Asks the first of the addresses, all of them checked, that can be reached. */
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

/** The address as a URL. Throws FetchError "refused" where it may not be asked. */
export function allowed(text: string, base?: URL): URL {
  const url = fetchableUrl(text, base);
  if (!url) throw new FetchError("refused");
  return url;
}

/** Reads an address that may be asked: its scheme and port are allowed, and it names no user. */
export function fetchableUrl(text: string, base?: URL): URL | null {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  return url && isHttp && PORTS.has(portOf(url)) && !url.username && !url.password ? url : null;
}

function portOf({ protocol, port }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/**
 * An empty proxyEnv: with NODE_USE_ENV_PROXY set a request would go to a proxy, which looks the name
 * up by itself, and nothing here would have been checked. (The types do not know it yet.)
 */
const NO_PROXY = { keepAlive: false, proxyEnv: {} } as http.AgentOptions;

/** Memory for an answer at first; it grows with what comes. */
const FIRST_BYTES = 64 * 1024;

type HttpAnswer =
  | { body: Uint8Array<ArrayBuffer>; location: null }
  | { body: null; location: string };

/** One request. Settles when its socket is closed. */
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
      // Always the address that was checked; a second look-up could give another one.
      lookup: (_hostname, _options, found) =>
        found(null, [{ address, family: isIPv6(address) ? 6 : 4 }]),
      // What is fetched proves itself by its signature; a broken https host must not hide it.
      rejectUnauthorized: false,
      // Else the runtime reads the file that NODE_EXTRA_CA_CERTS names, which it may not.
      ca: [],
      headers: {
        // The port in it is the URL's, wherever the connection goes.
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
  // The head of a longer list is judged even where the whole is more than is read now.
  if (announced > maxBytes && !judgeHead) return fail(new FetchError("too_large"));
  let body = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  let length = 0;
  response.on("data", (chunk: Uint8Array) => {
    const wasShort = length < HEAD_BYTES;
    if (length + chunk.length > body.length && body.length < maxBytes) {
      // The memory of what is moved is free at once, without waiting for the garbage collector.
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

/** Why an address that a certificate names gave nothing: one sentence for issuers, CRLs and responders. */

export const FETCH_WORDS: Readonly<Record<FetchProblem | "moved", string>> = {
  refused: "ITS ADDRESS IS NOT PUBLIC OR CANNOT BE ASKED HERE",
  unresolved: "ITS HOST COULD NOT BE LOOKED UP",
  unreachable: "IT COULD NOT BE REACHED",
  timeout: "IT DID NOT ANSWER IN TIME",
  not_found: "IT ANSWERED WITH AN ERROR",
  too_large: "IT SENT MORE THAN IS READ HERE",
  unreadable: "WHAT IT SENT CANNOT BE READ",
  other_issuer: "IT IS OF ANOTHER ISSUER",
  busy: "TOO MANY LONG CRLS ARE READ AT THE MOMENT",
  moved: "IT REDIRECTED TOO OFTEN",
};

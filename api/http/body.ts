/** Reads the JSON object in a request's body, with a size limit. Errors never quote the body. */
import { failure, type Outcome, type ServerErrorCode } from "../../core/kernel/errors.ts";
import * as TEXT from "../../core/texts.ts";
import type { Held } from "../byte-account.ts";

/** docs/decisions.md, "Limits of the API". */
export const MAX_BODY_BYTES = 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of a body, and their place in the account of bytes. */
interface Body {
  bytes: Bytes;
  held: Held;
}

/**
 * Where the parts of a body come from. Calls `take` with each of them until it returns false or the signal is
 * aborted. Resolves with whether the body has ended; false if the connection was closed before.
 */
export type Arrive = (take: (part: Uint8Array) => boolean, stop: Stop) => Promise<boolean>;

/** Calls `end`, if it is set, to end a reading. */
interface Stop {
  end?: () => void;
}

/**
 * Returns the body's bytes. Refuses other media types and charsets (415), any content coding (415,
 * because a few kB may decompress to gigabytes), and more than `limit` bytes as soon as they are
 * announced or have arrived (413). `parseJsonObject` parses the bytes.
 *
 * @param hold counts bytes for the client. If it has no room for them, the body is refused (503) before it is
 *   read, or when it needs the room. The caller releases the bytes of the result
 * @param arrive by default from the request itself
 */
export async function readBody(
  request: Pick<Request, "headers" | "body">,
  hold: (bytes: number, onGivenUp: () => void) => Held | null,
  { arrive, limit = MAX_BODY_BYTES }: { arrive?: Arrive; limit?: number } = {},
): Promise<Outcome<Body, ServerErrorCode>> {
  const { headers } = request;
  if (!isJson(headers.get("content-type"))) {
    return failure("content_type", TEXT.contentType);
  }
  const encoding = headers.get("content-encoding");
  if (encoding && encoding.trim().toLowerCase() !== "identity") {
    return failure("content_type", TEXT.contentEncoding);
  }
  const length = headers.get("content-length");
  const announced = length === null ? null : Number(length);
  if (announced !== null && announced > limit) return failure("body_too_large", TEXT.bodyTooLarge);
  const stop: Stop = {};
  const held = hold(announced ?? 0, () => stop.end?.());
  if (held === null) return failure("busy", TEXT.busy);
  const parts = new Parts(announced);
  let problem: ServerErrorCode = "request_timeout";
  const take = (part: Uint8Array): boolean => {
    if (parts.length + part.length > limit) problem = "body_too_large";
    else if (announced === null && !held.grow(part.length)) problem = "busy";
    else {
      parts.add(part);
      return true;
    }
    return false;
  };
  // Do not read request.body first: that property would read the connection too.
  const isWhole = await (arrive ?? arriveIn(request.body))(take, stop);
  if (held.isGivenUp) problem = "busy";
  else if (isWhole) return { ok: true, value: { bytes: parts.whole(), held } };
  held.release();
  free(parts.whole());
  // After request_timeout the connection is closed, so this answer has no reader.
  return failure(problem, PROBLEMS[problem]!);
}

/** Frees the memory of a body now. Until garbage is collected, many bodies would keep more than is counted. */
export function free(bytes: Bytes): void {
  bytes.buffer.transfer(0);
}

const PROBLEMS: Partial<Record<ServerErrorCode, string>> = {
  body_too_large: TEXT.bodyTooLarge,
  busy: TEXT.busy,
  request_timeout: TEXT.requestTimeout,
};

const arriveIn = (stream: Request["body"]): Arrive => async (take, stop) => {
  const reader = stream?.getReader();
  stop.end = () => void reader?.cancel().catch(() => {});
  for (;;) {
    // Reading rejects when the connection is closed.
    const read = await reader?.read().catch(() => null);
    if (read === null) return false;
    if (!read?.value) return true;
    if (take(read.value)) continue;
    stop.end();
    return false;
  }
};

/** A body of unknown length starts with this many bytes. */
const FIRST_BYTES = 64 * 1024;

/**
 * Joins the parts of a body as they arrive. Kept one by one, each of them would take some 200 bytes
 * more, and a client may send every byte in a part of its own.
 */
class Parts {
  length = 0;
  #bytes: Bytes;

  /** `announced`: the length of the whole; null if it is not known. */
  constructor(announced: number | null) {
    this.#bytes = new Uint8Array(announced ?? FIRST_BYTES);
  }

  add(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.#bytes.length) {
      // transfer() frees the old buffer at once, without waiting for garbage collection.
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(Math.max(length, 2 * this.length)));
    }
    this.#bytes.set(part, this.length);
    this.length = length;
  }

  whole(): Bytes {
    const isExact = this.length === this.#bytes.length;
    return isExact ? this.#bytes : new Uint8Array(this.#bytes.buffer.transfer(this.length));
  }
}

/** Parses a JSON object. Refuses invalid UTF-8, invalid JSON and other JSON values. */
export function parseJsonObject(bytes: Bytes): Outcome<Record<string, unknown>, ServerErrorCode> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return failure("invalid_input", TEXT.bodyNotUtf8);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failure("invalid_input", TEXT.bodyNotJson);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return failure("invalid_input", TEXT.bodyNotObject);
  }
  return { ok: true, value: value as Record<string, unknown> };
}

/** application/json with no charset or UTF-8 (RFC 8259, section 8.1). */
function isJson(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";").map((s) => s.trim());
  return type === "application/json" && parameters.every((parameter) => {
    if (!parameter.startsWith("charset=")) return true;
    return ["utf-8", '"utf-8"', "utf8"].includes(parameter.slice("charset=".length));
  });
}

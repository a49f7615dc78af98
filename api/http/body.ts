/** Reads the JSON object in a request's body, with a size limit. Errors never quote the body. */
import { failure, type Outcome, type ServerErrorCode } from "../../core/kernel/errors.ts";
import * as TEXT from "../../core/texts.ts";

/** docs/decisions.md, "Limits of the API". */
export const MAX_BODY_BYTES = 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Returns the body's bytes. Refuses other media types and charsets (415), any content coding (415,
 * because a few kB may decompress to gigabytes), and more than `limit` bytes as soon as they are
 * announced or have arrived (413). `parseJsonObject` parses the bytes.
 */
export async function readBody(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Outcome<Bytes, ServerErrorCode>> {
  if (!isJson(request.headers.get("content-type"))) {
    return failure("content_type", TEXT.contentType);
  }
  const encoding = request.headers.get("content-encoding");
  if (encoding && encoding.trim().toLowerCase() !== "identity") {
    return failure("content_type", TEXT.contentEncoding);
  }
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > limit) return failure("body_too_large", TEXT.bodyTooLarge);
  let bytes: Bytes | null;
  try {
    // An announced length also limits the bytes that arrive, so the faster method is safe.
    bytes = announced === null
      ? await readAtMost(request.body, limit)
      : new Uint8Array(await request.arrayBuffer());
  } catch {
    // The connection was closed or timed out during the body, so this answer has no reader.
    return failure("request_timeout", TEXT.requestTimeout);
  }
  if (!bytes || bytes.length > limit) return failure("body_too_large", TEXT.bodyTooLarge);
  return { ok: true, value: bytes };
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

/** Reads the whole stream; null if it exceeds the limit, without reading the rest. */
async function readAtMost(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Bytes | null> {
  if (!stream) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** THE map from error code to HTTP status. Exhaustive: a new code without a status does not compile. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServerErrorCode } from "../core/errors.ts";

export const STATUS: Readonly<Record<ServerErrorCode, ContentfulStatusCode>> = {
  invalid_input: 400,
  unreadable: 400,
  wrong_type: 400,
  unsupported: 400,
  too_complex: 400,
  passphrase_required: 400,
  passphrase_wrong: 400,
  key_inconsistent: 400,
  key_mismatch: 400,
  host_refused: 400,
  forbidden: 403,
  endpoint_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  too_large: 413,
  body_too_large: 413,
  content_type: 415,
  rate_limited: 429,
  internal: 500,
  host_unreachable: 502,
  host_without_tls: 502,
  busy: 503,
  host_timeout: 504,
};

/** Clients that refuse a valid chain: those that decide the headline, and how they are listed. */
import { isBrowser, type Refusal } from "../../x509/rules/refusals.ts";
import type { RefusedFor } from "../codes.ts";

/** The rules that decide whether a handshake with a browser succeeds. */
const IN_HANDSHAKE: ReadonlySet<string> = new Set([
  "key_usage_unfit",
  "server_key_p521",
  "server_key_unsupported",
  "protocol_obsolete",
  "cipher_suite_unsupported",
  "alpn_refused",
  "san_missing",
  "server_auth_not_included",
]);

/** The first refusal in the handshake, if it is a browser's; undefined without one. */
export function inHandshake<R extends Refusal>(refusals: readonly R[]): R | undefined {
  const first = refusals.find(({ problem }) => IN_HANDSHAKE.has(problem.code));
  return first && isBrowser(first) ? first : undefined;
}

/** The clients that refuse for the same reason together, with the name of the certificate if it is not the first. */
export function grouped(
  refusals: readonly Refusal[],
  nameAt: (index: number) => string,
): RefusedFor[] {
  return [...Map.groupBy(refusals, ({ problem }) => problem)].map(([problem, all]) => ({
    clients: all.flatMap(({ names }) => names),
    ...{ rule: problem.code, title: problem.title, message: problem.message },
    certificate: problem.index ? nameAt(problem.index) : null,
  }));
}

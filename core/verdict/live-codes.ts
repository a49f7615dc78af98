/** The codes of the check whether a server sends a certificate. */
import { bad, type Entry, good, unknown, warning } from "./coded.ts";

/** Why `openssl s_client` got no certificate. */
export type ClientFault =
  | "host_unknown"
  | "refused"
  | "timeout"
  | "not_tls"
  | "handshake_failed"
  | "no_certificate";

export const LIVE_CODES = {
  /** `isSeenFromHere`: our server read it; else it is in a pasted answer. */
  live_current: good<{ name: string; until: string; isSeenFromHere: boolean }>(),
  /** The server sends it without the certificates above it. `issuer`: the first that is missing. */
  live_incomplete: bad<{ name: string; issuer: string | null }>(),
  /** The server sends it, and clients refuse it. The cause says why. */
  live_refused: bad<{ name: string }>(),
  /** The server sends it, and a signature of its chain cannot be verified by this tool. */
  live_unproven: unknown<{ name: string }>(),
  /** It sends a certificate for the same names that was issued earlier. */
  live_old: bad<{ name: string; until: string }>(),
  /** The server sends it with others, which the pasted answer does not show. */
  live_unshown: unknown<{ name: string }>(),
  /** A certificate for the same names that was issued later. */
  live_newer: warning<{ name: string; until: string }>(),
  /** A certificate for other names. */
  live_other: bad<{ name: string; sent: string }>(),
  live_not_reached: bad<{ why: ClientFault }>(),
} as const satisfies Record<string, Entry>;

export interface LiveSteps {
  reload_server: Record<never, never>;
  show_certificates: Record<never, never>;
  install_whole_chain: Record<never, never>;
  choose_site: { name: string };
  use_newer_certificate: Record<never, never>;
  reach_server: { why: ClientFault };
}

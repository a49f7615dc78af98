/** The codes of the folders that are made for a server: what is in them, and why none is handed out. */
import type { TargetId } from "../targets.ts";
import { bad, type Entry, good, note, unknown, warning } from "./coded.ts";
import type { KeyFacts } from "./inspect-codes.ts";

type None = Record<never, never>;

/** The certificate of a folder. `file`: where it was found. */
interface Held {
  readonly name: string;
  readonly file: string;
}

/** The clients that refuse the chain for the same rule. */
interface RefusedBy {
  readonly clients: readonly string[];
  readonly rule: string;
  readonly title: string;
  readonly message: string;
  readonly advice: string;
}

/** Each file is named once. */
interface Files {
  readonly files: readonly string[];
}

export const BUNDLE_CODES = {
  bundle_ready: good<
    { target: TargetId; name: string; until: string; files: number; hasKey: boolean }
  >(),

  /* Nothing is handed out, because clients or the server would refuse it */

  bundle_nothing: bad<{ texts: number }>(),
  bundle_locked: bad<Files & { name: string | null }>(),
  bundle_certificate_missing: bad<{ name: string | null; hasRequest: boolean; hasKey: boolean }>(),
  bundle_only_authorities: bad<{ count: number }>(),
  bundle_several_names: bad<{ names: readonly string[] }>(),
  bundle_key_missing: bad<Held>(),
  bundle_key_other: bad<Held & Files>(),
  bundle_key_unsuited: bad<{ target: TargetId; key: KeyFacts }>(),
  bundle_host_uncovered: bad<{ host: string; names: readonly string[] }>(),
  bundle_without_host: bad<Held>(),
  bundle_expired: bad<Held & { notAfter: string }>(),
  bundle_not_yet_valid: bad<Held & { notBefore: string }>(),
  bundle_revoked: bad<Held>(),
  bundle_not_for_servers: bad<Held & { purposes: readonly string[] }>(),
  bundle_not_for_clients: bad<Held & { purposes: readonly string[] }>(),
  bundle_issuer_missing: bad<{ name: string; issuer: string; url: string | null }>(),
  bundle_chain_invalid: bad<{ rule: string; message: string }>(),
  bundle_clients_refuse: bad<RefusedBy>(),

  /* About a folder that is handed out, and about the files that were left out */

  bundle_older_left: note<{ until: string; left: string; leftUntil: string; count: number }>(),
  bundle_newer_unusable: warning<Held & { notAfter: string }>(),
  bundle_some_clients_refuse: warning<RefusedBy>(),
  bundle_expires_soon: warning<{ days: number }>(),
  bundle_key_unverified: unknown<{ reason: string }>(),
  bundle_root_missing: note<{ issuer: string }>(),
  bundle_root_private: note<{ root: string }>(),
  bundle_key_open: note<None>(),
  bundle_locked_left: note<Files>(),
} as const satisfies Record<string, Entry>;

/** The steps about a folder. */
export interface BundleSteps {
  follow_bundle_steps: { target: TargetId };
  drop_certificates: None;
  give_passphrase: None;
  ask_for_certificate: None;
  name_the_host: None;
  find_the_key: { name: string };
  make_new_key: { name: string };
  ask_for_other_key: None;
  ask_for_name: { host: string };
  renew_before_use: None;
  wait_until_valid: None;
  ask_for_server_certificate: None;
  ask_for_client_certificate: None;
  ask_for_issuer: { issuer: string; url: string | null };
  replace_the_chain: None;
  follow_rule_advice: { rule: string; advice: string };
}

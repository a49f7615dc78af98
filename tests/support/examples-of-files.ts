/**
 * Examples of the rules that the linter does not check: chains, keys, CRLs, CSRs, records and signed files, out of
 * the fixtures.
 */
import type { chainAnalyze } from "../../core/chain/contract.ts";
import type { inspect } from "../../core/inspect/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import type { FilesExample } from "../../web/build/reference/rule-pages.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);

/** The moments for which the fixtures were made. */
const CHAINS = "2026-06-15T12:00:00Z";
const FILES = "2026-11-25T12:00:00Z";

const text = (...paths: string[]): string =>
  paths.map((path) => Deno.readTextFileSync(new URL(path, FIXTURES))).join("");

const lastOf = (chain: string): string => chain.slice(chain.lastIndexOf("-----BEGIN"));

type Question = Partial<Omit<FilesExample, "bad" | "good">>;

/** A chain that breaks the rule, and one that does not, under the root at the end of the second. */
function chain(bad: string, good = "chain/plain.pem", question: Question = {}): FilesExample {
  const whole = text(good);
  return {
    tool: "chain",
    at: CHAINS,
    bad: text(bad),
    good: whole,
    roots: lastOf(whole),
    ...question,
  };
}

/** Both under the root at the end of the first. */
function rooted(bad: string, good = "chain/plain.pem"): FilesExample {
  const roots = lastOf(text(bad)) + lastOf(text(good));
  return chain(bad, good, { roots });
}

function files(bad: string[], good: string[], question: Question = {}): FilesExample {
  return { tool: "inspect", at: FILES, bad: text(...bad), good: text(...good), ...question };
}

const key = (path: string): FilesExample => files([path], ["inspect/weak/sound.pem"]);

const SERVER = ["rules/public-server.pem"];
const OF_SERVERS = { at: CHAINS, as: "public-tls" } as const;
const USUAL = "rules/usual.pem";
const HOST = "www.fixture.example";
const REQUEST = "csr/rsa2048-sha256.pem";
const CRL = "revocation/complete.crl";
const record = (value: string) => `shop.example. 3600 IN CAA 0 issue "${value}"\n`;

export const examplesOfFiles: Readonly<Record<string, FilesExample>> = {
  signature_invalid: chain("chain/signature-leaf.pem"),
  signature_unverifiable: chain("chain-edges/unverifiable-root.pem"),
  issuer_not_found: {
    ...chain("chain/plain.pem"),
    bad: text("chain/plain.pem").split(/(?<=-----END CERTIFICATE-----\n)/)[0],
  },
  self_signed: chain("chain/self-signed.pem"),
  root_not_trusted: chain("rules/other-root.pem", USUAL),
  given_root_faulty: rooted("chain/expired-root.pem", "rules/other-root.pem"),
  path_length_exceeded: rooted("chain/path-length-0.pem", "chain/path-length-kept.pem"),
  eku_not_permitted: { ...rooted("chain/eku-ca-client-only.pem"), as: "public-tls" },
  eku_not_nested: rooted("chain/eku-ca-other.pem"),
  ca_eku_any_only: rooted("chain/eku-ca-any.pem"),
  root_eku_not_nested: rooted("rules/root-for-code.pem", "rules/other-root.pem"),
  root_eku_any_only: rooted("rules/root-for-any-purpose.pem"),
  policy_not_valid: rooted("rules/policy-missing.pem", "rules/policy-given.pem"),
  policy_any_mapped: rooted("rules/any-policy-mapped.pem", "rules/policy-given.pem"),
  name_not_permitted: rooted("chain/name-not-permitted-ca.pem"),
  name_excluded: rooted("chain/name-excluded-dns.pem"),
  name_constraint_unsupported: rooted("chain/name-constraint-other-name.pem"),
  tls_features_missing: rooted("rules/feature-missing.pem", "rules/feature-given.pem"),
  aki_contradicts_issuer: rooted("rules/other-key-identifier.pem", USUAL),
  aki_names_another: rooted("chain-edges/aki-names-more.pem", "chain-edges/plain.pem"),
  not_a_ca: rooted("chain/ca-without-ca.pem"),
  purpose_missing: chain(USUAL, "rules/mail.pem", { purpose: "email" }),
  leaf_is_ca: { ...rooted("chain/ca-as-server.pem"), purpose: "server" },
  expired: rooted("chain/expired-leaf.pem"),
  not_yet_valid: rooted("chain/not-yet-valid-leaf.pem"),
  expiring_soon: chain("rules/ends-soon.pem", USUAL),
  weak_key: rooted("chain/rsa-1024-leaf.pem"),
  weak_signature: rooted("chain/sha1-leaf.pem"),
  lifetime_too_long: rooted("chain/lifetime-201-days.pem"),
  unknown_critical_extension: rooted("chain/unknown-critical-leaf.pem"),
  key_algorithm_not_allowed: rooted("chain/brainpool-ca.pem"),
  key_usage_empty: rooted("chain/leaf-key-usage-empty.pem"),
  host_name_mismatch: chain(USUAL, USUAL, { hosts: ["www.elsewhere.example", HOST] }),
  host_name_underscore: chain("chain/host-below-wildcard.pem", "chain/host-below-wildcard.pem", {
    hosts: ["a_b.fixture.example", "a-b.fixture.example"],
  }),
  server_auth_not_included: {
    ...rooted("chain/eku-leaf-client-only.pem"),
    hosts: [HOST, HOST],
  },

  self_signed_leaf: files(["chain/self-signed.pem"], ["chain/plain.pem"], { at: CHAINS }),
  client_auth: files(["rules/public-client-too.pem"], SERVER, OF_SERVERS),
  unit_present: files(["rules/public-unit.pem"], SERVER, OF_SERVERS),
  superseded: files(["chain/reissued.pem"], ["chain/plain.pem"], { at: CHAINS }),
  serial_reused: files(["rules/serial-twice.pem"], [USUAL], { at: CHAINS }),
  revoked: files(["rules/revoked.pem"], ["rules/other-revoked.pem"], { at: CHAINS }),
  crl_expired: files(["revocation/expired.crl"], [CRL]),
  crl_not_yet_valid: files([CRL], ["revocation/expired.crl"], { at: "2026-11-01T12:00:00Z" }),
  crl_unusable: files(["revocation/unknown-critical.crl"], [CRL]),
  request_signature_invalid: files(["csr/tampered-rsa-signature.pem"], [REQUEST]),
  record_invalid: {
    tool: "inspect",
    at: FILES,
    bad: record("letsencrypt.org accounturi=1"),
    good: record("letsencrypt.org; accounturi=https://acme.example/1"),
  },
  key_too_small: files(["csr/rsa512-sha256.pem"], [REQUEST]),
  modulus_even: key("key-edges/rsa-modulus-even.pem"),
  small_factor: key("inspect/weak/small-factor.pem"),
  roca: key("inspect/weak/roca.pem"),
  close_primes: key("inspect/weak/close-primes.pem"),
  exponent_one: key("key-edges/rsa-exponent-one.pem"),
  exponent_even: key("key-edges/rsa-exponent-even.pem"),
  exponent_small: key("inspect/weak/exponent-3.pem"),
  shared_factor: files(["inspect/weak/shared-1.pem", "inspect/weak/shared-2.pem"], [
    "inspect/weak/shared-1.pem",
    "inspect/weak/sound.pem",
  ]),
  key_unusable: files(["key-edges/p256-order-key.pem"], ["key-edges/p256-one-pkcs8-key.pem"]),
  signature_wrong: files(["rules/changed.p7m"], ["signed/attached.p7m"]),
  signer_not_valid: files(["signed/expired.p7m"], ["signed/attached.p7m"], {
    at: "2027-03-01T12:00:00Z",
  }),
  digest_weak: files(["signed/sha1.p7m"], ["signed/ec.p7m"]),
  sender_not_named: files(["signed/opaque.eml"], ["signed/multipart.eml"]),
};

/** The findings in one of the texts of an example, by the tool that it names. */
export async function findingsIn(
  { tool, at, as, roots, hosts, purpose, bad, good }: FilesExample,
  which: "bad" | "good",
): Promise<{ code: string; message: string }[]> {
  const text = which === "bad" ? bad : good;
  const hostname = hosts?.[which === "bad" ? 0 : 1];
  const [name, input] = tool === "chain"
    ? [
      "chain/analyze",
      {
        ...{ certificate: text, at, judgeAs: as ?? "auto", roots },
        ...hostname !== undefined && { hostname },
        ...purpose && { purpose },
      },
    ] as const
    : [
      "inspect",
      { texts: [{ name: "", text }], acceptPrivateKeys: true, judgeAs: as ?? "auto", at },
    ] as const;
  const outcome = await execute(operations, name, input, createContext());
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.code}`);
  return tool === "chain"
    ? (outcome.value as OutputOf<typeof chainAnalyze>).problems
    : (outcome.value as OutputOf<typeof inspect>).objects.flatMap(({ findings }) => findings);
}

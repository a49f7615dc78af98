/**
 * The clients that refuse a certificate or a connection which breaks a rule, although RFC 5280 lets it pass. Has no
 * imports, because pages load it.
 */

/** The clients: one or several names, as in a list. */
export const CLIENTS = {
  chromium: ["Chrome", "Edge"],
  firefox: ["Firefox"],
  apple: ["Safari", "iPhones", "Macs"],
  java: ["Java"],
  python: ["Python 3.13"],
  go: ["Go"],
  openssl: ["curl (OpenSSL)"],
  gnutls: ["GnuTLS"],
} as const;
export type Client = keyof typeof CLIENTS;

/** The clients that most people use to open a website. */
const BROWSERS: readonly Client[] = ["chromium", "firefox", "apple"];

/** The versions that refused it, or the page that announces it. */
const SEEN = {
  chromium: "Seen in Chromium 156",
  firefox: "Seen in Firefox 153",
  apple: "https://support.apple.com/en-us/103769",
  java: "Seen in OpenJDK 17",
  python: "Seen in Python 3.13",
  go: "https://go.dev/doc/go1.22#minor_library_changes",
  openssl: "Seen in curl 7.88 with OpenSSL 3.0",
  gnutls: "Seen in GnuTLS 3.7.9",
} as const satisfies Record<Client, string>;

/** The day on which the refusals were last compared with the clients. */
const SEEN_ON = "2026-11-27";

/** Python 3.13 checks certificates strictly unless told otherwise (VERIFY_X509_STRICT). */
const STRICT: readonly Client[] = ["python"];

/** The clients that refuse what breaks a rule, by the code of the rule. */
const REFUSED_BY: Readonly<Record<string, readonly Client[]>> = {
  key_usage_unfit: ["chromium", "java", "gnutls"],
  server_key_p521: ["chromium"],
  server_key_unsupported: ["chromium", "firefox"],
  protocol_obsolete: ["chromium", "firefox", "java", "python", "openssl"],
  cipher_suite_unsupported: ["chromium", "firefox"],
  key_exchange_rsa: ["python", "go"],
  alpn_refused: ["chromium", "firefox"],
  client_certificate_required: [],
  server_valid_over_825_days: ["apple"],
  server_auth_not_included: [
    "chromium",
    "firefox",
    "apple",
    "java",
    "python",
    "go",
    "openssl",
    "gnutls",
  ],
  eku_not_nested: ["chromium", "firefox", "python", "go", "openssl", "gnutls"],
  // Java and GnuTLS take only the name and the key of a root.
  root_eku_not_nested: ["chromium", "firefox", "python", "go", "openssl"],
  root_eku_any_only: ["python", "openssl"],
  aki_names_another: ["java", "openssl", "python"],
  eku_any_only: ["firefox", "python", "openssl"],
  ca_eku_any_only: ["python", "openssl", "gnutls"],
  eku_missing: ["apple"],
  leaf_is_ca: ["firefox"],
  san_missing: ["chromium", "firefox", "apple", "go"],
  weak_signature: ["chromium", "firefox", "apple", "python", "openssl", "gnutls"],
  weak_key: ["apple", "python", "openssl"],
  aki_contradicts_issuer: ["openssl", "python", "gnutls"],
  basic_constraints_not_critical: STRICT,
  key_usage_missing: STRICT,
  ski_missing: STRICT,
  aki_missing: STRICT,
  aki_critical: STRICT,
  ski_critical: STRICT,
  path_length_without_ca: STRICT,
};

/** A broken rule, as in answers. */
interface Broken {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly title: string;
  readonly message: string;
  readonly index: number | null;
}

/** A client, and the broken rule for which it refuses a chain. */
export interface Refusal<B extends Broken = Broken> {
  readonly client: Client;
  readonly names: readonly string[];
  readonly problem: B;
  readonly source: string;
  readonly date: string;
}

/** The first broken rule for each client that refuses the chain, in the order of the clients. */
export function refusalsOf<B extends Broken>(problems: readonly B[]): Refusal<B>[] {
  return (Object.keys(CLIENTS) as Client[]).flatMap((client) => {
    const problem = problems.find(({ code, severity }) =>
      severity !== "info" && REFUSED_BY[code]?.includes(client)
    );
    const names = CLIENTS[client];
    return problem ? [{ client, names, problem, source: SEEN[client], date: SEEN_ON }] : [];
  });
}

/** Whether the client is a browser. */
export const isBrowser = ({ client }: Pick<Refusal, "client">): boolean =>
  BROWSERS.includes(client);

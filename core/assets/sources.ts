/**
 * Where the tables of this folder come from. `deno task data` reads every source; a server also renews those with
 * `renewed` while it runs. A table is made of the file, not of a copy of it, except where `terms` allows that.
 */

/** A publisher's file. */
export interface DataSource {
  /** The name in sentences. */
  readonly name: string;
  readonly url: string;
  /** The name of its file in the folder of `deno task data FOLDER`. */
  readonly file: string;
  readonly format: "json" | "csv" | "pem" | "textproto" | "certdata";
  /** The detached signature over the file; absent if its publisher does not sign it. */
  readonly signature?: {
    readonly url: string;
    readonly file: string;
    /** A SubjectPublicKeyInfo in PEM. RSA signs with PKCS #1 v1.5 and SHA-256, EC with SHA-256. */
    readonly publicKey: string;
  };
  /** The most octets that are read. */
  readonly maxBytes: number;
  /** Whether a running server renews it. */
  readonly renewed: boolean;
  /** Days after which the table is too old for its purpose. */
  readonly maxAge: number;
  /** The assets that are made of it. */
  readonly makes: readonly string[];
  /** The uses that its publisher allows. */
  readonly terms: string;
}

const MIB = 1024 * 1024;

/**
 * Google's key for log lists, published at https://www.gstatic.com/ct/log_list/v3/log_list_pubkey.pem. It is kept
 * here, because a key that is fetched with the list would prove nothing.
 */
const GOOGLE_LOG_LIST_KEY = `-----BEGIN PUBLIC KEY-----
MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAsu0BHGnQ++W2CTdyZyxv
HHRALOZPlnu/VMVgo2m+JZ8MNbAOH2cgXb8mvOj8flsX/qPMuKIaauO+PwROMjiq
fUpcFm80Kl7i97ZQyBDYKm3MkEYYpGN+skAR2OebX9G2DfDqFY8+jUpOOWtBNr3L
rmVcwx+FcFdMjGDlrZ5JRmoJ/SeGKiORkbbu9eY1Wd0uVhz/xI5bQb0OgII7hEj+
i/IPbJqOHgB8xQ5zWAJJ0DmG+FM6o7gk403v6W3S8qRYiR84c50KppGwe4YqSMkF
bLDleGQWLoaDSpEWtESisb4JiLaY4H+Kk0EyAhPSb+49JfUozYl+lf7iFN3qRq/S
IXXTh6z0S7Qa8EYDhKGCrpI03/+qprwy+my6fpWHi6aUIk4holUCmWvFxZDfixox
K0RlqbFDl2JXMBquwlQpm8u5wrsic1ksIv9z8x9zh4PJqNpCah0ciemI3YGRQqSe
/mRRXBiSn9YQBUPcaeqCYan+snGADFwHuXCd9xIAdFBolw9R9HTedHGUfVXPJDiF
4VusfX6BRR/qaadB+bqEArF/TzuDUr6FvOR4o8lUUxgLuZ/7HO+bHnaPFKYHHSm+
+z1lVDhhYuSZ8ax3T0C3FZpb7HMjZtpEorSV5ElKJEJwrhrBCMOD8L01EoSPrGlS
1w22i9uGHMn/uGQKo28u7AsCAwEAAQ==
-----END PUBLIC KEY-----
`;

/** Days after which a log list refuses and confirms nothing, as in browsers (core/x509/transparency/policy.ts). */
const LOG_LIST_AGE = 70;

/** The lists of Certificate Transparency logs, by program. */
export const LOG_LIST_SOURCES = {
  chrome: {
    name: "Chrome's log list",
    url: "https://www.gstatic.com/ct/log_list/v3/all_logs_list.json",
    file: "ct-google.json",
    format: "json",
    signature: {
      url: "https://www.gstatic.com/ct/log_list/v3/all_logs_list.sig",
      file: "ct-google.sig",
      publicKey: GOOGLE_LOG_LIST_KEY,
    },
    maxBytes: MIB,
    renewed: true,
    maxAge: LOG_LIST_AGE,
    makes: ["ct-logs.ts"],
    terms: "Published by Google for clients that check Certificate Transparency.",
  },
  apple: {
    name: "Apple's log list",
    url: "https://valid.apple.com/ct/log_list/current_log_list.json",
    file: "ct-apple.json",
    format: "json",
    maxBytes: MIB,
    renewed: true,
    maxAge: LOG_LIST_AGE,
    makes: ["ct-logs.ts"],
    terms: "Published by Apple for authorities and log operators.",
  },
} as const satisfies Readonly<Record<"chrome" | "apple", DataSource>>;

const CCADB = "https://ccadb.my.salesforce-sites.com/ccadb";
const CCADB_TERMS = "Community Data License Agreement, Permissive, version 2.0.";

/** The lists of roots. `deno task data` makes tables of them. */
export const ROOT_SOURCES = {
  /** The decisions of Apple, Chrome, Microsoft and Mozilla about each root. */
  records: {
    name: "CCADB's report of all certificates",
    url: `${CCADB}/AllCertificateRecordsCSVFormatv4`,
    file: "ccadb-records.csv",
    format: "csv",
    maxBytes: 64 * MIB,
    renewed: false,
    maxAge: 180,
    makes: ["root-acceptance.ts", "root-programs.ts"],
    terms: CCADB_TERMS,
  },
  /** A report for each year in which a certificate begins. */
  certificates: {
    name: "CCADB's certificates",
    url: `${CCADB}/AllCertificatePEMsCSVFormat?NotBeforeYear={year}`,
    file: "ccadb-certificates-{year}.csv",
    format: "csv",
    maxBytes: 64 * MIB,
    renewed: false,
    maxAge: 180,
    makes: ["root-acceptance.ts"],
    terms: CCADB_TERMS,
  },
  chrome: {
    name: "Chrome's root store",
    url:
      "https://raw.githubusercontent.com/chromium/chromium/main/net/data/ssl/chrome_root_store/root_store.textproto",
    file: "root_store.textproto",
    format: "textproto",
    maxBytes: MIB,
    renewed: false,
    maxAge: 180,
    makes: ["root-programs.ts"],
    terms: "BSD licence of the Chromium authors.",
  },
  mozilla: {
    name: "Mozilla's list",
    url: "https://raw.githubusercontent.com/nss-dev/nss/master/lib/ckfw/builtins/certdata.txt",
    file: "certdata.txt",
    format: "certdata",
    maxBytes: 8 * MIB,
    renewed: false,
    maxAge: 270,
    makes: ["root-acceptance.ts", "root-programs.ts"],
    terms: "Mozilla Public License 2.0.",
  },
} as const satisfies Readonly<Record<string, DataSource>>;

/** Facts that no file states for programs. A person reads their source again by a day; a test fails after it. */
interface HandReadFact {
  readonly what: string;
  readonly url: string;
  /** The days on which it was read, and by which it is to be read again, ISO 8601. */
  readonly readOn: string;
  readonly lookAgainBy: string;
  /** The file that has it. */
  readonly file: string;
}

export const HAND_READ: readonly HandReadFact[] = [
  {
    what: "limits of lifetimes and of the reuse of validations (ballot SC-081v3)",
    url: "https://github.com/cabforum/servercert/blob/main/docs/BR.md",
    readOn: "2026-11-22",
    lookAgainBy: "2027-03-15",
    file: "core/x509/rules/announced.ts",
  },
  {
    what:
      "CAs obey accounturi and validationmethods in CAA from 15 March 2027 (ballot SC-098v2, adopted)",
    url: "https://cabforum.org/2026/05/13/ballot-sc098v2-process-rfc-8657-caa-parameters/",
    readOn: "2026-11-26",
    lookAgainBy: "2027-03-15",
    file: "core/x509/rules/announced.ts",
  },
  {
    what: "Let's Encrypt's default lifetimes of 64 and 45 days",
    url: "https://letsencrypt.org/2025/12/02/from-90-to-45",
    readOn: "2026-11-26",
    lookAgainBy: "2027-02-10",
    file: "core/x509/rules/announced.ts",
  },
  {
    what: "Chrome's policy: servers only from 15 March 2027, and the age limit of roots",
    url: "https://googlechrome.github.io/chromerootprogram/",
    readOn: "2026-11-22",
    lookAgainBy: "2027-03-15",
    file: "core/x509/rules/announced.ts",
  },
  {
    what: "Mozilla's age limit of roots",
    url: "https://www.mozilla.org/en-US/about/governance/policies/security-group/certs/policy/",
    readOn: "2026-11-22",
    lookAgainBy: "2027-04-15",
    file: "core/x509/rules/announced.ts",
  },
  {
    what: "policies of Chrome, Apple and Firefox about Certificate Transparency",
    url: "https://googlechrome.github.io/CertificateTransparency/ct_policy.html",
    readOn: "2026-11-22",
    lookAgainBy: "2027-05-22",
    file: "core/x509/transparency/policy.ts",
  },
  {
    what:
      "dates from which Apple and Microsoft refuse new certificates of single roots, and cross-signs",
    url: "https://github.com/TrustedRootProgram/Program-Requirements",
    readOn: "2026-11-22",
    lookAgainBy: "2027-05-22",
    file: "core/assets/root-facts.ts",
  },
  {
    what: "roots that versions of iOS, Android and Windows have",
    url: "https://github.com/nabla-c0d3/trust_stores_observatory",
    readOn: "2026-07-19",
    lookAgainBy: "2027-05-22",
    file: "core/assets/root-acceptance.ts",
  },
];

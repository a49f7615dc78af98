/** Input and output of the chain analyzer, for pasted certificates and for certificates of a server. */
import * as v from "valibot";
import {
  at,
  choice,
  fields,
  list,
  optionalChoice,
  optionalText,
  requiredText,
} from "../kernel/fields.ts";
import {
  certificateInfo,
  fingerprint,
  missingIssuer,
  publicKey,
  repaired,
  revocation,
  skippedObject,
  SOURCES,
} from "../x509/shapes.ts";
import { ACCEPTANCE_PROGRAMS, PLATFORMS, ROOT_STATES } from "../x509/path/programs.ts";
import { PROFILES } from "../x509/rules/rule.ts";
import { TIMESTAMP_SOURCES, TRANSPARENCY_VENDORS } from "../x509/transparency/names.ts";
import { JUDGE_AS } from "../judge-as.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { readReferenceName } from "../names/service-identity.ts";
import * as TEXT from "../texts.ts";

const text = v.string();
const count = v.number();

const SEVERITIES = ["error", "warning", "info"] as const;
const KINDS = ["proof", "policy"] as const;

/** A rule that is broken, or a remark. */
export const problem = v.object({
  code: text,
  severity: v.picklist(SEVERITIES),
  /** `proof` decides whether the chain is valid; `policy` is a further rule of browsers and authorities. */
  kind: v.picklist(KINDS),
  /** The fault in a few words. */
  title: text,
  /** The finding in this certificate. */
  message: text,
  /** Why it matters, in a sentence or two. */
  why: text,
  /** A way to repair it. */
  advice: text,
  /** Place in `chain` of the certificate that breaks the rule; null for the chain as a whole. */
  index: v.nullable(v.number()),
  /** The clause that the rule comes from. */
  clause: text,
});
export type Problem = v.InferOutput<typeof problem>;

const common = {
  /** PEM text. */
  certificate: text,
  source: v.picklist(SOURCES),
  /** The position among the given certificates, from 0; null for a certificate from elsewhere. */
  position: v.nullable(v.number()),
  info: certificateInfo,
};

/** One certificate of the path. */
export const chainEntry = v.object({
  type: v.picklist(["root", "intermediate", "leaf"]),
  ...common,
  fetchedViaAIA: v.boolean(),
  /** Whether the next certificate of `chain` signed this one; null if this tool cannot verify it. */
  signedByNext: v.nullable(v.boolean()),
});
export type ChainEntry = v.InferOutput<typeof chainEntry>;

/** A given certificate that is not on the path. */
export const unusedEntry = v.object({
  ...common,
  reason: v.picklist(["duplicate", "alternative", "unrelated"]),
});

/** The verdict of a root program on the root, for this certificate. */
export const programVerdict = v.object({
  name: v.picklist(["Mozilla", "Chrome"]),
  /** Whether it trusts the root for this certificate; null: not known. */
  trusts: v.nullable(v.boolean()),
  /** Certificates issued after this time are not trusted; null if the program sets no time. */
  until: v.nullable(text),
  /** "Chrome: not for certificates issued after 11 Nov 2024." */
  message: text,
  /** The list that the verdict comes from, and its age. */
  list: text,
});

export const validation = v.object({
  /** true: valid up to a root. false: not valid. null: this tool cannot verify one of the signatures. */
  isValid: v.nullable(v.boolean()),
  depth: count,
  hasRoot: v.boolean(),
  /** Whether the root's name and key are in the dated Mozilla list. */
  trusted: v.boolean(),
  /**
   * Whether the root is one of the `roots` of the request and not in the Mozilla list; absent if the
   * request has no `roots`.
   */
  trustedByYou: v.optional(v.boolean()),
  /** A public root has the name of this private root, and another key; absent for others. */
  isNamesake: v.optional(v.literal(true)),
  trustStore: v.object({ name: text, source: text, date: text, count }),
  /** The verdicts of root programs on a listed root; empty for another root. */
  programs: v.array(programVerdict),
  /**
   * The certificate policies that hold for the whole path (RFC 5280, 6.1.5 (g)), of those that the
   * request accepts; absent if none is valid, and if the path is not proven.
   */
  policies: v.optional(v.array(v.object({
    oid: text,
    /** "domain-validated"; null for a policy without a known name. */
    name: v.nullable(text),
    /** true: root programs accept it for extended validation under the root of the path. */
    extendedValidation: v.optional(v.literal(true)),
  }))),
});

/** A further valid path of the same leaf, for example through a cross-signed CA. */
export const otherPath = v.object({
  /** Common names, or whole names, from the leaf to the root. */
  names: v.array(text),
  /** Whether the root's name and key are in the dated Mozilla list. */
  trusted: v.boolean(),
  /** The time at which the first of its certificates expires. */
  notAfter: text,
});
export type OtherPath = v.InferOutput<typeof otherPath>;

const OUTCOMES = ["accepted", "refused", "unknown"] as const;

/** Whether a root program accepts the certificate for websites, on its own best path. */
export const programAcceptance = v.object({
  name: v.picklist(ACCEPTANCE_PROGRAMS),
  outcome: v.picklist(OUTCOMES),
  /** The state of the root in the program. `included_before`: for certificates issued before a date. */
  state: v.picklist(ROOT_STATES),
  /** For `included_before`: the time after which issued certificates are refused; null if not known. */
  until: v.nullable(text),
  /** In one or two sentences, with the date of the list. */
  reason: text,
  /** Common names, or whole names, from the end entity to the root. */
  path: v.array(text),
  /** Place in `roots`. */
  root: v.nullable(count),
  /** The list that states the decision, and its date. */
  source: text,
  date: text,
});

/** Whether the versions of a platform accept the certificate: apps, and for iOS also its browsers. */
export const platformAcceptance = v.object({
  name: v.picklist(PLATFORMS),
  /** For the newest version that is known. */
  outcome: v.picklist(OUTCOMES),
  /** "iOS 16 and later", "Android 8 to 15, not from Android 16 on", "Windows since August 2021" */
  text,
  reason: text,
  /** The versions that had a root of the certificate; `last` is null if the newest has it. */
  versions: v.array(v.object({ from: text, last: v.nullable(text) })),
  source: text,
  date: text,
});

/** Where a certificate for websites is accepted, by tables of known roots. */
export const acceptance = v.object({
  /**
   * `public`: it reaches a root of a program or platform. `private`: its root is in none of them. `invalid`:
   * no client accepts it, whatever its root. `unknown`: it reaches no root, or not every path was checked.
   */
  scope: v.picklist(["public", "private", "invalid", "unknown"]),
  /** Why there are no programs and platforms; null if there are. */
  message: v.nullable(text),
  /** The date of the table of programs. */
  date: text,
  programs: v.array(programAcceptance),
  platforms: v.array(platformAcceptance),
  /** Clients that refuse the certificate or the server for another reason than its root. */
  clients: v.array(v.object({
    /** "Python 3.13 and later" */
    name: text,
    outcome: v.picklist(OUTCOMES),
    /** In one or two sentences. */
    reason: text,
    /** The client's version that refused it, or the page that announces it. */
    source: text,
    date: text,
  })),
  /** Cross-signed roots that a server could send, so that older versions accept the certificate. */
  advice: v.array(v.object({
    /** The root that was signed, and the older root that signed it. */
    subject: text,
    issuer: text,
    platform: v.picklist(PLATFORMS),
    message: text,
  })),
  /** The roots that the programs' paths end at. */
  roots: v.array(v.object({
    name: text,
    /** SHA-256. */
    fingerprint,
    /** PEM text; null if only name and key of the root are known. */
    certificate: v.nullable(text),
  })),
});
export type Acceptance = v.InferOutput<typeof acceptance>;

const SOURCE_STATES = ["read", "none", "unknown"] as const;

/** Whether browsers accept the signed certificate timestamps (SCTs) of the end entity. */
export const transparency = v.object({
  /** The verdicts in sentences, each with the date of the list of logs. */
  message: text,
  /** Where SCTs were looked for. `unknown`: it could not be read, or a pasted certificate has no such place. */
  sources: v.object({
    certificate: v.picklist(SOURCE_STATES),
    handshake: v.picklist(SOURCE_STATES),
    ocsp: v.picklist(SOURCE_STATES),
  }),
  /** The earliest verified timestamp; null if none could be verified. */
  loggedAt: v.nullable(text),
  policies: v.array(v.object({
    vendor: v.picklist(TRANSPARENCY_VENDORS),
    outcome: v.picklist(OUTCOMES),
    message: text,
    /** The date of the list of logs. */
    date: text,
  })),
  timestamps: v.array(v.object({
    source: v.picklist(TIMESTAMP_SOURCES),
    /** Null for a log that neither Chrome's nor Apple's list has. */
    log: v.nullable(text),
    operator: v.nullable(text),
    /** SHA-256 over the key of the log, in hex; null if the SCT cannot be read. */
    logId: v.nullable(text),
    timestamp: v.nullable(text),
    /** `valid`: a known log signed it for this certificate. `unknown`: that cannot be verified here. */
    verdict: v.picklist(["valid", "invalid", "unknown"]),
    message: text,
    /** The browsers that count it. */
    countedBy: v.array(v.picklist(TRANSPARENCY_VENDORS)),
  })),
  /** Further SCTs that were not checked, because there are too many. */
  unchecked: count,
});
export type Transparency = v.InferOutput<typeof transparency>;

/** A date after which something about the chain changes. */
export const calendarDate = v.object({
  /** A day, or the time at which a certificate ends, in ISO 8601 and UTC. */
  date: text,
  kind: v.picklist([
    "renew",
    "expires",
    "issuer_expires",
    "next_certificate",
    "root_limit",
    "program_limit",
  ]),
  /** Place of the certificate in `chain`. */
  index: count,
  title: text,
  message: text,
  /** `expected`: it depends on the age of a key, of which only the certificate's date is known. */
  certainty: v.picklist(["certain", "recommended", "announced", "expected"]),
  isPast: v.boolean(),
  /** The document and clause, such as "Baseline Requirements, 6.3.2". */
  clause: text,
});
export type CalendarDate = v.InferOutput<typeof calendarDate>;

/** The revocation status of a certificate of the path. */
export const certificateRevocation = v.object({
  /** Place in `chain`. */
  index: count,
  ...revocation.entries,
});
export type CertificateRevocation = v.InferOutput<typeof certificateRevocation>;

const chainFields = {
  certificate: certificateInfo,
  chain: v.array(chainEntry),
  validation,
  /** The profile that was applied to the end entity; for "auto", the profile that was chosen. */
  judgedAs: v.picklist(PROFILES),
  problems: v.array(problem),
  /** Where the certificate is accepted; absent for a certificate that is not for websites. */
  acceptance: v.optional(acceptance),
  /** Whether browsers accept its SCTs; absent for a certificate that is not for public websites. */
  transparency: v.optional(transparency),
  /** Until when the chain works, and what is known to change; the earliest date first. */
  calendar: v.optional(v.array(calendarDate)),
  /** Certificates that the API could fetch to complete the path. */
  missing: v.array(missingIssuer),
  /** At most eight valid paths through other authorities than those of `chain`. */
  otherPaths: v.array(otherPath),
  unused: v.array(unusedEntry),
  /** The status by the given CRLs and OCSP responses; absent if the input has none. */
  revocation: v.optional(v.array(certificateRevocation)),
  setAside: v.array(skippedObject),
  repaired,
  /** The time at which dates were checked. */
  evaluatedAt: text,
};

/** An analysis that is not judged yet. */
const chainAnalysis = v.object(chainFields);
export type ChainResponse = v.InferOutput<typeof chainAnalysis>;

const judged = {
  /** The headline, its cause, the next step and all statements, as the page shows them. */
  verdict: renderedVerdict,
};

export const chainResponse = v.object({ ...chainFields, ...judged });

/** Facts about the server other than its certificates. */
export const source = v.object({
  url: text,
  /** A-labels, lower case. */
  hostname: text,
  /** The same name with its A-labels in Unicode. */
  unicodeHostname: text,
  port: v.literal(443),
  /** Every address of the name, in the order of the resolver. */
  addresses: v.array(text),
  /** The first address that could be read. */
  address: text,
  tlsVersion: v.nullable(text),
  cipher: v.nullable(text),
  alpn: v.nullable(text),
  /** Whether the server only accepted an obsolete version, key exchange or cipher. */
  legacy: v.boolean(),
  /** Whether an OCSP response was stapled to the handshake; null where that is not known. */
  ocspStapled: v.nullable(v.boolean()),
  /** Whether the server asked for a client certificate; null where that is not known. */
  clientCertificateRequested: v.nullable(v.boolean()),
  /**
   * Whether the server's handshake is signed with the private key of its certificate; null if that
   * cannot be verified, as with RSA key exchange, in which a server signs nothing.
   */
  keyProven: v.nullable(v.boolean()),
  hostnameMatches: v.boolean(),
  presented: v.object({
    count,
    misordered: v.boolean(),
    duplicates: count,
    rootIncluded: v.boolean(),
    /** PEM, exactly in the order sent. */
    certificates: v.array(text),
  }),
});
export type ServerSource = v.InferOutput<typeof source>;

/** Whether the certificate asks for a stapled OCSP response, and whether one came. */
export const stapling = v.object({
  /** The certificate may be presented only with a stapled response (RFC 7633). */
  required: v.boolean(),
  /** null where that is not known, as under TLS 1.3. */
  stapled: v.nullable(v.boolean()),
  /** Why the stapled response cannot be used for the certificate; null if it can, or if none came. */
  problem: v.optional(v.nullable(text)),
});
export type Stapling = v.InferOutput<typeof stapling>;

/** The certificates that a server presents. Several readings may have the same presentation. */
export const presentation = v.object({
  /** Of the end entity. */
  name: text,
  issuer: text,
  notBefore: text,
  notAfter: text,
  publicKey,
  /** SHA-256 over the DER of the end entity. */
  fingerprint,
  /** PEM, in the order sent; empty if the certificates of all presentations are too long for an answer. */
  certificates: v.array(text),
  /** As in `validation`. */
  isValid: v.nullable(v.boolean()),
  trusted: v.boolean(),
  hostnameMatches: v.boolean(),
  /** As seen in the readings of this presentation. */
  stapling: v.optional(stapling),
  /** Messages of the errors. */
  errors: v.array(text),
  /**
   * The revocation status of the end entity. Null if it was not checked, because no issuer is proven or
   * because only clients without a server name get this certificate. Absent in the first parts of an
   * answer.
   */
  revocation: v.optional(v.nullable(revocation)),
});
export type Presentation = v.InferOutput<typeof presentation>;

/** One connection to the server and its outcome. */
export const reading = v.object({
  address: text,
  /** The way of connecting: as clients do, without a server name (SNI), with only RSA, with only ECDSA. */
  asked: v.picklist(["as clients do", "no server name", "RSA", "ECDSA"]),
  /** Place in `presentations`; null where nothing could be read. */
  presentation: v.nullable(count),
  tlsVersion: v.nullable(text),
  /** As `source.keyProven`; null also where nothing could be read. */
  keyProven: v.optional(v.nullable(v.boolean())),
  /** Why nothing could be read; null where something was. */
  problem: v.nullable(text),
  /** The error code of that problem, such as `host_unreachable`, `host_timeout` or `host_without_tls`. */
  code: v.optional(v.nullable(text)),
});

/** The certificates that the host presents at each address and for each way of connecting. */
export const everywhere = v.object({
  /** The first is the presentation that `chain` shows. */
  presentations: v.array(presentation),
  /** The first is `source.address`; addresses that could not be read have a `problem`. */
  readings: v.array(reading),
  /** Addresses that were not read, because the host has too many. */
  unread: v.array(text),
});
export type Everywhere = v.InferOutput<typeof everywhere>;

/** Whether the CAA records of the host allow the certificate's authority to issue the next one. */
export const caaAgreement = v.object({
  status: v.picklist(["allowed", "forbidden", "unknown"]),
  /** In one sentence. */
  message: text,
});
export type CaaAgreement = v.InferOutput<typeof caaAgreement>;

/** Whether the server agrees on keys that a quantum computer cannot compute. */
const postQuantum = v.object({
  group: v.literal("X25519MLKEM768"),
  /** Null if that could not be determined. */
  negotiated: v.nullable(v.boolean()),
  message: text,
});
export type PostQuantum = v.InferOutput<typeof postQuantum>;

export const chainUrlResponse = v.object({
  ...chainFields,
  source,
  everywhere,
  stapling,
  postQuantum: v.optional(postQuantum),
  /** Null where no public authority issued the certificate. */
  caa: v.nullable(caaAgreement),
  ...judged,
});

/** Purposes that a caller can require of the end entity; "any" requires none. */
const PURPOSES = ["server", "client", "email", "codeSigning", "any"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Certificates that the caller trusts in addition to the public roots; empty for none. */
const roots = v.optional(optionalText("Roots"));

/** The name that the end entity must have; empty for none. */
const hostname = v.optional(v.pipe(
  optionalText("Host name"),
  v.check(
    (text) => text.trim() === "" || readReferenceName(text) !== null,
    "Host name must be a domain name or an IP address",
  ),
));

/** The most policies that a request may list. Real requests list a few. */
const MAX_POLICIES = 100;
const TOO_MANY_POLICIES = `Initial policies must be at most ${MAX_POLICIES}`;

/** An OID as text: at least two arcs, and no longer than any in use. */
const isOid = (text: string): boolean =>
  text.length <= 128 && /^[0-2](\.(0|[1-9]\d*))+$/.test(text);

const flag = (label: string) =>
  v.optional(v.nullable(v.boolean(`${label} must be true or false`), false), false);

/** The settings of RFC 5280, 6.1.1 (c), (e), (f) and (g); absent: any policy, and none required. */
const policies = v.optional(v.nullable(v.object({
  /** OIDs of the policies that are accepted; any if left out. */
  initial: v.optional(v.nullable(list(
    v.pipe(
      v.array(
        v.pipe(
          v.string("Each initial policy must be a string"),
          v.check(isOid, "Each initial policy must be an OID such as 2.23.140.1.2.1"),
        ),
        "Initial policies must be a list",
      ),
      v.minLength(1, "Name at least one initial policy, or leave the field out for any policy"),
      // For the documentation; the list itself refuses more.
      v.maxLength(MAX_POLICIES, TOO_MANY_POLICIES),
    ),
    MAX_POLICIES,
    () => TOO_MANY_POLICIES,
  ))),
  /** A policy has to be valid for the whole path. */
  requireExplicit: flag("Require explicit"),
  inhibitMapping: flag("Inhibit mapping"),
  inhibitAny: flag("Inhibit any"),
}, "Policies must be an object")));

export const chainAnalyze = {
  input: fields({
    certificate: requiredText("Certificate", TEXT.chainCertificateRequired),
    roots,
    hostname,
    purpose: optionalChoice("Purpose", PURPOSES),
    policies,
    judgeAs: choice("Judge as", JUDGE_AS, "auto"),
    at,
  }),
  output: chainResponse,
};

export const chainAnalyzeUrl = {
  input: fields({
    url: requiredText("URL", TEXT.chainUrlRequired),
    roots,
    judgeAs: choice("Judge as", JUDGE_AS, "auto"),
    at,
  }),
  output: chainUrlResponse,
};

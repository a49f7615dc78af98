/**
 * The linter: checks one certificate against every rule of RFC 5280, browsers and public authorities. It
 * is loaded on demand, because it needs the public suffix list.
 */
import { Budget } from "../../../kernel/context.ts";
import { Candidate } from "../../constraints/candidate.ts";
import type { Certificate } from "../../objects/certificates.ts";
import { extensionName } from "../../objects/extensions/identifiers.ts";
import { Checklist } from "../checklist.ts";
import { type RuleCode, RULES } from "../catalogue.ts";
import { shortRsaKey } from "../keys.ts";
import { looksLikeServer } from "../names.ts";
import { citation, practice } from "../../documents.ts";
import { profileOf } from "../public.ts";
import {
  adviceOf,
  type Profile,
  type Role,
  type Rule,
  type Rules,
  type Severity,
} from "../rule.ts";
import { type LintCode, LINTS } from "./catalogue.ts";
import { STRONGER_KEYS } from "./code-signing.ts";
import { LintExamined, type LintRule, SINCE } from "./examined.ts";
import { type Tlv, within } from "../../asn1/elements.ts";

/** A broken rule. Its texts and its place are computed on demand. */
class LintFinding {
  readonly #rule: Rule<LintExamined>;
  readonly #certificate: Certificate;
  readonly #at: string;
  readonly #judgedAs: Profile;

  constructor(
    readonly code: RuleCode | LintCode,
    readonly message: string,
    at: string,
    rule: Rule<LintExamined>,
    certificate: Certificate,
    judgedAs: Profile,
  ) {
    this.#at = at;
    this.#judgedAs = judgedAs;
    this.#rule = rule;
    this.#certificate = certificate;
  }

  get severity(): Severity {
    const { privately, severity } = this.#rule;
    return this.#judgedAs === "private" && privately ? privately : severity;
  }
  /** The document, as "RFC 5280". */
  get source(): string {
    return this.#rule.clause.document.name;
  }
  /** Document and clause, as "RFC 5280, 4.2.1.9". */
  get clause(): string {
    return citation(this.#rule.clause);
  }
  get title(): string {
    return this.#rule.title;
  }
  get why(): string {
    return this.#rule.why;
  }
  get advice(): string {
    return adviceOf(this.#rule, this.severity);
  }
  /** The part of the certificate that the rule is about. */
  get where(): Where {
    return place(this.#certificate, this.#at);
  }
}

interface LintAnswer {
  /** The profile by which it was judged; for "auto" the one that was chosen. */
  judgedAs: Profile;
  role: Role;
  findings: LintFinding[];
  /** How many rules apply to the certificate and are not broken. */
  passed: number;
}

interface LintOptions {
  /** Milliseconds since 1970. The linter does not report that a certificate has expired. */
  now?: number;
  /** Whether its path ends at a root of the trust store; false if unknown. */
  trusted?: boolean;
  /** Whether its path ends at any root; false if unknown. */
  complete?: boolean;
  role?: Role;
  budget?: Budget;
  /** Whether another certificate with its name and key, but another issuer, is known. */
  isCrossCertified?: boolean;
  /** The candidate of path building, if the caller has it already. */
  candidate?: Candidate;
}

/** The rules that the chain analyzer and the inspector check as well, as the linter checks them. */
const SHARED: Rules = Object.fromEntries(
  (Object.entries(RULES) as [RuleCode, Rule][])
    .filter(([, { linted }]) => linted !== false)
    .map(([code, rule]) => [code, { ...rule, since: rule.since ?? firstDay(rule) }]),
);

/** The requirements for code signing have finer rules since this day. */
const isNotFiner = ({ profile, certificate: { notBefore } }: LintExamined): boolean =>
  profile !== "code-signing" || notBefore < Date.parse(STRONGER_KEYS);

/**
 * Weaknesses that the chain analyzer and the inspector report. The requirements for TLS and mail have finer rules
 * about them, which bind no other certificates.
 */
const WEAKNESSES: Rules<LintExamined> = {
  weak_key: {
    ...RULES.weak_key,
    check: (examined) => shortRsaKey(examined, 0, 2048),
    severity: "warning",
    clause: practice("NIST SP 800-131A, 3"),
    profiles: ["private", "client", "code-signing"],
    applies: isNotFiner,
    at: "subjectPublicKeyInfo",
  },
  weak_signature: {
    ...RULES.weak_signature,
    severity: "warning",
    clause: practice("NIST SP 800-131A, 9"),
    profiles: ["private", "client", "code-signing"],
    applies: isNotFiner,
    at: "signature",
  },
};

/** The chain analyzer and the inspector report these for the servers of a private CA too. */
const FOR_SERVERS: Rules<LintExamined> = {
  san_missing: {
    ...SHARED.san_missing,
    profiles: ["public-tls", "private"],
    applies: ({ candidate, profile }) => profile !== "private" || looksLikeServer(candidate),
  },
};

/** Every rule that the linter checks, in the order of its findings. */
export const LINTED = { ...SHARED, ...FOR_SERVERS, ...WEAKNESSES, ...LINTS } as Readonly<
  Record<RuleCode | LintCode, LintRule>
>;

const CHECKLIST = new Checklist<RuleCode | LintCode, LintExamined>(LINTED);

/**
 * Returns the first day of a shared rule that gives none. The linter judges a certificate by the
 * documents of the day on which it was issued; the other tools judge every certificate alike.
 */
function firstDay({ binds }: Rule): string {
  return binds === "public" ? SINCE.requirements : SINCE.rfc2459;
}

/** Checks a certificate by the profile `judgeAs`. Deterministic: the same input gives the same answer. */
export function lint(
  certificate: Certificate,
  judgeAs: Profile | "auto" = "auto",
  options: LintOptions = {},
): LintAnswer {
  const { now = certificate.notBefore, role, budget = new Budget() } = options;
  const { trusted = false, complete = false } = options;
  const candidate = options.candidate ?? new Candidate(certificate, "input", null);
  const judgedAs = judgeAs === "auto" ? profileOf(candidate, { trusted, complete }) : judgeAs;
  const asked = role ?? roleOf(candidate);
  // The OCSP responder of a public CA is judged by the same profile, but it is not a TLS server.
  const isServer = judgedAs === "public-tls" && asked === "leaf" &&
    !candidate.extendedKeyUsage?.includes("OCSPSigning");
  const inputs = {
    now,
    reference: null,
    purpose: isServer ? "serverAuth" : null,
    budget,
  };
  const { isCrossCertified } = options;
  const examined = new LintExamined(candidate, asked, inputs, judgedAs, isCrossCertified);
  const findings: LintFinding[] = [];
  const applicable = CHECKLIST.run(examined, judgedAs, (code, message, at) => {
    findings.push(new LintFinding(code, message, at, LINTED[code], certificate, judgedAs));
  });
  const broken = new Set(findings.map(({ code }) => code));
  return { judgedAs, role: asked, findings, passed: applicable - broken.size };
}

/** Returns the role of a certificate by its own content. */
function roleOf({ isCa, isSelfIssued }: Candidate): Role {
  if (!isCa) return "leaf";
  return isSelfIssued ? "root" : "intermediate";
}

interface Where {
  /** The field of TBSCertificate, or the name of the extension. */
  field: string;
  /** Bytes from the start of the certificate; null if the field or extension is missing. */
  offset: number | null;
}

/** The fields of TBSCertificate without a context-specific tag, in order (RFC 5280, 4.1). */
const FIELDS = ["serialNumber", "signature", "issuer", "validity", "subject"]
  .concat("subjectPublicKeyInfo");
/** The other fields by their context-specific tags. */
const TAGGED: Readonly<Record<string, number>> = {
  version: 0,
  issuerUniqueID: 1,
  subjectUniqueID: 2,
  extensions: 3,
};

/** Returns the place of a field of TBSCertificate, or of the extension with this OID. */
function place(certificate: Certificate, part: string): Where {
  const at = (found: Tlv | undefined): Where => ({
    field: part,
    offset: offsetIn(certificate, found?.whole),
  });
  const all = within(certificate.tbs);
  if (Object.hasOwn(TAGGED, part)) {
    return at(all.find(({ tag }) => (tag & 0xc0) === 0x80 && (tag & 0x1f) === TAGGED[part]));
  }
  if (FIELDS.includes(part)) {
    return at(all.slice(all[0]?.tag === 0xa0 ? 1 : 0)[FIELDS.indexOf(part)]);
  }
  if (part === "tbsCertificate") {
    return { field: part, offset: offsetIn(certificate, certificate.tbs) };
  }
  const raw = certificate.extensions.find(({ oid }) => oid === part);
  return { field: extensionName(part), offset: raw?.start ?? null };
}

const offsetIn = (
  { bytes }: Certificate,
  part: Uint8Array | undefined,
): number | null => part ? part.byteOffset - bytes.byteOffset : null;

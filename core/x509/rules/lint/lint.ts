/**
 * The linter: every rule that RFC 5280, browsers and public authorities have for a certificate by
 * itself. It is loaded when it is asked for, with the public suffix list that it needs.
 */
import { Budget } from "../../../kernel/context.ts";
import { Candidate } from "../../constraints/candidate.ts";
import type { Certificate } from "../../objects/certificates.ts";
import { extensionName } from "../../objects/extensions/identifiers.ts";
import { Questions } from "../ask.ts";
import { type RuleCode, RULES } from "../catalogue.ts";
import { citation } from "../../documents.ts";
import { profileOf } from "../public.ts";
import type { Profile, Role, Rule, Rules, Severity } from "../rule.ts";
import { type LintCode, LINTS } from "./catalogue.ts";
import { LintExamined, type LintRule, SINCE } from "./examined.ts";
import { type Tlv, within } from "../../asn1/elements.ts";

/** A rule that a certificate breaks. Its texts and place are looked up when they are asked for. */
class LintFinding {
  readonly #rule: Rule<LintExamined>;
  readonly #examined: LintExamined;

  constructor(
    readonly code: RuleCode | LintCode,
    readonly message: string,
    rule: Rule<LintExamined>,
    examined: LintExamined,
  ) {
    this.#rule = rule;
    this.#examined = examined;
  }

  get severity(): Severity {
    return this.#rule.severity;
  }
  /** The document: "RFC 5280". */
  get source(): string {
    return this.#rule.clause.document.name;
  }
  /** Document and clause: "RFC 5280, 4.2.1.9". */
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
    return this.#rule.advice;
  }
  /** The part of the certificate that the rule is about. */
  get where(): Where {
    return whereOf(this.#rule, this.#examined, this.message);
  }
}

interface LintAnswer {
  /** The profile that it was judged by; for "auto" the one that was chosen. */
  judgedAs: Profile;
  role: Role;
  findings: LintFinding[];
  /** How many rules apply to such a certificate and are kept by it. */
  passed: number;
}

interface LintOptions {
  /** Milliseconds since 1970. The linter does not report that a certificate has expired. */
  now?: number;
  /** Whether its path ends at a root of the trust store, where that is known. */
  trusted?: boolean;
  /** Whether its path ends at a root of any kind, where that is known. */
  complete?: boolean;
  role?: Role;
  budget?: Budget;
  /** The certificate as path building sees it, where that was made already. */
  candidate?: Candidate;
}

/** The rules that the chain analyzer and the inspector check as well, as the linter checks them. */
const SHARED: Rules = Object.fromEntries(
  (Object.entries(RULES) as [RuleCode, Rule][])
    .filter(([, { linted }]) => linted !== false)
    .map(([code, rule]) => [code, { ...rule, since: rule.since ?? firstDay(rule) }]),
);

/** Every rule that the linter checks, in the order of its findings. */
const LINTED = { ...SHARED, ...LINTS } as Readonly<Record<RuleCode | LintCode, LintRule>>;

const QUESTIONS = new Questions<RuleCode | LintCode, LintExamined>(LINTED);

/**
 * Returns the first day of a shared rule that gives none. The linter judges a certificate by the
 * documents of the day on which it was issued; the other tools judge every certificate alike.
 */
function firstDay({ binds }: Rule): string {
  return binds === "public" ? SINCE.requirements : SINCE.rfc2459;
}

/** What a certificate breaks when it is judged as `judgeAs`. A pure function. */
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
  // A responder of a CA for TLS is judged with it, and is no server.
  const isServer = judgedAs === "public-tls" && asked === "leaf" &&
    !candidate.extendedKeyUsage?.includes("OCSPSigning");
  const inputs = {
    now,
    reference: null,
    purpose: isServer ? "serverAuth" : null,
    budget,
  };
  const examined = new LintExamined(candidate, asked, inputs, judgedAs);
  const findings: LintFinding[] = [];
  const applicable = QUESTIONS.ask(examined, judgedAs, (code, message) => {
    findings.push(new LintFinding(code, message, LINTED[code], examined));
  });
  const broken = new Set(findings.map(({ code }) => code));
  return { judgedAs, role: asked, findings, passed: applicable - broken.size };
}

/** The part that a certificate plays by what it says of itself. */
function roleOf({ isCa, isSelfIssued }: Candidate): Role {
  if (!isCa) return "leaf";
  return isSelfIssued ? "root" : "intermediate";
}

interface Where {
  /** The field of TBSCertificate, or the extension. */
  field: string;
  /** Bytes from the start of the certificate; null where the field or extension is missing. */
  offset: number | null;
}

/** The fields of TBSCertificate that have no tag of their own, in order (RFC 5280, 4.1). */
const FIELDS = ["serialNumber", "signature", "issuer", "validity", "subject"]
  .concat("subjectPublicKeyInfo");
/** The other fields by their context-specific tags. */
const TAGGED: Readonly<Record<string, number>> = {
  version: 0,
  issuerUniqueID: 1,
  subjectUniqueID: 2,
  extensions: 3,
};
/** The part of the certificate that a finding, the message of a broken rule, is about. */
function whereOf(
  rule: Rule<LintExamined>,
  examined: LintExamined,
  message: string,
): Where {
  const { at = "tbsCertificate" } = rule;
  const part = typeof at === "function" ? at(examined, message) : at;
  return place(examined.certificate, part ?? "tbsCertificate");
}

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

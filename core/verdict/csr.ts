/**
 * The verdicts on CSRs: the three outcomes of a signature and what a public CA will say, a text that is not a CSR, and a
 * new CSR.
 */
import type { ObjectKind } from "../x509/pem/identify.ts";
import type { RequestFault } from "../x509/rules/request-fault.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, RULE_CODES, state, step } from "./statements.ts";
import { csrEnglish } from "./text/csr.ts";
import type { Language } from "./text/language.ts";

type DecodedFacts =
  | {
    readonly valid: true;
    readonly signatureValid: boolean | null;
    /** The rules that public CAs see broken, in the order of mending. */
    readonly faults: readonly RequestFault[];
    readonly renewal: {
      readonly signer: string | null;
      readonly serialNumber: string | null;
      readonly signatureValid: boolean | null;
      readonly signatureProblem: string | null;
    } | null;
  }
  | { readonly valid: false; readonly fault: CsrFault };

/** Why a text has no CSR that can be read. */
export type CsrFault =
  | { readonly isOther: ObjectKind }
  | { readonly reason: string }
  | "not_in_text"
  | "not_found";

function judgeDecoded(facts: DecodedFacts): Verdict {
  if (!facts.valid) return conclude(unreadable(facts.fault), []);
  const { faults, renewal } = facts;
  const statements = faults.map(faultStatement);
  if (renewal !== null) statements.push(renewalStatement(renewal));
  // The statements do not explain the headline: a request that public CAs refuse is still well-formed.
  return { ...conclude(headlineOf(facts), []), others: statements };
}

function unreadable(fault: CsrFault): Statement {
  const next = { next: step("paste_csr", {}) };
  if (fault === "not_in_text") return state("csr_not_in_text", {}, next);
  if (fault === "not_found") return state("csr_not_found", {}, next);
  return "isOther" in fault
    ? state("csr_is_other", { kind: fault.isOther }, next)
    : state("csr_malformed", { reason: fault.reason }, next);
}

function headlineOf(
  { signatureValid, faults, renewal }: Extract<DecodedFacts, { valid: true }>,
): Statement {
  switch (signatureValid) {
    case true: {
      const isRefused = faults.some(({ severity }) => severity !== "info");
      const next = step(
        isRefused ? "mend_csr" : renewal === null ? "send_it" : "send_inner_csr",
        {},
      );
      return state("csr_valid", {}, { next });
    }
    case false:
      return state("csr_signature_failed", {}, { next: step("do_not_use_csr", {}) });
    case null:
      return state("csr_signature_unknown", {}, { next: step("verify_with_openssl", {}) });
  }
}

const faultStatement = ({ code: rule, severity, title, message, advice }: RequestFault) =>
  state(RULE_CODES[severity], { rule, title, message, advice, certificate: null }, {
    next: step("follow_advice", { rule, advice }),
  });

function renewalStatement(
  { signer, serialNumber, signatureValid, signatureProblem: reason }: NonNullable<
    Extract<DecodedFacts, { valid: true }>["renewal"]
  >,
): Statement {
  const facts = { signer, serialNumber, reason };
  return signatureValid === false
    ? state("csr_renewal_failed", facts, { next: step("do_not_use_csr", {}) })
    : state("csr_renewal", facts, { next: step("send_inner_csr", {}) });
}

/** The verdict on a decoded text. */
export const decodedVerdict = (
  facts: DecodedFacts,
  language: Language = csrEnglish,
): RenderedVerdict => renderVerdict(judgeDecoded(facts), language);

interface MadeFacts {
  readonly commonName: string;
  readonly privateKey: string | null;
}

/** The verdict on a CSR that was made. It is always good: a failure has no result. */
export function madeVerdict(
  { commonName: name, privateKey }: MadeFacts,
  language: Language = csrEnglish,
): RenderedVerdict {
  const next = step("send_csr", {});
  const made = state("csr_ready", { name, isKeyNew: privateKey !== null }, { next });
  return renderVerdict(conclude(made, []), language);
}

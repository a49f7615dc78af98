/** The verdicts on CSRs: the three outcomes of a signature and what a public CA will say, and a new CSR. */
import type { RequestFault } from "../x509/rules/request-fault.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, RULE_CODES, state, step } from "./statements.ts";
import { csrEnglish } from "./text/csr.ts";
import type { Language } from "./text/language.ts";

interface DecodedFacts {
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

function judgeDecoded(facts: DecodedFacts): Verdict {
  const { faults, renewal } = facts;
  const statements = faults.map(faultStatement);
  if (renewal !== null) statements.push(renewalStatement(renewal));
  // The statements do not explain the headline: a request that public CAs refuse is still well-formed.
  return { ...conclude(headlineOf(facts), []), others: statements };
}

function headlineOf({ signatureValid, faults, renewal }: DecodedFacts): Statement {
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
    DecodedFacts["renewal"]
  >,
): Statement {
  const facts = { signer, serialNumber, reason };
  return signatureValid === false
    ? state("csr_renewal_failed", facts, { next: step("do_not_use_csr", {}) })
    : state("csr_renewal", facts, { next: step("send_inner_csr", {}) });
}

/** The verdict on a decoded CSR. */
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

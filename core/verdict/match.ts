/** The verdict on a certificate or CSR and a private key. */
import type { FactsOf, MatchReason } from "./codes.ts";
import type { Statement } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import type { Language } from "./text/language.ts";
import { matchEnglish } from "./text/match.ts";

interface Named {
  readonly subject: { readonly commonName: string | null };
}

interface MatchFacts {
  /** Why it does not match, or why that is unknown; null if it matches. */
  readonly because: MatchReason | null;
  readonly match: boolean | null;
  readonly certificate:
    | Named & { readonly isExpired: boolean; readonly daysUntilExpiry: number }
    | null;
  readonly request: Named | null;
  /** The issuer and serial number that two of the certificates share; absent or null if no two do. */
  readonly reusedSerial?: FactsOf<"match_serial_reused"> | null;
}

function headlineOf({ match, because, certificate, request }: MatchFacts): Statement {
  const name = (certificate ?? request)?.subject.commonName ?? null;
  if (because !== null) {
    return match === null
      ? state("match_unknown", { because }, { next: step("compare_digests", {}) })
      : state("no_match", { name, isRequest: request !== null, because }, {
        next: step("find_key", {}),
      });
  }
  if (request) return state("request_match", { name }, { next: step("send_csr_keep_key", {}) });
  const next = certificate?.isExpired ? step("renew_certificate", {}) : step("install_pair", {});
  return state("certificate_match", { name }, { next });
}

/** States that a matching certificate has expired. Without a match another certificate is needed anyway. */
const endOf = ({ because, certificate }: MatchFacts): Statement[] =>
  because === null && certificate?.isExpired
    ? [state("match_expired", { days: certificate.daysUntilExpiry })]
    : [];

/** The verdict of the matcher. */
export const matchVerdict = (
  facts: MatchFacts,
  language: Language = matchEnglish,
): RenderedVerdict => {
  const headline = headlineOf(facts);
  // The end of the certificate does not change whether the key belongs to it.
  const { level } = headline;
  return renderVerdict(
    { ...conclude(headline, endOf(facts), remarksOn(facts)), level },
    language,
  );
};

const remarksOn = ({ reusedSerial }: MatchFacts): Statement[] =>
  reusedSerial ? [state("match_serial_reused", reusedSerial)] : [];

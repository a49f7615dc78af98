/** Why an address that a certificate names gave nothing: one sentence for issuers, CRLs and responders. */
import type { FetchProblem } from "./issuer-fetch.ts";

export const FETCH_WORDS: Readonly<Record<FetchProblem | "moved", string>> = {
  refused: "ITS ADDRESS IS NOT PUBLIC OR CANNOT BE ASKED HERE",
  unresolved: "ITS HOST COULD NOT BE LOOKED UP",
  unreachable: "IT COULD NOT BE REACHED",
  timeout: "IT DID NOT ANSWER IN TIME",
  not_found: "IT ANSWERED WITH AN ERROR",
  too_large: "IT SENT MORE THAN IS READ HERE",
  unreadable: "WHAT IT SENT CANNOT BE READ",
  other_issuer: "IT IS OF ANOTHER ISSUER",
  busy: "TOO MANY LONG CRLS ARE READ AT THE MOMENT",
  moved: "IT REDIRECTED TOO OFTEN",
};

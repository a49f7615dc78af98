/** Contract of the matcher: does this private key belong to this certificate or request? */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export type { MatchResponse, RequestSummary } from "./schema.ts";

export const matchVerify = contract<typeof schema.matchVerify>({
  name: "match/verify",
  summary: "Says whether a private key belongs to a certificate or a certification request.",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["privateKey", "passphrase"],
  required: { certificate: TEXT.pairRequired, privateKey: TEXT.pairRequired },
  blocks: { certificate: ["certificate", "request"] },
  stretches: ["passphrase"],
  failure: TEXT.matchFailed,
});

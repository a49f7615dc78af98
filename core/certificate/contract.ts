/** Contract of the linter: which rules does this certificate break? */
import { exampleCertificate } from "../examples.ts";
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export const certificateLint = contract<typeof schema.certificateLint>({
  name: "certificate/lint",
  summary: "Tells which rules of RFC 5280, browsers and public authorities certificates break.",
  needs: ["webassembly", "subtle-crypto"],
  required: { certificate: TEXT.certificateRequired },
  blocks: { certificate: ["certificate"] },
  failure: TEXT.lintFailed,
  example: { certificate: exampleCertificate, judgeAs: "private" },
});

/** Contracts of the chain analyzer: pasted certificates, and those that a server sends. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export type {
  CaaAgreement,
  CalendarDate,
  CertificateRevocation,
  ChainEntry,
  ChainResponse,
  Everywhere,
  OtherPath,
  PostQuantum,
  Presentation,
  Problem,
  Purpose,
  ServerSource,
  Stapling,
  Transparency,
} from "./schema.ts";

export const chainAnalyze = contract<typeof schema.chainAnalyze>({
  name: "chain/analyze",
  summary: "Orders certificates into a chain and validates it up to a root.",
  // On the API it fetches missing issuers. On the device nothing waits in a queue.
  cost: "network",
  needs: ["webassembly", "subtle-crypto"],
  required: { certificate: TEXT.chainCertificateRequired },
  blocks: { certificate: ["certificate", "crl", "ocsp-response"], roots: ["certificate"] },
  usesTables: true,
  failure: TEXT.chainFailed,
});

export const chainAnalyzeUrl = contract<typeof schema.chainAnalyzeUrl>({
  name: "chain/analyze-url",
  summary: "Reads the certificates that a server sends on port 443 and validates their chain.",
  runs: "network",
  required: { url: TEXT.chainUrlRequired },
  blocks: { roots: ["certificate"] },
  usesTables: true,
  failure: TEXT.chainFailed,
});

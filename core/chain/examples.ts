/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCertificate, exampleIssuer, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { chainAnalyze, chainAnalyzeUrl } from "./contract.ts";

export const chainAnalyzeExample: RequestOf<typeof chainAnalyze> = {
  certificate: exampleCertificate + exampleIssuer,
  at: exampleTime,
};

export const chainAnalyzeUrlExample: RequestOf<typeof chainAnalyzeUrl> = { url: "example.com" };

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  hostname: "A domain name or an IP address that the certificate must be for.",
  policies: "Which certificate policies are accepted and required (RFC 5280, 6.1.1).",
  "policies.initial": "OIDs of the policies that are accepted; any if left out.",
  "policies.requireExplicit": "Whether a policy has to be valid for the whole path.",
  "policies.inhibitMapping": "Whether policy mappings are refused.",
  "policies.inhibitAny": "Whether anyPolicy in a certificate is ignored.",
  "chain/analyze purpose":
    "What the certificate must be valid for. With any, no purpose is checked.",
  roots: "Certificates to trust in addition to the public roots. Each is treated as a root.",
  url: "The host, as a domain or an https address; port 443 is contacted.",
};

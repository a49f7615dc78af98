/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
import { exampleCertificate, exampleIssuer, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { chainAnalyze, chainAnalyzeUrl } from "./contract.ts";

export const chainAnalyzeExample: RequestOf<typeof chainAnalyze> = {
  certificate: exampleCertificate + exampleIssuer,
  at: exampleTime,
};

export const chainAnalyzeUrlExample: RequestOf<typeof chainAnalyzeUrl> = { url: "example.com" };

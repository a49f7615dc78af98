/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
import { exampleCertificate, exampleIssuer, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type {
  certificateConvert,
  certificateGenerate,
  certificateLint,
  certificateReadAgain,
} from "./contract.ts";

export const certificateConvertExample: RequestOf<typeof certificateConvert> = {
  certificate: exampleCertificate + exampleIssuer,
  format: "pkcs7",
};

export const certificateLintExample: RequestOf<typeof certificateLint> = {
  certificate: exampleCertificate,
  judgeAs: "private",
  at: exampleTime,
};

export const certificateGenerateExample: RequestOf<typeof certificateGenerate> = {
  kind: "tls-server",
  names: ["localhost", "127.0.0.1"],
};

export const certificateReadAgainExample: RequestOf<typeof certificateReadAgain> = {
  text: exampleCertificate,
};

import type { JudgeAs } from "../../../core/judge-as.ts";

/** The names of the profiles on pages. */
export const JUDGED_AS: Readonly<Record<JudgeAs, string>> = {
  auto: "Automatic",
  "public-tls": "Public TLS server",
  private: "Private CA (RFC 5280)",
  smime: "S/MIME",
  client: "TLS client",
  "code-signing": "Code signing",
};

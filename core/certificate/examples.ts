/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { exampleCertificate, exampleIssuer, exampleTime } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type {
  certificateConvert,
  certificateDiff,
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

/** A request for www.example.com by the key of exampleCertificate. */
const exampleRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIIBUjCB+QIBADBqMQswCQYDVQQGEwJVUzETMBEGA1UECAwKQ2FsaWZvcm5pYTEW
MBQGA1UEBwwNU2FuIEZyYW5jaXNjbzEUMBIGA1UECgwLRXhhbXBsZSBJbmMxGDAW
BgNVBAMMD3d3dy5leGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BG6sZ4W/W9gcIJpGthg3hDMMyko+fuRsfTfDKUpgOwnNCfrCd655WPUwDIV1OdGg
b4lB7qmXkA+EqfCEBpTHpZ+gLTArBgkqhkiG9w0BCQ4xHjAcMBoGA1UdEQQTMBGC
D3d3dy5leGFtcGxlLmNvbTAKBggqhkjOPQQDAgNIADBFAiARxoSuKttKenFwGI/i
blSfSGIDBDuzwDdF3KUKEf99aAIhALRMJrNfUmLn5iaARuceUcFVcLjsBuSC84Y0
jJ7TDSrC
-----END CERTIFICATE REQUEST-----
`;

export const certificateDiffExample: RequestOf<typeof certificateDiff> = {
  before: exampleRequest,
  after: exampleCertificate,
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  after: "What it is compared with: the newer certificate, chain or CSR.",
  before: "A certificate, a chain or a CSR: PEM with any text around it, DER or PKCS#7 in base64.",
  "certificate/generate commonName": "The subject's common name; the first name if left out.",
  "certificate/generate csr": "A CSR whose key is signed, in place of a new key.",
  days: "For how many days the certificate is valid.",
  issuer: "Who signs: a CA made for it, the certificate itself, or a CA that you give.",
  keepCaKey: "Returns the new CA's private key too, to issue more with it.",
  kind: "What the certificate is for.",
  nameConstraints: "The new CA can issue only for these names.",
  names: "The names in the certificate: domains, IP addresses or e-mail addresses.",
  pathLength: "How many further CAs may be below this one in a chain.",
};

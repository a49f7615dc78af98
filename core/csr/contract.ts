/** Contracts of the CSR tools. */
import * as v from "valibot";
import { contract } from "../contract.ts";
import { fields, requiredText } from "../fields.ts";
import { distinguishedName, extensions, finding, fingerprint, publicKey } from "../pki/shapes.ts";
import { TEXT } from "../texts.ts";

/** An attribute of the request that is not the extension request (RFC 2986, section 4.1). */
export const requestAttribute = v.object({
  oid: v.string(),
  name: v.string(),
  /** The decoded values where the type is known, else upper-case hex. */
  values: v.array(v.string()),
});

/** A well-formed PKCS#10 request, whatever its signature is worth. */
export const decodedCsr = v.object({
  valid: v.literal(true),
  error: v.null(),
  subject: distinguishedName,
  publicKey,
  signatureAlgorithm: v.string(),
  /** true: it holds. false: it does not. null: it cannot be verified here. */
  signatureValid: v.nullable(v.boolean()),
  /** Why the signature does not hold or cannot be verified here; null when it holds. */
  signatureProblem: v.nullable(v.string()),
  extensions,
  /** Everything else that the request carries, challengePassword by name but without its value. */
  attributes: v.array(requestAttribute),
  fingerprints: v.object({
    /** SHA-256 over the DER of the request. */
    request: fingerprint,
    /** SHA-256 over the DER of the subjectPublicKeyInfo. */
    publicKey: fingerprint,
  }),
  findings: v.array(finding),
});
export type DecodedCsr = v.InferOutput<typeof decodedCsr>;

/** Text that is no readable request: `error` says what it is instead, or what is broken where. */
export const undecodedCsr = v.object({
  valid: v.literal(false),
  error: v.string(),
  findings: v.array(finding),
});

/** A request for example.com with a P-256 key that was thrown away. */
const EXAMPLE = `-----BEGIN CERTIFICATE REQUEST-----
MIIBIjCByAIBADBmMQswCQYDVQQGEwJVUzETMBEGA1UECAwKQ2FsaWZvcm5pYTEW
MBQGA1UEBwwNU2FuIEZyYW5jaXNjbzEUMBIGA1UECgwLRXhhbXBsZSBJbmMxFDAS
BgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECpvO
SUAFkrdYsul+dBBpV8/zCBc3+UwI4qowAJw+gRplPKpda38eUVjUiTvsNOYaB+DP
hxh0jgsdfwMmgjdL+aAAMAoGCCqGSM49BAMCA0kAMEYCIQDOWNZOsBkhjlm/IA1U
A+PiFInHajp8j+E2IqgKDLz9XQIhAJgGV0vQ1D6X/7NLVuxVZJ0daJ22+JOkB0Bd
HeVuy01G
-----END CERTIFICATE REQUEST-----
`;

export const csrDecode = contract({
  name: "csr/decode",
  summary: "Reads a PKCS#10 certificate signing request and verifies its signature.",
  needs: ["webassembly", "subtle-crypto"],
  input: fields({ csr: requiredText("CSR", TEXT.csrRequired) }),
  output: v.variant("valid", [decodedCsr, undecodedCsr]),
  failure: TEXT.csrDecodeFailed,
  example: { csr: EXAMPLE },
});

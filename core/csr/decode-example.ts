/** A valid input of csr/decode, in its own file because the page loads it. */
import type { RequestOf } from "../kernel/contract.ts";
import type { csrDecode } from "./contract.ts";

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

export const csrDecodeExample = { csr: EXAMPLE } satisfies RequestOf<typeof csrDecode>;

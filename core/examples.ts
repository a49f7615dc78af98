/**
 * Working example data for the contracts, the documentation and the pages. The private key is published, so
 * it protects nothing. Made by tests/fixtures/examples/generate.sh.
 */

/**
 * The time at which the examples judge these certificates, which are valid then. It is fixed, so that a
 * published answer stays the same for every later call.
 */
export const exampleTime = "2026-12-01T12:00:00Z";

/** A certificate for www.example.com and examplePrivateKey. */
export const exampleCertificate = `-----BEGIN CERTIFICATE-----
MIICRTCCAeqgAwIBAgIQHy49TFtqeYgBI0VniavN7zAKBggqhkjOPQQDAjA8MQsw
CQYDVQQGEwJVUzEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEVMBMGA1UEAwwMRXhh
bXBsZSBSb290MB4XDTI2MTEyMTE1MTUzNloXDTM2MTExODE1MTUzNlowajELMAkG
A1UEBhMCVVMxEzARBgNVBAgMCkNhbGlmb3JuaWExFjAUBgNVBAcMDVNhbiBGcmFu
Y2lzY28xFDASBgNVBAoMC0V4YW1wbGUgSW5jMRgwFgYDVQQDDA93d3cuZXhhbXBs
ZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARurGeFv1vYHCCaRrYYN4Qz
DMpKPn7kbH03wylKYDsJzQn6wneueVj1MAyFdTnRoG+JQe6pl5APhKnwhAaUx6Wf
o4GfMIGcMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoG
CCsGAQUFBwMBMCcGA1UdEQQgMB6CD3d3dy5leGFtcGxlLmNvbYILZXhhbXBsZS5j
b20wHQYDVR0OBBYEFAetP55QI0+O9Wi/guvTN4BoqhaaMB8GA1UdIwQYMBaAFKAs
XXya7ujetycQjlbTydi+LGJFMAoGCCqGSM49BAMCA0kAMEYCIQCbQqOYqz+F1Hh6
dPAieecdmoy7j6S3d+a7kVkYkgRTTwIhAJvNOgokiVriSwjihnJOcnI8wIbZjmfI
r0poeC0zQ3Vy
-----END CERTIFICATE-----
`;

/** The self-signed certificate of the CA that issued exampleCertificate. */
export const exampleIssuer = `-----BEGIN CERTIFICATE-----
MIIB4DCCAYWgAwIBAgIUZ8bIatTy20YT3v38YQpZNVL63GAwCgYIKoZIzj0EAwIw
PDELMAkGA1UEBhMCVVMxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxFTATBgNVBAMM
DEV4YW1wbGUgUm9vdDAgFw0yNjExMjExNTE1MzZaGA8yMDUxMTExNTE1MTUzNlow
PDELMAkGA1UEBhMCVVMxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxFTATBgNVBAMM
DEV4YW1wbGUgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD7di5rdou2O
r5mRDBqotL91fXEHi8g/+ywHA4yihEA2YaKMW1l/BjzviDiwhnL+tyqAoitmjBr8
M2ADItmJXDmjYzBhMB0GA1UdDgQWBBSgLF18mu7o3rcnEI5W08nYvixiRTAfBgNV
HSMEGDAWgBSgLF18mu7o3rcnEI5W08nYvixiRTAPBgNVHRMBAf8EBTADAQH/MA4G
A1UdDwEB/wQEAwIBBjAKBggqhkjOPQQDAgNJADBGAiEApmGTS69ShW64FLTyK5Eh
4+kFgBF+zlrAG534xjJZN6oCIQD919YrGo2nHWZMakDngcLdvVLvMtyzOYMQ2xkX
SxXNrg==
-----END CERTIFICATE-----
`;

/** PKCS#8, P-256. */
export const examplePrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgI1h4Lzros/C95hMm
9yD8KR9bYzm8g3jTZb2tZwgD1TqhRANCAARurGeFv1vYHCCaRrYYN4QzDMpKPn7k
bH03wylKYDsJzQn6wneueVj1MAyFdTnRoG+JQe6pl5APhKnwhAaUx6Wf
-----END PRIVATE KEY-----
`;

/** A CA whose private key is published, so it must not be trusted. */
export const exampleCa = `-----BEGIN CERTIFICATE-----
MIIB8TCCAZigAwIBAgIUKr6kurz/a4QqlebZdIZesb7kcNYwCgYIKoZIzj0EAwIw
RDELMAkGA1UEBhMCVVMxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxHTAbBgNVBAMM
FEV4YW1wbGUgQ0EgZm9yIFRlc3RzMCAXDTI2MTEyNTE2MTkzMFoYDzIwNTExMTE5
MTYxOTMwWjBEMQswCQYDVQQGEwJVUzEWMBQGA1UECgwNRXhhbXBsZSBUcnVzdDEd
MBsGA1UEAwwURXhhbXBsZSBDQSBmb3IgVGVzdHMwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATpXWNIYSC0Bv410o+L3vffYieU+HccACd/lfY7j8x2XZwE/ZR0TsfT
nRe2stIxxvn8pF8oCHRkxzcSjrJz3ELio2YwZDAdBgNVHQ4EFgQUjpxHM6OD6rCQ
z7mVN9BssjZdmNgwHwYDVR0jBBgwFoAUjpxHM6OD6rCQz7mVN9BssjZdmNgwEgYD
VR0TAQH/BAgwBgEB/wIBADAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwIDRwAw
RAIgKzo8Yq7aP5Dw9Dnm9S6g78+U2Mv+ynUZBjby/5ehf3sCIEn9c1K+9cuJQJTa
M38Yac7BPew0EN6D3/zt/3zcoOSE
-----END CERTIFICATE-----
`;

/** The private key of exampleCa. */
export const exampleCaPrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXZnhW5fYpiP9TT5k
tTITgMvo3LT6m5YNRXWKx3YhZdehRANCAATpXWNIYSC0Bv410o+L3vffYieU+Hcc
ACd/lfY7j8x2XZwE/ZR0TsfTnRe2stIxxvn8pF8oCHRkxzcSjrJz3ELi
-----END PRIVATE KEY-----
`;

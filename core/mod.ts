/**
 * The engine as a library: it reads, verifies and judges keys, certificates, CSRs and CRLs, without a tool and without
 * sentences. docs/engine.md shows its use. Every work is bounded by a budget.
 */
export {
  Budget,
  type Context,
  createContext,
  type Limits,
  SERVER_LIMITS,
} from "./kernel/context.ts";
export { isOperationError, type OperationErrorCode } from "./kernel/errors.ts";

export { readDomainName } from "./names/domain-name.ts";
export { readEmailAddress } from "./names/email-address.ts";
export { readIpAddress } from "./names/ip-address.ts";
export {
  matchesReference,
  readReferenceName,
  type ReferenceName,
} from "./names/service-identity.ts";
export { unicodeName } from "./names/unicode-domain-name.ts";

export { identify, kindName, type ObjectKind } from "./x509/pem/identify.ts";
export { type PemBlock, readPem, writePem } from "./x509/pem/pem.ts";
export { privateKeyIn } from "./x509/pem/private-key-in.ts";
export { readBundle, requireOnlyCertificates } from "./x509/cms/bundles.ts";
export { readPkcs12 } from "./x509/cms/read-pkcs12.ts";

export { Der } from "./x509/asn1/der.ts";
export type { Certificate } from "./x509/objects/certificates.ts";
export { certificateInfo, loadFingerprintDigests } from "./x509/objects/certificate-info.ts";
export {
  type CertificationRequest,
  readCertificationRequest,
} from "./x509/objects/certification-request.ts";
export type { DistributionPoint } from "./x509/objects/extensions/distribution-points.ts";
export { readCertificate } from "./x509/objects/read-certificate.ts";
export type { CertificateInfo, DistinguishedName, PublicKey } from "./x509/shapes.ts";

export {
  type ComparableKey,
  comparableKey,
  compareKeys,
  describeKey,
} from "./x509/keys/key-comparison.ts";
export { type PrivateKey, readPrivateKeyText } from "./x509/keys/private-keys.ts";
export { verifySignature } from "./x509/signatures/verify.ts";

export { readCrl } from "./x509/revocation/crl.ts";
export { readOcspResponse } from "./x509/revocation/ocsp-response.ts";

export { Candidate } from "./x509/constraints/candidate.ts";
export { buildPath, isValid, missingOf, type Path } from "./x509/path/build.ts";
export { Pool } from "./x509/path/pool.ts";
export { anchorsOf, mozillaRoots } from "./x509/path/trust-store.ts";

export { type Finding, type RuleCode, ruleOf } from "./x509/rules/catalogue.ts";
export { lint } from "./x509/rules/lint/lint.ts";

/**
 * The named schemas of the OpenAPI document, from which generators of clients take their type names.
 * tests/api/openapi.test.ts fails if a schema without a name appears in two places.
 */
import * as bundle from "../../core/bundle/schema.ts";
import * as caa from "../../core/caa/schema.ts";
import * as certificate from "../../core/certificate/schema.ts";
import * as chain from "../../core/chain/schema.ts";
import * as csr from "../../core/csr/schema.ts";
import * as inspect from "../../core/inspect/schema.ts";
import * as match from "../../core/match/schema.ts";
import * as pfx from "../../core/pfx/schema.ts";
import * as verdict from "../../core/verdict/schema.ts";
import * as x509 from "../../core/x509/shapes.ts";

export const COMPONENTS = {
  Certificate: x509.certificateInfo,
  DistinguishedName: x509.distinguishedName,
  NameAttribute: x509.nameAttribute,
  PublicKey: x509.publicKey,
  GeneralName: x509.generalName,
  WrittenName: x509.writtenName,
  Extensions: x509.extensions,
  Extension: x509.extension,
  BasicConstraints: x509.basicConstraints,
  Finding: x509.finding,
  ChainAnalysis: chain.chainResponse,
  HostAnalysis: chain.chainUrlResponse,
  ChainEntry: chain.chainEntry,
  ChainProblem: chain.problem,
  ChainValidation: chain.validation,
  MissingIssuer: x509.missingIssuer,
  OtherKey: x509.otherKey,
  Acceptance: chain.acceptance,
  Transparency: chain.transparency,
  CalendarDate: chain.calendarDate,
  OtherPath: chain.otherPath,
  CertificateRevocation: chain.certificateRevocation,
  Revocation: x509.revocation,
  Presentation: chain.presentation,
  Stapling: chain.stapling,
  UnusedCertificate: chain.unusedEntry,
  Verdict: verdict.renderedVerdict,
  Statement: verdict.renderedStatement,
  StatementSubject: verdict.subject,
  SkippedObject: x509.skippedObject,
  ComparedObject: certificate.comparedObject,
  ComparedPart: certificate.comparedPart,
  DecodedCsr: csr.decodedCsr,
  UnreadableCsr: csr.undecodedCsr,
  Match: match.matchResponse,
  RequestSummary: match.requestSummary,
  PfxFile: pfx.pfxResponse,
  OpenedPfx: pfx.pfxOpened,
  EntryEncryption: pfx.entryEncryption,
  CaaRecord: caa.parsedRecord,
  Inspection: inspect.inspectResponse,
  InspectedFinding: inspect.inspectedFinding,
  InspectionVerdict: verdict.inspectedVerdict,
  CheckedPart: inspect.checked,
  BundleStep: bundle.bundleStep,
  BundleFile: bundle.bundleFile,
  SignedFile: inspect.signedFile,
  EncryptedFile: inspect.encryptedFile,
} as const;

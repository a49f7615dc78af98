/** csr/decode: reads a PKCS#10 request, verifies its signature, and reports input that is not a CSR. */
import { headline } from "../verdict/text/sentence.ts";
import { decodedVerdict } from "../verdict/csr.ts";
import { type CsrFault, csrFaultVerdict } from "../verdict/csr-fault.ts";
import { loadDigest } from "../../wasm/digest.ts";
import type { OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { readCertificationRequest } from "../x509/objects/certification-request.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import { Findings } from "../x509/asn1/findings.ts";
import { toColonHex } from "../x509/asn1/hex.ts";
import { describedIn } from "../x509/pem/described.ts";
import { kindName, kindOfBlock, kindOfLabel, type ObjectKind } from "../x509/pem/identify.ts";
import { readText } from "../x509/pem/read-text.ts";
import { repairSentence } from "../x509/pem/repairs.ts";
import { examineRequest } from "../x509/rules/lint/request.ts";
import type { RequestFault } from "../x509/rules/request-fault.ts";
import type { Finding } from "../x509/shapes.ts";
import { type RequestBlock, unwrapRequests } from "../x509/signed/requests.ts";
import { verifySignature } from "../x509/signatures/verify.ts";
import * as TEXT from "../texts.ts";
import type { csrDecode } from "./contract.ts";
import { renewalOf } from "./renewal.ts";
import { inCapitals } from "../kernel/texts.ts";

type Answer = OutputOf<typeof csrDecode>;

/**
 * Decodes the request in a text. If there is no readable request, `valid` is false, and a sentence says what the
 * text is instead, or what is malformed and where. An invalid signature does not make a request unreadable, and
 * private CAs have their own rules.
 */
export const decode: Operation<typeof csrDecode> = async (
  { csr },
  { budget, now },
): Promise<Answer> => {
  const findings = new Findings();
  const invalid = (fault: CsrFault): Answer => {
    const [message, error = message] = messagesOf(fault);
    return {
      ...{ valid: false, error: inCapitals(error), message, findings: findings.list() },
      verdict: csrFaultVerdict(fault),
    };
  };
  const malformed = (reason: string) => invalid({ reason });

  const { blocks, repairs } = readText(csr, budget);
  const chosen = chooseBlock(unwrapRequests(blocks, budget), findings);
  if (!("bytes" in chosen)) {
    const described = chosen.fault === "not_found" ? describedIn(csr) : null;
    return described === null ? invalid(chosen.fault) : malformed(described);
  }
  const repaired = repairSentence(repairs);
  if (repaired !== null) findings.add("text_repaired", null, repaired);
  const { bytes } = chosen;
  if (bytes === null) return malformed(chosen.problem ?? "It is empty");
  budget.spend("bytes", bytes.length);
  const der = new Der(bytes, budget, findings);
  let request;
  try {
    request = readCertificationRequest(der);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return malformed(thrown.message);
  }

  const { publicKey, signature } = request;
  const verdict = await verifySignature(request, publicKey, budget);
  const faults = examineRequest(request, { now, budget });
  const renewal = chosen.message
    ? await renewalOf(chosen.message, bytes.subarray(0, request.end), budget)
    : null;
  const sha256 = await loadDigest("SHA-256");
  const fingerprint = (start: number, end: number) =>
    toColonHex(sha256(bytes.subarray(start, end)));
  return {
    valid: true,
    error: null,
    subject: request.subject,
    publicKey: publicKey.key,
    signatureAlgorithm: signature.scheme.name,
    signatureValid: verdict.valid,
    signatureProblem: verdict.problem,
    extensions: request.extensions,
    attributes: request.attributes,
    fingerprints: {
      request: fingerprint(0, request.end),
      publicKey: fingerprint(publicKey.start, publicKey.end),
    },
    renewal,
    findings: withFaults(findings.list(), faults),
    verdict: decodedVerdict({ signatureValid: verdict.valid, faults, renewal }),
  };
};

/**
 * The findings, and the faults that no CA accepts. A note is about a part that CAs leave out, and private CAs certify
 * private names, so neither is a fault of the request.
 */
function withFaults(findings: readonly Finding[], faults: readonly RequestFault[]): Finding[] {
  const known = new Set(findings.map(({ code }) => code));
  const more = faults.filter(({ code, severity, isPrivate }) =>
    severity !== "info" && !isPrivate && !known.has(code)
  );
  return [
    ...findings,
    ...more.map(({ code, message, offset }) => (
      { code, message: headline(message), offset }
    )),
  ];
}

/**
 * The block to read as a request: the first one by content, else the first one by label; otherwise the
 * reason. Other objects are reported as findings.
 */
function chooseBlock(
  blocks: readonly RequestBlock[],
  findings: Findings,
): RequestBlock | { fault: CsrFault } {
  const kinds = blocks.map(kindOfBlock);
  const index = kinds.indexOf("request");
  if (index === -1) {
    // The parameters before a key are less informative than the key.
    const known = kinds.find((kind) => kind !== null && !kind.endsWith("-parameters")) ??
      kinds.find((kind) => kind !== null);
    if (known) return { fault: { isOther: known } };
    return { fault: blocks.some(({ label }) => label !== "") ? "not_in_text" : "not_found" };
  }
  const block = blocks[index];
  if (block.bytes === null) return block;
  if (block.problem !== null) findings.add("pem_damaged", null, block.problem);
  const labelled = kindOfLabel(block.label);
  if (labelled !== null && labelled !== "request") {
    findings.add("pem_label_wrong", null, kindName(labelled));
  }
  reportOthers(kinds, index, findings);
  return block;
}

/** The message of an answer without a request, and its `error` if that is another text. */
function messagesOf(fault: CsrFault): [message: string, error?: string] {
  if (fault === "not_in_text") return [TEXT.csrNot];
  if (fault === "not_found") return [TEXT.csrNotFound];
  return "isOther" in fault
    ? [TEXT.csrIsOther(kindName(fault.isOther))]
    : [fault.reason, TEXT.csrInvalidBecause(fault.reason)];
}

function reportOthers(
  kinds: readonly (ObjectKind | null)[],
  chosen: number,
  findings: Findings,
): void {
  const others = new Set(kinds.filter((_, index) => index !== chosen));
  for (const kind of others) {
    const message = kind === "request"
      ? "The text contains more than one CSR. The first is shown"
      : kind === null
      ? "The text also contains something unknown"
      : `The text also contains ${kindName(kind)}`;
    findings.add("other_blocks", null, message);
  }
}

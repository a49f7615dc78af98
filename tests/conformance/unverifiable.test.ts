/**
 * The parts of the public test suites that this tool cannot verify: obsolete and unassigned
 * algorithms, each with its reason, and nothing else.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { decode } from "../../core/csr/decode.ts";
import { Budget, createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import type { MatchResponse } from "../../core/match/contract.ts";
import { operations } from "../../core/operations.ts";
import { DerError } from "../../core/x509/asn1/der.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { verifySignature } from "../../core/x509/signatures/verify.ts";
import { latin1Sample, needsCorpus, pairs, samples } from "../support/corpus.ts";

/** How many objects could not be verified, by the reason that the answer gives. */
type Reasons = Record<string, number>;

const count = (reasons: Reasons, reason: string) => reasons[reason] = (reasons[reason] ?? 0) + 1;

describe("conformance > signatures that this tool cannot verify", () => {
  it("of requests: DSA and MD4", needsCorpus(), async () => {
    const reasons: Reasons = {};
    for (const { file } of samples("csr")) {
      const answer = await decode({ csr: latin1Sample(file) }, createContext());
      if (answer.valid && answer.signatureValid === null) count(reasons, answer.signatureProblem!);
    }
    assert.deepEqual(reasons, {
      "DSA is obsolete, and this tool does not verify it": 1,
      "RSA with MD4 is obsolete, and this tool does not verify it": 1,
    });
  });

  it("of keys with certificates and requests: DSA", needsCorpus(), async () => {
    const passwords = new Map(samples("key").map(({ file, password }) => [file, password]));
    const reasons: Reasons = {};
    for (const { key, other } of pairs()) {
      const input = {
        certificate: latin1Sample(other),
        privateKey: latin1Sample(key),
        passphrase: passwords.get(key) ?? "",
      };
      const outcome = await execute(operations, "match/verify", input, createContext());
      assert(outcome.ok, JSON.stringify(outcome));
      const { match, reason } = outcome.value as MatchResponse;
      if (match === null) count(reasons, reason!);
    }
    assert.deepEqual(reasons, {
      "The public keys are the same. This tool cannot check whether the parts of the private key match for DSA (2048 bits)":
        1,
    });
  });

  it(
    "of self-issued certificates: DSA, MD2, GOST, and an invalid mask",
    needsCorpus(),
    async () => {
      const reasons: Reasons = {};
      for (const { file } of samples("cert")) {
        for (const { bytes } of readPem(latin1Sample(file))) {
          const certificate = bytes && read(bytes);
          if (!certificate || certificate.subject.raw !== certificate.issuer.raw) continue;
          const { publicKey } = certificate;
          const { valid, problem } = await verifySignature(certificate, publicKey, new Budget());
          if (valid === null) count(reasons, problem!);
        }
      }
      assert.deepEqual(reasons, {
        "DSA is obsolete, and this tool does not verify it": 2,
        "RSA with MD2 is obsolete, and this tool does not verify it": 1,
        "This tool cannot verify RSASSA-PSS with these parameters": 1,
        "This tool cannot verify this signature algorithm": 3,
      });
    },
  );
});

function read(bytes: Uint8Array<ArrayBuffer>): Certificate | null {
  try {
    return readCertificate(bytes, new Budget());
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    return null;
  }
}

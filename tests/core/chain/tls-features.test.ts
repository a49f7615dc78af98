/** TLS features that a CA requires of what it issues (RFC 7633, 4.2.2). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { authority, endEntity, keyOf, pemOf } from "../x509/revocation/authorities.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { bytes, seq } from "../x509/rules/der.ts";
import { analyzeText } from "./support.ts";

const AT = "2026-05-01T12:00:00Z";
const features = (...numbers: number[]) => ({
  // certtool goes by the clock.
  to: "2040-01-01T00:00:00Z",
  extensions: {
    tlsFeature: numbers.length === 0
      ? null
      : seq(...numbers.map((number) => element(2, bytes(number)))),
  },
});

/** A chain with these features, from the root down. */
function chain(root: number[], ca: number[], leaf: number[]): Certificate[] {
  const top = authority("Root", keyOf("root"), null, features(...root));
  const middle = authority("CA", keyOf("ca"), top, features(...ca));
  return [endEntity(middle, features(...leaf)), middle.certificate, top.certificate];
}

describe("TLS features of a CA", () => {
  const cases: [root: number[], ca: number[], leaf: number[], found: string[]][] = [
    [[], [], [5], []],
    [[], [5], [5], []],
    [[5], [5, 17], [17, 5, 23], []],
    [[], [5], [], ["0: Its CA has TLS features that it lacks: status_request."]],
    [[], [5, 17], [5], ["0: Its CA has TLS features that it lacks: status_request_v2."]],
    [[5], [], [], ["1: Its CA has TLS features that it lacks: status_request."]],
    [[5], [], [5], ["1: Its CA has TLS features that it lacks: status_request."]],
  ];
  for (const [root, ca, leaf, expected] of cases) {
    it(`root ${root}, CA ${ca}, end entity ${leaf}`, needs("certtool"), async () => {
      const path = chain(root, ca, leaf);
      const { problems, validation } = await analyzeText(pemOf(...path), AT, "private");
      const found = problems.filter(({ code }) => code === "tls_features_missing");
      assert.deepEqual(found.map(({ index, message }) => `${index}: ${message}`), expected);
      assert.equal(validation.isValid, expected.length === 0);
      const { stdout, stderr } = await runProgram(
        "certtool",
        ["--verify-chain"],
        pemOf(...path),
      );
      assert.equal(
        /Chain verification output: Verified/.test(stdout),
        expected.length === 0,
        stdout + stderr,
      );
    });
  }
});

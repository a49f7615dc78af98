import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import type { MatchResponse } from "../../../core/match/contract.ts";
import { matchResponse } from "../../../core/match/schema.ts";
import { operations } from "../../../core/operations.ts";
import * as TEXT from "../../../core/texts.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { matchFile, type MatchFixture, matchFixtures } from "../../fixtures/match/index.ts";

async function run(input: Partial<MatchFixture["input"]>) {
  const faults: unknown[] = [];
  const outcome = await execute(
    operations,
    "match/verify",
    input,
    createContext(),
    (_, fault) => faults.push(fault),
  );
  assert.deepEqual(faults, []);
  return outcome;
}

async function answer(input: Partial<MatchFixture["input"]>): Promise<MatchResponse> {
  const outcome = await run(input);
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(matchResponse, outcome.value);
}

async function fault(input: Partial<MatchFixture["input"]>): Promise<string> {
  const outcome = await run(input);
  assert(!outcome.ok);
  return outcome.error.message;
}

/** Every run of 24 characters of base64 in the text. */
function* base64Runs(text: string): Generator<string> {
  for (const line of text.split("\n")) {
    const run = line.trim();
    if (run.length >= 24 && /^[A-Za-z0-9+/=]+$/.test(run)) yield run.slice(0, 24);
  }
}

describe("match/verify", () => {
  for (const { name, input, expected, path } of matchFixtures) {
    it(`answers: ${name}`, async () => {
      const outcome = await run(input);
      if (typeof expected === "string") {
        assert(!outcome.ok, JSON.stringify(outcome));
        assert.equal(outcome.error.code, expected);
        assert.match(outcome.error.message, /^[A-Z0-9 ]/);
        assert.equal(outcome.error.issues[0]?.path ?? "", path);
      } else {
        assert(outcome.ok, JSON.stringify(outcome));
        const value = v.parse(matchResponse, outcome.value);
        assert.equal(value.match, expected, value.reason ?? "");
        assert.equal(value.reason === null, expected === true);
        assert.equal(value.candidates[value.chosen].match, expected);
        assert((value.certificate === null) !== (value.request === null));
      }
      const told = JSON.stringify(outcome);
      if (input.passphrase && input.passphrase !== "wrong") {
        assert(!told.includes(input.passphrase));
      }
      // The noise in the noisy inputs is not a key, but must not be repeated either.
      for (const part of base64Runs(input.privateKey)) assert(!told.includes(part));
    });
  }

  it("finds the matching certificate among several", async () => {
    const input = matchFixtures.find(({ name }) => name === "the third of four certificates")!;
    const value = await answer(input.input);
    assert.equal(value.chosen, 2);
    assert.equal(value.certificate?.subject.commonName, "rsa.example.com");
    assert.deepEqual(value.candidates.map(({ match }) => match), [false, false, true, false]);
  });

  it(
    "calls it an error if two certificates have one issuer and serial number",
    needs("openssl"),
    async () => {
      const key = matchFile("rsa-pkcs8-key.pem");
      const certificate = async (serial: number, days: number) => {
        const file = await Deno.makeTempFile();
        await Deno.writeTextFile(file, key);
        const dates = ["-days", `${days}`, "-set_serial", `${serial}`, "-subj", "/CN=a.example"];
        const { stdout } = await runProgram("openssl", ["req", "-x509", "-key", file, ...dates]);
        await Deno.remove(file);
        return stdout;
      };
      const of = async (...certificates: string[]) => {
        const { match, notes, verdict } = await answer({
          certificate: certificates.join(""),
          privateKey: key,
        });
        assert.equal(match, true);
        return [verdict.statements.map(({ code }) => code), notes.length];
      };
      const [first, second, other] = await Promise.all([
        certificate(7, 30),
        certificate(7, 31),
        certificate(8, 30),
      ]);
      assert.deepEqual(await of(first, second), [["certificate_match", "match_serial_reused"], 1]);
      assert.deepEqual(await of(first, other), [["certificate_match"], 0]);
      assert.deepEqual(await of(first, first), [["certificate_match"], 0]);
    },
  );

  it("reports the end entity if none of several matches", async () => {
    const input = matchFixtures.find(({ name }) => name === "none of four certificates")!;
    const value = await answer(input.input);
    assert.equal(value.certificate?.subject.commonName, "other-rsa.example.com");
    assert.match(
      value.reason!,
      /^The certificate has RSA \(2048 bits\), but the private key is EC/,
    );
  });

  it("reports a request in the certificate's place", async () => {
    const value = await answer({
      certificate: matchFile("rsa-request.pem"),
      privateKey: matchFile("rsa-pkcs8-key.pem"),
    });
    assert.equal(value.match, true);
    assert.equal(value.certificate, null);
    assert.equal(value.request?.subject.commonName, "rsa.example.com");
    assert.deepEqual(value.request?.subjectAltName, [{ type: "DNS", value: "rsa.example.com" }]);
  });

  it("explains why equal numbers are not a pair", async () => {
    const value = await answer({
      certificate: matchFile("pss-certificate.pem"),
      privateKey: matchFile("pss-numbers-as-rsa-key.txt"),
    });
    assert.equal(value.match, false);
    assert.match(value.reason!, /restricts the key to RSA-PSS/);
  });

  it("names an object in the wrong field", async () => {
    const key = matchFile("rsa-pkcs8-key.pem");
    const certificate = matchFile("rsa-certificate.pem");
    assert.equal(await fault({ certificate: key, privateKey: certificate }), TEXT.matchSwapped);
    assert.equal(
      await fault({ certificate: key, privateKey: key }),
      "This is a private key, not a certificate",
    );
    assert.equal(
      await fault({ certificate, privateKey: matchFile("pfx.txt") }),
      "This is a PFX (PKCS#12) file, not a private key",
    );
    assert.equal(
      await fault({ certificate, privateKey: matchFile("public-key.pem") }),
      "This is a public key, not a private key",
    );
  });

  it("names other objects in the fields", async () => {
    const value = await answer({
      certificate: matchFile("p256-pkcs8-key.pem") + matchFile("rsa-certificate.pem"),
      privateKey: matchFile("rsa-certificate.pem") + matchFile("rsa-pkcs8-key.pem"),
    });
    assert.deepEqual(value.notes, [
      "The certificate field also contains a private key",
      "The private key field also contains a certificate",
    ]);
  });

  it("has a message for each of the four problems with a key", async () => {
    const certificate = matchFile("rsa-certificate.pem");
    const encrypted = matchFile("rsa-pbes2-aes-256-cbc-key.pem");
    const messages = await Promise.all([
      fault({ certificate, privateKey: encrypted }),
      fault({ certificate, privateKey: encrypted, passphrase: "wrong" }),
      fault({ certificate, privateKey: matchFile("unsupported-camellia-key.pem") }),
      fault({ certificate, privateKey: matchFile("inconsistent-rsa-modulus-key.pem") }),
    ]);
    assert.equal(new Set(messages).size, 4);
    assert.deepEqual(messages.slice(0, 2), [TEXT.passphraseRequired, TEXT.passphraseWrong]);
  });

  it("uses a passphrase as it was entered, and names a space or line break at its ends", async () => {
    const certificate = matchFile("rsa-certificate.pem");
    const privateKey = matchFile("rsa-pbes2-aes-256-cbc-key.pem");
    const hint = TEXT.passwordRefused(TEXT.passphraseWrong, " ");
    assert.notEqual(hint, TEXT.passphraseWrong);
    for (const passphrase of ["wrong ", "\u00a0wrong", "wrong\n", "\twrong", "wrong\u200b"]) {
      assert.equal(await fault({ certificate, privateKey, passphrase }), hint);
    }
    assert.equal(await fault({ certificate, privateKey, passphrase: "w r" }), TEXT.passphraseWrong);
  });

  it("requires both texts, with an error for each field", async () => {
    const outcome = await run({});
    assert(!outcome.ok);
    assert.deepEqual(outcome.error.issues, [
      { path: "certificate", message: TEXT.pairRequired },
      { path: "privateKey", message: TEXT.pairRequired },
    ]);
  });

  it("checks dates for the given time", async () => {
    const input = {
      certificate: matchFile("rsa-certificate.pem"),
      privateKey: matchFile("rsa-pkcs8-key.pem"),
    };
    const past = await answer({ ...input, at: "2001-01-01T00:00:00Z" });
    assert.equal(past.certificate?.isNotYetValid, true);
    assert.equal(past.evaluatedAt, "2001-01-01T00:00:00Z");
    const future = await answer({ ...input, at: "2200-01-01T00:00:00Z" });
    assert.equal(future.certificate?.isExpired, true);
    assert(future.certificate!.daysUntilExpiry < 0);
  });
});

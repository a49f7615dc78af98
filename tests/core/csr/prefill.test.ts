/** csr/prefill: a request for the next certificate, made from the last one. */
import { exampleOf } from "../../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { csrGenerate, csrPrefill } from "../../../core/csr/contract.ts";
import * as schema from "../../../core/csr/schema.ts";
import { exampleCertificate, exampleIssuer } from "../../../core/examples.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { prefillFixtures } from "../../fixtures/csr/prefill.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import type { SubjectAttributes } from "../../../core/x509/issuing/names.ts";
import { requestFor } from "../../support/requests.ts";

type Prefilled = OutputOf<typeof csrPrefill>;

const run = (name: string, input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, name, input, createContext(), (_, fault) => {
    throw fault;
  });

async function prefill(text: string): Promise<Prefilled> {
  const outcome = await run(csrPrefill.name, { text });
  assert(outcome.ok, JSON.stringify(outcome));
  const parsed = v.parse(schema.csrPrefill.output, outcome.value);
  assert.deepEqual(parsed, outcome.value);
  return parsed;
}

/** The fields that a user must still fill in if the text lacks them. */
const TYPED = {
  commonName: "typed.example",
  organization: "Typed",
  city: "Typed",
  state: "Typed",
  country: "DE",
  email: "typed@example.com",
};

function requestFrom({ fields }: Prefilled): Record<string, unknown> {
  const said = Object.entries(fields).filter(([, value]) => value !== "" && value !== null);
  return { ...TYPED, ...Object.fromEntries(said) };
}

describe("csr/prefill", () => {
  for (const { name, input, refused } of prefillFixtures) {
    it(`${refused ? "refuses" : "reads"} ${name}`, async () => {
      const outcome = await run(csrPrefill.name, input);
      assert.equal(outcome.ok ? null : outcome.error.code, refused);
    });
  }

  it("copies all of a request that has a name twice", async () => {
    const names = ["a.test", "b.test", "B.test"].map((value) => ({ type: "DNS" as const, value }));
    const { fields, notes } = await prefill(await requestFor(names));
    assert.deepEqual([fields.commonName, fields.subjectAltNames], ["a.test", ["b.test"]]);
    assert.deepEqual(notes, []);
  });

  it("does not confuse a name in other characters with one in ASCII", async () => {
    const { fields, notes } = await prefill(
      await requestFor(["EVIL\u3002com", " evil.com\t", "a.test"].map((value) => ({
        type: "DNS" as const,
        value,
      }))),
    );
    assert.deepEqual([fields.commonName, fields.subjectAltNames], ["a.test", []]);
    assert.match(notes[0].message, /^2 names are not full domain names/);
  });

  it("counts excess names with and without a common name", async () => {
    const names = Array.from({ length: 301 }, (_, index) => ({
      type: "IP" as const,
      value: `10.0.${index >> 8}.${index & 0xff}`,
      octets: Uint8Array.of(10, 0, index >> 8, index & 0xff),
    }));
    const said = async (subject: SubjectAttributes) => {
      const { notes } = await prefill(await requestFor(names, subject));
      return notes.find(({ code }) => code === "too_many_names")?.message;
    };
    assert.match((await said({}))!, /^It has 301 names: the first \d+ are taken\.$/);
    assert.match(
      (await said({ commonName: "a.test" }))!,
      /^It has 301 names in addition to its common name/,
    );
  });

  it("returns the input from which a request was made", async () => {
    const requests = [
      exampleOf(csrGenerate),
      {
        ...exampleOf(csrGenerate),
        commonName: "*.bücher.example",
        subjectAltNames: [
          "192.0.2.1",
          "2001:db8::1",
          "fd00::7",
          "jo@example.com",
          "other.example",
        ],
        keyType: "ECC",
        eccCurve: "P-384",
        digestAlgorithm: "SHA-384",
        organizationUnit: "",
      },
      {
        ...exampleOf(csrGenerate),
        certificateType: "S/MIME",
        commonName: "jo@example.com",
        subjectAltNames: ["jo.doe@example.com"],
      },
    ];
    for (const request of requests) {
      const first = await run(csrGenerate.name, request);
      assert(first.ok);
      const made = first.value as OutputOf<typeof csrGenerate>;
      const again = await prefill(made.csr);
      assert.deepEqual(again.notes, []);
      const second = await run(csrGenerate.name, requestFrom(again));
      assert(second.ok, JSON.stringify(second));
      const { csr: _, privateKey: __, ...rest } = second.value as typeof made;
      const { csr: ___, privateKey: ____, ...before } = made;
      assert.deepEqual(rest, before);
    }
  });

  it("returns only values that csr/generate accepts", async () => {
    for (const { name, input, refused } of prefillFixtures) {
      if (refused) continue;
      const request = requestFrom(await prefill(input.text));
      const outcome = v.safeParse(schema.csrGenerate.input, request);
      // A copied value may be too long for a request; the form then reports it.
      const faults = (outcome.issues ?? []).filter(({ message }) =>
        !/too long|must not/.test(message)
      );
      assert.deepEqual(faults.map(({ message }) => message), [], name);
    }
  });

  it(
    "uses the server's certificate of a chain, and its names without a common name",
    needs("openssl"),
    async () => {
      const { source, fields } = await prefill(exampleIssuer + exampleCertificate);
      assert.equal(source, "certificate");
      assert.equal(fields.commonName, "www.example.com");
      assert.deepEqual(fields.subjectAltNames, ["example.com"]);
      assert.deepEqual([fields.keyType, fields.eccCurve], ["ECC", "P-256"]);
      assert.equal(fields.digestAlgorithm, null);
      const { stdout } = await runProgram("openssl", [
        ..."req -x509 -newkey rsa:2048 -noenc -keyout /dev/null -subj /O=Example -addext".split(
          " ",
        ),
        "subjectAltName=IP:192.0.2.7,DNS:a.example,URI:https://a.example/,DNS:b.example",
      ]);
      const nameless = await prefill(stdout);
      assert.equal(nameless.fields.commonName, "a.example");
      assert.deepEqual(nameless.fields.subjectAltNames, ["192.0.2.7", "b.example"]);
      assert.equal(nameless.fields.organization, "Example");
      assert.equal(nameless.fields.country, "");
      assert.deepEqual(nameless.notes.map(({ path }) => path), ["subjectAltNames"]);
      assert.deepEqual([nameless.fields.keyType, nameless.fields.keySize], ["RSA", 2048]);
    },
  );

  it("names a kind of key that cannot be made", async () => {
    for (const [file, words] of [["rsa1024", "RSA 1024"], ["brainpool", "EC brainpoolP256r1"]]) {
      const { fields, notes } = await prefill(matchFile(`${file}-certificate.pem`));
      assert.equal(fields.keyType, null);
      assert.match(notes[0].message, new RegExp(`\\(${words}\\)`));
    }
  });
});

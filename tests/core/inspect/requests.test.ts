/** The inspector says about a CSR what the CSR decoder says that a public CA will say, from the same rules. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { csrDecode } from "../../../core/csr/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { inspectFiles, textFile } from "./support.ts";

/** A CSR and its key in PEM, for this subject and these names. */
async function make(subject: string, names: string, bits = 2048) {
  const folder = await Deno.makeTempDir();
  const at = (file: string) => `${folder}/${file}`;
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await runProgram("openssl", args);
    assert.equal(code, 0, stderr);
  };
  try {
    const key = ["-newkey", `rsa:${bits}`, "-nodes", "-keyout", at("key.pem")];
    const asked = names === "" ? [] : ["-addext", `subjectAltName=${names}`];
    await openssl("req", "-new", ...key, "-subj", subject, ...asked, "-out", at("a.csr"));
    const days = ["-days", "30", "-signkey", at("key.pem")];
    await openssl("x509", "-req", "-in", at("a.csr"), ...days, "-out", at("a.pem"));
    const [csr, certificate] = ["a.csr", "a.pem"].map((name) => Deno.readTextFileSync(at(name)));
    return { csr, certificate };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The rules that the CSR decoder reports, with their levels. */
async function decoded(csr: string): Promise<string[]> {
  const outcome = await execute(operations, "csr/decode", { csr }, createContext());
  assert(outcome.ok);
  const { verdict } = outcome.value as OutputOf<typeof csrDecode>;
  return verdict.statements.filter(({ code }) => !code.startsWith("csr_"))
    .map(({ code, level, text }) => `${level} ${code} ${text}`);
}

const LEVELS = { error: "bad", warning: "warning", info: "note" } as const;

describe("a CSR among files", () => {
  const cases = [
    ["/CN=www.quarry.example", "DNS:www.quarry.example", 2048, []],
    ["/CN=www.quarry.example", "DNS:192.0.2.10", 1024, ["weak_key", "san_malformed"]],
    ["/C=XQ/CN=www.quarry.example:443", "", 2048, ["common_name_not_a_name", "country_unknown"]],
    [
      "/O=Internet Widgits Pty Ltd/CN=www.quarry.example",
      "DNS:www.quarry.example",
      2048,
      ["subject_default_value"],
    ],
  ] as const;
  for (const [subject, names, bits, expected] of cases) {
    it(`${subject} has the findings of the CSR decoder`, needs("openssl"), async () => {
      const { csr } = await make(subject, names, bits);
      const { findings } = await inspectFiles([textFile(csr, "a.csr")]);
      const found = findings("a.csr");
      assert.deepEqual(found.map(({ code }) => code).toSorted(), [...expected].sort());
      assert.deepEqual(
        found.map(({ severity, code, message }) => `${LEVELS[severity]} ${code} ${message}`).sort(),
        (await decoded(csr)).sort(),
      );
    });
  }

  it("names the worst fault and the way to mend it", needs("openssl"), async () => {
    const { csr } = await make("/CN=www.quarry.example", "DNS:192.0.2.10");
    const { verdict } = await inspectFiles([textFile(csr, "a.csr")]);
    assert.equal(verdict.level, "bad");
    assert.match(verdict.title, /192\.0\.2\.10.* is an IP address/);
    assert.match(verdict.next!, /^Make the CSR again/);
  });

  it("with its certificate was certified already", needs("openssl"), async () => {
    const { csr, certificate } = await make("/CN=www.quarry.example", "DNS:192.0.2.10", 2048);
    const files = [textFile(csr, "a.csr"), textFile(certificate, "a.pem")];
    assert.deepEqual((await inspectFiles(files)).codes("a.csr"), []);
  });
});

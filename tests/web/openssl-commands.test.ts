/** The commands that the CSR page shows, run in a shell: they make the same request. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { csrFileName } from "../../core/file-names.ts";
import { operations } from "../../core/operations.ts";
import { checkingCommands, makingCommands } from "../../web/src/tools/csr/openssl-commands.ts";
import { REQUEST, SMIME_REQUEST, SUBJECTS } from "../fixtures/csr/generate.ts";
import { isFull } from "../support/matrix.ts";
import { needs, runProgram } from "../support/programs.ts";

async function run(name: string, input: unknown): Promise<unknown> {
  const outcome = await execute(operations, name, input, createContext());
  assert(outcome.ok, outcome.ok ? "" : outcome.error.message);
  return outcome.value;
}

async function decode(csr: string) {
  const decoded = await run(csrDecode.name, { csr }) as OutputOf<typeof csrDecode>;
  assert(decoded.valid && decoded.signatureValid);
  const { subject, publicKey, signatureAlgorithm, extensions } = decoded;
  const { all, ...named } = extensions;
  return {
    subject: subject.attributes,
    publicKey,
    signatureAlgorithm,
    ...named,
    critical: all.filter(({ critical }) => critical).map(({ name }) => name),
  };
}

const INPUTS = [
  { ...REQUEST, subjectAltNames: ["example.com", "192.0.2.1", "2001:db8::1"] },
  { ...REQUEST, keyType: "RSA", keySize: isFull ? 3072 : 2048, digestAlgorithm: "SHA-512" },
  { ...REQUEST, commonName: "*.bücher.example", organizationUnit: "", eccCurve: "P-521" },
  { ...REQUEST, commonName: `${"a".repeat(60)}.example`, eccCurve: "P-384" },
  {
    ...SMIME_REQUEST,
    commonName: "o'brien+$x#{y}@example.com",
    email: "a/b`c=d@example.com",
    digestAlgorithm: "SHA-384",
  },
  ...SUBJECTS.map((subject) => ({ ...REQUEST, ...subject })),
  {
    ...REQUEST,
    ...{ commonName: `${"b".repeat(60)}.example`, domainOnly: true },
    ...{ organization: "", organizationUnit: "", city: "", state: "", country: "", email: "" },
  },
  { ...REQUEST, organization: "O'Neil / $(touch x) `id` \\ ! * ? ~", city: " Köln ", state: "-" },
];

describe("the OpenSSL commands", () => {
  for (const [index, input] of INPUTS.entries()) {
    it(`make the same request, ${index + 1}: ${input.organization}`, needs("openssl"), async () => {
      const answer = await run(csrGenerate.name, input) as OutputOf<typeof csrGenerate>;
      const made = {
        ...answer,
        certificateType: input.certificateType,
        subject: { ...input },
      };
      const folder = await Deno.makeTempDir();
      try {
        const script = `cd '${folder}'\nset -e\n${makingCommands(made)}\n${checkingCommands(made)}`;
        const { code, stdout, stderr } = await runProgram("sh", ["-c", script]);
        assert.equal(code, 0, stderr);
        assert.match(stderr, /verify OK/);
        const digests = [...stdout.matchAll(/[0-9a-f]{64}$/gm)].map(([digest]) => digest);
        assert.equal(digests.length, 2);
        assert.equal(digests[0], digests[1]);
        const theirs = await Deno.readTextFile(`${folder}/${csrFileName(answer.commonName)}`);
        assert.deepEqual(await decode(theirs), await decode(answer.csr));
        assert.equal([...Deno.readDirSync(folder)].length, 2, "nothing else was made");
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }
});

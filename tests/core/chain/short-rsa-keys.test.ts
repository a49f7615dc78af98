/** An RSA key of fewer than 1024 bits is an error of the proof, in every place of a chain. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { chainAnalyze } from "../../../core/chain/contract.ts";
import { inspect } from "../../../core/inspect/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";

/** Certificates of a root, an intermediate and a leaf with RSA keys of these sizes, the leaf first. */
async function chainOf(bits: readonly [number, number, number]): Promise<string[]> {
  const made: string[] = [];
  await inFolder(async (folder) => {
    const openssl = async (...args: string[]) => {
      const { code, stdout, stderr } = await runProgram("openssl", args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const names = ["root", "ca", "leaf"];
    for (const [index, name] of names.entries()) {
      const above = `${folder}/${names[index - 1]}`;
      const extensions = name === "leaf"
        ? ["subjectAltName=DNS:a.example", "extendedKeyUsage=serverAuth"]
        : ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"];
      const issuer = index === 0 ? [] : ["-CA", `${above}.pem`, "-CAkey", `${above}.key`];
      await openssl(
        ...["req", "-x509", "-newkey", `rsa:${bits[index]}`, "-nodes", "-sha256", "-days", "90"],
        ...["-config", "/dev/null", "-subj", `/CN=${name}`, ...issuer],
        ...["-keyout", `${folder}/${name}.key`, "-out", `${folder}/${name}.pem`],
        ...extensions.flatMap((extension) => ["-addext", extension]),
      );
      made.unshift(await Deno.readTextFile(`${folder}/${name}.pem`));
    }
  });
  return made;
}

/** The answer of an operation. */
async function ask(name: string, input: unknown) {
  const outcome = await execute(operations, name, input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  // deno-lint-ignore no-explicit-any -- answers of two operations
  return outcome.value as any;
}

const SIZES: readonly (readonly [string, readonly [number, number, number]])[] = [
  ["the root", [512, 2048, 2048]],
  ["the intermediate", [2048, 768, 2048]],
  ["the leaf", [2048, 2048, 1016]],
];

describe("an RSA key below 1024 bits", () => {
  for (const [place, bits] of SIZES) {
    it(
      `of ${place} breaks the proof, on the chain page and in the inspector`,
      needs("openssl"),
      async () => {
        const chain = await chainOf(bits);
        const { validation: { isValid }, problems } = await ask(chainAnalyze.name, {
          certificate: chain.join(""),
        });
        assert.equal(isValid, false);
        const [problem] = problems.filter(({ code }: { code: string }) => code === "key_too_small");
        assert.deepEqual([problem.kind, problem.severity], ["proof", "error"]);
        assert.equal(problem.index, 2 - bits.findIndex((size) => size < 1024));
        assert(!problems.some(({ code }: { code: string }) => code === "weak_key"));
        const texts = chain.map((text, index) => ({ name: `${index}.pem`, text }));
        const { objects, chains } = await ask(inspect.name, { texts });
        const found = objects.flatMap(({ findings }: { findings: { code: string }[] }) =>
          findings.filter(({ code }) => code === "key_too_small")
        );
        assert.deepEqual(found.map(({ severity }: { severity: string }) => severity), ["error"]);
        assert(chains.some(({ isValid }: { isValid: boolean }) => isValid === false));
      },
    );
  }

  it(
    "of a lone root breaks the proof, and one of 1024 bits does not",
    needs("openssl"),
    async () => {
      const lone = async (size: number) => {
        const root = (await chainOf([size, 2048, 2048])).at(-1)!;
        const { validation: { isValid }, problems } = await ask(chainAnalyze.name, {
          certificate: root,
        });
        return [isValid, problems.map(({ code }: { code: string }) => code).includes("weak_key")];
      };
      assert.deepEqual(await lone(512), [false, false]);
      assert.deepEqual(await lone(1024), [true, true]);
    },
  );

  it("of a CSR or a key is an error in the inspector", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const args = [
        "req",
        "-newkey",
        "rsa:512",
        "-nodes",
        "-keyout",
        `${folder}/k`,
        "-subj",
        "/CN=a",
      ];
      const { stdout } = await runProgram("openssl", [...args, "-config", "/dev/null"]);
      const key = await Deno.readTextFile(`${folder}/k`);
      const texts = [{ name: "a.csr", text: stdout }, { name: "a.key", text: key }];
      const { objects } = await ask(inspect.name, { texts, acceptPrivateKeys: true });
      for (const { findings } of objects) {
        assert(
          findings.some(({ code, severity }: { code: string; severity: string }) =>
            code === "key_too_small" && severity === "error"
          ),
        );
      }
    });
  });
});

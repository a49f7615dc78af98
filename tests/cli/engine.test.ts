/**
 * The npm package of the engine: where only it is installed, the examples of its document print what the document shows, with
 * Node and with Deno, and a strict user of TypeScript compiles.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import ts from "typescript";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { provider } from "../../core/provider.ts";
import { packages, program } from "./package-support.ts";
import { needs } from "../support/programs.ts";

const DOCUMENT = new URL("../../docs/engine.md", import.meta.url);

/** The programs in the document, and the lines that each prints. */
async function documentedPrograms(): Promise<{ code: string; output: string }[]> {
  const text = await readFile(DOCUMENT, "utf8");
  return [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => ({
    code,
    output: [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join(""),
  }));
}

/** A user who names every type and value of the package, and gives `lint` something wrong. */
const STRICT_USER = `
import * as engine from "${provider.enginePackageName}";
import type { Certificate, CertificateInfo, Finding, Path, PrivateKey } from "${provider.enginePackageName}";
const { budget, now } = engine.createContext();
const certificate: Certificate = engine.readCertificate(new Uint8Array(), budget);
const info: Promise<CertificateInfo> = engine.loadFingerprintDigests()
  .then((digests) => engine.certificateInfo(certificate, now, digests));
export const name: Promise<string | null> = info.then(({ subject }) => subject.commonName);
export const findings = (path: Path): Finding[] => path.findings;
export const dispose = (key: PrivateKey): void => key.dispose();
// @ts-expect-error: a text is not a certificate
engine.lint("certificate");
`;

describe("the package of the engine", () => {
  it(
    "runs the examples of its document, and its types are complete",
    needs("node", "npm"),
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "ssl-tools-engine-"));
      try {
        const { engine } = await packages();
        await writeFile(join(folder, "package.json"), '{ "type": "module" }');
        await writeFile(join(folder, "fullchain.pem"), exampleCertificate + exampleIssuer);
        await writeFile(join(folder, "server.pem"), exampleCertificate);
        await writeFile(join(folder, "root.pem"), exampleIssuer);
        await writeFile(join(folder, "server.key"), examplePrivateKey);
        const install = ["install", "--offline", "--no-audit", "--no-fund", engine];
        const installed = await program("npm", install, folder);
        assert.equal(installed.status, 0, installed.error);

        const programs = await documentedPrograms();
        assert(programs.length >= 5);
        for (const [index, { code, output }] of programs.entries()) {
          const file = `example-${index}.js`;
          await writeFile(join(folder, file), code);
          assert.notEqual(output, "");
          for (const [name, before] of [["node", []], [Deno.execPath(), ["run", "-A"]]] as const) {
            const { out, error } = await program(name, [...before, file], folder);
            assert.equal(out, output, `${name} ${file}: ${error}`);
          }
        }

        const user = join(folder, "user.ts");
        await writeFile(user, STRICT_USER);
        assert.deepEqual(faultsOf(user), []);
        // The compiler reads the types: a wrong use is a fault.
        await writeFile(
          user,
          STRICT_USER.replace("// @ts-expect-error: a text is not a certificate", ""),
        );
        assert.equal(faultsOf(user).length, 1);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

function faultsOf(file: string): string[] {
  const compiled = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(compiled).map(({ file, messageText }) =>
    `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  );
}

/** The npm packages: two builds have the same octets, and the command line runs where only it is installed, with Node and with Deno. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import { builtPackages, packages, program } from "./package-support.ts";
import { fullOnly } from "../support/matrix.ts";
import { needs } from "../support/programs.ts";
import { ADDRESS, at, behind, DIALOGUES, serve } from "./hosts.ts";
import { examples } from "../../core/examples.generated.ts";
import { exampleCertificate, exampleIssuer, exampleTime } from "../../core/examples.ts";

describe("the package", () => {
  fullOnly(() =>
    it("has the same octets each time", needs("node", "npm"), async () => {
      const folder = await Deno.makeTempDir();
      try {
        const { commandLine, engine } = await packages();
        const again = await builtPackages(join(folder, "again"));
        assert.deepEqual(await readFile(again.commandLine), await readFile(commandLine));
        assert.deepEqual(await readFile(again.engine), await readFile(engine));
      } finally {
        await rm(folder, { recursive: true });
      }
    })
  );
  it(
    "runs with Node and Deno",
    needs("node", "npm", "openssl", "bash"),
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "ssl-tools-package-"));
      try {
        const { commandLine } = await packages();
        await writeFile(join(folder, "package.json"), "{}");
        await writeFile(join(folder, "chain.pem"), exampleCertificate + exampleIssuer);
        const { csr } = examples["csr/decode"] as { csr: string };
        await writeFile(join(folder, "request.csr"), csr);
        const install = ["install", "--offline", "--no-audit", "--no-fund", commandLine];
        const installed = await program("npm", install, folder);
        assert.equal(installed.status, 0, installed.error);

        const main = join(folder, "node_modules/ssl-tools/ssl-tools.js");
        for (const [name, before] of [["node", []], [Deno.execPath(), ["run", "-A"]]] as const) {
          const run = (...args: string[]) => program(name, [...before, main, ...args], folder);
          const decoded = await run("decode", "request.csr", "--json");
          assert.equal(decoded.status, 0, decoded.error);
          assert.equal(JSON.parse(decoded.out).valid, true);
          const chain = await run("chain", "chain.pem", "--at", exampleTime, "--json");
          assert.equal(chain.status, 0, chain.error);
          assert.equal(JSON.parse(chain.out).validation.isValid, true);
          assert.equal((await run("chain", "chain.pem", "--host", "other.example")).status, 1);
          assert.equal((await run("chain", "--wrong")).status, 2);
          // A reader may end early, as head does.
          const line = '"$@" | true; exit ${PIPESTATUS[0]}';
          const decode = [name, ...before, main, "decode", "request.csr", "--json"];
          const piped = await program("bash", ["-c", line, "bash", ...decode], folder);
          assert.deepEqual([piped.status, piped.error], [0, ""]);

          await using host = await serve("expired", "ca.pem");
          await using front = behind(DIALOGUES.smtp, host.port);
          const live = ["--address", ADDRESS, "--roots", at("root.pem"), "--json"];
          for (const [port, ...more] of [[host.port], [front.port, "--starttls", "smtp"]]) {
            const checked = await run(
              "check",
              `expired.test:${port}`,
              ...live,
              ...more as string[],
            );
            assert.equal(checked.status, 1, checked.error);
            const { verdict, source } = JSON.parse(checked.out);
            const codes = verdict.statements.map(({ code }: { code: string }) => code);
            assert(codes.includes("expired"), `${name}: ${codes}`);
            assert.equal(source.presented.count, 2);
          }
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

/** `deno task release`: an archive that needs only Deno to serve the site. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { examples } from "../../core/examples.generated.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { needs } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);

await ensureBuilt();

describe("a release", () => {
  it(
    "starts in an empty place, without a build and without a network",
    needs("tar"),
    async () => {
      const home = await Deno.makeTempDir();
      try {
        const script = ["run", "-A", "--no-check", "web/build/release.ts", `${home}/made`];
        await program(Deno.execPath(), script, fileURLToPath(ROOT));
        const files = [...Deno.readDirSync(`${home}/made`)].map(({ name }) => name).sort();
        const archive = files.find((name) => name.endsWith(".tar.gz"))!;
        const name = archive.slice(0, -".tar.gz".length);
        assert.deepEqual(files, [name, `${name}.cdx.json`, archive, `${archive}.sha256`]);

        const bill = JSON.parse(await Deno.readTextFile(`${home}/made/${name}.cdx.json`));
        const unknown = bill.components.filter(({ hashes, licenses }: Record<string, unknown>) =>
          !hashes || !licenses
        );
        assert.deepEqual(unknown, []);
        const listed = new Set(bill.components.map(({ name }: { name: string }) => name));
        for (const one of ["hono", "@redis/client", "react", "pkijs"]) assert(listed.has(one), one);

        await Deno.mkdir(`${home}/place`);
        await program("sha256sum", ["--check", "--quiet", `${archive}.sha256`], `${home}/made`);
        await program("tar", ["-xzf", `${home}/made/${archive}`], `${home}/place`);
        await program("sha256sum", ["--check", "--quiet", "SHA256SUMS"], `${home}/place/${name}`);

        const folder = new URL(`file://${home}/place/${name}/`);
        // An attempt to load a package fails, because nothing listens on this port.
        const empty = { DENO_DIR: `${home}/deno`, NPM_CONFIG_REGISTRY: "http://127.0.0.1:1/" };
        await using server = await startProcess(empty, [], { folder });
        const page = await fetch(`${server.origin}/csr`);
        assert.match(await page.text(), /<title>/);
        for (const operation of ["csr/decode", "chain/analyze", "match/verify"]) {
          const answer = await fetch(`${server.origin}/api/${operation}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(examples[operation]),
          });
          assert.equal((await answer.json()).success, true, operation);
        }
      } finally {
        await Deno.remove(home, { recursive: true });
      }
    },
  );
});

async function program(name: string, args: string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(name, { args, cwd }).output();
  assert(success, new TextDecoder().decode(stderr));
}

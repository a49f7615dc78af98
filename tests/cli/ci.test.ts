/** The action of GitHub, the hook of pre-commit and the template of GitLab: their commands, run as a runner does. */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate, exampleIssuer } from "../../core/examples.ts";
import { needs } from "../support/programs.ts";
import { ADDRESS, at as ofHosts, serve } from "./hosts.ts";
import { folderOf } from "./support.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (name: string) => readFile(new URL(name, ROOT), "utf8");
const at = await folderOf({ "good.pem": exampleCertificate + exampleIssuer });
const expired = await readFile(ofHosts("expired.pem"));
await mkdir(at("my certs"));
await writeFile(at("my certs/old.pem"), expired);
await writeFile(at("old.pem"), expired);

/** Runs a script with bash in the folder. Deno, Node and the sources' `ssl-tools` are on its PATH. */
async function bash(script: string, env: Record<string, string>, ...args: string[]) {
  const deno = Deno.execPath().slice(0, Deno.execPath().lastIndexOf("/"));
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", script, "bash", ...args],
    cwd: at(""),
    env: {
      ...env,
      SSL_TOOLS_BUILD: at("build"),
      PATH: `${at("bin")}:${deno}:${Deno.env.get("PATH")}`,
    },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { status: code, out: text(stdout), error: text(stderr) };
}

/** The step of action.yml with inputs; the others have their defaults. */
async function action(inputs: Record<string, string>) {
  const source = await read("action.yml");
  const [, run] = /^ +run: '(.*)'$/m.exec(source)!;
  const variables = source.matchAll(/^ +(SSL_TOOLS_[A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/gm);
  const env = [...variables].map(([, name, input]) => {
    const [, initial] = new RegExp(`^  ${input}:\n.*\n    default: (.*)$`, "m").exec(source)!;
    return [name, inputs[input] ?? initial.replace(/^""$/, "")];
  });
  assert.equal(env.length, 5);
  const path = fileURLToPath(ROOT).replace(/\/$/, "");
  return await bash(run, { ...Object.fromEntries(env), GITHUB_ACTION_PATH: path });
}

describe("action.yml", needs("bash", "node", "npm", "openssl"), () => {
  it("annotates the file with the fault, writes SARIF, and fails", async () => {
    const { status, out, error } = await action({
      paths: "good.pem\n  my certs  \n\n",
      sarif: at("sarif"),
    });
    assert.equal(status, 1, error);
    assert.match(out, /^::error file=my certs\/old\.pem,title=[a-z_]+::/m);
    const { runs: [{ results }] } = JSON.parse(await readFile(at("sarif/paths.sarif"), "utf8"));
    const places = results.map((
      { locations: [{ physicalLocation }] }: {
        locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
      },
    ) => physicalLocation.artifactLocation.uri);
    assert(places.includes("my%20certs/old.pem"), places.join());
  });

  it("takes no text of an input for a command or an option", async () => {
    const { status } = await action({ paths: "$(touch a)\n`touch b`\n--force\n;touch c" });
    assert.equal(status, 3);
    for (const name of ["a", "b", "c"]) await assert.rejects(readFile(at(name)));
  });

  it("checks hosts too, and fails with what could not be checked", async () => {
    await using host = await serve("expired", "ca.pem");
    const { status, out } = await action({ hosts: `${ADDRESS}:${host.port}`, "fail-on": "never" });
    assert.equal(status, 0, out);
    assert.match(out, /^::error file=127\.[0-9.%A]+,title=/m);
    assert.equal((await action({ hosts: `${ADDRESS}:1` })).status, 3);
    assert.equal((await action({})).status, 0);
  });
});

describe("the hook of pre-commit", needs("bash", "node", "npm", "openssl"), () => {
  it("runs on the files of a commit", async () => {
    const source = await read(".pre-commit-hooks.yaml");
    const [, entry] = /^ {2}entry: (.*)$/m.exec(source)!;
    const [, files] = /^ {2}files: (.*)$/m.exec(source)!;
    assert(new RegExp(files).test("my certs/old.pem"));
    assert(!new RegExp(files).test("README.md"));
    const script = `${fileURLToPath(ROOT)}${entry} "$@"`;
    assert.equal((await bash(script, {}, "my certs/old.pem")).status, 1);
  });
});

describe("the template of GitLab", needs("bash", "node", "npm", "openssl"), () => {
  it("writes a report of JUnit and fails", async () => {
    const source = await read("cli/ci/gitlab.yml");
    assert(source.trimEnd().split("\n").length <= 11);
    const [, check] = /^ {4}- (ssl-tools .*)$/m.exec(source)!;
    await mkdir(at("bin"));
    const wrapper = fileURLToPath(new URL("cli/ci/ssl-tools.sh", ROOT));
    await writeFile(at("bin/ssl-tools"), `#!/bin/sh\nexec "${wrapper}" "$@"\n`, { mode: 0o755 });
    const { status, error } = await bash(check, { SSL_TOOLS_PATHS: "good.pem old.pem" });
    assert.equal(status, 1, error);
    assert.match(await readFile(at("certificates.xml"), "utf8"), /^<\?xml.*<testsuites /s);
  });
});

/** The command line among other programs: pipes, full devices, paths that are not files, and names that give orders. */
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { needs, runProgram } from "../support/programs.ts";
import { folderOf, ssl } from "./support.ts";

const at = await folderOf({
  "leaf.pem": exampleCertificate,
  "issuer.pem": exampleIssuer,
  "leaf.key": examplePrivateKey,
});
const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

/** Runs a line of bash in which `ssl-tools` is the command line. Returns its output. */
async function bash(line: string): Promise<string> {
  const start = `ssl-tools() { "${Deno.execPath()}" run -A --no-check --quiet "${MAIN}" "$@"; }\n`;
  const { stdout } = await runProgram("bash", ["-c", `exec 2>&1; cd "${at("")}"; ${start}${line}`]);
  return stdout;
}

describe("ssl-tools in a pipe", needs("bash"), () => {
  it("ends quietly with its own status when its reader has ended", async () => {
    const line = "ssl-tools inspect leaf.pem --fail-on never --json | true; echo ${PIPESTATUS[0]}";
    assert.equal(await bash(line), "0\n");
  });
  it("does not pretend that a key arrived", async () => {
    for (const [place, reason] of [["| true", "has ended"], ["> /dev/full", "no space left"]]) {
      const out = await bash(`ssl-tools csr a.example -o - ${place}; echo \${PIPESTATUS[0]}`);
      assert.match(out, /^2$/m);
      assert(out.includes(reason), out);
      assert(!out.includes("    at "), "a stack trace");
    }
  });
  it("reads standard input and a pipe with a name, and writes no colours there", async () => {
    for (const line of ["ssl-tools lint - < leaf.pem", "ssl-tools lint <(cat leaf.pem)"]) {
      const out = await bash(`${line} | cat`);
      assert.match(out, /rules/);
      assert(!out.includes("\x1b"), out);
    }
  });
  it("says where a passphrase comes from without a terminal", async () => {
    const out = await bash(
      "ssl-tools pfx make leaf.pem leaf.key -o a.pfx < /dev/null; echo $?",
    );
    assert.match(out, /--password-file/);
    assert.match(out, /^2$/m);
  });
});

describe("a path that is not a file", () => {
  const convert = (...more: string[]) =>
    ssl("convert", at("leaf.pem"), "--to", "pkcs7", "--force", "--output", ...more);

  it("is not written, and keeps its mode", needs("bash"), async () => {
    await runProgram("bash", ["-c", `mkfifo "${at("pipe")}"; chmod 640 "${at("pipe")}"`]);
    const key = ["convert", at("leaf.key"), "--to", "pkcs8", "--force", "--output"];
    const { status, error } = await ssl(...key, at("pipe"));
    assert.equal(status, 2);
    assert.match(error, /not a file/);
    assert.equal((await stat(at("pipe"))).mode & 0o777, 0o640);
  });
  it("is named with the reason", async () => {
    await mkdir(at("folder"));
    for (
      const [path, reason] of [
        ["missing/a.p7b", "folder does not exist"],
        ["leaf.pem/a.p7b", "is a file and not a folder"],
      ]
    ) {
      const { status, error } = await convert(at(path));
      assert.equal(status, 2);
      assert(error.includes(reason), error);
    }
  });
  it("stops several files before the first is written", async () => {
    await mkdir(at("half"));
    const csr = ["csr", "shop.example", "--key-type", "ECC", "--output"];
    await ssl(...csr, at("whole"));
    const names = await readdir(at("whole"));
    assert.equal(names.length, 2);
    const last = names.find((name) => name.includes("csr"))!;
    await writeFile(at(`half/${last}`), "mine");
    assert.equal((await ssl(...csr, at("half"))).status, 2);
    assert.deepEqual(await readdir(at("half")), [last]);
    assert.equal(await readFile(at(`half/${last}`), "utf8"), "mine");
  });
});

describe("names of files", () => {
  const HOSTILE = "a\n::error::\x1b[2J\x9b\u202e<b>.pem";

  it("act in no output", async () => {
    await mkdir(at("names"));
    await writeFile(at(`names/${HOSTILE}`), exampleCertificate);
    await writeFile(at("names/locked\n\x1b]0;x\x07.pem"), "-----BEGIN CERTIFICATE-----\n");
    for (const format of ["", "--json", "--markdown", "--sarif", "--junit", "--github"]) {
      for (const paths of [[at("names")], [at(`names/${HOSTILE}`)], [at(`none${HOSTILE}`)]]) {
        const more = format === "" ? [] : [format];
        const { out, error } = await ssl("inspect", ...paths, ...more);
        assert.doesNotMatch(out + error, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u, format);
        if (format === "--github") {
          assert.doesNotMatch(out, /^(?!::(?:error|warning|notice) file=)./m);
        }
      }
    }
    const { error } = await ssl("lint", at("leaf.pem"), `--${HOSTILE}`);
    assert.doesNotMatch(error, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u);
  });

  it("of links lead to files, and not to folders", async () => {
    await mkdir(at("live/deep"), { recursive: true });
    await symlink(at("leaf.pem"), at("live/cert.pem"));
    await symlink(at("live"), at("live/deep/again"));
    await symlink(at("missing"), at("live/dead.pem"));
    const { answer } = await json("inspect", at("live"));
    const { objects, verdict } = answer;
    assert.deepEqual(objects.map(({ kind }: { kind: string }) => kind), ["certificate"]);
    const codes = verdict.statements.map(({ code }: { code: string }) => code);
    assert(codes.includes("file_skipped"), codes.join());
  });

  it("of a pattern are found once", async () => {
    await mkdir(at("deep/a/b"), { recursive: true });
    await writeFile(at("deep/a/b/c.pem"), exampleCertificate);
    const { answer } = await json("inspect", at("deep/**/**/*.pem"));
    assert.equal(answer.objects[0].places.length, 1);
  });
});

const json = async (...args: string[]) => {
  const { status, out } = await ssl(...args, "--json");
  return { status, answer: JSON.parse(out) };
};

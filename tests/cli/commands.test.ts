/** The commands on files: inspect, lint, diff, convert, pfx, caa and password. */
import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { describe, it } from "@std/testing/bdd";
import { zipSync } from "fflate";
import {
  exampleCertificate,
  exampleIssuer,
  examplePrivateKey,
  exampleTime,
} from "../../core/examples.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { needs, runProgram } from "../support/programs.ts";
import { folderOf, ssl } from "./support.ts";

const PASSWORD = "correct horse";
const utf8 = (text: string) => new TextEncoder().encode(text);
const at = await folderOf({
  "leaf.pem": exampleCertificate,
  "issuer.pem": exampleIssuer,
  "leaf.key": examplePrivateKey,
  "fullchain.pem": exampleCertificate + exampleIssuer,
  "words.txt": "no object at all",
  "zone.txt": 'shop.example. IN CAA 0 issue "sectigo.com"\n',
  "secret.txt": `${PASSWORD}\n`,
  "both.zip": zipSync({ "a/leaf.pem": utf8(exampleCertificate), "key": utf8(examplePrivateKey) }),
});
const json = async (...args: string[]) => {
  const { status, out } = await ssl(...args, "--json");
  return { status, answer: JSON.parse(out) };
};

describe("ssl-tools inspect", () => {
  it("gives the answer of the operation for the same texts", async () => {
    const paths = ["leaf.pem", "issuer.pem", "leaf.key"].map(at);
    const texts = await Promise.all(
      paths.map(async (name) => ({ name, text: await readFile(name, "utf8") })),
    );
    const input = { texts, acceptPrivateKeys: true, at: exampleTime };
    const expected = await execute(operations, "inspect", input, createContext());
    assert(expected.ok);
    const { answer } = await json("inspect", ...paths, "--at", exampleTime);
    assert.deepEqual(answer, JSON.parse(JSON.stringify(expected.value)));
  });

  it("reads folders, archives and patterns, and a private key is in no output", async () => {
    await mkdir(at("folder/deep"), { recursive: true });
    await writeFile(at("folder/deep/a.pem"), exampleCertificate);
    await writeFile(at("folder/deep/b.pem"), exampleIssuer);
    await writeFile(at("folder/k"), examplePrivateKey);
    const kinds = async (...paths: string[]) => {
      const { answer } = await json("inspect", ...paths.map(at));
      return answer.objects.map(({ kind }: { kind: string }) => kind).sort();
    };
    assert.deepEqual(await kinds("folder"), ["certificate", "certificate", "private-key"]);
    assert.deepEqual(await kinds("both.zip"), ["certificate", "private-key"]);
    assert.deepEqual(await kinds("folder/**/*.pem"), ["certificate", "certificate"]);
    assert.deepEqual(await kinds("folder/deep/?.pem"), ["certificate", "certificate"]);
    assert.equal((await ssl("inspect", at("folder/*.none"))).status, 3);
    const [, line] = examplePrivateKey.split("\n");
    for (const format of ["--json", "--markdown", "--sarif", "--junit", "--github"]) {
      assert(!(await ssl("inspect", at("folder"), format)).out.includes(line), format);
    }
  });

  it("goes on after a file that cannot be read, and names it", async () => {
    await mkdir(at("closed"));
    await writeFile(at("closed/a.pem"), exampleCertificate);
    await mkdir(at("closed/inner"));
    await chmod(at("closed/inner"), 0);
    await symlink(at("closed"), at("closed/itself"));
    const { answer } = await json("inspect", at("closed"));
    await chmod(at("closed/inner"), 0o700);
    assert.equal(answer.objects.length, 1);
    // Root may read every folder.
    const unread = Deno.uid() === 0 ? [] : [at("closed/inner")];
    assert.deepEqual(answer.setAside.map(({ file }: { file: string }) => file), unread);
  });

  it("opens what --password-file opens, and reports an expiry", async () => {
    await ssl("pfx", "make", at("fullchain.pem"), at("leaf.key"), "--at", exampleTime)
      .then(({ status }) => assert.equal(status, 2));
    const password = ["--password-file", at("secret.txt")];
    await ssl("pfx", "make", at("leaf.pem"), at("leaf.key"), ...password, "--output", at("in.pfx"));
    const closed = await json("inspect", at("in.pfx"));
    assert.deepEqual(closed.answer.objects.map(({ kind }: { kind: string }) => kind), ["pkcs12"]);
    const open = await json("inspect", at("in.pfx"), ...password);
    assert.equal(open.answer.objects.length, 3);
    const soon = ["inspect", at("fullchain.pem"), "--at", exampleTime, "--expires-within"];
    assert.equal((await ssl(...soon, "9999w")).status, 1);
    assert.equal((await ssl(...soon, "1h")).status, 0);
  });
});

describe("ssl-tools lint", () => {
  it("reports each broken rule of the operation, and exits by its level", async () => {
    const { answer, status } = await json("lint", at("leaf.pem"), "--judge-as", "public-tls");
    const [{ findings }] = answer.certificates;
    assert(findings.length > 0);
    assert.equal(
      status,
      findings.some(({ severity }: { severity: string }) => severity === "error") ? 1 : 0,
    );
    const { out } = await ssl("lint", at("leaf.pem"), "--judge-as", "public-tls", "--sarif");
    const rules: { ruleId: string }[] = JSON.parse(out).runs[0].results;
    for (const { code } of findings) assert(rules.some(({ ruleId }) => ruleId === code), code);
  });

  it("judges each file by itself, and names one without a certificate", async () => {
    const { answer, status } = await json("lint", at("leaf.pem"), at("words.txt"));
    assert.equal(answer.length, 2);
    assert.equal(answer[1].error.code, "unreadable");
    assert.equal(status, 3);
  });
});

describe("ssl-tools diff", () => {
  it("says the sentence of the operation, and exits with 1 only if differences count", async () => {
    const two = ["diff", at("leaf.pem"), at("issuer.pem")];
    const { answer, status } = await json(...two);
    assert.equal(status, 0);
    assert((await ssl(...two)).out.includes(answer.verdict.title));
    assert.equal((await ssl(...two, "--fail-on", "note")).status, 1);
    assert.equal(
      (await ssl("diff", at("leaf.pem"), at("leaf.pem"), "--fail-on", "note")).status,
      0,
    );
    assert.equal((await ssl("diff", at("leaf.pem"))).status, 2);
  });
});

describe("ssl-tools convert", () => {
  it("writes certificates that OpenSSL reads", needs("openssl"), async () => {
    const { status } = await ssl(
      "convert",
      at("fullchain.pem"),
      "--to",
      "pkcs7",
      "--output",
      at("c.p7b"),
    );
    assert.equal(status, 0);
    const { stdout } = await runProgram("openssl", [
      "pkcs7",
      "-print_certs",
      "-noout",
      "-in",
      at("c.p7b"),
    ]);
    assert.equal(stdout.match(/subject=/g)?.length, 2);
    await ssl("convert", at("leaf.pem"), "--to", "certificate", "--der", "--output", at("c.der"));
    const der = await readFile(at("c.der"));
    assert.equal(der[0], 0x30);
  });

  it("writes a key for its owner only, and its JSON has no key", needs("openssl"), async () => {
    const convert = ["convert", at("leaf.key"), "--to", "pkcs8-encrypted", "--output", at("e.key")];
    assert.equal((await ssl(...convert)).status, 2);
    const secret = ["--new-passphrase-file", at("secret.txt")];
    const { answer } = await json(...convert, ...secret);
    assert.equal(answer.content, null);
    assert.equal((await stat(at("e.key"))).mode & 0o777, 0o600);
    await runProgram("openssl", [
      "pkey",
      "-in",
      at("e.key"),
      "-passin",
      `pass:${PASSWORD}`,
      "-noout",
    ]);
    assert.equal((await ssl(...convert, ...secret)).status, 2);
    const { out, status } = await ssl(
      "convert",
      at("e.key"),
      "--to",
      "public-key",
      "--output",
      at("p.pem"),
    );
    assert.equal(status, 3, out);
    const opened = ["--passphrase-file", at("secret.txt"), "--output", at("p.pem")];
    assert.equal((await ssl("convert", at("e.key"), "--to", "public-key", ...opened)).status, 0);
    assert.match(await readFile(at("p.pem"), "utf8"), /BEGIN PUBLIC KEY/);
  });

  it("names the forms for a wrong one", async () => {
    const { status, error } = await ssl("convert", at("leaf.pem"), "--to", "paper");
    assert.equal(status, 2);
    assert(error.includes("pkcs7"), error);
  });
});

describe("ssl-tools pfx", () => {
  const password = ["--password-file", at("secret.txt")];

  it("makes a file that OpenSSL opens and only its owner may read", needs("openssl"), async () => {
    const make = ["pfx", "make", at("leaf.key"), at("fullchain.pem"), ...password];
    const { status, answer } = await json(...make, "--output", at("out.pfx"), "--at", exampleTime);
    assert.equal(status, 0);
    assert.equal(answer.pfx, null);
    assert.equal((await stat(at("out.pfx"))).mode & 0o777, 0o600);
    const open = [
      "pkcs12",
      "-legacy",
      "-in",
      at("out.pfx"),
      "-passin",
      `pass:${PASSWORD}`,
      "-nodes",
    ];
    const { stdout } = await runProgram("openssl", open);
    assert.equal(stdout.match(/BEGIN CERTIFICATE/g)?.length, 2);
  });

  it("takes it apart into new files, and shows no key", async () => {
    const { answer, status } = await json("pfx", "open", at("out.pfx"), ...password);
    assert.equal(status, 0);
    assert.deepEqual(answer.keys.map(({ pem }: { pem: unknown }) => pem), [null]);
    await mkdir(at("parts"));
    const { out } = await ssl("pfx", "open", at("out.pfx"), ...password, "--output", at("parts"));
    assert(!out.includes("PRIVATE KEY"));
    const names = (await readdir(at("parts"))).sort();
    assert.equal(names.length, 2, names.join());
    const key = names.find((name) => name.endsWith(".key.txt"))!;
    assert.equal((await stat(at(`parts/${key}`))).mode & 0o777, 0o600);
    const files = names.map((name) => at(`parts/${name}`));
    assert.equal((await json("match", ...files, "--at", exampleTime)).answer.match, true);
  });

  it("exits with 3 for a wrong password, and says where one comes from", async () => {
    const { status, out } = await ssl("pfx", "open", at("out.pfx"));
    assert.equal(status, 3);
    assert(out.includes("--password-file"), out);
    assert.equal((await ssl("pfx", "shut", at("out.pfx"))).status, 2);
    const unset = ["--password-env", "SSL_TOOLS_NO_SUCH_VARIABLE"];
    assert.equal((await ssl("pfx", "open", at("out.pfx"), ...unset)).status, 2);
  });
});

describe("ssl-tools caa", () => {
  it("prints zone lines, and reads them again", async () => {
    const { out, status } = await ssl("caa", "generate", "shop.example", "--ca", "sectigo");
    assert.equal(status, 0);
    assert.match(out, /^shop\.example\. IN CAA 0 issue "sectigo\.com"$/m);
    await writeFile(at("made.txt"), out);
    const check = ["caa", "validate", at("made.txt"), "--domain", "shop.example", "--authority"];
    assert.equal((await json(...check, "sectigo")).answer.answer.permitted, true);
    assert.equal((await json(...check, "letsencrypt")).answer.answer.permitted, false);
  });

  it("exits with 2 for a name or a CA that it cannot take", async () => {
    assert.equal((await ssl("caa", "generate", "no name")).status, 2);
    assert.equal((await ssl("caa", "generate", "shop.example", "--ca", "bogus")).status, 2);
    assert.equal((await ssl("caa", "guess", "shop.example")).status, 2);
  });
});

describe("ssl-tools password", () => {
  it("prints one password a line", async () => {
    const { out, status } = await ssl("password", "--length", "24", "--count", "3", "--no-symbols");
    assert.equal(status, 0);
    const lines = out.trimEnd().split("\n");
    assert.equal(new Set(lines).size, 3);
    for (const line of lines) assert.match(line, /^[A-Za-z0-9]{24}$/);
    assert.match((await ssl("password", "--words", "5")).out, /^(?:[a-z]+-){4}[a-z]+\n$/);
  });

  it("exits with 2 for a number that it cannot use", async () => {
    for (const length of ["many", "7", ""]) {
      assert.equal((await ssl("password", "--length", length)).status, 2, length);
    }
  });
});

describe("ssl-tools call", () => {
  it("runs any operation, and writes its answer only where --output says", async () => {
    await writeFile(at("a.json"), JSON.stringify({ commonName: "shop.example", domainOnly: true }));
    await writeFile(at("b.json"), "no JSON");
    assert.equal((await ssl("call", "csr/generate", at("a.json"))).status, 2);
    assert.equal(
      (await ssl("call", "csr/guess", at("a.json"), "--output", at("c.json"))).status,
      2,
    );
    const call = ["call", "csr/generate", at("a.json"), at("b.json"), "--output", at("c.json")];
    const { out, status } = await ssl(...call);
    assert.equal(status, 3);
    assert(!out.includes("PRIVATE KEY"));
    assert.equal((await stat(at("c.json"))).mode & 0o777, 0o600);
    const [first, second] = JSON.parse(await readFile(at("c.json"), "utf8"));
    assert.match(first.answer.privateKey, /PRIVATE KEY/);
    assert.equal(second.error.code, "unreadable");
  });
});

describe("a certificate with a hostile name", () => {
  const name = "\x1b[2J\x9b2J\u202e::error::x%0A<img src=x>&\"'](http://a.example)`@all`|#1";
  const made = async () => {
    await runProgram("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", at("hostile.key"), "-out", at("hostile.pem"), "-utf8", "-days", "1"],
      ...["-subj", `/CN=${name.replaceAll("/", "\\/")}`],
    ]);
    return at("hostile.pem");
  };

  it(
    "acts on no terminal, code host or build server, in any command",
    needs("openssl"),
    async () => {
      const path = await made();
      const commands = [
        ["inspect", path, at("leaf.pem")],
        ["lint", path],
        ["diff", at("leaf.pem"), path],
        ["chain", path],
        ["convert", path, "--to", "chain", "--output", at("hostile"), "--force"],
      ];
      for (const command of commands) {
        for (const format of ["", "--json", "--markdown", "--sarif", "--junit", "--github"]) {
          const { out } = await ssl(
            ...command,
            ...format === "" ? [] : [format],
            "--fail-on",
            "never",
          );
          const about = `${command[0]} ${format}`;
          assert.doesNotMatch(out, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u, about);
          if (format === "--markdown" || format === "--junit") assert(!out.includes("<img"), about);
          if (format === "--markdown") assert.doesNotMatch(out, /@all|http:\/\/a/, about);
          if (format !== "--github") continue;
          for (const line of out.split("\n")) {
            assert.match(
              line,
              /^(?:::(?:error|warning|notice) |$)/,
            );
          }
        }
      }
    },
  );

  it("names no file outside the folder", needs("openssl"), async () => {
    const path = await made();
    await mkdir(at("named"));
    await ssl("convert", path, "--to", "chain", "--output", at("named"));
    const [file, ...others] = await readdir(at("named"));
    assert.deepEqual(others, []);
    assert.match(file, /^[A-Za-z0-9._-]+$/);
  });
});

describe("ssl-tools fix", () => {
  it("writes the folder of a server, and tells neither its key nor its password", async () => {
    await mkdir(at("downloads"));
    await writeFile(at("downloads/a"), exampleCertificate);
    await writeFile(at("downloads/b"), exampleIssuer);
    await writeFile(at("downloads/c"), examplePrivateKey);
    const out = at("server/nginx");
    const given = [at("downloads"), "--for", "nginx", "-o", out, "--at", exampleTime];
    const { status, answer } = await json("fix", ...given);
    assert.equal(status, 0);
    assert.equal(answer.ready, true);
    assert.deepEqual(
      (await readdir(out, { recursive: true })).sort(),
      answer.files.map(({ path }: { path: string }) => path).sort(),
    );
    const secrets = answer.files.filter(({ secret }: { secret: boolean }) => secret);
    assert(secrets.length > 0);
    for (const { path, content } of secrets) {
      assert.equal(content, null);
      assert.equal((await stat(`${out}/${path}`)).mode & 0o777, 0o600);
    }
    // Nothing is overwritten.
    assert.equal((await ssl("fix", ...given)).status, 2);
    const java = await ssl(
      "fix",
      at("downloads"),
      "--for",
      "java",
      "-o",
      at("java"),
      "--at",
      exampleTime,
    );
    const password = (await readFile(at("java/password.txt"), "utf8")).trim();
    assert(password.length > 8 && !java.out.includes(password), java.out);
    assert.equal((await stat(at("java/password.txt"))).mode & 0o777, 0o600);
    assert.equal((await ssl("fix", at("downloads"), "--for", "toaster", "-o", out)).status, 2);
    assert.equal((await ssl("fix", at("downloads"), "--for", "nginx", "-o", "-")).status, 2);
  });
});

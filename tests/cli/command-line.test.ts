/** The command line: its answers, its exit status, and text of others in each format. */
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import { COMMANDS } from "../../cli/commands.ts";
import { asGithub } from "../../cli/formats/github.ts";
import { asJunit } from "../../cli/formats/junit.ts";
import { asMarkdown } from "../../cli/formats/markdown.ts";
import { asSarif } from "../../cli/formats/sarif.ts";
import { asText } from "../../cli/formats/text.ts";
import type { Report } from "../../cli/report.ts";
import { examples } from "../../core/examples.generated.ts";
import {
  exampleCertificate,
  exampleIssuer,
  examplePrivateKey,
  exampleTime,
} from "../../core/examples.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { visible } from "../../core/kernel/formatting.ts";
import { needs, runProgram } from "../support/programs.ts";
import { folderOf, ssl } from "./support.ts";

const files = {
  "leaf.pem": exampleCertificate,
  "issuer.pem": exampleIssuer,
  "leaf.key": examplePrivateKey,
  "request.csr": (examples["csr/decode"] as { csr: string }).csr,
  "words.txt": "no object at all",
};
const at = await folderOf(files);

describe("ssl-tools", () => {
  it("gives the API's answer with --json", async () => {
    const { out, status } = await ssl("decode", at("request.csr"), "--json");
    const expected = await execute(
      operations,
      "csr/decode",
      examples["csr/decode"],
      createContext(),
    );
    assert(expected.ok);
    assert.deepEqual(JSON.parse(out), expected.value);
    assert.equal(status, 0);
  });

  it("says the verdict of the page first", async () => {
    const given = [at("leaf.pem"), at("issuer.pem"), "--at", exampleTime];
    const { verdict } = JSON.parse((await ssl("chain", ...given, "--json")).out);
    const [name, title] = (await ssl("chain", ...given)).out.split("\n");
    assert.equal(name, `${at("leaf.pem")}, ${at("issuer.pem")}`);
    assert(title.endsWith(verdict.title), title);
  });

  it("finds the key among the files, in any order", async () => {
    for (const files of [["leaf.pem", "leaf.key"], ["leaf.key", "leaf.pem"]]) {
      const { out, status } = await ssl("match", ...files.map(at), "--json", "--at", exampleTime);
      assert.equal(JSON.parse(out).match, true);
      assert.equal(status, 0);
    }
  });

  it("exits with 1 if something was found, from the level of --fail-on on", async () => {
    const chain = ["chain", at("leaf.pem"), at("issuer.pem"), "--at", exampleTime];
    const { out, status } = await ssl(...chain, "--json");
    const levels: string[] = JSON.parse(out).verdict.statements.map(
      ({ level }: { level: string }) => level,
    );
    assert(levels.includes("warning") && !levels.includes("bad"), levels.join());
    assert.equal(status, 0);
    assert.equal((await ssl(...chain, "--fail-on", "warning")).status, 1);
    assert.equal((await ssl(...chain, "--host", "other.example")).status, 1);
    assert.equal((await ssl(...chain, "--host", "other.example", "--fail-on", "never")).status, 0);
  });

  it("exits with 1 for a certificate that expires within the time", async () => {
    const chain = ["chain", at("leaf.pem"), at("issuer.pem"), "--at", exampleTime];
    assert.equal((await ssl(...chain, "--expires-within", "1h")).status, 0);
    const { out, status } = await ssl(...chain, "--expires-within", "9999w", "--sarif");
    assert.equal(status, 1);
    const rules: { ruleId: string }[] = JSON.parse(out).runs[0].results;
    assert(rules.some(({ ruleId }) => ruleId === "expires_within"));
  });

  it("exits with 2 for a wrong command line, and names the wrong part", async () => {
    for (
      const [args, found] of [
        [["inspekt", "x"], "inspekt"],
        [["decode", "--bogus", "x"], "--bogus"],
        [["decode"], "decode"],
        [["decode", "x", "--fail-on", "always"], "always"],
        [["chain", "x", "--expires-within", "soon"], "soon"],
        [["chain", "x", "--host"], "value"],
      ] as const
    ) {
      const { status, error, out } = await ssl(...args);
      assert.equal(status, 2, args.join(" "));
      assert(error.includes(found), error);
      assert.equal(out, "");
    }
  });

  it("exits with 3 for what could not be checked", async () => {
    for (const args of [["chain", at("missing.pem")], ["chain", at("words.txt")]]) {
      const { status, out } = await ssl(...args, "--json");
      assert.equal(status, 3);
      assert.equal(JSON.parse(out)[0].error.code, "unreadable");
    }
  });

  it("reads a passphrase from a file and from the environment, and never from an argument", () => {
    for (const { options } of Object.values(COMMANDS)) {
      for (const [name, { type }] of Object.entries<{ type: string }>(options)) {
        if (/pass/.test(name) && type === "string") assert.match(name, /-(?:file|env)$/);
      }
    }
  });

  it("has a help text for each command, whose examples name the command", async () => {
    for (const [name, { examples }] of Object.entries(COMMANDS)) {
      assert.equal((await ssl("help", name)).status, 0);
      assert(examples.length > 0);
      for (const { line } of examples) assert(line.startsWith(`ssl-tools ${name} `));
    }
  });
});

describe("the scripts for a shell", () => {
  it("name each command and each option of it, in each shell", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { out } = await ssl("completion", shell);
      for (const [name, { options }] of Object.entries(COMMANDS)) {
        assert(out.includes(name), shell);
        for (const option of Object.keys(options)) assert(out.includes(option), option);
      }
    }
    assert.equal((await ssl("completion", "tcsh")).status, 2);
  });
  it("are a manual page too, with no line that roff would obey", async () => {
    const { out } = await ssl("man");
    for (const name of Object.keys(COMMANDS)) assert(out.includes(`.SS "${name} `));
    const requests = out.split("\n").filter((line) => line.startsWith("."));
    assert(requests.every((line) => /^\.(?:TH|SH|SS|TP|B) ?/.test(line)));
  });
});

describe("ssl-tools csr", () => {
  const csr = (output: string, ...more: string[]) =>
    ssl("csr", "shop.example", "--country", "SE", "--key-type", "ECC", "--output", output, ...more);

  it("writes a key that only its owner may read, and a request for it", async () => {
    await mkdir(at("new"));
    const { status, out } = await csr(at("new"), "--json");
    assert.equal(status, 0);
    const [request, key] = (await readdir(at("new"))).sort().map((name) => join(at("new"), name));
    assert.equal((await stat(key)).mode & 0o777, 0o600);
    const text = await readFile(key, "utf8");
    assert.match(text, /^-----BEGIN PRIVATE KEY-----\n/);
    assert.equal(JSON.parse(out).privateKey, null);
    assert(!out.includes(text.split("\n")[1]));
    assert.equal((await ssl("match", request, key)).status, 0);
  });

  it("overwrites only with --force, and writes through no link", async () => {
    await mkdir(at("old"));
    await csr(at("old"));
    const [, key] = (await readdir(at("old"))).sort().map((name) => join(at("old"), name));
    const before = await readFile(key, "utf8");
    assert.equal((await csr(at("old"))).status, 2);
    assert.equal(await readFile(key, "utf8"), before);
    assert.equal((await csr(at("old"), "--force")).status, 0);
    assert.notEqual(await readFile(key, "utf8"), before);
    await rm(key);
    await symlink(at("elsewhere"), key);
    assert.equal((await csr(at("old"), "--force")).status, 2);
    await assert.rejects(stat(at("elsewhere")));
  });

  it("exits with 2 for a name that no request can have", async () => {
    assert.equal((await ssl("csr", "bad name", "--country", "SE")).status, 2);
  });
});

describe("SARIF", () => {
  // The subset of the OASIS schema of SARIF 2.1.0 that we use; no object there takes other properties.
  const OBJECTS: Readonly<Record<string, readonly string[]>> = {
    "": ["$schema", "version", "runs"],
    runs: ["tool", "results"],
    tool: ["driver"],
    driver: ["name", "version", "rules"],
    rules: ["id"],
    results: ["ruleId", "level", "kind", "message", "locations"],
    message: ["text"],
    locations: ["physicalLocation"],
    physicalLocation: ["artifactLocation"],
    artifactLocation: ["uri"],
  };
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, name);
      return;
    }
    if (typeof value !== "object" || value === null) {
      assert.equal(typeof value, "string", name);
      return;
    }
    assert.deepEqual(Object.keys(value), OBJECTS[name], name);
    for (const [key, inner] of Object.entries(value)) walk(inner, key);
  };

  it("has the properties and words of its schema, and each rule once", async () => {
    for (const paths of [["leaf.pem", "issuer.pem"], ["missing.pem"]]) {
      const { out } = await ssl("chain", ...paths.map(at), "--at", exampleTime, "--sarif");
      const log = JSON.parse(out);
      walk(log, "");
      assert.equal(log.version, "2.1.0");
      const [{ tool: { driver: { rules } }, results }] = log.runs;
      const ids = rules.map(({ id }: { id: string }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const { ruleId, level, kind, locations } of results) {
        assert(ids.includes(ruleId));
        assert(["none", "note", "warning", "error"].includes(level), level);
        // Section 3.27.10: only a failure has a level.
        assert.equal(kind, level === "none" ? "pass" : "fail");
        const [{ physicalLocation: { artifactLocation: { uri } } }] = locations;
        assert(URL.canParse(uri, "file:///"), uri);
      }
    }
  });
});

describe("text of others", () => {
  const hostile =
    "\x1b[2J\r\n::error::x%0A\u202e<img src=x>&\"'](http://a.example)`@all`|#1 www.a.example \ud800";
  const statement = { code: "a", level: "bad", text: hostile, next: hostile, about: null } as const;
  const verdict = {
    level: "bad",
    title: hostile,
    cause: hostile,
    next: hostile,
    statements: [statement, { ...statement, about: { name: hostile, index: 0 } }],
  } as const;
  const report: Report = {
    command: "chain",
    answered: [{
      name: hostile,
      verdict: { ...verdict, statements: [...verdict.statements] },
      answer: {},
    }],
    failed: [{ name: hostile, code: "unreadable", message: hostile }],
  };

  it("acts on no terminal and hides nothing, in every format", () => {
    const outputs = {
      text: asText(report, false),
      markdown: asMarkdown(report),
      sarif: asSarif(report, "1"),
      junit: asJunit(report, "error"),
      github: asGithub(report),
    };
    for (const [name, output] of Object.entries(outputs)) {
      assert.doesNotMatch(output, /[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u, name);
    }
  });
  it("makes no command of GitHub Actions", () => {
    for (const line of asGithub(report).split("\n")) assert.match(line, /^(?:::error file=|$)/);
    assert.doesNotMatch(asGithub(report), /(?<!%25)%0A/);
  });
  it("makes no element, link, mention or picture in Markdown", () => {
    assert.doesNotMatch(asMarkdown(report), /<img|\]\(|http:|(?<!&)#1|@all|`|www\.a/);
  });
  it("is XML for another reader, with the counts that it states", needs("python3"), async () => {
    const script = [
      "import json, sys, xml.etree.ElementTree as tree",
      "root = tree.fromstring(sys.stdin.buffer.read())",
      "print(json.dumps([[e.tag, e.attrib] for e in root.iter()]))",
    ].join("\n");
    const { stdout } = await runProgram("python3", ["-c", script], asJunit(report, "error"));
    const elements: [string, Record<string, string>][] = JSON.parse(stdout);
    const count = (name: string) => String(elements.filter(([tag]) => tag === name).length);
    const counts = { tests: count("testcase"), failures: count("failure"), errors: count("error") };
    const [[, suites], [, { name, ...suite }]] = elements;
    assert.deepEqual(counts, { tests: "3", failures: "2", errors: "1" });
    assert.deepEqual([suites, suite, name], [counts, counts, "ssl-tools chain"]);
    const [, { classname }] = elements.find(([tag]) => tag === "testcase")!;
    assert.equal(classname, visible(hostile));
  });
  it("leaves XML with the elements that we write", () => {
    const names = asJunit(report, "error").matchAll(/<([a-z]+)/g).map(([, name]) => name);
    assert.deepEqual(
      [...new Set(names)].sort(),
      ["error", "failure", "testcase", "testsuite", "testsuites"],
    );
  });
});

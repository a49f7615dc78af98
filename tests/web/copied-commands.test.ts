/**
 * The command lines that pages show and copy, generated for hostile names. A terminal obeys control
 * characters in pasted text, and users do not see characters that change the direction of text.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { opensslCommands } from "../../core/inspect/rows.ts";
import type { InspectedObject } from "../../core/inspect/objects.ts";
import * as certificate from "../../web/src/tools/certificate/openssl-commands.ts";
import { clientCheckPrograms, curlCommand, serverPrograms } from "../../web/src/install/lines.ts";
import { signingCommand } from "../../web/src/tools/certificate/openssl-commands.ts";
import { filesOf, pfxName } from "../../core/certificate/files.ts";
import { NO_VALUES } from "../../web/src/tools/certificate/form-values.ts";
import * as csr from "../../web/src/tools/csr/openssl-commands.ts";
import * as pfx from "../../web/src/tools/pfx/openssl-commands.ts";
import { LANGUAGES, snippet } from "../../web/src/docs/api/snippets.ts";
import { fileBaseName } from "../../core/file-names.ts";
import { needs, runProgram } from "../support/programs.ts";

type Made = Parameters<typeof certificate.makingCommands>[0];

/** Each ends a line, clears it, leaves bracketed paste, or reverses the direction of text. */
const NAMES = [
  "shop.example\x03\x15 touch made\n# ",
  "shop\x1b[201~\ntouch made\n",
  "it's\x7f\x9b\u0085 \u2028\u202e $(touch made) `touch made` %s !!",
  "-\u200b\u2066'; touch made; '",
];

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The lines and commands that use the files of a certificate. */
function stepsFor(made: Made): { code: string; copies: string }[] {
  const files = filesOf(made);
  return [
    ...serverPrograms({ ...files, pfx: pfxName(made) }),
    ...clientCheckPrograms({ base: files.base, cas: files.ca, crl: files.certificate }),
  ].flatMap(({ steps }) =>
    steps.flatMap(({ code, copies = "" }) => code ? [{ code, copies }] : [])
  );
}

/** All commands of the product that can contain an untrusted name. */
function commandsFor(name: string): string[] {
  const raw = `O=${
    name.replace(/\p{Cc}/gu, (control) =>
      `\\${control.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
  }`;
  const san = [{ type: "DNS" as const, value: name }];
  const made = {
    ...{ kind: "tls-server", issuer: "new-ca", name, subject: raw, subjectAltName: san, days: 9 },
    ...{ privateKey: "", ca: { subject: raw }, permitted: [name] },
  } as unknown as Made;
  const request = {
    certificateType: "SSL/TLS" as const,
    subject: { country: "", state: name, city: name, organization: name, organizationUnit: name },
    ...{ commonName: name, keyType: "ECC", keySize: null, eccCurve: "P-256" },
    ...{ digestAlgorithm: "SHA-256", subjectAltName: san },
  };
  const csrMade = {
    ...request,
    subject: { ...request.subject, email: name },
  } as Parameters<typeof csr.makingCommands>[0];
  const file = {
    ...{ encryption: "aes256-sha256", friendlyName: name, chainLength: 2 },
    ...{ filename: `${fileBaseName(name)}.pfx`, protection: { iterations: 1 } },
  } as unknown as Parameters<typeof pfx.exportCommand>[0];
  const kinds = ["certificate", "request", "private-key", "public-key", "pkcs7", "pkcs12", "crl"];
  const files = filesOf(made);
  return [
    certificate.makingCommands(made, NO_VALUES),
    certificate.makingCommands({ ...made, privateKey: null }, { ...NO_VALUES, csr: "given" }),
    certificate.checkingCommands(made),
    csr.makingCommands(csrMade),
    csr.checkingCommands(csrMade),
    pfx.exportCommand(file),
    pfx.inspectCommand(file),
    ...kinds.flatMap((kind) =>
      opensslCommands(
        { kind, places: [{ file: name, position: 0, form: "PEM" }] } as unknown as InspectedObject,
      )
    ),
    curlCommand(files, files.ca),
    signingCommand(files),
    ...stepsFor(made).filter(({ copies }) => copies.includes("command")).map(({ code }) => code),
  ];
}

describe("commands that pages offer to copy", () => {
  it("contain no control characters and no invisible characters of a name", () => {
    for (const name of NAMES) {
      for (const command of commandsFor(name)) {
        assert.doesNotMatch(command.replaceAll("\n", ""), UNSEEN);
        assert.doesNotMatch(command, /^\s*touch/m, "a line of its own");
      }
    }
  });

  it("run no other command when pasted into a terminal", needs("bash", "python3"), async () => {
    const folder = await Deno.makeTempDir();
    try {
      const typed = `${NO_PROGRAMS}\n${NAMES.flatMap(commandsFor).join("\n")}\n`;
      const { stdout, stderr } = await runProgram("python3", ["-c", PASTE, folder], typed);
      assert.match(stdout, /pasted/, stderr);
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["end"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("use file names in configuration files that need no quoting", () => {
    for (const name of NAMES) {
      for (const kind of ["tls-server", "root-ca"] as const) {
        const subject = `CN=${name}`;
        const files = filesOf({ kind, name, subject, ca: { subject } });
        for (const file of Object.values(files)) assert.match(file, /^[\w.-]+$/);
        const made = { kind, name, subject, ca: { subject } } as unknown as Made;
        for (const { code } of stepsFor(made)) {
          assert.doesNotMatch(code.replaceAll("\n", ""), UNSEEN);
          assert.doesNotMatch(code, /\$\(touch|`|^\s*touch| touch /m);
        }
      }
    }
  });

  it("do not change folders that a system has in /etc/ssl", () => {
    for (const base of ["private", "certs", "openssl.cnf"]) {
      const files = { base, chain: `${base}.pem`, key: `${base}.key`, pfx: `${base}.pfx` };
      const code = serverPrograms(files).flatMap(({ steps }) =>
        steps.map(({ code }) => code ?? "")
      );
      assert.doesNotMatch(code.join("\n"), new RegExp(`/etc/ssl/${base}(?:[/\\s]|$)`, "m"));
    }
  });

  it("contain no invisible characters in the API's examples in any language", () => {
    const endpoint = {
      name: "csr/decode",
      example: { csr: "a\x03\x7f\u202e'\n" },
      envelope: "data",
    } as unknown as Parameters<typeof snippet>[1];
    for (const language of LANGUAGES) {
      const text = snippet(language, endpoint, "https://tools.example");
      // gofmt indents with tabs.
      const visible = text.replaceAll("\n", "").replaceAll("\t", language === "Go" ? "" : "\t");
      assert.doesNotMatch(visible, UNSEEN, language);
    }
  });
});

/** Shell functions without effect replace the programs of the pasted commands. */
const NO_PROGRAMS = ["openssl", "rm", "sudo", "curl", "kubectl", "caddy"]
  .map((program) => `${program}() { cat >/dev/null </dev/null; }`).join("; ");

/** Pastes its input into an interactive bash on a pseudo-terminal. */
const PASTE = `
import os, pty, sys, threading
text = sys.stdin.buffer.read()
os.chdir(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
def drain():
    try:
        while os.read(terminal, 65536): pass
    except OSError: pass
threading.Thread(target=drain, daemon=True).start()
for line in text.splitlines(keepends=True):
    os.write(terminal, line)
os.write(terminal, b"touch end\\nexit\\n")
os.waitpid(child, 0)
print("pasted")
`;

/** The file that the PFX page saves, and the OpenSSL commands that it shows, run in a shell. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import { convert } from "../../core/pfx/convert.ts";
import * as TEXT from "../../core/texts.ts";
import {
  exportCommand,
  inspectCommand,
  TAKE_APART,
} from "../../web/src/tools/pfx/openssl-commands.ts";
import { savedFile } from "../../web/src/tools/pfx/saved-file.ts";
import { chainOf, pem } from "../fixtures/pfx/index.ts";
import { needs, runProgram } from "../support/programs.ts";

/** 24 bytes, which are 32 characters of base64. */
const BYTES = Uint8Array.from({ length: 24 }, (_, index) => index);
const BASE64 = BYTES.toBase64();

describe("the saved PFX file", () => {
  it("is decoded from base64, from a data URL, and from base64 with white space", () => {
    for (
      const content of [
        BASE64,
        `data:application/x-pkcs12;base64,${BASE64}`,
        `  DATA:;base64,\n${BASE64}`,
        BASE64.replaceAll(/.{7}/g, "$& \r\n\t"),
      ]
    ) assert.deepEqual(savedFile(content, "a.pfx"), { bytes: BYTES, filename: "a.pfx" });
  });

  it("is refused if it is missing, too short or not base64", () => {
    const short = BYTES.slice(0, 23).toBase64().replaceAll("=", "");
    for (const content of [null, undefined, "", "   ", short, "data:,", "*".repeat(40)]) {
      assert.deepEqual(savedFile(content, "a.pfx"), { error: TEXT.pfxContentInvalid });
    }
    assert.equal(TEXT.pfxContentInvalid, "PFX CONTENT MISSING OR INVALID");
  });

  it("has the right extension, and a default name", () => {
    const nameOf = (name: string | null) => {
      const saved = savedFile(BASE64, name);
      assert("filename" in saved);
      return saved.filename;
    };
    assert.equal(nameOf("www.example.com"), "www.example.com.pfx");
    assert.equal(nameOf("www.example.com.pfx"), "www.example.com.pfx");
    assert.equal(nameOf("SHOP.PFX"), "SHOP.PFX");
    assert.equal(nameOf(""), "certificate.pfx");
    assert.equal(nameOf(null), "certificate.pfx");
  });
});

describe("the OpenSSL commands of the PFX page", () => {
  for (
    const [encryption, password] of [
      ["3des-sha1", "secret"],
      ["aes256-sha256", "secret"],
      ["none", ""],
    ] as const
  ) {
    it(`make and show the same file: ${encryption}`, needs("openssl"), async () => {
      const directory = Deno.makeTempDirSync();
      const shell = async (command: string) => {
        // The commands prompt for the password; the test supplies it instead.
        const given = command.includes("pass:") ? command : command
          .replace("-export", `-export -passout pass:${password}`)
          .replace("-info", `-info -passin pass:${password}`)
          .replaceAll("-in file.pfx", `-in file.pfx -passin pass:${password}`);
        const script = `cd ${directory} && ${given}`;
        const { code, stdout, stderr } = await runProgram("sh", ["-c", script]);
        assert.equal(code, 0, stderr);
        return stdout + stderr;
      };
      try {
        const [leaf, ...above] = chainOf("p256", 3);
        Deno.writeTextFileSync(`${directory}/certificate.pem`, pem(leaf));
        Deno.writeTextFileSync(`${directory}/chain.pem`, pem(...above));
        Deno.writeTextFileSync(`${directory}/private.key`, pem("p256-key"));
        const made = await convert({
          certificate: pem(leaf, ...above),
          privateKey: pem("p256-key"),
          passphrase: "",
          password,
          encryption: encryption === "none" ? "3des-sha1" : encryption,
          friendlyName: "it's 'mine' $HOME `id`",
        }, createContext());
        const path = `${directory}/${made.filename}`;
        Deno.writeFileSync(path, Uint8Array.fromBase64(made.pfx));
        const ours = await shell(inspectCommand(made));
        await shell(exportCommand(made));
        assert.equal(
          (await shell(inspectCommand(made))).replaceAll("salt length: 8", "salt length: 16"),
          ours,
        );
        Deno.renameSync(path, `${directory}/file.pfx`);
        if (encryption === "none") return;
        await shell(TAKE_APART);
        const text = (name: string) => Deno.readTextFileSync(`${directory}/${name}`);
        assert(text("certificate.pem").includes(pem(leaf)));
        assert(text("certificate.pem").includes("friendlyName: it's 'mine' $HOME `id`"));
        for (const name of above) assert(text("chain.pem").includes(pem(name)));
        assert(text("private.key").includes(pem("p256-key")));
      } finally {
        Deno.removeSync(directory, { recursive: true });
      }
    });
  }
});

/** The openssl commands that are shown read the file that they name: openssl runs them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { opensslCommands } from "../../../core/inspect/rows.ts";
import type { InspectedObject } from "../../../core/inspect/objects.ts";
import { chainBytes, chainText } from "../../fixtures/chain/index.ts";
import { containerFile } from "../../fixtures/match/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { collect } from "./support.ts";

/** Files that openssl makes, by the kinds that are found in them; in a folder with a hostile name. */
async function makeFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const make = async (name: string, kind: string, ...args: string[]) => {
    const { code, stderr } = await runProgram("openssl", [...args, "-out", `${folder}/${name}`]);
    assert.equal(code, 0, stderr);
    if (kind !== "") files.set(name, kind);
  };
  const write = (name: string, kind: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(`${folder}/${name}`, bytes);
    files.set(name, kind);
  };
  const key = `${folder}/key's own.pem`;
  const curve = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"];
  await make("key's own.pem", "private-key", "genpkey", ...curve);
  await make("-public.pem", "public-key", "pkey", "-in", key, "-pubout");
  await make("public.der", "public-key", "pkey", "-in", key, "-pubout", "-outform", "DER");
  for (const name of ["p256.pub", "p256-openssh-key.pem"]) {
    write(name, name.endsWith(".pub") ? "public-key" : "private-key", containerFile(name));
    Deno.chmodSync(`${folder}/${name}`, 0o600);
  }
  const group = ["-algorithm", "DH", "-pkeyopt", "group:ffdhe2048"];
  await make("group.pem", "dh-parameters", "genpkey", "-genparam", ...group);
  const sizes = ["-pkeyopt", "dsa_paramgen_bits:1024", "-pkeyopt", "dsa_paramgen_q_bits:160"];
  const dsa = ["genpkey", "-genparam", "-algorithm", "DSA", ...sizes];
  await make("dsa-group.pem", "dsa-parameters", ...dsa);
  await make("dsa-group.der", "dsa-parameters", ...dsa, "-outform", "DER");
  const signer = ["-key", key, "-subj", "/CN=Example"];
  await make("request.pem", "request", "req", "-new", ...signer);
  await make("ca.pem", "certificate", "req", "-new", "-x509", ...signer);
  Deno.writeTextFileSync(`${folder}/index.txt`, "");
  Deno.writeTextFileSync(
    `${folder}/ca.cnf`,
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${folder}/index.txt\ndefault_md=sha256\ndefault_crl_days=9\n`,
  );
  const list = ["ca", "-gencrl", "-config", `${folder}/ca.cnf`, "-keyfile", key];
  await make("list.crl", "crl", ...list, "-cert", `${folder}/ca.pem`);
  const pack = ["pkcs12", "-export", "-inkey", key, "-in", `${folder}/ca.pem`, "-passout", "pass:"];
  await make("pack.p12", "pkcs12", ...pack);
  const question = ["ocsp", "-issuer", `${folder}/ca.pem`, "-cert", `${folder}/ca.pem`];
  const asked = await runProgram("openssl", [...question, "-reqout", `${folder}/question.ors`]);
  assert.equal(asked.code, 0, asked.stderr);
  files.set("question.ors", "ocsp-request");
  write("bundle.p7b", "certificate", chainBytes("plain.p7b"));
  write("bundle.pem", "certificate", chainText("plain-p7b"));
  write("chain.pem", "certificate", chainText("plain"));
  return files;
}

describe("inspect", () => {
  it(
    "shows openssl commands that read their objects",
    needs("openssl", "ssh-keygen", "bash"),
    async () => {
      const folder = await Deno.makeTempDir({ prefix: "inspect commands" });
      try {
        const kinds = await makeFiles(folder);
        for (const [name, kind] of kinds) {
          const bytes = Deno.readFileSync(`${folder}/${name}`);
          const { objects } = await collect([{ name, bytes }]);
          const object = [...objects].find((object) => object.kind === kind);
          assert(object, `${name}: ${[...objects].map(({ kind }) => kind)}`);
          const [command] = opensslCommands(object);
          const line = name === "pack.p12" ? `${command} -passin pass:` : command;
          const { code, stdout, stderr } = await runProgram("bash", [
            "-c",
            `cd "$0" && ${line}`,
            folder,
          ]);
          assert.equal(code, 0, `${line}: ${stderr}`);
          assert((stdout + stderr).length > 40, line);
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  );

  it("shows no command for objects that openssl cannot read", () => {
    const object = (kind: string, form: string) =>
      ({ kind, places: [{ file: "a", position: 0, form }] }) as unknown as InspectedObject;
    for (const kind of ["caa-record", "domain-name", "openpgp"]) {
      assert.deepEqual(opensslCommands(object(kind, "text")), []);
    }
    const response = opensslCommands(object("ocsp-response", "DER"));
    assert.deepEqual(response, ["openssl ocsp -respin a -resp_text -noverify"]);
    const other = opensslCommands(object("private-key-info", "PEM"));
    assert.deepEqual(other, ["openssl asn1parse -in a -i"]);
    assert.deepEqual(opensslCommands(object("private-key-info", "PFX")), []);
  });
});

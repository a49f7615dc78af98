/** The commands that the certificate generator shows, run in a shell: they make the same certificate. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import type { GeneratedCertificate } from "../../core/certificate/contract.ts";
import { filesOf } from "../../core/certificate/files.ts";
import {
  type FormValues,
  NO_VALUES,
  requestOf,
} from "../../web/src/tools/certificate/form-values.ts";
import {
  checkingCommands,
  makingCommands,
  signingCommand,
} from "../../web/src/tools/certificate/openssl-commands.ts";
import { generated, REQUEST } from "../fixtures/certificate/generate.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { needs, runProgram } from "../support/programs.ts";

const FORMS: Record<string, Partial<FormValues>> = {
  "names of every kind": { names: ["localhost", "*.shop.test", "127.0.0.1", "::1"] },
  "only an IP address": { names: ["192.0.2.1"] },
  "RSA, without constraints, with the CA's key": {
    names: ["nas"],
    keyType: "RSA",
    nameConstraints: false,
    keepCaKey: true,
  },
  "self-signed, with a subject": {
    names: ["nas.lan"],
    issuer: "self-signed",
    organization: "O'Neil, Müller / $(touch x) + Co",
    country: "DE",
  },
  "S/MIME": { kind: "smime", names: ["jo@example.com"] },
  "S/MIME, with special characters of OpenSSL and the shell": {
    kind: "smime",
    names: ["o'brien$x#%s`id`@example.com"],
  },
  "a root CA": { kind: "root-ca", issuer: "self-signed", names: ["corp.test"], pathLength: "1" },
  "a CSR": { names: [""], csr: REQUEST },
  "a CSR, for an address with special characters of OpenSSL and the shell": {
    kind: "smime",
    names: ["o'brien$x#%s`id`@example.com"],
    csr: REQUEST,
    nameConstraints: false,
  },
  "a subject with invisible characters": {
    names: ["nas.lan"],
    issuer: "self-signed",
    organization: "Acme \u200b\u00ad Müller",
  },
};

/** The parts in which both certificates must agree: names, extensions and the length of the validity. */
const contentOf = async (pem: string) => {
  const { stdout } = await runProgram("openssl", [
    ...["x509", "-noout", "-subject", "-ext"],
    "basicConstraints,keyUsage,extendedKeyUsage,subjectAltName,nameConstraints",
  ], pem);
  const days = new X509Certificate(pem);
  const validity = Date.parse(days.validTo) - Date.parse(days.validFrom);
  const parts = stdout.split(/^(?=\S)/m).map((part) => part.replace(/: critical/, "")).toSorted();
  return { parts, days: Math.round(validity / 86_400_000) };
};

describe("the OpenSSL commands of the certificate generator", () => {
  for (const [name, change] of Object.entries(FORMS)) {
    it(`make the same: ${name}`, needs("openssl"), async () => {
      const values = { ...NO_VALUES, ...change } as FormValues;
      const made = await generated(requestOf(values));
      const files = filesOf(made);
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/request.csr`, values.csr);
        const script = `cd '${folder}'\nset -e\n${makingCommands(made, values)}\n${
          checkingCommands(made)
        }`;
        const { code, stderr } = await runProgram("sh", ["-c", script]);
        assert.equal(code, 0, stderr);
        const read = (file: string) => Deno.readTextFile(`${folder}/${file}`);
        assert.deepEqual(
          await contentOf(await read(files.certificate)),
          await contentOf(made.certificate),
        );
        const kept = [...Deno.readDirSync(folder)].map(({ name }) => name);
        assert.equal(kept.includes(files.caKey), values.keepCaKey);
      });
    });
  }
});

describe("the files of the certificate generator", () => {
  const signed = (change: Parameters<typeof generated>[0], caCertificate: string, key: string) =>
    generated({ ...change, issuer: "existing-ca", caCertificate, caPrivateKey: key });

  it("keep the name of a CA that was generated here and is used again", async () => {
    const server = await generated({
      names: ["localhost"],
      keepCaKey: true,
      nameConstraints: false,
    });
    const files = filesOf(server);
    assert.equal(files.ca, "localhost_CA.crt");
    const { certificate, privateKey } = server.ca!;
    const alice = { kind: "tls-client" as const, names: ["alice@example.com"] };
    const client = filesOf(await signed(alice, certificate, privateKey!));
    assert.equal(client.certificate, "alice_at_example.com.crt");
    assert.deepEqual([client.ca, client.caKey], [files.ca, files.caKey]);
  });

  it("have the same name for a root as a result and as an issuer", async () => {
    const root = await generated({ kind: "root-ca", names: ["corp.test"], pathLength: 1 });
    const files = filesOf(root);
    assert.equal(files.certificate, "corp.test_Root_CA.crt");
    const below = { kind: "intermediate-ca" as const, names: ["corp.test"] };
    const intermediate = filesOf(await signed(below, root.certificate, root.privateKey!));
    assert.equal(intermediate.certificate, "corp.test_Intermediate_CA.crt");
    assert.deepEqual([intermediate.ca, intermediate.caKey], [files.certificate, files.key]);
  });

  for (
    const [subject, file] of [
      ["CN=Lab Root CA,O=Lab,C=DE", "Lab_Root_CA.crt"],
      ["CN=Lab Root", "Lab_Root_CA.crt"],
      ["CN=LOCAL", "LOCAL_CA.crt"],
      ["O=Acme\\, Inc.,C=DE", "Acme__Inc._CA.crt"],
      ["O=a\\,CN=b,CN=Lab CA", "Lab_CA.crt"],
      ["CN=CA for nas 0a1b2c", "nas_CA.crt"],
      ["", "CA.crt"],
    ]
  ) {
    it(`name a CA of the subject "${subject}" ${file}`, () => {
      const leaf = { kind: "tls-server", name: "www.example.com", subject: "" } as const;
      assert.equal(filesOf({ ...leaf, ca: { subject } }).ca, file);
    });
  }

  it("have different names for different certificates", () => {
    const subject = "CN=Lab CA";
    const files = filesOf({ kind: "intermediate-ca", name: "x", subject, ca: { subject } });
    assert.equal(new Set(Object.values(files)).size, 8);
  });
});

describe("the commands that use a certificate", () => {
  it("sign a CSR with a CA", needs("openssl"), async () => {
    const root = await generated({ kind: "root-ca", names: ["corp.test"], nameConstraints: false });
    await inFolder(async (folder) => {
      await save(folder, root);
      await Deno.writeTextFile(`${folder}/request.csr`, REQUEST);
      const files = filesOf(root);
      const script = `cd '${folder}' && ${signingCommand(files)} &&
        openssl verify -CAfile ${files.certificate} request.crt`;
      const { code, stderr } = await runProgram("sh", ["-c", script]);
      assert.equal(code, 0, stderr);
      const made = new X509Certificate(await Deno.readTextFile(`${folder}/request.crt`));
      assert.equal(made.subjectAltName, "DNS:shop.corp.test, IP Address:10.1.2.3");
    });
  });
});

/** Saves the files of a result under their names. */
async function save(folder: string, made: GeneratedCertificate): Promise<void> {
  const files = filesOf(made);
  const texts: Record<string, string | null | undefined> = {
    [files.certificate]: made.certificate,
    [files.chain]: made.chain,
    [files.key]: made.privateKey,
    [files.ca]: made.ca?.certificate,
  };
  for (const [file, text] of Object.entries(texts)) {
    if (text) await Deno.writeTextFile(`${folder}/${file}`, text);
  }
}

/** The commands that the certificate generator shows, run by a shell: they make what the page made. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { filesOf } from "../../web/src/tools/certificate/files.ts";
import {
  type FormValues,
  NO_VALUES,
  requestOf,
} from "../../web/src/tools/certificate/form-values.ts";
import {
  checkingCommands,
  makingCommands,
} from "../../web/src/tools/certificate/openssl-commands.ts";
import { generated, REQUEST } from "../fixtures/certificate/generate.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { needs, runProgram } from "../support/programs.ts";

const FORMS: Record<string, Partial<FormValues>> = {
  "names of every kind": { names: ["localhost", "*.shop.test", "127.0.0.1", "::1"] },
  "an address alone": { names: ["192.0.2.1"] },
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
  "a root CA": { kind: "root-ca", issuer: "self-signed", names: ["corp.test"], pathLength: "1" },
  "a CSR": { names: [""], csr: REQUEST },
};

/** What both certificates must have in common: everything but keys, serial numbers and dates. */
const said = async (pem: string) => {
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
    it(`make the same: ${name}`, async () => {
      if (!needs("openssl")) return;
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
        assert.deepEqual(await said(await read(files.certificate)), await said(made.certificate));
        const kept = [...Deno.readDirSync(folder)].map(({ name }) => name);
        assert.equal(kept.includes(files.caKey), values.keepCaKey);
      });
    });
  }
});

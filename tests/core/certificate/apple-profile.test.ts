/** The profile for Apple's systems, read by Python's plistlib, and the files in it by OpenSSL. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { appleProfile } from "../../../core/certificate/apple-profile.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { generated } from "../../fixtures/certificate/generate.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";

const PASSWORD = "correct horse";

/** Writes each file of the profile, and prints its type, its name and its top-level keys. */
const READ = `
import os, plistlib, sys
with open(sys.argv[1], "rb") as file:
    profile = plistlib.load(file)
print(profile["PayloadType"], profile["PayloadVersion"], profile["PayloadDisplayName"])
for part in profile["PayloadContent"]:
    print(part["PayloadType"], part["PayloadCertificateFileName"], part["PayloadIdentifier"], "Password" in part)
    with open(os.path.join(sys.argv[2], part["PayloadCertificateFileName"]), "wb") as file:
        file.write(part["PayloadContent"])
ids = [profile["PayloadUUID"]] + [part["PayloadUUID"] for part in profile["PayloadContent"]]
assert len(set(ids)) == len(ids)
`;

describe("a profile for iPhone and Mac", () => {
  it(
    "has the CAs and the certificate with its key under the password",
    needs("python3", "openssl", "keytool"),
    async () => {
      const above = await generated({ kind: "intermediate-ca", names: ["lab.test"] });
      const made = await generated({
        kind: "tls-client",
        commonName: "alice",
        issuer: "existing-ca",
        caCertificate: above.chain,
        caPrivateKey: above.privateKey!,
      });
      const outcome = await execute(operations, "pfx/convert", {
        certificate: made.chain,
        privateKey: made.privateKey!,
        password: PASSWORD,
        encryption: "3des-sha1",
      }, createContext());
      assert(outcome.ok);
      const { pfx } = outcome.value as { pfx: string };
      const pems = made.chain.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g)!.slice(1);
      assert.equal(pems.length, 2);
      const text = appleProfile({
        name: "alice",
        pkcs12: pfx,
        cas: pems.map((pem, at) => ({
          der: pem.replace(/-----[^-]+-----|\s/g, ""),
          isRoot: at === 1,
        })),
        serialNumber: made.serialNumber,
      }, () => crypto.randomUUID());
      assert(!text.includes(PASSWORD));
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/alice.mobileconfig`, text);
        const { stdout, stderr } = await runProgram("python3", [
          ...["-c", READ, `${folder}/alice.mobileconfig`, folder],
        ]);
        const id = `ssl-tools.${made.serialNumber.toLowerCase()}`;
        assert.equal(stderr, "");
        assert.deepEqual(stdout.trim().split("\n"), [
          "Configuration 1 alice",
          `com.apple.security.pkcs1 alice_CA1.cer ${id}.ca0 False`,
          `com.apple.security.root alice_CA2.cer ${id}.ca1 False`,
          `com.apple.security.pkcs12 alice.p12 ${id}.identity False`,
        ]);
        const opened = await runProgram("openssl", [
          ...["pkcs12", "-in", `${folder}/alice.p12`, "-passin", `pass:${PASSWORD}`, "-nodes"],
        ]);
        assert.equal(opened.code, 0, opened.stderr);
        assert.equal(opened.stdout.match(/BEGIN CERTIFICATE/g)?.length, 3);
        assert.match(opened.stdout, /BEGIN PRIVATE KEY/);
        const listed = await runProgram("keytool", [
          ...["-list", "-keystore", `${folder}/alice.p12`, "-storepass", PASSWORD],
        ]);
        assert.match(listed.stdout, /PrivateKeyEntry/);
        for (const [at, pem] of pems.entries()) {
          const file = await Deno.readFile(`${folder}/alice_CA${at + 1}.cer`);
          assert.deepEqual(new X509Certificate(file).raw, new X509Certificate(pem).raw);
        }
      });
    },
  );
});

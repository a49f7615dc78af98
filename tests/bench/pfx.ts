/**
 * PFX files from PEM: key and certificate read, compared, packed and encrypted, at equal iteration
 * counts; beside node-forge, which does RSA and 3DES alone, and the openssl program as a process.
 */
import { spawnSync } from "node:child_process";
import forge from "node-forge";
import { createContext } from "../../core/kernel/context.ts";
import { writePkcs12 } from "../../core/x509/cms/pkcs12.ts";
import { readPkcs12 } from "../../core/x509/cms/read-pkcs12.ts";
import { requireCertificates } from "../../core/x509/cms/bundles.ts";
import { comparableKey, compareKeys } from "../../core/x509/keys/key-comparison.ts";
import { readPrivateKeyText } from "../../core/x509/keys/private-keys.ts";
import { pem } from "../fixtures/pfx/index.ts";
import type { Bench, Contender, Section } from "./harness.ts";

const ITERATIONS = 2_048;
const PASSWORD = "correct horse";
const key = pem("rsa2048-key");
const certificate = pem("rsa2048-1");

const PROTECTIONS = {
  "3des-sha1": {
    scheme: "pbeWithSHAAnd3-KeyTripleDES-CBC",
    digest: "SHA-1",
    iterations: ITERATIONS,
  },
  "aes256-sha256": { scheme: "PBES2", digest: "SHA-256", iterations: ITERATIONS },
} as const;

async function make(protection: keyof typeof PROTECTIONS): Promise<Uint8Array<ArrayBuffer>> {
  const context = createContext();
  const { certificates: [first] } = requireCertificates(certificate, context.budget, "certificate");
  const read = await readPrivateKeyText(key, "", context);
  const theirs = comparableKey(first.certificate.publicKey, context.budget);
  if (!compareKeys("THE CERTIFICATE", theirs, read.key.publicKey).equal) throw new Error("no pair");
  const parts = {
    key: read.key.pkcs8,
    certificates: [first.certificate.bytes] as [Uint8Array<ArrayBuffer>],
    friendlyName: first.certificate.subject.commonName,
  };
  return await writePkcs12(parts, PASSWORD, PROTECTIONS[protection], context);
}

const readBack = async (protection: keyof typeof PROTECTIONS) =>
  await readPkcs12(await make(protection), PASSWORD, createContext());

function makeByForge(): string {
  const privateKey = forge.pki.privateKeyFromPem(key);
  const options = {
    algorithm: "3des" as const,
    count: ITERATIONS,
    saltSize: 16,
    friendlyName: "rsa2048.example.com",
    generateLocalKeyId: true,
  };
  const file = forge.pkcs12.toPkcs12Asn1(
    privateKey,
    [forge.pki.certificateFromPem(certificate)],
    PASSWORD,
    options,
  );
  return forge.asn1.toDer(file).getBytes();
}

const directory = Deno.makeTempDirSync();
Deno.writeTextFileSync(`${directory}/key.pem`, key);
Deno.writeTextFileSync(`${directory}/certificate.pem`, certificate);
globalThis.addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));

function openssl(...options: string[]): Contender {
  const args = ["pkcs12", "-export", "-inkey", "key.pem", "-in", "certificate.pem"];
  args.push("-name", "rsa2048.example.com", "-passout", `pass:${PASSWORD}`, "-out", "out.pfx");
  args.push("-iter", String(ITERATIONS), ...options);
  return {
    name: "openssl (whole process)",
    run() {
      const { status, stderr } = spawnSync("openssl", args, { cwd: directory });
      if (status !== 0) throw new Error(String(stderr));
    },
  };
}

const tripleDes = openssl(
  ...["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "SHA1"],
);
const aes = openssl(
  ...["-keypbe", "AES-256-CBC", "-certpbe", "AES-256-CBC", "-macalg", "SHA256"],
);

const benches: Bench[] = [
  {
    name: "Make a PFX file (RSA-2048, 3DES, 2,048 iterations)",
    ours: { name: "ours", run: () => make("3des-sha1") },
    peers: [
      { name: "ours, and opened again", run: () => readBack("3des-sha1") },
      { name: "node-forge", run: makeByForge },
      tripleDes,
    ],
  },
  {
    name: "Make a PFX file (RSA-2048, AES-256, 2,048 iterations)",
    ours: { name: "ours", run: () => make("aes256-sha256") },
    peers: [
      { name: "ours, and opened again", run: () => readBack("aes256-sha256") },
      // node-forge derives AES keys over SHA-1 and MACs with SHA-1: another file.
      aes,
    ],
  },
];

export const section: Section = {
  title: "PFX files",
  benches,
  remarks: () => [
    "openssl and node-forge are ahead with 3DES, for old Windows and Java: the key derivation's SHA-1 " +
    "runs in WebAssembly, one call an iteration. It is some hundredths of a second, once a file.",
  ],
};

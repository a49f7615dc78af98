/** The command `csr`: a new key and a request, in two new files. */
import { type Command, numberOf, valueOf, type Values } from "./command.ts";
import { filesOfCsr } from "./made.ts";
import { answered } from "./operation.ts";
import { saved } from "./output.ts";
import type { Report } from "./report.ts";

export const csrCommand = {
  summary: "Make a private key and a certificate signing request (CSR) for domain names",
  arguments: "NAME...",
  options: {
    output: {
      type: "string",
      value: "FOLDER",
      short: "o",
      help: "Write the files there; it is made if it is missing; - for standard output",
    },
    force: { type: "boolean", help: "Overwrite files" },
    "key-type": { type: "string", value: "TYPE", help: "RSA (the default) or ECC" },
    "key-size": {
      type: "string",
      value: "BITS",
      help: "Of an RSA key: 2048 (the default) or more",
    },
    curve: { type: "string", value: "CURVE", help: "Of an ECC key: P-256 (the default) or P-384" },
    organization: { type: "string", value: "NAME", help: "For a company, with the options below" },
    unit: { type: "string", value: "NAME", help: "The department" },
    city: { type: "string", value: "NAME", help: "The city of the organization" },
    state: { type: "string", value: "NAME", help: "The state or province of the organization" },
    country: { type: "string", value: "CODE", help: "Two letters, such as SE" },
    email: { type: "string", value: "ADDRESS", help: "The address of the administrator" },
  },
  examples: [{
    line: "ssl-tools csr shop.example www.shop.example --country SE --output keys",
    help: "Two new files: the CSR for the CA, and the key for the server",
  }],
  run: makeCsr,
} as const satisfies Command;

type Made = Parameters<typeof filesOfCsr>[0];

/** Writes the files before the report, which never has the key. */
async function makeCsr(
  [commonName, ...others]: readonly string[],
  values: Values,
): Promise<Report> {
  const given = (name: string) => valueOf(values, name);
  const report = await answered("csr", commonName, "csr/generate", {
    certificateType: "SSL/TLS",
    commonName,
    subjectAltNames: others,
    organization: given("organization"),
    organizationUnit: given("unit"),
    city: given("city"),
    state: given("state"),
    country: given("country"),
    email: given("email"),
    domainOnly: given("organization") === "",
    keyType: given("key-type") || undefined,
    keySize: numberOf(values, "key-size"),
    eccCurve: given("curve") || undefined,
  });
  return await saved<Made>(report, values, {
    files: filesOfCsr,
    withoutSecrets: (made) => ({ ...made, privateKey: null }),
    isFolder: true,
  });
}

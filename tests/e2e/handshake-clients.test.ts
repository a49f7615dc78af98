/** Real clients refuse exactly the servers that the table of refusals says, and connect to the others. */
import assert from "node:assert/strict";
import { afterAll, describe, it } from "@std/testing/bdd";
import { type Client, refusalsOf } from "../../core/x509/rules/refusals.ts";
import { startOpenssl } from "../api/network/support.ts";
import { needsBrowser } from "../support/browser.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { partOf } from "../support/matrix.ts";
import { needs, needsAll, runProgram } from "../support/programs.ts";
import {
  chromiumPage,
  chromiumStore,
  compileJavaClient,
  curlPage,
  javaPage,
  makeNssStore,
} from "../support/tls-clients.ts";

interface Case {
  readonly name: string;
  /** The rule that the chain breaks; null if it breaks none. */
  readonly code: string | null;
  /** Arguments of openssl genpkey for the server's key. */
  readonly key?: readonly string[];
  /** Lines of the server's extensions, in place of the usual ones with the same name. */
  readonly server?: Readonly<Record<string, string | null>>;
  readonly authority?: Readonly<Record<string, string | null>>;
  /** Lines of the extensions of a CA between root and server, in place of the usual ones; none unless given. */
  readonly intermediate?: Readonly<Record<string, string | null>>;
  /** Whether the server's authority key identifier has another serial number than its issuer. */
  readonly otherSerial?: true;
  /** Further arguments of openssl s_server. */
  readonly arguments?: readonly string[];
}

const curve = (name: string) => ["-algorithm", "EC", "-pkeyopt", `ec_paramgen_curve:${name}`];
const RSA = ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"];
const SERVER = {
  subjectAltName: "DNS:localhost",
  keyUsage: "critical,digitalSignature",
  extendedKeyUsage: "serverAuth",
  basicConstraints: "critical,CA:FALSE",
  subjectKeyIdentifier: "hash",
  authorityKeyIdentifier: "keyid",
};
const AUTHORITY = {
  basicConstraints: "critical,CA:TRUE",
  keyUsage: "critical,keyCertSign,cRLSign",
  subjectKeyIdentifier: "hash",
};

const CASES: readonly Case[] = [
  { name: "nothing wrong", code: null },
  {
    name: "RSA for key encipherment only",
    code: "key_usage_unfit",
    key: RSA,
    server: { keyUsage: "critical,keyEncipherment" },
  },
  {
    name: "EC for key agreement only",
    code: "key_usage_unfit",
    server: { keyUsage: "critical,keyAgreement" },
  },
  { name: "P-521", code: "server_key_p521", key: curve("P-521") },
  { name: "Ed25519", code: "server_key_unsupported", key: ["-algorithm", "ED25519"] },
  {
    name: "any purpose only",
    code: "eku_any_only",
    server: { extendedKeyUsage: "anyExtendedKeyUsage" },
  },
  { name: "an intermediate certificate", code: null, intermediate: {} },
  {
    name: "an intermediate certificate for any purpose only",
    code: "ca_eku_any_only",
    intermediate: { extendedKeyUsage: "anyExtendedKeyUsage" },
  },
  {
    name: "an intermediate certificate for any purpose and for servers",
    code: null,
    intermediate: { extendedKeyUsage: "anyExtendedKeyUsage,serverAuth" },
  },
  {
    name: "clients only",
    code: "server_auth_not_included",
    server: { extendedKeyUsage: "clientAuth" },
  },
  {
    name: "an intermediate certificate for clients only",
    code: "eku_not_nested",
    intermediate: { extendedKeyUsage: "clientAuth" },
  },
  {
    name: "a root for clients only",
    code: "root_eku_not_nested",
    authority: { extendedKeyUsage: "clientAuth" },
  },
  {
    name: "a root for any purpose only",
    code: "root_eku_any_only",
    authority: { extendedKeyUsage: "anyExtendedKeyUsage" },
  },
  {
    name: "the issuer's serial number is another",
    code: "aki_names_another",
    otherSerial: true,
  },
  {
    name: "a CA as server",
    code: "leaf_is_ca",
    server: {
      basicConstraints: "critical,CA:TRUE",
      keyUsage: "critical,digitalSignature,keyCertSign",
    },
  },
  {
    name: "basic constraints not critical",
    code: "basic_constraints_not_critical",
    authority: { basicConstraints: "CA:TRUE" },
  },
  { name: "a CA without key usage", code: "key_usage_missing", authority: { keyUsage: null } },
  {
    name: "TLS 1.1",
    code: "protocol_obsolete",
    key: RSA,
    arguments: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
  },
  {
    name: "DHE",
    code: "cipher_suite_unsupported",
    key: RSA,
    arguments: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"],
  },
];

const openssl = async (...args: string[]) => {
  const { code, stderr } = await runProgram("openssl", args);
  assert.equal(code, 0, stderr);
};

const section = (usual: object, change: object = {}) =>
  Object.entries({ ...usual, ...change }).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`).join("\n");

/** Writes root.pem, server.pem and server.key. */
async function makeChain(
  folder: string,
  { key = curve("P-256"), server, authority, intermediate, otherSerial }: Case,
) {
  const at = (file: string) => `${folder}/${file}`;
  const config = `[req]\ndistinguished_name=d\n[d]\n[a]\n${section(AUTHORITY, authority)}\n` +
    `[i]\n${section({ ...AUTHORITY, authorityKeyIdentifier: "keyid" }, intermediate)}\n` +
    `[s]\n${
      section(SERVER, otherSerial ? { authorityKeyIdentifier: "keyid,issuer:always" } : server)
    }\n`;
  await Deno.writeTextFile(at("openssl.cnf"), config);
  await openssl("genpkey", ...curve("P-256"), "-out", at("root.key"));
  await openssl("genpkey", ...key, "-out", at("server.key"));
  const named = (file: string, name: string) => [
    ...["-new", "-config", at("openssl.cnf"), "-key", at(`${file}.key`), "-subj", `/CN=${name}`],
  ];
  const makeRoot = () =>
    openssl(
      ...["req", "-x509", ...named("root", "Handshake Root"), "-days", "30", "-extensions", "a"],
      ...["-out", at("root.pem")],
    );
  await makeRoot();
  const signed = async (file: string, name: string, issuer: string, extensions: string) => {
    await openssl("req", ...named(file, name), "-out", at(`${file}.csr`));
    await openssl(
      ...["x509", "-req", "-in", at(`${file}.csr`), "-CA", at(`${issuer}.pem`)],
      ...["-CAkey", at(`${issuer}.key`), "-days", "30", "-extfile", at("openssl.cnf")],
      ...["-extensions", extensions, "-out", at(`${file}.pem`)],
    );
  };
  if (intermediate) {
    await openssl("genpkey", ...curve("P-256"), "-out", at("between.key"));
    await signed("between", "Handshake CA", "root", "i");
  }
  await signed("server", "localhost", intermediate ? "between" : "root", "s");
  // The same root again, with the same key and another serial number.
  if (otherSerial) await makeRoot();
}

/** The page of openssl s_server -www. */
const isServed = (text: string) => text.includes("Ciphers supported in s_server");

const STRICT = `
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[1])
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(urllib.request.urlopen(sys.argv[2], context=context).read().decode())
`;

let compiling: Promise<string> | undefined;

/** The folder of the compiled program: it is compiled once, because that takes longer than to run it. */
function compiledJava(): Promise<string> {
  return compiling ??= (async () => {
    const folder = await Deno.makeTempDir();
    await compileJavaClient(folder);
    return folder;
  })();
}

afterAll(async () => {
  if (compiling) await Deno.remove(await compiling, { recursive: true });
});

/** Whether each client gets the page. */
const CLIENTS: Partial<
  Record<Client, (folder: string, url: string) => Promise<boolean>>
> = {
  async chromium(home, url) {
    await makeNssStore(chromiumStore(home), `${home}/root.pem`);
    return isServed(await chromiumPage(home, url));
  },
  async openssl(folder, url) {
    return isServed(await curlPage(`${folder}/root.pem`, url));
  },
  async gnutls(folder, url) {
    const { port } = new URL(url);
    const { stdout } = await runProgram("gnutls-cli", [
      ...["--x509cafile", `${folder}/root.pem`, "-p", port, "localhost"],
    ]);
    return stdout.includes("Handshake was completed");
  },
  async python(folder, url) {
    return isServed(
      (await runProgram("python3", ["-c", STRICT, `${folder}/root.pem`, url])).stdout,
    );
  },
  async java(folder, url) {
    return isServed(await javaPage(await compiledJava(), `${folder}/root.pem`, url));
  },
};

const options = {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needsAll(
    needs("openssl", "certutil", "curl", "gnutls-cli", "python3", "javac"),
    needsBrowser(),
  ),
};

describe("clients and the rules of the handshake", () => {
  // Each case starts a browser and three other programs.
  for (const one of partOf(CASES, 12)) {
    it(one.name, options, async () => {
      const refusing = one.code === null ? [] : refusalsOf([
        { code: one.code, severity: "error", title: "", message: "", index: 0 },
      ]).map(({ client }) => client);
      await inFolder(async (folder) => {
        await makeChain(folder, one);
        const files = ["-cert", `${folder}/server.pem`, "-key", `${folder}/server.key`];
        if (one.intermediate) files.push("-cert_chain", `${folder}/between.pem`);
        await using server = await startOpenssl(...files, "-www", ...one.arguments ?? []);
        const connected: Record<string, boolean> = {};
        const expected: Record<string, boolean> = {};
        for (const [client, connect] of Object.entries(CLIENTS)) {
          connected[client] = await connect(folder, `https://localhost:${server.port}/`);
          expected[client] = !refusing.includes(client as Client);
        }
        assert.deepEqual(connected, expected);
      });
    });
  }
});

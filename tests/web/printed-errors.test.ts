/** Programs print the texts of their error pages: each is run into the fault, where it is installed. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ERROR_TEXTS } from "../../web/src/docs/errors/texts.ts";
import { type Browser, chromium } from "playwright";
import { startOpenssl } from "../api/network/support.ts";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { has, needs, needsAll, runProgram } from "../support/programs.ts";
import { chromiumStore, makeNssStore } from "../support/tls-clients.ts";

/** The extensions of the certificates below, in the language of openssl ca. */
const CONFIGURATION = (folder: string) => `
[ca]
default_ca = here
[here]
database = ${folder}/index.txt
new_certs_dir = ${folder}
crlnumber = ${folder}/crlnumber
rand_serial = yes
default_md = sha256
default_crl_days = 30
policy = names
unique_subject = no
[names]
commonName = supplied
[server]
subjectAltName = DNS:localhost
[no_signing]
subjectAltName = DNS:localhost
keyUsage = critical, keyAgreement
[other_name]
subjectAltName = DNS:www.example.net
[client]
extendedKeyUsage = clientAuth
[ca_below]
basicConstraints = critical, CA:TRUE
`;

const folder = await Deno.makeTempDir();
const file = (name: string) => `${folder}/${name}`;

async function openssl(...args: string[]): Promise<void> {
  const { code, stderr } = await runProgram("openssl", args);
  assert.equal(code, 0, stderr);
}

/** Makes a key and a CSR. */
const request = (name: string, subject: string) =>
  openssl(
    ...["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", file(`${name}.key`), "-out", file(`${name}.csr`), "-subj", `/CN=${subject}`],
  );

/** Issues a certificate for a CSR. */
const issue = (name: string, csr: string, issuer: string, extensions: string, ...dates: string[]) =>
  openssl(
    ...["ca", "-batch", "-notext", "-config", file("ca.cnf"), "-extensions", extensions],
    ...["-cert", file(`${issuer}.pem`), "-keyfile", file(`${issuer}.key`)],
    ...["-in", file(`${csr}.csr`), "-out", file(`${name}.pem`)],
    ...(dates.length > 0 ? dates : ["-days", "9"]),
  );

if (has("openssl")) {
  await Deno.writeTextFile(file("ca.cnf"), CONFIGURATION(folder));
  await Deno.writeTextFile(file("index.txt"), "");
  await Deno.writeTextFile(file("crlnumber"), "01\n");
  await Deno.writeTextFile(file("garbage.pem"), "This is not a certificate.\n");
  await openssl(
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", file("root.key"), "-out", file("root.pem"), "-subj", "/CN=Example Root"],
  );
  await request("below", "Example CA");
  await issue("below", "below", "root", "ca_below");
  await request("server", "localhost");
  await issue("server", "server", "root", "server");
  await issue("deep", "server", "below", "server");
  await issue("client", "server", "root", "client");
  await request("other", "www.example.net");
  await issue("wrong-ca", "other", "server", "server");
  await issue("revoked", "server", "root", "server");
  const past = ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"];
  const future = ["-startdate", "20480101000000Z", "-enddate", "20480201000000Z"];
  await issue("expired", "server", "root", "server", ...past);
  await issue("future", "server", "root", "server", ...future);
  await openssl(
    "ca",
    "-config",
    file("ca.cnf"),
    "-cert",
    file("root.pem"),
    "-keyfile",
    file("root.key"),
    "-revoke",
    file("revoked.pem"),
  );
  await openssl(
    "ca",
    "-config",
    file("ca.cnf"),
    "-cert",
    file("root.pem"),
    "-keyfile",
    file("root.key"),
    "-gencrl",
    "-out",
    file("root.crl"),
  );
  await openssl(
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", file("own.key"), "-out", file("own.pem"), "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost"],
  );
  await openssl(
    ...["req", "-x509", "-newkey", "rsa:1024", "-nodes", "-keyout", file("short.key")],
    ...["-out", file("short.pem"), "-subj", "/CN=localhost"],
  );
  await openssl(
    ...["pkcs12", "-export", "-in", file("server.pem"), "-inkey", file("server.key")],
    ...["-out", file("server.pfx"), "-passout", "pass:right-one"],
  );
  await openssl(
    ...["pkcs12", "-export", "-legacy", "-in", file("server.pem"), "-inkey", file("server.key")],
    ...["-out", file("old.pfx"), "-passout", "pass:right-one"],
  );
  await openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", file("rsa.key")],
    ...["-out", file("rsa.pem"), "-subj", "/CN=localhost"],
  );
  await issue("sha1", "server", "root", "server", "-days", "9", "-md", "sha1");
  await issue("no-signing", "server", "root", "no_signing");
  await issue("other-name", "server", "root", "other_name");
  await openssl(
    ...["genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:modp_1536"],
    ...["-out", file("dh.pem")],
  );
}

const join = async (...names: string[]) =>
  (await Promise.all(names.map((name) => Deno.readTextFile(file(`${name}.pem`))))).join("");

/** Runs a TLS server with these certificates, and returns the outputs of `use` on its port. */
async function serving(
  names: readonly string[],
  use: (port: string) => Promise<string>,
): Promise<string> {
  const key = names[0] === "own" ? "own" : "server";
  const listener = Deno.listenTls({
    hostname: "127.0.0.1",
    port: 0,
    cert: await join(...names),
    key: await Deno.readTextFile(file(`${key}.key`)),
  });
  const answering = (async () => {
    for await (const connection of listener) {
      connection.handshake().then(() => connection.close(), () => connection.close());
    }
  })();
  try {
    return await use(String((listener.addr as Deno.NetAddr).port));
  } finally {
    listener.close();
    await answering.catch(() => {});
  }
}

/** Runs a server of openssl with a certificate and further options, and returns the output of `use` on its port. */
async function servingOpenssl(
  name: string,
  options: readonly string[],
  use: (port: string) => Promise<string>,
): Promise<string> {
  const key = await Deno.stat(file(`${name}.key`)).then(() => name, () => "server");
  const files = ["-cert", file(`${name}.pem`), "-key", file(`${key}.key`)];
  await using server = await startOpenssl(...files, "-www", ...options);
  return await use(String(server.port));
}

async function output(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runProgram(program, args);
  return stdout + stderr;
}

const curl = (names: string[], ...args: string[]) =>
  serving(names, (port) => output("curl", "-sS", ...args, `https://localhost:${port}/`));
const client = (names: string[], ...args: string[]) =>
  serving(names, (port) => output("openssl", "s_client", "-connect", `localhost:${port}`, ...args));
const verify = (...args: string[]) => output("openssl", "verify", ...args);
const node = (names: string[], host = "localhost", ...roots: string[]) =>
  serving(names, (port) =>
    output(
      "node",
      "-e",
      `require("tls").connect({ host: "127.0.0.1", port: ${port}, servername: "${host}",
        ca: ${JSON.stringify(roots)}.map((file) => require("fs").readFileSync(file)) })
        .on("error", (error) => { console.log(error.message, error.code); process.exit(); });`,
    ));
const python = (names: string[], host = "localhost", root = "") =>
  serving(names, (port) =>
    output(
      "python3",
      "-c",
      `
import socket, ssl
context = ssl.create_default_context()
if "${root}": context.load_verify_locations("${root}")
try: context.wrap_socket(socket.create_connection(("127.0.0.1", ${port})), server_hostname="${host}")
except ssl.SSLError as error: print(error)
`,
    ));
const nginx = async (certificate: string, key: string) => {
  const settings = file(`nginx-${certificate}.conf`);
  await Deno.writeTextFile(
    settings,
    `pid ${file("nginx.pid")}; events {}
http { server { listen 127.0.0.1:1 ssl;
  ssl_certificate ${file(`${certificate}.pem`)}; ssl_certificate_key ${file(`${key}.key`)}; } }`,
  );
  return await output("nginx", "-t", "-c", settings, "-e", "stderr");
};

/** A client in one file, which java compiles itself. */
const JAVA = `
public class Client {
  public static void main(String[] arguments) throws Exception {
    try { new java.net.URL(arguments[0]).openStream(); }
    catch (Exception error) { System.out.println(error); }
  }
}`;
const java = (names: string[]) =>
  serving(names, async (port) => {
    await Deno.writeTextFile(file("Client.java"), JAVA);
    return await output("java", file("Client.java"), `https://localhost:${port}/`);
  });

/** A client of Java that trusts the root. */
const javaWithRoot = (names: string[], ...options: string[]) =>
  serving(names, async (port) => {
    const store = file(`roots-${names.join("-")}.p12`);
    await output(
      ...[
        "keytool",
        "-importcert",
        "-noprompt",
        "-alias",
        "root",
        "-file",
        file("root.pem"),
      ] as const,
      ...["-keystore", store, "-storepass", "changeit"],
    );
    await Deno.writeTextFile(file("Client.java"), JAVA);
    return await output(
      "java",
      `-Djavax.net.ssl.trustStore=${store}`,
      "-Djavax.net.ssl.trustStorePassword=changeit",
      ...options,
      file("Client.java"),
      `https://localhost:${port}/`,
    );
  });

const ROOT = file("root.pem");
const CHROMIUM = "chromium";

/** Runs the server of openssl, and a client of openssl with these options. */
const handshake = (name: string, server: string[], ...args: string[]) =>
  servingOpenssl(
    name,
    server,
    (port) => output("curl", "-sSk", ...args, `https://localhost:${port}/`),
  );

let browser: Promise<Browser> | undefined;

/** A Chromium that trusts the root. */
async function startBrowser(): Promise<Browser> {
  await makeNssStore(chromiumStore(folder), ROOT);
  const env = { ...Deno.env.toObject(), HOME: folder, XDG_CONFIG_HOME: file(".config") };
  return await chromium.launch({ executablePath: findBrowser()!, args: BROWSER_ARGS, env });
}

/** The text of Chromium's page in place of one that it does not open. */
async function visit(url: string): Promise<string> {
  const page = await (await (browser ??= startBrowser())).newPage();
  try {
    return await page.goto(url).then(() => "it was opened", ({ message }) => message);
  } finally {
    await page.close();
  }
}

const chromiumAt = (name: string, options: string[] = [], host = "localhost") =>
  servingOpenssl(name, options, (port) => visit(`https://${host}:${port}/`));

async function withPlainServer(use: (port: number) => Promise<string>): Promise<string> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response("plain"),
  );
  try {
    return await use(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

/** The id of the page, the program, and a run that prints the text of the page. */
const RUNS: readonly [id: string, program: string, run: () => Promise<string>][] = [
  ["unable-to-get-local-issuer-certificate", "openssl", () => client(["server"])],
  ["unable-to-get-local-issuer-certificate", "curl", () => curl(["server"])],
  ["unable-to-get-local-issuer-certificate", "python3", () => python(["server"])],
  ["certificate-verify-failed", "python3", () => python(["server"])],
  ["unable-to-verify-the-first-certificate", "openssl", () => client(["server"])],
  [
    "unable-to-verify-the-first-certificate",
    "node",
    () => node(["server"], "localhost", ROOT.replace("root", "below")),
  ],
  [
    "unable-to-get-issuer-certificate",
    "openssl",
    () => verify("-CAfile", file("below.pem"), file("deep.pem")),
  ],
  ["self-signed-certificate", "openssl", () => client(["own"])],
  ["self-signed-certificate", "curl", () => curl(["own"])],
  ["self-signed-certificate", "node", () => node(["own"], "localhost", ROOT)],
  ["self-signed-certificate-in-certificate-chain", "openssl", () => client(["server", "root"])],
  ["self-signed-certificate-in-certificate-chain", "curl", () => curl(["server", "root"])],
  ["certificate-has-expired", "curl", () => curl(["expired"], "--cacert", ROOT)],
  ["certificate-has-expired", "openssl", () => verify("-CAfile", ROOT, file("expired.pem"))],
  ["certificate-has-expired", "node", () => node(["expired"], "localhost", ROOT)],
  ["certificate-is-not-yet-valid", "curl", () => curl(["future"], "--cacert", ROOT)],
  ["hostname-mismatch", "python3", () => python(["server"], "www.example.com", ROOT)],
  [
    "no-alternative-certificate-subject-name-matches",
    "curl",
    () =>
      serving(["server"], (port) =>
        output(
          ...["curl", "-sS", "--cacert", ROOT] as const,
          ...["--connect-to", `www.example.com:443:127.0.0.1:${port}`, "https://www.example.com/"],
        )),
  ],
  ["altname-invalid", "node", () => node(["server"], "www.example.com", ROOT)],
  ["key-values-mismatch", "nginx", () => nginx("server", "root")],
  ["pem-no-start-line", "nginx", () => nginx("garbage", "server")],
  [
    "mac-verify-error",
    "openssl",
    () => output("openssl", "pkcs12", "-in", file("server.pfx"), "-passin", "pass:wrong-one"),
  ],
  [
    "keystore-password-was-incorrect",
    "keytool",
    () => output("keytool", "-list", "-keystore", file("server.pfx"), "-storepass", "wrong-one"),
  ],
  ["pkix-path-building-failed", "javac", () => java(["server"])],
  [
    "unsupported-certificate-purpose",
    "openssl",
    () => verify("-purpose", "sslserver", "-CAfile", ROOT, file("client.pem")),
  ],
  [
    "invalid-ca-certificate",
    "openssl",
    () => verify("-CAfile", ROOT, "-untrusted", file("server.pem"), file("wrong-ca.pem")),
  ],
  [
    "certificate-revoked",
    "openssl",
    () => verify("-crl_check", "-CRLfile", file("root.crl"), "-CAfile", ROOT, file("revoked.pem")),
  ],
  [
    "ee-key-too-small",
    "openssl",
    () => verify("-auth_level", "2", "-CAfile", file("short.pem"), file("short.pem")),
  ],
  ["error-setting-certificate-file", "curl", () => curl(["server"], "--cacert", file("none.pem"))],
  [
    "wrong-version-number",
    "curl",
    () => withPlainServer((port) => output("curl", "-sS", `https://localhost:${port}/`)),
  ],
  [
    "gnutls-certificate-is-not-trusted",
    "gnutls-cli",
    () => serving(["server"], (port) => output("gnutls-cli", "-p", port, "localhost")),
  ],
  [
    "gnutls-certificate-is-not-trusted",
    "wget",
    () => serving(["server"], (port) => output("wget", "-O-", `https://localhost:${port}/`)),
  ],
  [
    "digital-envelope-routines-unsupported",
    "openssl",
    () => output("openssl", "pkcs12", "-in", file("old.pfx"), "-passin", "pass:right-one"),
  ],
  [
    "ca-md-too-weak",
    "openssl",
    () => verify("-auth_level", "2", "-CAfile", ROOT, file("sha1.pem")),
  ],
  [
    "alert-handshake-failure",
    "curl",
    () =>
      handshake(
        "server",
        ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
        ...["--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES256-GCM-SHA384"],
      ),
  ],
  ["alert-protocol-version", "curl", () => handshake("server", ["-tls1_3"], "--tls-max", "1.2")],
  [
    "alert-unknown-ca",
    "curl",
    () =>
      handshake(
        "server",
        ["-Verify", "1", "-verify_return_error", "-CAfile", ROOT],
        ...["--cert", file("own.pem"), "--key", file("own.key")],
      ),
  ],
  ["certificate-required", "curl", () => handshake("server", ["-Verify", "1", "-tls1_3"])],
  [
    "dh-key-too-small",
    "curl",
    () => {
      const suite = "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=";
      return handshake(
        "rsa",
        ["-tls1_2", "-cipher", `${suite}0`, "-dhparam", file("dh.pem")],
        ...["--tls-max", "1.2", "--ciphers", `${suite}2`],
      );
    },
  ],
  ["pkix-path-validation-failed", "javac", () => javaWithRoot(["expired"])],
  ["no-subject-alternative-names-present", "javac", () => javaWithRoot(["other-name"])],
  [
    "trust-anchors-parameter-must-be-non-empty",
    "javac",
    () =>
      javaWithRoot(
        // Java finds no certificate in a store of this type without its password.
        ["server"],
        "-Djavax.net.ssl.trustStorePassword=",
      ),
  ],
  [
    "postfix-certificate-verification-failed",
    "postfix",
    () =>
      serving(["server"], (port) =>
        output(
          ...["posttls-finger", "-w", "-c", "-l", "verify", "-o", "inet_protocols=ipv4"] as const,
          `[127.0.0.1]:${port}`,
        )),
  ],
  ["err-cert-authority-invalid", CHROMIUM, () => chromiumAt("own")],
  ["err-cert-common-name-invalid", CHROMIUM, () => chromiumAt("server", [], "127.0.0.1")],
  ["err-cert-date-invalid", CHROMIUM, () => chromiumAt("expired")],
  ["err-ssl-key-usage-incompatible", CHROMIUM, () => chromiumAt("no-signing")],
  [
    "err-ssl-protocol-error",
    CHROMIUM,
    () => withPlainServer((port) => visit(`https://localhost:${port}/`)),
  ],
  [
    "err-ssl-version-or-cipher-mismatch",
    CHROMIUM,
    () => chromiumAt("server", ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA384"]),
  ],
  ["err-bad-ssl-client-auth-cert", CHROMIUM, () => chromiumAt("server", ["-Verify", "1"])],
];

/** The programs that a run needs. Chromium reads its user's roots from a store that certutil makes. */
const neededFor = (program: string) =>
  program === CHROMIUM
    ? {
      ...needsAll(needs("openssl", "certutil"), needsBrowser()),
      // The browser stays open for all of its runs.
      ...{ sanitizeOps: false, sanitizeResources: false },
    }
    : needs("openssl", program);

describe("programs print the text of the page", () => {
  for (const [id, program, run] of RUNS) {
    it(`${id}, ${program}`, neededFor(program), async () => {
      const { text, also = [] } = ERROR_TEXTS.find((error) => error.id === id)!;
      const printed = (await run()).toLowerCase();
      assert(
        [text, ...also].some((sign) => printed.includes(sign.toLowerCase())),
        `${program} printed: ${printed}`,
      );
    });
  }

  it("cleans up", { sanitizeOps: false, sanitizeResources: false }, async () => {
    await (await browser)?.close();
    await Deno.remove(folder, { recursive: true });
  });
});

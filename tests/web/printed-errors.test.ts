/** Programs print the texts of their error pages: each is run into the fault, where it is installed. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ERROR_TEXTS } from "../../web/src/docs/errors/texts.ts";
import { has, needs, runProgram } from "../support/programs.ts";

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

const ROOT = file("root.pem");

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
    async () => {
      const server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response("plain"),
      );
      try {
        return await output("curl", "-sS", `https://localhost:${server.addr.port}/`);
      } finally {
        await server.shutdown();
      }
    },
  ],
  [
    "gnutls-certificate-is-not-trusted",
    "gnutls-cli",
    () => serving(["server"], (port) => output("gnutls-cli", "-p", port, "localhost")),
  ],
];

describe("programs print the text of the page", () => {
  for (const [id, program, run] of RUNS) {
    it(`${id}, ${program}`, needs("openssl", program), async () => {
      const { text, also = [] } = ERROR_TEXTS.find((error) => error.id === id)!;
      const printed = (await run()).toLowerCase();
      assert(
        [text, ...also].some((sign) => printed.includes(sign.toLowerCase())),
        `${program} printed: ${printed}`,
      );
    });
  }

  it("cleans up", () => Deno.remove(folder, { recursive: true }));
});

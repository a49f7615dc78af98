/**
 * A live OCSP responder (`openssl ocsp`), requested by our code and by OpenSSL's client. The authority
 * is made for the test. A proxy forwards requests, because openssl chooses its own port.
 */
import assert from "node:assert/strict";
import { afterAll, describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { DEADLINES } from "../../../api/network/limits.ts";
import { createNetwork } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import * as schema from "../../../core/chain/schema.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { HOST, type Listening, startDenoTls, startHttp } from "./support.ts";

const CONFIG = `
[req]
distinguished_name = dn
[dn]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
subjectAltName = DNS:${HOST}
authorityKeyIdentifier = keyid
extendedKeyUsage = serverAuth
authorityInfoAccess = OCSP;URI:http://ocsp.example/
crlDistributionPoints = URI:http://crl.example/a.crl
[mirrors]
subjectAltName = DNS:${HOST}
crlDistributionPoints = mirrored, other
[mirrored]
fullname = URI:http://one.gone.example/a.crl, URI:ldap://ldap.example/a
[other]
fullname = URI:http://two.gone.example/a.crl, URI:http://crl.example/a.crl
[responders]
subjectAltName = DNS:${HOST}
authorityInfoAccess = OCSP;URI:http://gone.example/,OCSP;URI:http://ocsp.example/
crlDistributionPoints = URI:http://crl.gone.example/a.crl
[many]
subjectAltName = DNS:${HOST}
crlDistributionPoints = gone
[gone]
fullname = URI:http://1.gone.example/, URI:http://2.gone.example/, URI:http://3.gone.example/, \
  URI:http://4.gone.example/
[responder]
keyUsage = digitalSignature
extendedKeyUsage = OCSPSigning
noCheck = ignored
[mayberevoked]
keyUsage = digitalSignature
extendedKeyUsage = OCSPSigning
[webserver]
extendedKeyUsage = serverAuth
[default]
database = revoked.txt
default_md = sha256
default_crl_days = 7
`;

let folder = "";
const at = (name: string) => `${folder}/${name}`;
const read = (name: string) => Deno.readTextFileSync(at(name));

async function openssl(...args: string[]) {
  const { code, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
  assert.equal(code, 0, `${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

const key = (name: string) =>
  openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", name);

async function authority(name: string) {
  await key(`${name}.key`);
  await openssl(
    ...["req", "-x509", "-new", "-key", `${name}.key`, "-subj", "/O=Example/CN=Live CA"],
    ...["-days", "30", "-config", "openssl.cnf", "-extensions", "ca", "-out", `${name}.pem`],
  );
}

async function issue(name: string, serial: string, extensions: string, issuer = "ca") {
  await key(`${name}.key`);
  await openssl(
    ...["req", "-new", "-key", `${name}.key`, "-subj", `/CN=${name}`, "-config", "openssl.cnf"],
    ...["-out", `${name}.csr`],
  );
  await openssl(
    ...["x509", "-req", "-in", `${name}.csr`, "-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`],
    ...["-set_serial", serial, "-days", "20", "-extfile", "openssl.cnf"],
    ...["-extensions", extensions, "-out", `${name}.pem`],
  );
}

const valid = `V\t490101000000Z\t\t1001\tunknown\t/CN=server\n`;
const revoked = `R\t490101000000Z\t261101120000Z,keyCompromise\t1001\tunknown\t/CN=server\n`;

let made: Promise<void> | undefined;

/** Keys, certificates and CRLs, made once. */
const authorities = () => made ??= make();

async function make(): Promise<void> {
  folder = await Deno.makeTempDir();
  await Deno.writeTextFile(at("openssl.cnf"), CONFIG);
  await authority("ca");
  // An authority of the same name with another key.
  await authority("impostor");
  await issue("server", "0x1001", "leaf");
  for (const name of ["mirrors", "responders", "many"]) await issue(name, "0x1001", name);
  await issue("responder", "0x2001", "responder");
  await issue("mayberevoked", "0x2002", "mayberevoked");
  await issue("webserver", "0x2003", "webserver");
  await Deno.writeTextFile(at("valid.txt"), valid);
  await Deno.writeTextFile(at("revoked.txt"), revoked);
  await Deno.writeTextFile(at("none.txt"), "");
  for (const name of ["ca", "impostor"]) {
    await openssl(
      ...["ca", "-config", "openssl.cnf", "-name", "default", "-gencrl"],
      ...["-keyfile", `${name}.key`, "-cert", `${name}.pem`, "-out", `${name}.crl`],
    );
  }
}

afterAll(async () => {
  if (folder) await Deno.remove(folder, { recursive: true });
});

/** `openssl ocsp` on a port of its own choosing. */
async function startResponder(index: string, signer: string): Promise<Listening> {
  const child = new Deno.Command("openssl", {
    args: [
      ...["ocsp", "-port", "0", "-index", `${index}.txt`, "-CA", "ca.pem", "-nmin", "5"],
      ...["-rsigner", `${signer}.pem`, "-rkey", `${signer}.key`],
    ],
    cwd: folder,
    ...{ stdin: "null", stdout: "piped", stderr: "piped" } as const,
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const errors = child.stderr.pipeTo(new WritableStream());
  let said = "";
  let port: number | null = null;
  while (port === null) {
    const { value, done } = await output.read();
    assert(!done, `openssl ocsp ended: ${said}`);
    said += value;
    const ready = /^ACCEPT \S+:(\d+) /m.exec(said);
    if (ready) port = Number(ready[1]);
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await output.cancel();
      await errors;
    },
  };
}

/** The revocation in the analysis. `crl` is the published CRL, if there is one. */
async function analyzed(
  responder: number,
  { crl, later = 0, server = "server" }: { crl?: string; later?: number; server?: string },
) {
  const asked: string[] = [];
  await using tls = startDenoTls(read(`${server}.pem`) + read("ca.pem"), read(`${server}.key`));
  await using http = startHttp(async (request) => {
    const host = request.headers.get("host");
    asked.push(`${request.method} ${host}`);
    if (host?.endsWith("gone.example")) return new Response(null, { status: 404 });
    if (host === "crl.example") {
      return crl ? new Response(read(`${crl}.crl`)) : new Response(null, { status: 404 });
    }
    const { pathname } = new URL(request.url);
    const answer = await fetch(`http://127.0.0.1:${responder}${pathname}`, {
      method: request.method,
      body: request.method === "POST" ? await request.arrayBuffer() : undefined,
      headers: { "content-type": request.headers.get("content-type") ?? "" },
    });
    return new Response(await answer.arrayBuffer(), { status: answer.status });
  });
  const network = createNetwork({ allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] }, {
    resolve: () => Promise.resolve(["127.0.0.1"]),
    guard: (address) => address === "127.0.0.1",
    connectPort: (port) => port === 443 ? tls.port : http.port,
    deadlines: DEADLINES,
  });
  const input = { url: HOST, at: new Date(Date.now() + later).toISOString() };
  const outcome = await execute(
    apiOperations(network),
    "chain/analyze-url",
    input,
    createContext(),
  );
  assert(outcome.ok, JSON.stringify(outcome));
  const { revocation, validation } = v.parse(schema.chainUrlResponse, outcome.value);
  const { status, reason, problem, note, by } = revocation![0];
  return {
    said: problem ?? [status, reason, by].filter(Boolean).join(" "),
    note,
    validation,
    asked,
  };
}

/** The verdict of OpenSSL's own client. */
async function theirs(responder: number): Promise<string> {
  const { stdout, stderr } = await runProgram("openssl", [
    ...["ocsp", "-url", `http://127.0.0.1:${responder}/`, "-no_nonce", "-issuer", at("ca.pem")],
    ...["-cert", at("server.pem"), "-CAfile", at("ca.pem")],
  ]);
  return `${stderr}${stdout}`;
}

interface Case {
  name: string;
  index: string;
  signer: string;
  ours: RegExp;
  theirs: RegExp;
  note?: RegExp;
  later?: number;
}

const CASES: readonly Case[] = [
  {
    ...{ name: "good, by a delegated responder", index: "valid", signer: "responder" },
    ...{ ours: /^good ocsp$/, theirs: /Response verify OK\n.*: good/s },
  },
  {
    ...{ name: "good, by the authority itself", index: "valid", signer: "ca" },
    ...{ ours: /^good ocsp$/, theirs: /Response verify OK\n.*: good/s },
  },
  {
    ...{
      name: "good, by a responder that could be revoked itself",
      index: "valid",
      signer: "mayberevoked",
    },
    ...{ ours: /^good ocsp$/, theirs: /Response verify OK\n.*: good/s, note: /OCSP no check/ },
  },
  {
    ...{ name: "revoked", index: "revoked", signer: "responder" },
    ...{ ours: /^revoked keyCompromise ocsp$/, theirs: /OK\n.*: revoked.*keyCompromise/s },
  },
  {
    ...{ name: "unknown", index: "none", signer: "responder" },
    ...{ ours: /^The CRL: It answered with an error$/, theirs: /OK\n.*: unknown/s },
  },
  {
    ...{ name: "signed by another key of the same name", index: "valid", signer: "impostor" },
    ...{ ours: /^The CRL: /, theirs: /Response Verify Failure/ },
  },
  {
    ...{ name: "signed by a certificate for another purpose", index: "valid", signer: "webserver" },
    ...{ ours: /^The CRL: /, theirs: /missing ocspsigning usage/ },
  },
  {
    ...{ name: "an hour old", index: "valid", signer: "responder", later: 3_600_000 },
    ...{ ours: /^The CRL: /, theirs: /Response verify OK/ },
  },
];

describe("network: a live responder", () => {
  for (const { name, index, signer, ours, theirs: expected, note, later } of CASES) {
    it(`whose answer is ${name}`, needs("openssl"), async () => {
      await authorities();
      await using responder = await startResponder(index, signer);
      const found = await analyzed(responder.port, { later });
      assert.match(found.said, ours);
      if (note) assert.match(found.note!, note);
      else assert.equal(found.note, null);
      assert.equal(found.validation.isValid, !found.said.startsWith("revoked"));
      assert.equal(found.asked[0], "GET ocsp.example");
      assert.match(await theirs(responder.port), expected);
    });
  }

  for (
    const [crl, ours] of [["ca", /^revoked keyCompromise crl$/], [
      "impostor",
      /^The CRL's signature is wrong/,
    ]] as const
  ) {
    it(`without an answer, and a CRL by ${crl}`, needs("openssl"), async () => {
      await authorities();
      await using responder = await startResponder("valid", "impostor");
      const found = await analyzed(responder.port, { crl });
      assert.match(found.said, ours);
      const { stderr } = await runProgram("openssl", [
        ...["verify", "-crl_check", "-CAfile", at("ca.pem"), "-CRLfile", at(`${crl}.crl`)],
        at("server.pem"),
      ]);
      assert.match(
        stderr,
        crl === "ca"
          ? /certificate revoked/
          : /CRL signature failure|unable to get certificate CRL/,
      );
    });
  }
});

describe("network: several URLs of responders and CRLs", () => {
  it(
    "are requested until a CRL gives a verdict, from every distribution point",
    needs("openssl"),
    async () => {
      await authorities();
      const found = await analyzed(1, { crl: "ca", server: "mirrors" });
      assert.equal(found.said, "revoked keyCompromise crl");
      assert.deepEqual(found.asked, [
        "GET one.gone.example",
        "GET two.gone.example",
        "GET crl.example",
      ]);
    },
  );

  it(
    "are requested until a responder gives a verdict, after the first CRL",
    needs("openssl"),
    async () => {
      await authorities();
      await using responder = await startResponder("revoked", "responder");
      const found = await analyzed(responder.port, { server: "responders" });
      assert.equal(found.said, "revoked keyCompromise ocsp");
      assert.deepEqual([...new Set(found.asked)], [
        "GET gone.example",
        "POST gone.example",
        "GET crl.gone.example",
        "GET ocsp.example",
      ]);
    },
  );

  it(
    "are at most three of each kind, and the reason says that there are more",
    needs("openssl"),
    async () => {
      await authorities();
      const found = await analyzed(1, { server: "many" });
      assert.equal(found.said, "Not every CRL and OCSP responder could be reached");
      assert.deepEqual(found.asked, ["1", "2", "3"].map((name) => `GET ${name}.gone.example`));
    },
  );
});

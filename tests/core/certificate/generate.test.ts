/** certificate/generate: how other programs read what it makes, and what it refuses. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import {
  certificateGenerate,
  certificateLint,
  type GeneratedCertificate,
} from "../../../core/certificate/contract.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import type { OutputOf, RequestOf } from "../../../core/kernel/contract.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { TAG } from "../../../core/x509/asn1/der.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { CA, generated, GIVEN, MADE, REQUEST } from "../../fixtures/certificate/generate.ts";
import { inFolder, verdictsOn } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { requestFor } from "../../support/requests.ts";

type Request = RequestOf<typeof certificateGenerate>;

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 12, 0, 0, 500);

const run = (input: unknown, now = NOW): Promise<Outcome<unknown>> =>
  execute(operations, certificateGenerate.name, input, createContext({ now }), (_, fault) => {
    throw fault;
  });

async function generate(input: Request, now = NOW): Promise<GeneratedCertificate> {
  const outcome = await run(input, now);
  assert(outcome.ok, outcome.ok ? "" : outcome.error.message);
  return outcome.value as GeneratedCertificate;
}

/** The error as "code path: message". */
async function refused(input: Request, now = NOW): Promise<string> {
  const outcome = await run(input, now);
  assert(!outcome.ok);
  const { code, issues: [{ path, message }] } = outcome.error;
  return `${code} ${path}: ${message}`;
}

const certificateOf = (text: string) => readCertificate(readPem(text)[0].bytes!, new Budget());

const codes = ({ notes }: GeneratedCertificate) => notes.map(({ code }) => code);

async function opensslText(certificate: string): Promise<string> {
  const { code, stdout } = await runProgram("openssl", ["x509", "-noout", "-text"], certificate);
  assert.equal(code, 0);
  return stdout.replace(/\n +/g, "\n");
}

const PURPOSES = {
  "tls-server": "sslserver",
  "tls-client": "sslclient",
  smime: "smimesign",
  "intermediate-ca": "any",
  "root-ca": "any",
} as const;

const rootOf = ({ chain }: GeneratedCertificate) =>
  chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g)!.at(-1)!;

describe("certificate/generate: the certificate", () => {
  for (const { name, input } of [...MADE, ...GIVEN]) {
    it(
      `${name}: openssl -x509_strict, certtool and NSS accept it, our linter finds nothing`,
      needs("openssl", "certtool", "certutil", "vfychain", "keytool"),
      async () => {
        const answer = await generated(input);
        // GnuTLS compares the common name of a CA with the domain constraints if the CA is presented
        // as an end entity. So a CA is tested by what it signs.
        const shown = answer.kind.endsWith("-ca")
          ? await generated({
            names: ["corp.test"],
            issuer: "existing-ca",
            caCertificate: answer.chain,
            caPrivateKey: answer.privateKey,
          })
          : answer;
        const verdicts = await verdictsOn({
          chain: shown.chain,
          root: rootOf(shown),
          purpose: PURPOSES[shown.kind],
        });
        // GnuTLS and NSS trust nothing as a root that is not a CA.
        const asked = answer.issuer === "self-signed" && answer === shown
          ? { openssl: verdicts.openssl }
          : verdicts;
        assert.deepEqual(Object.entries(asked).filter(([, words]) => words !== null), []);
        const printed = await runProgram("keytool", ["-printcert"], answer.certificate);
        assert.equal(printed.code, 0, printed.stdout);
        assert.match(printed.stdout, /BasicConstraints/);

        const again = await runProgram("openssl", ["x509"], answer.certificate);
        assert.equal(again.stdout, answer.certificate, "DER that OpenSSL writes back");
        if (answer.privateKey !== null) {
          const key = await runProgram("openssl", ["pkey"], answer.privateKey);
          assert.equal(key.stdout, answer.privateKey);
        }
        const linted = await execute(operations, certificateLint.name, {
          certificate: answer.chain,
          judgeAs: "private",
        }, createContext());
        assert(linted.ok);
        const { certificates } = linted.value as OutputOf<typeof certificateLint>;
        assert.deepEqual(certificates.flatMap(({ findings }) => findings), []);
      },
    );
  }

  it(
    "has names, purpose and key usage of a server, in the given order",
    needs("openssl"),
    async () => {
      const answer = await generate({
        names: ["localhost", "*.shop.test", "127.0.0.1", "fd00::7"],
      });
      const text = await opensslText(answer.certificate);
      const has = (part: string) => assert(text.includes(part), `${part} in ${text}`);
      has("X509v3 Basic Constraints: critical\nCA:FALSE");
      has("X509v3 Key Usage: critical\nDigital Signature\n");
      has("X509v3 Extended Key Usage: \nTLS Web Server Authentication\n");
      has(
        "X509v3 Subject Alternative Name: \nDNS:localhost, DNS:*.shop.test, " +
          "IP Address:127.0.0.1, IP Address:FD00:0:0:0:0:0:0:7\n",
      );
      const ca = await opensslText(answer.ca!.certificate);
      assert.match(ca, /Basic Constraints: critical\nCA:TRUE, pathlen:0\n/);
      assert.match(ca, /Key Usage: critical\nCertificate Sign, CRL Sign\n/);
      assert.match(ca, /Name Constraints: critical\nPermitted:\nDNS:localhost\nDNS:shop.test\n/);
      assert.deepEqual(answer.permitted, [
        "DNS:localhost",
        "DNS:shop.test",
        "IP:127.0.0.1/32",
        "IP:fd00::7/128",
      ]);
      assert.equal(answer.ca!.privateKey, null);
    },
  );

  it("marks subjectAltName critical if there is no subject", needs("openssl"), async () => {
    const answer = await generate({ names: ["127.0.0.1"] });
    const text = await opensslText(answer.certificate);
    assert.match(text, /Subject: *\n/);
    assert.match(text, /Subject Alternative Name: critical\nIP Address:127.0.0.1\n/);
  });

  it("has a unique serial number, positive and of at most 20 octets", async () => {
    const serials = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const made = await generate({ names: ["localhost"], issuer: "self-signed" });
      const { serialNumber } = new X509Certificate(made.certificate);
      assert.match(serialNumber, /^[0-9A-F]{26,34}$/);
      serials.add(serialNumber);
    }
    assert.equal(serials.size, 20);
  });

  it(
    "begins an hour ago and lasts whole days, UTCTime before 2050 and GeneralizedTime from then",
    needs("openssl"),
    async () => {
      const { notAfter, certificate } = await generate({ names: ["localhost"], days: 10 });
      assert.equal(new X509Certificate(certificate).validFrom, "Nov 22 11:00:00 2026 GMT");
      assert.equal(notAfter, "2026-12-02T10:59:59Z");
      const types = async (pem: string) =>
        (await runProgram("openssl", ["asn1parse"], pem)).stdout.match(/UTCTIME|GENERALIZEDTIME/g);
      assert.deepEqual(await types(certificate), ["UTCTIME", "UTCTIME"]);
      const later = await generate({ names: ["localhost"], days: 10 }, Date.UTC(2049, 11, 28));
      assert.deepEqual(await types(later.certificate), ["UTCTIME", "GENERALIZEDTIME"]);
    },
  );
});

describe("certificate/generate: a new CA", () => {
  it(
    "can issue for the given names and for no others",
    needs("openssl", "certtool", "certutil", "vfychain"),
    async () => {
      const { ca } = await generate(
        { names: ["*.shop.test", "192.0.2.1"], keepCaKey: true },
        Date.now(),
      );
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/ca.pem`, ca!.certificate);
        await Deno.writeTextFile(`${folder}/ca.key`, ca!.privateKey!);
        const issued = async (name: string) => {
          const made = await runProgram("openssl", [
            ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
            ...["-keyout", `${folder}/key.pem`, "-subj", "/O=Thief", "-days", "5"],
            ...["-CA", `${folder}/ca.pem`, "-CAkey", `${folder}/ca.key`],
            ...["-addext", `subjectAltName=${name}`, "-addext", "basicConstraints=CA:FALSE"],
          ]);
          assert.equal(made.code, 0, made.stderr);
          return await verdictsOn({
            chain: made.stdout,
            root: ca!.certificate,
            purpose: name.startsWith("email") ? "smimesign" : "sslserver",
          });
        };
        for (const name of ["DNS:www.shop.test", "IP:192.0.2.1"]) {
          assert.deepEqual(await issued(name), { openssl: null, certtool: null, nss: null }, name);
        }
        for (
          const name of ["DNS:bank.example", "IP:192.0.2.2", "IP:2001:db8::1", "email:a@b.test"]
        ) {
          const { openssl, certtool, nss } = await issued(name);
          assert.match(openssl ?? "", /permitted subtree|excluded subtree/, name);
          assert(certtool !== null, `certtool takes ${name}`);
          assert(nss !== null, `NSS takes ${name}`);
        }
      });
    },
  );

  it("expires with its certificate, or after two years if its key is kept, and never later", async () => {
    const days = (answer: GeneratedCertificate) => {
      const ca = new X509Certificate(answer.ca!.certificate);
      return (Date.parse(ca.validTo) + 1000 - Date.parse(ca.validFrom)) / DAY;
    };
    assert.equal(days(await generate({ names: ["localhost"], days: 30 })), 30);
    assert.equal(days(await generate({ names: ["localhost"], days: 30, keepCaKey: true })), 730);
    const long = await generate({ names: ["localhost"], days: 800 });
    assert.equal(days(long), 730);
    assert.equal(long.notAfter, long.ca!.notAfter);
    assert(codes(long).includes("lifetime_shortened"));
  });

  it(
    "has no constraints on request, with a note about the consequence",
    needs("openssl"),
    async () => {
      const answer = await generate({ names: ["localhost"], nameConstraints: false });
      assert.deepEqual(answer.permitted, []);
      const text = await opensslText(answer.ca!.certificate);
      assert(text.includes("CA:TRUE") && !text.includes("Name Constraints"));
      assert.deepEqual(codes(answer), ["constraints_left_out"]);
    },
  );
});

describe("certificate/generate: a given CA", () => {
  const below: Request = { names: ["shop.corp.test"], issuer: "existing-ca", ...CA };
  const at = Date.now();

  it("is accepted with an encrypted key, and as a PFX file", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/ca.key`, CA.caPrivateKey);
      await Deno.writeTextFile(`${folder}/ca.pem`, CA.caCertificate);
      const { stdout: encrypted } = await runProgram("openssl", [
        ...["pkey", "-in", `${folder}/ca.key`, "-aes256", "-passout", "pass:hunter2"],
      ]);
      const withKey = { ...below, caPrivateKey: encrypted };
      assert.equal(
        (await generate({ ...withKey, caPassphrase: "hunter2" }, at)).issuer,
        "existing-ca",
      );
      assert.match(
        await refused({ ...withKey, caPassphrase: "x" }, at),
        /^passphrase_wrong caPassphrase/,
      );
      assert.match(await refused(withKey, at), /^passphrase_required caPassphrase/);

      const file = `${folder}/ca.p12`;
      await runProgram("openssl", [
        ...["pkcs12", "-export", "-inkey", `${folder}/ca.key`, "-in", `${folder}/ca.pem`],
        ...["-passout", "pass:hunter2", "-out", file],
      ]);
      const caPfx = (await Deno.readFile(file)).toBase64();
      const withFile = { names: below.names, issuer: below.issuer, caPfx };
      const answer = await generate({ ...withFile, caPassphrase: "hunter2" }, at);
      assert.equal(answer.ca!.certificate, CA.caCertificate);
      assert.match(
        await refused({ ...withFile, caPassphrase: "x" }, at),
        /^passphrase_wrong caPassphrase/,
      );
    });
  });

  it("returns the chain up to the given root", async () => {
    const middle = await generate({
      kind: "intermediate-ca",
      commonName: "Middle",
      ...below,
    }, at);
    const answer = await generate({
      ...below,
      caCertificate: CA.caCertificate + middle.certificate,
      caPrivateKey: middle.privateKey!,
    }, at);
    assert.equal(answer.chain, answer.certificate + middle.certificate + CA.caCertificate);
  });

  it("must be a CA that may sign, fits its key and is valid", async () => {
    const leaf = await generate(below, at);
    assert.equal(
      await refused(
        { ...below, caCertificate: leaf.certificate, caPrivateKey: leaf.privateKey! },
        at,
      ),
      "wrong_type caCertificate: This certificate is not a CA: its basic constraints lack CA:TRUE",
    );
    assert.equal(
      await refused({ ...below, caPrivateKey: leaf.privateKey! }, at),
      "key_mismatch caCertificate: The private key does not belong to the CA certificate",
    );
    assert.match(await refused(below, at + 800 * DAY), /The CA expired on /);
    assert.match(await refused(below, at - 800 * DAY), /The CA is not valid before /);
  });

  it("has its name copied octet for octet, however unusual", async () => {
    const { bytes: der, subjectDer } = certificateOf(CA.caCertificate);
    const start = subjectDer.byteOffset - der.byteOffset;
    let made = 0;
    for (let place = start; place < start + subjectDer.length; place++) {
      for (const octet of [0, TAG.BIT_STRING, TAG.T61_STRING, 0xa0]) {
        const odd = der.with(place, octet);
        const caCertificate =
          `-----BEGIN CERTIFICATE-----\n${odd.toBase64()}\n-----END CERTIFICATE-----\n`;
        const outcome = await run(
          { ...CA, caCertificate, csr: REQUEST, issuer: "existing-ca" },
          at,
        );
        if (!outcome.ok) {
          assert.equal(outcome.error.code, "unreadable");
          continue;
        }
        made++;
        const { certificate } = outcome.value as GeneratedCertificate;
        const name = odd.subarray(start, start + subjectDer.length);
        assert.deepEqual(certificateOf(certificate).issuerDer.slice(), name);
      }
    }
    assert(made > 100, String(made));
  });

  it("does not expire before its certificates", async () => {
    const ca = await generate({ kind: "root-ca", names: ["corp.test"], days: 20 }, at);
    const answer = await generate({
      ...below,
      caCertificate: ca.certificate,
      caPrivateKey: ca.privateKey!,
    }, at);
    assert.equal(answer.notAfter, ca.notAfter);
    assert(codes(answer).includes("lifetime_shortened"));
  });

  it("enforces its name constraints, and every violating name is reported", async () => {
    assert.equal(
      await refused(
        { ...below, names: ["a.corp.test", "bank.example", "10.1.2.4", "2001:db8::7"] },
        at,
      ),
      "invalid_input names: The name constraints of the CA do not allow bank.example, 10.1.2.4, " +
        "2001:db8::7",
    );
  });

  it("enforces its path length", needs("openssl"), async () => {
    const last = await generate({ kind: "intermediate-ca", ...below }, at);
    assert.match(await opensslText(last.certificate), /CA:TRUE, pathlen:0\n/);
    assert.equal(
      await refused({
        kind: "intermediate-ca",
        ...below,
        caCertificate: last.certificate,
        caPrivateKey: last.privateKey!,
      }, at),
      "invalid_input kind: The path length of the CA is 0, but 1 CA would be below it",
    );
  });
});

describe("certificate/generate: a CSR", () => {
  it("provides its key and its names, and nothing else", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const made = await runProgram("openssl", [
        ...["req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", `${folder}/key.pem`],
        ...["-subj", "/C=DE/O=Example/CN=shop.test"],
        ...["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign"],
        ...["-addext", "subjectAltName=DNS:shop.test,email:jo@shop.test,URI:https://shop.test"],
      ]);
      const answer = await generate({ csr: made.stdout });
      assert.equal(answer.privateKey, null);
      assert.deepEqual(answer.subjectAltName, [{ type: "DNS", value: "shop.test", unicode: null }]);
      const text = await opensslText(answer.certificate);
      assert.match(text, /Basic Constraints: critical\nCA:FALSE\n/);
      assert.match(text, /Key Usage: critical\nDigital Signature, Key Encipherment\n/);
      assert.equal(answer.subject, "CN=shop.test,O=Example,C=DE");
      const note = answer.notes.find(({ code }) => code === "extensions_left_out");
      assert.equal(
        note?.message,
        "Not taken over from the CSR: URI:https://shop.test, email:jo@shop.test, " +
          "basicConstraints, key usage keyCertSign.",
      );
      const [own, theirs] = await Promise.all([
        runProgram("openssl", ["x509", "-noout", "-pubkey"], answer.certificate),
        runProgram("openssl", ["req", "-noout", "-pubkey"], made.stdout),
      ]);
      assert.equal(own.stdout, theirs.stdout);
    });
  });

  it("must be signed by its own key", async () => {
    const lines = REQUEST.split("\n");
    // The last octets of the signature.
    const at = lines.length - 3;
    lines[at] = lines[at].replace(
      /.(=*)$/,
      (end) => (end.startsWith("A") ? "Q" : "A") + end.slice(1),
    );
    const broken = lines.with(at, lines[at].replace(/^./, (first) => first === "B" ? "C" : "B"));
    assert.match(await refused({ csr: broken.join("\n") }), /^(key_mismatch|unreadable) csr: /);
  });

  it("is not signed by itself", async () => {
    assert.equal(
      await refused({ csr: REQUEST, issuer: "self-signed" }),
      "invalid_input issuer: A CSR is signed by a CA. Set issuer to new-ca or existing-ca",
    );
  });
});

/** The result for a CSR with these names and this subject: names, subject, and the omitted parts. */
async function signed(
  names: readonly [type: "DNS" | "email", value: string][],
  subject: Parameters<typeof requestFor>[1],
  input: Request = {},
) {
  const csr = await requestFor(names.map(([type, value]) => ({ type, value })), subject);
  const answer = await generate({ csr, ...input });
  const { message } = answer.notes.find(({ code }) => code === "extensions_left_out") ?? {};
  return {
    answer,
    names: answer.subjectAltName.map(({ type, value }) => `${type}:${value}`),
    subject: answer.subject,
    leftOut: message?.replace(/^Not taken over from the CSR: |\.$/g, "") ?? null,
  };
}

describe("certificate/generate: parts of a CSR that are not copied", () => {
  const good = ["DNS", "a.test"] as [type: "DNS", value: string];

  it("are names under another type than in the CSR", async () => {
    const { names, leftOut } = await signed(
      [
        good,
        ["email", "*.evil.com"],
        ["email", "10.0.0.1"],
        ["email", "evil.com"],
        ["DNS", "10.0.0.1"],
        ["DNS", "fd00::7"],
        ["DNS", "root@evil.com"],
        ["DNS", " evil.com\t"],
        ["DNS", "evil.com\0.a.test"],
        ["DNS", "EVIL\u3002com"],
        ["email", " jo@evil.com"],
      ],
      { commonName: "a.test" },
      { kind: "tls-client" },
    );
    assert.deepEqual(names, ["DNS:a.test"]);
    assert.match(leftOut!, /^email:\*\.evil\.com, email:10\.0\.0\.1, email:evil\.com, DNS:10/);
    assert.match(leftOut!, /DNS:evil\.com<U\+0000>\.a\.test/);
    assert.equal(leftOut!.split(", ").length, 10);
  });

  it("are names in the common name if it has other names", async () => {
    const csr = await requestFor([{ type: "email", value: "*.evil.com" }], {
      commonName: "evil.com",
    });
    assert.match(await refused({ csr }), /invalid_input names: Please provide at least one name/);
    assert.deepEqual((await signed([], { commonName: "a.test" })).names, ["DNS:a.test"]);
    for (const commonName of ["evil\u3002com", "a.test\u200b", "b\u00fccher.test"]) {
      const bare = await requestFor([], { commonName });
      assert.match(await refused({ csr: bare }), /at least one name/, commonName);
    }
  });

  const subjects: [words: string, subject: Parameters<typeof requestFor>[1], leftOut: string][] = [
    ["a NUL", { commonName: "a.test\0.evil.com" }, "commonName (control characters)"],
    ["two lines", { commonName: "a.test\r\nevil" }, "commonName (control characters)"],
    ["an escape", { organization: "\x1b[2J" }, "organizationName (control characters)"],
    ["an override", { organization: "\u202eevil" }, "organizationName (control characters)"],
    ["an isolate", { organization: "a\u2066b" }, "organizationName (control characters)"],
    ["65 characters", { organization: "o".repeat(65) }, "organizationName (too long)"],
    ["100,000 characters", { organization: "o".repeat(100_000) }, "organizationName (too long)"],
    ["a long common name", { commonName: "c".repeat(65) }, "commonName (too long)"],
    ["no country", { country: "1A" }, "countryName (not a country code)"],
    [
      "parts of other kinds",
      { state: "Hessen", city: "Kassel", organizationUnit: "IT", email: "jo@a.test" },
      "stateOrProvinceName, localityName, organizationalUnitName, emailAddress",
    ],
  ];
  for (const [words, subject, expected] of subjects) {
    it(`are subjects with ${words}, which are listed`, async () => {
      const { answer, leftOut } = await signed([good], subject);
      assert.equal(leftOut, expected);
      assert.equal(answer.subject, "CN=a.test");
    });
  }

  it("are common names that are not among its names", async () => {
    const of = async (commonName: string, input: Request = {}) => {
      const { subject, leftOut } = await signed([good, ["email", "jo@a.test"]], {
        commonName,
      }, input);
      return [subject, leftOut?.match(/commonName.*\)/)?.[0] ?? null];
    };
    const left = (name: string) => ["CN=a.test", `commonName ${name} (not one of the names)`];
    assert.deepEqual(await of("evil.test"), left("evil.test"));
    assert.deepEqual(await of("Example Bank"), left("Example Bank"));
    assert.deepEqual(await of("a.test\u200b"), left("a.test<U+200B>"));
    assert.deepEqual(await of("10.0.0.1"), ["CN=a.test", "commonName 10.0.0.1 (an IP address)"]);
    assert.deepEqual(await of("A.test"), ["CN=A.test", null]);
    const kind = "tls-client";
    for (const name of ["evil.test", "evil.test.", "*.evil.test", "e_vil.test", "jo@evil.test"]) {
      assert.deepEqual(await of(name, { kind }), left(name));
    }
    assert.deepEqual(await of("Jo Doe", { kind }), ["CN=Jo Doe", null]);
    assert.deepEqual(await of("jo@a.test", { kind }), ["CN=jo@a.test", null]);
    assert.deepEqual(await of("evil.test", { commonName: "mine" }), ["CN=mine", null]);
  });

  it("are purposes, usages and second values, and each is listed", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const { stdout: csr } = await runProgram("openssl", [
        ...["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
        ...["-keyout", `${folder}/key.pem`, "-subj", "/CN=a.test/CN=b.test/O=A/O=B/UID=1"],
        ...["-addext", "subjectAltName=DNS:a.test", "-addext", "tlsfeature=status_request"],
        ...["-addext", "extendedKeyUsage=serverAuth,codeSigning,anyExtendedKeyUsage"],
        ...["-addext", "keyUsage=digitalSignature,keyAgreement"],
      ]);
      const answer = await generate({ csr });
      assert.equal(answer.subject, "CN=a.test");
      assert.deepEqual(answer.notes.map(({ message }) => message), [
        "Not taken over from the CSR: commonName (2 values), organizationName (2 values), userId, " +
        "tlsFeature, key usage keyAgreement, purpose codeSigning, purpose anyExtendedKeyUsage.",
      ]);
    });
  });

  it("are listed up to twenty, and the rest counted", async () => {
    const many = Array.from({ length: 1_030 }, (_, at): ["email", string] => ["email", `${at}`]);
    const { leftOut } = await signed([good, ...many], { commonName: "a.test" });
    assert.match(leftOut!, /email:18, email:19 and 1,010 more$/);
  });
});

/** A CA made by openssl with these extensions, for certificates that are made here. */
function openSslCa(folder: string, name: string, ...extensions: string[]) {
  return runProgram("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", `${folder}/${name}.key`, "-out", `${folder}/${name}.pem`, "-days", "30"],
    ...["-subj", `/CN=${name}`, "-addext", "basicConstraints=critical,CA:TRUE"],
    ...["-addext", "keyUsage=critical,keyCertSign,cRLSign"],
    ...extensions.flatMap((extension) => ["-addext", extension]),
  ]).then(async ({ code, stderr }) => {
    assert.equal(code, 0, stderr);
    return {
      issuer: "existing-ca",
      caCertificate: await Deno.readTextFile(`${folder}/${name}.pem`),
      caPrivateKey: await Deno.readTextFile(`${folder}/${name}.key`),
    } as const;
  });
}

/** The error of openssl verify; null if it accepts the certificate for the purpose. */
function opensslVerdict(answer: GeneratedCertificate, purpose: string): Promise<string | null> {
  return inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/ca.pem`, answer.ca!.certificate);
    await Deno.writeTextFile(`${folder}/leaf.pem`, answer.certificate);
    const { code, stdout, stderr } = await runProgram("openssl", [
      ...["verify", "-x509_strict", "-purpose", purpose],
      ...["-CAfile", `${folder}/ca.pem`, `${folder}/leaf.pem`],
    ]);
    return code === 0 ? null : stdout + stderr;
  });
}

describe("certificate/generate: limits of the CA that clients enforce", () => {
  /** Later than the beginning of a CA that openssl makes in a test. */
  const at = Date.now() + 300_000;

  it("are its name constraints for a host in the common name", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const ca = await openSslCa(
        folder,
        "constrained",
        "nameConstraints=critical,permitted;DNS:good.example",
      );
      const entered = { commonName: "evil.com", names: ["10.0.0.1"], ...ca };
      const message = "invalid_input commonName: The name constraints of the CA do not allow ";
      assert.equal(await refused(entered, at), `${message}evil.com`);
      assert.equal(
        await refused({ ...entered, commonName: "10.0.0.1" }, at),
        `${message}10.0.0.1`,
      );
      assert.equal(
        await refused({ kind: "tls-client", commonName: "evil.com", ...ca }, at),
        `${message}evil.com`,
      );
      assert.equal(
        await refused({ kind: "smime", commonName: "e_vil.com", names: ["jo@a.test"], ...ca }, at),
        `${message}e_vil.com`,
      );
      const csr = await requestFor([{
        type: "IP",
        value: "10.0.0.1",
        octets: Uint8Array.of(10, 0, 0, 1),
      }], { commonName: "evil.com" });
      const answer = await generate({ csr, ...ca }, at);
      assert.equal(answer.subject, "");
      assert.equal(await opensslVerdict(answer, "sslserver"), null);
    });
  });

  it("are those of a CA for a host that is only in the common name", needs("openssl"), async () => {
    const inputs: Request[] = [
      { kind: "tls-client", commonName: "host.example" },
      { kind: "tls-client", commonName: "host.example", names: ["jo@a.test"] },
      { commonName: "10.0.0.1", names: ["10.0.0.1"] },
    ];
    for (const input of inputs) {
      const answer = await generate(input, at);
      assert(answer.permitted.includes(`DNS:${input.commonName}`), answer.permitted.join());
      assert.equal(await opensslVerdict(answer, PURPOSES[answer.kind]), null);
    }
  });

  it("are its purposes", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const ca = await openSslCa(folder, "clients", "extendedKeyUsage=clientAuth");
      const names = ["a.test"];
      const message = (kind: string) =>
        `invalid_input kind: The extended key usage of the CA does not allow ${kind}`;
      assert.equal(await refused({ names, ...ca }, at), message("TLS servers"));
      const mail: Request = { kind: "smime", names: ["jo@a.test"], ...ca };
      assert.equal(await refused(mail, at), message("S/MIME"));
      const client = await generate({ kind: "tls-client", names, ...ca }, at);
      assert.equal(await opensslVerdict(client, "sslclient"), null);

      const any = await openSslCa(folder, "any", "extendedKeyUsage=anyExtendedKeyUsage");
      assert.equal((await generate({ names, ...any }, at)).issuer, "existing-ca");

      const below = await generate({ kind: "intermediate-ca", names, ...ca }, at);
      assert.equal(
        await refused({
          names,
          issuer: "existing-ca",
          caCertificate: below.chain,
          caPrivateKey: below.privateKey!,
        }, at),
        "invalid_input kind: The extended key usage of a CA above it does not allow TLS servers",
      );
    });
  });

  it("are critical extensions that clients do not know", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const ca = await openSslCa(folder, "odd", "1.2.3.4=critical,ASN1:NULL");
      assert.equal(
        await refused({ names: ["a.test"], ...ca }, at),
        "wrong_type caCertificate: Clients refuse certificates that the CA signs: Unknown critical extension",
      );
      const known = await openSslCa(folder, "known", "1.2.3.4=ASN1:NULL");
      assert.equal((await generate({ names: ["a.test"], ...known }, at)).issuer, "existing-ca");
    });
  });
});

describe("certificate/generate: notes", () => {
  it("say that browsers ignore an entered common name", async () => {
    const of = async (input: Request) => codes(await generate({ names: ["a.test"], ...input }));
    assert.deepEqual(await of({ commonName: "evil.test" }), ["common_name_unmatched"]);
    assert.deepEqual(await of({ commonName: "A.test" }), []);
    assert.deepEqual(await of({ kind: "tls-client", commonName: "Jo Doe" }), []);
  });

  it("mention a rule if its limit is near", async () => {
    const of = async (input: Request) => codes(await generate({ names: ["localhost"], ...input }));
    assert.deepEqual(await of({}), []);
    const lasting = (days: number) => of({ days, issuer: "self-signed" });
    assert.deepEqual(await lasting(825), ["self_signed"]);
    assert.deepEqual(await lasting(826), ["lifetime_long", "self_signed"]);
    assert.deepEqual(await of({ days: 826 }), ["lifetime_shortened"]);
    assert.deepEqual(await of({ names: ["shop.example.com"] }), ["public_name"]);
    assert.deepEqual(await of({ names: ["*.shop.test"] }), ["wildcard"]);
    assert.deepEqual(await of({ issuer: "self-signed" }), ["self_signed"]);
    assert.deepEqual(await of({ keepCaKey: true }), ["ca_key_kept"]);
  });

  it("say why a CA is valid for fewer days than requested", async () => {
    const { notes } = await generate({ kind: "root-ca", names: ["corp.test"], days: 3_650 });
    assert.deepEqual(notes.map(({ message }) => message), [
      "It is valid for 730 days and not for 3,650: a new CA is not valid for longer.",
    ]);
  });

  it("do not list repeated parts of a CSR as left out", async () => {
    const names = ["a.test", "A.test", "a.test"].map((value) => ({ type: "DNS" as const, value }));
    const csr = await requestFor(names);
    const answer = await generate({ csr });
    assert.deepEqual(answer.subjectAltName.map(({ value }) => value), ["a.test"]);
    assert.deepEqual(codes(answer), []);
  });
});

describe("certificate/generate: characters beyond ASCII", () => {
  it("are counted as one each", async () => {
    const organization = "😀".repeat(64);
    assert.equal((await generate({ names: ["localhost"], organization })).issuer, "new-ca");
    assert.equal(
      await refused({ names: ["localhost"], organization: `${organization}😀` }),
      "invalid_input organization: Organization is too long: 65 characters, at most 64",
    );
  });

  it("are not split for the name of the CA", async () => {
    const commonName = `${"a".repeat(44)}😀bc`;
    const { ca } = await generate({ names: ["localhost"], commonName });
    assert(ca!.subject.includes(`${"a".repeat(44)}😀 `), ca!.subject);
  });
});

describe("certificate/generate: secrets", () => {
  it("never appear in errors or notes", async () => {
    const secret = "hunter2-correct-horse";
    for (
      const field of ["caPrivateKey", "caPassphrase", "caPfx", "caCertificate", "csr", "names"]
    ) {
      const input = { names: ["localhost"], issuer: "existing-ca", ...CA, [field]: `${secret}\0` };
      assert(!JSON.stringify(await run(input)).includes(secret), field);
    }
  });
});

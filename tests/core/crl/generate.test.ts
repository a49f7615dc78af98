/** crl/generate: how other programs read what it makes, and what it refuses. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { readAuthority } from "../../../core/certificate/authority.ts";
import { crlGenerate, type GeneratedCrl } from "../../../core/crl/contract.ts";
import { crlGenerateExample } from "../../../core/crl/examples.ts";
import { exampleCa, exampleCaPrivateKey } from "../../../core/examples.ts";
import { Budget, createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { costOf, type RequestOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { writeCrl, writeCrlEntry } from "../../../core/x509/issuing/crl.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { readCrl } from "../../../core/x509/revocation/crl.ts";
import { generated } from "../../fixtures/certificate/generate.ts";
import { crlFixtures, generatedCrl } from "../../fixtures/crl/index.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";

type Request = RequestOf<typeof crlGenerate>;
type Bytes = Uint8Array<ArrayBuffer>;

const NOW = Date.UTC(2026, 11, 1, 12, 0, 0, 700);

const run = (input: Request, limits = {}) =>
  execute(operations, crlGenerate.name, input, createContext({ now: NOW, limits }), (_, fault) => {
    throw fault;
  });

async function made(input: Request): Promise<GeneratedCrl> {
  const outcome = await run(input);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as GeneratedCrl;
}

async function refused(input: Request): Promise<string> {
  const outcome = await run(input);
  assert(!outcome.ok);
  const { code, issues: [{ path, message }] } = outcome.error;
  return `${code} ${path}: ${message}`;
}

const CA = { caCertificate: exampleCa, caPrivateKey: exampleCaPrivateKey };
const bytesOf = ({ der }: GeneratedCrl) =>
  Uint8Array.from(atob(der), (character) => character.charCodeAt(0));
const crlOf = (answer: GeneratedCrl) => readCrl(bytesOf(answer), new Budget());
const fixture = (name: string) => crlFixtures.find((each) => each.name === name)!.input;

interface OtherList {
  /** Serial numbers of one octet, and reasons by number. */
  serials?: [number, number][];
  issuer?: Bytes;
}

/** A list that another program could have made with the key of the example CA, PEM. */
async function otherList({ serials = [], issuer }: OtherList): Promise<string> {
  const given = { ...CA, caPassphrase: "", caPfx: "" };
  const { path: [{ certificate }], signer } = await readAuthority(given, createContext());
  const der = await writeCrl({
    issuer: issuer ?? certificate.subjectDer,
    thisUpdate: NOW - 86_400_000,
    nextUpdate: NOW + 86_400_000,
    entries: serials.map(([serial, reason]) =>
      writeCrlEntry({
        serialNumber: Uint8Array.of(serial),
        revokedAt: NOW - 86_400_000,
        reason,
        invalidityDate: null,
      })
    ),
    keyIdentifier: Uint8Array.of(1),
    number: Uint8Array.of(1),
  }, signer);
  return writePem("X509 CRL", der);
}

describe("crl/generate", () => {
  it(
    "is read by openssl, with number, dates, reasons and a valid signature",
    needs("openssl"),
    async () => {
      const { crl } = await made(fixture("entries of each form"));
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/ca.pem`, exampleCa);
        const { stdout, stderr } = await runProgram("openssl", [
          ...["crl", "-noout", "-text", "-verify", "-CAfile", `${folder}/ca.pem`],
        ], crl);
        assert.match(stderr, /verify OK/);
        assert.match(stdout, /Version 2 \(0x1\)/);
        assert.match(stdout, /Last Update: Dec {2}1 12:00:00 2026 GMT/);
        assert.match(stdout, /Next Update: Dec 31 12:00:00 2026 GMT/);
        assert.match(stdout, /X509v3 CRL Number: \s*255/);
        assert.match(stdout, /X509v3 Authority Key Identifier: \s*8E:9C:47/);
        assert.match(stdout, /Serial Number: 0AFF[^]*?Certificate Hold[^]*?Serial Number: 80\n/);
        assert.match(stdout, /Serial Number: 7F\s+Revocation Date: Nov 30 08:15:00 2026 GMT/);
        assert.match(stdout, /Key Compromise\s+Invalidity Date: \s*Nov {2}1 00:00:00 2026 GMT/);
      });
    },
  );

  it(
    "is read by certtool and imported by NSS",
    needs("certtool", "certutil", "crlutil"),
    async () => {
      const answer = await generatedCrl({ ...CA, entries: [{ serialNumber: "c0ffee" }] });
      const { stdout, code } = await runProgram("certtool", ["--crl-info"], answer.crl);
      assert.equal(code, 0);
      assert.match(stdout, /CRL Number \(not critical\): 01/);
      assert.match(stdout, /Serial Number \(hex\): 00c0ffee/);
      await inFolder(async (folder) => {
        const store = ["-d", `sql:${folder}`];
        await Deno.writeTextFile(`${folder}/ca.pem`, exampleCa);
        await Deno.writeFile(`${folder}/ca.crl`, bytesOf(answer));
        await runProgram("certutil", ["-N", ...store, "--empty-password"]);
        await runProgram("certutil", [
          "-A",
          ...store,
          "-n",
          "ca",
          "-t",
          "C,,",
          "-i",
          `${folder}/ca.pem`,
        ]);
        const imported = await runProgram("crlutil", ["-I", ...store, "-i", `${folder}/ca.crl`]);
        assert.equal(imported.code, 0, imported.stderr);
        const listed = await runProgram("crlutil", ["-L", ...store, "-n", "ca"]);
        assert.match(listed.stdout, /0xc0ffee/);
      });
    },
  );

  it(
    "makes openssl and certtool refuse the revoked certificate, and no other",
    needs("openssl", "certtool"),
    async () => {
      const root = await generated({ kind: "root-ca", names: ["corp.test"] });
      const ca = { caCertificate: root.certificate, caPrivateKey: root.privateKey! };
      const leaf = () => generated({ names: ["a.corp.test"], issuer: "existing-ca", ...ca });
      const [good, bad] = await Promise.all([leaf(), leaf()]);
      assert.notEqual(good.serialNumber, bad.serialNumber);
      const { crl } = await generatedCrl({ ...ca, entries: [{ serialNumber: bad.serialNumber }] });
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/ca.pem`, root.certificate);
        await Deno.writeTextFile(`${folder}/ca.crl`, crl);
        for (const [certificate, says] of [[good, /: OK/], [bad, /certificate revoked/]] as const) {
          const { stdout, stderr } = await runProgram("openssl", [
            ...["verify", "-crl_check", "-CRLfile", `${folder}/ca.crl`],
            ...["-CAfile", `${folder}/ca.pem`],
          ], certificate.certificate);
          assert.match(stdout + stderr, says);
          await Deno.writeTextFile(`${folder}/chain.pem`, certificate.certificate);
          const gnu = await runProgram("certtool", [
            ...["--verify", "--load-ca-certificate", `${folder}/ca.pem`],
            ...["--load-crl", `${folder}/ca.crl`, "--infile", `${folder}/chain.pem`],
          ]);
          assert.match(gnu.stdout, certificate === good ? /Verified/ : /revoked/);
        }
      });
    },
  );

  it("continues a CRL: the number grows, entries are kept octet for octet", async () => {
    const first = await made(fixture("entries of each form"));
    const next = await made({ ...CA, previous: first.crl, entries: [{ serialNumber: "1" }] });
    assert.deepEqual([next.number, next.entries, next.added], ["256", 4, 1]);
    const [before, after] = [first, next].map((answer) => crlOf(answer).slice(0, 9, new Budget()));
    assert.deepEqual(after.slice(0, 3), before);
    assert.deepEqual(after[3], {
      serialNumber: "01",
      revokedAt: "2026-12-01T12:00:00Z",
      reason: null,
      invalidityDate: null,
    });
  });

  it("ends a hold, or makes it final", async () => {
    const previous = (await made(fixture("entries of each form"))).crl;
    const released = crlOf(await made({ ...CA, previous, released: ["0a:ff"] }));
    assert.deepEqual(
      released.slice(0, 9, new Budget()).map(({ serialNumber }) => serialNumber),
      ["80", "7F"],
    );
    const final = crlOf(await made(fixture("a hold that becomes final")));
    const entry = final.slice(2, 1, new Budget())[0];
    assert.deepEqual([entry.serialNumber, entry.reason], ["0AFF", "superseded"]);
  });

  it("ends a hold that another program listed twice, unless one of the entries is final", async () => {
    const previous = await otherList({ serials: [[0xaa, 6], [0xaa, 6], [0xbb, 6], [0xbb, 1]] });
    assert.equal((await made({ ...CA, previous })).entries, 4);
    assert.equal((await made({ ...CA, previous, released: ["AA"] })).entries, 2);
    assert.match(
      await refused({ ...CA, previous, released: ["BB"] }),
      /released.0: This certificate is not on hold/,
    );
  });

  it("counts on from numbers longer than 53 bits, to 20 octets", needs("openssl"), async () => {
    const first = await made({ ...CA, number: Number.MAX_SAFE_INTEGER });
    const next = await made({ ...CA, previous: first.crl });
    assert.equal(next.number, "9007199254740992");
    const { stdout } = await runProgram("openssl", ["crl", "-noout", "-crlnumber"], next.crl);
    assert.match(stdout, /crlNumber=0x20000000000000/);
  });

  it("leaves out the list and the reason where RFC 5280 says so", async () => {
    const none = crlOf(await made(CA));
    assert.deepEqual([none.entryCount, none.findings], [0, []]);
    const unspecified = crlOf(
      await made({ ...CA, entries: [{ serialNumber: "1", reason: "unspecified" }] }),
    );
    assert.equal(unspecified.slice(0, 1, new Budget())[0].reason, null);
  });

  it(
    "uses the subject of the CA as its issuer, octet for octet, and RSA keys",
    needs("openssl"),
    async () => {
      const root = await generated({
        kind: "root-ca",
        names: ["corp.test"],
        organization: "Müller & Söhne",
        keyType: "RSA",
      });
      const { crl } = await generatedCrl({
        caCertificate: root.certificate,
        caPrivateKey: root.privateKey!,
      });
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/ca.pem`, root.certificate);
        const args = ["crl", "-noout", "-verify", "-CAfile", `${folder}/ca.pem`];
        assert.match((await runProgram("openssl", args, crl)).stderr, /verify OK/);
      });
    },
  );
});

describe("crl/generate refuses", () => {
  const entry = (serialNumber: string, more = {}) => ({ serialNumber, ...more });
  const cases: [string, Request, RegExp][] = [
    ["no CA", {}, /^invalid_input caCertificate: /],
    ["a key of another CA", fixture("a key of another CA"), /^key_mismatch caCertificate: /],
    [
      "a certificate that is not a CA",
      fixture("a certificate that is not a CA"),
      /^wrong_type caCertificate/,
    ],
    [
      "the same serial number twice",
      { ...CA, entries: [entry("1"), entry("00:01")] },
      /^invalid_input entries.1.serialNumber: Entries 1 and 2 have the same/,
    ],
    [
      "serial number 0",
      { ...CA, entries: [entry("00")] },
      /entries.0.serialNumber: A serial number is hex/,
    ],
    [
      "21 octets",
      { ...CA, entries: [entry("01".repeat(21))] },
      /entries.0.serialNumber: A serial number is hex/,
    ],
    [
      "removeFromCRL",
      { ...CA, entries: [entry("1", { reason: "removeFromCRL" })] },
      /entries.0.reason: removeFromCRL is only for delta CRLs/,
    ],
    [
      "an unknown reason",
      { ...CA, entries: [entry("1", { reason: "fun" })] },
      /entries.0.reason: The reason must be one of unspecified/,
    ],
    ["a revocation in the future", {
      ...CA,
      entries: [entry("1", { revokedAt: "2027-01-01T00:00:00Z" })],
    }, /entries.0.revokedAt: revokedAt must not be later/],
    [
      "a date before 1950",
      { ...CA, entries: [entry("1", { revokedAt: "1949-12-31T23:59:59Z" })] },
      /entries.0.revokedAt: revokedAt must be after 1949/,
    ],
    ["a list that would end after the year 9999", {
      ...CA,
      thisUpdate: "9999-12-20T00:00:00Z",
    }, /invalid_input nextUpdate: nextUpdate must be before the year 10000/],
    ["a nextUpdate that is not later", {
      ...CA,
      thisUpdate: "2026-12-01T00:00:00Z",
      nextUpdate: "2026-12-01T00:00:00Z",
    }, /nextUpdate: nextUpdate must be later/],
    [
      "an entry that is in the previous CRL",
      fixture("an entry of the previous CRL"),
      /entries.0.serialNumber: Entry 1 is in the previous CRL already/,
    ],
    [
      "the release of a final revocation",
      fixture("a release of a final revocation"),
      /released.0: This certificate is not on hold/,
    ],
    [
      "the release of an unknown certificate",
      fixture("a release of nothing"),
      /released.0: The previous CRL has no entry/,
    ],
    [
      "a number that does not grow",
      fixture("a number that does not grow"),
      /number: The number must be higher than that of the previous CRL, which is 255/,
    ],
  ];
  for (const [name, input, expected] of cases) {
    it(name, async () => assert.match(await refused(input), expected));
  }

  it("a CA whose key usage lacks cRLSign", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const { code, stderr } = await runProgram("openssl", [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
        ...["-keyout", `${folder}/k`, "-out", `${folder}/c`, "-subj", "/CN=x", "-days", "9000"],
        ...["-addext", "keyUsage=critical,keyCertSign"],
      ]);
      assert.equal(code, 0, stderr);
      const input = {
        caCertificate: await Deno.readTextFile(`${folder}/c`),
        caPrivateKey: await Deno.readTextFile(`${folder}/k`),
      };
      assert.match(
        await refused(input),
        /wrong_type caCertificate: This CA is not allowed to sign CRLs/,
      );
    });
  });

  it("a previous CRL of another CA, of another name with the same key, a newer one, and one that is only a part", async () => {
    const root = await generated({ kind: "root-ca", names: ["corp.test"] });
    const foreign = await generatedCrl({
      caCertificate: root.certificate,
      caPrivateKey: root.privateKey!,
    });
    assert.match(await refused({ ...CA, previous: foreign.crl }), /key_mismatch previous: /);
    const [certificate] = readPem(root.certificate);
    const issuer = readCertificate(certificate.bytes!, new Budget()).subjectDer;
    const renamed = await otherList({ issuer });
    assert.match(await refused({ ...CA, previous: renamed }), /key_mismatch previous: /);
    const { crl } = await made(CA);
    assert.match(
      await refused({ ...CA, previous: crl, thisUpdate: "2026-11-30T00:00:00Z" }),
      /thisUpdate: The previous CRL is newer/,
    );
  });
});

describe("crl/generate and its cost", () => {
  it("is light unless a password must be stretched", () => {
    assert.equal(costOf(crlGenerate, CA), "light");
    assert.equal(costOf(crlGenerate, { ...CA, caPassphrase: "x" }), "compute");
    assert.equal(costOf(crlGenerate, { caPfx: "x" }), "compute");
  });

  it("takes as many entries as fit into a request, and charges for them", async () => {
    const entries = Array.from({ length: 45_000 }, (_, index) => ({
      serialNumber: (index + 1).toString(16),
    }));
    const input = { ...crlGenerateExample, entries };
    assert(JSON.stringify(input).length < 1024 * 1024 + 600_000);
    const context = createContext({ now: NOW, limits: SERVER_LIMITS });
    const outcome = await execute(operations, crlGenerate.name, input, context);
    assert(outcome.ok, JSON.stringify(outcome));
    const crl = crlOf(outcome.value as GeneratedCrl);
    assert.equal(crl.entryCount, 45_000);
    assert(context.budget.spent("work") > 45_000);
  });
});

/** The faults of a CSR that a public CA will name, and messages around a CSR. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import type { DecodedCsr } from "../../../core/csr/contract.ts";
import { decode } from "../../../core/csr/decode.ts";
import { prefill } from "../../../core/csr/prefill.ts";
import { inspect } from "../../../core/inspect/inspect.ts";
import { verify } from "../../../core/match/verify.ts";
import { constructed, Der, primitive, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import type { SubjectAttributes } from "../../../core/x509/issuing/names.ts";
import { writeRequest } from "../../../core/x509/issuing/request.ts";
import { makeKeyPair, signed, signerWith } from "../../../core/x509/issuing/signing.ts";
import { readCertificationRequest } from "../../../core/x509/objects/certification-request.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { csrFixture } from "../../fixtures/csr/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const context = () => createContext({ now: Date.parse("2026-11-27T12:00:00Z") });

async function decoded(csr: string): Promise<DecodedCsr> {
  const answer = await decode({ csr }, context());
  assert(answer.valid, answer.error ?? "");
  return answer;
}

const pair = await makeKeyPair({ type: "ECC", curve: "P-256" }, "SHA-256");
const signer = signerWith(pair.privateKey, "ECC", "SHA-256");
const privateKey = writePem("PRIVATE KEY", pair.pkcs8);
const utf8 = (text: string) => new TextEncoder().encode(text);

const extension = (oid: string, value: Bytes): Bytes =>
  element(TAG.SEQUENCE, objectIdentifier(oid), element(TAG.OCTET_STRING, value));
const dnsNames = (...names: string[]): Bytes =>
  extension(
    "2.5.29.17",
    element(TAG.SEQUENCE, ...names.map((name) => element(primitive(2), utf8(name)))),
  );

const HOST: SubjectAttributes = { commonName: "www.example.com" };

/** A CSR with any names, which other programs refuse to write. */
const requestOf = (names: string[] = [], subject: SubjectAttributes = HOST): Promise<Bytes> =>
  writeRequest({
    subject,
    publicKey: pair.spki,
    extensions: names.length > 0 ? [dnsNames(...names)] : [],
  }, signer);
const pemOf = (bytes: Bytes) => writePem("CERTIFICATE REQUEST", bytes);

const remarksOf = ({ verdict }: DecodedCsr) => verdict.statements.slice(1);
const codesOf = (answer: DecodedCsr) => remarksOf(answer).map(({ code }) => code);

/** A fault of a name, and a part of the sentence about it. */
const NAMES: readonly [name: string, code: string, says: string][] = [
  ["192.0.2.10", "san_malformed", "is an IP address"],
  ["2001:db8::1", "san_malformed", "is an IP address"],
  ["DNS:www.example.com", "san_malformed", "notation"],
  ["DNS.1=www.example.com", "san_malformed", "notation"],
  ["DNS Name=www.example.com", "san_malformed", "notation"],
  ["www.example.comIP Address=192.0.2.1", "san_malformed", "second entry"],
  ["www.example.com DNS:b.example.com", "san_malformed", "second entry"],
  ["a.example.com,b.example.com", "san_malformed", "list"],
  ["a.example.com; b.example.com", "san_malformed", "list"],
  ["www.example.com:8443", "san_malformed", "port"],
  ["192.0.2.1:443", "san_malformed", "port"],
  ["https://www.example.com/", "san_malformed", "URL"],
  ["www.example.com/shop", "san_malformed", "URL"],
  ["ops@example.com", "san_malformed", "e-mail address"],
  ["www example.com", "san_malformed", "space"],
  ["www.example.com.", "san_malformed", "period"],
  ["k\ufffdhler.example.com", "san_malformed", "U+FFFD"],
  ["köhler.example.com", "san_malformed", "xn--"],
  ["my_host.example.com", "san_malformed", "not well-formed"],
  ["www.*.example.com", "san_malformed", "not well-formed"],
  ["w*.example.com", "san_malformed", "not well-formed"],
  ["*", "san_malformed", "not well-formed"],
  ["*.co.uk", "wildcard_of_suffix", "public suffix"],
];

/** A fault of the subject of a request without alternative names. */
const SUBJECTS: readonly [what: string, subject: SubjectAttributes, code: string, says: string][] =
  [
    ["a port", { commonName: "www.example.com:8443" }, "common_name_not_a_name", "port"],
    ["words", { commonName: "Web server" }, "common_name_not_a_name", "space"],
    [
      "a long name",
      { commonName: `${"a".repeat(40)}.${"b".repeat(20)}.example.com` },
      "common_name_too_long",
      "64 characters",
    ],
    ["a country of three letters", { ...HOST, country: "SWE" }, "country_unknown", '"SWE"'],
    ["UK", { ...HOST, country: "UK" }, "country_unknown", '"UK"'],
    ["a country in small letters", { ...HOST, country: "se" }, "country_not_upper_case", "capital"],
    [
      "values of openssl.cnf",
      { ...HOST, state: "Some-State", organization: "Internet Widgits Pty Ltd" },
      "subject_default_value",
      '"Some-State" and "Internet Widgits Pty Ltd"',
    ],
    [
      "values of Red Hat",
      { ...HOST, city: "Default City" },
      "subject_default_value",
      "Default City",
    ],
    ["lost letters", { ...HOST, organization: "K\ufffdhler" }, "subject_misread", "character set"],
    [
      "a long organization",
      { ...HOST, organization: "a".repeat(65) },
      "organization_too_long",
      "64",
    ],
    ["no name", { organization: "Example" }, "san_missing", "neither"],
  ];

/** Requests that no program makes any more. */
const FIXTURES: readonly [name: string, code: string][] = [
  ["rsa1024-sha256", "weak_key"],
  ["rsa512-sha256", "key_too_small"],
  ["rsa2048-md5", "weak_signature"],
  ["p256-sha1", "weak_signature"],
];

function assertNamed(answer: DecodedCsr, code: string, says: string): void {
  const remark = remarksOf(answer).find((statement) => statement.code === code);
  assert(remark, codesOf(answer).join());
  assert(remark.text.includes(says), remark.text);
  assert.notEqual(remark.next, null);
  assert(answer.findings.some((finding) => finding.code === code));
  // The specified banner stays, and the next step is another one.
  assert.equal(answer.verdict.statements[0].code, "csr_valid");
  assert.match(answer.verdict.next ?? "", /^Mend it/);
}

describe("csr/decode > public CAs", () => {
  for (const [name, code, says] of NAMES) {
    it(`name the DNS name ${name}`, async () => {
      const answer = await decoded(pemOf(await requestOf(["www.example.com", name])));
      assertNamed(answer, code, says);
      assert.deepEqual(codesOf(answer), [code]);
    });
  }

  for (const [what, subject, code, says] of SUBJECTS) {
    it(`name ${what} in the subject`, async () => {
      const answer = await decoded(pemOf(await requestOf([], subject)));
      assertNamed(answer, code, says);
      assert.deepEqual(codesOf(answer), [code]);
    });
  }

  for (const [name, code] of FIXTURES) {
    it(`name ${code} in ${name}`, async () =>
      assertNamed(await decoded(csrFixture(name)), code, ""));
  }

  it("or browsers refuse a key on P-521 and a key usage that may not sign", async () => {
    const large = await makeKeyPair({ type: "ECC", curve: "P-521" }, "SHA-256");
    const p521 = await writeRequest(
      { subject: HOST, publicKey: large.spki, extensions: [] },
      signerWith(large.privateKey, "ECC", "SHA-256"),
    );
    assertNamed(await decoded(pemOf(p521)), "server_key_p521", "Chrome");
    const bits = element(TAG.BIT_STRING, Uint8Array.of(5, 0x20));
    const usage = extension("2.5.29.15", bits);
    const extensions = [dnsNames("www.example.com"), usage];
    const request = { subject: HOST, publicKey: pair.spki, extensions };
    const forEncipherment = await decoded(pemOf(await writeRequest(request, signer)));
    assertNamed(forEncipherment, "key_usage_unfit", "digitalSignature");
  });

  it("do not issue the certificate of a CA, whose names are no host names", async () => {
    const isCa = element(TAG.SEQUENCE, element(TAG.BOOLEAN, Uint8Array.of(0xff)));
    const extensions = [extension("2.5.29.19", isCa)];
    const subject = { commonName: "Example Issuing CA" };
    const request = await writeRequest({ subject, publicKey: pair.spki, extensions }, signer);
    const answer = await decoded(pemOf(request));
    assert.deepEqual(codesOf(answer), ["leaf_is_ca"]);
    assert.equal(answer.verdict.next, "Send it to your certificate provider.");
  });

  it("have nothing to say about a request that they accept", async () => {
    const answer = await decoded(pemOf(
      await requestOf(["www.example.com", "*.example.com"], {
        ...HOST,
        country: "SE",
        city: "Malmö",
        organization: "Example AB",
      }),
    ));
    assert.deepEqual(codesOf(answer), []);
    assert.deepEqual(answer.findings, []);
    assert.equal(answer.verdict.next, "Send it to your certificate provider.");
  });

  it("name faults in the order of mending", async () => {
    const { csr } = { csr: pemOf(await requestOf(["192.0.2.10"], { ...HOST, country: "SWE" })) };
    assert.deepEqual(codesOf(await decoded(csr)), ["san_malformed", "country_unknown"]);
  });

  it("refuse private names, although the request is right", async () => {
    for (const name of ["intranet", "mail.corp.local"]) {
      const answer = await decoded(pemOf(await requestOf(["www.example.com", name])));
      assert.equal(codesOf(answer).length, 1, name);
      assert.deepEqual(answer.findings, [], name);
    }
  });
});

/** The attributes of a request: each an OID and lists of extensions. */
async function withAttributes(...attributes: [oid: string, ...lists: Bytes[]][]): Promise<Bytes> {
  const plain = await requestOf();
  const { subjectDer } = readCertificationRequest(new Der(plain, context().budget));
  const written = attributes.map(([oid, ...lists]) =>
    element(TAG.SEQUENCE, objectIdentifier(oid), element(TAG.SET, ...lists))
  );
  const list = element(constructed(0), ...written);
  const info = element(TAG.SEQUENCE, integer(0), subjectDer, pair.spki, list);
  return signed(info, signer, await signer.sign(info));
}

const STANDARD = "1.2.840.113549.1.9.14";
const MICROSOFT = "1.3.6.1.4.1.311.2.1.14";
const asking = (name: string) => element(TAG.SEQUENCE, dnsNames(name));

describe("csr/decode > two extension requests", () => {
  needs("openssl");

  const CASES: readonly [what: string, attributes: [string, ...Bytes[]][]][] = [
    ["Microsoft's first", [[MICROSOFT, asking("old.example.com")], [
      STANDARD,
      asking("new.example.com"),
    ]]],
    ["Microsoft's last", [[STANDARD, asking("new.example.com")], [
      MICROSOFT,
      asking("old.example.com"),
    ]]],
    ["two standard ones", [[STANDARD, asking("new.example.com")], [
      STANDARD,
      asking("old.example.com"),
    ]]],
    ["two lists in one", [[STANDARD, asking("new.example.com"), asking("old.example.com")]]],
  ];
  for (const [what, attributes] of CASES) {
    it(`shows the one that openssl shows: ${what}`, async () => {
      const csr = pemOf(await withAttributes(...attributes));
      const answer = await decoded(csr);
      assert.deepEqual(answer.extensions.subjectAltName.map(({ value }) => value), [
        "new.example.com",
      ]);
      const [finding] = answer.findings;
      assert.equal(finding.code, "extension_request_twice");
      assert.match(finding.message, /counts/);
      const shown = await runProgram("openssl", ["req", "-noout", "-text"], csr);
      assert.match(shown.stdout, /DNS:new\.example\.com/);
    });
  }

  it("reads Microsoft's if there is no other", async () => {
    const csr = pemOf(await withAttributes([MICROSOFT, asking("old.example.com")]));
    const answer = await decoded(csr);
    assert.equal(answer.extensions.subjectAltName[0].value, "old.example.com");
    assert.deepEqual(answer.findings, []);
  });
});

/** Signs octets with openssl, by a new certificate for www.example.com. */
async function messageAround(content: Uint8Array, type?: string): Promise<Bytes> {
  const folder = await Deno.makeTempDir();
  try {
    const file = (name: string) => `${folder}/${name}`;
    await Deno.writeTextFile(file("key.pem"), privateKey);
    await Deno.writeFile(file("content"), content);
    const subject = "/O=Example/CN=www.example.com";
    const self = ["req", "-x509", "-key", file("key.pem"), "-subj", subject, "-set_serial", "81"];
    const made = await runProgram("openssl", [...self, "-out", file("cert.pem")]);
    assert.equal(made.code, 0, made.stderr);
    const sign = ["cms", "-sign", "-binary", "-nodetach", "-outform", "DER"];
    const from = ["-in", file("content"), "-signer", file("cert.pem"), "-inkey", file("key.pem")];
    const kind = type === undefined ? [] : ["-econtent_type", type];
    const ran = await runProgram("openssl", [...sign, ...kind, ...from, "-out", file("out")]);
    assert.equal(ran.code, 0, ran.stderr);
    return await Deno.readFile(file("out"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** PKIData (RFC 5272, 3.2.1) with one request. */
const pkiData = (request: Bytes): Bytes =>
  element(
    TAG.SEQUENCE,
    element(TAG.SEQUENCE),
    element(TAG.SEQUENCE, element(constructed(0), integer(1), request)),
    element(TAG.SEQUENCE),
    element(TAG.SEQUENCE),
  );

describe("a request in a message, as Windows makes it to renew a certificate", () => {
  needs("openssl");

  const label = (bytes: Bytes) => writePem("NEW CERTIFICATE REQUEST", bytes);
  const PKI_DATA = "1.3.6.1.5.5.7.12.2";

  it("is decoded, with the certificate that signed it", async () => {
    const request = await requestOf(["new.example.com"]);
    const inCmc = await messageAround(pkiData(request), PKI_DATA);
    for (const message of [await messageAround(request), inCmc, await messageAround(inCmc)]) {
      const answer = await decoded(label(message));
      assert.equal(answer.extensions.subjectAltName[0].value, "new.example.com");
      assert.equal(answer.signatureValid, true);
      assert.deepEqual(answer.renewal, {
        csr: pemOf(request),
        signer: "www.example.com",
        serialNumber: "51",
        signatureValid: true,
        signatureProblem: null,
      });
      assert.deepEqual(codesOf(answer), ["csr_renewal"]);
      assert(remarksOf(answer)[0].text.includes("www.example.com"));
      assert.match(answer.verdict.next!, /^Take the CSR out of it/);
    }
  });

  it("says that the message was changed", async () => {
    const message = await messageAround(await requestOf(["new.example.com"]));
    message[message.length - 1] ^= 1;
    const answer = await decoded(label(message));
    assert.equal(answer.renewal?.signatureValid, false);
    assert.deepEqual(codesOf(answer), ["csr_renewal_failed"]);
  });

  it("is read by the other tools too", async () => {
    const request = await requestOf(["new.example.com"], { ...HOST, organization: "Example AB" });
    const text = label(await messageAround(request));
    const filled = await prefill({ text }, context());
    assert.equal(filled.source, "request");
    assert.equal(filled.fields.organization, "Example AB");
    const matched = await verify(
      { certificate: text, privateKey, passphrase: "" },
      context(),
    );
    assert.equal(matched.match, true);
    const { objects } = await inspect(
      { texts: [{ name: "renewal.req", text }], acceptPrivateKeys: false } as never,
      context(),
    );
    assert.deepEqual(objects.map(({ kind }) => kind).sort(), ["certificate", "pkcs7", "request"]);
  });

  it("is not every message", async () => {
    const text = label(await messageAround(utf8("letter")));
    const answer = await decode({ csr: text }, context());
    assert.equal(answer.valid, false);
    assert.match(answer.error ?? "", /PKCS#7/);
  });
});

describe("csr/prefill > notes", () => {
  it("name each value that is left out", async () => {
    const bytes = await requestOf([], {
      commonName: "www.example.com:8443",
      country: "SWE",
      email: "nobody",
    });
    const { notes, fields } = await prefill({ text: pemOf(bytes) }, context());
    assert.deepEqual(notes.map(({ code, path }) => `${code} ${path}`), [
      "value_left_out commonName",
      "value_left_out country",
      "value_left_out email",
    ]);
    assert.deepEqual([fields.commonName, fields.country, fields.email], ["", "", ""]);
  });

  it("name values that are hardly right", async () => {
    const bytes = await requestOf([], {
      ...HOST,
      organization: "K\ufffdhler",
      state: "Some-State",
    });
    const { notes } = await prefill({ text: pemOf(bytes) }, context());
    assert.deepEqual(notes.map(({ code, path }) => `${code} ${path}`), [
      "value_doubtful organization",
      "value_doubtful state",
    ]);
  });

  it("name a digest and extensions that are left out", async () => {
    const { notes } = await prefill({ text: csrFixture("rsa2048-md5") }, context());
    assert.deepEqual(notes.map(({ path }) => path), ["digestAlgorithm"]);
    const csr = await withAttributes([
      STANDARD,
      element(
        TAG.SEQUENCE,
        dnsNames("www.example.com"),
        extension("1.3.6.1.5.5.7.1.24", integer(5)),
      ),
    ]);
    const more = await prefill({ text: pemOf(csr) }, context());
    assert.deepEqual(more.notes.map(({ code }) => code), ["value_left_out"]);
    assert.match(more.notes[0].message, /tlsFeature/);
  });
});

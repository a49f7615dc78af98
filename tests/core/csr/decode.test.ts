/** Tests csr/decode with our fixtures, with hostile text, and against openssl and two libraries. */
import { exampleOf } from "../../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import "reflect-metadata";
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from "@peculiar/x509";
import { CertificationRequest } from "pkijs";
import * as v from "valibot";
import { createContext } from "../../../core/kernel/context.ts";
import { csrDecode, type DecodedCsr } from "../../../core/csr/contract.ts";
import * as schema from "../../../core/csr/schema.ts";
import { decode } from "../../../core/csr/decode.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { decodeBase64 } from "../../../core/x509/pem/base64.ts";
import { csrFixture, csrFixtures } from "../../fixtures/csr/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

async function decoded(name: string): Promise<DecodedCsr> {
  const answer = await decode({ csr: csrFixture(name) }, createContext());
  assert(answer.valid, answer.error ?? "");
  return answer;
}

/** The codes of findings without those of public CAs, which `expected` may list as well. */
function codesOfReader({ findings, verdict }: DecodedCsr, expected: readonly string[]): string[] {
  const ofAuthorities = new Set(verdict.statements.map(({ code }) => code));
  const codes = new Set(findings.map(({ code }) => code));
  return [...codes].filter((code) => expected.includes(code) || !ofAuthorities.has(code)).sort();
}

const bytesOf = (csr: string) => {
  const bytes = decodeBase64(csr.replaceAll(/-----[^-]*-----/g, ""));
  assert(typeof bytes !== "string");
  return bytes;
};

describe("csr/decode, known answers", () => {
  it("has at least 40 requests", () => {
    assert(csrFixtures.filter(({ valid }) => valid).length >= 40);
  });

  for (const fixture of csrFixtures) {
    it(fixture.name, async () => {
      const answer = await decode(fixture.input, createContext());
      v.parse(schema.csrDecode.output, answer);
      if (!answer.valid) {
        assert.equal(fixture.valid, false, answer.error);
        assert(answer.error.startsWith(fixture.error), answer.error);
        return;
      }
      assert.equal(fixture.valid, true);
      assert.equal(answer.signatureValid, fixture.signatureValid, answer.signatureProblem ?? "");
      assert.equal(answer.signatureProblem === null, answer.signatureValid === true);
      assert.deepEqual(codesOfReader(answer, fixture.findings), [...fixture.findings].sort());
      if (!fixture.openssl) return;
      assert.equal(answer.subject.raw, fixture.openssl.subject);
      if (fixture.openssl.bits !== null) assert.equal(answer.publicKey.bits, fixture.openssl.bits);
    });
  }
});

describe("csr/decode, fields", () => {
  it("decodes the example of its contract", async () => {
    const answer = await decode(
      v.parse(schema.csrDecode.input, exampleOf(csrDecode)),
      createContext(),
    );
    assert(answer.valid);
    assert.equal(answer.subject.commonName, "example.com");
    assert.equal(answer.signatureValid, true);
  });

  it("names subject, key and signature", async () => {
    const { subject, publicKey, signatureAlgorithm } = await decoded("rsa2048-sha256");
    assert.deepEqual({ ...subject, attributes: subject.attributes.length }, {
      commonName: "example.com",
      organizationName: "Example Inc",
      organizationalUnitName: null,
      localityName: "San Francisco",
      stateOrProvinceName: "California",
      countryName: "US",
      emailAddress: null,
      raw: "CN=example.com,O=Example Inc,L=San Francisco,ST=California,C=US",
      attributes: 5,
    });
    assert.deepEqual(publicKey, { algorithm: "RSA", bits: 2048, curve: null });
    assert.equal(signatureAlgorithm, "sha256WithRSAEncryption");
  });

  it("names the algorithms of keys and signatures", async () => {
    const told = [];
    for (
      const name of ["p384-sha384", "p521-sha512", "ed25519", "ed448", "pss-key-sha256"].concat(
        ["secp256k1", "brainpool-p256r1", "p256-explicit", "dsa1024", "key-unknown"],
        ["algorithm-unknown"],
      )
    ) {
      const { publicKey: { algorithm, bits, curve }, signatureAlgorithm } = await decoded(name);
      told.push([algorithm, bits, curve, signatureAlgorithm].join(" "));
    }
    assert.deepEqual(told, [
      "EC 384 P-384 ecdsa-with-SHA384",
      "EC 521 P-521 ecdsa-with-SHA512",
      "Ed25519 256  Ed25519",
      "Ed448 456  Ed448",
      "RSA-PSS 2048  rsassaPss",
      "EC 256 secp256k1 ecdsa-with-SHA256",
      "EC 256 brainpoolP256r1 ecdsa-with-SHA256",
      "EC 256 explicit parameters ecdsa-with-SHA256",
      "DSA 1024  dsa-with-SHA256",
      "1.2.3.4.5   sha256WithRSAEncryption",
      "RSA 2048  1.2.3.4.5",
    ]);
  });

  it("joins repeated attributes and numbers the RDNs", async () => {
    const repeated = (await decoded("name-repeated")).subject;
    assert.equal(repeated.organizationalUnitName, "One, Two, Three");
    const { attributes } = (await decoded("name-multi-valued")).subject;
    assert.deepEqual(attributes.map(({ rdn, name, value }) => `${rdn} ${name}=${value}`), [
      "0 countryName=US",
      "1 organizationalUnitName=Sales",
      "1 organizationName=Example",
      "2 commonName=multi",
      "2 userId=jdoe",
    ]);
  });

  it("reads every string type", async () => {
    const { attributes } = (await decoded("name-string-types")).subject;
    assert.deepEqual(attributes.map(({ value }) => value), [
      "FR",
      "Léger",
      "Ünit",
      "Zürich 🔒",
      "0123 456",
      "example",
      "strings.example",
    ]);
  });

  it("reads the requested extensions", async () => {
    const { extensions } = await decoded("extensions");
    const { all, ...surfaced } = extensions;
    assert.deepEqual(surfaced, {
      subjectAltName: [
        { type: "DNS", value: "example.com" },
        { type: "DNS", value: "www.example.com" },
      ],
      keyUsage: ["digitalSignature", "keyEncipherment", "keyCertSign", "cRLSign"],
      extendedKeyUsage: [
        "serverAuth",
        "clientAuth",
        "codeSigning",
        "emailProtection",
        "timeStamping",
        "1.2.3.4",
      ],
      basicConstraints: { ca: true, pathLen: 3 },
    });
    assert.deepEqual(all.map(({ name, critical }) => `${name}${critical ? " critical" : ""}`), [
      "basicConstraints critical",
      "keyUsage critical",
      "extendedKeyUsage",
      "subjectKeyIdentifier",
      "subjectAltName",
      "tlsFeature",
      "netscapeCertType",
      "1.2.3.4.5.6 critical",
    ]);
    const byName = new Map(all.map((extension) => [extension.name, extension]));
    assert.deepEqual(byName.get("tlsFeature")?.value, ["status_request"]);
    assert.deepEqual(byName.get("netscapeCertType")?.value, ["sslServer", "sslCA"]);
    assert.deepEqual(
      [byName.get("1.2.3.4.5.6")?.value, byName.get("1.2.3.4.5.6")?.hex],
      [null, "0403010203"],
    );
  });

  it("reads every form of subject alternative name", async () => {
    const names = [
      ...(await decoded("san-all-types")).extensions.subjectAltName,
      ...(await decoded("san-rare-types")).extensions.subjectAltName,
    ];
    assert.deepEqual(names.map(({ type, value }) => `${type} ${value}`).sort(), [
      "DNS *.example.com",
      "DNS example.com",
      "DNS rare.example",
      "DNS xn--mnchen-3ya.example",
      "DirName CN=directory,O=Example\\, Inc,C=US",
      "IP 0000000000",
      "IP 192.0.2.1",
      "IP 2001::1:0:1:0:0",
      "IP 2001:db8::1",
      "IP ::",
      "RegisteredID 1.2.3.4",
      "URI https://example.com/a?b=c",
      "ediPartyName assigner: party",
      "email admin@example.com",
      "otherName 1.3.6.1.4.1.311.20.2.3:user@example.com",
      "x400Address 3000",
    ]);
  });

  it("reads 2,000 names in their order", async () => {
    const names = (await decoded("san-2000")).extensions.subjectAltName;
    assert.equal(names.length, 2000);
    assert.deepEqual(names[1999], { type: "DNS", value: "host-1999.example.com" });
  });

  it("names challengePassword and never shows its value", async () => {
    const answer = await decoded("attributes");
    assert.deepEqual(answer.attributes, [
      { oid: "1.2.840.113549.1.9.7", name: "challengePassword", values: [] },
      { oid: "1.2.840.113549.1.9.2", name: "unstructuredName", values: ["Example device"] },
    ]);
    assert(!JSON.stringify(answer).includes("swordfish"));
  });

  it("reads Microsoft's attributes and its older extension request", async () => {
    const { attributes, extensions } = await decoded("microsoft");
    assert.deepEqual(attributes.map(({ name, values }) => [name, ...values]), [
      ["msOsVersion", "10.0.19045.2"],
      ["msRequestClientInfo", "HOST.example.com, EXAMPLE\\admin, certreq.exe"],
      ["msEnrollmentCspProvider", "Microsoft RSA SChannel Cryptographic Provider"],
    ]);
    assert.deepEqual(extensions.keyUsage, ["digitalSignature", "keyEncipherment"]);
    const older = await decoded("microsoft-extension-request");
    assert.deepEqual(older.extensions.subjectAltName, [{ type: "DNS", value: "old-ms.example" }]);
  });

  it("shows other attributes as text or hex", async () => {
    const { attributes } = await decoded("attribute-unknown");
    assert.deepEqual(attributes[0].values, ["7", "3003020101"]);
  });

  it("uses the first of two equal extensions, with a finding at its offset", async () => {
    const { extensions, findings } = await decoded("extension-twice");
    assert.deepEqual(extensions.subjectAltName, [{ type: "DNS", value: "one.example" }]);
    assert.equal(extensions.all.length, 2);
    const bytes = bytesOf(csrFixture("extension-twice"));
    assert.equal(bytes[findings[0].offset!], 0x30);
  });

  it("returns the rest if one extension is malformed", async () => {
    const { extensions } = await decoded("extension-broken");
    assert.equal(extensions.all[0].value, null);
    assert.match(extensions.all[0].problem!, /expected SEQUENCE, found INTEGER \(byte \d+\)/);
    assert.equal(extensions.all[0].hex, "020101");
  });
});

describe("csr/decode, hostile text of 1 MiB", () => {
  const MIB = 1024 * 1024;
  const fill = (pattern: string) => pattern.repeat(Math.ceil(MIB / pattern.length)).slice(0, MIB);
  const asPem = (bytes: Uint8Array) =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toBase64()}\n-----END CERTIFICATE REQUEST-----`;
  const tiled = (...pattern: number[]) =>
    Uint8Array.from({ length: 780_000 }, (_, i) => pattern[i % pattern.length]);
  const length = (size: number) => [0x83, size >> 16, (size >> 8) & 0xff, size & 0xff];
  const wrap = (tag: number, ...parts: Uint8Array[]): Uint8Array => {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const out = new Uint8Array(size + 5);
    out.set([tag, ...length(size)]);
    let at = 5;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  };
  /** A request whose parts are given; nothing is signed. */
  const request = (subject: Uint8Array, attributes: Uint8Array) =>
    wrap(
      0x30,
      wrap(0x30, Uint8Array.of(2, 1, 0), subject, SPKI, attributes),
      Uint8Array.from([0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 1, 0]),
    );
  const SPKI = Uint8Array.from([0x30, 0x0a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 1, 0]);
  const empty = Uint8Array.of(0x30, 0);
  const EXTENSION_REQUEST = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 0x0e];
  const extensions = (list: Uint8Array) =>
    wrap(0xa0, wrap(0x30, Uint8Array.from(EXTENSION_REQUEST), wrap(0x31, wrap(0x30, list))));

  const texts: Record<string, string> = {
    "BEGIN without end": fill("-----BEGIN "),
    "BEGIN lines": fill("-----BEGIN CERTIFICATE REQUEST-----"),
    "BEGIN lines, one END": fill("-----BEGIN CERTIFICATE REQUEST-----\n").slice(0, -60) +
      "-----END CERTIFICATE REQUEST-----",
    "END lines": fill("-----END CERTIFICATE REQUEST-----\n"),
    "pairs of BEGIN and END": fill(
      "-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----\n",
    ),
    "header lines": "-----BEGIN CERTIFICATE REQUEST-----\n" + fill("A: b\n"),
    "continued headers": "-----BEGIN CERTIFICATE REQUEST-----\nA: b\n" + fill(" c\n"),
    "blank lines": "-----BEGIN CERTIFICATE REQUEST-----\n" + fill("\n"),
    "dashes": fill("-"),
    "A": fill("A"),
    "M": fill("M"),
    "white space": fill(" "),
    "backslashes": fill("\\n"),
    "zero-width spaces": fill("\u200b"),
    "labelled A": `-----BEGIN CERTIFICATE REQUEST-----\n${
      fill("A")
    }\n-----END CERTIFICATE REQUEST-----`,
    "depth": asPem(tiled(0x30, 0x80)),
    "definite depth": asPem(wrap(0x30, wrap(0x30, tiled(0x30, 0x83, 0x0b, 0xff, 0xff)))),
    "length lies": asPem(tiled(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff)),
    "SETs of a name": asPem(request(wrap(0x30, tiled(0x31, 0)), wrap(0xa0))),
    "attributes of a name": asPem(
      request(
        wrap(0x30, tiled(0x31, 0x09, 0x30, 0x07, 6, 3, 0x55, 4, 3, 0x0c, 0)),
        wrap(0xa0),
      ),
    ),
    "request attributes": asPem(request(empty, wrap(0xa0, tiled(0x30, 5, 6, 1, 0x2a, 0x31, 0)))),
    "broken extensions": asPem(request(empty, extensions(tiled(0x30, 1, 0)))),
    "empty alternative names": asPem(
      request(empty, extensions(tiled(0x30, 7, 6, 3, 0x55, 0x1d, 0x11, 4, 0))),
    ),
    "general names": asPem(
      request(
        empty,
        extensions(
          wrap(0x30, Uint8Array.of(6, 3, 0x55, 0x1d, 0x11), wrap(4, wrap(0x30, tiled(0x82, 0)))),
        ),
      ),
    ),
    "a long identifier": asPem(
      request(empty, wrap(0xa0, wrap(0x30, wrap(6, tiled(0xff)), Uint8Array.of(0x31, 0)))),
    ),
    "findings": asPem(request(empty, wrap(0xa0, tiled(0x30, 0x81, 5, 6, 1, 0x2a, 0x31, 0)))),
  };
  for (const [name, csr] of Object.entries(texts)) {
    it(name, async () => {
      let told: string;
      try {
        const answer = await decode({ csr }, createContext());
        told = answer.valid ? "decoded" : answer.error;
        // 100 of the reader, the number of the others, and those of public CAs.
        assert(answer.findings.length <= 120);
      } catch (thrown) {
        assert(isOperationError(thrown), String(thrown));
        assert.equal(thrown.code, "too_complex");
        told = thrown.message;
      }
      assert.match(told, /^(decoded|[A-Z])/);
    });
  }
});

describe("csr/decode, a request with one byte changed or cut off", () => {
  const answer = async (bytes: Uint8Array) =>
    await decode(
      {
        csr:
          `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toBase64()}\n-----END CERTIFICATE REQUEST-----`,
      },
      createContext(),
    );

  for (const name of ["p256-sha256", "ed25519", "rsa1024-sha256", "pss-rsa1024"]) {
    it(`${name}: no changed byte leaves a request without a fault`, async () => {
      const bytes = bytesOf(csrFixture(name));
      for (let i = 0; i < bytes.length; i++) {
        for (const change of [0x01, 0x20, 0x80, 0xff]) {
          const changed = bytes.slice();
          changed[i] ^= change;
          const told = await answer(changed);
          // The algorithm's parameters are not signed, so a change there can only be reported.
          const isReported = told.findings.length > 0;
          const holds = told.valid && told.signatureValid === true;
          assert(!holds || isReported, `byte ${i} xor ${change}`);
        }
      }
    });
  }

  it("is rejected at every length, with a sentence", async () => {
    const bytes = bytesOf(csrFixture("extensions"));
    for (let length = 0; length < bytes.length; length++) {
      const told = await answer(bytes.subarray(0, length));
      assert(!told.valid);
      assert.match(told.message, length < 2 ? /^[A-Z]/ : /^The data is cut off|inside a header/);
      assert.match(told.message, /^[^a-z]/);
      assert.equal(told.error.replace(/^INVALID CSR: /, ""), told.message.toUpperCase());
    }
  });
});

/** How @peculiar/x509 reads a request; null if it does not read it. */
function peculiarView(csr: string) {
  try {
    const request = new Pkcs10CertificateRequest(csr);
    const names = request.extensions
      .find((extension) => extension instanceof SubjectAlternativeNameExtension)
      ?.names.items ?? [];
    return {
      commonName: request.subjectName.getField("CN").join(", "),
      dns: names.filter(({ type }) => type === "dns").map(({ value }) => value),
      verify: () => request.verify().catch(() => false),
    };
  } catch {
    return null;
  }
}

describe("csr/decode, compared with others", () => {
  it("agrees with the installed openssl", needs("openssl"), async () => {
    for (const name of ["name-utf8", "name-multi-valued", "p521-sha512", "tampered-p256"]) {
      const answer = await decoded(name);
      const subject = ["-noout", "-subject", "-nameopt", "RFC2253,utf8,-esc_msb"];
      const ran = await runProgram("openssl", ["req", ...subject, "-verify"], csrFixture(name));
      assert.equal(`subject=${answer.subject.raw}`, ran.stdout.trimEnd(), name);
      assert.equal(answer.signatureValid, /verify OK/.test(ran.stdout + ran.stderr), name);
    }
  });

  it("gives the same fingerprints as openssl", needs("openssl"), async () => {
    const csr = csrFixture("p256-sha256");
    const { fingerprints } = await decoded("p256-sha256");
    const colons = (printed: string) =>
      printed.trimEnd().split("= ")[1].toUpperCase().replaceAll(/..(?!$)/g, "$&:");
    const whole = await runProgram("openssl", ["dgst", "-sha256"], bytesOf(csr));
    assert.equal(fingerprints.request, colons(whole.stdout));
    const pem = (await runProgram("openssl", ["req", "-noout", "-pubkey"], csr)).stdout;
    const key = await runProgram("openssl", ["dgst", "-sha256"], bytesOf(pem));
    assert.equal(fingerprints.publicKey, colons(key.stdout));
  });

  it("agrees with @peculiar/x509 on names, alternative names and signatures", async () => {
    let compared = 0;
    for (const { name, input, valid, signatureValid, findings } of csrFixtures) {
      if (!valid || findings.length > 0 || name.startsWith("text-")) continue;
      const theirs = peculiarView(input.csr);
      // @peculiar/x509 reads no broken names and none of the rare forms of a general name.
      if (!theirs) continue;
      const ours = await decoded(name);
      // @peculiar/x509 shows a VisibleString as hex and escapes characters inside of values.
      if (name !== "name-visible-string" && !ours.subject.raw.includes("\\")) {
        assert.equal(ours.subject.commonName ?? "", theirs.commonName, name);
      }
      const dns = ours.extensions.subjectAltName.filter(({ type }) => type === "DNS");
      // @peculiar/x509 does not know Microsoft's extension request.
      if (name !== "microsoft-extension-request") {
        assert.deepEqual(dns.map(({ value }) => value), theirs.dns, name);
      }
      // @peculiar/x509 supports other algorithms, but a signature that it verifies must not be invalid
      // for us. It ignores a key's restrictions on its signatures, which OpenSSL respects.
      if (name !== "pss-key-wants-longer-salt" && await theirs.verify()) {
        assert.notEqual(signatureValid, false, name);
      }
      compared++;
    }
    assert(compared > 60, `only ${compared} compared`);
  });

  it("agrees with pkijs on the structure", async () => {
    let compared = 0;
    for (const { name, input, valid } of csrFixtures) {
      if (!valid || name.startsWith("text-")) continue;
      let theirs: CertificationRequest;
      try {
        theirs = CertificationRequest.fromBER(bytesOf(input.csr));
      } catch {
        continue;
      }
      const ours = await decoded(name);
      assert.deepEqual(
        ours.subject.attributes.map(({ oid }) => oid),
        theirs.subject.typesAndValues.map(({ type }) => type),
        name,
      );
      compared++;
    }
    assert(compared > 60, `only ${compared} compared`);
  });
});

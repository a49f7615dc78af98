/** csr/generate: every rule with its text, and how OpenSSL and a library read what it makes. */
import { exampleOf } from "../../../core/example-inputs.ts";
import "reflect-metadata";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { Pkcs10CertificateRequest } from "@peculiar/x509";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import {
  CERTIFICATE_TYPES,
  csrDecode,
  csrGenerate,
  DIGEST_ALGORITHMS,
  ECC_CURVES,
  KEY_SIZES,
} from "../../../core/csr/contract.ts";
import * as schema from "../../../core/csr/schema.ts";
import { COUNTRIES } from "../../../core/assets/country-names.ts";
import { COUNTRY_CODES } from "../../../core/assets/country-codes.ts";
import { ORGANIZATION_UNITS } from "../../../core/csr/organization-units.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { readAlternativeName } from "../../../core/names/alternative-name.ts";
import { operations } from "../../../core/operations.ts";
import { encodeRequest, encodeRequestInfo } from "../../fixtures/csr/encode-request.ts";
import {
  bytesOf,
  DOMAIN_ONLY,
  REQUEST,
  SMIME_REQUEST,
  SUBJECTS,
} from "../../fixtures/csr/generate.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { has, needs, runProgram } from "../../support/programs.ts";
import { isFull } from "../../support/matrix.ts";

type Answer = OutputOf<typeof csrGenerate>;

const run = (input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, csrGenerate.name, input, createContext(), (_, fault) => {
    throw fault;
  });

async function generate(input: unknown): Promise<Answer> {
  const outcome = await run(input);
  assert(outcome.ok, outcome.ok ? "" : outcome.error.message);
  return outcome.value as Answer;
}

/** The issues of a request that is refused, as "path: message". */
async function issuesOf(input: unknown): Promise<string[]> {
  const outcome = await run(input);
  assert(!outcome.ok);
  assert.equal(outcome.error.code, "invalid_input");
  assert.equal(outcome.error.message, outcome.error.issues[0].message);
  return outcome.error.issues.map(({ path, message }) => `${path}: ${message}`);
}

const withField = (path: string, value: unknown) => ({ ...REQUEST, [path]: value });

async function refuses(path: string, value: unknown, message: string): Promise<void> {
  assert.deepEqual(await issuesOf(withField(path, value)), [`${path}: ${message}`]);
}

/** openssl's reading of a request; its names raw, one attribute a line. */
async function opensslText(csr: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram("openssl", [
    "req",
    "-verify",
    "-noout",
    "-text",
    "-nameopt",
    "sep_multiline,lname,utf8",
  ], csr);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /verify OK/);
  return stdout;
}

async function assertKeyFits(answer: Answer): Promise<void> {
  const check = await runProgram("openssl", ["pkey", "-noout", "-check"], answer.privateKey!);
  assert.match(check.stdout + check.stderr, /Key is valid/);
  const own = await runProgram("openssl", ["pkey", "-pubout"], answer.privateKey!);
  const requested = await runProgram("openssl", ["req", "-noout", "-pubkey"], answer.csr);
  assert.equal(own.code, 0);
  assert.equal(own.stdout, requested.stdout);
}

/**
 * Finding the primes of a long RSA key takes this engine seconds, so one key of each size is made
 * and shared by all digests. Keys above 2048 bits come from openssl, which is ten times as fast; in
 * the full run the engine makes them too.
 */
function shareRsaKeys(): void {
  const { subtle } = crypto;
  const generateKey = subtle.generateKey.bind(subtle);
  const made = new Map<number, Promise<KeyObject>>();
  async function make(algorithm: RsaHashedKeyGenParams): Promise<KeyObject> {
    const { modulusLength } = algorithm;
    if (modulusLength > 2048 && !isFull && has("openssl")) {
      const { stdout } = await runProgram("openssl", ["genrsa", String(modulusLength)]);
      return createPrivateKey(stdout);
    }
    const { privateKey } = await generateKey(algorithm, true, ["sign", "verify"]);
    const key = new Uint8Array(await subtle.exportKey("pkcs8", privateKey));
    return createPrivateKey({ key: Buffer.from(key), format: "der", type: "pkcs8" });
  }
  beforeEach(() => {
    Object.assign(subtle, {
      async generateKey(algorithm: RsaHashedKeyGenParams, ...rest: [boolean, KeyUsage[]]) {
        const { modulusLength } = algorithm;
        if (modulusLength === undefined) return await generateKey(algorithm, ...rest);
        if (!made.has(modulusLength)) made.set(modulusLength, make(algorithm));
        const key = (await made.get(modulusLength))!;
        const der = { format: "der" } as const;
        const [isExtractable] = rest;
        return {
          privateKey: await subtle.importKey(
            "pkcs8",
            new Uint8Array(key.export({ ...der, type: "pkcs8" })),
            algorithm,
            isExtractable,
            ["sign"],
          ),
          publicKey: await subtle.importKey(
            "spki",
            new Uint8Array(createPublicKey(key).export({ ...der, type: "spki" })),
            algorithm,
            true,
            ["verify"],
          ),
        };
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(subtle, "generateKey");
  });
}

describe("csr/generate: required fields", () => {
  it("names every field that is missing, in the order of the form", async () => {
    assert.deepEqual(await issuesOf({}), [
      "commonName: COMMON NAME IS REQUIRED",
      "organization: ORGANIZATION IS REQUIRED",
      "city: CITY IS REQUIRED",
      "state: STATE/PROVINCE IS REQUIRED",
      "country: COUNTRY IS REQUIRED",
      "email: ADMINISTRATIVE E-MAIL IS REQUIRED",
    ]);
  });

  const required = {
    commonName: "COMMON NAME IS REQUIRED",
    organization: "ORGANIZATION IS REQUIRED",
    city: "CITY IS REQUIRED",
    state: "STATE/PROVINCE IS REQUIRED",
    country: "COUNTRY IS REQUIRED",
    email: "ADMINISTRATIVE E-MAIL IS REQUIRED",
  };
  for (const [path, message] of Object.entries(required)) {
    it(`requires ${path}`, async () => {
      for (const blank of ["", " ", "\t\n\u00a0", null, undefined]) {
        await refuses(path, blank, message);
      }
    });
  }

  it("uses defaults for optional fields", async () => {
    const { certificateType: _, keyType: _k, digestAlgorithm: _d, ...bare } = REQUEST;
    const answer = await generate({ ...bare, keySize: null, eccCurve: undefined });
    assert.equal(answer.keyType, "RSA");
    assert.equal(answer.keySize, 2048);
    assert.equal(answer.eccCurve, null);
    assert.equal(answer.digestAlgorithm, "SHA-256");
  });
});

describe("csr/generate: the common name", () => {
  it("is a domain name for SSL/TLS", async () => {
    for (
      const name of [
        `${"a".repeat(64)}.example`,
        "example.com.",
        "www.*.example.com",
        "192.0.2.1",
        "localhost",
        "example.123",
        "jo@example.com",
      ]
    ) await refuses("commonName", name, "INVALID DOMAIN NAME FORMAT");
    for (const name of [`${"a".repeat(63)}.example`, " example.com\n", "*.example.com"]) {
      await generate(withField("commonName", name));
    }
  });

  it("is an e-mail address for S/MIME", async () => {
    for (const commonName of ["example.com", "*.example.com", "jo@localhost", "jo"]) {
      assert.deepEqual(await issuesOf({ ...SMIME_REQUEST, commonName }), [
        "commonName: INVALID E-MAIL ADDRESS FORMAT",
      ]);
    }
    assert.equal((await generate(SMIME_REQUEST)).commonName, "jo@example.com");
  });

  it("is reported with other faults, in order", async () => {
    assert.deepEqual(
      await issuesOf({ ...REQUEST, commonName: "a", organization: "", email: "b" }),
      [
        "commonName: INVALID DOMAIN NAME FORMAT",
        "organization: ORGANIZATION IS REQUIRED",
        "email: INVALID E-MAIL ADDRESS FORMAT",
      ],
    );
  });

  it("is not checked for an invalid certificate type", async () => {
    assert.deepEqual(await issuesOf({ ...REQUEST, certificateType: "VPN", commonName: "a" }), [
      "certificateType: Certificate type must be SSL/TLS or S/MIME",
    ]);
  });

  it("reports a wildcard among further names too", async () => {
    const further = await generate(withField("subjectAltNames", ["*.example.org"]));
    assert.equal(further.isWildcard, true);
    const none = await generate(withField("subjectAltNames", ["www.example.org"]));
    assert.equal(none.isWildcard, false);
  });

  it("is returned as in the request", async () => {
    const answer = await generate(withField("commonName", " *.Bücher.EXAMPLE "));
    assert.equal(answer.commonName, "*.xn--bcher-kva.example");
    assert.equal(answer.isWildcard, true);
    assert.deepEqual(answer.subjectAltName, [
      { type: "DNS", value: "*.xn--bcher-kva.example", unicode: "*.bücher.example" },
    ]);
  });

  it("is only among the alternative names if it exceeds 64 characters, with a note", async () => {
    const name = (length: number) => `${"a".repeat(50)}.${"b".repeat(length - 55)}.com`;
    for (const length of [64, 65]) {
      const answer = await generate(withField("commonName", name(length)));
      const reads = await decode(answer.csr);
      assert.equal(reads.subject.commonName, length === 64 ? name(64) : null);
      assert.deepEqual(reads.extensions.subjectAltName, [{ type: "DNS", value: name(length) }]);
      assert.equal(answer.commonName, name(length));
      assert.equal(
        answer.notes.some(({ code, path }) =>
          code === "common_name_too_long" && path === "commonName"
        ),
        length === 65,
      );
    }
  });
});

describe("csr/generate: the other fields", () => {
  const bounds = { organization: 64, organizationUnit: 64, city: 128, state: 128 };
  const labels = {
    organization: "Organization",
    organizationUnit: "Organization unit",
    city: "City",
    state: "State/province",
  };
  for (const [path, bound] of Object.entries(bounds)) {
    const label = labels[path as keyof typeof labels];

    it(`limits ${path} to ${bound} characters, with surrogate pairs as one`, async () => {
      await generate(withField(path, "x".repeat(bound)));
      await generate(withField(path, ` ${"🚀".repeat(bound)} `));
      await refuses(
        path,
        "x".repeat(bound + 1),
        `${label} is too long: ${bound + 1} characters, at most ${bound}`,
      );
      await refuses(
        path,
        "x".repeat(5000),
        `${label} is too long: 5,000 characters, at most ${bound}`,
      );
    });

    it(`rejects control characters and unpaired surrogates in ${path}`, async () => {
      for (const bad of ["a\0b", "a\nb", "a\x7fb", "a\x85b", "a\u2028b", "a\x1bb"]) {
        await refuses(path, bad, `${label} must not contain control characters`);
      }
      for (const bad of ["\ud800", "a\udc00b", "\udc00\ud800"]) {
        await refuses(
          path,
          bad,
          `${label} must not contain invalid characters (unpaired surrogates)`,
        );
      }
    });

    it(`requires text for ${path}`, async () => {
      for (const bad of [1, true, {}, ["a"]]) await refuses(path, bad, `${label} must be a string`);
    });
  }

  it("accepts the countries of ISO 3166-1 and no others", async () => {
    assert.equal(COUNTRIES.length, 249);
    assert.deepEqual(new Set(COUNTRIES.map(([code]) => code)), COUNTRY_CODES);
    for (const [code, name] of COUNTRIES) {
      assert.match(code, /^[A-Z]{2}$/);
      assert.notEqual(name.trim(), "");
    }
    for (const code of ["XX", "USA", "U", "EU", "UK", "U\u0000", "ß", "ıt", "ſe", "١٢"]) {
      await refuses("country", code, "INVALID COUNTRY CODE");
    }
    const answer = await generate(withField("country", " de "));
    assert.equal((await decode(answer.csr)).subject.countryName, "DE");
  });

  it("suggests 26 organization units, accepts others and omits an empty one", async () => {
    assert.equal(ORGANIZATION_UNITS.length, 26);
    assert.equal(ORGANIZATION_UNITS[0], "IT Department");
    assert.equal(ORGANIZATION_UNITS.at(-1), "System Administration");
    for (
      const [given, made] of [["Rocketry", "Rocketry"], ["", null], [" ", null], [null, null]]
    ) {
      const { csr } = await generate(withField("organizationUnit", given));
      assert.equal((await decode(csr)).subject.organizationalUnitName, made);
    }
  });

  it("rejects an invalid administrative e-mail", async () => {
    for (const bad of ["jo", "jo@", "jo@localhost", "jö@example.com"]) {
      await refuses("email", bad, "INVALID E-MAIL ADDRESS FORMAT");
    }
  });

  it("rejects unknown words and quoted numbers", async () => {
    await refuses(
      "keyType",
      "DSA",
      "Key type must be RSA, ECC, Ed25519, ML-DSA-44, ML-DSA-65 or ML-DSA-87",
    );
    await refuses("keySize", "2048", "Key size must be 2048, 3072 or 4096");
    await refuses("keySize", 1024, "Key size must be 2048, 3072 or 4096");
    await refuses("eccCurve", "secp256k1", "Curve must be P-256, P-384 or P-521");
    await refuses(
      "digestAlgorithm",
      "SHA-1",
      "Digest algorithm must be SHA-256, SHA-384 or SHA-512",
    );
    await refuses("certificateType", "ssl", "Certificate type must be SSL/TLS or S/MIME");
  });

  it("never repeats its input in errors", async () => {
    const secret = "hunter2-correct-horse";
    for (const path of Object.keys(schema.csrGenerate.input.entries)) {
      for (const value of [`\n${secret}\0`, [secret], { [secret]: secret }]) {
        const outcome = await run(withField(path, value));
        assert(!JSON.stringify(outcome).includes(secret), path);
      }
    }
  });
});

describe("csr/generate: alternative names", () => {
  it("merges duplicates, the common name first", async () => {
    const { subjectAltName } = await generate({
      ...REQUEST,
      subjectAltNames: [
        "WWW.example.com",
        "bücher.example",
        "xn--bcher-kva.example",
        "2001:db8::1",
        "2001:0db8:0:0::1",
        "FD00::7",
        "192.0.2.1",
        "jo@example.com",
        " ",
      ],
    });
    assert.deepEqual(subjectAltName, [
      { type: "DNS", value: "www.example.com", unicode: null },
      { type: "DNS", value: "xn--bcher-kva.example", unicode: "bücher.example" },
      { type: "IP", value: "2001:db8::1", unicode: null },
      { type: "IP", value: "fd00::7", unicode: null },
      { type: "IP", value: "192.0.2.1", unicode: null },
      { type: "email", value: "jo@example.com", unicode: null },
    ]);
  });

  it("are the distinct common name and e-mail address for S/MIME", async () => {
    const names = async (input: unknown) =>
      (await generate(input)).subjectAltName.map(({ type, value }) => `${type}:${value}`);
    assert.deepEqual(await names(SMIME_REQUEST), [
      "email:jo@example.com",
      "email:admin@example.com",
    ]);
    assert.deepEqual(await names({ ...SMIME_REQUEST, email: "jo@Example.com" }), [
      "email:jo@example.com",
    ]);
  });

  it("are reported individually if invalid", async () => {
    assert.deepEqual(
      await issuesOf({ ...REQUEST, subjectAltNames: ["a.example", "a", "1.2.3", "a@", 7] }),
      [
        "subjectAltNames.1: INVALID DOMAIN NAME FORMAT",
        "subjectAltNames.2: Invalid IP address format",
        "subjectAltNames.3: INVALID E-MAIL ADDRESS FORMAT",
        "subjectAltNames.4: Subject alternative name must be a string",
      ],
    );
    await refuses(
      "subjectAltNames",
      "a.example",
      "Subject alternative names must be a list of strings",
    );
  });

  it("are at most 250", async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}.example`);
    assert.equal(
      (await generate(withField("subjectAltNames", names(250)))).subjectAltName.length,
      251,
    );
    await refuses(
      "subjectAltNames",
      names(251),
      "Too many subject alternative names: 251, at most 250",
    );
  });
});

describe("csr/generate: notes", () => {
  const codes = async (change: object) =>
    (await generate({ ...REQUEST, ...change })).notes.map(({ code, path }) => `${path}: ${code}`);

  it("name the parts that public CAs leave out or refuse", async () => {
    assert.deepEqual(await codes({}), ["organizationUnit: unit_ignored", "email: email_ignored"]);
    assert.deepEqual(await codes({ organizationUnit: "", eccCurve: "P-521" }), [
      "email: email_ignored",
      "eccCurve: curve_refused",
    ]);
    assert.deepEqual(
      await codes({ organizationUnit: "", keyType: "RSA", eccCurve: "P-521" }),
      ["email: email_ignored"],
    );
    assert.deepEqual(await codes({ organizationUnit: "", subjectAltNames: ["jo@example.com"] }), [
      "email: email_ignored",
      "subjectAltNames: email_name_ignored",
    ]);
    assert.deepEqual(
      await codes({ ...SMIME_REQUEST, subjectAltNames: ["", "b@example.com"] }),
      ["organization: subject_replaced", "organizationUnit: unit_ignored"],
    );
    assert.deepEqual(
      await codes({ ...SMIME_REQUEST, organizationUnit: "", subjectAltNames: ["example.com"] }),
      ["organization: subject_replaced", "subjectAltNames: names_ignored"],
    );
  });
});

/** Decodes with the project's own reader and checks that it reports only these findings. */
async function decode(csr: string, expected: readonly string[] = []) {
  const outcome = await execute(operations, csrDecode.name, { csr }, createContext());
  assert(outcome.ok);
  const decoded = outcome.value as OutputOf<typeof csrDecode>;
  assert(decoded.valid, decoded.valid ? "" : decoded.error);
  assert.equal(decoded.signatureValid, true);
  assert.deepEqual(decoded.findings.map(({ code }) => code), expected);
  return decoded;
}

const KEYS = [
  ...KEY_SIZES.map((keySize) => ({ keyType: "RSA", keySize }) as const),
  ...ECC_CURVES.map((eccCurve) => ({ keyType: "ECC", eccCurve }) as const),
];
type Key = (typeof KEYS)[number];

/**
 * Every key with every digest, the types of certificate by turns, so that each pair of choices
 * occurs; all three together in the full run. Each has another subject.
 */
const COMBINATIONS = KEYS.flatMap((key, k) =>
  DIGEST_ALGORITHMS.flatMap((digestAlgorithm, d) =>
    CERTIFICATE_TYPES.filter((_, t) => isFull || (k + d) % 2 === t).map((certificateType, t) => ({
      key,
      digestAlgorithm,
      certificateType,
      subject: SUBJECTS[(k + 2 * d + 3 * t) % SUBJECTS.length],
    }))
  )
);

const DIGEST_WORDS = { "SHA-256": "256", "SHA-384": "384", "SHA-512": "512" } as const;

describe("csr/generate: reading the request", () => {
  shareRsaKeys();

  it("covers every pair of choices and every subject", () => {
    const met = (pick: (c: (typeof COMBINATIONS)[number]) => unknown) =>
      new Set(COMBINATIONS.map((combination) => JSON.stringify(pick(combination)))).size;
    assert.equal(met(({ key, digestAlgorithm }) => [key, digestAlgorithm]), 18);
    assert.equal(met(({ key, certificateType }) => [key, certificateType]), 12);
    assert.equal(
      met(({ digestAlgorithm, certificateType }) => [digestAlgorithm, certificateType]),
      6,
    );
    assert.equal(met(({ subject }) => subject), SUBJECTS.length);
    assert.equal(COMBINATIONS.length, isFull ? 36 : 18);
  });

  for (const { key, digestAlgorithm, certificateType, subject } of COMBINATIONS) {
    const keyName = nameOf(key);
    it(
      `${certificateType}, ${keyName}, ${digestAlgorithm}, ${subject.country}`,
      needs("openssl"),
      async () => {
        const isTls = certificateType === "SSL/TLS";
        const commonName = isTls ? "*.bücher.example" : "jo@example.com";
        const answer = await generate({
          certificateType,
          commonName,
          ...subject,
          organizationUnit: "Research and Development",
          email: "admin@example.com",
          subjectAltNames: ["example.net", "192.0.2.1", "2001:db8::1"],
          ...key,
          digestAlgorithm,
        });
        await assertKeyFits(answer);

        const text = await opensslText(answer.csr);
        const lines = text.split("\n").map((line) => line.trim());
        const has = (line: string) => assert(lines.includes(line), `${line} in:\n${text}`);
        const made = isTls ? "*.xn--bcher-kva.example" : "jo@example.com";
        const values = [
          ["countryName", subject.country],
          ["stateOrProvinceName", subject.state],
          ["localityName", subject.city],
          ["organizationName", subject.organization],
          ["organizationalUnitName", "Research and Development"],
          ["commonName", made],
          ["emailAddress", "admin@example.com"],
        ];
        const first = lines.findIndex((line) => line.startsWith("countryName="));
        assert.deepEqual(
          lines.slice(first, first + values.length),
          values.map(([name, value]) => `${name}=${value}`),
        );
        const scheme = key.keyType === "RSA"
          ? `sha${DIGEST_WORDS[digestAlgorithm]}WithRSAEncryption`
          : `ecdsa-with-SHA${DIGEST_WORDS[digestAlgorithm]}`;
        has(`Signature Algorithm: ${scheme}`);
        if (key.keyType === "RSA") {
          has(`Public-Key: (${key.keySize} bit)`);
          has("Exponent: 65537 (0x10001)");
        } else has(`NIST CURVE: ${key.eccCurve}`);
        const usage = ["Digital Signature"];
        if (key.keyType === "RSA") usage.push("Key Encipherment");
        else if (!isTls) usage.push("Key Agreement");
        has("X509v3 Key Usage: critical");
        has(usage.join(", "));
        has(isTls ? "TLS Web Server Authentication" : "E-mail Protection");
        const names = isTls ? [`DNS:${made}`] : [`email:${made}`, "email:admin@example.com"];
        names.push("DNS:example.net", "IP Address:192.0.2.1", "IP Address:2001:DB8:0:0:0:0:0:1");
        has(names.join(", "));

        const isP521 = key.keyType === "ECC" && key.eccCurve === "P-521";
        const decoded = await decode(answer.csr, isTls && isP521 ? ["server_key_p521"] : []);
        assert.equal(decoded.signatureAlgorithm, scheme);
        assert.deepEqual(
          decoded.subject.attributes.map(({ name, value }) => [name, value]),
          values,
        );
        assert.deepEqual(
          decoded.extensions.subjectAltName,
          answer.subjectAltName.map(({ type, value }) => ({ type, value })),
        );
        assert.deepEqual(decoded.extensions.extendedKeyUsage, [
          isTls ? "serverAuth" : "emailProtection",
        ]);
        assert.deepEqual(decoded.extensions.all.map(({ critical }) => critical), [
          true,
          false,
          false,
        ]);
        assert.deepEqual(decoded.attributes, []);

        assertWrittenByHand(answer, {
          subject: { ...subject, organizationUnit: "Research and Development", commonName: made },
          isTls,
        });

        const read = new Pkcs10CertificateRequest(answer.csr);
        assert.equal(await read.verify(), true);
        assert.deepEqual(read.subjectName.getField("O"), [subject.organization]);
      },
    );
  }

  /** The request is identical to the output of the hand-written encoder in the fixtures. */
  function assertWrittenByHand(
    { csr, privateKey, subjectAltName, keyType, eccCurve, digestAlgorithm }: Answer,
    { subject, isTls }: {
      subject: Omit<Parameters<typeof encodeRequestInfo>[0]["subject"], "email">;
      isTls: boolean;
    },
  ) {
    const key = createPrivateKey(privateKey!);
    const spki = createPublicKey(key as never).export({ type: "spki", format: "der" });
    const info = encodeRequestInfo({
      subject: { ...subject, email: "admin@example.com" },
      publicKey: new Uint8Array(spki),
      subjectAltName: subjectAltName.map(({ value }) => readAlternativeName(value)!),
      keyUsage: keyType === "RSA"
        ? ["digitalSignature", "keyEncipherment"]
        : isTls
        ? ["digitalSignature"]
        : ["digitalSignature", "keyAgreement"],
      extendedKeyUsage: isTls ? "serverAuth" : "emailProtection",
    });
    const made = bytesOf(csr, "CERTIFICATE REQUEST");
    if (eccCurve !== null) {
      // An ECDSA signature differs each time, so only what is signed is compared, after its header.
      assert.deepEqual(made.subarray(made.length > 259 ? 4 : 3).subarray(0, info.length), info);
      return;
    }
    assert(keyType === "RSA" && digestAlgorithm !== null);
    const signature = sign(digestAlgorithm.replace("-", ""), info, key);
    assert.deepEqual(
      made,
      encodeRequest(info, { keyType, digestAlgorithm }, new Uint8Array(signature)),
    );
  }

  function nameOf(key: Key): string {
    return key.keyType === "RSA" ? `RSA ${key.keySize}` : key.eccCurve;
  }

  it(
    "uses the string types of each attribute, in the order from C to emailAddress",
    needs("openssl"),
    async () => {
      const { csr } = await generate({ ...REQUEST, ...SUBJECTS[0] });
      const { stdout } = await runProgram("openssl", ["asn1parse"], csr);
      const strings = [...stdout.matchAll(/OBJECT +:(\w+)\n.*prim: (\w+STRING)/g)];
      assert.deepEqual(strings.map(([, name, type]) => `${name} ${type}`), [
        "countryName PRINTABLESTRING",
        "stateOrProvinceName UTF8STRING",
        "localityName UTF8STRING",
        "organizationName UTF8STRING",
        "organizationalUnitName UTF8STRING",
        "commonName UTF8STRING",
        "emailAddress IA5STRING",
      ]);
    },
  );

  it("is DER that OpenSSL reproduces exactly", needs("openssl"), async () => {
    for (const input of [REQUEST, SMIME_REQUEST, exampleOf(csrGenerate)]) {
      const { csr, privateKey: made } = await generate(input);
      const privateKey = made!;
      const again = await runProgram("openssl", ["req"], csr);
      assert.equal(again.stdout, csr);
      assert.notEqual(bytesOf(privateKey, "PRIVATE KEY").length, 0);
      const key = await runProgram("openssl", ["pkey"], privateKey);
      assert.equal(key.stdout, privateKey);
    }
  });

  it("is made with a new key each time", async () => {
    const [one, other] = [await generate(REQUEST), await generate(REQUEST)];
    assert.notEqual(one.privateKey, other.privateKey);
    assert.notEqual(one.csr, other.csr);
  });
});

describe("csr/generate: ECDSA signatures", () => {
  it("are valid for all lengths of r and s", async () => {
    // One in 256 is a byte shorter, one in two a byte longer: among 400 there are some of each
    // kind.
    const lengths = new Set<number>();
    for (let i = 0; i < 400; i++) {
      const { csr } = await generate({ ...REQUEST, organizationUnit: "" });
      lengths.add(bytesOf(csr, "CERTIFICATE REQUEST").length);
      await decode(csr);
    }
    assert(lengths.size >= 3, [...lengths].join(" "));
  });
});

describe("csr/generate on an engine that lacks an algorithm", () => {
  it("reports the field that chose it", async () => {
    const original = crypto.subtle.generateKey;
    crypto.subtle.generateKey = (() =>
      Promise.reject(
        new DOMException("no such curve", "NotSupportedError"),
      )) as unknown as typeof original;
    try {
      const outcome = await run(withField("eccCurve", "P-521"));
      assert(!outcome.ok);
      assert.deepEqual(outcome.error, {
        code: "unsupported",
        message: "This tool cannot make P-521 keys",
        issues: [{ path: "eccCurve", message: "This tool cannot make P-521 keys" }],
      });
    } finally {
      crypto.subtle.generateKey = original;
    }
  });
});

describe("csr/generate on an engine that fails for some Ed25519 keys", () => {
  /** Whether a request was made, and how often the engine was called, if its first `failures` keys fail. */
  async function runWith(failures: number, input: Record<string, unknown>) {
    const original = crypto.subtle.generateKey;
    let asked = 0;
    crypto.subtle.generateKey =
      ((...given: Parameters<typeof original>) =>
        ++asked <= failures
          ? Promise.reject(new DOMException("failed", "OperationError"))
          : original.apply(crypto.subtle, given)) as typeof original;
    try {
      return { made: (await run(input)).ok, asked };
    } catch (error) {
      assert.equal((error as Error).name, "OperationError");
      return { made: false, asked };
    } finally {
      crypto.subtle.generateKey = original;
    }
  }

  it("makes the next key", async () => {
    const answer = await runWith(2, withField("keyType", "Ed25519"));
    assert.deepEqual(answer, { made: true, asked: 3 });
  });

  it("gives up after eight attempts, and does not try again for keys of other types", async () => {
    const ed25519 = await runWith(Infinity, withField("keyType", "Ed25519"));
    assert.deepEqual(ed25519, { made: false, asked: 8 });
    const ecc = await runWith(Infinity, withField("eccCurve", "P-256"));
    assert.deepEqual(ecc, { made: false, asked: 1 });
  });
});

describe("csr/generate with a given key", () => {
  const withKey = (file: string, more: Record<string, unknown> = {}) => ({
    ...REQUEST,
    privateKey: matchFile(file),
    ...more,
  });

  for (
    const [file, kind] of [
      ["rsa-pkcs1-key.pem", ["RSA", 2048, null]],
      ["p256-sec1-without-public-key.pem", ["ECC", null, "P-256"]],
      ["p384-explicit-key.pem", ["ECC", null, "P-384"]],
      ["p521-compressed-key.pem", ["ECC", null, "P-521"]],
    ] as const
  ) {
    it(`signs with ${file} and does not return it`, needs("openssl"), async () => {
      const answer = await generate(withKey(file));
      assert.equal(answer.privateKey, null);
      assert.deepEqual([answer.keyType, answer.keySize, answer.eccCurve], kind);
      await opensslText(answer.csr);
      const requested = await runProgram("openssl", ["req", "-noout", "-pubkey"], answer.csr);
      const { stdout } = await runProgram(
        "openssl",
        ["pkey", "-pubout", "-ec_param_enc", "named_curve", "-ec_conv_form", "uncompressed"]
          .slice(0, kind[0] === "RSA" ? 2 : 6),
        matchFile(file),
      );
      assert.equal(requested.stdout, stdout);
    });
  }

  it("opens an encrypted one", needs("openssl"), async () => {
    const { csr, keyType } = await generate(
      withKey("rsa-traditional-aes256-key.pem", { passphrase: "correct horse" }),
    );
    assert.equal(keyType, "RSA");
    await opensslText(csr);
  });

  for (
    const [file, code, path] of [
      ["ed448-pkcs8-key.pem", "unsupported", "privateKey"],
      ["x25519-pkcs8-key.pem", "unsupported", "privateKey"],
      ["pss-pkcs8-key.pem", "unsupported", "privateKey"],
      ["brainpool-pkcs8-key.pem", "unsupported", "privateKey"],
      ["primes3-key.pem", "unsupported", "privateKey"],
      ["inconsistent-p256-point-key.pem", "key_inconsistent", "privateKey"],
      ["p384-scrypt-key.pem", "passphrase_required", "passphrase"],
      ["p256-certificate.pem", "wrong_type", "privateKey"],
    ]
  ) {
    it(`rejects ${file} with the path of its field`, async () => {
      const outcome = await run(withKey(file));
      assert(!outcome.ok);
      assert.equal(outcome.error.code, code);
      assert.deepEqual(outcome.error.issues.map((issue) => issue.path), [path]);
    });
  }

  it("notes that public CAs refuse a short key", needs("openssl"), async () => {
    const { stdout } = await runProgram("openssl", ["genrsa", "1024"]);
    const { notes } = await generate({ ...REQUEST, privateKey: stdout });
    assert(notes.some(({ code, path }) => code === "key_too_short" && path === "privateKey"));
  });
});

describe("csr/generate, domains only", () => {
  it("names only domains and the country, as openssl reads it", needs("openssl"), async () => {
    const answer = await generate(DOMAIN_ONLY);
    assert.deepEqual(answer.notes, []);
    const text = await opensslText(answer.csr);
    assert.match(
      text,
      /Subject:\s*countryName=DE\s+commonName=www\.example\.com\s+Subject Public Key/,
    );
    assert.match(text, /DNS:www\.example\.com, DNS:example\.com/);
    await assertKeyFits(answer);
  });

  it(
    "needs no country: the subject is the common name, or empty if that is too long",
    needs("openssl"),
    async () => {
      const { country: _, ...request } = DOMAIN_ONLY;
      for (const country of [undefined, null, "", " "]) {
        const { csr, notes } = await generate({ ...request, country });
        assert.deepEqual(notes, []);
        assert.match(
          await opensslText(csr),
          /Subject:\s*commonName=www\.example\.com\s+Subject Public Key/,
        );
      }
      const commonName = `${"a".repeat(60)}.example`;
      const { csr } = await generate({ ...request, commonName });
      const text = await opensslText(csr);
      assert.match(text, /Subject:\s*Subject Public Key/);
      assert.match(text, /Subject Alternative Name: critical\s+DNS:a{60}\.example/);
    },
  );

  it("refuses a country that does not exist", async () => {
    assert.deepEqual(await issuesOf({ ...DOMAIN_ONLY, country: "XX" }), [
      "country: INVALID COUNTRY CODE",
    ]);
  });

  it("refuses what it would leave out, and an S/MIME request", async () => {
    const { organization, organizationUnit, city, state, email } = REQUEST;
    const empty = "Leave this empty: a domain-only request does not contain it";
    assert.deepEqual(
      await issuesOf({ ...DOMAIN_ONLY, organization, organizationUnit, city, state, email }),
      ["organization", "organizationUnit", "city", "state", "email"].map((path) =>
        `${path}: ${empty}`
      ),
    );
    assert.deepEqual(
      await issuesOf({ ...DOMAIN_ONLY, certificateType: "S/MIME", commonName: "jo@example.com" }),
      ["domainOnly: A domain-only request is for SSL/TLS certificates"],
    );
  });

  it("takes empty texts, and is off unless it is true", async () => {
    await generate({ ...DOMAIN_ONLY, organization: " ", city: "", state: null });
    for (const domainOnly of [false, null, undefined]) {
      const issues = await issuesOf({ ...DOMAIN_ONLY, domainOnly });
      assert.deepEqual(issues.map((issue) => issue.split(":")[0]), [
        "organization",
        "city",
        "state",
        "email",
      ]);
    }
    assert.deepEqual(await issuesOf({ ...DOMAIN_ONLY, domainOnly: "true" }), [
      "domainOnly: Domain only must be true or false",
    ]);
  });
});

/** The statements about the API, on the application as it is deployed but without sockets. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { memoryQuota } from "../../api/http/quota.ts";
import { passwordGenerate } from "../../core/password/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { scoreOf } from "../../core/password/strength.ts";
import {
  certificateFileName,
  chainFileName,
  csrFileName,
  keyFileName,
} from "../../core/file-names.ts";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { allOperations, testConfig } from "../support/server.ts";
import { PAIR } from "./inputs.ts";

type Json = Record<string, unknown>;
interface Answer {
  status: number;
  body: Json;
  data: Json;
  headers: Headers;
}

const app = createApp({ operations: allOperations, config: testConfig() });

async function ask(path: string, init: RequestInit, of = app): Promise<Answer> {
  const response = await of.request(`http://localhost:8000${path}`, init);
  const body = await response.json() as Json;
  return { status: response.status, body, data: body.data as Json, headers: response.headers };
}

const post = (call: string, input: unknown, headers: Record<string, string> = {}) =>
  ask(`/api/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof input === "string" ? input : JSON.stringify(input),
  });

const SUBJECT = {
  certificateType: "SSL/TLS",
  commonName: "www.example.com",
  organization: "Example, Inc.",
  organizationUnit: "IT Department",
  country: "US",
  state: "Kent",
  city: "Dover",
  email: "admin@example.com",
  keyType: "ECC",
  eccCurve: "P-256",
  digestAlgorithm: "SHA-256",
};
const CAA = {
  domain: "example.com",
  certificateAuthorities: { sectigo: true, provider: true },
  recordTypes: { issue: true, issuewild: true, issuemail: true, iodef: false },
  iodefEmail: "",
};
const PFX = { certificate: exampleCertificate + exampleIssuer, privateKey: examplePrivateKey };

/** The answer has these fields, among others. */
const has = (object: unknown, ...names: string[]) => {
  for (const name of names) assert(Object.hasOwn(object as object, name), `${name} is missing`);
};

/** The call is refused with this status and text. */
const refused = (call: string, input: unknown, status: number, error: string) => async () => {
  const answer = await post(call, input);
  assert.deepEqual([answer.status, answer.body.error], [status, error]);
  assert.equal(answer.body.success, false);
};

const decoded = async (given: Json) => {
  const { data } = await post("csr/generate", given);
  return (await post("csr/decode", { csr: data.csr })).data;
};

const without = (name: string) => ({ ...SUBJECT, [name]: "" });

type Statement = [section: string, says: string, check: () => unknown];

const STATEMENTS: Statement[] = [
  // The calls and their answers.
  ["7", "POST /api/csr/generate: data {csr, privateKey, commonName}", async () => {
    const { status, body, data } = await post("csr/generate", SUBJECT);
    assert.deepEqual([status, body.success], [200, true]);
    assert.match(String(data.csr), /^-----BEGIN CERTIFICATE REQUEST-----/);
    assert.match(String(data.privateKey), /^-----BEGIN PRIVATE KEY-----/);
    assert.equal(data.commonName, "www.example.com");
  }],
  [
    "3",
    "the popup documentation additionally lists isWildcard, keyType, keySize, digestAlgorithm",
    async () => {
      const { data } = await post("csr/generate", { ...SUBJECT, commonName: "*.example.com" });
      has(data, "keyType", "keySize", "digestAlgorithm");
      assert.equal(data.isWildcard, true);
    },
  ],
  [
    "7",
    "POST /api/csr/decode: success and data {valid, error, subject, publicKey, signatureAlgorithm, signatureValid}",
    async () => {
      const { body, data } = await post("csr/decode", { csr: csrFixture("p256-sha256") });
      assert.equal(body.success, true);
      has(data, "valid", "error", "subject", "publicKey", "signatureAlgorithm", "signatureValid");
      assert.deepEqual([data.valid, data.error, data.signatureValid], [true, null, true]);
    },
  ],
  [
    "3",
    "subject {commonName, organizationName, organizationalUnitName, localityName, stateOrProvinceName, countryName, emailAddress}",
    async () => {
      has(
        await decoded(SUBJECT).then(({ subject }) => subject),
        ...["commonName", "organizationName", "organizationalUnitName", "localityName"],
        ...["stateOrProvinceName", "countryName", "emailAddress"],
      );
    },
  ],
  ["3", "publicKey {algorithm, bits, curve}", async () => {
    assert.deepEqual((await decoded(SUBJECT)).publicKey, {
      algorithm: "EC",
      bits: 256,
      curve: "P-256",
    });
  }],
  ["7", "POST /api/chain/analyze: data {certificate, chain, validation}", async () => {
    const { data } = await post("chain/analyze", { certificate: EXAMPLE_CHAIN });
    has(data, "certificate", "chain", "validation");
    has(data.validation, "isValid", "depth", "hasRoot");
  }],
  ["3", "Certificate info", async () => {
    const { data } = await post("chain/analyze", { certificate: EXAMPLE_CHAIN });
    const info = data.certificate as Json;
    has(info, "subject", "issuer", "notBefore", "notAfter", "isExpired", "daysUntilExpiry");
    has(info, "serialNumber", "signatureAlgorithm", "publicKey", "fingerprints", "extensions");
    has(info.issuer, "commonName", "organizationName");
    has(info.fingerprints, "sha256", "sha1");
    has(info.extensions, "subjectAltName", "keyUsage");
    has((info.extensions as { subjectAltName: Json[] }).subjectAltName[0], "type", "value");
  }],
  [
    "3",
    "Chain entry: type (root, intermediate, leaf), certificate (PEM text), fetchedViaAIA (flag), info",
    async () => {
      const { data } = await post("chain/analyze", { certificate: EXAMPLE_CHAIN });
      const chain = data.chain as Json[];
      assert.deepEqual(chain.map(({ type }) => type), ["leaf", "intermediate", "root"]);
      for (const entry of chain) {
        has(entry, "certificate", "fetchedViaAIA", "info");
        assert.equal(entry.fetchedViaAIA, false);
      }
    },
  ],
  ["7", "POST /api/match/verify: data {match, certificate}", async () => {
    const { data } = await post("match/verify", {
      certificate: PAIR.certificate,
      privateKey: PAIR.key,
    });
    assert.equal(data.match, true);
    has(data.certificate, "subject", "serialNumber");
    const other = await post("match/verify", {
      certificate: PAIR.certificate,
      privateKey: PAIR.otherKey,
    });
    assert.equal(other.data.match, false);
  }],
  [
    "7",
    "POST /api/pfx/convert: data {pfx, filename, certificate, chainLength, passwordProtected, encryption}",
    async () => {
      const { data } = await post("pfx/convert", {
        ...PFX,
        password: "secret",
        encryption: "aes256-sha256",
      });
      has(data, "pfx", "certificate");
      assert.deepEqual(
        [data.filename, data.chainLength, data.passwordProtected, data.encryption],
        ["www.example.com.pfx", 2, true, "aes256-sha256"],
      );
      has(data.certificate, "subject", "notBefore", "notAfter", "daysUntilExpiry");
    },
  ],
  ["D5", 'No password: … `passwordProtected` false, `encryption` "none"', async () => {
    const { data } = await post("pfx/convert", { ...PFX, password: null, encryption: "3des-sha1" });
    assert.deepEqual([data.passwordProtected, data.encryption], [false, "none"]);
  }],
  ["D3", "pfx: `pfx` unwrapped base64", async () => {
    const { data } = await post("pfx/convert", { ...PFX, password: "secret" });
    assert.match(String(data.pfx), /^[A-Za-z0-9+/]{32,}=*$/);
  }],
  [
    "7",
    "POST /api/caa/generate: records and summary, read from the top level of the response",
    async () => {
      const { body } = await post("caa/generate", CAA);
      assert.equal(body.data, undefined);
      assert.deepEqual(
        [body.success, body.domain, (body.records as unknown[]).length],
        [true, "example.com", 6],
      );
    },
  ],
  [
    "3",
    "CAA response: records (list of {type, host, value, description, raw}), summary {totalRecords, certificateAuthorities, recordTypes}",
    async () => {
      const { body } = await post("caa/generate", CAA);
      const [record] = body.records as Json[];
      has(record, "type", "host", "value", "description", "raw");
      assert.equal(record.raw, 'example.com. IN CAA 0 issue "sectigo.com"');
      assert.deepEqual(body.summary, {
        totalRecords: 6,
        certificateAuthorities: ["sectigo", "provider"],
        recordTypes: 3,
      });
    },
  ],
  ["7", "POST /api/caa/validate: parsed {domain, flags, tag, value, isValid}", async () => {
    const { body } = await post("caa/validate", {
      record: 'example.com. IN CAA 0 issue "sectigo.com"',
    });
    const parsed = body.parsed as Json;
    has(parsed, "domain", "flags", "tag", "value", "isValid");
    assert.deepEqual([parsed.flags, parsed.tag, parsed.value, parsed.isValid], [
      0,
      "issue",
      "sectigo.com",
      true,
    ]);
  }],
  ["D3", "caa/validate: always 200 for a text", async () => {
    const { status, body } = await post("caa/validate", { record: "nonsense" });
    assert.deepEqual([status, (body.parsed as Json).isValid], [200, false]);
  }],
  ["7", "error envelope: success false with error text", async () => {
    const { body } = await post("csr/decode", { csr: "" });
    assert.deepEqual([body.success, body.error], [false, "CSR IS REQUIRED"]);
  }],
  ["D2", "Error: { success, error, code, issues: [{ path, message }] }", async () => {
    const { body } = await post("csr/generate", without("city"));
    assert.equal(body.code, "invalid_input");
    const [issue] = body.issues as Json[];
    assert.deepEqual([issue.path, issue.message], ["city", "CITY IS REQUIRED"]);
  }],
  [
    "D2",
    "`error` is the first issue in form order",
    refused("csr/generate", {}, 400, "COMMON NAME IS REQUIRED"),
  ],

  // Validation.
  ...Object.entries({
    commonName: "COMMON NAME IS REQUIRED",
    country: "COUNTRY IS REQUIRED",
    state: "STATE/PROVINCE IS REQUIRED",
    city: "CITY IS REQUIRED",
    organization: "ORGANIZATION IS REQUIRED",
    email: "ADMINISTRATIVE E-MAIL IS REQUIRED",
  }).map((
    [name, message],
  ): Statement => ["5", `'${message}'`, refused("csr/generate", without(name), 400, message)]),
  ["5", "Organization unit is optional", async () => {
    const { subject } = await decoded(without("organizationUnit"));
    assert.equal((subject as Json).organizationalUnitName, null);
  }],
  ...[
    "example",
    "a..example.com",
    "*.*.example.com",
    "example.c",
    "example.c0m",
    `${"a".repeat(64)}.example.com`,
    "a_b.example.com",
  ].map(
    (
      commonName,
    ): Statement => [
      "5",
      `otherwise 'INVALID DOMAIN NAME FORMAT' (${commonName.slice(0, 20)})`,
      refused("csr/generate", { ...SUBJECT, commonName }, 400, "INVALID DOMAIN NAME FORMAT"),
    ],
  ),
  ...["example.com", "*.example.com", `${"a".repeat(63)}.example.com`].map(
    (
      commonName,
    ): Statement => [
      "5",
      `SSL/TLS common name: a domain name (${commonName.slice(0, 20)})`,
      async () => {
        assert.equal((await post("csr/generate", { ...SUBJECT, commonName })).status, 200);
      },
    ],
  ),
  ["5", "S/MIME common name: an e-mail address", async () => {
    const given = { ...SUBJECT, certificateType: "S/MIME", commonName: "jo@example.com" };
    assert.equal((await post("csr/generate", given)).status, 200);
  }],
  [
    "5",
    "otherwise 'INVALID E-MAIL ADDRESS FORMAT'",
    refused(
      "csr/generate",
      { ...SUBJECT, certificateType: "S/MIME" },
      400,
      "INVALID E-MAIL ADDRESS FORMAT",
    ),
  ],
  [
    "D2",
    "bad administrative e-mail 'INVALID E-MAIL ADDRESS FORMAT'",
    refused("csr/generate", { ...SUBJECT, email: "jo" }, 400, "INVALID E-MAIL ADDRESS FORMAT"),
  ],
  [
    "D2",
    "unknown country 'INVALID COUNTRY CODE'",
    refused("csr/generate", { ...SUBJECT, country: "XX" }, 400, "INVALID COUNTRY CODE"),
  ],
  [
    "D2",
    "blank CSR 'CSR IS REQUIRED'",
    refused("csr/decode", { csr: " " }, 400, "CSR IS REQUIRED"),
  ],
  [
    "5",
    "'PLEASE PROVIDE A CERTIFICATE TO ANALYZE'",
    refused("chain/analyze", { certificate: "" }, 400, "PLEASE PROVIDE A CERTIFICATE TO ANALYZE"),
  ],
  [
    "5",
    "'PLEASE PROVIDE A URL TO ANALYZE'",
    refused("chain/analyze-url", { url: "" }, 400, "PLEASE PROVIDE A URL TO ANALYZE"),
  ],
  ...["not a domain", "localhost", "example.123", "1.2.3.4"].map((
    url,
  ): Statement => [
    "5",
    `otherwise 'PLEASE ENTER A VALID DOMAIN NAME' (${url})`,
    refused("chain/analyze-url", { url }, 400, "PLEASE ENTER A VALID DOMAIN NAME"),
  ]),
  ...["match/verify", "pfx/convert"].flatMap((call) =>
    [{ privateKey: PAIR.key }, { certificate: PAIR.certificate }].map((
      half,
    ): Statement => [
      "5",
      `${call}: 'PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY' without ${
        "certificate" in half ? "key" : "certificate"
      }`,
      refused(call, half, 400, "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
    ])
  ),
  [
    "D5",
    "Key that does not fit: 400 'CERTIFICATE AND PRIVATE KEY DO NOT MATCH'",
    refused(
      "pfx/convert",
      { certificate: PAIR.certificate, privateKey: PAIR.otherKey },
      400,
      "CERTIFICATE AND PRIVATE KEY DO NOT MATCH",
    ),
  ],
  [
    "5",
    "domain required ('DOMAIN OR SUBDOMAIN IS REQUIRED')",
    refused("caa/generate", { ...CAA, domain: "" }, 400, "DOMAIN OR SUBDOMAIN IS REQUIRED"),
  ],
  [
    "5",
    "'SELECT AT LEAST ONE CERTIFICATE AUTHORITY'",
    refused(
      "caa/generate",
      { ...CAA, certificateAuthorities: {} },
      400,
      "SELECT AT LEAST ONE CERTIFICATE AUTHORITY",
    ),
  ],
  [
    "5",
    "'E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS'",
    refused(
      "caa/generate",
      { ...CAA, recordTypes: { iodef: true } },
      400,
      "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS",
    ),
  ],
  [
    "D2",
    "no record type 'SELECT AT LEAST ONE RECORD TYPE'",
    refused("caa/generate", { ...CAA, recordTypes: {} }, 400, "SELECT AT LEAST ONE RECORD TYPE"),
  ],
  [
    "D2",
    "bad CAA domain 'INVALID DOMAIN NAME FORMAT'",
    refused("caa/generate", { ...CAA, domain: "no domain!" }, 400, "INVALID DOMAIN NAME FORMAT"),
  ],
  ["D6", "A wildcard domain is answered for its base name", async () => {
    const { body } = await post("caa/generate", { ...CAA, domain: "*.example.com" });
    assert.equal((body.records as Json[])[0].host, "example.com");
  }],
  ["D6", "iodef becomes `mailto:…`", async () => {
    const { body } = await post("caa/generate", {
      ...CAA,
      recordTypes: { iodef: true },
      iodefEmail: "a@example.com",
    });
    assert.equal((body.records as Json[])[0].value, "mailto:a@example.com");
  }],

  // Passwords, which are made on the device.
  ...([
    [
      { uppercase: false, lowercase: false, numbers: false, symbols: false },
      "AT LEAST ONE CHARACTER TYPE MUST BE SELECTED",
    ],
    [{ length: 7 }, "PASSWORD LENGTH MUST BE BETWEEN 8 AND 128 CHARACTERS"],
    [{ length: 129 }, "PASSWORD LENGTH MUST BE BETWEEN 8 AND 128 CHARACTERS"],
    [{ length: "many" }, "PASSWORD LENGTH MUST BE A NUMBER"],
    [{ count: 0 }, "PASSWORD COUNT MUST BE BETWEEN 1 AND 10"],
    [{ count: 11 }, "PASSWORD COUNT MUST BE BETWEEN 1 AND 10"],
  ] as const).map((
    [input, message],
  ): Statement => ["5", `'${message}' for ${JSON.stringify(input)}`, async () => {
    const outcome = await execute(operations, passwordGenerate.name, input, createContext());
    assert(!outcome.ok);
    assert.equal(outcome.error.message, message);
  }]),
  ["7", "The password generator makes no call", async () => {
    assert.equal((await post("password/generate", {})).status, 404);
  }],
  ...(["", "a", "aA", "aA1", "aA1$", "aA1$aA1$", "aA1$aA1$aA1$"].map((
    password,
    index,
  ): Statement => ["5", `Password strength score of ${JSON.stringify(password)}`, () => {
    const scores = [[0, "Very weak"], [1, "Weak"], [2, "Fair"], [3, "Fair"], [4, "Strong"], [
      5,
      "Strong",
    ], [6, "Very strong"]];
    const { score, label } = scoreOf(password);
    assert.deepEqual([score, label], scores[index]);
  }])),

  // File names.
  ...([
    ["*.example.com", "wildcard.example.com"],
    ["jo@example.com", "jo_at_example.com"],
    ["a b/ü.example", "a_b__.example"],
    ["x".repeat(60), "x".repeat(50)],
    ["", "SSL_Certificate"],
  ].flatMap(([name, base]): Statement[] => [
    [
      "5",
      `Download file names: '${base.slice(0, 20)}.csr.txt'`,
      () => assert.equal(csrFileName(name), `${base}.csr.txt`),
    ],
    [
      "5",
      `Download file names: '${base.slice(0, 20)}.key.txt'`,
      () => assert.equal(keyFileName(name), `${base}.key.txt`),
    ],
  ])),
  [
    "9",
    "chain certificate download uses the common name or organization (fallback 'certificate'), optional _{index}, suffix '.crt.txt'",
    () => {
      const named = (commonName: string | null, organizationName: string | null, index?: number) =>
        certificateFileName({ commonName, organizationName }, index);
      assert.deepEqual(
        [named("a.example", "Org"), named(null, "Org", 2), named(null, null)],
        ["a.example.crt.txt", "Org_2.crt.txt", "certificate.crt.txt"],
      );
    },
  ],
  ["9", "chain exports are the common name plus '_chain.json' or '_chain.pem.txt'", () => {
    const leaf = { commonName: "a.example", organizationName: null };
    assert.equal(chainFileName(leaf, "chain.json"), "a.example_chain.json");
    assert.equal(chainFileName(leaf, "chain.pem"), "a.example_chain.pem.txt");
  }],

  // Constants and defaults.
  ...[2048, 3072, 4096].map((keySize): Statement => ["9", `RSA key sizes: ${keySize}`, async () => {
    const { status } = await post("csr/generate", { ...without("city"), keyType: "RSA", keySize });
    assert.equal(status, 400, "it is judged before a key is made");
    const { body } = await post("csr/generate", { ...without("city"), keyType: "RSA", keySize });
    assert.deepEqual((body.issues as Json[]).map(({ path }) => path), ["city"]);
  }]),
  ["9", "RSA key sizes: no other", async () => {
    const { status, body } = await post("csr/generate", {
      ...SUBJECT,
      keyType: "RSA",
      keySize: 1024,
    });
    assert.deepEqual([status, (body.issues as Json[])[0].path], [400, "keySize"]);
  }],
  ...([["P-256", 256], ["P-384", 384], ["P-521", 521]] as const).map((
    [eccCurve, bits],
  ): Statement => ["9", `ECC curves: ${eccCurve}`, async () => {
    const { publicKey } = await decoded({ ...SUBJECT, eccCurve });
    assert.deepEqual(publicKey, { algorithm: "EC", bits, curve: eccCurve });
  }]),
  ...(["SHA-256", "SHA-384", "SHA-512"] as const).map((
    digestAlgorithm,
  ): Statement => ["9", `Digest algorithms: ${digestAlgorithm}`, async () => {
    const { signatureAlgorithm } = await decoded({ ...SUBJECT, digestAlgorithm });
    assert.equal(signatureAlgorithm, `ecdsa-with-${digestAlgorithm.replace("-", "")}`);
  }]),
  [
    "D2",
    "Omitted certificateType, keyType, keySize, eccCurve, digestAlgorithm … take the page's defaults",
    async () => {
      const { certificateType: _, keyType: __, eccCurve: ___, digestAlgorithm: ____, ...given } =
        SUBJECT;
      const { publicKey, signatureAlgorithm } = await decoded(given);
      assert.deepEqual(publicKey, { algorithm: "RSA", bits: 2048, curve: null });
      assert.equal(signatureAlgorithm, "sha256WithRSAEncryption");
    },
  ],
  ["D2", "Numbers are numbers, not strings", async () => {
    const { status, body } = await post("csr/generate", {
      ...SUBJECT,
      keyType: "RSA",
      keySize: "2048",
    });
    assert.deepEqual([status, (body.issues as Json[])[0].path], [400, "keySize"]);
  }],
  ["9", "PFX encryption options: 3des-sha1 (default", async () => {
    assert.equal(
      (await post("pfx/convert", { ...PFX, password: "secret" })).data.encryption,
      "3des-sha1",
    );
  }],

  // Shapes.
  ["D3", "Dates `2026-11-21T12:00:00Z` (no fraction)", async () => {
    const { data } = await post("chain/analyze", { certificate: EXAMPLE_CHAIN });
    const { notBefore, notAfter } = data.certificate as Json;
    for (const date of [notBefore, notAfter, data.evaluatedAt]) {
      assert.match(String(date), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
  }],
  [
    "D3",
    "serialNumber upper-case hex as openssl prints it; fingerprints upper-case hex pairs joined by ':'",
    async () => {
      const { data } = await post("chain/analyze", { certificate: EXAMPLE_CHAIN });
      const { serialNumber, fingerprints } = data.certificate as {
        serialNumber: string;
        fingerprints: Json;
      };
      assert.match(serialNumber, /^[0-9A-F]+$/);
      assert.match(String(fingerprints.sha256), /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
      assert.match(String(fingerprints.sha1), /^(?:[0-9A-F]{2}:){19}[0-9A-F]{2}$/);
    },
  ],
  ["D3", "null when absent", async () => {
    const { data } = await post("csr/decode", { csr: csrFixture("p256-sha256") });
    assert.equal((data.subject as Json).emailAddress, null);
  }],
  [
    "D3",
    "text that is no readable CSR answers 200 … ('THIS IS A CERTIFICATE, NOT A CSR')",
    async () => {
      const { status, data } = await post("csr/decode", { csr: exampleCertificate });
      assert.deepEqual([status, data.valid, data.error], [
        200,
        false,
        "THIS IS A CERTIFICATE, NOT A CSR",
      ]);
    },
  ],
  ["D3", "`signatureValid` true | false | null", async () => {
    const { data } = await post("csr/decode", { csr: csrFixture("dsa1024") });
    assert.equal(data.signatureValid, null);
    assert(data.signatureProblem);
  }],
  ["D4", "Incomplete: isValid false … and `missing: [{index, issuer, urls}]`", async () => {
    const { data } = await post("chain/analyze", { certificate: exampleCertificate });
    assert.equal((data.validation as Json).isValid, false);
    has((data.missing as Json[])[0], "index", "issuer", "urls");
  }],

  // The server.
  ["D2", "404 'ENDPOINT NOT FOUND'", refused("nothing/here", {}, 404, "ENDPOINT NOT FOUND")],
  ["D2", "405 with Allow 'METHOD NOT ALLOWED'", async () => {
    const { status, body, headers } = await ask("/api/csr/decode", { method: "GET" });
    assert.deepEqual([status, body.error], [405, "METHOD NOT ALLOWED"]);
    assert(headers.get("allow")?.includes("POST"));
  }],
  [
    "D2",
    "413 'REQUEST BODY TOO LARGE'",
    refused("csr/decode", { csr: "x".repeat(2 ** 20) }, 413, "REQUEST BODY TOO LARGE"),
  ],
  ["D2", "415 'CONTENT TYPE MUST BE APPLICATION/JSON'", async () => {
    const { status, body } = await post("csr/decode", {}, { "content-type": "text/plain" });
    assert.deepEqual([status, body.error], [415, "CONTENT TYPE MUST BE APPLICATION/JSON"]);
  }],
  ["9", "API rate limit: 100 requests per minute", async () => {
    const config = testConfig({ RATE_LIMIT_PER_MINUTE: "100" });
    const quota = memoryQuota(config.rateLimitPerMinute);
    const limited = createApp({ operations: allOperations, config, quota });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"csr":"x"}',
    };
    for (let count = 0; count < 100; count++) {
      assert.equal(
        (await ask("/api/csr/decode", init, limited)).status,
        200,
        `request ${count + 1}`,
      );
    }
    const { status, body, headers } = await ask("/api/csr/decode", init, limited);
    assert.deepEqual([status, body.error], [429, "RATE LIMIT EXCEEDED"]);
    assert(Number(headers.get("retry-after")) > 0);
    assert(headers.get("ratelimit"));
    quota.close();
  }],
  ["6", "The API allows cross-origin use from any origin", async () => {
    const { headers } = await post("csr/decode", { csr: "x" }, { origin: "https://other.example" });
    assert.equal(headers.get("access-control-allow-origin"), "*");
  }],
  ["D2", "`GET /api/openapi.json` is OpenAPI 3.1 from the contracts", async () => {
    const { body } = await ask("/api/openapi.json", {});
    assert.match(String(body.openapi), /^3\.1\./);
  }],
  ["6", "no authentication", async () => {
    const { status, headers } = await post("csr/decode", { csr: csrFixture("p256-sha256") });
    assert.equal(status, 200);
    assert.equal(headers.get("www-authenticate"), null);
  }],
];

describe("specification, API", () => {
  for (const [section, says, check] of STATEMENTS) {
    it(`${section} ${says}`, async () => void await check());
  }
});

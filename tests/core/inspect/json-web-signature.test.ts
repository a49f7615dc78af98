/** JSON Web Signatures with certificates: node:crypto signs, and attackers change headers. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac, createPrivateKey, type KeyObject, sign as nodeSign } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { inspect } from "../../../core/inspect/contract.ts";
import type { SignedFile } from "../../../core/inspect/contract.ts";
import * as schema from "../../../core/inspect/schema.ts";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { SIGNED_AT, signedFileText } from "../../fixtures/signed/index.ts";
import { derOf } from "../../support/cms-maker.ts";

async function objectsOf(...texts: { name: string; text: string }[]) {
  const outcome = await execute(
    operations,
    inspect.name,
    { texts, at: SIGNED_AT },
    createContext({ limits: SERVER_LIMITS }),
    (_, fault) => {
      throw fault;
    },
  );
  assert(outcome.ok, JSON.stringify(outcome));
  const answer = v.parse(schema.inspect.output, outcome.value);
  assert.deepEqual(answer, outcome.value);
  return answer.objects;
}

async function judge(
  text: string,
  ...others: { name: string; text: string }[]
): Promise<SignedFile> {
  const objects = await objectsOf({ name: "token.jws", text }, ...others);
  const [signed] = objects.flatMap((object) => object.signed ?? []);
  assert(signed, "it is not a signed file");
  return signed;
}

const base64 = (pem: string) => derOf(pem).toBase64();
const url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const PAYLOAD = url({ amount: 10 });

interface Party {
  key: KeyObject;
  certificate: string;
}
const party = (certificate: string, key: string): Party => ({
  key: createPrivateKey(key),
  certificate,
});
const ec = party(signedFileText("ec-signer.pem"), signedFileText("ec-signer.key"));
const rsa = party(signedFileText("signer.pem"), signedFileText("signer.key"));

/** Signs with node:crypto as the algorithm says. */
function signatureOf(alg: string, { key }: Party, input: string): string {
  const data = Buffer.from(input);
  const hash = `sha${alg.slice(2)}`;
  if (alg.startsWith("HS")) {
    return createHmac(hash, "secret").update(data).digest("base64url");
  }
  const options = alg.startsWith("ES")
    ? { key, dsaEncoding: "ieee-p1363" as const }
    : alg.startsWith("PS")
    ? { key, padding: 6, saltLength: Number(alg.slice(2)) / 8 }
    : { key };
  return nodeSign(alg.startsWith("Ed") ? null : hash, data, options).toString("base64url");
}

interface Parts {
  by?: Party;
  header?: Record<string, unknown>;
  /** The algorithm that signs, if the header names another one. */
  signedWith?: string;
  payload?: string;
}

function compact({ by = ec, header = {}, signedWith, payload = PAYLOAD }: Parts = {}): string {
  const whole: Record<string, unknown> = { alg: "ES256", x5c: [base64(by.certificate)], ...header };
  const head = url(whole);
  const signature = signatureOf(signedWith ?? String(whole.alg), by, `${head}.${payload}`);
  return `${head}.${payload}.${signature}`;
}

const failure = async (text: string, pattern: RegExp) => {
  const { outcome, message, signers: [{ signature }] } = await judge(text);
  assert.deepEqual([outcome, signature.outcome], ["fails", "fails"], message);
  assert.match(message, pattern);
};

describe("JSON Web Signatures by node:crypto", () => {
  for (
    const [alg, by] of [
      ["ES256", ec],
      ["RS256", rsa],
      ["RS512", rsa],
      ["PS256", rsa],
      ["PS384", rsa],
    ] as const
  ) {
    it(`with ${alg} hold`, async () => {
      const signed = await judge(compact({ by, header: { alg } }));
      assert.equal(signed.signers[0].signature.outcome, "holds");
      assert.match(signed.message, /^"(?:Carl Curve|Ada Signer)" signed the content\./);
      assert.equal(signed.format, "JWS");
    });
  }

  it("with ES384, ES512 and EdDSA hold", async () => {
    for (
      const [alg, name] of [["ES384", "p384"], ["ES512", "p521"], ["EdDSA", "ed25519"]] as const
    ) {
      const by = party(matchFile(`${name}-certificate.pem`), matchFile(`${name}-pkcs8-key.pem`));
      const head = url({ alg, x5c: [base64(by.certificate)] });
      const hash = alg === "ES384" ? "sha384" : "sha512";
      const data = Buffer.from(`${head}.${PAYLOAD}`);
      const signature = alg === "EdDSA"
        ? nodeSign(null, data, by.key)
        : nodeSign(hash, data, { key: by.key, dsaEncoding: "ieee-p1363" });
      const signed = await judge(`${head}.${PAYLOAD}.${signature.toString("base64url")}`);
      assert.equal(signed.signers[0].signature.outcome, "holds", alg);
    }
  });

  it("with several signers as JSON are judged one by one", async () => {
    const signatures = [ec, rsa].map((by) => {
      const alg = by === ec ? "ES256" : "RS256";
      const head = url({ alg });
      const signature = signatureOf(alg, by, `${head}.${PAYLOAD}`);
      return { protected: head, header: { x5c: [base64(by.certificate)] }, signature };
    });
    const good = await judge(JSON.stringify({ payload: PAYLOAD, signatures }));
    assert.deepEqual(good.signers.map(({ signature }) => signature.outcome), ["holds", "holds"]);
    signatures[1].signature = signatures[0].signature;
    const bad = await judge(JSON.stringify({ payload: PAYLOAD, signatures }));
    assert.equal(bad.outcome, "fails");
    assert.match(bad.message, /^1 of 2 signatures is not valid\./);
  });

  it("give their certificates as objects", async () => {
    const objects = await objectsOf({ name: "token.jws", text: compact() });
    assert.deepEqual(objects.map(({ kind, name }) => [kind, name]), [
      ["jws", ""],
      ["certificate", "Carl Curve"],
    ]);
  });

  it("that are detached find their content, also if it is not encoded (RFC 7797)", async () => {
    const letter = { name: "letter.txt", text: signedFileText("letter.txt") };
    const detached = (token: string) =>
      `${token.slice(0, token.indexOf("."))}..${token.slice(token.lastIndexOf(".") + 1)}`;
    const encoded = detached(compact({ payload: url(letter.text) }));
    assert.equal((await judge(encoded)).content.state, "missing");
    assert.equal((await judge(encoded, letter)).signers[0].signature.outcome, "holds");
    const header = { b64: false, crit: ["b64"] };
    const raw = detached(compact({ payload: letter.text, header }));
    const signed = await judge(raw, letter);
    assert.equal(signed.signers[0].signature.outcome, "holds");
    assert.equal(signed.content.file, "letter.txt");
    const other = await judge(raw, { name: "other.txt", text: "something else" });
    assert.equal(other.outcome, "fails");
  });
});

describe("JSON Web Signatures of an attacker", () => {
  it("with another payload do not hold", async () => {
    const [head, , signature] = compact().split(".");
    await failure(`${head}.${url({ amount: 99 })}.${signature}`, /is not valid|is wrong/);
  });

  it("without a signature do not hold, whatever the algorithm is called", async () => {
    const head = url({ alg: "none", x5c: [base64(ec.certificate)] });
    await failure(`${head}.${PAYLOAD}.`, /The algorithm is none: the message is not signed/);
  });

  it("with a shared secret prove nothing about a certificate", async () => {
    await failure(compact({ header: { alg: "HS256" } }), /HS256 uses a shared secret/);
    // Without a certificate it claims nothing that could be wrong.
    const { outcome, message } = await judge(compact({ header: { alg: "HS256", x5c: undefined } }));
    assert.equal(outcome, "unknown");
    assert.match(message, /HS256 uses a shared secret, and this tool does not have it/);
  });

  it("with a key or an address in the header are not verified by them", async () => {
    const jwk = ec.key.export({ format: "jwk" });
    const head = { jwk: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, x5c: undefined };
    const signed = await judge(compact({ header: head }));
    assert.deepEqual([signed.outcome, signed.signers[0].signature.outcome], ["unknown", "unknown"]);
    assert.match(signed.message, /has no certificate \(x5c\)/);
    // The certificate is another one than the key in the header.
    const header = { ...head, x5c: [base64(rsa.certificate)] };
    await failure(compact({ header }), /The algorithm ES256 does not match the key/);
  });

  it("with an algorithm that does not fit the key do not hold", async () => {
    const header = { alg: "ES384" };
    await failure(compact({ header, signedWith: "ES256" }), /ES384 does not match the key/);
    await failure(compact({ by: rsa, header: { alg: "ES256" }, signedWith: "RS256" }), /ES256/);
  });

  it("with a critical extension that is unknown are refused", async () => {
    await failure(compact({ header: { crit: ["exp"], exp: 1 } }), /critical extension/);
    await failure(compact({ header: { crit: [] } }), /crit must name at least one/);
    await failure(
      compact({ header: { b64: false } }),
      /b64 must be true or false, and named in crit/,
    );
  });

  it("with an unprotected algorithm or an ambiguous header are refused", async () => {
    const head = url({ kid: "1" });
    const open = { alg: "ES256", x5c: [base64(ec.certificate)] };
    const signature = signatureOf("ES256", ec, `${head}.${PAYLOAD}`);
    const text = (protectedText: string, header: unknown) =>
      JSON.stringify({ payload: PAYLOAD, protected: protectedText, header, signature });
    await failure(text(head, open), /protected header does not name an algorithm/);
    const twice = url({ alg: "ES256" });
    await failure(text(twice, open), /occurs twice: once protected and once not/);
  });

  it("with a member that occurs twice cannot be verified: programs read one or the other", async () => {
    const head = url({ alg: "ES256", x5c: [base64(ec.certificate)] });
    const signature = signatureOf("ES256", ec, `${head}.${PAYLOAD}`);
    const whole = JSON.stringify({ payload: PAYLOAD, protected: head, signature });
    assert.equal((await judge(whole)).signers[0].signature.outcome, "holds");
    const other = url({ amount: 1_000_000 });
    for (
      const text of [
        whole.replace("{", `{"payload":"${other}",`),
        whole.replace("{", `{"p\\u0061yload" : "${other}",`),
        whole.replace("{", `{"protected":"${url({ alg: "none" })}",`),
        whole.replace("{", '{"header":{"a":1,"a":2},'),
      ]
    ) {
      const { outcome, message, signers: [{ signature }] } = await judge(text);
      assert.deepEqual([outcome, signature.outcome], ["unknown", "unknown"], message);
      assert.match(message, /twice, and programs read one or the other/);
    }
    const twice = url(`{"alg":"none","alg":"ES256","x5c":["${base64(ec.certificate)}"]}`);
    const signed = `${twice}.${PAYLOAD}.${signatureOf("ES256", ec, `${twice}.${PAYLOAD}`)}`;
    await failure(signed, /parameter of the protected header occurs twice/);
  });

  it("in DER instead of two halves do not hold", async () => {
    const head = url({ alg: "ES256", x5c: [base64(ec.certificate)] });
    const data = Buffer.from(`${head}.${PAYLOAD}`);
    const signature = nodeSign("sha256", data, ec.key).toString("base64url");
    await failure(`${head}.${PAYLOAD}.${signature}`, /does not have the length/);
  });

  it("with a weak RSA key do not hold (RFC 7518, 3.3)", async () => {
    const weak = party(
      Deno.readTextFileSync(new URL("../../fixtures/signed/weak.pem", import.meta.url)),
      Deno.readTextFileSync(new URL("../../fixtures/signed/weak.key", import.meta.url)),
    );
    await failure(compact({ by: weak, header: { alg: "RS256" } }), /at least 2048 bits/);
  });
});

it("other JSON and other dotted texts are not taken for signatures", async () => {
  for (const text of ['{"signature":"x","other":1}', "eyJ.eyJ.eyJ", "www.example.com", "a.b.c"]) {
    const objects = await objectsOf({ name: "text", text });
    assert(objects.every(({ kind }) => kind !== "jws"), text);
  }
});

describe("JSON Web Signatures in other text", () => {
  const token = compact();
  const changed = `${token.slice(0, token.lastIndexOf("."))}.${"A".repeat(86)}`;
  const TEXTS: [what: string, text: (token: string) => string, path: string | undefined][] = [
    ["JSON", (jws) => `{"access_token": "${jws}", "expires_in": 300}`, "access_token"],
    [
      "a header of HTTP",
      (jws) => `GET / HTTP/1.1\r\nAuthorization: Bearer ${jws}\r\n\r\n`,
      undefined,
    ],
    ["YAML", (jws) => `users:\n- name: jo\n  token: ${jws}\n`, undefined],
    ["an address", (jws) => `https://www.example.com/?token=${jws}&page=2`, undefined],
    ["prose", (jws) => `The token is ${jws}. It expires soon.`, undefined],
  ];
  for (const [what, text, path] of TEXTS) {
    it(`are judged in ${what}`, async () => {
      for (const [jws, outcome] of [[token, "holds"], [changed, "fails"]] as const) {
        const objects = await objectsOf({ name: "text.txt", text: text(jws) });
        const message = objects.find(({ kind }) => kind === "jws");
        assert.equal(message?.signed?.signers[0].signature.outcome, outcome);
        if (path !== undefined) assert.equal(message.places[0].path, path);
        // Its certificate is listed once.
        assert.equal(objects.filter(({ kind }) => kind === "certificate").length, 1);
      }
    });
  }

  it("are not sought where no certificate is named, or five parts are encrypted", async () => {
    const bare = compact({ header: { x5c: undefined } });
    for (const text of [`{"token": "${bare}"}`, `{"token": "${token}.${PAYLOAD}.${PAYLOAD}"}`]) {
      const objects = await objectsOf({ name: "text.txt", text });
      assert.deepEqual(objects.filter(({ kind }) => kind === "jws"), []);
    }
  });

  it("are found in linear time", async () => {
    const text = `${"ey.".repeat(100_000)} ${"eyJ".repeat(100_000)} ${token}`;
    const objects = await objectsOf({ name: "text.txt", text });
    assert.equal(objects.filter(({ kind }) => kind === "jws").length, 1);
  });
});

describe("other signatures in text", () => {
  const messagesOf = async (text: string) => {
    const outcome = await execute(
      operations,
      inspect.name,
      { texts: [{ name: "text.xml", text }], at: SIGNED_AT },
      createContext({ limits: SERVER_LIMITS }),
    );
    assert(outcome.ok, JSON.stringify(outcome));
    return v.parse(schema.inspect.output, outcome.value).setAside.map(({ message }) => message);
  };
  const certificate = base64(ec.certificate);
  const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";

  it("are named as not judged", async () => {
    for (const prefix of ["ds:", ""]) {
      const xmlns = prefix === "" ? "xmlns" : "xmlns:ds";
      const text = `<r><${prefix}Signature ${xmlns}="${XMLDSIG}"><${prefix}SignatureValue>AAAA` +
        `</${prefix}SignatureValue><${prefix}X509Certificate>${certificate}</${prefix}X509Certificate>` +
        `</${prefix}Signature></r>`;
      assert.match((await messagesOf(text)).join(), /XML signature.*not judge.*xmlsec1/);
    }
    const ssh = "-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n";
    assert.match((await messagesOf(ssh)).join(), /SSH signature.*not judge.*ssh-keygen -Y/);
  });

  it("are not named in a text that only has a key of XML Signature", async () => {
    const text = `<ds:KeyInfo xmlns:ds="${XMLDSIG}"><ds:X509Certificate>${certificate}` +
      "</ds:X509Certificate></ds:KeyInfo>";
    assert.deepEqual(await messagesOf(text), []);
  });
});

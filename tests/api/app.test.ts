import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createApp } from "../../api/app.ts";
import { refusalBody } from "../../api/http/envelope.ts";
import { STATUS } from "../../api/http/errors.ts";
import { contract } from "../../core/kernel/contract.ts";
import { OperationError } from "../../core/kernel/errors.ts";
import { bind, registry } from "../../core/kernel/execute.ts";
import { fields, requiredText } from "../../core/kernel/fields.ts";
import * as TEXT from "../../core/texts.ts";
import { containerFile, matchFile } from "../fixtures/match/index.ts";
import { allOperations, testConfig } from "../support/server.ts";

const SECRET = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";

const schema = {
  input: fields({ text: requiredText("Text") }),
  output: v.object({ text: v.string() }),
};
const echo = contract<typeof schema>({
  name: "test/echo",
  summary: "Answers what it was asked.",
  failure: "Failed to echo",
});
const top = { ...echo, name: "test/top", envelope: "top" as const };
const onDevice = { ...echo, name: "test/device", runs: "device" as const };
const refusing = { ...echo, name: "test/refusing" };
const broken = { ...echo, name: "test/broken" };

const faults: string[] = [];

function app(environment: Record<string, string> = {}) {
  return createApp({
    operations: registry([
      bind(echo, schema, () => Promise.resolve((input) => input)),
      bind(top, schema, () => Promise.resolve((input) => input)),
      bind(onDevice, schema, () => Promise.resolve((input) => input)),
      bind(refusing, schema, () =>
        Promise.resolve(() => {
          throw new OperationError("host_timeout", "Host too slow.", "text");
        })),
      bind(broken, schema, () =>
        Promise.resolve(() => {
          throw new Error(`cannot read ${SECRET}`);
        })),
    ]),
    config: testConfig(environment),
    onFault: (name) => faults.push(name),
  });
}

async function call(
  path: string,
  init: RequestInit = {},
  environment: Record<string, string> = {},
) {
  const response = await app(environment).request(`http://localhost:8000${path}`, init);
  const text = await response.text();
  return { response, status: response.status, text, body: text ? JSON.parse(text) : null };
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return call(path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}

describe("api envelope", () => {
  it("puts the value under data", async () => {
    const { status, body, response } = await post("/api/test/echo", '{"text":"a"}');
    assert.equal(status, 200);
    assert.deepEqual(body, { success: true, data: { text: "a" } });
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  });

  it("puts the value at the top level if the contract says so", async () => {
    const { body } = await post("/api/test/top", '{"text":"a"}');
    assert.deepEqual(body, { success: true, text: "a" });
  });

  it("answers a validation failure with the field's issue", async () => {
    for (const input of ["{}", '{"text":null}', '{"text":"  "}']) {
      const { status, body } = await post("/api/test/echo", input);
      assert.equal(status, 400);
      assert.deepEqual(body, {
        success: false,
        error: "TEXT IS REQUIRED",
        message: "Text is required",
        code: "invalid_input",
        issues: [{ path: "text", message: "TEXT IS REQUIRED", text: "Text is required" }],
      });
    }
  });

  it("refuses a value of another type without echoing it", async () => {
    const { status, text, body } = await post("/api/test/echo", `{"text":["${SECRET}"]}`);
    assert.equal(status, 400);
    assert.equal(body.error, "TEXT MUST BE A STRING");
    assert(!text.includes(SECRET));
  });

  it("maps an operation's code to its status", async () => {
    const { status, body } = await post("/api/test/refusing", '{"text":"a"}');
    assert.equal(status, STATUS.host_timeout);
    assert.deepEqual(body, {
      success: false,
      error: "HOST TOO SLOW",
      message: "Host too slow.",
      code: "host_timeout",
      issues: [{ path: "text", message: "HOST TOO SLOW", text: "Host too slow." }],
    });
  });

  it("answers an internal fault with 500 and a fixed text, and reports it", async () => {
    faults.length = 0;
    const { status, text, body } = await post("/api/test/broken", '{"text":"a"}');
    assert.equal(status, 500);
    assert.deepEqual(body, {
      success: false,
      error: "INTERNAL SERVER ERROR",
      code: "internal",
      issues: [],
    });
    assert(!text.includes(SECRET));
    assert.deepEqual(faults, ["test/broken"]);
  });
});

describe("api errors", () => {
  const whole = createApp({ operations: allOperations, config: testConfig() });
  const certificate = matchFile("ed25519-certificate.pem");
  const ed448 = matchFile("ed448-pkcs8-key.pem");
  const cases: [name: string, operation: string, input: object, error: RegExp][] = [
    ["a key", "key/convert", { privateKey: ed448, format: "traditional" }, /^ED448 CANNOT BE/],
    ["a scheme", "match/verify", {
      certificate,
      privateKey: matchFile("unsupported-rc4-key.pem"),
      passphrase: "correct horse",
    }, /PBEWITHSHAAND128BITRC4/],
    ["a command", "match/verify", {
      certificate,
      privateKey: containerFile("unsupported-chacha20-key.pem"),
      passphrase: "correct horse",
    }, /SSH-KEYGEN/],
    ["a value", "certificate/generate", { kind: "root-ca", issuer: "new-ca" }, /SELF-SIGNED/],
    ["a member", "key/convert", {
      privateKey: '{"kty":"OKP","crv":"Ed25519","d":"!","x":"!"}',
      format: "pkcs8",
    }, /MEMBER "[DX]"/],
  ];
  for (const [name, operation, input, error] of cases) {
    it(`are in upper case with ${name} in them, and next to them as a sentence`, async () => {
      const answer = await whole.request(`http://localhost/api/${operation}`, {
        method: "POST",
        body: JSON.stringify(input),
        headers: { "content-type": "application/json" },
      });
      const body = await answer.json();
      assert.match(body.error, error);
      assert.equal(body.error, body.error.toUpperCase());
      assert.notEqual(body.message, body.error);
      assert.equal(body.message.toUpperCase(), body.error);
      const [{ message, text }] = body.issues;
      assert.deepEqual({ message, text }, { message: body.error, text: body.message });
    });
  }

  it("are in upper case whatever the text", () => {
    const texts = Object.values(TEXT).filter((text) => typeof text === "string");
    for (const message of texts) {
      const { error } = JSON.parse(refusalBody({ code: "invalid_input", message }));
      assert.equal(error, error.toUpperCase());
      assert(message.toUpperCase().startsWith(error));
    }
  });
});

describe("api refusals", () => {
  const add = (
    name: string,
    result: () => ReturnType<typeof call>,
    status: number,
    error: string,
  ) =>
    it(name, async () => {
      const answer = await result();
      assert.equal(answer.status, status);
      assert.equal(answer.body.success, false);
      assert.equal(answer.body.error, error);
      assert.deepEqual(answer.body.issues, []);
    });

  add("unknown endpoint", () => post("/api/nope", "{}"), 404, "ENDPOINT NOT FOUND");
  add("the base path", () => call("/api"), 404, "ENDPOINT NOT FOUND");
  add("a name from the prototype", () => post("/api/__proto__", "{}"), 404, "ENDPOINT NOT FOUND");
  add("a tool of the device", () => post("/api/test/device", "{}"), 404, "ENDPOINT NOT FOUND");
  add("GET of an operation", () => call("/api/test/echo"), 405, "METHOD NOT ALLOWED");
  add(
    "no content type",
    () => call("/api/test/echo", { method: "POST", body: new TextEncoder().encode("{}") }),
    415,
    "CONTENT TYPE MUST BE APPLICATION/JSON",
  );
  add(
    "a form",
    () => post("/api/test/echo", "text=a", { "content-type": "application/x-www-form-urlencoded" }),
    415,
    "CONTENT TYPE MUST BE APPLICATION/JSON",
  );
  add(
    "another charset",
    () => post("/api/test/echo", "{}", { "content-type": "application/json; charset=latin1" }),
    415,
    "CONTENT TYPE MUST BE APPLICATION/JSON",
  );
  add(
    "a content coding",
    () => post("/api/test/echo", "{}", { "content-encoding": "gzip" }),
    415,
    "CONTENT ENCODING IS NOT SUPPORTED",
  );
  add("malformed JSON", () => post("/api/test/echo", "{"), 400, "REQUEST BODY MUST BE VALID JSON");
  add("an empty body", () => post("/api/test/echo", ""), 400, "REQUEST BODY MUST BE VALID JSON");
  add(
    "a body that is not UTF-8",
    () => post("/api/test/echo", new Uint8Array([0x22, 0xff, 0x22])),
    400,
    "REQUEST BODY MUST BE UTF-8",
  );
  for (const body of ["[]", "null", "1", '"a"', "true"]) {
    add(
      `the JSON value ${body}`,
      () => post("/api/test/echo", body),
      400,
      "REQUEST BODY MUST BE A JSON OBJECT",
    );
  }
  add(
    "an announced size over the limit",
    () => post("/api/test/echo", "{}", { "content-length": String(1024 * 1024 + 1) }),
    413,
    "REQUEST BODY TOO LARGE",
  );

  it("names the allowed methods", async () => {
    const { response } = await call("/api/test/echo", { method: "PUT" });
    assert.equal(response.headers.get("allow"), "POST, OPTIONS");
  });

  it("accepts exactly 1 MiB and refuses a byte more", async () => {
    const filler = (length: number) => `{"text":"a"${" ".repeat(length - 12)}}`;
    assert.equal((await post("/api/test/echo", filler(1024 * 1024))).status, 200);
    assert.equal((await post("/api/test/echo", filler(1024 * 1024 + 1))).status, 413);
  });

  it("stops reading a stream that exceeds the limit", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const { status } = await post("/api/test/echo", endless);
    assert.equal(status, 413);
    assert(pulled < 64, `${pulled} chunks were read`);
  });
});

describe("api cross-origin rules", () => {
  const foreign = { origin: "https://elsewhere.example" };
  const request = (headers: Record<string, string>): RequestInit => ({
    method: "POST",
    body: '{"text":"a"}',
    headers: { "content-type": "application/json", ...headers },
  });

  it("lets any origin call the API", async () => {
    const { response } = await call("/api/test/echo", request(foreign));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
  });

  it("answers a preflight", async () => {
    const { response } = await call("/api/test/echo", {
      method: "OPTIONS",
      headers: {
        ...foreign,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.get("access-control-allow-headers"), "Content-Type");
  });

  it("gives CORS headers on errors, so that a page can read them", async () => {
    const { response } = await call("/api/nope", request(foreign));
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
  });

  it("disables CORS and refuses foreign origins on a server in a private network", async () => {
    const inside = { ALLOW_PRIVATE_NETWORK: "1" };
    const { response } = await call("/api/test/echo", request(foreign), inside);
    assert.equal(response.status, 403);
    assert.equal(response.headers.get("access-control-allow-origin"), null);
    const own = await call("/api/test/echo", request({ origin: "http://localhost:8000" }), inside);
    assert.equal(own.status, 200);
    const tool = await call("/api/test/echo", request({}), inside);
    assert.equal(tool.status, 200);
  });

  it("allows configured origins on a server in a private network", async () => {
    const { response } = await call("/api/test/echo", request(foreign), {
      ALLOW_PRIVATE_NETWORK: "1",
      CORS_ORIGINS: "https://elsewhere.example",
    });
    assert.equal(response.status, 200);
    assert.equal(
      response.headers.get("access-control-allow-origin"),
      "https://elsewhere.example",
    );
  });

  it("refuses a foreign Host only on a server in a private network", async () => {
    const ask = (environment: Record<string, string>) =>
      app(environment).request("http://rebound.example/api/test/echo", request({}));
    assert.equal((await ask({})).status, 200);
    assert.equal((await ask({ ALLOW_PRIVATE_NETWORK: "1" })).status, 403);
    assert.equal(
      (await ask({ ALLOW_PRIVATE_NETWORK: "1", PUBLIC_HOSTS: "rebound.example" })).status,
      200,
    );
  });
});

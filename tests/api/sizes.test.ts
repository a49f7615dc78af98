/** Limits on the bytes of requests and answers. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { ByteAccount } from "../../api/byte-account.ts";
import type { Compute } from "../../api/compute/compute.ts";
import { MAX_BODY_BYTES, readBody } from "../../api/http/body.ts";
import { MAX_ANSWER_BYTES, refusalAnswer, successAnswer } from "../../api/http/envelope.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { operations } from "../../core/operations.ts";
import { STATUS } from "../../api/http/errors.ts";
import * as TEXT from "../../core/texts.ts";
import { HOSTILE_BODIES } from "../support/hostile-bodies.ts";
import { testConfig } from "../support/server.ts";

const textOf = ({ body }: { body: Uint8Array<ArrayBuffer> }) => new TextDecoder().decode(body);

describe("an answer", () => {
  const around = successAnswer(csrDecode, "").body.length;

  it("may have 2 MiB", () => {
    const { status, body } = successAnswer(csrDecode, "a".repeat(MAX_ANSWER_BYTES - around));
    assert.deepEqual([status, body.length], [200, 2 * 1024 * 1024]);
  });

  it("of one byte more becomes an error with advice, whatever its characters are", () => {
    for (const value of ["a".repeat(MAX_ANSWER_BYTES - around + 1), "ü".repeat(1_200_000)]) {
      const answer = successAnswer(csrDecode, value);
      assert.equal(answer.status, STATUS.too_complex);
      assert.deepEqual(JSON.parse(textOf(answer)), {
        success: false,
        error: TEXT.answerTooLarge.toUpperCase(),
        message: TEXT.answerTooLarge,
        code: "too_complex",
        issues: [],
      });
    }
  });

  it("that is an error keeps its code and message, and omits issues that are too long", () => {
    const issues = Array.from({ length: 50 }, (_, index) => ({
      path: `subjectAltNames.${index}`,
      message: "A".repeat(50_000),
    }));
    const answer = refusalAnswer({ code: "invalid_input", message: "Too much", issues });
    assert.equal(answer.status, STATUS.invalid_input);
    assert.deepEqual(JSON.parse(textOf(answer)), {
      success: false,
      error: "TOO MUCH",
      message: "Too much",
      code: "invalid_input",
      issues: [],
    });
  });

  it("to a request of 1 MiB that would be too long is that error over HTTP", async () => {
    const app = createApp({ operations, config: testConfig() });
    const hostile = HOSTILE_BODIES.find(({ name }) => name === "as many alternative names as fit")!;
    const response = await app.request(`/api/${hostile.operation}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(hostile.input),
    });
    const text = await response.text();
    assert(text.length < 1_000, `${text.length} bytes`);
    assert.deepEqual([response.status, JSON.parse(text).error], [
      STATUS.too_complex,
      TEXT.answerTooLarge.toUpperCase(),
    ]);
  });
});

describe("a body that is still arriving", () => {
  const PIECE = 64 * 1024;

  /** A request with an endless body and no announced length. */
  function endless() {
    const seen = { pulled: 0, cancelled: false };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        seen.pulled += PIECE;
        controller.enqueue(new Uint8Array(PIECE).fill(0x20));
      },
      cancel() {
        seen.cancelled = true;
      },
    }, { highWaterMark: 0 });
    const headers = { "content-type": "application/json" };
    return { seen, request: new Request("http://localhost/", { method: "POST", headers, body }) };
  }

  const hold = (bytes: number) => new ByteAccount().hold("a", bytes);

  it("is read up to 1 MiB and not beyond", async () => {
    const { seen, request } = endless();
    const answer = await readBody(request, hold);
    assert(!answer.ok && answer.error.code === "body_too_large");
    assert.equal(seen.pulled, MAX_BODY_BYTES + PIECE);
    assert(seen.cancelled, "the rest is still being read");
  });

  it("is not read if it announces too many bytes or another type", async () => {
    const cases = [
      ["content-length", String(MAX_BODY_BYTES + 1), "body_too_large"],
      ["content-encoding", "gzip", "content_type"],
      ["content-type", "text/plain", "content_type"],
    ] as const;
    for (const [name, value, code] of cases) {
      const { seen, request } = endless();
      request.headers.set(name, value);
      const answer = await readBody(request, hold);
      assert(!answer.ok && answer.error.code === code, name);
      assert.equal(seen.pulled, 0, name);
    }
  });

  it("takes no memory after its client has left, and after its answer", async () => {
    const MIB = 1024 * 1024;
    const external = () => Deno.memoryUsage().external;
    const headers = { "content-type": "application/json", "content-length": String(MIB) };
    const request = new Request("http://localhost/", { method: "POST", headers });
    const before = external();
    for (let n = 0; n < 32; n++) {
      const answer = await readBody(request, hold, {
        arrive: (take) => Promise.resolve(take(new Uint8Array(10)) && false),
      });
      assert(!answer.ok && answer.error.code === "request_timeout");
    }
    assert(external() - before < 8 * MIB, `${external() - before}`);

    const bodies: Uint8Array[] = [];
    const compute: Compute = {
      ...{ kind: "inline", threads: 0, working: 0, running: () => 0, waiting: () => 0, close() {} },
      run(contract, { body }) {
        bodies.push(body);
        return Promise.resolve(successAnswer(contract, ""));
      },
    };
    const app = createApp({ operations, config: testConfig(), compute });
    const response = await app.request(`/api/${csrDecode.name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    assert.equal(response.status, 200);
    assert.deepEqual(bodies.map(({ length }) => length), [0]);
  });
});

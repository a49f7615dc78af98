import assert from "node:assert/strict";
import { afterEach, describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { memoryQuota, type Quota } from "../../api/http/quota.ts";
import { operations } from "../../core/operations.ts";
import { testConfig } from "../support/server.ts";

/** A `csr/decode` from an address, answered without a socket. */
function caller(environment: Record<string, string>) {
  const config = testConfig(environment);
  const quota = memoryQuota(config.rateLimitPerMinute);
  opened.push(quota);
  const app = createApp({ operations, config, quota });
  return (address: string, headers: Record<string, string> = {}, path = "/api/csr/decode") =>
    app.request(`http://localhost${path}`, {
      method: path === "/api/csr/decode" ? "POST" : "GET",
      ...(path === "/api/csr/decode" ? { body: '{"csr":"x"}' } : {}),
      headers: { "content-type": "application/json", ...headers },
    }, { address });
}

const opened: Quota[] = [];
const close = () => opened.splice(0).forEach((quota) => quota.close());

describe("rate limit", () => {
  afterEach(close);

  it("answers up to the limit and refuses the next request, with the headers of the limit", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "3" });
    for (const left of [2, 1, 0]) {
      const response = await call("192.0.2.1");
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("ratelimit-policy"), '"requests";q=3;w=60');
      assert.match(
        response.headers.get("ratelimit")!,
        new RegExp(`^"requests";r=${left};t=(60|59)$`),
      );
      assert.equal(response.headers.get("retry-after"), null);
    }
    const refused = await call("192.0.2.1", { origin: "https://elsewhere.example" });
    assert.equal(refused.status, 429);
    assert.deepEqual(await refused.json(), {
      success: false,
      error: "RATE LIMIT EXCEEDED",
      code: "rate_limited",
      issues: [],
    });
    assert.match(refused.headers.get("retry-after")!, /^(60|59)$/);
    assert.match(refused.headers.get("ratelimit")!, /^"requests";r=0;t=(60|59)$/);
    assert.equal(refused.headers.get("ratelimit-policy"), '"requests";q=3;w=60');
    // Pages of other sites must be able to read the refusal.
    assert.equal(refused.headers.get("access-control-allow-origin"), "*");
    assert.match(refused.headers.get("access-control-expose-headers")!, /Retry-After/i);
    assert.equal((await call("192.0.2.2")).status, 200);
  });

  it("is 100 per minute by default, and off at 0", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "" });
    assert.match((await call("192.0.2.1")).headers.get("ratelimit-policy")!, /;q=100;w=60$/);
    const unlimited = caller({});
    for (let count = 0; count < 150; count++) {
      const response = await unlimited("192.0.2.1");
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("ratelimit"), null);
    }
  });

  it("starts a new window after a minute", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "1" });
    const realNow = Date.now;
    try {
      assert.equal((await call("192.0.2.1")).status, 200);
      assert.equal((await call("192.0.2.1")).status, 429);
      Date.now = () => realNow() + 59_000;
      assert.equal((await call("192.0.2.1")).status, 429);
      Date.now = () => realNow() + 60_001;
      assert.equal((await call("192.0.2.1")).status, 200);
      assert.equal((await call("192.0.2.1")).status, 429);
    } finally {
      Date.now = realNow;
    }
  });

  it("counts every request to the API except health, the documentation page and preflights", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "1" });
    for (let count = 0; count < 5; count++) {
      assert.equal((await call("192.0.2.1", {}, "/api/health")).status, 200);
      assert.notEqual((await call("192.0.2.1", {}, "/api/docs")).status, 429);
      assert.notEqual((await call("192.0.2.1", {}, "/csr")).status, 429);
      const preflight = await createApp({
        operations,
        config: testConfig({ RATE_LIMIT_PER_MINUTE: "1" }),
        quota: opened[0],
      }).request("http://localhost/api/csr/decode", {
        method: "OPTIONS",
        headers: { origin: "https://a.example", "access-control-request-method": "POST" },
      }, { address: "192.0.2.1" });
      assert.equal(preflight.status, 204);
    }
    assert.equal((await call("192.0.2.1", {}, "/api/nope")).status, 404);
    assert.equal((await call("192.0.2.1", {}, "/api/nope")).status, 429);
    assert.equal((await call("192.0.2.1", {}, "/api/openapi.json")).status, 429);
    assert.equal((await call("192.0.2.1")).status, 429);
  });

  it("ignores X-Forwarded-For if no proxy is trusted", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "5" });
    const statuses: number[] = [];
    for (let host = 1; host <= 8; host++) {
      const header = { "x-forwarded-for": `203.0.113.${host}` };
      statuses.push((await call("192.0.2.1", header)).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it("uses the address from the trusted proxy and ignores items that the client adds on the left", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "2", TRUST_PROXY: "1" });
    const from = (spoofed: string, client: string) =>
      call("10.0.0.1", { "x-forwarded-for": `${spoofed}, ${client}` });
    assert.equal((await from("1.1.1.1", "203.0.113.1")).status, 200);
    assert.equal((await from("2.2.2.2", "203.0.113.1")).status, 200);
    assert.equal((await from("3.3.3.3", "203.0.113.1")).status, 429);
    assert.equal((await from("3.3.3.3", "203.0.113.2")).status, 200);
  });

  it("counts one subscriber's IPv6 addresses together", async () => {
    const call = caller({ RATE_LIMIT_PER_MINUTE: "2" });
    assert.equal((await call("2001:db8:1:2::1")).status, 200);
    assert.equal((await call("2001:db8:1:2:ffff::1")).status, 200);
    assert.equal((await call("2001:db8:1:2::3")).status, 429);
    assert.equal((await call("2001:db8:1:100::1")).status, 200);
  });
});

describe("quota in memory", () => {
  afterEach(close);

  it("drops the oldest counts when there are too many clients", async () => {
    const quota = memoryQuota(2, 1_000);
    opened.push(quota);
    for (let client = 0; client < 1_000; client++) await quota.take(`client ${client}`);
    assert.equal((await quota.take("client 0")).remaining, 0);
    assert.equal((await quota.take("one more")).remaining, 1);
    // The first client's count was dropped for it, the second one's was not.
    assert.equal((await quota.take("client 1")).remaining, 0);
    assert.equal((await quota.take("client 0")).remaining, 1);
  });

  it("does not grow with the number of clients seen", async () => {
    const quota = memoryQuota(2, 1_000);
    opened.push(quota);
    for (let client = 0; client < 20_000; client++) await quota.take(`client ${client}`);
    const remaining = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => quota.take(`client ${19_000 + index}`)),
    );
    assert(remaining.every((taken) => taken.remaining === 0), "the last 1,000 are remembered");
  });
});

import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { ConfigError, readConfig } from "../../api/config.ts";
import { LIST_SOURCES } from "../../core/x509/transparency/list-sources.ts";
import { makeListSigner } from "../support/log-lists.ts";

const read = (environment: Record<string, string>) => readConfig((name) => environment[name]);

describe("config", () => {
  it("has the documented defaults", () => {
    assert.deepEqual(read({}), {
      host: "127.0.0.1",
      port: 8000,
      siteUrl: null,
      rateLimitPerMinute: 100,
      redisUrl: null,
      trustProxy: 0,
      allowPrivateNetwork: false,
      corsOrigins: [],
      publicHosts: [],
      denyNetworks: [],
      dnsServers: [],
      metricsToken: null,
      computeAtOnce: true,
      computeMemory: 1024,
      cpuSecondsPerMinute: 0,
      drainSeconds: 2,
      dataRefreshHours: 24,
      listSources: LIST_SOURCES,
      computeThreads: Math.max(navigator.hardwareConcurrency, 2),
    });
  });

  it("reads every variable", () => {
    const config = read({
      HOST: "::",
      PORT: "80",
      SITE_URL: "https://tools.example.com/",
      RATE_LIMIT_PER_MINUTE: "0",
      REDIS_URL: "redis://:pass@cache:6379/2",
      TRUST_PROXY: "2",
      ALLOW_PRIVATE_NETWORK: "1",
      CORS_ORIGINS: "https://a.example, https://b.example",
      PUBLIC_HOSTS: "tools.example.com",
      DENY_NETWORKS: "203.0.113.0/24,2001:db8::/32",
      DNS_SERVERS: "9.9.9.9, 192.0.2.1:5353, 2620:fe::fe, [2001:db8::1]:5353",
      METRICS_TOKEN: "0123456789abcdef",
      COMPUTE_THREADS: "0",
      COMPUTE_AT_ONCE: "0",
      COMPUTE_MEMORY: "2048",
      CPU_SECONDS_PER_MINUTE: "30",
      DRAIN_SECONDS: "5",
    });
    assert.equal(config.computeThreads, 0);
    assert.equal(config.computeAtOnce, false);
    assert.equal(config.computeMemory, 2048);
    assert.equal(config.cpuSecondsPerMinute, 30);
    assert.equal(config.drainSeconds, 5);
    assert.equal(config.siteUrl, "https://tools.example.com");
    assert.deepEqual(config.corsOrigins, ["https://a.example", "https://b.example"]);
    assert.deepEqual(config.denyNetworks, ["203.0.113.0/24", "2001:db8::/32"]);
    assert.deepEqual(config.dnsServers, [
      { address: "9.9.9.9", port: 53 },
      { address: "192.0.2.1", port: 5353 },
      { address: "2620:fe::fe", port: 53 },
      { address: "2001:db8::1", port: 5353 },
    ]);
    assert.equal(config.allowPrivateNetwork, true);
    assert.equal(config.port, 80);
  });

  it("replaces addresses and keys of the log lists", async () => {
    const { publicKey } = await makeListSigner();
    const url = "https://mirror.example/list.json";
    const changed = { url, signatureUrl: `${url}.sig`, publicKey };
    const { listSources } = read({
      DATA_SOURCES: JSON.stringify({ ctLogs: { chrome: changed, apple: { url } } }),
    });
    const [chrome, apple] = LIST_SOURCES;
    assert.deepEqual(listSources, [
      { ...chrome, ...changed, hasOwnKey: true },
      { ...apple, url },
    ]);
    const [mirrored] = read({ DATA_SOURCES: JSON.stringify({ ctLogs: { chrome: { url } } }) })
      .listSources;
    assert.deepEqual(mirrored, { ...chrome, url });
  });

  it("treats an empty value as unset", () => {
    assert.equal(read({ PORT: "  " }).port, 8000);
  });

  const wrong: [string, string][] = [
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["SITE_URL", "tools.example.com"],
    ["SITE_URL", "https://tools.example.com/path"],
    ["RATE_LIMIT_PER_MINUTE", "1e3"],
    ["REDIS_URL", "http://cache"],
    ["TRUST_PROXY", "yes"],
    ["ALLOW_PRIVATE_NETWORK", "true"],
    ["CORS_ORIGINS", "*"],
    ["PUBLIC_HOSTS", "tools.example.com:8000"],
    ["DENY_NETWORKS", "203.0.113.0"],
    ["DNS_SERVERS", "dns.example.com"],
    ["DNS_SERVERS", "9.9.9.9:0"],
    ["DNS_SERVERS", "9.9.9.9:65536"],
    ["DNS_SERVERS", "[9.9.9.9]:53"],
    ["DNS_SERVERS", "9.9.9.9,[2620:fe::fe"],
    ["METRICS_TOKEN", "short"],
    ["COMPUTE_THREADS", "all"],
    ["COMPUTE_AT_ONCE", "yes"],
    ["COMPUTE_MEMORY", "383"],
    ["CPU_SECONDS_PER_MINUTE", "-1"],
    ["DRAIN_SECONDS", "61"],
    ["DATA_REFRESH_HOURS", "daily"],
    ["DATA_SOURCES", "https://mirror.example/list.json"],
    ["DATA_SOURCES", '{"ctLogs": []}'],
    ["DATA_SOURCES", '{"roots": {}}'],
    ["DATA_SOURCES", '{"ctLogs": {"mozilla": {}}}'],
    ["DATA_SOURCES", '{"ctLogs": {"apple": {"url": "ftp://mirror.example/list"}}}'],
    ["DATA_SOURCES", '{"ctLogs": {"apple": {"uri": "https://mirror.example/list"}}}'],
    ["DATA_SOURCES", '{"ctLogs": {"chrome": {"publicKey": "no key"}}}'],
    ["DATA_SOURCES", '{"ctLogs": {"chrome": {"publicKey": null, "signatureUrl": null}}}'],
  ];
  for (const [name, value] of wrong) {
    it(`refuses ${name}=${value} in one line that names it`, () => {
      assert.throws(() => read({ [name]: value }), (error) => {
        assert(error instanceof ConfigError);
        assert(error.message.startsWith(name));
        assert(!error.message.includes("\n"));
        assert.match(error.message, /accepted/);
        return true;
      });
    });
  }

  it("does not repeat secrets", () => {
    for (
      const [name, value] of [["REDIS_URL", "http://:hunter2@cache"], ["METRICS_TOKEN", "hunter2"]]
    ) {
      assert.throws(() => read({ [name]: value }), (error) => {
        assert(!(error as Error).message.includes("hunter2"));
        return true;
      });
    }
  });
});

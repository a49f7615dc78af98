/** The command check: faults that were planted in live hosts, next to the answers of `openssl s_client`. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { startDns } from "../api/network/dns-server.ts";
import { needs, runProgram } from "../support/programs.ts";
import { ADDRESS, at, behind, DIALOGUES, serve } from "./hosts.ts";
import { ssl } from "./support.ts";

const check = async (host: string, ...more: string[]) => {
  const args = ["check", host, "--address", ADDRESS, "--roots", at("root.pem"), "--json", ...more];
  const { status, out } = await ssl(...args);
  return { status, answer: JSON.parse(out) };
};
const codes = ({ verdict }: { verdict: { statements: { code: string }[] } }) =>
  verdict.statements.map(({ code }) => code);

/** The numbers of the errors with which OpenSSL refuses the same connection. */
async function opensslRefuses(port: number, name: string, ...more: string[]): Promise<number[]> {
  const { stdout, stderr } = await runProgram("openssl", [
    ...["s_client", "-connect", `${ADDRESS}:${port}`, "-servername", name],
    ...["-verify_hostname", name, "-CAfile", at("root.pem"), ...more],
  ]);
  const found = `${stdout}${stderr}`.matchAll(/verify error:num=(\d+)|Verify return code: (\d+)/g);
  const numbers = new Set([...found].map(([, one, two]) => Number(one ?? two)));
  return [...numbers].filter((code) => code > 0).sort();
}

describe("ssl-tools check", needs("openssl"), () => {
  it("finds nothing in a host without a fault, and exits with 0", async () => {
    await using host = await serve("good", "ca.pem");
    const { status, answer } = await check(`good.test:${host.port}`);
    assert.equal(status, 0, codes(answer).join());
    assert.equal(answer.validation.isValid, true);
    assert.deepEqual(answer.source.presented.count, 2);
    assert.equal(answer.source.port, host.port);
    assert.equal(answer.source.url, `https://good.test:${host.port}`);
    assert.deepEqual(await opensslRefuses(host.port, "good.test"), []);
    const soon = await check(`good.test:${host.port}`, "--expires-within", "95d");
    assert.equal(soon.status, 1);
  });

  it("finds an expired certificate, on port 8443", async () => {
    await using host = await serve("expired", "ca.pem", `${ADDRESS}:8443`);
    const { status, answer } = await check("expired.test:8443");
    assert.equal(status, 1);
    assert(codes(answer).includes("expired"), codes(answer).join());
    assert.deepEqual(await opensslRefuses(host.port, "expired.test"), [10]);
  });

  it("finds a certificate for another name", async () => {
    await using host = await serve("good", "ca.pem");
    const { status, answer } = await check(`https://wrong.test:${host.port}/path`);
    assert.equal(status, 1);
    assert(codes(answer).includes("host_name_mismatch"), codes(answer).join());
    assert.deepEqual(await opensslRefuses(host.port, "wrong.test"), [62]);
  });

  it("finds a missing intermediate", async () => {
    await using host = await serve("good", null);
    const { status, answer } = await check(`good.test:${host.port}`);
    assert.equal(status, 1);
    assert.equal(answer.missing[0].index, 0);
    assert.deepEqual(await opensslRefuses(host.port, "good.test"), [20, 21]);
  });

  it("finds a root that is not installed", async () => {
    await using host = await serve("stranger", "other.pem");
    const { status, answer } = await check(`stranger.test:${host.port}`, "--fail-on", "warning");
    assert.equal(status, 1);
    assert(codes(answer).includes("root_private"), codes(answer).join());
    assert.deepEqual(await opensslRefuses(host.port, "stranger.test"), [19]);
  });

  it("finds an expired certificate behind the STARTTLS of each protocol", async () => {
    await using host = await serve("expired", "ca.pem");
    for (const [protocol, dialogue] of Object.entries(DIALOGUES)) {
      await using front = behind(dialogue, host.port);
      const { status, answer } = await check(`expired.test:${front.port}`, "--starttls", protocol);
      assert.equal(status, 1, protocol);
      assert(codes(answer).includes("expired"), protocol);
      assert.equal(answer.source.url, `${protocol}://expired.test:${front.port}`);
      const refused = await opensslRefuses(front.port, "expired.test", "-starttls", protocol);
      assert.deepEqual(refused, [10], protocol);
    }
  });

  it("says why a server does not come to TLS, and exits with 3", async () => {
    const refusals = {
      smtp: { greeting: "220 a\r\n", reply: () => "250 no STARTTLS here\r\n" },
      imap: { greeting: "* BYE\r\n", reply: () => "" },
      pop3: { greeting: "+OK\r\n", reply: () => "-ERR\r\n" },
      postgres: { greeting: "", reply: () => "N" },
      ldap: {
        greeting: "",
        reply: () => "\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x02\x04\x00\x04\x00",
      },
    };
    for (const [protocol, dialogue] of Object.entries(refusals)) {
      await using front = behind(dialogue, 1);
      const { status, answer } = await check(`a.test:${front.port}`, "--starttls", protocol);
      assert.equal(status, 3, protocol);
      const [{ error }] = answer;
      assert.equal(error.code, "host_without_tls", protocol);
      assert(error.message.includes(`STARTTLS on port ${front.port}`), error.message);
    }
  });

  it("refuses text after the last reply, which TLS would not protect", async () => {
    const injected = { greeting: "+OK\r\n", reply: () => "+OK\r\n+OK injected\r\n" };
    await using front = behind(injected, 1);
    const { answer } = await check(`a.test:${front.port}`, "--starttls", "pop3");
    assert.equal(answer[0].error.code, "host_without_tls");
  });

  it("checks several hosts, one of them out of reach", async () => {
    await using host = await serve("good", "ca.pem");
    const args = [`good.test:${host.port}`, "good.test:1", "--address", ADDRESS];
    const { status, out } = await ssl("check", ...args, "--roots", at("root.pem"), "--json");
    const [first, second] = JSON.parse(out);
    assert.equal(first.answer.validation.isValid, true);
    assert.equal(second.error.code, "host_unreachable");
    assert(second.error.message.includes("port 1"), second.error.message);
    assert.equal(status, 3);
  });

  it("opens no connection with --offline, and exits with 2 for a text that names no host", async () => {
    for (
      const args of [
        ["good.test", "--offline"],
        ["a b"],
        ["good.test:99999"],
        ["user@good.test"],
        ["good.test", "--starttls", "gopher"],
        ["good.test", "--address", "good.test"],
      ]
    ) assert.equal((await ssl("check", ...args)).status, 2, args.join(" "));
    assert.equal((await ssl("caa", "check", "good.test", "--offline")).status, 2);
  });
});

describe("ssl-tools caa check", () => {
  it("reads the records that a name server publishes", async () => {
    await using dns = await startDns({}, {
      caa: { "shop.example.com": { issue: ["sectigo.com"] } },
    });
    const args = ["caa", "check", "shop.example.com", "--dns", `127.0.0.1:${dns.port}`, "--json"];
    const { out, status } = await ssl(...args);
    assert.equal(status, 0, out);
    assert.deepEqual(JSON.parse(out).records.map(({ value }: { value: string }) => value), [
      "sectigo.com",
    ]);
    assert.deepEqual(dns.asked, ["shop.example.com CAA"]);
  });
});

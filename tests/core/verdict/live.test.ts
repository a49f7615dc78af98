/** Whether a server sends a certificate: answers of `openssl s_client`, judged by their codes. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import type { GeneratedCertificate } from "../../../core/certificate/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { once } from "../../../core/kernel/once.ts";
import { operations } from "../../../core/operations.ts";
import {
  hidesCertificates,
  judgeLive,
  readClientFault,
  type SentChain,
} from "../../../core/verdict/live.ts";
import { generated } from "../../fixtures/certificate/generate.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { freePort } from "../../support/ports.ts";
import { needs, runProgram } from "../../support/programs.ts";

async function analyzed(input: object): Promise<SentChain> {
  const outcome = await execute(operations, "chain/analyze", input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as SentChain;
}

/** The certificates of a text, each in PEM. */
const pemsIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];

/** Judges as the page does: the root of the expected chain is trusted. */
async function judged(expected: string, sent: string, hostname = "") {
  const own = await analyzed({ certificate: expected });
  const root = pemsIn(expected).at(-1);
  const asked = hostname === "" ? {} : { hostname };
  const answer = await analyzed({ certificate: sent, roots: root, ...asked });
  const pasted = { ...answer, hidesCertificates: hidesCertificates(sent) };
  return judgeLive(own.certificate, pasted, hostname || null);
}

const codeOf = async (...given: Parameters<typeof judged>) =>
  (await judged(...given)).headline.code;

/** An intermediate CA below a root, and a server's certificate. */
const laboratory = once(async () => {
  const ca = await generated({ kind: "intermediate-ca", names: ["lab.test"], keepCaKey: true });
  const below = (input: object): Promise<GeneratedCertificate> =>
    generated({
      issuer: "existing-ca",
      caCertificate: ca.chain,
      caPrivateKey: ca.privateKey!,
      ...input,
    });
  const made = await below({ names: ["nas.lab.test"] });
  const [leaf, intermediate, root] = pemsIn(made.chain);
  return { below, made, leaf, intermediate, root };
});

describe("a certificate that a server should send", () => {
  it("works if it is sent with its chain, with or without the root", async () => {
    const { made, leaf, intermediate } = await laboratory();
    for (const sent of [made.chain, leaf + intermediate]) {
      const { headline, level } = await judged(made.chain, sent, "nas.lab.test");
      assert.equal(headline.code, "live_current");
      assert.equal(level, "good");
      assert.equal("isSeenFromHere" in headline.facts && headline.facts.isSeenFromHere, false);
    }
  });

  it("is seen from here if our server read it", async () => {
    const { made, root } = await laboratory();
    const own = await analyzed({ certificate: made.chain });
    const { headline } = judgeLive(own.certificate, {
      ...await analyzed({ certificate: made.chain, roots: root }),
      source: { hostname: "nas.lab.test" },
    });
    assert("isSeenFromHere" in headline.facts && headline.facts.isSeenFromHere);
  });

  it("is incomplete without its intermediate, also if our server fetched it", async () => {
    const { made, leaf, root } = await laboratory();
    const { headline } = await judged(made.chain, leaf);
    assert.equal(headline.code, "live_incomplete");
    const missing = new X509Certificate(leaf).issuer.match(/CN=(.+)/)![1];
    assert.equal("issuer" in headline.facts && headline.facts.issuer, missing);
    const own = await analyzed({ certificate: made.chain });
    const all = await analyzed({ certificate: made.chain, roots: root });
    const chain = all.chain.map((entry, at) => ({ ...entry, fetchedViaAIA: at === 1 }));
    assert.equal(judgeLive(own.certificate, { ...all, chain }).headline.code, "live_incomplete");
  });

  it("is not the one that is sent: an older, a newer, or one for other names", async () => {
    const { below, made } = await laboratory();
    const renewed = await below({ names: ["NAS.lab.test", "x.lab.test"] });
    const older = await analyzed({ certificate: made.chain });
    const renewal = await analyzed({ certificate: renewed.chain });
    // Both were issued in the same minute.
    const certificate = { ...renewal.certificate, notBefore: "2036-01-01T00:00:00Z" };
    const newer = { ...renewal, certificate };
    assert.equal(judgeLive(newer.certificate, older).headline.code, "live_old");
    assert.equal(judgeLive(older.certificate, newer).headline.code, "live_newer");
    const other = await below({ names: ["wiki.lab.test"] });
    assert.equal(await codeOf(made.chain, other.chain), "live_other");
  });

  it("is refused for another name, and after its end", async () => {
    const { made, root } = await laboratory();
    const { headline, cause, level } = await judged(made.chain, made.chain, "wiki.lab.test");
    assert.deepEqual(
      [headline.code, cause.map(({ code }) => code), level],
      ["live_refused", ["host_name_mismatch"], "bad"],
    );
    const own = await analyzed({ certificate: made.chain });
    const late = await analyzed({
      certificate: made.chain,
      roots: root,
      at: new Date(Date.parse(made.notAfter) + 86_400_000).toISOString().replace(/\.\d+/, ""),
    });
    const expired = judgeLive(own.certificate, late);
    assert.deepEqual(
      [expired.headline.code, expired.cause[0].code],
      ["live_refused", "expired"],
    );
  });

  it("is read from what openssl s_client says", needs("openssl"), async () => {
    const { made, leaf, intermediate } = await laboratory();
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/leaf.pem`, leaf);
      await Deno.writeTextFile(`${folder}/chain.pem`, intermediate);
      await Deno.writeTextFile(`${folder}/key.pem`, made.privateKey!);
      const port = `${freePort()}`;
      const server = new Deno.Command("openssl", {
        args: [
          ...["s_server", "-accept", port, "-cert", `${folder}/leaf.pem`, "-naccept", "2"],
          ...["-key", `${folder}/key.pem`, "-cert_chain", `${folder}/chain.pem`],
        ],
        // It closes the connection at the end of its input.
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      // It prints ACCEPT when it listens.
      const output = server.stdout[Symbol.asyncIterator]();
      for (let said = ""; !said.includes("ACCEPT");) {
        const { value, done } = await output.next();
        assert(!done, said);
        said += new TextDecoder().decode(value);
      }
      const asked = async (...more: string[]) => {
        const { stdout, stderr } = await runProgram("openssl", [
          ...["s_client", "-connect", `127.0.0.1:${port}`, "-servername", "nas.lab.test", ...more],
        ], "");
        assert.match(stdout, /BEGIN CERTIFICATE/, stderr);
        return stdout;
      };
      const answer = await asked("-showcerts");
      const short = await asked();
      await output.return?.();
      await server.stdin.close();
      await server.status;
      assert.equal(await codeOf(made.chain, answer, "nas.lab.test"), "live_current");
      assert.equal(await codeOf(made.chain, short, "nas.lab.test"), "live_unshown");
      const closed = await runProgram("openssl", ["s_client", "-connect", `127.0.0.1:${port}`], "");
      assert.equal(readClientFault(closed.stdout + closed.stderr), "refused");
    });
  });
});

describe("an answer of openssl s_client without a certificate", () => {
  const cases = {
    host_unknown:
      "40B7:error:8000000:BIO_lookup_ex:system lib: Name or service not known\nconnect:errno=0",
    refused: "4087:error:8000006F:system library:BIO_connect:Connection refused\nconnect:errno=111",
    timeout: "connect:errno=110",
    not_tls:
      "CONNECTED(00000003)\nerror:0A00010B:SSL routines:ssl3_get_record:wrong version number\nno peer certificate available",
    handshake_failed:
      "CONNECTED(00000003)\nerror:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:SSL alert number 40\nno peer certificate available",
    no_certificate: "CONNECTED(00000003)\n---\nno peer certificate available",
  };
  for (const [why, text] of Object.entries(cases)) {
    it(`${why}`, () => assert.equal(readClientFault(text), why));
  }

  it("is nothing that we know, or has a certificate", () => {
    assert.equal(readClientFault("hello"), null);
    assert.equal(readClientFault("Connection refused\n-----BEGIN CERTIFICATE-----"), null);
  });
});

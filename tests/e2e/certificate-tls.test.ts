/** A certificate from the generator in a TLS server, and clients that trust its root, or do not. */
import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, it } from "@std/testing/bdd";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { inFolder } from "../support/certificate-checks.ts";
import { generated } from "../fixtures/certificate/generate.ts";
import { needs, needsAll, runProgram } from "../support/programs.ts";
import { fullOnly } from "../support/matrix.ts";
import { chromiumStore, makeNssStore } from "../support/tls-clients.ts";

const made = await generated({ names: ["localhost", "127.0.0.1"] });

type Met = "request" | "refusal";

/** Serves over TLS while `work` runs; `met` reports the first client's handshake. */
async function serving(work: (port: number, met: Promise<Met>) => Promise<void>) {
  const { promise: met, resolve: meet } = Promise.withResolvers<Met>();
  const server = createServer({ cert: made.chain, key: made.privateKey! }, (_, response) => {
    meet("request");
    response.end("served under a root made here");
  });
  server.on("tlsClientError", () => meet("refusal"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work((server.address() as AddressInfo).port, met);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A store of NSS in this folder, with the root if it is to be trusted. */
async function nssStore(folder: string, trusted: boolean): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const root = `${folder}/root.pem`;
  await Deno.writeTextFile(root, made.ca!.certificate);
  await makeNssStore(folder, trusted ? root : null);
}

/** Runs a browser until it has connected to the server. */
async function visit(
  program: string,
  args: string[],
  env: Record<string, string>,
  met: Promise<Met>,
): Promise<Met> {
  // Debian's command is a script that waits for the browser: both are ended as one process group.
  const child = new Deno.Command(program, {
    ...{ args, env, stdout: "piped", stderr: "null" },
    detached: true,
  }).spawn();
  try {
    return await met;
  } finally {
    Deno.kill(-child.pid, "SIGKILL");
    // The pipe closes when the last process has ended, so none writes into its folder any more.
    await child.output();
  }
}

const options = { sanitizeOps: false, sanitizeResources: false };

describe("certificate in TLS", () => {
  it("openssl s_client takes it for its names, and for no other", {
    ...options,
    ...needs("openssl"),
  }, async () => {
    await serving((port) =>
      inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/root.pem`, made.ca!.certificate);
        const connect = async (...check: string[]) =>
          (await runProgram("openssl", [
            ...["s_client", "-connect", `127.0.0.1:${port}`, "-CAfile", `${folder}/root.pem`],
            ...["-x509_strict", "-verify_return_error", ...check],
          ])).stdout;
        assert.match(
          await connect("-verify_hostname", "localhost"),
          /Verify return code: 0 \(ok\)/,
        );
        assert.match(await connect("-verify_ip", "127.0.0.1"), /Verify return code: 0 \(ok\)/);
        assert.doesNotMatch(await connect("-verify_hostname", "other.test"), /code: 0 \(ok\)/);
      })
    );
  });

  const cases = [true, false].map((trusted) => ({
    trusted,
    says: trusted ? "takes it with the root installed" : "refuses it without the root",
    expected: trusted ? "request" : "refusal",
  }));

  for (const { trusted, says, expected } of cases) {
    it(
      `Chromium ${says}`,
      { ...options, ...needsAll(needs("certutil"), needsBrowser()) },
      async () => {
        const browser = findBrowser()!;
        await serving((port, met) =>
          inFolder(async (home) => {
            await nssStore(chromiumStore(home), trusted);
            const args = [
              ...[...BROWSER_ARGS, "--headless", `--user-data-dir=${home}/profile`],
              `https://localhost:${port}/`,
            ];
            const env = { HOME: home, XDG_CONFIG_HOME: `${home}/.config` };
            assert.equal(await visit(browser, args, env, met), expected);
          })
        );
      },
    );
  }

  for (const { trusted, says, expected } of cases) {
    fullOnly(() =>
      it(`Firefox ${says}`, { ...options, ...needs("firefox-esr", "certutil") }, async () => {
        await serving((port, met) =>
          inFolder(async (home) => {
            await nssStore(`${home}/profile`, trusted);
            const args = [
              ...["--headless", "--no-remote", "--profile", `${home}/profile`],
              `https://localhost:${port}/`,
            ];
            const env = { HOME: home, MOZ_CRASHREPORTER_DISABLE: "1" };
            assert.equal(await visit("firefox-esr", args, env, met), expected);
          })
        );
      })
    );
  }
});

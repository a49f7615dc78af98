/**
 * From the home page to a site that Chromium trusts, with nothing but the page's texts and
 * commands.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { inFolder } from "../support/certificate-checks.ts";
import { BROWSER_ARGS, findBrowser } from "../support/browser.ts";
import { freePort } from "../support/ports.ts";
import { needs, runProgram } from "../support/programs.ts";
import { button, clickForNext, field, section, startDownload, textbox } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

/** Downloads the zip and unpacks it into the folder. */
async function unpack(page: Page, folder: string, action = "Download all (ZIP)"): Promise<void> {
  const download = await startDownload(page, () => button(page, action).click());
  const zip = await download.path();
  // Python's unpacking keeps the modes of Unix, as unzip does.
  const { code, stderr } = await runProgram("python3", ["-c", UNPACK, zip, folder]);
  assert.equal(code, 0, stderr);
}

const UNPACK = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    for info in zip.infolist():
        path = zip.extract(info, sys.argv[2])
        os.chmod(path, info.external_attr >> 16 & 0o777)
`;
import { HEADLINE } from "../support/headlines.ts";

async function copied(page: Page, name: string): Promise<string> {
  await button(page, name).click();
  return await page.evaluate(() => navigator.clipboard.readText());
}

fullBrowserTest("certificate > leads from / to a page that Chromium trusts", async ({ page }) => {
  const browser = findBrowser()!;
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: /^Certificate Generator/ }).click();
  await textbox(page, "Name 1").fill("localhost");
  await button(page, "Generate certificate").click();
  await page.getByRole("heading", { name: HEADLINE.certificate_ready }).waitFor();
  await inFolder(async (folder) => {
    await unpack(page, folder);
    await page.getByRole("tab", { name: "Node.js" }).click();
    const lines = await copied(page, "Copy lines for Node.js");
    // The port that the page suggests may be taken on this machine.
    const port = freePort();
    assert(lines.includes("8443"));
    const told = `.on("listening", () => console.log("listens"))`;
    await Deno.writeTextFile(
      `${folder}/server.mjs`,
      lines.replace("8443", `${port}`).replace(/;\s*$/, `${told};`),
    );
    // A home directory that no browser has used.
    const env = { HOME: folder, XDG_CONFIG_HOME: `${folder}/.config` };
    const trust = new Deno.Command("bash", {
      args: ["-c", await copied(page, "Copy command for Chrome on Linux")],
      cwd: folder,
      env,
    });
    const { code, stderr } = await trust.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const server = new Deno.Command("node", {
      args: ["server.mjs"],
      cwd: folder,
      stdout: "piped",
    }).spawn();
    try {
      const reader = server.stdout.getReader();
      await reader.read();
      reader.releaseLock();
      const shown = await new Deno.Command(browser, {
        args: [
          ...BROWSER_ARGS,
          "--headless",
          `--user-data-dir=${folder}/profile`,
          "--dump-dom",
          `https://localhost:${port}/`,
        ],
        env,
        stderr: "null",
      }).output();
      assert.match(new TextDecoder().decode(shown.stdout), /It works/);
    } finally {
      server.kill();
      await server.stdout.cancel();
      await server.status;
    }
  });
}, { clipboard: true, ...needs("certutil", "node", "bash", "python3") });

fullBrowserTest(
  "certificate > mutual TLS takes six steps, and nothing is lost",
  async ({ page }) => {
    await inFolder(async (folder) => {
      let steps = 0;
      const step = async (work: Promise<unknown>) => {
        steps++;
        await work;
      };
      await step(page.goto("/certificate"));
      await step(page.getByText("Several at once").click());
      await step(field(page, "Name 1 of several").fill("localhost"));
      await step(field(page, "Name 2 of several").fill("alice"));
      await step(button(page, "Generate 2 certificates").click());
      await page.getByRole("heading", { name: "2 certificates are ready" }).waitFor();
      await step(unpack(page, folder, "Download the tray (ZIP)"));
      assert(steps <= 6, `${steps} steps`);
      await page.getByRole("tab", { name: "nginx" }).click();
      const serverLines = await copied(page, "Copy lines for nginx");
      const serverCopies = await copied(page, "Copy commands for the files");
      await button(page, "Show alice").click();
      await page.getByRole("tab", { name: "curl" }).click();
      const curl = await copied(page, "Copy curl command");
      const checkLines = await copied(page, "Copy lines for nginx");
      const checkCopies = await copied(page, "Copy commands for the files");
      const here = (text: string) =>
        text.replaceAll("/etc/ssl/", `${folder}/etc/`).replaceAll("sudo ", "");
      const copy = await runProgram("bash", [
        "-ec",
        `cd ${folder}/localhost\n${here(serverCopies)}\ncd ${folder}/alice\n${here(checkCopies)}`,
      ]);
      assert.equal(copy.code, 0, copy.stderr);
      const { mode } = await Deno.stat(`${folder}/localhost/secret/localhost.key`);
      assert.equal(mode! & 0o777, 0o600);
      const port = freePort();
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
      await Deno.writeTextFile(
        `${folder}/nginx.conf`,
        `pid ${folder}/pid; events {} http { access_log off; ${temporary}
        server { listen 127.0.0.1:${port} ssl; ${here(serverLines)} ${here(checkLines)}
          location / { return 200 $ssl_client_s_dn; } } }`,
      );
      const nginx = ["-c", `${folder}/nginx.conf`, "-e", `${folder}/errors`];
      const started = await runProgram("nginx", nginx);
      assert.equal(started.code, 0, started.stderr);
      try {
        const answer = async (command: string) => {
          const line = command.replace("https://example.com/", `https://localhost:${port}/`);
          return (await runProgram("bash", ["-c", `cd ${folder}/alice && ${line} -s`])).stdout;
        };
        assert.equal(await answer(curl), "CN=alice");
        const nobody = curl.replace(/--cert \S+ --key \S+ /, "");
        assert.match(await answer(nobody), /No required SSL certificate was sent/);
      } finally {
        await runProgram("nginx", [...nginx, "-s", "stop"]);
      }
    });
  },
  { clipboard: true, ...needs("nginx", "curl", "python3", "bash") },
);

browserTest(
  "certificate > a root, an intermediate, a server, clients, and a CRL in one sitting",
  async (
    { page },
  ) => {
    const ready = page.getByRole("heading", { name: HEADLINE.certificate_ready });
    const generate = () => clickForNext(button(page, "Generate certificate"), ready);
    const certificate = () =>
      page.getByRole("region", { name: "Result", exact: true })
        .getByRole("textbox", { name: "Certificate", exact: true }).inputValue();
    const choose = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).selectOption(value);
    await page.goto("/certificate");
    await page.getByText("More options", { exact: true }).click();
    await choose("Kind", "root-ca");
    await textbox(page, "Name 1").fill("lab.test");
    await generate();
    const root = await certificate();
    await button(page, "Sign another with this CA").click();
    await choose("Kind", "intermediate-ca");
    await textbox(page, "Name 1").fill("lab.test");
    await generate();
    const intermediate = await certificate();
    const panel = section(page, "Your CA: lab.test_Intermediate_CA");
    const made: Record<string, string> = {};
    for (const name of ["nas.lab.test", "alice", "bob", "carol"]) {
      const kind = name.includes(".") ? "server" : "client";
      await panel.getByRole("button", { name: `Sign a ${kind}` }).click();
      await textbox(page, "Name 1").fill(name);
      await button(page, "Copy private key").click();
      await generate();
      made[name] = await certificate();
    }
    await panel.getByLabel("bob (TLS client)").selectOption("keyCompromise");
    await panel.getByRole("button", { name: "Make a CRL" }).click();
    const save = panel.getByRole("button", { name: "Download CRL", exact: true });
    const download = await startDownload(page, () => save.click());
    const crl = await Deno.readTextFile(await download.path());
    await panel.getByText("In your CRL. A revocation is final.").waitFor();
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/cas.pem`, root + intermediate);
      await Deno.writeTextFile(`${folder}/crl.pem`, crl);
      const checks: Record<string, boolean> = {};
      for (const [name, text] of Object.entries(made)) {
        const { code } = await runProgram("openssl", [
          ...["verify", "-x509_strict", "-crl_check", "-CRLfile", `${folder}/crl.pem`],
          ...["-CAfile", `${folder}/cas.pem`],
        ], text);
        checks[name] = code === 0;
      }
      assert.deepEqual(checks, { "nas.lab.test": true, alice: true, bob: false, carol: true });
    });
  },
  { clipboard: true, ...needs("openssl") },
);

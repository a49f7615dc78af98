/**
 * The folders for web servers, for Tomcat and for Java on the real servers, each reached with its own test command,
 * and by curl, Java and Chromium.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { TargetId } from "../../../core/targets.ts";
import { FULL_NAME, withBundleServers } from "../../support/bundle-servers.ts";
import { freePort } from "../../support/ports.ts";
import { needsBrowser } from "../../support/browser.ts";
import { needs, needsAll, runProgram } from "../../support/programs.ts";
import {
  chromiumPage,
  chromiumStore,
  compileJavaClient,
  curlPage,
  javaPage,
  makeNssStore,
} from "../../support/tls-clients.ts";
import { apacheAround, nginxAround } from "../../support/web-servers.ts";

/** Servers by the folder of their configuration in /etc, and a whole configuration around the lines. */
const SERVERS: readonly {
  readonly target: TargetId;
  readonly etc: string;
  readonly start: readonly string[];
  readonly write: (port: number, lines: string, folder: string) => string;
}[] = [
  {
    target: "nginx",
    etc: "nginx",
    start: ["nginx", "-e", "FOLDER/nginx.log", "-c", "FILE"],
    write: (port, lines, folder) =>
      nginxAround(folder, [
        `server { listen 127.0.0.1:${port} ssl; ${lines} location / { return 200 works; } }`,
      ]),
  },
  {
    target: "apache",
    etc: "apache2",
    start: ["apache2", "-DFOREGROUND", "-f", "FILE"],
    write: (port, lines, folder) =>
      apacheAround(folder, { [port]: lines }, `AliasMatch ^/ ${folder}/page.txt`),
  },
  {
    target: "haproxy",
    etc: "haproxy",
    start: ["haproxy", "-db", "-f", "FILE"],
    write: (port, lines) =>
      `global
  ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
frontend f
  ${lines.replace(":443", `127.0.0.1:${port}`)}
  http-request return status 200 content-type text/plain string works
`,
  },
  {
    target: "caddy",
    etc: "caddy",
    start: ["caddy", "run", "--adapter", "caddyfile", "--config", "FILE"],
    write: (port, lines) =>
      `{
  admin off
  auto_https off
}
https://localhost:${port}, https://${FULL_NAME}:${port} {
${lines}
respond works
}
`,
  },
];

const PROGRAMS = [
  ...["nginx", "apache2", "caddy", "haproxy", "node", "openssl", "tar", "curl"],
  ...["keytool", "javac", "certutil", "tomcat10-instance-create"],
];

/** A server of Java that takes its keystore from the options of the command line. */
const JAVA_SERVER = `import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
public class Server {
  public static void main(String[] args) throws Exception {
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    server.createContext("/", exchange -> {
      exchange.sendResponseHeaders(200, 5);
      exchange.getResponseBody().write("works".getBytes());
      exchange.close();
    });
    server.start();
  }
}
`;

it("a shuffled folder runs on web servers and in Java", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needsAll(needs(...PROGRAMS), needsBrowser()),
}, (test) =>
  withBundleServers(async ({ folder, here, run, unpack, reached }) => {
    await Deno.writeTextFile(`${folder}/page.txt`, "works");
    const compiled = `${folder}/client`;
    await Deno.mkdir(compiled);
    await compileJavaClient(compiled);
    const home = `${folder}/home`;
    let hasStore = false;
    /** The clients that get the page. They verify chain and name, as the test command does. */
    const clientsAt = async (unpacked: string, url: string) => {
      const root = `${unpacked}/localhost_root.pem`;
      if (!hasStore) await makeNssStore(chromiumStore(home), root);
      hasStore = true;
      const pages = {
        curl: await curlPage(root, url),
        java: await javaPage(compiled, root, url),
        chromium: await chromiumPage(home, url),
      };
      return Object.entries(pages).flatMap(([client, page]) => /works/i.test(page) ? [client] : []);
    };
    const fetched = (unpacked: string, port: number, host = FULL_NAME) => async () => {
      const clients = await clientsAt(unpacked, `https://${host}:${port}/`);
      assert.deepEqual(clients, ["curl", "java", "chromium"]);
    };
    for (const { target, etc, start, write } of SERVERS) {
      await test.step(target, async () => {
        const before = `${folder}/etc/${etc}/before.conf`;
        await Deno.mkdir(`${folder}/etc/${etc}`, { recursive: true });
        await Deno.writeTextFile(before, "before");
        const made = await unpack(target);
        const { answer, unpacked } = made;
        const [copy, lines] = answer.steps;
        await run(unpacked, copy.code!);
        const port = freePort();
        const file = `${folder}/${target}.conf`;
        await Deno.writeTextFile(file, write(port, here(lines.code!), folder));
        const command = start.map((word) => word.replace("FILE", file).replace("FOLDER", folder));
        await reached(made, { command, port, whileUp: fetched(unpacked, port) });

        await Deno.writeTextFile(before, "changed");
        const [back] = answer.undo!.code!.split(" && ");
        await run(unpacked, back);
        assert.equal(await Deno.readTextFile(before), "before");
      });
    }

    await test.step("node, and no client under another name", async () => {
      const made = await unpack("node");
      const port = freePort();
      const file = `${made.unpacked}/server.mjs`;
      const server = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, server.replace("8443", `${port}, "127.0.0.1"`));
      await reached(made, {
        command: ["node", "server.mjs"],
        port,
        async whileUp() {
          await fetched(made.unpacked, port)();
          assert.deepEqual(await clientsAt(made.unpacked, `https://127.0.0.1:${port}/`), []);
        },
      });
    });

    await test.step("Caddy with the lines for localhost", async () => {
      const made = await unpack("localhost");
      const lines = made.answer.steps.find(({ text }) => text.startsWith("Caddy"))!.code!;
      const port = freePort();
      await Deno.writeTextFile(
        `${made.unpacked}/Caddyfile`,
        // Its port for administration would be that of every Caddy.
        lines.replace("8443", String(port)).replace("{\n", "{\n  admin off\n"),
      );
      await reached(made, {
        command: ["caddy", "run"],
        port,
        whileUp: fetched(made.unpacked, port, "localhost"),
      });
    });

    const made = await unpack("java");
    const { answer, unpacked } = made;
    await test.step("tomcat", async () => {
      const etc = `${folder}/etc/tomcat10`;
      await Deno.mkdir(etc, { recursive: true });
      const before = `${etc}/before.xml`;
      await Deno.writeTextFile(before, "before");
      const [copy, lines] = answer.steps;
      await run(unpacked, copy.code!);
      // Debian's own configuration, with these lines in place of its connector.
      const base = `${folder}/tomcat`;
      const [port, control] = [freePort(), freePort()];
      await run(unpacked, `tomcat10-instance-create -p ${port} -c ${control} ${base}`);
      const file = `${base}/conf/server.xml`;
      const connector = here(lines.code!).replace("YOUR PASSWORD", answer.password!)
        .replace('"8443"', `"${port}" address="127.0.0.1"`);
      const usual = new RegExp(`<Connector port="${port}"[^>]*>`);
      const server = await Deno.readTextFile(file);
      assert.match(server, usual);
      await Deno.writeTextFile(file, server.replace(usual, connector));
      await Deno.mkdir(`${base}/webapps/ROOT`);
      await Deno.writeTextFile(`${base}/webapps/ROOT/index.html`, "works");
      await reached(made, {
        command: ["env", `CATALINA_BASE=${base}`, "/usr/share/tomcat10/bin/catalina.sh", "run"],
        port,
        whileUp: fetched(unpacked, port),
      });

      await Deno.writeTextFile(before, "changed");
      const [back] = answer.undo!.code!.split(" && ");
      await run(unpacked, back);
      assert.equal(await Deno.readTextFile(before), "before");
    });

    await test.step("java", async () => {
      const { code, stdout } = await runProgram("keytool", [
        ...["-list", "-v", "-keystore", `${unpacked}/localhost.p12`, "-storetype", "PKCS12"],
        ...["-storepass", answer.password!],
      ]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /PrivateKeyEntry/);
      assert.match(stdout, /Certificate chain length: 2/);

      await Deno.writeTextFile(`${unpacked}/Server.java`, JAVA_SERVER);
      const options = answer.steps.find(({ code }) => code?.startsWith("java "))!.code!;
      const port = freePort();
      const line = `exec ${options.replace("YOUR PASSWORD", answer.password!)} Server.java ${port}`;
      await reached(made, {
        command: ["sh", "-c", line],
        port,
        whileUp: fetched(unpacked, port),
      });
    });
  }));

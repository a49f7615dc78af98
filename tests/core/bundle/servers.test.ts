/** The folders for web servers and for Java on the real servers, each reached with its own test command. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { TargetId } from "../../../core/targets.ts";
import { withBundleServers } from "../../support/bundle-servers.ts";
import { freePort } from "../../support/ports.ts";
import { needs, runProgram } from "../../support/programs.ts";
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
    write: (port, lines, folder) => apacheAround(folder, { [port]: lines }),
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
https://localhost:${port} {
${lines}
respond works
}
`,
  },
];

const PROGRAMS = [
  ...["nginx", "apache2", "caddy", "haproxy", "node", "openssl", "tar", "curl"],
  ...["keytool", "javac"],
];

/** A server of Java that takes its keystore from the options of the command line. */
const JAVA_SERVER = `import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
public class Server {
  public static void main(String[] args) throws Exception {
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    server.createContext("/", exchange -> { exchange.sendResponseHeaders(204, -1); exchange.close(); });
    server.start();
  }
}
`;

it("a shuffled folder runs on web servers and in Java", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needs(...PROGRAMS),
}, (test) =>
  withBundleServers(async ({ folder, here, run, unpack, reached }) => {
    /** A client other than the test command, which verifies chain and name too. */
    const fetched = (unpacked: string, port: number) => async () => {
      await run(unpacked, `curl -sS --cacert localhost_root.pem https://localhost:${port}/`);
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

    await test.step("node", async () => {
      const made = await unpack("node");
      const port = freePort();
      const file = `${made.unpacked}/server.mjs`;
      const server = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, server.replace("8443", `${port}, "127.0.0.1"`));
      await reached(made, {
        command: ["node", "server.mjs"],
        port,
        whileUp: fetched(made.unpacked, port),
      });
    });

    await test.step("java", async () => {
      const made = await unpack("java");
      const { answer, unpacked } = made;
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

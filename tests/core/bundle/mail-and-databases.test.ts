/**
 * The folders for mail servers and databases on the real servers of Debian, which run as their own users. Each is
 * reached with its own test command, and a client of its own protocol verifies chain and name.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import type { TargetId } from "../../../core/targets.ts";
import { type BundleServers, withBundleServers } from "../../support/bundle-servers.ts";
import { freePort } from "../../support/ports.ts";
import { needs, needsAll, runProgram } from "../../support/programs.ts";

/** Only root can start these servers, and give their users the files. */
const asRoot = { missing: Deno.build.os === "linux" && Deno.uid() === 0 ? [] : ["root"] };

const PROGRAMS = [
  ...["postfix", "dovecot", "postgres", "mariadbd"],
  ...["openssl", "tar", "curl"],
];

interface Prepared {
  readonly command: readonly string[];
  /** A client that prints "reached" at its end. */
  readonly client: string;
}

interface Server {
  readonly target: TargetId;
  /** The folder of its configuration in /etc. */
  readonly etc: string;
  /** Writes the whole configuration around the lines. */
  prepare(given: { folder: string; port: number; lines: string }): Promise<Prepared>;
}

async function done(program: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args);
  assert.equal(code, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
}

/** An empty folder that only this user may read. */
async function folderOf(user: string, path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await done("chown", user, path);
  await done("chmod", "700", path);
  return path;
}

const as = (user: string, ...command: readonly string[]): string[] => [
  "setpriv",
  `--reuid=${user}`,
  `--regid=${user}`,
  "--init-groups",
  ...command,
];

/** Sends one command behind STARTTLS. */
const curl = (scheme: string, port: number, command: string): string =>
  `curl -sS --ssl-reqd --cacert localhost_root.pem -X ${command} ${scheme}://localhost:${port} && echo reached`;

const SERVERS: readonly Server[] = [
  {
    target: "postfix",
    etc: "postfix",
    async prepare({ folder, port, lines }) {
      const etc = `${folder}/etc/postfix`;
      const data = await folderOf("postfix", `${folder}/postfix-data`);
      const queue = `${folder}/postfix-queue`;
      await Deno.mkdir(queue);
      await Deno.writeTextFile(
        `${etc}/main.cf`,
        `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
${lines}
`,
      );
      await Deno.writeTextFile(
        `${etc}/master.cf`,
        `127.0.0.1:${port} inet n - n - - smtpd
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
cleanup unix n - n - 0 cleanup
postlog unix-dgram n - n - 1 postlogd
`,
      );
      // `postfix start-fg` would start another process, which lives longer.
      await done("postfix", "-c", etc, "check");
      const { stdout } = await runProgram("postconf", ["-h", "daemon_directory"]);
      return {
        command: [`${stdout.trim()}/master`, "-c", etc, "-d"],
        client: curl("smtp", port, "NOOP"),
      };
    },
  },
  {
    target: "dovecot",
    etc: "dovecot",
    async prepare({ folder, port, lines }) {
      const file = `${folder}/etc/dovecot/dovecot.conf`;
      await Deno.writeTextFile(
        file,
        `protocols = imap
base_dir = ${folder}/dovecot
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail
}
${lines}
`,
      );
      return {
        command: ["dovecot", "-F", "-c", file],
        client: curl("imap", port, "CAPABILITY"),
      };
    },
  },
  {
    target: "postgresql",
    etc: "postgresql",
    async prepare({ folder, port, lines }) {
      const data = await folderOf("postgres", `${folder}/data-of-postgresql`);
      const [program, ...args] = as("postgres", "initdb", "-D", data, "-A", "trust", "-N");
      await done(program, ...args);
      await Deno.writeTextFile(
        `${data}/postgresql.conf`,
        `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n${lines}\n`,
      );
      const address = [
        `host=localhost port=${port} user=postgres dbname=postgres`,
        "sslmode=verify-full sslrootcert=localhost_root.pem",
      ].join(" ");
      return {
        command: as("postgres", "postgres", "-D", data, "-p", String(port)),
        client:
          `psql "${address}" -Atc "select 'reached' from pg_stat_ssl where pid = pg_backend_pid() and ssl"`,
      };
    },
  },
  {
    target: "mariadb",
    etc: "mysql",
    async prepare({ folder, port, lines }) {
      const data = await folderOf("mysql", `${folder}/data-of-mariadb`);
      await done(
        "mariadb-install-db",
        ...["--no-defaults", "--user=mysql", `--datadir=${data}`, "--skip-test-db"],
        "--auth-root-authentication-method=normal",
      );
      const file = `${folder}/etc/mysql/my.cnf`;
      await Deno.writeTextFile(
        file,
        `[mariadbd]
user = mysql
datadir = ${data}
socket = ${data}/socket
pid_file = ${data}/pid
bind_address = 127.0.0.1
port = ${port}
${lines}
`,
      );
      return {
        command: ["mariadbd", `--defaults-file=${file}`],
        client: [
          `mariadb --no-defaults --protocol=TCP -h localhost -P ${port} -u root`,
          "--ssl-ca=localhost_root.pem --ssl-verify-server-cert",
          `-Ne "select if(variable_value <> '', 'reached', '') from information_schema.session_status where variable_name = 'ssl_cipher'"`,
        ].join(" "),
      };
    },
  },
];

async function installed(
  { target, etc, prepare }: Server,
  { folder, here, run, unpack, reached }: BundleServers,
): Promise<void> {
  await Deno.mkdir(`${folder}/etc/${etc}`, { recursive: true });
  const made = await unpack(target);
  const { answer: { steps: [copy, lines], undo }, unpacked } = made;
  const before = `${folder}/etc/${etc}/before`;
  await Deno.writeTextFile(before, "before");
  await run(unpacked, copy.code!);
  const port = freePort();
  const { command, client } = await prepare({ folder, port, lines: here(lines.code!) });
  await reached(made, {
    command,
    port,
    whileUp: async () => assert.match(await run(unpacked, client), /reached/),
  });

  await Deno.writeTextFile(before, "changed");
  const [back] = undo!.code!.split(" && ");
  await run(unpacked, back);
  assert.equal(await Deno.readTextFile(before), "before");
}

it("a shuffled folder runs on mail servers and databases", {
  sanitizeOps: false,
  sanitizeResources: false,
  ...needsAll(needs(...PROGRAMS), asRoot),
}, (test) =>
  withBundleServers(async (servers) => {
    for (const server of SERVERS) {
      await test.step(server.target, () => installed(server, servers));
    }
  }, { keepsGroups: true }));

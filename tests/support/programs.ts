/**
 * Programs of other projects, which check our output. A test without its program is ignored, and fails
 * in CI.
 */
import type { TestOptions } from "./bdd.ts";

export type Needed = Pick<TestOptions, "missing">;

/** The Debian packages of the programs. */
export const PACKAGES: Readonly<Record<string, string>> = {
  openssl: "openssl",
  puttygen: "putty-tools",
  tar: "tar",
  zip: "zip",
  unzip: "unzip",
  xz: "xz-utils",
  node: "nodejs",
  npm: "npm",
  npx: "npm",
  keytool: "default-jre-headless",
  javac: "default-jdk-headless",
  certtool: "gnutls-bin",
  "gnutls-cli": "gnutls-bin",
  pk12util: "libnss3-tools",
  certutil: "libnss3-tools",
  crlutil: "libnss3-tools",
  vfychain: "libnss3-tools",
  "redis-server": "redis-server",
  nginx: "nginx-light",
  apache2: "apache2",
  caddy: "caddy",
  haproxy: "haproxy",
  "tomcat10-instance-create": "tomcat10-user",
  postfix: "postfix",
  dovecot: "dovecot-imapd",
  postgres: "postgresql",
  mariadbd: "mariadb-server",
  "ssh-keygen": "openssh-client",
  bash: "bash",
  sh: "dash",
  curl: "curl",
  wget: "wget",
  python3: "python3",
  "systemd-analyze": "systemd",
  "named-checkzone": "bind9-utils",
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

/** Debian has servers there, and the PATH of an ordinary user lacks these folders. */
const OF_ADMINISTRATORS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Debian keeps the programs of each version of PostgreSQL in a folder of its own. */
function serversOfPostgres(): string[] {
  const all = "/usr/lib/postgresql";
  try {
    return [...Deno.readDirSync(all)].map(({ name }) => `${all}/${name}/bin`);
  } catch {
    return [];
  }
}

{
  const path = Deno.env.get("PATH") ?? "";
  const folders = path.split(":");
  const further = [...OF_ADMINISTRATORS, ...serversOfPostgres()].filter((folder) =>
    !folders.includes(folder)
  );
  // The programs that a test starts, and the scripts that it runs, look there too.
  if (Deno.build.os !== "windows") Deno.env.set("PATH", [path, ...further].join(":"));
}

/** The path of a program; null if it is not installed. */
export function findProgram(program: string): string | null {
  const paths = (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${program}`);
  return paths.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  }) ?? null;
}

/** The programs that are not installed. */
export function missingPrograms(programs: string[] = Object.keys(PACKAGES)): string[] {
  return programs.filter((program) => findProgram(program) === null);
}

/** The option of a test, or of a group of tests, that needs these programs: `needs("openssl")`. */
export function needs(...programs: string[]): Needed {
  // A bare machine would install all others, and fail.
  const unlisted = programs.find((program) => !Object.hasOwn(PACKAGES, program));
  if (unlisted !== undefined) throw new Error(`PACKAGES has no package for ${unlisted}`);
  return { missing: missingPrograms(programs) };
}

/** Whether the programs are installed. */
export function has(...programs: string[]): boolean {
  return missingPrograms(programs).length === 0;
}

/** The option of a test that needs all of these. */
export function needsAll(...needed: Needed[]): Needed {
  return { missing: needed.flatMap(({ missing = [] }) => missing) };
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program with this standard input. It does not throw for an exit code other than 0. */
export async function runProgram(
  program: string,
  args: string[],
  input: string | Uint8Array = "",
): Promise<Ran> {
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A program may close its input early.
  const written = writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input)
    .then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  return {
    code,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  };
}

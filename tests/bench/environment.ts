/** The machine and the versions of everything that was measured. */
import { BROWSER_ARGS, findBrowser } from "../support/browser.ts";

export interface Environment {
  machine: { processor: string; cores: number; memoryGiB: number; system: string };
  versions: Record<string, string>;
}

/** npm packages that are contenders or run the server. */
const PACKAGES = [
  ...["node-forge", "jsrsasign", "pkijs", "@peculiar/x509"],
  ...["hono", "@hono/node-server"],
];

export async function environment(): Promise<Environment> {
  const versions: Record<string, string> = { Deno: Deno.version.deno, V8: Deno.version.v8 };
  for (const name of PACKAGES) versions[name] = packageVersion(name);
  versions.openssl = await output("openssl", ["version"]);
  const browser = findBrowser();
  if (browser) versions.Chromium = await output(browser, [...BROWSER_ARGS, "--version"]);
  return {
    machine: {
      processor: processor(),
      cores: navigator.hardwareConcurrency,
      memoryGiB: Math.round(Deno.systemMemoryInfo().total / 2 ** 30),
      system: `${Deno.build.os} ${Deno.build.arch}`,
    },
    versions,
  };
}

function packageVersion(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(Deno.readTextFileSync(file)).version;
}

/** The first version number in a program's output. */
async function output(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return /\d+\.\d[\w.]*/.exec(new TextDecoder().decode(stdout))?.[0] ?? "unknown";
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
    return "absent";
  }
}

function processor(): string {
  try {
    const lines = Deno.readTextFileSync("/proc/cpuinfo");
    return /^model name\s*:\s*(.+)$/m.exec(lines)?.[1].trim() ?? "unknown";
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
    return "unknown";
  }
}

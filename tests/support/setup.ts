/**
 * Installs the programs that the tests call. As root on Debian it installs missing ones. Elsewhere it
 * prints a line with their packages, and the tests that need them are ignored. In CI none may be
 * missing.
 */
import { firefox, webkit } from "playwright";
import { findBrowser, HEADLESS_SHELL, ownBrowser } from "./browser.ts";
import { CORPUS_LINE } from "./corpus.ts";
import { missingPrograms, PACKAGES } from "./programs.ts";

/** The programs of the engines that WebKit's and Firefox's tests drive. */
const ENGINES = ["firefox-esr", "WebKitWebDriver", "Xvfb"];

const ROOT = new URL("../../", import.meta.url);

/** The programs that these test files need. They name them as texts: `needs("openssl")`. */
function programsOf(files: readonly string[]): string[] {
  const texts = files.map((file) => Deno.readTextFileSync(new URL(file, ROOT)));
  const hasEngines = files.some((file) => /^tests\/(?:engines|specification)\//.test(file));
  return Object.keys(PACKAGES).filter((program) =>
    ENGINES.includes(program) && hasEngines || texts.some((text) => text.includes(`"${program}"`))
  );
}

/** `files`: those whose programs are wanted; null for all programs. */
export async function setUp(files: readonly string[] | null): Promise<void> {
  const wanted = files === null ? Object.keys(PACKAGES) : programsOf(files);
  // Playwright's own engines replace those of the system.
  const replaced = [
    ...ownBrowser(firefox) ? ["firefox-esr"] : [],
    ...ownBrowser(webkit) ? ["WebKitWebDriver", "Xvfb"] : [],
  ];
  const missing = missingPrograms(wanted).filter((program) => !replaced.includes(program));
  const packages = [...new Set(missing.map((program) => PACKAGES[program]))];
  const hasShell = findBrowser()?.includes("headless") ?? false;
  if (isRootOnDebian()) {
    // All in one call, because each reads the lists of packages again.
    if (!hasShell) packages.push(HEADLESS_SHELL);
    if (packages.length > 0) await install(packages);
    if (!findBrowser()) await install(["chromium"]);
  } else {
    if (!findBrowser()) packages.push("chromium");
    if (packages.length > 0) {
      console.log(`To run every test, install (Debian's names): ${packages.join(" ")}`);
    }
  }
  const browser = findBrowser();
  console.log(browser ? `Browser: ${browser}` : "No browser: browser tests are not run");
  console.log(CORPUS_LINE);
}

async function install(packages: string[]): Promise<void> {
  const quiet = ["-qq", "-o=Dpkg::Use-Pty=0"];
  await aptGet(["update", ...quiet]);
  // Not every Debian has the headless shell, and apt-get installs nothing if it lacks one package.
  const isKnown = (name: string) => name !== HEADLESS_SHELL || hasPackage(name);
  const known = packages.filter(isKnown);
  const command = ["install", "--no-install-recommends"];
  const size = await sizeOf([...command, "--assume-no", ...known]);
  console.log(`Installing ${known.join(" ")}${size === null ? "" : `: ${size}`}`);
  await aptGet([...command, "-y", ...quiet, ...known]);
}

/** How much a command of apt-get would load and install; null if it does not say it. */
async function sizeOf(args: string[]): Promise<string | null> {
  const { stdout } = await new Deno.Command("apt-get", {
    args,
    env: { LC_ALL: "C" },
    stdin: "null",
    stderr: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  const loaded = /^Need to get (.+) of archives\.$/m.exec(text)?.[1];
  const used = /^After this operation, (.+) of additional disk space will be used\.$/m.exec(text)
    ?.[1];
  return loaded === undefined ? null : `${loaded} to load${used ? `, ${used} on the disk` : ""}`;
}

function hasPackage(name: string): boolean {
  return new Deno.Command("apt-cache", { args: ["show", name], stdout: "null", stderr: "null" })
    .outputSync().success;
}

async function aptGet(args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await new Deno.Command("apt-get", { args, env, stdin: "null" }).spawn().status;
}

function isRootOnDebian(): boolean {
  try {
    return Deno.uid() === 0 && Deno.statSync("/etc/debian_version").isFile;
  } catch {
    return false;
  }
}

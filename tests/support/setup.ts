/**
 * Installs the programs that the tests call. As root on Debian it installs missing ones. Elsewhere it
 * prints a line with their packages, and the tests that need them print "not run: needs X". In CI
 * none may be missing.
 */
import { firefox, webkit } from "playwright";
import { findBrowser, HEADLESS_SHELL, ownBrowser } from "./browser.ts";
import { CORPUS_LINE } from "./corpus.ts";
import { missingPrograms, PACKAGES } from "./programs.ts";

export async function setUp(): Promise<void> {
  // Playwright's own engines replace those of the system.
  const replaced = [
    ...ownBrowser(firefox) ? ["firefox-esr"] : [],
    ...ownBrowser(webkit) ? ["WebKitWebDriver", "Xvfb"] : [],
  ];
  const missing = missingPrograms().filter((program) => !replaced.includes(program));
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
  console.log(`Installing ${packages.join(" ")}`);
  const quiet = ["-qq", "-o=Dpkg::Use-Pty=0"];
  await aptGet(["update", ...quiet]);
  // Not every Debian has the headless shell, and apt-get installs nothing if it lacks one package.
  const isKnown = (name: string) => name !== HEADLESS_SHELL || hasPackage(name);
  await aptGet(["install", "-y", ...quiet, ...packages.filter(isKnown)]);
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

/**
 * Clients that get a page of this machine under one root, and verify chain and name as they do for their users. The
 * host of the URL is localhost or ends in .test. `root` is the file of the root. Each returns what it got, and nothing of
 * the page if it refused the server.
 */
import assert from "node:assert/strict";
import { BROWSER_ARGS, findBrowser } from "./browser.ts";
import { runProgram } from "./programs.ts";

/** Makes a store of NSS in this folder, which trusts the root; null for no root. */
export async function makeNssStore(folder: string, root: string | null): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const store = ["-d", `sql:${folder}`];
  const certutil = async (...args: string[]) => {
    const { code, stderr } = await runProgram("certutil", [...args, ...store]);
    assert.equal(code, 0, stderr);
  };
  await certutil("-N", "--empty-password");
  if (root !== null) await certutil("-A", "-n", "r", "-t", "C,,", "-i", root);
}

/** The folder in which Chromium looks for the roots of its user. */
export const chromiumStore = (home: string): string => `${home}/.pki/nssdb`;

/** `home`: its user's folder, with a store of NSS. */
export async function chromiumPage(home: string, url: string): Promise<string> {
  const { stdout } = await new Deno.Command(findBrowser()!, {
    args: [...BROWSER_ARGS, "--headless", `--user-data-dir=${home}/profile`, "--dump-dom", url],
    env: { HOME: home, XDG_CONFIG_HOME: `${home}/.config` },
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

export const curlPage = async (root: string, url: string): Promise<string> =>
  (await runProgram("curl", [
    ...["-s", "--noproxy", "*", "--connect-to", "::127.0.0.1:", "--cacert", root, url],
  ])).stdout;

/** As a program with its usual trust manager. */
const JAVA = `
import java.io.FileInputStream;
import java.net.URL;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

public class Fetch {
  public static void main(String[] a) throws Exception {
    KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
    roots.load(null, null);
    try (FileInputStream file = new FileInputStream(a[0])) {
      roots.setCertificateEntry("r", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory trust =
      TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(roots);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
    System.out.println(new String(new URL(a[1]).openStream().readAllBytes()));
  }
}
`;

/** Compiles the client of Java into this folder: that takes longer than to run it. */
export async function compileJavaClient(folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/Fetch.java`, JAVA);
  const { code, stderr } = await runProgram("javac", ["-d", folder, `${folder}/Fetch.java`]);
  assert.equal(code, 0, stderr);
}

/** `compiled`: the folder of the compiled client. */
export async function javaPage(compiled: string, root: string, url: string): Promise<string> {
  const hosts = `${compiled}/hosts`;
  await Deno.writeTextFile(hosts, `127.0.0.1 ${new URL(url).hostname}\n`);
  const { stdout } = await runProgram("java", [
    ...[`-Djdk.net.hosts.file=${hosts}`, "-cp", compiled, "Fetch", root, url],
  ]);
  return stdout;
}

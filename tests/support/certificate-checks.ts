/** Validates a certificate under a root with programs of other projects. */
import { runProgram } from "./programs.ts";

/** Runs `work` with a folder of its own, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Presented {
  /** The end-entity certificate and the intermediates, in PEM. */
  chain: string;
  root: string;
  purpose: "sslserver" | "sslclient" | "smimesign" | "any";
}

/** The verdict of each program: null if it accepts the certificate, else its message. */
interface Verdicts {
  openssl: string | null;
  certtool: string | null;
  nss: string | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g;

/** vfychain's certificate usages (certutil.h). */
const NSS_USAGE = { sslclient: "0", sslserver: "1", smimesign: "4", any: "3" } as const;

/** Needs openssl, certtool, certutil and vfychain. */
export function verdictsOn({ chain, root, purpose }: Presented): Promise<Verdicts> {
  return inFolder(async (folder) => {
    const certificates = chain.match(CERTIFICATE)!;
    const write = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      return `${folder}/${name}`;
    };
    const leaf = await write("leaf.pem", certificates[0]);
    const above = await write("above.pem", certificates.slice(1).join("") || root);
    const rootFile = await write("root.pem", root);
    const whole = await write("chain.pem", chain);

    const openssl = await runProgram("openssl", [
      "verify",
      "-x509_strict",
      ...["-purpose", purpose, "-CAfile", rootFile, "-untrusted", above, leaf],
    ]);
    const certtool = await runProgram("certtool", [
      ...["--verify", "--verify-profile", "medium", "--load-ca-certificate", rootFile],
      ...["--infile", whole],
    ]);

    const store = `sql:${folder}`;
    await runProgram("certutil", ["-N", "-d", store, "--empty-password"]);
    await runProgram("certutil", ["-A", "-d", store, "-n", "root", "-t", "CT,C,", "-i", rootFile]);
    const others = await Promise.all(
      certificates.slice(1).map((text, index) => write(`above-${index}.pem`, text)),
    );
    const nss = await runProgram("vfychain", [
      ...["-d", store, "-u", NSS_USAGE[purpose], "-pp", "-a", leaf],
      ...others.flatMap((file) => ["-a", file]),
    ]);
    const messageOf = ({ code, stdout, stderr }: typeof openssl) =>
      code === 0 ? null : (stdout + stderr).trim() || `code ${code}`;
    return { openssl: messageOf(openssl), certtool: messageOf(certtool), nss: messageOf(nss) };
  });
}

/** nginx with the configuration that operators are given, api/deploy/nginx.conf. */
import { runProgram } from "./programs.ts";
import { until } from "./redis.ts";

interface NginxOptions {
  /** The instances behind it, as "address:port". */
  instances: readonly string[];
  /** Where it listens for http and https, as "address:port". */
  plain: string;
  secure: string;
  /** Paths of the certificate chain and the key. */
  certificate: string;
  key: string;
  /** The time that a client has for its header; that of the file by default. */
  headerTimeout?: string;
}

const CONFIGURATION = new URL("../../api/deploy/nginx.conf", import.meta.url);

/** The file for these addresses. Nothing else of it changes. */
async function configurationFor(options: NginxOptions): Promise<string> {
  const { instances, plain, secure, certificate, key, headerTimeout = "10s" } = options;
  return (await Deno.readTextFile(CONFIGURATION))
    .replace(/server 127\.0\.0\.1:8000 (.*)/, instances.map((one) => `server ${one} $1`).join("\n"))
    .replace("listen 80;", `listen ${plain};`)
    .replace("listen 443 ", `listen ${secure} `)
    .replace("/etc/ssl/tools.example.com.pem", certificate)
    .replace("/etc/ssl/private/tools.example.com.key", key)
    .replaceAll("client_header_timeout 10s", `client_header_timeout ${headerTimeout}`);
}

/** Starts nginx, and resolves once it listens. */
export async function startNginx(options: NginxOptions): Promise<AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    // nginx's workers write into this folder, which only this user may read.
    `${Deno.uid() === 0 ? "user root;" : ""} daemon off; pid ${folder}/pid;
     error_log ${folder}/error.log;
     events {}
     http { access_log off; client_body_temp_path ${folder}/body;
       proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       ${await configurationFor(options)} }`,
  );
  const nginx = new Deno.Command("nginx", {
    args: ["-p", folder, "-c", `${folder}/nginx.conf`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    nginx.kill("SIGTERM");
    await nginx.status;
    await Deno.remove(folder, { recursive: true });
  };
  try {
    await until(() => isListening(options.secure));
  } catch (error) {
    await stop();
    throw error;
  }
  return { [Symbol.asyncDispose]: stop };
}

/** Whether a server listens at "address:port". */
export async function isListening(address: string): Promise<boolean> {
  const at = address.lastIndexOf(":");
  try {
    (await Deno.connect({ hostname: address.slice(0, at), port: Number(address.slice(at + 1)) }))
      .close();
    return true;
  } catch {
    return false;
  }
}

/**
 * A CA and a server certificate that it signed, made by openssl in `folder`. `extensions` are further
 * lines of openssl's configuration for the server certificate. Returns paths; the certificate's file
 * includes the CA.
 */
export async function makeServerCertificate(
  folder: string,
  name: string,
  extensions: readonly string[] = [],
): Promise<{ ca: string; certificate: string; key: string }> {
  const at = (suffix: string) => `${folder}/${name}${suffix}`;
  const configuration = [
    ...["[req]", "distinguished_name=dn", "[dn]"],
    ...["[ca]", "basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"],
    "subjectKeyIdentifier=hash",
    ...["[server]", "basicConstraints=critical,CA:FALSE", `subjectAltName=DNS:${name}`],
    ...["keyUsage=critical,digitalSignature", "extendedKeyUsage=serverAuth"],
    ...["authorityKeyIdentifier=keyid", ...extensions],
  ];
  await Deno.writeTextFile(at(".cnf"), configuration.join("\n") + "\n");
  const make = async (subject: string, section: string, file: string, ...args: string[]) => {
    const { code, stderr } = await runProgram("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-subj", `/CN=${subject}`, "-days", "20", "-config", at(".cnf"), "-extensions", section],
      ...["-keyout", at(`${file}.key`), "-out", at(`${file}.pem`), ...args],
    ]);
    if (code !== 0) throw new Error(stderr);
    return await Deno.readTextFile(at(`${file}.pem`));
  };
  const ca = await make(`CA of ${name}`, "ca", "-ca");
  const leaf = await make(name, "server", "", "-CA", at("-ca.pem"), "-CAkey", at("-ca.key"));
  await Deno.writeTextFile(at(".pem"), leaf + ca);
  return { ca: at("-ca.pem"), certificate: at(".pem"), key: at(".key") };
}

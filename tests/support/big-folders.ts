/**
 * Folders of thousands of files, like the disk of an experienced server administrator and the same in
 * every run. Making them takes minutes, so they are kept outside the repository.
 */
import { deflateSync } from "node:zlib";
import { createPrivateKey } from "node:crypto";
import { TAG } from "../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../core/x509/asn1/der-write.ts";
import { loadDigest } from "../../wasm/digest.ts";
import { writePem } from "../../core/x509/pem/pem.ts";
import { writePkcs7 } from "../../core/x509/cms/pkcs7.ts";
import { Seeded } from "./seeded.ts";
import { ecKey, rsaKey, rsaPublicKey, type SeededKey } from "./seeded-keys.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Files = Map<string, Bytes>;

/** Increase it to make the folders again after a change of their content. */
const VERSION = 1;
/** The reference time: some certificates have expired by then, some are not valid yet. */
const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

/** Passphrase of the encrypted keys in the mixed folder. */
const FOLDER_PASSPHRASE = "mixed folder";

const sha1 = await loadDigest("SHA-1");
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const sequence = (...parts: readonly Uint8Array[]) => element(TAG.SEQUENCE, ...parts);
const octets = (...parts: readonly Uint8Array[]) => element(TAG.OCTET_STRING, ...parts);

function distinguishedName(commonName: string, organization: string | null): Bytes {
  const part = (oid: string, value: string) =>
    element(TAG.SET, sequence(objectIdentifier(oid), element(TAG.UTF8_STRING, utf8(value))));
  return sequence(
    ...(organization === null ? [] : [part("2.5.4.10", organization)]),
    part("2.5.4.3", commonName),
  );
}

function time(milliseconds: number): Bytes {
  const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\..*/g, "");
  return element(TAG.UTC_TIME, utf8(`${digits.slice(2)}Z`));
}

const keyIdentifier = ({ spki }: SeededKey): Bytes => sha1(spki);

const extension = (oid: string, isCritical: boolean, value: Bytes): Bytes =>
  sequence(
    objectIdentifier(oid),
    ...(isCritical ? [element(TAG.BOOLEAN, Uint8Array.of(255))] : []),
    octets(value),
  );

interface Authority {
  name: Bytes;
  key: SeededKey;
  certificate: Bytes;
}

interface Subject {
  name: Bytes;
  key: SeededKey;
  /** DNS names of a leaf; null for an authority. */
  hosts: readonly string[] | null;
  notBefore: number;
  notAfter: number;
}

function certificate(seeded: Seeded, subject: Subject, issuer: Authority | null): Bytes {
  const { name, key, hosts, notBefore, notAfter } = subject;
  const signer = issuer?.key ?? key;
  const serial = seeded.bytes(16);
  serial[0] = serial[0] & 0x7f | 0x40;
  const extensions = [
    extension("2.5.29.14", false, octets(keyIdentifier(key))),
    extension("2.5.29.35", false, sequence(element(0x80, keyIdentifier(signer)))),
    ...(hosts === null ? authorityExtensions() : leafExtensions(seeded, hosts, key)),
  ];
  const tbs = sequence(
    element(0xa0, integer(2)),
    element(TAG.INTEGER, serial),
    signer.algorithm,
    issuer?.name ?? name,
    sequence(time(notBefore), time(notAfter)),
    name,
    key.spki,
    element(0xa3, sequence(...extensions)),
  );
  const signature = element(TAG.BIT_STRING, Uint8Array.of(0), signer.sign(tbs));
  return sequence(tbs, signer.algorithm, signature);
}

const authorityExtensions = (): Bytes[] => [
  extension("2.5.29.19", true, sequence(element(TAG.BOOLEAN, Uint8Array.of(255)))),
  extension("2.5.29.15", true, element(TAG.BIT_STRING, Uint8Array.of(1, 0x06))),
];

const uri = (text: string) => element(0x86, utf8(text));

function leafExtensions(seeded: Seeded, hosts: readonly string[], key: SeededKey): Bytes[] {
  const usage = key.kind === "rsa" ? [5, 0xa0] : [7, 0x80];
  const purposes = ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map(objectIdentifier);
  const access = (method: string, address: string) =>
    sequence(objectIdentifier(`1.3.6.1.5.5.7.48.${method}`), uri(address));
  return [
    extension("2.5.29.19", true, sequence()),
    extension("2.5.29.15", true, element(TAG.BIT_STRING, Uint8Array.from(usage))),
    extension("2.5.29.37", false, sequence(...purposes)),
    extension("2.5.29.17", false, sequence(...hosts.map((host) => element(0x82, utf8(host))))),
    extension("2.5.29.32", false, sequence(sequence(objectIdentifier("2.23.140.1.2.1")))),
    extension(
      "2.5.29.31",
      false,
      sequence(
        sequence(element(0xa0, element(0xa0, uri("http://crl.folder.example/issuing.crl")))),
      ),
    ),
    extension(
      "1.3.6.1.5.5.7.1.1",
      false,
      sequence(
        access("1", "http://ocsp.folder.example"),
        access("2", "http://aia.folder.example/issuing.cer"),
      ),
    ),
    timestamps(seeded),
  ];
}

/** Two signed certificate timestamps (RFC 6962, 3.3) with random signatures. */
function timestamps(seeded: Seeded): Bytes {
  const one = () => {
    const head = Uint8Array.of(0, ...seeded.bytes(32), 0, 0, 1, ...seeded.bytes(5), 0, 0, 4, 3);
    return Uint8Array.of(0, head.length + 2 + 70, ...head, 0, 70, ...seeded.bytes(70));
  };
  const list = Uint8Array.of(...one(), ...one());
  const value = octets(Uint8Array.of(list.length >> 8, list.length & 255, ...list));
  return extension("1.3.6.1.4.1.11129.2.4.2", false, value);
}

function request(name: Bytes, hosts: readonly string[], key: SeededKey): Bytes {
  const names = extension(
    "2.5.29.17",
    false,
    sequence(...hosts.map((host) => element(0x82, utf8(host)))),
  );
  const attribute = sequence(
    objectIdentifier("1.2.840.113549.1.9.14"),
    element(TAG.SET, sequence(names)),
  );
  const info = sequence(integer(0), name, key.spki, element(0xa0, attribute));
  return sequence(
    info,
    key.algorithm,
    element(TAG.BIT_STRING, Uint8Array.of(0), key.sign(info)),
  );
}

const pem = (label: string, ...list: readonly Bytes[]): Bytes =>
  utf8(list.map((der) => writePem(label, der)).join(""));

const keyFile = (key: SeededKey, isTraditional: boolean): Bytes =>
  isTraditional
    ? pem(key.kind === "rsa" ? "RSA PRIVATE KEY" : "EC PRIVATE KEY", key.traditional!)
    : pem("PRIVATE KEY", key.pkcs8!);

/** Node chooses a random salt and initialization vector: only these differ from run to run. */
const encryptedKeyFile = (key: SeededKey): Bytes =>
  utf8(
    createPrivateKey({ key: key.pkcs8! as never, format: "der", type: "pkcs8" }).export({
      format: "pem",
      type: "pkcs8",
      cipher: "aes-256-cbc",
      passphrase: FOLDER_PASSPHRASE,
    }) as string,
  );

/**
 * Two roots and twelve issuing CAs. The CAs with RSA keys are under the first root, those with EC keys
 * under the second.
 */
function authorities(seeded: Seeded): { roots: Authority[]; issuing: Authority[] } {
  const make = (commonName: string, key: SeededKey, issuer: Authority | null): Authority => {
    const name = distinguishedName(commonName, "Folder Trust Services");
    const subject = {
      name,
      key,
      hosts: null,
      notBefore: NOW - 3000 * DAY,
      notAfter: NOW + 3000 * DAY,
    };
    return { name, key, certificate: certificate(seeded, subject, issuer) };
  };
  const roots = [
    make("Folder Root R1", rsaKey(seeded), null),
    make("Folder Root X1", ecKey(seeded, "P-384"), null),
  ];
  const issuing = Array.from({ length: 12 }, (_, index) => {
    const key = index % 2 === 0 ? rsaKey(seeded) : ecKey(seeded);
    return make(`Folder Issuing CA ${index + 1}`, key, roots[index % 2]);
  });
  return { roots, issuing };
}

const WORDS = ["shop", "mail", "api", "intranet", "vpn", "git", "wiki", "cdn", "auth", "status"];

function siteOf(seeded: Seeded, index: number) {
  const domain = `${seeded.pick(WORDS)}-${index}.folder.example`;
  const hosts = [domain, `www.${domain}`];
  for (let more = seeded.below(4); more > 0; more--) hosts.push(`${seeded.pick(WORDS)}.${domain}`);
  return { domain, hosts: [...new Set(hosts)], name: distinguishedName(domain, null) };
}

/** A validity period of 398 days that ends before NOW, contains it or begins after it. */
function lifeOf(seeded: Seeded): { notBefore: number; notAfter: number } {
  const notBefore = NOW - (seeded.below(900) - 100) * DAY;
  return { notBefore, notAfter: notBefore + 398 * DAY };
}

const SITES = 700;
const FILES = 2700;

/** Certificates with keys, CSRs, bundles, copies, renewals, containers, locked keys and rubbish. */
function makeMixed(): Files {
  const seeded = new Seeded(2700);
  const files: Files = new Map();
  const { roots, issuing } = authorities(seeded);
  const rootOf = (issuer: Authority) => roots[issuing.indexOf(issuer) % 2];
  for (const [index, { certificate }] of [...roots, ...issuing].entries()) {
    files.set(`ca/${index}.crt`, pem("CERTIFICATE", certificate));
  }
  for (let index = 0; index < SITES; index++) {
    const { domain, hosts, name } = siteOf(seeded, index);
    const kind = seeded.below(100);
    const newKey = () =>
      kind < 63 ? rsaKey(seeded) : kind < 65 ? rsaKey(seeded, 3072) : ecKey(
        seeded,
        kind < 95 ? "P-256" : "P-384",
      );
    const key = newKey();
    const issuer = seeded.pick(issuing);
    const subject = { name, key, hosts, ...lifeOf(seeded) };
    const leaf = certificate(seeded, subject, issuer);
    const folder = `servers/${index % 40}`;
    const isOneIn = (many: number) => seeded.below(many) === 0;
    files.set(`${folder}/${domain}.crt`, pem("CERTIFICATE", leaf));
    if (!isOneIn(3)) files.set(`${folder}/${domain}.key`, keyFile(key, isOneIn(2)));
    if (isOneIn(2)) {
      const csr = pem("CERTIFICATE REQUEST", request(name, hosts, key));
      files.set(`${folder}/${domain}.csr`, csr);
    }
    if (isOneIn(3)) {
      const bundle = pem("CERTIFICATE", leaf, issuer.certificate, rootOf(issuer).certificate);
      files.set(`${folder}/${domain}-fullchain.pem`, bundle);
    }
    if (isOneIn(4)) files.set(`downloads/${domain} (1).cer`, leaf);
    if (isOneIn(8)) {
      const bundle = writePkcs7([leaf, issuer.certificate]);
      files.set(`downloads/${domain}.p7b`, isOneIn(2) ? bundle : pem("PKCS7", bundle));
    }
    if (isOneIn(3)) {
      // Last year's certificate, with the same key or another.
      const before = subject.notBefore - 365 * DAY;
      const old = {
        ...subject,
        key: isOneIn(2) ? key : newKey(),
        notBefore: before,
        notAfter: before + 398 * DAY,
      };
      files.set(`backup/${domain}.old.crt`, pem("CERTIFICATE", certificate(seeded, old, issuer)));
    }
    if (isOneIn(12)) files.set(`backup/${domain}.locked.key`, encryptedKeyFile(key));
  }
  const made = [...files];
  for (let index = 0; index < 110; index++) files.set(`other/${index}`, rubbish(seeded, made));
  files.set("other/zone.txt", utf8('folder.example. 300 IN CAA 0 issue "ca.example"\n'));
  for (let index = 0; files.size < FILES; index++) {
    const [path, content] = seeded.pick(made);
    files.set(`copies/${path.slice(path.lastIndexOf("/") + 1)} (${index})`, content);
  }
  return files;
}

/** Notes, pictures, settings, logs, damaged files and empty ones. */
function rubbish(seeded: Seeded, made: readonly [string, Bytes][]): Bytes {
  switch (seeded.below(7)) {
    case 0:
      return new Uint8Array();
    case 1:
      return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...seeded.bytes(20_000)]);
    case 2:
      return seeded.bytes(3000);
    case 3:
      return new Uint8Array(deflateSync(seeded.bytes(5000)));
    case 4:
      return utf8("server {\n  listen 443 ssl;\n  ssl_certificate /etc/ssl/a.pem;\n}\n".repeat(40));
    case 5:
      return utf8("2026-05-31T10:00:00Z nginx[1]: 200 GET / in 3 ms\n".repeat(800));
    default: {
      const [, content] = seeded.pick(made);
      return content.slice(0, content.length * 2 / 3);
    }
  }
}

const CERTIFICATES = 10_000;

/** One certificate per file, half of them RSA. Some renewals keep their key. */
function makeCertificates(): Files {
  const seeded = new Seeded(CERTIFICATES);
  const files: Files = new Map();
  const { roots, issuing } = authorities(seeded);
  for (const [index, { certificate }] of [...roots, ...issuing].entries()) {
    files.set(`ca-${index}.crt`, pem("CERTIFICATE", certificate));
  }
  let site = siteOf(seeded, 0);
  let key = ecKey(seeded);
  for (let index = 0; files.size < CERTIFICATES; index++) {
    if (seeded.below(4) > 0) {
      site = siteOf(seeded, index);
      key = seeded.below(2) === 0 ? rsaPublicKey(seeded) : ecKey(seeded);
    }
    const subject = { ...site, key, ...lifeOf(seeded) };
    const leaf = certificate(seeded, subject, seeded.pick(issuing));
    files.set(`${site.domain}-${index}.crt`, pem("CERTIFICATE", leaf));
  }
  return files;
}

const MAKERS = { "mixed": makeMixed, "certificates": makeCertificates } as const;

/** The path of the folder of this name. Makes the folder if it does not exist. */
export function bigFolder(name: keyof typeof MAKERS): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache`;
  const path = `${cache}/ssl-tools/folders-${VERSION}/${name}`;
  try {
    Deno.statSync(path);
    return path;
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
  }
  console.log(`Making the folder of ${name} files (once, some minutes) …`);
  const unfinished = `${path}.${Deno.pid}`;
  for (const [file, bytes] of MAKERS[name]()) {
    const target = `${unfinished}/${file}`;
    Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(target, bytes);
  }
  Deno.renameSync(unfinished, path);
  return path;
}

/** The files of a folder in the order of their names, as an inspection reads them. */
export function filesOf(path: string): { name: string; bytes: Bytes }[] {
  const files: { name: string; bytes: Bytes }[] = [];
  const read = (folder: string) => {
    const entries = [...Deno.readDirSync(`${path}/${folder}`)]
      .sort((a, b) => a.name < b.name ? -1 : 1);
    for (const { name, isDirectory } of entries) {
      if (isDirectory) read(`${folder}${name}/`);
      else {files.push({
          name: `${folder}${name}`,
          bytes: Deno.readFileSync(`${path}/${folder}${name}`),
        });}
    }
  };
  read("");
  return files;
}

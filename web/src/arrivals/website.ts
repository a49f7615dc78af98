/**
 * Reads one line as the address of a website that our server can check. Nothing is sent here: the
 * caller shows the answer, and the user decides.
 */
import { readDomainName } from "../../../core/names/domain-name.ts";
import { TLS_PORT } from "../../../core/names/hosts.ts";

export type Website =
  | {
    readonly kind: "host";
    /** In lower case and A-labels, without user, port, path and query. */
    readonly host: string;
    /** The line may also be the name of a file, so Enter must not send it. */
    readonly mayBeFile: boolean;
  }
  /** It looks like an address, but it cannot be checked. `reason` says why, in a sentence. */
  | { readonly kind: "refused"; readonly reason: string; readonly isFile: boolean };

/** Longer than any URL that a user pastes to name a host. */
const MAX_LENGTH = 2048;

/** Endings of files that are not top-level domains. */
const FILES_ONLY = new Set(
  ("bak bat bin cer cert cfg class cmd conf crl crt csr css csv dat db der dll doc docx eml env exe " +
    "gif gpg gz htm html ini iso jar jks jpeg jpg js json jwk jwks key keystore keytab lock log msg " +
    "old orig p7b p7c p7s p8 p12 pdf pem pfx php png ppk pvk rar req sig spc sql sst stl svg tar tgz " +
    "tmp toml truststore ts txt war xls xlsx xml yaml yml").split(" "),
);

/** Endings of files that are top-level domains too. */
const FILES_TOO = new Set("app cab cc inc md mov pl ps pub py rs sh so tf zip zone".split(" "));

/** The object identifiers of attributes (2.5.4) and extensions (2.5.29), which have four parts like an IP address. */
const X500_IDENTIFIER = /^2\.5\.(?:4|29)\.\d{1,3}$/;

/** Returns null for a text that is not an address, such as PEM, several lines or a sentence. */
export function readWebsite(text: string): Website | null {
  const line = text.trim();
  if (line === "" || line.length > MAX_LENGTH || /\s/.test(line)) return null;
  const scheme = /^https?:[/\\]{1,4}/i.exec(line)?.[0] ?? "";
  const [address] = line.slice(scheme.length).split(/[/\\?#]/, 1);
  const isPlain = scheme === "" && address === line;
  const at = address.lastIndexOf("@");
  // Without a scheme the text before an @ may be anything, such as "mailto:jo".
  if (at !== -1 && scheme === "") {
    return isPlain && isEmail(line) ? refuse("This is an e-mail address, not a website.") : null;
  }
  if (isPlain && X500_IDENTIFIER.test(line)) return null;
  const [, host, port] = /^(.*?)(?::(\d{0,5}))?$/s.exec(address.slice(at + 1))!;
  if (isIpAddress(address.slice(at + 1)) || isIpAddress(host)) {
    return refuse("This is an IP address. Type the website's name, such as www.example.com.");
  }
  if (host.startsWith("*.") && readDomainName(host) !== null) {
    return refuse("A wildcard is not a website. Type one of its names, such as www.example.com.");
  }
  const bare = host.endsWith(".") ? host.slice(0, -1) : host;
  const name = readDomainName(bare, { wildcard: false });
  if (name === null) {
    const isLocal = /^[a-z0-9-]{1,63}$/i.test(bare) && (scheme !== "" || /^localhost$/i.test(bare));
    return isLocal
      ? refuse("Our server cannot reach this name. Type a public one, such as www.example.com.")
      : null;
  }
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (FILES_ONLY.has(ending)) {
    return refuse("This looks like the name of a file. Open the file, or paste its content.", true);
  }
  if (port && Number(port) !== TLS_PORT) {
    return refuse(`Port ${Number(port)} is not supported. We can check only port ${TLS_PORT}.`);
  }
  const mayBeFile = isPlain && FILES_TOO.has(ending) && !name.startsWith("www.");
  return { kind: "host", host: name, mayBeFile };
}

const refuse = (reason: string, isFile = false): Website => ({ kind: "refused", reason, isFile });

const isEmail = (line: string) => /^[^@:]{1,64}@[^@:]{1,253}\.[^@:.]{2,63}$/.test(line);

/** Whether a URL has this text as its IPv4 or IPv6 address, in any of its spellings. */
function isIpAddress(text: string): boolean {
  const inside = text.startsWith("[") ? text.replace(/\](?::\d{0,5})?$/, "").slice(1) : text;
  if (inside.includes(":")) return URL.canParse(`https://[${inside.replace(/%.*$/, "")}]`);
  // A single number may be anything, and only a text with four parts is meant as an address.
  return inside.split(/[.。．｡]/).length === 4 && /^[\d.]{7,15}$/.test(hostOf(inside));
}

function hostOf(text: string): string {
  const url = `https://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : "";
}

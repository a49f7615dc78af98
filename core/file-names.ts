/** Names of files that are saved, after what is in them (docs/decisions.md, "Words and file names"). */

const MAX_BASE = 50;
const DEFAULT_BASE = "SSL_Certificate";

/**
 * The base of a file's name from a common name: the wildcard's star becomes "wildcard", an at sign
 * "_at_", everything but letters, digits, dots and hyphens "_"; at most 50 characters.
 */
export function fileBaseName(commonName: string, fallback: string = DEFAULT_BASE): string {
  let base = "";
  for (const character of commonName.trim()) {
    if (character === "*") base += "wildcard";
    else if (character === "@") base += "_at_";
    else base += /[A-Za-z0-9.-]/.test(character) ? character : "_";
    if (base.length >= MAX_BASE) break;
  }
  return base.slice(0, MAX_BASE) || fallback;
}

/** Names of devices, which no file may have on Windows whatever its ending (Win32 "Naming Files"). */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The same base as a name that every system takes, Windows among them, with any ending: no device's
 * name, hidden on no system, and nothing that a program takes for an option.
 */
export function portableName(commonName: string, fallback?: string): string {
  const base = fileBaseName(commonName, fallback);
  return DEVICES.test(base) || base.startsWith(".") || base.startsWith("-") ? `_${base}` : base;
}

export const csrFileName = (commonName: string): string => `${fileBaseName(commonName)}.csr.txt`;
export const keyFileName = (commonName: string): string => `${fileBaseName(commonName)}.key.txt`;

interface Named {
  commonName: string | null;
  organizationName: string | null;
}

/** Of one certificate; `index`, counted from 1, tells those of a chain apart. */
export function certificateFileName(subject: Named, index?: number): string {
  const name = subject.commonName || subject.organizationName || "";
  const suffix = index === undefined ? "" : `_${index}`;
  return `${fileBaseName(name, "certificate")}${suffix}.crt.txt`;
}

/** Of what is made of a whole chain: "chain.pem" and "chain.json" keep their names. */
export function chainFileName(
  leaf: Named,
  what: "chain.json" | "chain.pem" | "bundle.pem" | "certificate_only.pem",
): string {
  const name = leaf.commonName || leaf.organizationName || "";
  return `${fileBaseName(name, "certificate")}_${what}${what.endsWith(".pem") ? ".txt" : ""}`;
}

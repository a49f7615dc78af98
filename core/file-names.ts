/** Names of saved files, made from their content (docs/decisions.md, "Words and file names"). */

const MAX_BASE = 50;
const DEFAULT_BASE = "SSL_Certificate";

/**
 * The base of a file's name for a common name, at most 50 characters. The star of a wildcard becomes
 * "wildcard", an at sign "_at_", and anything but letters, digits, dots and hyphens "_".
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

/** Names of devices. On Windows no file may have them, with any extension (Win32 "Naming Files"). */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * `fileBaseName` as a name that is valid on every system with any extension: it is not the name of a device,
 * does not make a hidden file, and is not read as an option by programs.
 */
export function portableName(commonName: string, fallback?: string): string {
  const base = fileBaseName(commonName, fallback);
  return DEVICES.test(base) || base.startsWith(".") || base.startsWith("-") ? `_${base}` : base;
}

/** The names under which a page saves a CSR and its key. */
export const csrFileName = (commonName: string): string => `${fileBaseName(commonName)}.csr.txt`;
export const keyFileName = (commonName: string): string => `${fileBaseName(commonName)}.key.txt`;

interface Named {
  commonName: string | null;
  organizationName: string | null;
}

/** The name of a certificate in file names, without an extension. */
export const certificateBase = ({ commonName, organizationName }: Named): string =>
  fileBaseName(commonName || organizationName || "", "certificate");

/** The name for one certificate. `index`, counted from 1, distinguishes the certificates of a chain. */
export function certificateFileName(subject: Named, index?: number): string {
  const suffix = index === undefined ? "" : `_${index}`;
  return `${certificateBase(subject)}${suffix}.crt.txt`;
}

/** The name for a file of a whole chain, which ends with "chain.pem", "chain.json", and so on. */
export function chainFileName(
  leaf: Named,
  what:
    | "chain.json"
    | "dates.ics"
    | `${"chain" | "fullchain" | "fullchain_with_root" | "incomplete" | "certificate_only"}.pem`,
): string {
  return `${certificateBase(leaf)}_${what}${what.endsWith(".pem") ? ".txt" : ""}`;
}

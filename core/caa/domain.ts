/** The domain name that CAA records stand at: out of a name, a wildcard, or a URL that was pasted. */
import { readDomainName } from "../names/validate-names.ts";

export interface Domain {
  /** In lower case and A-labels, without the wildcard label. */
  readonly name: string;
  /** It was written with a leading `*.`. */
  readonly wildcard: boolean;
}

/** Reads a domain name; of a URL its host counts, and port, path and query do not. Null: none. */
export function readDomain(text: string): Domain | null {
  const host = hostOf(text.trim());
  // The root's dot is how a name stands in a zone; one is dropped, two are a fault.
  const typed = host.endsWith(".") ? host.slice(0, -1) : host;
  const wildcard = typed.startsWith("*.");
  const name = readDomainName(wildcard ? typed.slice(2) : typed, { wildcard: false });
  return name === null ? null : { name, wildcard };
}

/** The name that records for `domain` stand at, wildcard label removed; null if it is none. */
export function baseName(domain: string): string | null {
  return readDomain(domain)?.name ?? null;
}

/** What is left without scheme, path, query and port. A name before an at sign makes it no name. */
function hostOf(text: string): string {
  return text.replace(/^https?:\/\//i, "").replace(/[/?#].*$/s, "").replace(/:[0-9]{0,5}$/, "");
}

/**
 * The permitted or the excluded subtrees of name constraints (RFC 5280, 4.2.1.10), indexed so that a name
 * is looked up instead of compared with each subtree: a certificate may have thousands of both.
 */
import type { CanonicalName } from "./canonical-names.ts";

/** One subtree. Hosts and names are in lower case; the local part of a mailbox is unchanged. */
export type Subtree =
  | { type: "DNS"; base: string }
  | { type: "email"; local: string | null; host: string }
  | { type: "URI"; base: string }
  | { type: "IP"; address: Uint8Array; mask: Uint8Array }
  | { type: "DirName"; base: CanonicalName }
  /** A subtree of an unsupported form, by its identifier octet. */
  | { type: "other"; tag: number };

/** A tree of directory names by their RDNs; `isBase` if a subtree ends at the node. */
interface NameNode {
  isBase: boolean;
  readonly below: Map<string, NameNode>;
}

const nameNode = (): NameNode => ({ isBase: false, below: new Map() });

/** Subtrees by type, indexed for looking up names. */
export class Subtrees {
  readonly #types = new Map<Subtree["type"], number>();
  readonly #tags = new Set<number>();
  readonly #dnsBases = new Set<string>();
  /** DNS bases without their first label, to find those that a wildcard matches. */
  readonly #dnsParents = new Set<string>();
  readonly #mailboxes = new Set<string>();
  readonly #mailHosts = new Set<string>();
  readonly #uriHosts = new Set<string>();
  /** By mask. */
  readonly #ranges = new Map<string, { mask: Uint8Array; addresses: Set<string> }>();
  readonly #directory = nameNode();

  add(subtree: Subtree): void {
    this.#types.set(subtree.type, this.count(subtree.type) + 1);
    switch (subtree.type) {
      case "DNS":
        this.#dnsBases.add(subtree.base);
        this.#dnsParents.add(subtree.base.slice(subtree.base.indexOf(".") + 1));
        break;
      case "email":
        if (subtree.local === null) this.#mailHosts.add(subtree.host);
        else this.#mailboxes.add(`${subtree.local}@${subtree.host}`);
        break;
      case "URI":
        this.#uriHosts.add(subtree.base);
        break;
      case "IP": {
        const { mask } = subtree;
        const range = this.#ranges.get(String(mask)) ?? { mask, addresses: new Set() };
        range.addresses.add(masked(subtree.address, mask));
        this.#ranges.set(String(mask), range);
        break;
      }
      case "other":
        this.#tags.add(subtree.tag);
        break;
      case "DirName": {
        let node = this.#directory;
        for (const rdn of subtree.base) {
          const next = node.below.get(rdn) ?? nameNode();
          node.below.set(rdn, next);
          node = next;
        }
        node.isBase = true;
      }
    }
  }

  /** Whether there is a subtree of the type. */
  has(type: Subtree["type"]): boolean {
    return this.#types.has(type);
  }

  /** The number of subtrees of the type. */
  count(type: Subtree["type"]): number {
    return this.#types.get(type) ?? 0;
  }

  /** Whether there is a subtree of this unsupported form. */
  hasForm(tag: number): boolean {
    return this.#tags.has(tag);
  }

  /**
   * Whether a DNS name is in a subtree: "example.com" holds itself and all names below it, ".example.com"
   * only those below it, "" all names.
   */
  holdsDns(name: string): boolean {
    const bases = this.#dnsBases;
    return bases.has("") || bases.has(name) ||
      someSuffix(name, (suffix) => bases.has(suffix) || bases.has(suffix.slice(1)));
  }

  /** Whether a base is the name with a dot before it. */
  hasDnsBelow(name: string): boolean {
    return this.#dnsBases.has(`.${name}`);
  }

  /** Whether a base is one label below the name, or the name with a dot before it. */
  hasDnsChild(name: string): boolean {
    return this.#dnsParents.has(name);
  }

  holdsMailbox({ local, host }: { local: string; host: string }): boolean {
    return this.#mailboxes.has(`${local}@${host}`) || holdsHost(this.#mailHosts, host);
  }

  holdsUriHost(host: string): boolean {
    return holdsHost(this.#uriHosts, host);
  }

  /** Tries each mask. Masks are contiguous, so there are at most 33 for IPv4 and 129 for IPv6. */
  holdsAddress(address: Uint8Array): boolean {
    for (const { mask, addresses } of this.#ranges.values()) {
      if (mask.length === address.length && addresses.has(masked(address, mask))) return true;
    }
    return false;
  }

  /** Whether the name is a base or is below one. */
  holdsDirectoryName(name: CanonicalName): boolean {
    let node: NameNode | undefined = this.#directory;
    for (const rdn of name) {
      if (node.isBase) return true;
      node = node.below.get(rdn);
      if (!node) return false;
    }
    return node.isBase;
  }
}

/** For URIs and e-mail, "host" holds only itself, ".domain" every host below it, "" all hosts. */
function holdsHost(bases: ReadonlySet<string>, host: string): boolean {
  return bases.has("") || bases.has(host) || someSuffix(host, (suffix) => bases.has(suffix));
}

/** Tries the rest of the name after each label, with its dot. */
function someSuffix(name: string, holds: (suffix: string) => boolean): boolean {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    if (holds(name.slice(dot))) return true;
  }
  return false;
}

function masked(address: Uint8Array, mask: Uint8Array): string {
  return String(address.map((byte, index) => byte & mask[index]));
}

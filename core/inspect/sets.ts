/**
 * Sets: a certificate with its private key, its CSR and its chain. A set is saved as a unit, so a key is only ever named
 * after a certificate that it belongs to.
 */
import { OperationError } from "../kernel/errors.ts";
import { portableName } from "../file-names.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { Collection } from "./collection.ts";
import type { InspectedChain, Link, Relations } from "./contract.ts";
import type { Bundle } from "./options.ts";
import { type CertificateObject, type InspectedObject, isUnreadable, nameOf } from "./objects.ts";
import type { ObjectSet } from "./session-contract.ts";
import { type ChainIndex, chainIndex } from "../verdict/judge/inspect/chains.ts";

/** Endings of the bundle's file name, by its actual contents. */
const ENDINGS: Readonly<Record<Bundle, string>> = {
  full_chain: "_fullchain.pem",
  certificate: "_certificate.pem",
  issuer_missing: "_certificate_only.pem",
};

export interface MatchedSet {
  /** Null for a CSR and its key without a certificate. */
  certificate: number | null;
  /** All matching keys; more than one only if one of them cannot be verified. */
  privateKeys: number[];
  requests: number[];
  /** Why the match of the private key cannot be verified; null if it is verified, or there is no key. */
  unverified: string | null;
  /** Leaf first, without roots of the trust store; empty without a certificate. */
  chain: number[];
  /** The contents of the bundle for a server; null without a certificate. */
  bundle: Bundle | null;
  /** A file name that no other set has: "shop.example.com until 2027-06-08". */
  label: string;
  /** The base of its file names. */
  base: string;
}

/** All sets of a collection. `relations` must belong to the same collection. */
export class Sets {
  /** Every certificate that is not a CA, other certificates with a key or CSR, and CSRs with their key. */
  readonly all: readonly MatchedSet[];
  readonly #byCertificate = new Map<number, MatchedSet>();
  /** Links between keys, by either end. */
  readonly #keyLinks = new Map<number, Link[]>();
  readonly #chains: ChainIndex<InspectedChain>;
  readonly #issuers = new Map<number, number>();
  readonly #labels = new Set<string>();
  readonly #groups = new Map<number, Group>();

  constructor(private readonly collection: Collection, relations: Relations) {
    for (const link of relations.links) {
      if (link.kind === "key") {
        for (const end of [link.from, link.to]) {
          const list = this.#keyLinks.get(end);
          if (list) list.push(link);
          else this.#keyLinks.set(end, [link]);
        }
      } else if (link.kind === "issuer" && link.holds && !this.#issuers.has(link.to)) {
        this.#issuers.set(link.to, link.from);
      }
    }
    this.#chains = chainIndex(relations.chains);
    this.all = this.#find();
  }

  /** The set of an object; null if it has none. Throws `invalid_input` for an unknown id. */
  find(id: number): MatchedSet | null {
    const object = this.collection.get(id);
    if (!object) throw new OperationError("invalid_input", "Unknown object");
    const own = this.#byCertificate.get(id);
    if (own) return own;
    if (object.kind === "certificate") return null;
    const sets = this.#group(object).certificates
      .flatMap((member) => this.#byCertificate.get(member) ?? []);
    // If several certificates have the same key, the one that expires last is in use.
    const [latest] = sets.sort((a, b) => this.#endOf(b) - this.#endOf(a));
    return latest ??
      this.all.find(({ certificate, privateKeys, requests }) =>
        certificate === null && (privateKeys.includes(id) || requests.includes(id))
      ) ?? null;
  }

  /** The set of an object, with the names of its files. */
  describe(id: number): ObjectSet {
    const set = this.find(id);
    const object = this.collection.get(id)!;
    const isCertificate = object.kind === "certificate" && object.certificate !== null;
    const certificate = set?.certificate ?? (isCertificate ? id : null);
    const { chain, bundle } = certificate === null
      ? { chain: [], bundle: null }
      : this.#sentOf(certificate);
    const { privateKeys, requests } = set ?? groupOf([object]);
    const privateKey = privateKeys[0] ?? null;
    const request = requests[0] ?? null;
    const named = this.collection.get(certificate ?? request ?? id)!;
    const label = (set?.label ?? portableName(nameOf(named), object.kind)).replaceAll(" ", "_");
    return {
      name: nameOf(named),
      certificate,
      chain,
      privateKey,
      request,
      chainPem: this.pem(chain),
      label,
      bundle,
      bundlePem: this.pem(this.withoutRoot(chain)),
      certificatePem: this.pem(chain.slice(0, 1)),
      requestPem: request === null ? "" : this.pem([request]),
      bundleName: bundle === null ? "" : label + ENDINGS[bundle],
    };
  }

  #sentOf(certificate: number): { chain: number[]; bundle: Bundle } {
    const chain = this.chainFrom(certificate);
    if (this.withoutRoot(chain).length > 1) return { chain, bundle: "full_chain" };
    const object = this.collection.get(certificate);
    const isSelfIssued = object?.kind === "certificate" &&
      object.certificate?.isSelfIssued === true;
    // A root signed it: a root among the files, or one of the trust store.
    const known = this.#chains.get(certificate);
    const above = known?.chain.certificates.slice(known.at) ?? [];
    const isFromRoot = chain.length > 1 || above.length === 2 && above[0].signedByNext !== false;
    return { chain, bundle: isSelfIssued || isFromRoot ? "certificate" : "issuer_missing" };
  }

  /** The available certificates from this one upwards, each signed by the next. */
  chainFrom(id: number): number[] {
    const known = this.#chains.get(id);
    const chain = new Set<number>();
    if (known) {
      for (const member of known.chain.certificates.slice(known.at)) {
        if (member.id !== null) chain.add(member.id);
        if (member.signedByNext === false) break;
      }
      return [...chain];
    }
    // No chain was built, so follow the proven issuers, which may sign each other in a circle.
    for (let at: number | undefined = id; at !== undefined && !chain.has(at);) {
      chain.add(at);
      at = this.#issuers.get(at);
    }
    return [...chain];
  }

  /** The chain that a server sends, without a root at its end. */
  withoutRoot(chain: readonly number[]): readonly number[] {
    const last = this.collection.get(chain[chain.length - 1] ?? -1);
    const endsAtRoot = chain.length > 1 && last?.kind === "certificate" &&
      last.certificate?.isSelfIssued === true;
    return endsAtRoot ? chain.slice(0, -1) : chain;
  }

  /** Certificates and CSRs as concatenated PEM. */
  pem(ids: readonly number[]): string {
    return ids.map((id) => pemOf(this.collection.get(id))).join("");
  }

  #find(): MatchedSet[] {
    const sets: MatchedSet[] = [];
    for (const object of this.collection.objects) {
      if (object.kind !== "certificate" || object.certificate === null) continue;
      const { privateKeys, requests } = this.#group(object);
      const isLeaf = object.candidate?.isCa !== true;
      if (!isLeaf && privateKeys.length === 0 && requests.length === 0) continue;
      const set = {
        certificate: object.id,
        privateKeys,
        requests,
        unverified: this.#unverified(object.id),
        ...this.#sentOf(object.id),
        ...this.#names(object, `until ${endDay(object)}`),
      };
      this.#byCertificate.set(object.id, set);
      sets.push(set);
    }
    const seen = new Set<number>();
    for (const object of this.collection.objects) {
      if (object.kind !== "request" || seen.has(object.id)) continue;
      const { privateKeys, requests, certificates } = this.#group(object);
      for (const id of requests) seen.add(id);
      if (privateKeys.length === 0 || certificates.length > 0) continue;
      sets.push({
        certificate: null,
        privateKeys,
        requests,
        unverified: this.#unverified(object.id),
        chain: [],
        bundle: null,
        ...this.#names(object, "CSR and key"),
      });
    }
    return sets;
  }

  /** Names that differ from those of other sets even if case is ignored. */
  #names(object: InspectedObject, what: string): { label: string; base: string } {
    const base = portableName(nameOf(object), object.kind);
    for (let count = 1;; count++) {
      const label = count === 1 ? `${base} ${what}` : `${base} ${what} (${count})`;
      const key = label.toLowerCase();
      if (this.#labels.has(key)) continue;
      this.#labels.add(key);
      return { label, base };
    }
  }

  /** All objects with the same key, including this one, by kind. */
  #group(object: InspectedObject): Group {
    const links = this.#keyLinks.get(object.id);
    if (!links) return groupOf([object]);
    const [first, ...more] = new Set(links.map(({ from }) => from));
    const group = this.#hubGroup(first);
    // Include a second key with equal numbers if one of the two is not verified.
    return more.length === 0 ? group : {
      ...group,
      privateKeys: unique(group.privateKeys, ...more.map((hub) => this.#hubGroup(hub).privateKeys)),
      requests: unique(group.requests, ...more.map((hub) => this.#hubGroup(hub).requests)),
    };
  }

  #hubGroup(hub: number): Group {
    let group = this.#groups.get(hub);
    if (!group) {
      const ids = [hub];
      for (const { from, to } of this.#keyLinks.get(hub)!) if (from === hub) ids.push(to);
      group = groupOf(unique(ids).map((id) => this.collection.get(id)!));
      this.#groups.set(hub, group);
    }
    return group;
  }

  /** Null if a key is proven to match; one such key is enough. */
  #unverified(id: number): string | null {
    const links = (this.#keyLinks.get(id) ?? []).filter(({ to }) => to === id);
    return links.some(({ holds }) => holds) ? null : links[0]?.reason ?? null;
  }

  #endOf({ certificate }: MatchedSet): number {
    const object = this.collection.get(certificate ?? -1);
    return object?.kind === "certificate" ? object.certificate?.notAfter ?? 0 : 0;
  }
}

/** The objects with the same key, by kind. */
interface Group {
  privateKeys: number[];
  requests: number[];
  certificates: number[];
}

/** The most CSRs of one key that are listed. */
const MAX_REQUESTS = 16;

function groupOf(members: readonly InspectedObject[]): Group {
  const isWhole = (member: InspectedObject) =>
    member.kind === "private-key" ? member.privateKey !== null : !isUnreadable(member);
  const idsOf = (kind: InspectedObject["kind"]) =>
    members.filter((member) => member.kind === kind && isWhole(member)).map(({ id }) => id);
  return {
    privateKeys: idsOf("private-key"),
    requests: idsOf("request").slice(0, MAX_REQUESTS),
    certificates: idsOf("certificate"),
  };
}

const unique = (...lists: readonly (readonly number[])[]): number[] => [...new Set(lists.flat())];

function endDay({ certificate }: CertificateObject): string {
  return new Date(certificate!.notAfter).toISOString().slice(0, 10);
}

function pemOf(object: InspectedObject | undefined): string {
  if (object?.kind === "certificate") return writePem("CERTIFICATE", object.bytes);
  if (object?.kind === "request") return writePem("CERTIFICATE REQUEST", object.bytes);
  return "";
}

/**
 * Statements about files of other programs. The CA of the client certificate in a kubeconfig, and the certificate in SAML
 * metadata that expires first, are answers, which come before warnings in a verdict. The alias of a keystore that belongs
 * to a CSR is a remark: the verdict is about the certificate and its key.
 */
import { isUnnamed } from "../../../x509/asn1/oids.ts";
import type { Statement } from "../../model.ts";
import { state } from "../../statements.ts";
import { type LinkFacts, type ObjectFacts, type Objects, thingOf } from "./facts.ts";

type Place = ObjectFacts["places"][number];
type Links = readonly LinkFacts[];

/** The answers about files of other programs, which precede warnings. */
const ANSWERS: ReadonlySet<string> = new Set<Statement["code"]>([
  ...["key_beside_other_certificate", "keys_beside_other_certificates"] as const,
  ...["kubeconfig_issued", "kubeconfig_issued_elsewhere", "kubeconfig_issued_some"] as const,
  ...["kubeconfig_without_ca", "kubeconfig_unverified", "kubeconfig_other_key"] as const,
  ...["kubeconfig_not_issued", "kubeconfigs_issued", "kubeconfigs_issued_some"] as const,
  ...["saml_certificates_end", "saml_certificate_first"] as const,
]);

export const isAnswer = ({ code }: Statement): boolean => ANSWERS.has(code);

/** The most sentences about files or requests of one kind; more are counted. */
const MAX_NAMED = 3;

/** The answers about all files together. */
export function relatedTogether(rows: Objects, links: Links): Statement[] {
  return [
    ...strangers(rows, links),
    ...aliasesOfRequests(rows, links),
    ...kubeconfigs(rows, links),
    ...metadata(rows),
    ...keyPairs(rows, links),
  ];
}

/** Private keys with their public keys, if that is all there is to compare. */
function keyPairs(rows: Objects, links: Links): Statement[] {
  const isCompared = [...rows.values()].some(({ kind }) =>
    kind === "certificate" || kind === "request"
  );
  if (isCompared) return [];
  const pairs = links.flatMap(({ kind, from, to, holds }) => {
    const [key, publicKey] = [rows.get(from), rows.get(to)];
    return kind === "key" && key?.kind === "private-key" && publicKey?.kind === "public-key"
      ? [{ key, publicKey, holds }]
      : [];
  });
  const holding = pairs.filter(({ holds }) => holds === true);
  const others = pairs.filter(({ holds }) => holds !== true);
  const factsOf = (found: typeof pairs) => ({
    count: found.length,
    key: found.length === 1 ? thingOf(found[0].key) : null,
    publicKey: found.length === 1 ? thingOf(found[0].publicKey) : null,
  });
  return [
    ...holding.length > 0 ? [state("public_keys_match", factsOf(holding))] : [],
    ...others.length > 0 ? [state("public_keys_unverified", factsOf(others))] : [],
  ];
}

/** The objects with a place of this kind, by the file that they are in. */
function byFile(
  rows: Objects,
  isWanted: (place: Place) => boolean,
): Map<string, { row: ObjectFacts; place: Place }[]> {
  const files = new Map<string, { row: ObjectFacts; place: Place }[]>();
  for (const row of rows.values()) {
    for (const place of row.places) {
      if (!isWanted(place)) continue;
      const list = files.get(place.file);
      if (list) list.push({ row, place });
      else files.set(place.file, [{ row, place }]);
    }
  }
  return files;
}

/* Keystores */

/** The path of an entry in a keystore begins with this word (collection.ts). */
const ALIAS = "alias ";
const isAlias = ({ form, path }: Place): boolean =>
  (form === "JKS" || form === "PFX") && path?.startsWith(ALIAS) === true;

/** An alias; the path quotes it only if it has spaces. */
const aliasIn = ({ path }: Place): string => path!.slice(ALIAS.length);

function aliasesOfRequests(rows: Objects, links: Links): Statement[] {
  const requests = [...rows.values()].filter(({ kind, problem }) =>
    kind === "request" && problem === null
  );
  const keystores = byFile(rows, isAlias);
  if (requests.length === 0 || keystores.size === 0) return [];
  const sameKey = keyGroups(links);
  const found = requests.flatMap((request) => {
    const members = sameKey(request.id);
    const aliases = [...keystores].flatMap(([file, entries]) =>
      [
        ...new Set(
          entries.filter(({ row }) => members.has(row.id)).map(({ place }) => aliasIn(place)),
        ),
      ].map((alias) => ({ file, alias }))
    );
    return aliases.length === 0 ? [] : [{ request, aliases }];
  });
  if (found.length > MAX_NAMED) return [state("aliases_of_requests", { count: found.length })];
  return found.map(({ request, aliases: [{ alias, file }, ...more] }) =>
    state("alias_of_request", {
      alias,
      file: keystores.size === 1 ? null : file,
      request: requests.length === 1 ? null : thingOf(request),
      others: more.slice(0, MAX_NAMED),
    })
  );
}

/** Returns the objects that are proven to have the same key as an object. */
function keyGroups(links: Links): (id: number) => ReadonlySet<number> {
  const members = new Map<number, number[]>();
  const hubs = new Map<number, number[]>();
  const add = (map: Map<number, number[]>, key: number, value: number) => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { kind, from, to, holds } of links) {
    if (kind !== "key" || holds !== true) continue;
    add(members, from, to);
    add(hubs, to, from);
  }
  return (id) => {
    const own = [...members.has(id) ? [id] : [], ...hubs.get(id) ?? []];
    return new Set(own.flatMap((hub) => [hub, ...members.get(hub) ?? []]));
  };
}

/* Kubernetes */

/** A key of a Secret or kubeconfig, and the certificate in the same place that it must belong to. */
const PAIRS: Readonly<Record<string, string>> = {
  "tls.key": "tls.crt",
  "client-key-data": "client-certificate-data",
};
const PAIRED_KEY = /^(.*)(tls\.key|client-key-data)$/;

/** Keys that do not belong to the certificate in the same place, so neither server nor client can use them. */
function strangers(rows: Objects, links: Links): Statement[] {
  const keys = byFile(rows, ({ path }) => path !== undefined && PAIRED_KEY.test(path));
  if (keys.size === 0) return [];
  const certificates = byFile(rows, ({ path }) => path !== undefined);
  const sameKey = keyGroups(links);
  // One key can be at many paths.
  const known = new Map<number, ReadonlySet<number>>();
  const membersOf = (id: number) => {
    if (!known.has(id)) known.set(id, sameKey(id));
    return known.get(id)!;
  };
  const found = [...keys].flatMap(([file, entries]) => {
    const byPath = Map.groupBy(certificates.get(file)!, ({ place }) => place.path!);
    // Each path is looked at once, so the time is linear.
    return [...Map.groupBy(entries, ({ place }) => place.path!)].flatMap(([path, at]) => {
      const [{ row: key }, ...others] = at;
      // A text with two keys at one path is not a Secret.
      if (key.kind !== "private-key" || others.some(({ row }) => row !== key)) return [];
      const [, start, name] = PAIRED_KEY.exec(path)!;
      const certificate = start + PAIRS[name];
      const beside = (byPath.get(certificate) ?? []).map(({ row }) => row)
        .filter(({ kind }) => kind === "certificate");
      if (beside.length === 0 || ![key, ...beside].every(hasKnownKey)) return [];
      const members = membersOf(key.id);
      return beside.some(({ id }) => members.has(id)) ? [] : [{ file, key: path, certificate }];
    });
  });
  if (found.length > MAX_NAMED) {
    return [state("keys_beside_other_certificates", { count: found.length })];
  }
  return found.map((place) => state("key_beside_other_certificate", place));
}

/** Whether keys of this algorithm can be compared. */
const hasKnownKey = ({ publicKey, problem }: ObjectFacts): boolean =>
  problem === null && publicKey !== null && !isUnnamed(publicKey.algorithm) &&
  (publicKey.algorithm !== "EC" || publicKey.curve !== null);

const CA_DATA = /(?:^|[., ])clusters\[\d+\]\.cluster\.certificate-authority-data$/;
const CLIENT_DATA = /(?:^|[., ])users\[\d+\]\.user\.client-certificate-data$/;

const certificateAt = (path: RegExp) => (place: Place): boolean =>
  place.path !== undefined && path.test(place.path);

function kubeconfigs(rows: Objects, links: Links): Statement[] {
  const clients = byFile(rows, certificateAt(CLIENT_DATA));
  if (clients.size === 0) return [];
  const authorities = byFile(rows, certificateAt(CA_DATA));
  const issuersOf = new Map<number, LinkFacts[]>();
  for (const link of links) {
    if (link.kind !== "issuer") continue;
    const list = issuersOf.get(link.to);
    if (list) list.push(link);
    else issuersOf.set(link.to, [link]);
  }
  const statements = [...clients].flatMap(([file, entries]) => {
    const own = new Set((authorities.get(file) ?? []).map(({ row }) => row.id));
    return kubeconfig(clients.size === 1 ? null : file, own, unique(entries), rows, issuersOf);
  });
  if (statements.length <= MAX_NAMED) return statements;
  const counts = {
    issued: statements.filter(({ level }) => level === "good").length,
    count: statements.length,
  };
  return [
    counts.issued === counts.count
      ? state("kubeconfigs_issued", counts)
      : state("kubeconfigs_issued_some", counts),
  ];
}

const unique = (entries: readonly { row: ObjectFacts }[]): ObjectFacts[] => [
  ...new Set(entries.map(({ row }) => row)),
];

/** `file`: null for the only kubeconfig. `own`: the ids of its authorities. */
function kubeconfig(
  file: string | null,
  own: ReadonlySet<number>,
  clients: readonly ObjectFacts[],
  rows: Objects,
  issuersOf: ReadonlyMap<number, Links>,
): Statement[] {
  const count = clients.length;
  const issued = clients.filter(({ id }) => hasIssuer(id, own, issuersOf)).length;
  if (issued === count) return [state("kubeconfig_issued", { file, count })];
  if (count > 1) {
    return [
      own.size === 0
        ? state("kubeconfig_without_ca", { file, count })
        : state("kubeconfig_issued_some", { file, issued, count }),
    ];
  }
  const [client] = clients;
  const known = issuersOf.get(client.id) ?? [];
  const issuer = known.find(({ holds }) => holds === true);
  if (issuer) {
    const row = rows.get(issuer.from)!;
    const facts = { issuer: thingOf(row), issuerFile: row.places[0].file, file };
    return [state("kubeconfig_issued_elsewhere", facts)];
  }
  if (own.size === 0) return [];
  if (known.some(({ from }) => own.has(from))) return [state("kubeconfig_unverified", { file })];
  const hasSameName = [...own].some((id) => rows.get(id)?.name === client.issuer);
  return [
    hasSameName
      ? state("kubeconfig_other_key", { file })
      : state("kubeconfig_not_issued", { file, issuer: client.issuer ?? "" }),
  ];
}

/** Whether one of the `wanted` certificates issued it, directly or through intermediates. */
function hasIssuer(
  id: number,
  wanted: ReadonlySet<number>,
  issuersOf: ReadonlyMap<number, Links>,
): boolean {
  let level = [id];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((member) =>
      (issuersOf.get(member) ?? []).filter(({ holds }) => holds === true).map(({ from }) => from)
    ).slice(0, MAX_LEVELS);
    if (level.some((member) => wanted.has(member))) return true;
  }
  return false;
}

/** Intermediates above a client certificate, and issuers on each level. */
const MAX_LEVELS = 8;

/* SAML */

const DESCRIPTOR = /KeyDescriptor(?: use="(signing|encryption)")?(?:\/[^/]*)?$/;

function metadata(rows: Objects): Statement[] {
  const files = byFile(rows, certificateAt(DESCRIPTOR));
  const entries = [...files.values()].flat().filter(({ row }) => row.notAfter !== null);
  const all = unique(entries).toSorted((a, b) => a.notAfter! < b.notAfter! ? -1 : 1);
  if (all.length < 2) return [];
  const [first, second] = all;
  const count = all.length;
  const end = first.notAfter!;
  const last = all[count - 1].notAfter!;
  if (end.slice(0, 10) === last.slice(0, 10)) {
    return [state("saml_certificates_end", { count, end })];
  }
  const usesOf = (row: ObjectFacts) => [
    ...new Set(
      entries.filter((entry) => entry.row === row)
        .flatMap(({ place }) => useOf(place) ?? []),
    ),
  ];
  const uses = usesOf(first);
  const use = uses.length === 1 ? uses[0] : null;
  // Of two certificates for different uses, the use names one.
  const isClear = count === 2 && use !== null && !usesOf(second).includes(use);
  return [
    state("saml_certificate_first", {
      certificate: isClear ? null : thingOf(first),
      use,
      file: files.size === 1 ? null : first.places[0].file,
      count,
      isOver: first.findings.some(({ code }) => code === "expired"),
      end,
    }),
  ];
}

function useOf({ path }: Place): "signing" | "encryption" | undefined {
  const use = DESCRIPTOR.exec(path!)?.[1];
  return use === "signing" || use === "encryption" ? use : undefined;
}

/**
 * Statements about files of other programs. The CA of the client certificate in a kubeconfig, and the certificate in SAML
 * metadata that expires first, are answers, which come before warnings in a verdict. The alias of a keystore that belongs
 * to a CSR is a remark: the verdict is about the certificate and its key.
 */
import { day } from "../../kernel/dates.ts";
import { capitalize, listed, namedFile, quoted, withCommas } from "../../kernel/formatting.ts";
import { isUnnamed } from "../../x509/asn1/oids.ts";
import type { Link, ObjectRow, Place, Statement } from "../contract.ts";
import { note, tally, titleOf } from "./chains.ts";

type Rows = ReadonlyMap<number, ObjectRow>;

/** The most sentences about files or requests of one kind; more are counted. */
const MAX_NAMED = 3;

/** The answers about all files together. */
export function relatedTogether(rows: Rows, links: readonly Link[]): Statement[] {
  return [
    ...strangers(rows, links),
    ...aliasesOfRequests(rows, links),
    ...kubeconfigs(rows, links),
    ...metadata(rows),
    ...keyPairs(rows, links),
  ];
}

/** Private keys with their public keys, if that is all there is to compare. */
function keyPairs(rows: Rows, links: readonly Link[]): Statement[] {
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
  type Pair = (typeof pairs)[number];
  const both = ({ key, publicKey }: Pair) =>
    `the private key in ${titleOf(key)} and the public key in ${titleOf(publicKey)}`;
  return [
    ...tally(
      pairs.filter(({ holds }) => holds === true),
      "good",
      (pair) => `${capitalize(both(pair))} match.`,
      (count) => `${count} public keys match a private key.`,
    ),
    ...tally(
      pairs.filter(({ holds }) => holds !== true),
      "unknown",
      (pair) => `This tool cannot check that ${both(pair)} match.`,
      (count) => `This tool cannot check that ${count} public keys match a private key.`,
    ),
  ];
}

const answer = (outcome: Statement["outcome"], text: string): Statement => ({
  outcome,
  text,
  relates: true,
});

/** The objects with a place of this kind, by the file that they are in. */
function byFile(
  rows: Rows,
  isWanted: (place: Place) => boolean,
): Map<string, { row: ObjectRow; place: Place }[]> {
  const files = new Map<string, { row: ObjectRow; place: Place }[]>();
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

/** An alias in quotes: the path quotes it only if it has spaces. */
const aliasIn = ({ path }: Place): string => {
  const alias = path!.slice(ALIAS.length);
  return alias.startsWith('"') ? alias : quoted(alias);
};

function aliasesOfRequests(rows: Rows, links: readonly Link[]): Statement[] {
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
  if (found.length > MAX_NAMED) {
    return [note(`${withCommas(found.length)} CSRs belong to aliases of the keystores.`)];
  }
  return found.map(({ request, aliases }) => {
    const [{ file, alias }, ...more] = aliases;
    const which = keystores.size === 1
      ? `The keystore's alias ${alias}`
      : `The alias ${alias} in ${namedFile(file)}`;
    const others = more.length === 0 ? "" : `, and so ${more.length === 1 ? "does" : "do"} ${
      listed(
        more.slice(0, MAX_NAMED).map((other) => `${other.alias} in ${namedFile(other.file)}`),
      )
    }`;
    const csr = requests.length === 1 ? "this CSR" : `the CSR for ${titleOf(request)}`;
    return note(`${which} belongs to ${csr}${others}.`);
  });
}

/** Returns the objects that are proven to have the same key as an object. */
function keyGroups(links: readonly Link[]): (id: number) => ReadonlySet<number> {
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
function strangers(rows: Rows, links: readonly Link[]): Statement[] {
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
    return [
      answer(
        "bad",
        `${withCommas(found.length)} private keys do not belong to the certificates next to them.`,
      ),
    ];
  }
  return found.map(({ file, key, certificate }) =>
    answer(
      "bad",
      `In ${
        namedFile(file)
      }, the private key at ${key} does not belong to the certificate at ${certificate}.`,
    )
  );
}

/** Whether keys of this algorithm can be compared. */
const hasKnownKey = ({ publicKey, problem }: ObjectRow): boolean =>
  problem === null && publicKey !== null && !isUnnamed(publicKey.algorithm) &&
  (publicKey.algorithm !== "EC" || publicKey.curve !== null);

const CA_DATA = /(?:^|[., ])clusters\[\d+\]\.cluster\.certificate-authority-data$/;
const CLIENT_DATA = /(?:^|[., ])users\[\d+\]\.user\.client-certificate-data$/;

const certificateAt = (path: RegExp) => (place: Place): boolean =>
  place.path !== undefined && path.test(place.path);

function kubeconfigs(rows: Rows, links: readonly Link[]): Statement[] {
  const clients = byFile(rows, certificateAt(CLIENT_DATA));
  if (clients.size === 0) return [];
  const authorities = byFile(rows, certificateAt(CA_DATA));
  const issuersOf = new Map<number, Link[]>();
  for (const link of links) {
    if (link.kind !== "issuer") continue;
    const list = issuersOf.get(link.to);
    if (list) list.push(link);
    else issuersOf.set(link.to, [link]);
  }
  const statements = [...clients].flatMap(([file, entries]) => {
    const own = new Set((authorities.get(file) ?? []).map(({ row }) => row.id));
    const whole = clients.size === 1 ? "this kubeconfig" : namedFile(file);
    return kubeconfig(whole, own, unique(entries), rows, issuersOf);
  });
  return statements.length <= MAX_NAMED ? statements : [
    answer(
      statements.every(({ outcome }) => outcome === "good") ? "good" : "note",
      `${withCommas(statements.filter(({ outcome }) => outcome === "good").length)} of ` +
        `${withCommas(statements.length)} kubeconfigs have client certificates whose CA is in ` +
        "these files.",
    ),
  ];
}

const unique = (entries: readonly { row: ObjectRow }[]): ObjectRow[] => [
  ...new Set(entries.map(({ row }) => row)),
];

function kubeconfig(
  whole: string,
  own: ReadonlySet<number>,
  clients: readonly ObjectRow[],
  rows: Rows,
  issuersOf: ReadonlyMap<number, readonly Link[]>,
): Statement[] {
  const issued = clients.filter(({ id }) => hasIssuer(id, own, issuersOf));
  const count = withCommas(clients.length);
  if (issued.length === clients.length) {
    return [answer(
      "good",
      clients.length === 1
        ? `The CA in ${whole} issued its client certificate.`
        : `The CAs in ${whole} issued its ${count} client certificates.`,
    )];
  }
  if (clients.length > 1) {
    const text = own.size === 0
      ? `There is no CA for the ${count} client certificates in ${whole}.`
      : `The CAs in ${whole} issued ${withCommas(issued.length)} of its ${count} client ` +
        "certificates.";
    return [answer("note", text)];
  }
  const [client] = clients;
  const known = issuersOf.get(client.id) ?? [];
  const issuer = known.find(({ holds }) => holds === true);
  if (issuer) {
    const row = rows.get(issuer.from)!;
    const text = `${titleOf(row)}, in ${namedFile(row.places[0].file)}, issued the client ` +
      `certificate in ${whole}.`;
    return [answer("good", text)];
  }
  if (own.size === 0) return [];
  const unverified = known.some(({ from }) => own.has(from));
  if (unverified) {
    const text =
      `This tool cannot verify whether the CA in ${whole} issued its client certificate.`;
    return [answer("unknown", text)];
  }
  const sameName = [...own].some((id) => rows.get(id)?.name === client.issuer);
  const text = `The CA in ${whole} did not issue its client certificate`;
  return [
    sameName
      ? answer("warning", `${text}: it has the name of the issuer, but another key.`)
      : answer("note", `${text}. That was ${quoted(client.issuer ?? "")}.`),
  ];
}

/** Whether one of the `wanted` certificates issued it, directly or through intermediates. */
function hasIssuer(
  id: number,
  wanted: ReadonlySet<number>,
  issuersOf: ReadonlyMap<number, readonly Link[]>,
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

function metadata(rows: Rows): Statement[] {
  const files = byFile(rows, certificateAt(DESCRIPTOR));
  const entries = [...files.values()].flat().filter(({ row }) => row.notAfter !== null);
  const all = unique(entries).toSorted((a, b) => a.notAfter! < b.notAfter! ? -1 : 1);
  if (all.length < 2) return [];
  const [first, second] = all;
  const end = day(first.notAfter!);
  const last = day(all[all.length - 1].notAfter!);
  const where = "in the SAML metadata";
  const count = all.length === 2 ? "Both" : `All ${withCommas(all.length)}`;
  if (end === last) return [answer("note", `${count} certificates ${where} expire on ${end}.`)];
  const usesOf = (row: ObjectRow) => [
    ...new Set(
      entries.filter((entry) => entry.row === row)
        .flatMap(({ place }) => DESCRIPTOR.exec(place.path!)?.[1] ?? []),
    ),
  ];
  const uses = usesOf(first);
  const word = uses.length === 1 ? `${uses[0]} certificate` : "certificate";
  const isClear = all.length === 2 && uses.length === 1 && !usesOf(second).includes(uses[0]);
  const which = isClear ? `The ${word}` : `The ${word} ${titleOf(first)}`;
  const place = files.size === 1 ? where : `in ${namedFile(first.places[0].file)}`;
  const among = all.length === 2 ? "" : ` of ${withCommas(all.length)}`;
  const isOver = first.findings.some(({ code }) => code === "expired");
  return [
    answer("note", `${which} ${place} ${isOver ? "expired" : "expires"} first${among}, on ${end}.`),
  ];
}

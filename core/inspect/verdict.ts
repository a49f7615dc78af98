/**
 * Verdicts in words: what was checked, what came of it, and what was not checked.
 *
 * Rules: `good` is said only of what was verified and holds; what is not here, locked or beyond this
 * engine is `unknown` and never counts as good; nobody here asks whether a certificate was revoked,
 * which is said wherever one is. All is taken from the shapes of the contract.
 */
import type {
  Aside,
  InspectedChain,
  InspectedSet,
  Judgement,
  Leftover,
  ObjectRow,
  Statement,
  Verdict,
} from "./contract.ts";
import { printable } from "../kernel/printable.ts";

export type SetWithoutVerdict = Omit<InspectedSet, "verdict">;

/** Everything that was found out. */
export interface Facts {
  rows: ReadonlyMap<number, ObjectRow>;
  chains: readonly InspectedChain[];
  sets: readonly SetWithoutVerdict[];
  leftovers: readonly Leftover[];
  setAside: readonly Aside[];
  notes: readonly string[];
}

/** The gravest first. */
const RANK: readonly Statement["outcome"][] = ["bad", "warning", "unknown", "good", "note"];

function conclude(statements: readonly Statement[]): Verdict {
  const sorted = statements.toSorted((a, b) => RANK.indexOf(a.outcome) - RANK.indexOf(b.outcome));
  const { outcome } = sorted[0];
  // Notes alone: nothing was checked.
  return { outcome: outcome === "note" ? "unknown" : outcome, statements: sorted };
}

/** Where each certificate stands in a chain: the first that has it. */
export type ChainIndex = ReadonlyMap<number, { chain: InspectedChain; at: number }>;

export function chainIndex(chains: readonly InspectedChain[]): ChainIndex {
  const index = new Map<number, { chain: InspectedChain; at: number }>();
  for (const chain of chains) {
    for (const [at, { id }] of chain.certificates.entries()) {
      if (id !== null && !index.has(id)) index.set(id, { chain, at });
    }
  }
  return index;
}

/** Of one certificate with its key and CSR. `chains`: those of all. */
export function verdictOfSet(
  set: SetWithoutVerdict,
  rows: ReadonlyMap<number, ObjectRow>,
  chains: ChainIndex,
): Verdict {
  const statements: Statement[] = [];
  const own = [set.certificate, ...set.privateKeys, ...set.requests];
  for (const id of own) {
    const row = id === null ? undefined : rows.get(id);
    for (const found of row?.findings ?? []) {
      if (found.severity === "info" && found.code !== "superseded") continue;
      const outcome = OUTCOME_OF[found.severity];
      const text = row!.kind === "certificate"
        ? found.message
        : `${row!.kind === "request" ? "The CSR" : "The private key"}: ${found.message}`;
      statements.push({ outcome, text });
    }
  }
  statements.push(...matchOf(set), ...differencesOf(set));
  statements.push(...lacking(set));
  if (set.certificate !== null) {
    const place = chains.get(set.certificate);
    const row = rows.get(set.certificate)!;
    statements.push(...chainStatements(place?.chain ?? null, place?.at ?? 0, row));
    statements.push(REVOCATION);
  }
  return conclude(statements);
}

const note = (text: string): Statement => ({ outcome: "note", text });
const REVOCATION = note("Revocation was not checked.");

const OUTCOME_OF: Readonly<Record<Judgement["severity"], Statement["outcome"]>> = {
  error: "bad",
  warning: "warning",
  info: "note",
};

/** Whether the same key is in all of them. */
function matchOf(
  { certificate, privateKeys, requests, unverified, differences }: SetWithoutVerdict,
): Statement[] {
  const parts = [
    privateKeys.length > 0 ? "key" : "",
    certificate === null ? "" : "certificate",
    requests.length === 0 ? "" : requests.length === 1 ? "CSR" : `${requests.length} CSRs`,
  ].filter(Boolean);
  if (parts.length < 2) return [];
  const names = capital(`${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
  if (unverified !== null) {
    const text = `It cannot be verified here that ${
      names.toLowerCase().replace("csr", "CSR")
    } match: ${unverified}.`;
    return [{ outcome: "unknown", text }];
  }
  const isEqual = differences.every(({ code }) => code === "other_key");
  return [{ outcome: "good", text: isEqual ? `${names} match.` : `${names} have the same key.` }];
}

const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);

const DIFFERENCE_OUTCOMES: Readonly<
  Record<InspectedSet["differences"][number]["code"], Statement["outcome"]>
> = {
  names_missing: "warning",
  names_added: "warning",
  common_name_differs: "warning",
  // Domain-validated certificates never have the rest of the subject.
  subject_differs: "note",
  other_key: "note",
  not_compared: "unknown",
};

function differencesOf({ differences }: SetWithoutVerdict): Statement[] {
  return differences.map(({ code, message }) => ({
    outcome: DIFFERENCE_OUTCOMES[code],
    text: message,
  }));
}

/** What a chain lacks or breaks from its certificate `at` upwards, beside what was `told` already. */
function brokenIn(
  { certificates, problems }: InspectedChain,
  at: number,
  told: ReadonlySet<string>,
): string[] {
  return problems.flatMap(({ certificate, code, message }) => {
    // These two the chain's own statement tells.
    if (code === "issuer_not_found" || code === "self_signed") return [];
    if ((certificate ?? at) < at) return [];
    if (certificate === null || certificate === at) return told.has(message) ? [] : [message];
    return [about(certificates[certificate].name, message)];
  });
}

/** "It expired …" with the name of what expired. */
function about(name: string, message: string): string {
  const subject = printable(name);
  return message.startsWith("It ") ? `${subject} ${message.slice(3)}` : `${subject}: ${message}`;
}

const isSelfSigned = ({ findings }: ObjectRow) =>
  findings.some(({ code }) => code === "self_signed_leaf");

const tellings = ({ findings }: ObjectRow) => new Set(findings.map(({ message }) => message));

type Standing =
  | "public"
  | "private"
  | "public root"
  | "private root"
  | "unverified"
  | "self-signed"
  | "lone"
  | "incomplete"
  | "invalid";

function standingOf(
  { certificates, isValid, trusted, missingIssuer }: InspectedChain,
  row?: ObjectRow,
): Standing {
  if (isValid === null) return "unverified";
  if (isValid) {
    return `${trusted ? "public" : "private"}${certificates.length === 1 ? " root" : ""}`;
  }
  if (missingIssuer !== null) return certificates.length === 1 ? "lone" : "incomplete";
  return row && certificates.length === 1 && isSelfSigned(row) ? "self-signed" : "invalid";
}

const rootOf = ({ certificates }: InspectedChain) =>
  printable(certificates[certificates.length - 1].name);

/** `whose`: " of shop.example.com" where there are several. */
const CHAIN_WORDS: Readonly<
  Record<
    Standing,
    readonly [
      Statement["outcome"],
      one: (chain: InspectedChain, whose: string) => string,
      many: (count: string) => string,
    ]
  >
> = {
  public: [
    "good",
    (_, whose) => `The chain${whose} is complete and valid.`,
    (count) => `${count} chains are complete and valid.`,
  ],
  private: [
    "warning",
    (chain, whose) =>
      `The chain${whose} is complete. It is valid where "${rootOf(chain)}" is installed, ` +
      "which is not a public root.",
    (count) => `${count} chains are complete, and valid where their private root is installed.`,
  ],
  "public root": [
    "good",
    (chain) => `"${rootOf(chain)}" is a public root.`,
    (count) => `${count} roots are public.`,
  ],
  "private root": [
    "warning",
    (chain) => `"${rootOf(chain)}" is a root that is not public.`,
    (count) => `${count} roots are not public.`,
  ],
  unverified: [
    "unknown",
    (_, whose) => `The chain${whose} cannot be verified here: a signature cannot be checked.`,
    (count) => `${count} chains cannot be verified here.`,
  ],
  "self-signed": [
    "warning",
    (chain, whose) =>
      `${whose === "" ? "The certificate" : rootOf(chain)} is self-signed: ` +
      "only clients that were told to trust it accept it.",
    (count) => `${count} certificates are self-signed.`,
  ],
  lone: [
    "warning",
    (_, whose) => `The chain${whose} was not checked: no issuer is in these files.`,
    (count) => `${count} chains were not checked: their issuers are not in these files.`,
  ],
  incomplete: [
    "warning",
    (chain, whose) =>
      `The chain${whose} is incomplete: the issuer "${printable(chain.missingIssuer ?? "")}" ` +
      "is not in these files.",
    (count) => `${count} chains are incomplete: an issuer is not in these files.`,
  ],
  invalid: [
    "bad",
    (_, whose) => `The chain${whose} is not valid.`,
    (count) => `${count} chains are not valid.`,
  ],
};

function chainStatements(
  chain: InspectedChain | null,
  at: number,
  row: ObjectRow,
): Statement[] {
  if (chain === null) {
    return [{
      outcome: "unknown",
      text: "The chain was not checked: too many paths are possible.",
    }];
  }
  const standing = standingOf(chain, row);
  if (
    standing === "invalid" && chain.problems.every(({ certificate }) => (certificate ?? at) < at)
  ) {
    // The chain goes through a CA, and is broken below it.
    return [{ outcome: "unknown", text: "The chain was checked from its end entity alone." }];
  }
  const [outcome, one] = CHAIN_WORDS[standing];
  return [
    { outcome, text: one(chain, "") },
    ...brokenIn(chain, at, tellings(row)).map((text) => ({ outcome: "bad" as const, text })),
  ];
}

/** One statement for one thing, by its name, and one for several, by their number. */
function tally<T>(
  found: readonly T[],
  outcome: Statement["outcome"],
  one: (only: T) => string,
  many: (count: string) => string,
): Statement[] {
  if (found.length === 0) return [];
  const text = found.length === 1 ? one(found[0]) : many(found.length.toLocaleString("en"));
  return [{ outcome, text }];
}

/** Findings that are told in words of their own; of all others, how many objects have some. */
const TOLD_ALONE: readonly (readonly [code: string, many: (count: string) => string])[] = [
  ["expired", (count) => `${count} certificates have expired.`],
  ["not_yet_valid", (count) => `${count} certificates are not valid yet.`],
  ["expiring_soon", (count) => `${count} certificates expire soon.`],
];

const titleOf = ({ name, places }: ObjectRow) => printable(name || places[0].file);

function findingStatements(rows: readonly ObjectRow[], severity: "error" | "warning"): Statement[] {
  const outcome = OUTCOME_OF[severity];
  const found = rows.flatMap((row) =>
    row.findings.filter((finding) => finding.severity === severity).map((finding) => ({
      row,
      ...finding,
    }))
  );
  type Entry = (typeof found)[number];
  const one = ({ row, message }: Entry) => about(row.name || row.places[0].file, message);
  const alone = new Set(TOLD_ALONE.map(([code]) => code));
  const others = found.filter(({ code }) => !alone.has(code));
  return [
    ...TOLD_ALONE.flatMap(([code, many]) =>
      tally(found.filter((entry) => entry.code === code), outcome, one, many)
    ),
    ...tally(
      [...new Map(others.map((entry) => [entry.row.id, entry])).values()],
      outcome,
      one,
      (count) =>
        severity === "error" ? `${count} items have errors.` : `${count} items need a look.`,
    ),
  ];
}

/** Of everything that was found, together. */
export function verdictOf(facts: Facts): Verdict {
  const rows = [...facts.rows.values()];
  const certificates = rows.filter(({ kind }) => kind === "certificate");
  const lists = rows.filter(({ kind }) => kind === "crl" || kind === "ocsp-response");
  const statements = [
    ...findingStatements(rows, "error"),
    ...findingStatements(rows, "warning"),
    ...setsTogether(facts),
    ...chainsTogether(facts),
    ...leftoversTogether(facts, rows),
    ...unknownTogether(facts, rows),
    ...(certificates.length === 0 ? [] : [
      ...tally(
        lists,
        "unknown",
        ({ kind }) =>
          `${
            kind === "crl" ? "A revocation list" : "An OCSP response"
          } is here and was not read: ` +
          "whether a certificate is revoked is not known.",
        (count) =>
          `${count} lists of revoked certificates were not read: ` +
          "whether a certificate is revoked is not known.",
      ),
      REVOCATION,
    ]),
  ];
  if (statements.length === 0) {
    statements.push(note("There is nothing here to compare or to verify."));
  }
  return conclude(statements);
}

function chainsTogether({ chains, rows, sets }: Facts): Statement[] {
  const groups = new Map<Standing, InspectedChain[]>();
  const broken: string[] = [];
  const tellingsOf = (row: ObjectRow | undefined) => row ? tellings(row) : new Set<string>();
  for (const chain of chains) {
    const [{ id }] = chain.certificates;
    const row = id === null ? undefined : rows.get(id);
    const standing = standingOf(chain, row);
    const group = groups.get(standing);
    if (group) group.push(chain);
    else groups.set(standing, [chain]);
    for (const text of new Set(brokenIn(chain, 0, tellingsOf(row)))) {
      broken.push(text);
    }
  }
  const whose = ({ certificates: [{ name }] }: InspectedChain) =>
    chains.length === 1 ? "" : ` of ${printable(name)}`;
  const inChain = new Set(chains.flatMap(({ certificates }) => certificates.map(({ id }) => id)));
  const unbuilt = sets.filter(({ certificate }) =>
    certificate !== null && !inChain.has(certificate)
  );
  return [
    ...tally(
      // An intermediate that expired breaks many chains and is told once.
      [...new Set(broken)],
      "bad",
      (text) => text,
      (count) => `${count} faults break chains.`,
    ),
    ...[...groups].flatMap(([standing, group]) => {
      const [outcome, one, many] = CHAIN_WORDS[standing];
      return tally(group, outcome, (chain) => one(chain, whose(chain)), many);
    }),
    ...tally(
      unbuilt,
      "unknown",
      () => "A chain was not checked: too many paths are possible.",
      (count) => `${count} chains were not checked: too many paths are possible.`,
    ),
  ];
}

function setsTogether({ sets, rows }: Facts): Statement[] {
  if (sets.length === 1) {
    const [set] = sets;
    return [...matchOf(set), ...differencesOf(set), ...lacking(set)];
  }
  const nameOf = ({ certificate, requests }: SetWithoutVerdict) =>
    titleOf(rows.get(certificate ?? requests[0])!);
  const warned = sets.flatMap((set) => {
    const [worst] = differencesOf(set).filter(({ outcome }) => outcome === "warning");
    return worst ? [{ set, text: worst.text }] : [];
  });
  const isMatched = (set: SetWithoutVerdict) =>
    set.privateKeys.length > 0 && set.unverified === null;
  return [
    ...tally(
      warned,
      "warning",
      ({ set, text }) => `${nameOf(set)}: ${text}`,
      (count) => `${count} certificates differ from their CSRs.`,
    ),
    ...tally(
      sets.filter(({ privateKeys, unverified }) => privateKeys.length > 0 && unverified !== null),
      "unknown",
      (set) => `It cannot be verified here that the key of ${nameOf(set)} fits.`,
      (count) => `It cannot be verified here that ${count} keys fit.`,
    ),
    ...tally(
      sets.filter((set) => set.certificate !== null && isMatched(set)),
      "good",
      (set) => `The key of ${nameOf(set)} is here.`,
      (count) => `${count} certificates have their key here.`,
    ),
    ...tally(
      sets.filter((set) => set.certificate === null && isMatched(set)),
      "good",
      (set) => `The key of the CSR for ${nameOf(set)} is here, and no certificate yet.`,
      (count) => `${count} CSRs have their key here, and no certificate yet.`,
    ),
    ...tally(
      sets.filter(({ privateKeys }) => privateKeys.length === 0),
      "note",
      (set) => `No private key of ${nameOf(set)} is here.`,
      (count) => `${count} certificates have no private key here.`,
    ),
  ];
}

function lacking({ certificate, privateKeys }: SetWithoutVerdict): Statement[] {
  if (certificate === null) return [note("No certificate of this key is here.")];
  return privateKeys.length === 0 ? [note("No private key of this certificate is here.")] : [];
}

/** Of a private key that was compared with everything. */
export const KEY_FITS_NOTHING = "This key fits nothing here.";

function leftoversTogether({ leftovers, rows }: Facts, all: readonly ObjectRow[]): Statement[] {
  const left = leftovers.flatMap(({ id, message }) => {
    const row = rows.get(id);
    return row ? [{ row, message }] : [];
  });
  const ofKind = (...kinds: ObjectRow["kind"][]) =>
    left.filter(({ row }) => kinds.includes(row.kind));
  const hasHolders = all.some(({ kind }) => kind === "certificate" || kind === "request");
  const keys = ofKind("private-key");
  const misfits = keys.filter(({ message }) => message === KEY_FITS_NOTHING);
  type Left = (typeof left)[number];
  const name = ({ row }: Left) => titleOf(row);
  return [
    ...tally(
      misfits,
      hasHolders ? "warning" : "unknown",
      (key) =>
        hasHolders
          ? `The private key in ${name(key)} fits no certificate and no CSR here.`
          : "No certificate and no CSR of this private key is here.",
      (count) => `${count} private keys fit no certificate and no CSR here.`,
    ),
    ...tally(
      keys.filter((key) => !misfits.includes(key)),
      "unknown",
      (key) => `The private key in ${name(key)} cannot be compared here.`,
      (count) => `${count} private keys cannot be compared here.`,
    ),
    ...tally(
      ofKind("request"),
      "unknown",
      (request) => `Neither a key nor a certificate of the CSR for ${name(request)} is here.`,
      (count) => `Of ${count} CSRs neither a key nor a certificate is here.`,
    ),
    ...tally(
      ofKind("public-key"),
      "unknown",
      (key) => `The public key in ${name(key)} fits nothing here.`,
      (count) => `${count} public keys fit nothing here.`,
    ),
    ...tally(
      ofKind("domain-name"),
      all.some(({ kind }) => kind === "certificate") ? "warning" : "unknown",
      (domain) => `No certificate here is good for ${name(domain)}.`,
      (count) => `${count} domain names have no certificate here.`,
    ),
  ];
}

function unknownTogether({ setAside, notes }: Facts, rows: readonly ObjectRow[]): Statement[] {
  const aside = new Set(setAside.map(({ id }) => id));
  return [
    ...tally(
      rows.filter((row) =>
        row.problem !== null && !row.locked && row.findings.length === 0 && !aside.has(row.id)
      ),
      "unknown",
      (row) => `${titleOf(row)} cannot be read further.`,
      (count) => `${count} items cannot be read further.`,
    ),
    ...tally(
      rows.filter(({ locked }) => locked),
      "unknown",
      (row) => `${titleOf(row)} is locked: what it holds is not known.`,
      (count) => `${count} items are locked: what they hold is not known.`,
    ),
    ...tally(
      setAside,
      "unknown",
      ({ file }) => `1 item was skipped: ${printable(file)}.`,
      (count) => `${count} items were skipped.`,
    ),
    ...tally(
      notes,
      "unknown",
      () => "Not everything was looked into.",
      () => "Not everything was looked into.",
    ),
  ];
}

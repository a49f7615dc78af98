/** Judges a chain: its worst fault, or until when it is valid and where. */
import { NO_END } from "../../kernel/dates.ts";
import { certificateName } from "../../names/certificate-name.ts";
import { nearMiss } from "../../names/near-miss.ts";
import { defaultCertificate } from "./default-certificates.ts";
import { isSelfIssued, missingKind } from "./missing-issuer.ts";
import { grouped, inHandshake } from "./refusing-clients.ts";
import { certifyingNames } from "../../names/service-identity.ts";
import { refusalsOf } from "../../x509/rules/refusals.ts";
import { weakHashOf } from "../../x509/weak-schemes.ts";
import type { BrokenRule, Owner } from "../codes.ts";
import type { About, Statement, Step, Verdict } from "../model.ts";
import { conclude, RULE_CODES, state, step } from "../statements.ts";
import type { CertificateFacts, ChainFacts, ProblemFacts, RevocationFacts } from "./chain-facts.ts";

/** The host or certificate whose chain is judged. */
interface Subject {
  /** The host, or the name of the certificate. */
  readonly name: string;
  /** The host that the certificate must be for; null without one. */
  readonly asked: string | null;
  /** Whether the certificate is for another host. */
  readonly isOther: boolean;
  /** Whether a server sent the certificates. */
  readonly isHost: boolean;
}

/** The verdict on given certificates. `hostname`: the name that they were checked for. */
export function judgeChain(facts: ChainFacts, hostname: string | null = null): Verdict {
  const asked = hostname?.trim() || null;
  const isOther = facts.problems.some(({ code }) => code === "host_name_mismatch");
  const subject = { name: certificateName(facts.certificate), asked, isOther, isHost: false };
  const { headline, cause } = chainAnswer(facts, subject);
  return conclude(headline, cause, [
    ...othersOf(facts, [headline, ...cause]),
    ...statusUnknown(facts),
  ]);
}

/** Why the given CRLs and responses do not tell whether the end entity is revoked. Their dates are broken rules. */
function statusUnknown({ revocation, problems }: ChainFacts): Statement[] {
  const found = revocation?.find(({ index }) => index === 0);
  const isDated = problems.some(({ code }) => OF_DATES.includes(code));
  return found?.status === "unknown" && found.problem !== null && !isDated
    ? [state("revocation_unknown", { reason: found.problem })]
    : [];
}

const OF_DATES = ["crl_expired", "crl_not_yet_valid"];

/** The headline of a chain and the statements that explain it. */
interface ChainAnswer {
  readonly headline: Statement;
  readonly cause: readonly Statement[];
}

/** The answer about a chain, of given certificates or of a host. */
export function chainAnswer(facts: ChainFacts, subject: Subject): ChainAnswer {
  const { isValid } = facts.validation;
  const merkleTree = facts.problems.find(({ code }) => code === "merkle_tree_certificate");
  if (isValid === null && merkleTree) {
    return only(state("merkle_tree_certificate", { name: subject.name }, {
      about: aboutOf(facts, 0),
      evidence: evidenceOf(merkleTree),
      next: followAdvice(merkleTree),
    }));
  }
  if (isValid === null) {
    return only(state("chain_unverifiable", { name: subject.name }, {
      next: step("check_with_openssl", {}),
    }));
  }
  const isAccepted = isValid && !subject.isOther;
  const product = isAccepted && facts.validation.trusted ? null : productOf(facts, subject);
  if (product) return only(product);
  if (!isValid) return only(faultOf(facts, subject));
  if (subject.isOther) return only(otherHost(facts, subject));
  return validChain(facts, subject);
}

/** The statement about the certificate of a product that is not set up; null for any other certificate. */
function productOf(facts: ChainFacts, { name, asked }: Subject): Statement | null {
  const found = defaultCertificate(facts.certificate);
  if (!found) return null;
  const { product, kind } = found;
  const next = kind === "default" || kind === "device"
    ? step("set_up_certificate", { product, asked })
    : step("use_public_certificate", { product });
  const about = aboutOf(facts, 0);
  return state("default_certificate", { name, asked, product, kind }, { about, next });
}

const only = (headline: Statement): ChainAnswer => ({ headline, cause: [] });

/** The faults that users can act on at once come first; the rest is in the order of the path. */
const FIRST = [
  "revoked",
  "expired",
  "not_yet_valid",
  "signature_invalid",
  "unknown_critical_extension",
  "self_signed",
];

/**
 * The worst fault that makes a chain invalid. A missing issuer comes last, because adding it repairs no
 * other fault.
 */
function worstFault({ problems }: ChainFacts): ProblemFacts | undefined {
  const faults = problems.filter(({ severity, kind }) => severity === "error" && kind === "proof");
  const rank = ({ code }: ProblemFacts) =>
    code === "issuer_not_found" ? 2 : FIRST.includes(code) ? FIRST.indexOf(code) / FIRST.length : 1;
  return faults.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Why a chain is not valid. */
function faultOf(facts: ChainFacts, subject: Subject): Statement {
  const fault = worstFault(facts);
  const { name } = subject;
  if (!fault) return state("chain_invalid", { name, broken: null });
  const { code, index } = fault;
  const entry = index === null ? undefined : facts.chain[index];
  const isLeaf = entry === undefined || index === 0;
  const info = entry?.info ?? facts.certificate;
  const owner: Owner = isLeaf
    ? { name, isOfHost: subject.isHost }
    : { name: certificateName(info), isOfHost: false };
  const rest = (next: Step) => ({
    about: aboutOf(facts, index),
    evidence: evidenceOf(fault),
    next,
  });
  const advised = rest(followAdvice(fault));
  switch (code) {
    case "expired": {
      const { notAfter, daysUntilExpiry: days } = info;
      const renewed = isLeaf ? renewalOf(facts) : null;
      if (renewed) return renewedLater(facts, subject, owner, renewed, fault);
      return isLeaf
        ? state("expired", { owner, notAfter, days }, rest(step("renew_and_install", {})))
        : state(
          "issuer_expired",
          { name, issuer: owner.name, days },
          rest(step("replace_issuer", { issuer: owner.name })),
        );
    }
    case "not_yet_valid":
      return state(
        "not_yet_valid",
        { owner, notBefore: info.notBefore, at: facts.evaluatedAt },
        rest(step("wait_or_set_clock", {})),
      );
    case "revoked":
      return revokedStatement(facts, owner, rest(step("replace_with_new_key", { host: null })));
    case "signature_invalid":
      return state("signature_invalid", { owner, issuer: info.issuer.commonName }, advised);
    case "self_signed":
      return state("self_signed", { owner }, rest(step("get_from_ca_or_install", {})));
    case "unknown_critical_extension":
      return state("unknown_critical_extension", { owner, oids: unreadCritical(info) }, advised);
    case "issuer_not_found":
      return incomplete(facts, subject, fault);
    case "host_name_mismatch":
      return otherHost(facts, subject);
  }
  return state(
    "chain_invalid",
    { name, broken: brokenRule(fault, isLeaf ? null : owner.name) },
    advised,
  );
}

function revokedStatement(
  { revocation }: ChainFacts,
  owner: Owner,
  rest: Pick<Statement, "about" | "evidence" | "next">,
): Statement {
  const { revokedAt = null, reason = null } =
    revocation?.find(({ status }) => status === "revoked") ?? {};
  return state("revoked", { owner, revokedAt, reason }, rest);
}

/** The statement about the first revoked certificate of a host's chain. */
export function revokedOfHost(
  facts: ChainFacts,
  { index }: RevocationFacts,
  host: string,
): Statement {
  const owner = index === 0
    ? { name: host, isOfHost: true }
    : { name: certificateName(facts.chain[index].info), isOfHost: false };
  const fault = facts.problems.find(({ code }) => code === "revoked");
  return revokedStatement(facts, owner, {
    about: aboutOf(facts, index),
    evidence: fault && evidenceOf(fault),
    next: step("replace_with_new_key", { host }),
  });
}

/** Critical extensions that cannot be read. */
const unreadCritical = ({ extensions }: CertificateFacts): string[] =>
  extensions.all.filter(({ critical, value }) => critical && value === null)
    .map(({ oid }) => oid);

/** A later certificate of the input for the same names, which is valid longer; null without one. */
function renewalOf({ unused, certificate, evaluatedAt }: ChainFacts) {
  const names = namesOf(certificate);
  const later = unused.filter(({ info, reason, position }) =>
    reason !== "duplicate" && position !== null && info.extensions.basicConstraints?.ca !== true &&
    names.length > 0 && names.every((name) => namesOf(info).includes(name)) &&
    info.notAfter > evaluatedAt && info.notBefore <= evaluatedAt
  );
  return later.toSorted((a, b) => Date.parse(b.info.notAfter) - Date.parse(a.info.notAfter))[0] ??
    null;
}

const namesOf = ({ extensions }: CertificateFacts): string[] =>
  extensions.subjectAltName.map(({ type, value }) => `${type} ${value.toLowerCase()}`);

function renewedLater(
  facts: ChainFacts,
  { isHost }: Subject,
  owner: Owner,
  { info, position }: ChainFacts["unused"][number],
  fault: ProblemFacts,
): Statement {
  const number = position! + 1;
  return state("renewed_comes_later", {
    ...{ owner, days: facts.certificate.daysUntilExpiry, number },
    ...{ until: info.notAfter, isFromServer: isHost },
  }, {
    about: aboutOf(facts, 0),
    evidence: evidenceOf(fault),
    next: step("put_certificate_first", { number }),
  });
}

/** The last certificate of the path has no issuer. */
function incomplete(facts: ChainFacts, subject: Subject, fault: ProblemFacts): Statement {
  const { isHost } = subject;
  const { missing: [missing], chain, judgedAs, unused } = facts;
  const last = chain.at(-1);
  const child = last ? certificateName(last.info) : certificateName(facts.certificate);
  const issuer = last?.info.issuer.commonName || missing?.issuer || null;
  const kind = missing?.kind ?? null;
  const rest = (next: Step) => ({
    about: aboutOf(facts, chain.length - 1),
    evidence: evidenceOf(fault),
    next,
  });
  if (last && shouldSignItself(last.info)) {
    return state(
      "signature_invalid",
      { owner: { name: child, isOfHost: false }, issuer },
      rest(step("get_copy_again", {})),
    );
  }
  if (missing?.otherKey) {
    // The root of a request has not come from the server.
    const isSent = unused.some(({ info }) => info.subject.raw === last?.info.issuer.raw);
    return state(
      "issuer_has_other_key",
      { child, issuer: issuer ?? "", isFromServer: isHost && isSent, ...missing.otherKey },
      rest(step("install_matching_issuer", { issuer: issuer ?? "" })),
    );
  }
  const canBeFetched = !isHost && missing !== undefined && missing.urls.length > 0 &&
    missing.tried === undefined;
  // One that is not among the roots that the user gave is probably an intermediate certificate.
  const isPrivate = judgedAs === "private" && facts.validation.trustedByYou === undefined;
  const found = missingKind({ kind, issuer, length: chain.length, isPrivate });
  const isRoot = found === "root";
  if (found !== "intermediate" && !canBeFetched) {
    return state(
      "private_root_not_given",
      { child, issuer, isFromServer: isHost, isRoot, isListed: missing?.isListed === true },
      rest(step("install_or_enter_root", { issuer, isRoot })),
    );
  }
  const isFromServer = isHost && kind !== "root";
  const next = isFromServer
    ? step("add_issuer_to_server", { issuer })
    : kind === "root"
    ? step("install_private_root", { issuer })
    : canBeFetched
    ? step("complete_or_add", { issuer })
    : step("add_issuer", { issuer });
  return state("issuer_not_found", { child, issuer, kind, isFromServer }, rest(next));
}

const shouldSignItself = (info: CertificateFacts): boolean =>
  isSelfIssued({
    ...{ subject: info.subject.raw, issuer: info.issuer.raw },
    keyIdentifier: valueOf<string>(info, "2.5.29.14"),
    authorityKeyIdentifier:
      valueOf<{ keyIdentifier: string | null }>(info, "2.5.29.35")?.keyIdentifier ?? null,
  });

/** The decoded value of an extension; null if the certificate lacks it, or it cannot be decoded. */
const valueOf = <T>({ extensions }: CertificateFacts, oid: string): T | null =>
  (extensions.all.find((one) => one.oid === oid)?.value ?? null) as T | null;

function otherHost(facts: ChainFacts, { asked }: Subject): Statement {
  const { certificate, validation, problems } = facts;
  const names = certificate.extensions.subjectAltName;
  const own = names.find(({ type }) => type === "DNS")?.value ?? certificateName(certificate);
  const fault = problems.find(({ code }) => code === "host_name_mismatch");
  const fitting = asked === null
    ? undefined
    : facts.unused.find(({ info, position }) =>
      position !== null && info.extensions.subjectAltName.some(({ type, value }) =>
        type === "DNS" && certifyingNames(asked).includes(value.toLowerCase())
      )
    );
  if (asked !== null && fitting) {
    const number = fitting.position! + 1;
    return state("other_certificate_fits", { own, asked, number }, {
      about: aboutOf(facts, 0),
      ...fault && { evidence: evidenceOf(fault) },
      next: step("put_certificate_first", { number }),
    });
  }
  return state("host_name_mismatch", {
    own,
    more: Math.max(names.length - 1, 0),
    asked,
    near: asked === null ? null : nearMiss(names, certificate.subject.commonName, asked),
    isValid: validation.isValid === true,
  }, {
    about: aboutOf(facts, 0),
    ...fault && { evidence: evidenceOf(fault) },
    next: step("get_certificate_for_name", { asked }),
  });
}

/** The first end of validity of a chain: no certificate is usable longer than those above it. */
export function usableUntil(chain: ChainFacts["chain"]): string | null {
  const ends = chain.map(({ info }) => info.notAfter);
  return ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

/** The answer about a chain that is proven up to a root. */
function validChain(facts: ChainFacts, { name, isHost, asked }: Subject): ChainAnswer {
  const { validation, problems, chain, acceptance } = facts;
  const { trusted, trustedByYou, trustStore, programs } = validation;
  const last = chain.at(-1);
  const root = last ? certificateName(last.info) : name;
  const isAlone = chain.length === 1;
  const until = usableUntil(chain);
  const ofRoot = trustedByYou
    ? state("root_trusted_by_user", { name })
    : trusted
    ? state("root_public", { name, date: trustStore.date })
    : state("root_private", { root, isAlone }, {
      about: aboutOf(facts, chain.length - 1),
      next: step("install_root", { root }),
    });
  const ofRoots = validation.isNamesake
    ? [ofRoot, state("root_is_namesake", { root }, { about: aboutOf(facts, chain.length - 1) })]
    : [ofRoot];
  const outdated = problems.find(({ code }) => code === "crl_expired");
  if (outdated) {
    const headline = state("crl_expired", brokenRule(outdated, null), {
      evidence: evidenceOf(outdated),
      next: followAdvice(outdated),
    });
    return { headline, cause: ofRoots };
  }
  const isServer = isHost || asked !== null || isForServers(facts.certificate);
  // A listed root is accepted as it is.
  const counted = problems.filter(({ code, index }) =>
    !WEAK.includes(code) && !(trusted && index !== null && index > 0 && index === chain.length - 1)
  );
  const refusals = isServer ? refusalsOf(counted) : [];
  const nameAt = (index: number) => certificateName(chain[index].info);
  const first = inHandshake(refusals);
  if (first) {
    return only(state("clients_refuse", { name, refusals: grouped(refusals, nameAt) }, {
      about: aboutOf(facts, 0),
      evidence: evidenceOf(first.problem),
      next: followAdvice(first.problem),
    }));
  }
  const error = problems.find(({ severity }) => severity === "error");
  if (error) {
    const headline = state("browsers_may_refuse", { name, ...brokenRule(error, null) }, {
      about: aboutOf(facts, error.index),
      evidence: evidenceOf(error),
      next: followAdvice(error),
    });
    return { headline, cause: [] };
  }
  // Clients refuse it even where its root is installed.
  const weak = problems.find(({ code, severity }) => severity !== "info" && WEAK.includes(code));
  if (weak) {
    const info = weak.index ? chain[weak.index].info : facts.certificate;
    const owner = weak.index ? certificateName(info) : name;
    const rest = {
      about: aboutOf(facts, weak.index),
      evidence: evidenceOf(weak),
      next: followAdvice(weak),
    };
    const headline = weak.code === "weak_key"
      ? state("weak_key", { owner, bits: info.publicKey.bits, isValid: true }, rest)
      : state("weak_signature", {
        owner,
        hash: weakHashOf(info.signatureAlgorithm),
        isValid: true,
      }, rest);
    return { headline, cause: ofRoots };
  }
  const soon = problems.find(({ code }) => code === "expiring_soon");
  if (soon) {
    const { info } = chain[soon.index ?? 0];
    const isIssuer = (soon.index ?? 0) > 0;
    const owner = isIssuer
      ? { name: certificateName(info), isOfHost: false }
      : { name, isOfHost: isHost };
    const { daysUntilExpiry: days, notAfter } = info;
    const headline = state("expiring_soon", { owner, days, notAfter, isIssuer, isValid: true }, {
      about: aboutOf(facts, soon.index),
      evidence: evidenceOf(soon),
      next: isIssuer ? step("replace_issuer", { issuer: owner.name }) : step("renew_now", {}),
    });
    return { headline, cause: ofRoots };
  }
  const about = { about: aboutOf(facts, 0) };
  const demanded = problems.find(({ code }) => code === "client_certificate_required");
  if (demanded) {
    const headline = state("client_certificate_required", { name }, {
      ...about,
      evidence: evidenceOf(demanded),
      next: followAdvice(demanded),
    });
    return { headline, cause: ofRoots };
  }
  const [refused] = refusals;
  if (refused) {
    const isPublic = trusted || trustedByYou === true;
    const headline = state("valid_but_refused", {
      name,
      root: isPublic || isAlone ? null : root,
      until: until === NO_END ? null : until,
      refusals: grouped(refusals, nameAt),
    }, {
      about: aboutOf(facts, refused.problem.index),
      evidence: evidenceOf(refused.problem),
      next: followAdvice(refused.problem),
    });
    return { headline, cause: ofRoots };
  }
  const valid = state("chain_valid", { name, until: until === NO_END ? null : until }, about);
  if (trustedByYou) return { headline: valid, cause: ofRoots };
  if (!trusted && acceptance?.scope === "public") {
    return only(state(
      "root_not_everywhere",
      { name, refusing: [], missingFrom: trustStore.date },
      { ...about, next: step("get_public_certificate", {}) },
    ));
  }
  if (!trusted) {
    const headline = isAlone
      ? state("private_root_alone", { name, until: until === NO_END ? null : until }, about)
      : state("chain_private", { name, root }, about);
    return { headline, cause: ofRoots };
  }
  const refusing = programs.filter(({ trusts }) => trusts === false)
    .map(({ name, until }) => ({ name, until }));
  if (refusing.length > 0) {
    return only(state(
      "root_not_everywhere",
      { name, refusing, missingFrom: null },
      { ...about, next: step("get_public_certificate", {}) },
    ));
  }
  return { headline: valid, cause: ofRoots };
}

/** The weaknesses that have a headline of their own. */
const WEAK = ["weak_signature", "weak_key"];

/** Whether it is for servers: by its purposes, and without purposes by a name of a host. */
const isForServers = ({ extensions }: CertificateFacts): boolean =>
  extensions.extendedKeyUsage.length > 0
    ? extensions.extendedKeyUsage.includes("serverAuth")
    : extensions.subjectAltName.some(({ type }) => type === "DNS" || type === "IP");

/** The rules that other codes state: which root it is, and that it expires soon. */
const STATED: Readonly<Record<string, readonly Statement["code"][]>> = {
  root_not_trusted: ["root_private", "root_not_everywhere"],
  root_distrusted: ["root_not_everywhere"],
  staple_missing: ["staple_missing", "staple_unusable"],
  key_not_proven: ["key_not_proven"],
};

/** Broken rules that no statement has stated yet, and certificates that are not needed. */
export function othersOf(facts: ChainFacts, stated: readonly Statement[]): Statement[] {
  const isFromServer = facts.chain.some(({ source }) => source === "server");
  const names = facts.unused.filter(({ info, reason }) =>
    reason === "alternative" && info.notAfter < facts.evaluatedAt
  ).map(({ info }) => certificateName(info));
  const expired = names.length > 0 && facts.validation.isValid === true
    ? [state("expired_alternative", { names: [...new Set(names)], isFromServer })]
    : [];
  const codes = new Set(stated.map(({ code }) => code));
  const rules = new Set(
    stated.flatMap(({ evidence, about }) =>
      evidence ? [placed(evidence.rule, about?.index ?? null)] : []
    ),
  );
  const broken = facts.problems
    .filter(({ code, index }) =>
      !rules.has(placed(code, index)) && !(STATED[code] ?? []).some((other) => codes.has(other))
    )
    .map((problem) => ruleStatement(facts, problem));
  return [...broken, ...expired, ...unverifiedTimestamps(facts)];
}

/** That a certificate under a public root may lack the SCTs that browsers require. */
function unverifiedTimestamps({ transparency, validation }: ChainFacts): Statement[] {
  if (validation.isValid !== true || !validation.trusted) return [];
  const open = transparency?.policies.filter(({ outcome }) => outcome === "unknown") ?? [];
  const [first] = open;
  return first
    ? [
      state("timestamps_unverified", {
        clients: open.map(({ vendor }) => vendor),
        reason: first.message,
      }),
    ]
    : [];
}

const placed = (rule: string, index: number | null): string => `${rule} ${index}`;

function ruleStatement(facts: ChainFacts, problem: ProblemFacts): Statement {
  const { severity, index } = problem;
  const about = aboutOf(facts, index);
  return state(RULE_CODES[severity], brokenRule(problem, about?.name ?? null), {
    about,
    evidence: evidenceOf(problem),
    next: followAdvice(problem),
  });
}

const brokenRule = (
  { code, title, message, advice }: ProblemFacts,
  certificate: string | null,
): BrokenRule => ({ rule: code, title, message, advice, certificate });

const followAdvice = ({ code, advice }: ProblemFacts): Step =>
  step("follow_advice", { rule: code, advice });

const evidenceOf = ({ code, clause }: ProblemFacts) => ({ rule: code, clause });

function aboutOf({ chain }: ChainFacts, index: number | null): About | null {
  const entry = index === null ? undefined : chain[index];
  return entry ? { name: certificateName(entry.info), index } : null;
}

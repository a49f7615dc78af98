/**
 * Finds the problems of the objects, each with the source of its rule. No problem is reported twice.
 *
 * The Baseline Requirements bind only public authorities, so most of their rules are reported only for public
 * certificates. Weaknesses that matter under any root (keys, hashes, dates, names) are reported for all
 * certificates, for private ones with a severity of their own.
 */
import type { Candidate } from "../x509/constraints/candidate.ts";
import { Budget } from "../kernel/context.ts";
import { isOperationError } from "../kernel/errors.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { toHex } from "../x509/asn1/hex.ts";
import {
  type Finding,
  ownFindings,
  type RuleCode,
  ruleOf,
  RULES,
} from "../x509/rules/catalogue.ts";
import { crlDateFault } from "../x509/revocation/crl-dates.ts";
import { reusedSerial, reusedSerials } from "../x509/rules/reused-serials.ts";
import { serialReused } from "../x509/texts.ts";
import { expiringSoon } from "../x509/rules/dates.ts";
import { looksLikeServer } from "../x509/rules/names.ts";
import { Judging, PURPOSE_OF, severityOf } from "../x509/rules/public.ts";
import type { PathInputs, Profile } from "../x509/rules/rule.ts";
import type { Collection } from "./collection.ts";
import type { InspectedChain, InspectedFinding } from "./contract.ts";
import { revocationsAmong } from "./revocation.ts";
import { crlProblem } from "../x509/revocation/crl-status.ts";
import { revokedMessage } from "../x509/revocation/reasons.ts";
import type { Revocation } from "../x509/shapes.ts";
import { SEVERITIES } from "./options.ts";
import { type CertificateObject, type InspectedObject, isMessage, keyBucket } from "./objects.ts";
import { sentence } from "../verdict/text/sentence.ts";
import type { JudgedFile, JudgeOptions } from "./signed/judge.ts";
import { adviceOfFault, type Standing } from "./placing.ts";
import type { Related } from "./relations.ts";
import {
  addShared,
  addWeaknesses,
  type Batch,
  batchOf,
  findShared,
  type RsaKeyHolders,
  rsaKeys,
} from "./key-findings.ts";
import { ruleFinding } from "./rule-finding.ts";

/** Public TLS certificates issued from this day on must not have organizational units. */
const UNITS_END = Date.parse("2022-09-01");

/** The findings on the objects of a collection. The maps are by the object's id. */
interface CollectionFindings {
  findings: ReadonlyMap<number, InspectedFinding[]>;
  /** The profile by which each certificate was judged. */
  judged: ReadonlyMap<number, Profile>;
  /** The chains; one with a revoked certificate is not valid. */
  chains: InspectedChain[];
  /** The status of certificates by the CRLs and OCSP responses among the files. */
  revocations: ReadonlyMap<number, Revocation>;
  /** The verdicts on signed files, and the recipients of encrypted ones. */
  messages: ReadonlyMap<number, Omit<JudgedFile, "findings" | "because">>;
  /** Why signed and encrypted files are judged as they are, by the number of the object. */
  because: ReadonlyMap<number, JudgedFile["because"]>;
  /** The CRLs whose issuer is among the certificates. */
  crlsOfKnown: ReadonlySet<number>;
  /** Descriptions of the checks that were left out because the budget was used up. */
  notes: string[];
}

/** A search for shared primes among the RSA keys of the objects, which may still be running in another worker. */
export interface Comparing {
  keys: readonly RsaKeyHolders[];
  batch: Batch;
  shared: Promise<readonly boolean[]>;
}

interface FindingsOptions {
  now: number;
  judgeAs?: Profile | "auto";
  progress?: () => void | Promise<void>;
  budget?: Budget;
  /** The search for shared primes, if the caller has started it. */
  comparing?: Comparing;
}

/** Returns all findings on the objects, the worst of each object first. `now` is in milliseconds since the epoch. */
export async function findingsOf(
  collection: Collection,
  related: Related,
  { now, judgeAs = "auto", progress, budget = new Budget(), comparing }: FindingsOptions,
): Promise<CollectionFindings> {
  const findings = new Map<number, InspectedFinding[]>();
  const judged = new Map<number, Profile>();
  const notes: string[] = [];
  const add = (id: number, found: InspectedFinding) => {
    const list = findings.get(id);
    if (!list) findings.set(id, [found]);
    else if (!list.some(({ code }) => code === found.code)) list.push(found);
  };
  const objects = [...collection.objects];
  const superseded = supersededAmong(objects);
  const revocations = await revocationsAmong(objects, related.links, { now, budget, notes });
  const messages = new Map<number, Omit<JudgedFile, "findings" | "because">>();
  const files = await messagesAmong(collection, objects, { now, budget, revocations, notes });
  const because = new Map<number, JudgedFile["because"]>();
  for (const [id, { findings: ofFile, because: reasons, ...message }] of files) {
    for (const found of ofFile) add(id, found);
    messages.set(id, message);
    because.set(id, reasons);
  }
  for (const [id, found] of await requestFindings(objects, { now, budget, notes })) add(id, found);
  for (const [index, object] of objects.entries()) {
    if (index % 200 === 0) await progress?.();
    const dated = object.kind === "crl" && object.crl ? crlDateFault(object.crl, now) : null;
    if (dated) add(object.id, ruleFinding(...dated));
    if (object.kind === "certificate" && object.candidate !== null) {
      const standing = related.standings.get(object.id)!;
      const judging = new Judging(object.candidate, judgeAs, standing);
      judged.set(object.id, judging.as);
      const purpose = judgeAs === "auto" ? null : PURPOSE_OF[judgeAs];
      const revocation = revocations.get(object.id);
      if (revocation?.status === "revoked") {
        add(object.id, ruleFinding("revoked", revokedMessage(revocation)));
      }
      const how = { judging, purpose, standing, now, budget };
      const isReplaced = superseded.has(object.id);
      for (const found of certificateFindings(object, object.candidate, how)) {
        // The rule's advice is to renew, which was done already.
        const isDone = isReplaced && found.code === "expired";
        add(object.id, isDone ? { ...found, advice: REPLACED_ADVICE } : found);
      }
      if (isReplaced) add(object.id, ruleFinding("superseded", SUPERSEDED));
    } else if (object.kind === "request" && object.signature?.valid === false) {
      add(
        object.id,
        ruleFinding("request_signature_invalid", "Its signature does not match its key."),
      );
    } else if (object.kind === "private-key" && object.inconsistent) {
      add(object.id, ruleFinding("key_unusable", sentence(object.problem!)));
    } else if (object.kind === "jks" && object.integrity === "changed") {
      add(
        object.id,
        ruleFinding(
          "keystore_changed",
          "Its digest does not fit the password that opens its key: it was changed, or its own password is another one.",
        ),
      );
    } else if (object.kind === "crl" && object.crl?.unusable) {
      add(object.id, ruleFinding("crl_unusable", sentence(crlProblem(object.crl.unusable))));
    } else if (object.kind === "caa-record" && object.problem !== null) {
      add(object.id, ruleFinding("record_invalid", sentence(object.problem)));
    }
  }
  const candidates = new Map(
    objects.flatMap((object) =>
      object.kind === "certificate" && object.candidate !== null
        ? [[object.candidate, object.id] as const]
        : []
    ),
  );
  for (const group of reusedSerials(candidates.keys())) {
    for (const one of group) {
      add(candidates.get(one)!, ruleFinding("serial_reused", serialReused(reusedSerial(group))));
    }
  }
  await progress?.();
  const keys = comparing?.keys ?? rsaKeys(objects);
  addWeaknesses(keys, objects, add, notes, budget);
  const batch = comparing?.batch ?? batchOf(keys, budget);
  const shared = await (comparing?.shared ?? findShared(batch.moduli));
  addShared(batch, shared, add, notes);
  await progress?.();
  for (const list of findings.values()) list.sort((a, b) => weightOf(a) - weightOf(b));
  const chains = related.chains.map((chain) => withRevocations(chain, revocations));
  const authorities = new Set([...candidates.keys()].map(({ subjectKey }) => subjectKey));
  const crlsOfKnown = new Set(
    objects.flatMap((object) =>
      object.kind === "crl" && object.crl && authorities.has(object.crl.issuerKey)
        ? [object.id]
        : []
    ),
  );
  return { findings, judged, chains, revocations, messages, because, crlsOfKnown, notes };
}

/** The chain with a problem for each certificate that is revoked, the first of the chain first. */
function withRevocations(
  chain: InspectedChain,
  revocations: ReadonlyMap<number, Revocation>,
): InspectedChain {
  const revoked = chain.certificates.flatMap(({ id }, certificate) => {
    const revocation = id === null ? undefined : revocations.get(id);
    return revocation?.status === "revoked"
      ? [{
        certificate,
        code: "revoked",
        message: revokedMessage(revocation),
        advice: adviceOfFault("revoked"),
      }]
      : [];
  });
  return revoked.length === 0
    ? chain
    : { ...chain, isValid: false, problems: [...chain.problems, ...revoked] };
}

/**
 * The rules that the certificate for a CSR would break, by the id of the CSR. One whose key has a certificate among the
 * objects was certified already. The code for them is loaded only if there are others.
 */
async function requestFindings(
  objects: readonly InspectedObject[],
  { now, budget, notes }: { now: number; budget: Budget; notes: string[] },
): Promise<[id: number, InspectedFinding][]> {
  const certified = new Set(
    objects.flatMap((object) =>
      object.kind === "certificate" && object.key ? [keyBucket(object.key)] : []
    ),
  );
  const open = objects.flatMap((object) =>
    object.kind === "request" && object.request && object.key &&
      !certified.has(keyBucket(object.key))
      ? [{ id: object.id, request: object.request }]
      : []
  );
  if (open.length === 0) return [];
  const { examineRequest } = await import("../x509/rules/lint/request.ts");
  const found: [id: number, InspectedFinding][] = [];
  try {
    for (const { id, request } of open) {
      for (const fault of examineRequest(request, { now, budget })) {
        const { code, severity, title, message, why, advice, source, isPrivate } = fault;
        // Private CAs certify private names, and the files do not say which CA it is for.
        if (isPrivate) continue;
        found.push([id, { code, severity, title, message, why, advice, source }]);
      }
    }
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    notes.push(
      "We did not check every CSR against the rules for public CAs, because there are too many",
    );
  }
  return found;
}

/** Judges signed files. The code for them is loaded only if there are some. */
async function messagesAmong(
  collection: Collection,
  objects: readonly InspectedObject[],
  options: JudgeOptions,
): Promise<ReadonlyMap<number, JudgedFile>> {
  const files = objects.filter(isMessage);
  if (files.length === 0) return new Map();
  const { judgeFiles } = await import("./signed/judge.ts");
  return await judgeFiles(collection, files, options);
}

/**
 * The sort key of a finding, lower for a worse one: errors before warnings, and within a severity the rules that every
 * client must enforce before those that only strict clients enforce.
 */
const weightOf = ({ code, severity }: InspectedFinding): number =>
  2 * SEVERITIES.indexOf(severity) + (isProof(code) ? 0 : 1);

/** Whether it is a rule that every client enforces. The rules about CSRs have codes of the linter, and are not. */
const isProof = (code: string): boolean =>
  Object.hasOwn(RULES, code) && ruleOf(code as RuleCode).kind === "proof";

const SUPERSEDED = "There is a newer certificate for the same names.";

const REPLACED_ADVICE = "The newer certificate replaces it: you no longer need this one.";

function certificateFindings(
  { certificate }: CertificateObject,
  candidate: Candidate,
  { judging, purpose, standing, now, budget }: {
    judging: Judging;
    /** The purpose that an end entity must have; null for any. */
    purpose: string | null;
    standing: Standing;
    now: number;
    budget: Budget;
  },
): InspectedFinding[] {
  const read = certificate!;
  const ofPublic = judging.isPublic;
  const isServer = standing.role === "leaf" &&
    (candidate.extendedKeyUsage === null || candidate.extendedKeyUsage.includes("serverAuth"));
  const inputs: PathInputs = {
    now,
    reference: null,
    purpose: standing.role === "leaf" ? purpose : null,
    // Limits the work on one certificate, because name constraints can be long.
    budget: budget.part({ nodes: 200_000 }),
  };
  let broken: Finding[];
  try {
    broken = ownFindings(candidate, standing.role, 0, inputs);
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
    broken = [];
  }
  const found: InspectedFinding[] = [];
  for (const { code, message } of broken) {
    if (code === "aki_missing" && read.isSelfIssued) continue;
    if (code === "san_missing" && !ofPublic && !looksLikeServer(candidate)) continue;
    const rule = ruleOf(code);
    if (!isReported(code, ofPublic, standing) || !judging.reports(rule)) continue;
    const isListedRoot = standing.role === "root" && standing.trusted;
    found.push(ruleFinding(code, message, severityOf(rule, { isPublic: ofPublic, isListedRoot })));
  }
  const expiring = expiringSoon(read, now);
  if (expiring !== null) found.push(ruleFinding("expiring_soon", expiring));
  if (ofPublic && isServer && judging.reports(ruleOf("unit_present"))) {
    found.push(...publicServerFindings(read, candidate));
  }
  if (standing.role === "leaf" && standing.complete && read.isSelfIssued && !candidate.isCa) {
    found.push(ruleFinding("self_signed_leaf", "It is self-signed."));
  }
  return found;
}

function publicServerFindings(certificate: Certificate, candidate: Candidate): InspectedFinding[] {
  const found: InspectedFinding[] = [];
  const { subject, notBefore } = certificate;
  if (subject.organizationalUnitName !== null) {
    const isForbidden = notBefore >= UNITS_END;
    found.push(ruleFinding(
      "unit_present",
      isForbidden
        ? "It names an organizational unit, which has not been allowed since 1 Sep 2022."
        : "It names an organizational unit, which its renewal must not name.",
      isForbidden ? "warning" : "info",
    ));
  }
  if (candidate.extendedKeyUsage?.includes("clientAuth")) {
    found.push(ruleFinding(
      "client_auth",
      "It also allows clientAuth, which public CAs are removing from TLS certificates.",
    ));
  }
  return found;
}

/** Whether a broken rule is reported for the certificate. */
function isReported(code: RuleCode, ofPublic: boolean, { role }: Standing): boolean {
  const { kind, severity, binds, privately } = ruleOf(code);
  // Clients trust a root because it was installed and do not check its form, so only a weak key is mentioned.
  if (role === "root" && kind === "policy") return code === "weak_key";
  return kind === "proof" || severity === "info" || ofPublic || privately !== undefined ||
    binds === "everyone";
}

/**
 * Returns the ids of certificates that a newer one replaces: the newer one has all their names and expires later. A CA
 * certificate is replaced only by one with the same issuer, subject and key.
 */
function supersededAmong(objects: readonly InspectedObject[]): ReadonlySet<number> {
  const certificates = objects.flatMap((object) => {
    if (object.kind !== "certificate" || object.candidate === null) return [];
    const { certificate, candidate, id } = object;
    const names = candidate.names.alternative.map(({ tag, bytes }) => `${tag} ${toHex(bytes)}`);
    // A certificate from another issuer is a cross-certificate, and clients may need both.
    if (candidate.isCa) names.splice(0, Infinity, `${candidate.issuerKey}\n${candidate.identity}`);
    if (names.length === 0) names.push(candidate.subjectKey);
    if (names[0] === "") return [];
    names.sort();
    return [{ id, notAfter: certificate!.notAfter, names, all: names.join("\n") }];
  });
  /** The certificate that expires last, by each of its names and by all its names together. */
  const latest = new Map<string, { notAfter: number; names: ReadonlySet<string> }>();
  for (const { notAfter, names, all } of certificates) {
    const entry = { notAfter, names: new Set(names) };
    for (const key of entry.names.add(all)) {
      const known = latest.get(key);
      if (!known || known.notAfter < notAfter) latest.set(key, entry);
    }
  }
  const isReplaced = ({ notAfter, names, all }: (typeof certificates)[number]) =>
    [all, names[0]].some((key) => {
      const other = latest.get(key)!;
      return other.notAfter > notAfter && names.every((name) => other.names.has(name));
    });
  return new Set(certificates.filter(isReplaced).map(({ id }) => id));
}

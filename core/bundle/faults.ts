/** Every reason why clients or the server would refuse a chosen certificate, and remarks on a folder that works. */
import type { Collection } from "../inspect/collection.ts";
import type { InspectedChain, ObjectRow } from "../inspect/contract.ts";
import type { Results } from "../inspect/results.ts";
import type { TargetId } from "../targets.ts";
import type { BundleFact } from "../verdict/bundle.ts";
import type { FactsOf } from "../verdict/codes.ts";
import { chainIndex } from "../verdict/judge/inspect/chains.ts";
import { missingKind } from "../verdict/judge/missing-issuer.ts";
import { nameIn } from "../names/certificate-name.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { ruleOf } from "../x509/rules/catalogue.ts";
import { CA_AS_SERVER } from "../x509/rules/purposes.ts";
import { refusalsOf } from "../x509/rules/refusals.ts";
import { adviceOf } from "../x509/rules/rule.ts";
import { validityAt } from "../x509/validity.ts";
import { hasKey, isFor, keysAlone, type Leaf, lockedFiles } from "./choose.ts";
import type { Holder, Target } from "./target.ts";

interface Judged {
  /** Nothing is handed out if there are any. */
  readonly faults: readonly BundleFact[];
  readonly remarks: readonly BundleFact[];
}

/** The demands of the target on the certificate and the key. */
interface Needs extends Pick<Target, "takes"> {
  readonly holder: Holder;
  readonly needsKey: boolean;
}

interface Chosen {
  readonly leaf: Leaf;
  /** The other certificates for the same names. */
  readonly others: readonly Leaf[];
  readonly target: TargetId;
  readonly needs: Needs;
  readonly now: number;
}

const DAY = 24 * 60 * 60 * 1000;
/** A certificate with less time left is announced. */
const SOON = 30;

/** Judges the chosen certificate with its key and its chain. */
export function judge(collection: Collection, results: Results, chosen: Chosen): Judged {
  const { leaf, others, target, needs, now } = chosen;
  const { name, file, certificate, set } = leaf;
  const row = results.rows.get(leaf.id)!;
  const chain = chainIndex(results.chains).get(leaf.id)?.chain ?? null;
  const faults: BundleFact[] = [];
  const remarks: BundleFact[] = [];

  const validity = validityAt(certificate, now);
  if (validity === "after") {
    const notAfter = formatTime(certificate.notAfter);
    faults.push({ code: "bundle_expired", facts: { name, file, notAfter } });
  } else if (validity === "before") {
    const notBefore = formatTime(certificate.notBefore);
    faults.push({ code: "bundle_not_yet_valid", facts: { name, file, notBefore } });
  }
  if (row.revocation?.status === "revoked") {
    faults.push({ code: "bundle_revoked", facts: { name, file } });
  }
  const isKeyMissing = needs.needsKey && !hasKey(leaf);
  if (isKeyMissing) faults.push(withoutKey(collection, results, leaf));
  else if (needs.needsKey && set.unverified !== null) {
    remarks.push({ code: "bundle_key_unverified", facts: { reason: set.unverified } });
  }
  faults.push(...ofKind(leaf, row, target, needs));
  const refusal = needs.holder === "server" && leaf.candidate.isCa ? refusalOfCa() : null;
  if (refusal !== null) {
    // On a computer of one's own, a certificate that signed itself is the root too.
    if (leaf.candidate.isSelfIssued) {
      remarks.push({ code: "bundle_some_clients_refuse", facts: refusal });
    } else faults.push({ code: "bundle_clients_refuse", facts: refusal });
  }
  const chained = chain === null ? { faults: [], remarks: [] } : ofChain(leaf, row, chain);
  faults.push(...chained.faults);
  remarks.push(...chained.remarks, ...aboutOthers(leaf, others));

  const days = Math.floor((certificate.notAfter - now) / DAY);
  if (validity === "within" && days < SOON) {
    remarks.push({ code: "bundle_expires_soon", facts: { days } });
  }
  const locked = lockedFiles([...collection.objects]);
  if (locked.length > 0 && !isKeyMissing) {
    remarks.push({ code: "bundle_locked_left", facts: { files: locked } });
  }
  return { faults, remarks };
}

/** Why the key is missing: it may be in a locked file, or the keys fit other certificates. */
function withoutKey(
  collection: Collection,
  { members }: Results,
  { name, file }: Leaf,
): BundleFact {
  const objects = [...collection.objects];
  const locked = lockedFiles(objects);
  if (locked.length > 0) return { code: "bundle_locked", facts: { name, files: locked } };
  const alone = keysAlone(collection, members.all);
  if (alone.length === 0) return { code: "bundle_key_missing", facts: { name, file } };
  const files = [...new Set(alone.map(({ places: [place] }) => place.file))];
  return { code: "bundle_key_other", facts: { name, file, files } };
}

/** Faults of its purposes, its names and its kind of key. */
function ofKind(
  leaf: Leaf,
  row: ObjectRow,
  target: TargetId,
  { takes, holder }: Needs,
): BundleFact[] {
  const { name, file, candidate, names } = leaf;
  const found: BundleFact[] = [];
  const purposes = candidate.extendedKeyUsage;
  if (!isFor(leaf, { holder }) && purposes !== null && purposes.length > 0) {
    const code = holder === "client" ? "bundle_not_for_clients" : "bundle_not_for_servers";
    found.push({ code, facts: { name, file, purposes } });
  } else if (names.length === 0 && holder === "server") {
    found.push({ code: "bundle_without_host", facts: { name, file } });
  }
  if (row.publicKey !== null && takes?.(row.publicKey) === false) {
    found.push({ code: "bundle_key_unsuited", facts: { target, key: row.publicKey } });
  }
  return found;
}

/** The clients that take no CA for a server. */
function refusalOfCa(): FactsOf<"bundle_clients_refuse"> {
  const rule = ruleOf("leaf_is_ca");
  const severity = "warning";
  const { title } = rule;
  const problem = { code: "leaf_is_ca", severity, title, message: CA_AS_SERVER, index: 0 } as const;
  return {
    clients: refusalsOf([problem]).flatMap(({ names }) => names),
    rule: problem.code,
    title,
    message: CA_AS_SERVER,
    advice: adviceOf(rule, severity),
  };
}

/** OpenSSL, which most servers use, does not load a chain that breaks these rules (SSL_CTX_set_security_level, 2). */
const NOT_LOADED: ReadonlySet<string> = new Set(["weak_key", "weak_signature"]);

/** Problems of a chain that other facts state. */
const STATED: ReadonlySet<string> = new Set([
  ...["issuer_not_found", "self_signed", "expired", "not_yet_valid", "revoked"],
]);

function ofChain(leaf: Leaf, row: ObjectRow, chain: InspectedChain): Judged {
  const faults: BundleFact[] = [];
  const remarks: BundleFact[] = [];
  const { missingIssuer, certificates, missing, problems } = chain;
  if (missingIssuer !== null) {
    const issuer = nameIn(missingIssuer);
    const kind = missingKind({
      kind: missing?.kind ?? null,
      issuer,
      length: certificates.length,
      isPrivate: row.judgedAs !== "public-tls",
    });
    // A server does not send the root, so a folder works without it.
    if (kind === "root") remarks.push({ code: "bundle_root_missing", facts: { issuer } });
    else {
      const url = certificates.length === 1 ? issuerAddress(leaf.certificate) : null;
      faults.push({ code: "bundle_issuer_missing", facts: { name: leaf.name, issuer, url } });
    }
  } else if (!chain.trusted && chain.isValid !== false) {
    const root = certificates.at(-1)!.name;
    remarks.push({ code: "bundle_root_private", facts: { root } });
  }
  if (chain.isValid === false) {
    const problem = problems.find(({ code, certificate }) =>
      !STATED.has(code) || certificate !== null && certificate > 0 && code !== "issuer_not_found"
    );
    if (problem) {
      const facts = { rule: problem.code, message: problem.message };
      faults.push({ code: "bundle_chain_invalid", facts });
    }
  }
  for (const { inHandshake, clients, code, title, message, advice } of chain.refusedBy ?? []) {
    const facts = { clients, rule: code, title, message, advice };
    if (inHandshake || NOT_LOADED.has(code)) faults.push({ code: "bundle_clients_refuse", facts });
    else remarks.push({ code: "bundle_some_clients_refuse", facts });
  }
  return { faults, remarks };
}

/** The address where the CA publishes the issuer (RFC 5280, 4.2.2.1). */
function issuerAddress(certificate: Certificate): string | null {
  const found = certificate.extension(EXTENSION.authorityInfoAccess)?.value ?? [];
  const address = found.find(({ method, location }) =>
    method === "caIssuers" && location.type === "URI" && /^https?:\/\//i.test(location.value)
  );
  return address?.location.value ?? null;
}

/** A newer certificate whose key is missing, and the older ones that were left out. */
function aboutOthers({ certificate }: Leaf, others: readonly Leaf[]): BundleFact[] {
  const found: BundleFact[] = [];
  const ending = others.toSorted((a, b) => b.certificate.notAfter - a.certificate.notAfter);
  const newer = ending.find((other) => other.certificate.notAfter > certificate.notAfter);
  if (newer && !hasKey(newer)) {
    const { name, file } = newer;
    const notAfter = formatTime(newer.certificate.notAfter);
    found.push({ code: "bundle_newer_unusable", facts: { name, file, notAfter } });
  }
  const older = ending.filter((other) => other.certificate.notAfter <= certificate.notAfter);
  if (older.length > 0) {
    const [newest] = older;
    found.push({
      code: "bundle_older_left",
      facts: {
        until: formatTime(certificate.notAfter),
        left: newest.file,
        leftUntil: formatTime(newest.certificate.notAfter),
        count: older.length,
      },
    });
  }
  return found;
}

/** Judges the answer about a live host: where and until when it is valid, or what is wrong at which address. */
import { isShortLived } from "../../x509/rules/short-lived.ts";
import { certificateName } from "../../names/certificate-name.ts";
import { type PresentedFault } from "../codes.ts";
import type { Statement, Verdict } from "../model.ts";
import { conclude, state, step } from "../statements.ts";
import { chainAnswer, othersOf, revokedOfHost, usableUntil } from "./chain.ts";
import type {
  CertificateFacts,
  HostFacts,
  PresentationFacts,
  ReadingFacts,
} from "./chain-facts.ts";
import { COMPLETE, type Progress } from "./parts.ts";

/**
 * The verdict on a live host. It is not good before all parts are known. A revocation, or a fault of some
 * addresses or of one kind of key, takes precedence over the chain of the first address.
 */
export function judgeHost(facts: HostFacts, progress: Progress = COMPLETE): Verdict {
  const host = facts.source.unicodeHostname;
  const isPartial = progress.missing.length > 0;
  const open = isPartial
    ? [state(progress.busy ? "parts_to_come" : "parts_not_checked", { parts: progress.missing })]
    : [];
  const verdict = (headline: Statement, cause: readonly Statement[]) =>
    conclude(headline, cause, othersOf(facts, [headline, ...cause]), isPartial);
  const worst = worstOf(facts, host);
  if (worst) return verdict(worst, open);
  const isOther = !facts.source.hostnameMatches;
  const chain = chainAnswer(facts, { name: host, asked: host, isOther, isHost: true });
  if (facts.validation.isValid !== true || isOther) {
    return verdict(chain.headline, [...chain.cause, ...open]);
  }
  const outdated = outdatedCrl(facts);
  if (outdated) return verdict(outdated, [chain.headline, ...open]);
  const remarks = remarksOn(facts, host);
  const rest = [...unknownOf(facts), ...open];
  // A client that refuses the server matters more than an intermediate certificate that some clients fetch.
  const isRefused = chain.headline.level === "bad";
  const { headline, cause } = isRefused ? chain : notSent(facts) ?? chain;
  if (isRefused) return verdict(headline, [...cause, ...remarks, ...rest]);
  // The title names the host if everyone accepts it. A warning or a private root is about the chain.
  const isForAll = headline.code === "chain_valid";
  if (!isForAll && remarks.length === 0 && !isPartial) {
    return verdict(headline, [...cause, ...rest]);
  }
  const ofChain = isForAll ? cause : [headline, ...cause];
  return verdict(validHost(facts, host, progress), [...remarks, ...ofChain, ...rest]);
}

/** The addresses of a host as clients read them: those that were read, and those that were silent. */
export function addressesOf<R extends Pick<ReadingFacts, "asked" | "presentation">>(
  { readings }: { readonly readings: readonly R[] },
): { read: R[]; silent: R[] } {
  const usual = readings.filter(({ asked }) => asked === "as clients do");
  return {
    read: usual.filter(({ presentation }) => presentation !== null),
    silent: usual.filter(({ presentation }) => presentation === null),
  };
}

function worstOf(facts: HostFacts, host: string): Statement | null {
  const revoked = facts.revocation?.find(({ status }) => status === "revoked");
  if (revoked) {
    // Other addresses may serve a valid chain.
    const { presentations = [], readings = [] } = facts.everywhere ?? {};
    const isMixed = presentations[0]?.isValid === false &&
      addressesOf({ readings }).read.some(({ presentation }) =>
        presentations[presentation!].isValid !== false
      );
    const mixed = isMixed ? worstAddress(facts) : null;
    return mixed ?? revokedOfHost(facts, revoked, host);
  }
  return worstAddress(facts) ?? withoutKey(facts) ?? worstKeyKind(facts) ?? withoutStaple(facts);
}

type Has = (presentation: PresentationFacts, evaluatedAt: string, reading: ReadingFacts) => boolean;

/** The faults of a presentation, the worst first. */
const FAULTS: readonly (readonly [PresentedFault, Has])[] = [
  ["revoked", ({ revocation }) => revocation?.status === "revoked"],
  ["expired", ({ notAfter }, evaluatedAt) => Date.parse(notAfter) < Date.parse(evaluatedAt)],
  ["without_key", (_presentation, _evaluatedAt, { keyProven }) => keyProven === false],
  ["invalid", ({ isValid, hostnameMatches }) => isValid === false || !hostnameMatches],
];

/** The worst fault at one of several addresses; null for a single address or without a fault. */
function worstAddress({ everywhere, evaluatedAt }: HostFacts): Statement | null {
  if (!everywhere) return null;
  const { read, silent } = addressesOf(everywhere);
  const all = read.length + silent.length;
  if (all === 1) return null;
  const { presentations } = everywhere;
  for (const [fault, has] of FAULTS) {
    const broken = read
      .filter((reading) => has(presentations[reading.presentation!], evaluatedAt, reading))
      .map(({ presentation }) => presentations[presentation!]);
    if (broken.length === 0) continue;
    const valid = read.find(({ presentation }) => {
      const { isValid, hostnameMatches, revocation } = presentations[presentation!];
      const isKnown = fault !== "revoked" || revocation?.status === "good";
      return isValid !== false && hostnameMatches && isKnown;
    });
    return state("addresses_serve", {
      ...{ count: broken.length, all, fault },
      reason: broken[0].errors[0] ?? null,
      valid: valid?.address ?? null,
    }, { next: step("same_certificate_everywhere", {}) });
  }
  return null;
}

const hasNoStaple: Has = ({ stapling }) =>
  stapling?.required === true && stapling.stapled === false;

/** The fault of the certificate that only clients without ECDSA get, or without RSA; null without one. */
function worstKeyKind({ everywhere, evaluatedAt, validation }: HostFacts): Statement | null {
  if (!everywhere || validation.isValid === false) return null;
  // Stapling is known only at the first address, so it counts only for the kinds of keys.
  for (const [fault, has] of [...FAULTS, ["without_staple", hasNoStaple] as const]) {
    for (const reading of everywhere.readings) {
      const { asked: kind, presentation } = reading;
      if (kind !== "RSA" && kind !== "ECDSA" || !presentation) continue;
      const found = everywhere.presentations[presentation];
      if (!has(found, evaluatedAt, reading)) continue;
      const message = found.errors[0] ?? null;
      const next = step("replace_kind", { kind });
      return state("key_kind_serves", { kind, fault, reason: message }, { next });
    }
  }
  return null;
}

/** RFC 5246, 7.4.3: the server signs its part of the key exchange with the key of its certificate. */
const withoutKey = ({ source }: HostFacts): Statement | null =>
  source.keyProven === false
    ? state("key_not_proven", {}, { next: step("install_with_key", {}) })
    : null;

/** RFC 7633, 4: a client that knows the TLS feature refuses a server that does not staple. */
function withoutStaple({ stapling, validation, source }: HostFacts): Statement | null {
  if (!stapling?.required || stapling.stapled === null) return null;
  // A chain that is not valid, or is for another host, comes first.
  if (validation.isValid === false || !source.hostnameMatches) return null;
  if (!stapling.stapled) {
    return state("staple_missing", {}, { next: step("turn_on_stapling", {}) });
  }
  const { problem = null } = stapling;
  return problem === null
    ? null
    : state("staple_unusable", { reason: problem }, { next: step("renew_staple", {}) });
}

/** A CRL of the chain that has expired, so that programs which check it refuse the host; null without one. */
function outdatedCrl({ chain, revocation, evaluatedAt }: HostFacts): Statement | null {
  const found = revocation?.find(({ status, crlExpired }) =>
    status === "unknown" && crlExpired !== undefined
  );
  if (!found) return null;
  const { index, crlExpired } = found;
  const { issuer } = chain[index].info;
  return state("host_crl_expired", {
    issuer: issuer.commonName || issuer.organizationName || issuer.raw,
    expired: crlExpired!,
    days: Math.floor((Date.parse(crlExpired!) - Date.parse(evaluatedAt)) / DAY),
  }, {
    about: { name: certificateName(chain[index].info), index },
    next: step("renew_crl", {}),
  });
}

/** A chain that is valid only with certificates that the server does not send; null if it sends all. */
function notSent({ chain, validation }: HostFacts) {
  const index = chain.findIndex(({ fetchedViaAIA, type }) => fetchedViaAIA && type !== "root");
  if (index === -1 || !validation.isValid) return null;
  const issuer = certificateName(chain[index].info);
  const headline = state("intermediate_not_sent", { issuer }, {
    about: { name: issuer, index },
    next: step("install_full_chain", {}),
  });
  return { headline, cause: [] };
}

/** Where the host is valid, and until when. */
function validHost(facts: HostFacts, host: string, { missing }: Progress): Statement {
  const { chain, source, everywhere } = facts;
  const { read, silent } = everywhere ? addressesOf(everywhere) : { read: [], silent: [] };
  const shown = read.map(({ presentation }) => ({
    info: everywhere!.presentations[presentation!],
  }));
  const ends = [usableUntil(chain), ...shown.map(({ info }) => info.notAfter)]
    .filter((end) => end !== null);
  const [until = null] = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return state("host_valid", {
    host,
    until,
    address: missing.includes("everywhere") ? source.address : null,
    all: read.length + silent.length + (everywhere?.unread.length ?? 0),
    valid: read.length,
    unknown: everywhere ? unknownElsewhere(everywhere).length : 0,
  });
}

/** Remarks on a valid chain, the most important first. */
function remarksOn({ everywhere, caa, stapling }: HostFacts, host: string): Statement[] {
  const remarks: Statement[] = [];
  if (stapling?.required && stapling.stapled === null) remarks.push(state("staple_unknown", {}));
  if (everywhere) {
    const { read, silent } = addressesOf(everywhere);
    const all = read.length + silent.length;
    if (stapling?.required && stapling.stapled && read.length > 1) {
      remarks.push(state("staple_unknown_elsewhere", {}));
    }
    const others = read.filter(({ presentation }) => presentation !== 0).length;
    if (silent.length > 0) {
      const reasons = silent.map(({ address, problem }) => ({ address, reason: problem ?? "" }));
      const next = step("check_silent_addresses", {});
      remarks.push(
        state("addresses_silent", { count: silent.length, all, silent: reasons }, { next }),
      );
    }
    if (others > 0) {
      const next = step("compare_addresses", {});
      remarks.push(state("addresses_differ", { count: others, all }, { next }));
    }
    for (const { address, presentation } of unknownElsewhere(everywhere)) {
      const problem = everywhere.presentations[presentation!].revocation?.problem ?? null;
      remarks.push(state("revocation_unknown_at", { address, reason: problem }));
    }
    const { length } = everywhere.unread;
    if (length > 0) remarks.push(state("addresses_unread", { count: length }));
  }
  if (caa?.status === "forbidden") {
    remarks.push(state("caa_forbids", { host }, { next: step("allow_authority", {}) }));
  }
  return remarks;
}

/** Addresses with another certificate than the first one, whose revocation status is not known. */
function unknownElsewhere({ presentations, readings }: NonNullable<HostFacts["everywhere"]>) {
  return addressesOf({ readings }).read.filter(({ presentation }) =>
    presentation !== 0 && presentations[presentation!].revocation?.status !== "good" &&
    presentations[presentation!].fingerprint !== presentations[0].fingerprint
  );
}

const DAY = 86_400_000;

/** The OIDs of the extensions that lead to CRLs, and to OCSP responders. */
const CRL_ADDRESSES = "2.5.29.31";
const INFORMATION_ACCESS = "1.3.6.1.5.5.7.1.1";

/** The days of a short-lived certificate without addresses for its revocation; null for any other. */
function shortLife(certificate: CertificateFacts): number | null {
  const [start, end] = [Date.parse(certificate.notBefore), Date.parse(certificate.notAfter)];
  const isShort = isShortLived(start, end) && !namesRevocation(certificate);
  return isShort ? Math.ceil((end + 1000 - start) / DAY) : null;
}

/** Whether a certificate has the address of a CRL or of an OCSP responder. */
function namesRevocation({ extensions }: CertificateFacts): boolean {
  const access = extensions.all.find(({ oid }) => oid === INFORMATION_ACCESS)?.value;
  const hasResponder = Array.isArray(access) && access.some(({ method }) => method === "ocsp");
  const hasCrl = extensions.all.some(({ oid }) => oid === CRL_ADDRESSES);
  return hasCrl || hasResponder;
}

/** Checks of the first address that could not be made. */
function unknownOf({ revocation, source, certificate, validation }: HostFacts): Statement[] {
  const leaf = revocation?.find(({ index }) => index === 0);
  const days = shortLife(certificate);
  return [
    ...leaf?.status === "unknown"
      ? [
        days !== null
          ? state("revocation_not_needed", { days })
          : !validation.trusted && !namesRevocation(certificate)
          ? state("revocation_not_offered", {})
          : state("revocation_unknown", { reason: leaf.problem ?? null }),
      ]
      : [],
    ...source.keyProven === null ? [state("key_unknown", {})] : [],
  ];
}

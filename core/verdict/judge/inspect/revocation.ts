/** Statements about the revocation status that the CRLs and OCSP responses among the files give. */
import type { Statement } from "../../model.ts";
import { state } from "../../statements.ts";
import { type ObjectFacts, thingOf } from "./facts.ts";
import { aboutObject } from "./findings.ts";
import { countedOf } from "./tally.ts";

/** The statement for a certificate that a CRL or a response shows as good. */
export function notRevoked(row: ObjectFacts): Statement {
  const { by = null, thisUpdate = null } = row.revocation ?? {};
  return state("not_revoked", { count: 1, only: thingOf(row), by, thisUpdate }, {
    about: aboutObject(row),
  });
}

/** The results of the CRLs and OCSP responses, except revocations, which are already findings. */
export function revocationTogether(
  rows: readonly ObjectFacts[],
  crlsOfKnown: ReadonlySet<number>,
): Statement[] {
  const certificates = rows.filter(({ kind }) => kind === "certificate");
  if (certificates.length === 0) return [];
  const answered = certificates.filter(({ revocation }) => revocation?.status !== undefined);
  const good = answered.filter(({ revocation }) => revocation!.status === "good");
  const unclear = answered.filter(({ revocation }) => revocation!.status === "unknown");
  const unchecked = unclear.length > 0
    ? []
    : certificates.filter(({ role, revocation }) => role !== "root" && revocation === undefined);
  return [
    ...good.length === 1
      ? [notRevoked(good[0])]
      : good.length > 1
      ? [state("not_revoked", { count: good.length, only: null, by: null, thisUpdate: null })]
      : [],
    ...unclear.length > 0
      ? [state("revocation_status_unknown", {
        ...countedOf(unclear),
        reason: unclear.length === 1 ? unclear[0].revocation!.problem : null,
      })]
      : [],
    ...answered.length > 0 ? [] : aboutOthers(rows, crlsOfKnown),
    ...answered.length === 0
      ? [state("revocation_not_checked", {})]
      : unchecked.length > 0
      ? [state("revocation_not_checked_of", countedOf(unchecked))]
      : [],
  ];
}

/** CRLs and OCSP responses that no certificate among the files is in. */
function aboutOthers(
  rows: readonly ObjectFacts[],
  crlsOfKnown: ReadonlySet<number>,
): Statement[] {
  const known = rows.filter(({ id }) => crlsOfKnown.has(id));
  // A CRL has the name of its issuer.
  const issuers = new Set(rows.flatMap(({ issuer }) => issuer ? [issuer] : []));
  const unverified = rows.filter(({ id, kind, name }) =>
    kind === "crl" && !crlsOfKnown.has(id) && issuers.has(name)
  );
  const others = rows.filter((row) => !crlsOfKnown.has(row.id) && !unverified.includes(row));
  const kinds = others.flatMap(({ kind }) =>
    kind === "crl" || kind === "ocsp-response" ? [kind] : []
  );
  const kind = kinds.length === 1 ? kinds[0] : null;
  return [
    ...known.length > 0 ? [state("crl_of_no_certificate", countedOf(known))] : [],
    ...unverified.length > 0 ? [state("crl_without_issuer", countedOf(unverified))] : [],
    ...kinds.length > 0 ? [state("status_about_others", { count: kinds.length, kind })] : [],
  ];
}

/** Certificates that have the name of an issuer and another key. */
import { inPairs } from "../asn1/hex.ts";
import type { Candidate } from "../constraints/candidate.ts";
import type { MissingIssuer } from "../shapes.ts";
import type { Pool } from "./pool.ts";

/** The part of an answer about a missing issuer that names the certificates with its name and another key. */
export function namesakesOf(
  child: Candidate,
  pool: Pool,
): Pick<MissingIssuer, "otherKey" | "isListed"> {
  const named = pool.issuersByName(child).filter(({ identity }) => identity !== child.identity);
  const given = named.find(({ source, isCa }) => source !== "trust-store" && isCa);
  return {
    ...given && {
      otherKey: {
        age: given.certificate.notBefore > child.certificate.notBefore ? "newer" : "older",
        found: shown(given.keyIdentifier),
        needed: shown(child.authorityKeyIdentifier),
      },
    },
    ...named.some(({ source }) => source === "trust-store") && { isListed: true },
  };
}

/** Whether a public root has the name of this root and another key. Then a client that has the public one refuses it. */
export function isNamesake(root: Candidate, pool: Pool): boolean {
  return pool.bySubject(root.subjectKey).some(({ source, identity }) =>
    source === "trust-store" && identity !== root.identity
  );
}

const shown = (identifier: string | null): string | null =>
  identifier ? inPairs(identifier.toUpperCase()) : null;

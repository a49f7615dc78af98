/**
 * Revocation of the certificates that only other addresses of a host present. The look-up for the first
 * address covers those of its own path.
 */
import type {
  CertificateRevocation,
  ChainResponse,
  Everywhere,
} from "../../../core/chain/contract.ts";
import { named } from "../../../core/kernel/formatting.ts";
import { revokedMessage } from "../../../core/x509/revocation/reasons.ts";
import { type RevocationVerdict, unknownStatus } from "../../../core/x509/revocation/verdict.ts";
import { MAX_ERRORS, type Places, type PresentedPath } from "../everywhere.ts";
import { MAX_FURTHER_REVOCATION_FETCHES, MAX_REVOCATION_FETCHES } from "../limits.ts";
import { NOT_ALL_ASKED, type RevocationPath } from "./look-up.ts";
import { settled } from "../concurrency.ts";

/** Looks up a path. `staple`: the response stapled for its end entity, in base64, or null. */
type LookUp = (
  path: RevocationPath,
  staple: string | null,
  fetches: number,
) => Promise<CertificateRevocation[]>;

/** A certificate's SHA-256 fingerprint, and its verdict. */
type Known = [fingerprint: string, verdict: RevocationVerdict];

/**
 * Looks up the certificates that are not on the path of the first address, with at most
 * MAX_FURTHER_REVOCATION_FETCHES fetches. Certificates that the server presents only to clients that
 * send no server name belong to another host and are not looked up.
 */
export async function lookUpElsewhere(
  { everywhere: { readings }, paths }: Places,
  { chain, validation }: Pick<ChainResponse, "chain" | "validation">,
  lookUp: LookUp,
): Promise<Known[]> {
  const known = new Set(
    chain.slice(0, validation.hasRoot ? undefined : -1)
      .map(({ info }) => info.fingerprints.sha256),
  );
  const own: PresentedPath[] = [];
  for (const [place, path] of paths.entries()) {
    const isOfHost = readings.some(({ presentation, asked }) =>
      presentation === place && asked !== "no server name"
    );
    if (!isOfHost) continue;
    const shared = path.chain.findIndex(({ fingerprint }) => known.has(fingerprint));
    // The look-up for the first path covers a shared certificate and those above it.
    const part = shared === -1 ? path.chain : path.chain.slice(0, shared + 1);
    const unused = [...path.chain.slice(part.length), ...path.unused];
    if (part.length > 1) own.push({ ...path, chain: part, unused });
    for (const { fingerprint } of part.slice(0, -1)) known.add(fingerprint);
  }
  const fetches = Math.max(1, Math.floor(MAX_FURTHER_REVOCATION_FETCHES / own.length));
  const verdicts = await settled<Known[][]>(own.map(async (path, place) => {
    const { chain, staple } = path;
    const found = place < MAX_FURTHER_REVOCATION_FETCHES
      ? await lookUp(path, staple, Math.min(fetches, MAX_REVOCATION_FETCHES))
      : chain.slice(0, -1).map((_, index) => ({ index, ...unknownStatus(NOT_ALL_ASKED) }));
    return found.map(({ index, ...verdict }): Known => [chain[index].fingerprint, verdict]);
  }));
  return verdicts.flat();
}

/** Adds the revocation status to each presentation. A revoked certificate makes it not valid. */
export function withRevocation(
  { everywhere, paths }: Places,
  { chain }: Pick<ChainResponse, "chain">,
  found: readonly CertificateRevocation[],
  elsewhere: readonly Known[],
): Everywhere {
  const known = new Map<string, RevocationVerdict>([
    ...found.map(({ index, ...verdict }): Known => [
      chain[index].info.fingerprints.sha256,
      verdict,
    ]),
    ...elsewhere,
  ]);
  const presentations = everywhere.presentations.map((presentation, place) => {
    const { chain } = paths[place];
    const revocation = known.get(chain[0].fingerprint) ?? null;
    const revoked = chain.flatMap(({ fingerprint, name }, index) => {
      const verdict = known.get(fingerprint);
      if (verdict?.status !== "revoked") return [];
      return `${index === 0 ? "" : `${named(name)}: `}${revokedMessage(verdict)}`;
    });
    if (revoked.length === 0) return { ...presentation, revocation };
    const errors = [...revoked, ...presentation.errors];
    return { ...presentation, isValid: false, errors: errors.slice(0, MAX_ERRORS), revocation };
  });
  return { ...everywhere, presentations };
}

/** Further valid paths of a leaf: a cross-signed CA has paths to several roots (RFC 4158, 2.3). */
import { authorityName } from "../names/certificate-name.ts";
import { isOperationError } from "../kernel/errors.ts";
import { formatTime } from "../x509/asn1/time.ts";
import type { Candidate } from "../x509/constraints/candidate.ts";
import { asAnchor, LONGEST_PATH, type Path, wholeFindings } from "../x509/path/build.ts";
import type { OtherPath } from "./contract.ts";
import { identifierFit, type Pool } from "../x509/path/pool.ts";
import { breaksProof, issuerFindings, ownFindings } from "../x509/rules/catalogue.ts";
import type { PathInputs } from "../x509/rules/rule.ts";

/** The most paths in an answer, without the main one. */
const MAX_PATHS = 8;
/** The most issuers that are tried for all paths together. */
const MAX_STEPS = 64;

/** A key for the CAs of a path in their order; their other certificates do not make another path. */
const routeOf = (certificates: readonly Candidate[]) =>
  certificates.slice(1).map(({ identity }) => identity).join("\n\n\n\n");

/**
 * Returns up to eight paths from the leaf to a root through other CAs than the main path, with all signatures
 * verified and no proof rule violated. Stops when the budget is used up, because the answer is complete
 * without them.
 */
export async function otherPaths(
  chosen: Path,
  pool: Pool,
  inputs: PathInputs,
): Promise<OtherPath[]> {
  const [leaf] = chosen.certificates;
  const routes = new Set([routeOf(chosen.certificates)]);
  const found: OtherPath[] = [];
  let steps = 0;
  const walk = async (path: readonly Candidate[]): Promise<void> => {
    if (path.length >= LONGEST_PATH) return;
    const child = path[path.length - 1];
    const onPath = new Set(path.map(({ identity }) => identity));
    for (const issuer of pool.issuersByName(child)) {
      if (found.length === MAX_PATHS || ++steps > MAX_STEPS) return;
      if (onPath.has(issuer.identity) || identifierFit(child, issuer) === 2) continue;
      const longer = [...path, issuer];
      const isRoot = await pool.isRoot(issuer);
      const broken = ownFindings(issuer, isRoot ? "root" : "intermediate", 0, inputs);
      broken.push(...issuerFindings(longer, inputs));
      if ((isRoot ? asAnchor(issuer, broken, pool) : broken).some(breaksProof)) continue;
      if (await pool.isSignedBy(child, issuer) !== true) continue;
      if (!isRoot) await walk(longer);
      else if (wholeFindings(longer, pool, inputs).some(breaksProof)) continue;
      else if (!routes.has(routeOf(longer))) {
        routes.add(routeOf(longer));
        found.push(describePath(longer, pool.isTrusted(issuer)));
      }
    }
  };
  try {
    const role = leaf.isCa ? "intermediate" : "leaf";
    if (!ownFindings(leaf, role, 0, inputs).some(breaksProof) && !await pool.isRoot(leaf)) {
      await walk([leaf]);
    }
  } catch (thrown) {
    if (!isOperationError(thrown)) throw thrown;
  }
  return found.sort((a, b) => Number(b.trusted) - Number(a.trusted));
}

function describePath(certificates: readonly Candidate[], trusted: boolean): OtherPath {
  const ends = certificates.map(({ certificate }) => certificate.notAfter);
  return {
    names: certificates.map(({ certificate: { subject } }) => authorityName(subject)),
    trusted,
    notAfter: formatTime(Math.min(...ends)),
  };
}

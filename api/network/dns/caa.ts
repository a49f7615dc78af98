/**
 * The operation caa/lookup. It climbs from a name towards the root until it finds CAA records (RFC
 * 8659, 3), and explains them. If a look-up fails, it is unknown whether there are records, and an authority
 * must not issue.
 */
import type { caaLookup } from "../../../core/caa/contract.ts";
import { checkRecord, type Reading } from "../../../core/caa/record-text.ts";
import { hostOfUri, ownerName } from "../../../core/names/hosts.ts";
import { agreementOf, policyFacts, policyOf } from "../../../core/caa/policy.ts";
import { type CaaRecord, formatRecord } from "../../../core/caa/records.ts";
import { toParsed } from "../../../core/caa/validate.ts";
import { publishedVerdict } from "../../../core/verdict/caa.ts";
import type { Extensions } from "../../../core/x509/shapes.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { OperationError } from "../../../core/kernel/errors.ts";
import type { Operation } from "../../../core/kernel/execute.ts";
import * as TEXT from "../../../core/texts.ts";
import type { RequestContext } from "../../request-context.ts";
import { Deadline } from "../concurrency.ts";
import { type CaaAnswer } from "./message.ts";
import { type DnsServer, queryCaa, systemServers } from "./query.ts";
import { DEADLINES } from "../limits.ts";
import { isAskedInside, isPublicName, topLevel } from "../guard.ts";
import type { CaaAgreement, ChainResponse } from "../../../core/chain/contract.ts";

type Looked = OutputOf<typeof caaLookup>;

/** Queries one name. Tests replace it. */
type LookUpCaa = (name: string, signal: AbortSignal) => Promise<CaaAnswer>;

/** The most names in one climb. Real names have fewer labels. */
const MAX_NAMES = 16;

/** Queries the given resolvers, or those of the operating system if there are none. */
export function lookUpWith(servers: readonly DnsServer[]): LookUpCaa {
  return (name, signal) =>
    queryCaa(
      name,
      {
        servers: servers.length > 0 ? servers : systemServers(),
        timeoutMs: DEADLINES.resolveMs,
      },
      signal,
    );
}

export interface CaaAccess {
  /** Allows names that are not public. */
  allowPrivateNetwork: boolean;
  lookUp: LookUpCaa;
}

/**
 * The operation throws `invalid_input` if the domain is not a valid name, and `host_refused` if it is
 * not public. A failed look-up is reported in the answer's `status`.
 */
export function caaLookupOperation(
  { allowPrivateNetwork, lookUp }: CaaAccess,
): Operation<typeof caaLookup> {
  const mayAsk = allowPrivateNetwork ? isAskedInside : isPublicName;
  return async ({ domain }, context: RequestContext) => {
    const name = ownerName(domain);
    if (name === null) {
      throw new OperationError("invalid_input", TEXT.domainNameInvalid, "domain");
    }
    if (!mayAsk(name)) throw new OperationError("host_refused", TEXT.hostRefused, "domain");
    using deadline = new Deadline(DEADLINES.overallMs, context.signal);
    return await climb(name, asking(lookUp, mayAsk, deadline.signal));
  };
}

/** Climbs like the operation, and returns the records too; null if the name must not be looked up. */
async function climbWith(
  { allowPrivateNetwork, lookUp }: CaaAccess,
  name: string,
  signal: AbortSignal,
): Promise<{ looked: Looked; records: readonly CaaRecord[] } | null> {
  const mayAsk = allowPrivateNetwork ? isAskedInside : isPublicName;
  if (!mayAsk(name)) return null;
  let records: readonly CaaRecord[] = [];
  const ask = asking(lookUp, mayAsk, signal);
  const looked = await climb(name, async (asked) => {
    const answer = await ask(asked);
    if (answer.status === "records") ({ records } = answer);
    return answer;
  });
  return { looked, records };
}

/** Wraps a look-up: an abort becomes a failure, and aliases to names that are not public are hidden. */
function asking(
  lookUp: LookUpCaa,
  mayAsk: (name: string) => boolean,
  signal: AbortSignal,
): (name: string) => Promise<CaaAnswer> {
  return async (asked) => {
    try {
      return withoutOthersNames(await lookUp(asked, signal), mayAsk);
    } catch (fault) {
      if (!signal.aborted) throw fault;
      return { status: "failure", reason: "the time was up" };
    }
  };
}

/**
 * The resolver follows aliases, even to a name that must not be looked up. In that case nothing of its
 * answer is revealed, not even whether the name exists.
 */
function withoutOthersNames(answer: CaaAnswer, mayAsk: (name: string) => boolean): CaaAnswer {
  if (answer.status === "failure" || answer.aliases.every(mayAsk)) return answer;
  return { status: "failure", reason: "the name is an alias of one that is not public" };
}

async function climb(name: string, lookUp: (name: string) => Promise<CaaAnswer>): Promise<Looked> {
  const looked: Looked["looked"] = [];
  const labels = name.split(".");
  if (labels.length > MAX_NAMES) {
    const message = `The name has ${labels.length} labels. DNS is asked for at most ${MAX_NAMES}`;
    throw new OperationError("too_complex", message, "domain");
  }
  const found = (
    facts: Partial<Omit<Parameters<typeof publishedVerdict>[0], "records">>,
    records: readonly Reading[] = [],
  ): Looked => {
    const { status = "none", foundAt = null } = facts;
    const isPublic = isPublicName(name);
    const top = isPublic ? null : topLevel(name);
    const exists = looked[0].status !== "no_such_name";
    return {
      ...{ domain: name, status, foundAt, looked, records: records.map(toParsed) },
      zone: records.map(({ record }) => `${formatRecord(record!)}\n`).join(""),
      ...publishedVerdict({
        ...{ status, domain: name, foundAt, records, top, exists },
        ...{ alias: null, policy: null, failure: null, ...facts },
      }),
    };
  };
  const failed = (asked: string, reason: string) =>
    found({ status: "failure", failure: { name: asked, reason } });

  for (let at = 0; at < labels.length; at++) {
    const asked = labels.slice(at).join(".");
    const answer = await lookUp(asked);
    const alias = answer.status === "failure" ? null : answer.aliases.at(-1) ?? null;
    looked.push({ domain: asked, status: answer.status, alias });
    if (answer.status === "failure") return failed(asked, answer.reason);
    if (answer.status !== "records") continue;
    const policy = policyFacts(policyOf(answer.records));
    const records = answer.records.map((record) => checkRecord(record));
    return found({ status: "records", foundAt: asked, alias, policy }, records);
  }
  // A resolver that denies a public top-level domain has no access to the public DNS, or answers "no
  // such name" to every query, so its answers for the names below are worthless too.
  if (looked.at(-1)!.status === "no_such_name") {
    const top = topLevel(name);
    return failed(top, `the resolver says that ${top} does not exist`);
  }
  return found({});
}

const INFO_ACCESS = "1.3.6.1.5.5.7.1.1";

/** The hosts in a certificate that belong to its issuer: its OCSP responder, and where its certificate is. */
function hostsOf(extensions: Extensions["all"]): string[] {
  const access = extensions.find(({ oid, value }) => oid === INFO_ACCESS && Array.isArray(value));
  const descriptions = (access?.value ?? []) as { location: { type: string; value: string } }[];
  return descriptions.flatMap(({ location: { type, value } }) =>
    type === "URI" ? hostOfUri(value) ?? [] : []
  );
}

/**
 * Whether the CAA records of a host allow the issuer of its certificate. Null if the issuer is not a
 * public authority, because others do not check CAA records.
 */
export async function caaAgreement(
  hostname: string,
  { certificate, validation }: Pick<ChainResponse, "certificate" | "validation">,
  access: CaaAccess,
  signal: AbortSignal,
): Promise<CaaAgreement | null> {
  if (!validation.trusted) return null;
  const names = certificate.extensions.subjectAltName.map(({ value }) => value.toLowerCase());
  const isNamed = names.includes(hostname);
  // For a wildcard certificate, look up the name without the asterisk's label.
  const name = isNamed ? hostname : hostname.slice(hostname.indexOf(".") + 1);
  const unknown = (message: string): CaaAgreement => ({ status: "unknown", message });
  const found = await climbWith(access, name, signal);
  if (found === null) return unknown("We did not ask DNS, because the name is not a public one.");
  const { looked, records } = found;
  if (looked.status === "failure") {
    return unknown(looked.explanation[0]);
  }
  if (looked.status === "none") {
    return { status: "allowed", message: "No CAA record is published: any authority may issue." };
  }
  const { issuer: { organizationName, raw }, extensions } = certificate;
  return agreementOf(
    policyOf(records),
    looked.foundAt!,
    { organization: organizationName ?? raw, hosts: hostsOf(extensions.all) },
    isNamed ? "tls" : "wildcard",
  );
}

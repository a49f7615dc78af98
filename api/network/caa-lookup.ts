/**
 * caa/lookup: climbs from a name towards the root until CAA records are found (RFC 8659, section
 * 3), and says what they mean. A failed look-up is not "none": an authority must not issue then.
 */
import { baseName, type caaLookup } from "../../core/caa/contract.ts";
import { explain, policyOf } from "../../core/caa/effective.ts";
import { formatRecord } from "../../core/caa/records.ts";
import { judgeRecord } from "../../core/caa/validate.ts";
import type { OutputOf } from "../../core/contract.ts";
import { OperationError } from "../../core/errors.ts";
import type { Operation } from "../../core/execute.ts";
import { TEXT } from "../../core/texts.ts";
import type { RequestContext } from "../request-context.ts";
import { Deadline } from "./deadline.ts";
import { type CaaAnswer, queryCaa, systemServers } from "./dns.ts";
import { DEADLINES } from "./limits.ts";

type Looked = OutputOf<typeof caaLookup>;

/** Answers for one name; tests put their own in its place. */
export type LookUpCaa = (name: string, signal: AbortSignal) => Promise<CaaAnswer>;

const NOBODY_LEAVES = new AbortController().signal;
/** Names that one climb asks for; a longer one has no honest reason. */
const MAX_NAMES = 16;

/** Names that are never public (RFC 6761, RFC 6762, RFC 7686, RFC 8375, .internal). */
const NOT_PUBLIC = ["internal", "invalid", "local", "localhost", "onion", "test", "home.arpa"];

/** Asks the resolvers of the operating system. */
export const systemLookUp: LookUpCaa = (name, signal) =>
  queryCaa(name, { servers: systemServers(), timeoutMs: DEADLINES.resolveMs }, signal);

export interface CaaAccess {
  /** Names that are not public may be asked for too. */
  allowPrivateNetwork: boolean;
  lookUp: LookUpCaa;
}

export function caaLookupOperation(
  { allowPrivateNetwork, lookUp }: CaaAccess,
): Operation<typeof caaLookup> {
  return async ({ domain }, context: RequestContext) => {
    const name = baseName(domain);
    if (name === null) {
      throw new OperationError("invalid_input", TEXT.domainNameInvalid, "domain");
    }
    if (!allowPrivateNetwork && isNotPublic(name)) {
      throw new OperationError("host_refused", TEXT.hostRefused, "domain");
    }
    using deadline = new Deadline(DEADLINES.overallMs, context.signal ?? NOBODY_LEAVES);
    return await climb(name, lookUp, deadline.signal);
  };
}

async function climb(name: string, lookUp: LookUpCaa, signal: AbortSignal): Promise<Looked> {
  const looked: Looked["looked"] = [];
  const labels = name.split(".");
  if (labels.length > MAX_NAMES) throw new OperationError("too_complex", TEXT.tooComplex, "domain");
  for (let at = 0; at < labels.length; at++) {
    const asked = labels.slice(at).join(".");
    const answer = await lookUp(asked, signal).catch((fault): CaaAnswer => {
      if (!signal.aborted) throw fault;
      return { status: "failure", reason: "the time was up" };
    });
    const alias = answer.status === "failure" ? null : answer.alias;
    looked.push({ domain: asked, status: answer.status, alias });
    if (answer.status === "failure") return failed(name, asked, answer.reason, looked);
    if (answer.status !== "records") continue;
    const where = alias ?? asked;
    return {
      domain: name,
      status: "records",
      foundAt: asked,
      looked,
      records: answer.records.map(judgeRecord),
      zone: answer.records.map((record) => `${formatRecord(record)}\n`).join(""),
      explanation: [
        ...(alias === null ? [] : [`${asked} is an alias of ${alias}, whose records count.`]),
        ...explain(policyOf(answer.records), where),
      ],
    };
  }
  return {
    domain: name,
    status: "none",
    foundAt: null,
    looked,
    records: [],
    zone: "",
    explanation: [
      `No CAA record is published for ${name} or any name above it: any authority may issue.`,
      ...(looked[0].status === "no_such_name" ? [`The name ${name} itself does not exist.`] : []),
    ],
  };
}

function failed(name: string, asked: string, reason: string, looked: Looked["looked"]): Looked {
  return {
    domain: name,
    status: "failure",
    foundAt: null,
    looked,
    records: [],
    zone: "",
    explanation: [
      `The look-up for ${asked} failed: ${reason}.`,
      "What is published cannot be told. An authority that sees the same must not issue.",
    ],
  };
}

function isNotPublic(name: string): boolean {
  return NOT_PUBLIC.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

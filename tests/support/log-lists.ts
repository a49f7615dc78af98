/** Log lists in the form in which Chrome and Apple publish them, made of the built-in ones, and signed by a key of the tests. */
import { createHash } from "node:crypto";
import { writePem } from "../../core/x509/pem/pem.ts";
import {
  type Interval,
  type LogEntry,
  type ProgramLogs,
} from "../../core/x509/transparency/logs.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");

/** A list as JSON. `timestamp` is its date, and null leaves it out, as Apple does. */
export function listJson(
  entries: Iterable<LogEntry>,
  { timestamp = null, ...rest }: { timestamp?: number | null; version?: string } = {},
): Bytes {
  const operators = Map.groupBy(entries, ({ operator }) => operator);
  const list = {
    ...rest,
    ...timestamp === null ? {} : { log_list_timestamp: iso(timestamp) },
    operators: [...operators].map(([name, logs]) => ({
      name,
      email: [`logs@${name.replaceAll(/\W/g, "-").toLowerCase()}.example`],
      logs: logs.filter(({ kind }) => kind === "rfc6962").map(logJson),
      tiled_logs: logs.filter(({ kind }) => kind === "tiled").map(logJson),
    })),
  };
  return new TextEncoder().encode(JSON.stringify(list));
}

function logJson({ name, id, key, state, since, interval, former }: LogEntry) {
  return {
    description: `${name} log`,
    log_id: id,
    key: key ?? "AA==",
    mmd: 86400,
    ...state === "test" ? {} : { state: { [state]: { timestamp: iso(since) } } },
    ...interval && {
      temporal_interval: {
        start_inclusive: iso(interval.start),
        end_exclusive: iso(interval.end),
      },
    },
    ...former.length > 0 && {
      previous_operators: former.map(({ operator, until }) => ({
        name: operator,
        end_time: iso(until),
      })),
    },
  };
}

/** The logs of a list at a later time: without those whose interval has ended, and with new ones. */
export function laterEntries({ program, entries }: ProgramLogs, time: number): LogEntry[] {
  const year = 365 * 86_400_000;
  const kept = [...entries.values()].filter(({ interval }) =>
    interval === null || interval.end > time
  );
  const interval: Interval = { start: time, end: time + year };
  return [
    ...kept,
    ...[1, 2, 3].map((number): LogEntry => ({
      ...newLog(`${program} ${time} ${number}`),
      name: `New log ${number}`,
      operator: `Operator ${number}`,
      state: "usable",
      since: time - 30 * 86_400_000,
      interval,
      former: [],
      kind: "tiled",
    })),
  ];
}

/** The id and a key of a log that signs nothing. */
export function newLog(seed: string): Pick<LogEntry, "id" | "key"> {
  // The header of a P-256 key and a point that nobody has the private key of.
  const header = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const spki = Uint8Array.fromHex(header + hash(`${seed} x`) + hash(`${seed} y`));
  return {
    key: spki.toBase64(),
    id: new Uint8Array(createHash("sha256").update(spki).digest()).toBase64(),
  };
}

export interface ListSigner {
  /** The public key in PEM. */
  readonly publicKey: string;
  sign(bytes: Bytes): Promise<Bytes>;
}

/** A key for the signatures of lists, of the kind that Google has. */
export async function makeListSigner(): Promise<ListSigner> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
    },
    true,
    ["sign", "verify"],
  );
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  return {
    publicKey: writePem("PUBLIC KEY", spki),
    sign: async (bytes) =>
      new Uint8Array(await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, bytes)),
  };
}

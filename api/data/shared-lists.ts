/** The newest log lists of all instances, in Redis. An instance checks a list of another one like a fetched one. */
import { createRedis } from "../redis.ts";
import type { LogProgram } from "../../core/x509/transparency/logs.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A list as it was fetched, with what a device or another instance needs to check it. */
export interface PublishedList {
  readonly program: LogProgram;
  readonly bytes: Bytes;
  readonly signature: Bytes | null;
  /** The key that signed it, if DATA_SOURCES names one. */
  readonly ownKey: string | null;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

export interface SharedLists {
  /** The shared list, if it was fetched later than `readAt`; null if not, or if Redis does not answer. */
  newerThan(program: LogProgram, readAt: number): Promise<PublishedList | null>;
  put(list: PublishedList): Promise<void>;
  /** Whether this instance fetches the lists next, for all. No other one may for `ms`. */
  takeTurn(ms: number): Promise<boolean>;
  /** Lets the next instance fetch them after `ms`, because this one failed. */
  endTurnIn(ms: number): Promise<void>;
  close(): void;
}

/** The commands that are used. */
interface RedisCommands {
  hGet(key: string, field: string): Promise<string | null>;
  hGetAll(key: string): Promise<Record<string, string>>;
  hSet(key: string, fields: Record<string, string>): Promise<unknown>;
  set(
    key: string,
    value: string,
    options: { condition: "NX"; expiration: { type: "PX"; value: number } },
  ): Promise<unknown>;
  pExpire(key: string, ms: number): Promise<unknown>;
  destroy(): void;
}

const PREFIX = "ssl-tools:data";
const TURN = `${PREFIX}:turn`;
const keyOf = (program: LogProgram) => `${PREFIX}:ct-logs-${program}`;

/** Connects to Redis, now and again after each failure. */
export async function connectLists(url: string): Promise<SharedLists> {
  const client = await createRedis(url);
  client.on("error", () => {});
  client.connect().catch(() => {});
  return sharedLists(client);
}

/** Failures of Redis are silent here: the quota reports them, and every instance can fetch for itself. */
export function sharedLists(redis: RedisCommands): SharedLists {
  return {
    async newerThan(program, readAt) {
      try {
        const known = await redis.hGet(keyOf(program), "readAt");
        if (known === null || !(Number(known) > readAt)) return null;
        const { bytes, signature, ownKey, readAt: at } = await redis.hGetAll(keyOf(program));
        return {
          program,
          bytes: Uint8Array.fromBase64(bytes),
          signature: signature === "" ? null : Uint8Array.fromBase64(signature),
          ownKey: ownKey === "" ? null : ownKey,
          readAt: Number(at),
        };
      } catch {
        return null;
      }
    },
    async put({ program, bytes, signature, ownKey, readAt }) {
      try {
        await redis.hSet(keyOf(program), {
          readAt: String(readAt),
          bytes: bytes.toBase64(),
          signature: signature?.toBase64() ?? "",
          ownKey: ownKey ?? "",
        });
      } catch {
        // The other instances fetch it themselves.
      }
    },
    async takeTurn(ms) {
      try {
        const expiration = { type: "PX", value: Math.round(ms) } as const;
        return await redis.set(TURN, "1", { condition: "NX", expiration }) !== null;
      } catch {
        return true;
      }
    },
    async endTurnIn(ms) {
      await redis.pExpire(TURN, Math.round(ms)).catch(() => {});
    },
    close: () => redis.destroy(),
  };
}

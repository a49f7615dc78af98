/** Decides whether a log list that was fetched may be used. The same code runs on the server and on the device. */
import { type DataSource, LOG_LIST_SOURCES } from "../../assets/sources.ts";
import { Budget } from "../../kernel/context.ts";
import { loadDigest } from "../../../wasm/digest.ts";
import { readPublicKeyBytes, type SubjectPublicKeyInfo } from "../keys/public-keys.ts";
import { readPem } from "../pem/pem.ts";
import { bareSignature } from "../signatures/signatures.ts";
import { verifySignature } from "../signatures/verify.ts";
import { loadBuiltInLogs, type LogProgram, type ProgramLogs } from "./logs.ts";
import { checkIds, checkRenewal, ListError, readPublishedList } from "./published-list.ts";

/** A list as its source publishes it. */
export interface FetchedList {
  readonly program: LogProgram;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The detached signature; null if the source does not sign. */
  readonly signature: Uint8Array<ArrayBuffer> | null;
  /** The time at which it was fetched, in milliseconds since 1970. */
  readonly readAt: number;
}

interface Circumstances {
  /** The list in use; the built-in one if absent. */
  readonly inUse?: ProgramLogs;
  /** The key of the source in PEM, instead of the one in `sources.ts`; null for a source without signatures. */
  readonly publicKey?: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Checks signature, form, ids, date and plausibility of a list, and returns it.
 *
 * @throws ListError with the problem
 */
export async function acceptList(
  { program, bytes, signature, readAt }: FetchedList,
  { inUse, publicKey = publicKeyOf(program), now }: Circumstances,
): Promise<ProgramLogs> {
  const list = readPublishedList(program, bytes, readAt);
  if (publicKey !== null && !(await isSigned(bytes, signature, publicKey))) {
    throw new ListError("bad_signature");
  }
  const sha256 = await loadDigest("SHA-256");
  checkIds(list, sha256);
  checkRenewal(inUse ?? (await loadBuiltInLogs())[program], list, now);
  return list;
}

/** The key of a program's source in PEM; null if its lists are not signed. */
export function publicKeyOf(program: LogProgram): string | null {
  const source: DataSource = LOG_LIST_SOURCES[program];
  return source.signature?.publicKey ?? null;
}

/** The signature algorithm of a source by the type of its key. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  "RSA": "1.2.840.113549.1.1.11",
  "EC": "1.2.840.10045.4.3.2",
};

/** Whether the key, a SubjectPublicKeyInfo in PEM, made the detached signature over the bytes. */
export async function isSigned(
  tbs: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer> | null,
  publicKey: string,
): Promise<boolean> {
  const key = readKeyPem(publicKey);
  const oid = key && ALGORITHMS[key.key.algorithm];
  if (!oid || signature === null) return false;
  const signed = { tbs, signature: bareSignature(oid, signature) };
  return (await verifySignature(signed, key, new Budget())).valid === true;
}

/** Reads a key of a source in PEM; null if it is none. */
export function readKeyPem(pem: string): SubjectPublicKeyInfo | null {
  const [block] = readPem(pem);
  if (!block?.bytes) return null;
  try {
    return readPublicKeyBytes(block.bytes, new Budget());
  } catch {
    return null;
  }
}

/**
 * Checks the log lists that a site publishes at /data. They are newer than a build, so they are not compared with it
 * but with what their publishers sign.
 */
import { createHash } from "node:crypto";
import { LOG_PROGRAMS, tableNameOf } from "../../core/x509/transparency/logs.ts";
import { ListError, readPublishedList } from "../../core/x509/transparency/published-list.ts";
import { isSigned, publicKeyOf } from "../../core/x509/transparency/renew.ts";
import { DATA_INDEX, type IndexEntry } from "../data/published.ts";

const TIMEOUT_MS = 30_000;

type Bytes = Uint8Array<ArrayBuffer>;

interface DataComparison {
  /** A sentence for each list that is in order. */
  sound: string[];
  /** A sentence for each fault. */
  faults: string[];
}

/** Checks the lists of the site at `origin`. A site without /data uses only the lists of its build. */
export async function compareData(origin: string): Promise<DataComparison> {
  const comparison: DataComparison = { sound: [], faults: [] };
  const index = await fetchBytes(origin + DATA_INDEX);
  if (index === null) return comparison;
  let tables: IndexEntry[];
  try {
    ({ tables } = JSON.parse(new TextDecoder().decode(index)));
    for (const entry of tables) await compareTable(origin, entry, comparison);
  } catch {
    comparison.faults.push(`${DATA_INDEX} is not an index of tables`);
  }
  return comparison;
}

async function compareTable(
  origin: string,
  { name, date, sha256, url, signatureUrl }: IndexEntry,
  { sound, faults }: DataComparison,
): Promise<void> {
  const program = LOG_PROGRAMS.find((program) => tableNameOf(program) === name);
  if (!program) return void faults.push(`/data has a table that this build does not know: ${name}`);
  const bytes = await fetchBytes(origin + url);
  if (bytes === null) return void faults.push(`${url} is missing`);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
    return void faults.push(`${url} is not the file that the index names`);
  }
  try {
    readPublishedList(program, bytes, Date.parse(date));
  } catch (fault) {
    if (!(fault instanceof ListError)) throw fault;
    return void faults.push(`${url} is not a log list`);
  }
  const publicKey = publicKeyOf(program);
  if (publicKey === null) {
    return void sound.push(
      `${name} of ${date.slice(0, 10)} is a log list. Its publisher does not sign.`,
    );
  }
  const signature = signatureUrl ? await fetchBytes(origin + signatureUrl) : null;
  if (await isSigned(bytes, signature, publicKey)) {
    sound.push(`${name} of ${date.slice(0, 10)} is signed by its publisher.`);
  } else faults.push(`${url} is not signed by its publisher`);
}

/** Null for an answer with another status than 200, and for a page in place of a file. */
async function fetchBytes(url: string): Promise<Bytes | null> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (response.status === 200 && !isPage) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  return null;
}

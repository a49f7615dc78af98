/** An inspection session: adds files, relates and opens their objects, and returns details and files to save. */
import * as TEXT from "../texts.ts";
import { Budget, createContext } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import { loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { Session } from "../kernel/execute.ts";
import { asn1Tree } from "../x509/asn1/tree.ts";
import { identifierName } from "../x509/objects/identifier-names.ts";
import { Collection } from "./collection.ts";
import type { ObjectRow, Relations } from "./contract.ts";
import { MAX_BYTES, MAX_OBJECTS } from "./options.ts";
import { detailsOf, fieldsOf, rowOf } from "./rows.ts";
import type { Comparing } from "./findings.ts";
import { batchOf, findShared, rsaKeys } from "./key-findings.ts";
import type { InspectedObject } from "./objects.ts";
import { answerOf, type Results, resultsOf } from "./results.ts";
import type {
  Fault,
  HelperMethods,
  HelpMessage,
  InspectMethods,
  Json,
  JudgedRow,
  ResultPart,
} from "./session-contract.ts";
import { entriesOf } from "./revocation.ts";
import { objectVerdict } from "../verdict/inspect.ts";
import { comparablePairs } from "./comparable.ts";
import { Sets } from "./sets.ts";
import { MAX_BATCH_BITS } from "../x509/keys/families/shared-factors.ts";

/** The limits for one file. */
const FILE_LIMITS = { bytes: 2 * MAX_BYTES, nodes: 5_000_000 };
/** The limits for relating all objects: some seconds of signatures. */
const RELATE_LIMITS = {
  signatures: 4 * MAX_OBJECTS,
  nodes: 20_000_000,
  paths: 1_000_000,
  names: 20_000_000,
  work: 120_000_000,
};
/** Signatures that are verified at once, in threads of the platform. */
const AHEAD = 32;
/** Milliseconds between progress reports, because each message to the page takes time. */
const TICK = 50;
/** Rows, links or chains per message. */
const BATCH = 200;

const NOTHING: Relations = { links: [], chains: [], leftovers: [], notes: [] };

type Methods = {
  [Name in keyof InspectMethods]: (
    input: InspectMethods[Name]["input"],
    emit: (message: InspectMethods[Name]["message"]) => Promise<unknown>,
  ) => Promise<InspectMethods[Name]["output"]> | InspectMethods[Name]["output"];
};

/**
 * The methods of `InspectMethods` over one collection. `mostBytes`: of all files, if not MAX_BYTES. They throw `invalid_input` for an unknown id, and `wrong_type` if a
 * private key was requested but the object is not one.
 */
export function createInspection({ mostBytes }: { mostBytes?: number } = {}): Session {
  const collection = new Collection({
    context: () => createContext({ limits: FILE_LIMITS }),
    acceptPrivateKeys: true,
    tolerant: true,
    mostBytes,
  });
  let sets = new Sets(collection, NOTHING);
  const sentRows = new SentRows();
  const early = new EarlyModuli();
  let now = Date.now();
  /** The results of the last relating; null before it. */
  let results: Results | null = null;

  const objectOf = (id: number): InspectedObject => {
    const object = collection.get(id);
    if (!object) throw new OperationError("invalid_input", "Unknown object");
    return object;
  };
  const keyOf = (id: number): Uint8Array<ArrayBuffer> => {
    const object = objectOf(id);
    if (object.kind !== "private-key" || object.privateKey === null) {
      throw new OperationError("wrong_type", TEXT.keyNot);
    }
    return object.privateKey.pkcs8;
  };

  const methods: Methods = {
    async add({ files }, emit) {
      const unsent = new Set<InspectedObject>();
      let sentAt = Date.now();
      const send = async () => {
        const objects = [...unsent];
        unsent.clear();
        sentAt = Date.now();
        const moduli = early.among(objects);
        await Promise.all([
          moduli.length > 0 && emit({ type: "early", moduli }),
          inBatches(objects, (objects) => emit(sentRows.add(objects))),
        ]);
      };
      const found = (objects: readonly InspectedObject[]) => {
        for (const object of objects) unsent.add(object);
        if (Date.now() - sentAt >= TICK) return send();
      };
      for (const file of files) {
        for (const object of await collection.add(file, found)) unsent.add(object);
      }
      await send();
      return { files: collection.files, objects: collection.size };
    },

    async relate(input, emit) {
      now = input.now ?? Date.now();
      const budget = new Budget(RELATE_LIMITS);
      let step = { done: 0, total: 1 };
      let reportedAt = -Infinity;
      const progress = async () => {
        const at = Date.now();
        if (at - reportedAt < TICK) return;
        reportedAt = at;
        await emit({ type: "progress", ...step });
      };
      const comparing = compare(collection, budget, emit);
      early.end();
      results = await resultsOf(collection, {
        now,
        budget,
        ahead: AHEAD,
        comparing,
        rowBefore: (id) => sentRows.get(id),
        unread: input.unread,
        progress: (done, total) => {
          step = { done, total };
          return progress();
        },
      });
      const { rows, links, chains, leftovers, members, sets: judgedSets } = results;
      await emit({ type: "progress", ...step });
      sets = members;
      const judgedBatch = sentRows.judgedBatches();
      await inBatches([...rows.values()], (rows) => emit(judgedBatch(rows)));
      await inBatches(links, (links) => emit(resultMessage({ type: "links", links })));
      await inBatches(chains, (chains) => emit(resultMessage({ type: "chains", chains })));
      await inBatches(judgedSets, (sets) => emit(resultMessage({ type: "sets", sets })));
      await inBatches(
        leftovers,
        (leftovers) => emit(resultMessage({ type: "leftovers", leftovers })),
      );
      const { notes, skipped, verdict, evaluatedAt } = results;
      const comparable = comparablePairs(collection.objects);
      return { notes, skipped, verdict, evaluatedAt, comparable };
    },

    async details({ id }) {
      const details = detailsOf(objectOf(id), now, await loadFingerprintDigests());
      const facts = results?.facts;
      const row = facts?.rows.get(id);
      return { ...details, verdict: facts && row ? objectVerdict(row, facts) : null };
    },

    async json() {
      if (results === null) throw new OperationError("invalid_input", "Nothing was related");
      const digests = await loadFingerprintDigests();
      return `${JSON.stringify(answerOf(collection, results, now, digests), null, 2)}\n`;
    },

    crlEntries({ id, from, search }) {
      const object = objectOf(id);
      if (object.kind !== "crl" || object.crl === null) {
        throw new OperationError("wrong_type", "This is not a CRL");
      }
      return entriesOf(object.crl, from, search, createContext({ limits: FILE_LIMITS }).budget);
    },

    structure({ id }) {
      const object = objectOf(id);
      const { bytes } = object;
      const tree = asn1Tree(bytes, identifierName);
      return { bytes, ...tree, fields: fieldsOf(object, tree.nodes) };
    },

    async unlock({ password, id }) {
      const { opened, tried, message } = await collection.unlock(password, id);
      sentRows.clear();
      return { opened, tried, message };
    },

    set({ id }) {
      return sets.describe(id);
    },

    keyPem({ id }) {
      return writePem("PRIVATE KEY", keyOf(id));
    },

    async archive() {
      const { writeArchive } = await import("./archive.ts");
      return writeArchive(collection, sets, now);
    },

    async forget({ paths }) {
      collection.dispose();
      results = null;
      const { publicParts } = await import("./public-parts.ts");
      return publicParts(collection, paths);
    },
  };
  return new Map(Object.entries(methods)) as Session;
}

/** Looks for shared primes, in another worker if there is one and there are many keys. */
function compare(
  collection: Collection,
  budget: Budget,
  emit: (message: HelpMessage) => Promise<unknown>,
): Comparing {
  const keys = rsaKeys([...collection.objects]);
  const batch = batchOf(keys, budget);
  const { moduli } = batch;
  const asked = moduli.length < HELP_FROM
    ? Promise.resolve(null)
    : emit({ type: "help", moduli }) as Promise<HelperMethods["sharedPrimes"]["output"] | null>;
  return { keys, batch, shared: asked.then((answer) => answer ?? findShared(moduli)) };
}

async function inBatches<T>(
  list: readonly T[],
  send: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH) await send(list.slice(at, at + BATCH));
}

const json = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

/** A message with a part of the results as JSON. */
const resultMessage = (part: ResultPart) => ({ type: "result" as const, json: json(part) });

/** Keeps the rows that were sent, so that later messages need only their additions. */
class SentRows {
  readonly #rows = new Map<number, ObjectRow>();

  /** Returns the rows of objects that are new or have a new place, to be sent. */
  add(objects: readonly InspectedObject[]): Json<ObjectRow[]> {
    const rows = objects.map((object) => rowOf(object));
    for (const row of rows) this.#rows.set(row.id, row);
    return json(rows);
  }

  /** The row of an object as it was sent; undefined if it was not. */
  get(id: number): ObjectRow | undefined {
    return this.#rows.get(id);
  }

  /** Called when the sent rows may be out of date. */
  clear(): void {
    this.#rows.clear();
  }

  /** Returns a function that makes the message for a batch of rows. Each fault is in only one of the messages. */
  judgedBatches(): (rows: readonly ObjectRow[]) => ReturnType<typeof resultMessage> {
    const numbers = new Map<string, number>();
    return (rows) => {
      const faults: Fault[] = [];
      const judged = rows.map((row): JudgedRow => {
        const { id, role, judgedAs, revocation, signed, encrypted, findings } = row;
        const numbered = findings.map(({ message, ...fault }): [number, string] => {
          const key = `${fault.severity} ${fault.code} ${fault.advice}`;
          let number = numbers.get(key);
          if (number === undefined) {
            numbers.set(key, number = numbers.size);
            faults.push(fault);
          }
          return [number, message];
        });
        const isKnown = this.#rows.has(id);
        return {
          row: isKnown
            ? { id, role, judgedAs, revocation, signed, encrypted }
            : { ...row, findings: [] },
          findings: numbered,
        };
      });
      return resultMessage({ type: "rows", rows: judged, faults });
    };
  }
}

/** With at least this many RSA keys, another worker looks for shared primes. */
const HELP_FROM = 100;

class EarlyModuli {
  readonly #known = new Set<bigint>();
  #unsent: bigint[] = [];
  #bits = 0;
  #isOver = false;

  /** The distinct new moduli of these objects to send now, in the order of the comparison. */
  among(objects: readonly InspectedObject[]): bigint[] {
    if (this.#isOver) return [];
    for (const { modulus, bits } of rsaKeys(objects)) {
      if (this.#known.has(modulus)) continue;
      if (this.#bits + bits > MAX_BATCH_BITS) {
        this.#isOver = true;
        break;
      }
      this.#bits += bits;
      this.#known.add(modulus);
      this.#unsent.push(modulus);
    }
    return this.#known.size < HELP_FROM ? [] : this.#unsent.splice(0);
  }

  /** The comparison of all moduli has started, so no more are sent early. */
  end(): void {
    this.#isOver = true;
    this.#known.clear();
    this.#unsent = [];
  }
}

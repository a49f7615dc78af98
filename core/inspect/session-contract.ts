/**
 * What a page may ask of an inspection that goes on: types alone. Rows come in batches while files
 * are read; details and bytes are asked for by number; nothing secret comes without being asked for.
 */
import type {
  Aside,
  InspectedChain,
  InspectedFinding,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
  Verdict,
} from "./contract.ts";
import type { Bundle } from "./options.ts";
import type { Asn1Node } from "../x509/asn1/tree.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import type { EveryField, ObjectDetails } from "./rows.ts";
import type { InspectedFile } from "./find.ts";

export type { InspectedFile, ObjectDetails };

/** A value as JSON: thousands of small objects are read from it faster than they are cloned. */
export type Json<T> = string & { readonly holds?: T };

/** What the findings of one kind have in common. */
export type Fault = Omit<InspectedFinding, "message">;

/**
 * An object after it was judged: what is added to the row that was sent while files were read, or the
 * whole row where that one is out of date. `findings` have the number of their fault, counted over all
 * faults that were sent, and their message.
 */
export interface JudgedRow {
  row: Partial<ObjectRow> & Pick<ObjectRow, "id" | "role" | "judgedAs" | "revocation">;
  findings: [fault: number, message: string][];
}

/** What is sent while the objects are put together. */
export type RelateMessage =
  | { type: "progress"; done: number; total: number }
  | { type: "told"; json: Json<Told> };

/** `faults`: those that were not sent before. */
export type Told =
  | { type: "rows"; rows: JudgedRow[]; faults: Fault[] }
  | { type: "links"; links: Link[] }
  | { type: "chains"; chains: InspectedChain[] }
  | { type: "sets"; sets: InspectedSet[] }
  | { type: "leftovers"; leftovers: Leftover[] };

/**
 * Asks another worker: the answer is that of HelperMethods["sharedPrimes"], or null where there is no
 * worker and the session must do it itself.
 */
export interface HelpMessage {
  type: "help";
  moduli: bigint[];
}

/** Moduli whose primes will be compared: a helper may begin with them. No answer is awaited. */
export interface EarlyMessage {
  type: "early";
  moduli: bigint[];
}

/** What another worker does for an inspection. */
export interface HelperMethods {
  /** Takes the next of the moduli that will be compared, and multiplies what can be already. */
  multiply: { input: { moduli: bigint[] }; output: null };
  /** Which of the moduli share a prime with another one, in their order. */
  sharedPrimes: { input: { moduli: bigint[] }; output: boolean[] };
}

/** What belongs to an object, for the actions that a page offers. */
export interface ObjectSet {
  /** The common name, or what stands for it. */
  name: string;
  /** Its certificate that is not a CA, if there is one; else the object itself. */
  certificate: number | null;
  /** Leaf first, up to the root where it is here. */
  chain: number[];
  privateKey: number | null;
  request: number | null;
  /** Several certificates in PEM: the whole chain as it is here. */
  chainPem: string;
  /** What the bundle is; null without a certificate. */
  bundle: Bundle | null;
  /** What a server sends: the chain in order, without its root. */
  bundlePem: string;
  certificatePem: string;
  requestPem: string;
  /** Name and date, which show in file names to which certificate a key belongs. */
  label: string;
  /** "" without a certificate. */
  bundleName: string;
}

/** Methods of an inspection: what goes in, what comes back, what is sent in between. */
export interface InspectMethods {
  add: {
    input: { files: InspectedFile[] };
    output: { files: number; objects: number };
    message: Json<ObjectRow[]> | EarlyMessage;
  };
  /** Puts everything together that was added so far. */
  relate: {
    /** `unread`: files that were skipped before they came here. */
    input: { now?: number; unread?: readonly Aside[] };
    output: { notes: string[]; setAside: Aside[]; verdict: Verdict; evaluatedAt: string };
    message: RelateMessage | HelpMessage;
  };
  details: { input: { id: number }; output: ObjectDetails; message: never };
  /**
   * Entries of a CRL from the place `from` on: of a search those whose serial number or reason holds
   * the text. `next` is the place to go on from; null after the last one.
   */
  crlEntries: {
    input: { id: number; from: number; search: string };
    output: { entries: CrlEntry[]; next: number | null };
    message: never;
  };
  /** The ASN.1 tree and the bytes themselves: of a private key, its secret. */
  structure: {
    input: { id: number };
    output: {
      bytes: Uint8Array<ArrayBuffer>;
      nodes: Asn1Node[];
      problem: string | null;
      /** The first byte of each field of a certificate, by its name. */
      fields: EveryField["offsets"];
    };
    message: never;
  };
  /** `opened`: how many objects the password opened, of `tried`. */
  unlock: {
    input: { password: string; id: number | null };
    output: { opened: number; tried: number; message: string | null };
    message: never;
  };
  set: { input: { id: number }; output: ObjectSet; message: never };
  /** A private key as unencrypted PKCS#8 in PEM. */
  keyPem: { input: { id: number }; output: string; message: never };
  /** Everything that can be saved, named by common names, in one zip. */
  archive: { input: Record<never, never>; output: Uint8Array<ArrayBuffer>; message: never };
}

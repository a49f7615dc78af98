/**
 * The messages between a page and an inspection session: only types. Rows come in batches while files are read. Details
 * and bytes are requested by number, and secrets are sent only on request.
 */
import type {
  InspectedChain,
  InspectedFinding,
  InspectedSet,
  InspectedVerdict,
  Leftover,
  Link,
  ObjectRow,
  SkippedPart,
} from "./contract.ts";
import type { RenderedVerdict } from "../verdict/schema.ts";
import type { Bundle } from "./options.ts";
import type { Asn1Node } from "../x509/asn1/tree.ts";
import type { CrlEntry } from "../x509/revocation/crl-entries.ts";
import type { ComparablePair } from "./comparable.ts";
import type { EveryField, ObjectDetails } from "./rows.ts";
import type { InspectedFile } from "./find.ts";

export type { InspectedFile, ObjectDetails };

/** A value as JSON, because thousands of small objects are parsed faster than they are cloned. */
export type Json<T> = string & { readonly holds?: T };

/** The common part of findings of one kind. */
export type Fault = Omit<InspectedFinding, "message">;

/**
 * An object after its findings are known: the additions to the row that was sent while files were read, or the whole
 * row if the earlier one is out of date. Each finding is the index of its fault among all faults that were sent, and its
 * message.
 */
export interface JudgedRow {
  row: Partial<ObjectRow> & Pick<ObjectRow, "id" | "role" | "judgedAs" | "revocation">;
  findings: [fault: number, message: string][];
}

/** A message while the objects are related: the progress so far, or a part of the results. */
export type RelateMessage =
  | { type: "progress"; done: number; total: number }
  | { type: "result"; json: Json<ResultPart> };

/** A part of the results. `faults` are those that were not sent before. */
export type ResultPart =
  | { type: "rows"; rows: JudgedRow[]; faults: Fault[] }
  | { type: "links"; links: Link[] }
  | { type: "chains"; chains: InspectedChain[] }
  | { type: "sets"; sets: InspectedSet[] }
  | { type: "leftovers"; leftovers: Leftover[] };

/**
 * A request to another worker. The answer is that of HelperMethods["sharedPrimes"], or null if there is no worker and the
 * session must do the work itself.
 */
export interface HelpMessage {
  type: "help";
  moduli: bigint[];
}

/** Moduli whose primes will be compared, so that a helper can start. There is no answer. */
export interface EarlyMessage {
  type: "early";
  moduli: bigint[];
}

/** The methods of the helper worker. */
export interface HelperMethods {
  /** Receives the next moduli for the comparison, and computes the products that are possible so far. */
  multiply: { input: { moduli: bigint[] }; output: null };
  /** For each modulus in order, whether it shares a prime with another one. */
  sharedPrimes: { input: { moduli: bigint[] }; output: boolean[] };
}

/** The set of an object, for the actions of a page. */
export interface ObjectSet {
  /** The common name, or a substitute. */
  name: string;
  /** Its certificate that is not a CA, if there is one; otherwise the object itself. */
  certificate: number | null;
  /** Leaf first, up to the root if it is among the files. */
  chain: number[];
  privateKey: number | null;
  request: number | null;
  /** Several certificates in PEM: the whole available chain. */
  chainPem: string;
  /** The contents of the bundle; null without a certificate. */
  bundle: Bundle | null;
  /** The chain that a server sends: in order, without its root. */
  bundlePem: string;
  certificatePem: string;
  requestPem: string;
  /** The base of file names: the name, and the expiry date of the certificate if there is one. */
  label: string;
  /** "" without a certificate. */
  bundleName: string;
}

/** The methods of an inspection: input, output, and messages in between. */
export interface InspectMethods {
  add: {
    input: { files: InspectedFile[] };
    output: { files: number; objects: number };
    message: Json<ObjectRow[]> | EarlyMessage;
  };
  /** Relates and judges all objects that were added so far. */
  relate: {
    /** `unread` are files that the page skipped. */
    input: { now?: number; unread?: readonly SkippedPart[] };
    output: {
      notes: string[];
      skipped: SkippedPart[];
      verdict: InspectedVerdict;
      evaluatedAt: string;
      /** Pairs with a name in common, to be compared; at most 200. */
      comparable: ComparablePair[];
    };
    message: RelateMessage | HelpMessage;
  };
  /** An object that was related has a verdict. */
  details: {
    input: { id: number };
    output: ObjectDetails & { verdict: RenderedVerdict | null };
    message: never;
  };
  /** All results as JSON, without secrets: the answer of the operation `inspect`. */
  json: { input: Record<never, never>; output: string; message: never };
  /**
   * Entries of a CRL from index `from`; with a search text, those whose serial number or reason contains it. `next` is
   * the index of the next call; null after the last entry.
   */
  crlEntries: {
    input: { id: number; from: number; search: string };
    output: { entries: CrlEntry[]; next: number | null };
    message: never;
  };
  /** The ASN.1 tree and the bytes, which for a private key include its secret. */
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
  /** `opened` is the number of objects that the password opened, out of `tried`. */
  unlock: {
    input: { password: string; id: number | null };
    output: { opened: number; tried: number; message: string | null };
    message: never;
  };
  set: { input: { id: number }; output: ObjectSet; message: never };
  /** A private key as unencrypted PKCS#8 in PEM. */
  keyPem: { input: { id: number }; output: string; message: never };
  /** A zip file of all objects that can be saved, named by common names. */
  archive: { input: Record<never, never>; output: Uint8Array<ArrayBuffer>; message: never };
  /** Overwrites the private keys, and returns the public objects of these files, each as a file. The session has ended. */
  forget: { input: { paths: readonly string[] }; output: InspectedFile[]; message: never };
}

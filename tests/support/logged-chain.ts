/** A chain whose leaf has timestamps of logs of the tests, and the entries of these logs in a list. */
import { TAG } from "../../core/x509/asn1/der.ts";
import { element, unsignedInteger } from "../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { writePem } from "../../core/x509/pem/pem.ts";
import type { LogEntry } from "../../core/x509/transparency/logs.ts";
import { name, root, SHA256_ECDSA } from "../core/x509/rules/maker.ts";
import { leafWith, loggedLeaf, type MadeLog, makeLog } from "./log-maker.ts";

const NAME = name({ C: "NL", O: "Example Trust", CN: "Example Root" });

type Changes = NonNullable<Parameters<typeof loggedLeaf>[2]>;

const OF_ROOT: Changes = { algorithm: SHA256_ECDSA, issuer: NAME };

/** A root, and functions that make leaves with its signature. */
interface LoggedRoot {
  readonly root: Certificate;
  /** The fields of a certificate that it signs. */
  readonly ofRoot: Changes;
  /** The certificate that `make` makes, with the signature of the root. */
  signed(make: (changes: Changes) => Promise<Certificate> | Certificate): Promise<Certificate>;
  /** A leaf with timestamps of these logs. */
  signedWith(logs: Parameters<typeof loggedLeaf>[1], changes?: Changes): Promise<Certificate>;
}

export async function makeLoggedRoot(): Promise<LoggedRoot> {
  const { spki, keys } = await makeLog();
  const made = root({ key: spki, subject: NAME, issuer: NAME });
  const signed: LoggedRoot["signed"] = async (make) => {
    const { tbs } = await make(OF_ROOT);
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const raw = new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, tbs));
    const [r, s] = [raw.subarray(0, 32), raw.subarray(32)].map(unsignedInteger);
    return await make({ ...OF_ROOT, signature: element(TAG.SEQUENCE, r, s) });
  };
  return {
    root: made,
    ofRoot: OF_ROOT,
    signed,
    async signedWith(logs, changes = {}) {
      // ECDSA signatures differ each time, so the timestamps are kept for the second call.
      const unsigned = await loggedLeaf(made, logs, { ...OF_ROOT, ...changes });
      const raw = unsigned.extensions.find(({ oid }) => oid === "1.3.6.1.4.1.11129.2.4.2");
      const list = raw ? unsigned.bytes.slice(raw.body, raw.end) : null;
      const value = list && list.subarray(list[1] === 0x82 ? 4 : list[1] === 0x81 ? 3 : 2);
      return await signed((parts) => leafWith({ ...changes, ...parts }, value as never));
    },
  };
}

/** A chain in PEM with timestamps of two logs, and the entries of these logs. */
export async function makeLoggedChain(): Promise<{ chain: string; entries: LogEntry[] }> {
  const [logs, issuer] = await Promise.all([
    Promise.all([makeLog(), makeLog()]),
    makeLoggedRoot(),
  ]);
  const leaf = await issuer.signedWith(logs.map((log) => ({ log })));
  return {
    chain: [leaf, issuer.root].map(({ bytes }) => writePem("CERTIFICATE", bytes)).join(""),
    entries: logs.map((log, place) => entryOf(log, place)),
  };
}

function entryOf({ id, spki }: MadeLog, place: number): LogEntry {
  return {
    id: id.toBase64(),
    key: spki.toBase64(),
    name: `Log of the tests ${place}`,
    kind: "rfc6962",
    operator: `Operator of the tests ${place}`,
    former: [],
    state: "usable",
    since: Date.parse("2025-01-01"),
    interval: null,
  };
}

/** crl/generate: makes a complete CRL, or the next one of a CA, and reads it back. */
import { numberOctets } from "../x509/asn1/hex.ts";
import { fromHex } from "../kernel/octets.ts";
import { type Authority, readAuthority } from "../certificate/authority.ts";
import { identifierOf } from "../certificate/issue.ts";
import { portableName } from "../file-names.ts";
import type { Budget, Context } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import { dateTime } from "../kernel/dates.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import * as TEXT from "../texts.ts";
import { crlVerdict } from "../verdict/made.ts";
import { DerError } from "../x509/asn1/der.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { canonicalName, nameKey } from "../x509/constraints/canonical-names.ts";
import { type CrlEntryParts, writeCrl, writeCrlEntry } from "../x509/issuing/crl.ts";
import { encodeBase64 } from "../x509/pem/base64.ts";
import { kindName, kindOfBlock } from "../x509/pem/identify.ts";
import { writePem } from "../x509/pem/pem.ts";
import { readText } from "../x509/pem/read-text.ts";
import { type Crl, readCrl } from "../x509/revocation/crl.ts";
import { HOLD, reasonCode } from "../x509/revocation/reasons.ts";
import type { crlGenerate } from "./contract.ts";
import { CRL_DAYS } from "./options.ts";
import { readSerialNumber } from "./schema.ts";

type Input = InputOf<typeof crlGenerate>;
type Bytes = Uint8Array<ArrayBuffer>;

const SECOND = 1000;
const DAY = 86_400_000;

/** Time to write an entry or to compare one of the previous CRL, in microseconds of a slow core. */
const ENTRY_TIME = 4;

/** RFC 5280, 5.2.3: a CRL number has at most 20 octets. */
const MAX_NUMBER = 1n << 159n;

/** RFC 5280, 4.1.2.5: no form of Time that CRLs use has earlier years. */
const EARLIEST = Date.UTC(1950, 0, 1);
/** The last second that GeneralizedTime can express. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

const refuse = (message: string, path: string, code: OperationError["code"] = "invalid_input") =>
  new OperationError(code, message, path);

/**
 * Signs the list of revoked certificates with the CA's key. With `previous`, its entries are kept octet for
 * octet, and the number is one more. Throws the errors of reading a CA, and `invalid_input` with the path of
 * the entry or date at fault. A plain Error means a bug.
 */
export const generate: Operation<typeof crlGenerate> = async (
  input,
  context,
): Promise<OutputOf<typeof crlGenerate>> => {
  const { budget } = context;
  budget.spend("work", (input.entries.length + input.released.length) * ENTRY_TIME);
  const authority = await readAuthority(input, context, "cRLSign");
  const [ca] = authority.path;
  const { certificate } = ca;
  const previous = await readPrevious(input.previous, authority, budget);
  const number = numberOf(input, previous);
  const { thisUpdate, nextUpdate } = updatesOf(input, previous, context);
  const entries = entriesOf(input, thisUpdate);
  const kept = previous ? keptEntries(previous, entries, input.released, budget) : [];
  if (!previous && input.released.length > 0) {
    throw refuse("Add the previous CRL: only its entries can be released from hold", "previous");
  }

  const written = [...entries.values()].map(({ parts }) => writeCrlEntry(parts));
  const der = await writeCrl({
    issuer: certificate.subjectDer,
    thisUpdate,
    nextUpdate,
    entries: [...kept, ...written],
    keyIdentifier: await identifierOf(ca, budget),
    number: numberOctets(number),
  }, authority.signer);
  const crl = readCrl(der, budget);
  const { valid } = await crl.verify(certificate.publicKey, budget);
  if (valid !== true || crl.unusable !== null || crl.entryCount !== kept.length + written.length) {
    throw new Error("The CRL that was made cannot be used");
  }
  const { subject } = certificate;
  const made = {
    crl: writePem("X509 CRL", der),
    der: encodeBase64(der),
    filename: `${portableName(subject.commonName ?? subject.organizationName ?? "", "CA")}.crl`,
    issuer: subject.raw,
    number: number.toString(),
    thisUpdate: formatTime(thisUpdate),
    nextUpdate: formatTime(nextUpdate),
    entries: crl.entryCount,
    added: written.length,
  };
  return { ...made, verdict: crlVerdict(made) };
};

/** Reads the previous CRL, which the same CA must have signed. Null if none is given. */
async function readPrevious(
  text: string,
  { path: [{ certificate }] }: Authority,
  budget: Budget,
): Promise<Crl | null> {
  if (text.trim() === "") return null;
  const { blocks } = readText(text, budget);
  const block = blocks.find((block) => kindOfBlock(block) === "crl");
  if (!block || block.bytes === null) {
    const kind = blocks.map(kindOfBlock).find((kind) => kind !== null && kind !== "crl");
    throw kind
      ? refuse(`This is ${kindName(kind)}, not a CRL`, "previous", "wrong_type")
      : refuse(TEXT.crlNotFound, "previous", "unreadable");
  }
  let crl: Crl;
  try {
    crl = readCrl(block.bytes, budget);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw refuse(`${TEXT.crlNotFound}: ${thrown.message}`, "previous", "unreadable");
  }
  const { valid } = await crl.verify(certificate.publicKey, budget);
  // A CA that was renamed may have kept its key.
  const isIssuer = crl.issuerKey === nameKey(canonicalName(certificate.subject));
  if (valid !== true || !isIssuer) throw refuse(TEXT.crlOfOtherCa, "previous", "key_mismatch");
  const isPartial = crl.isDelta || crl.issuingPoint !== null || crl.namesIssuers;
  if (isPartial) throw refuse(TEXT.crlPartial, "previous", "unsupported");
  // A list that lacks only its nextUpdate can still be continued.
  if (crl.unusable !== null && crl.nextUpdate !== null) {
    throw refuse(`This CRL cannot be continued: ${crl.unusable}`, "previous", "unsupported");
  }
  return crl;
}

/** The number must grow with each CRL (RFC 5280, 5.2.3). */
function numberOf({ number }: Input, previous: Crl | null): bigint {
  const last = previous?.number ? BigInt(`0x${previous.number}`) : null;
  const chosen = number === null || number === undefined ? (last ?? 0n) + 1n : BigInt(number);
  if (last !== null && chosen <= last) {
    throw refuse(
      `The number must be higher than that of the previous CRL, which is ${last}`,
      "number",
    );
  }
  if (chosen >= MAX_NUMBER) {
    throw refuse("The number of the previous CRL is too long to count on", "previous");
  }
  return chosen;
}

function updatesOf(input: Input, previous: Crl | null, { now }: Context) {
  const thisUpdate = input.thisUpdate ?? now - now % SECOND;
  const nextUpdate = input.nextUpdate ?? thisUpdate + CRL_DAYS * DAY;
  if (thisUpdate < EARLIEST) throw refuse("thisUpdate must be after 1949", "thisUpdate");
  if (nextUpdate > LATEST) {
    throw refuse(
      "nextUpdate must be before the year 10000. Set an earlier thisUpdate or nextUpdate",
      "nextUpdate",
    );
  }
  if (nextUpdate <= thisUpdate) {
    throw refuse("nextUpdate must be later than thisUpdate", "nextUpdate");
  }
  if (previous && thisUpdate < previous.thisUpdate) {
    const message = `The previous CRL is newer: it is from ${dateTime(previous.thisUpdate)}`;
    throw refuse(message, "thisUpdate");
  }
  return { thisUpdate, nextUpdate };
}

interface Entry {
  index: number;
  reason: string | null;
  parts: CrlEntryParts;
}

/** The new entries by their serial numbers, each at most once (RFC 5280, 5.1.2.6). */
function entriesOf({ entries }: Input, thisUpdate: number): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const [index, { serialNumber, revokedAt, reason, invalidityDate }] of entries.entries()) {
    const at = (field: string) => `entries.${index}.${field}`;
    const serial = readSerialNumber(serialNumber)!;
    const same = found.get(serial);
    if (same) {
      const message = `Entries ${same.index + 1} and ${index + 1} have the same serial number`;
      throw refuse(message, at("serialNumber"));
    }
    const date = revokedAt ?? thisUpdate;
    if (date < EARLIEST) throw refuse("revokedAt must be after 1949", at("revokedAt"));
    if (date > thisUpdate) {
      throw refuse("revokedAt must not be later than thisUpdate", at("revokedAt"));
    }
    if (invalidityDate && invalidityDate > date) {
      throw refuse("invalidityDate must not be later than revokedAt", at("invalidityDate"));
    }
    found.set(serial, {
      index,
      reason: reason ?? null,
      parts: {
        serialNumber: fromHex(serial),
        revokedAt: date,
        reason: reason ? reasonCode(reason)! : null,
        invalidityDate: invalidityDate ?? null,
      },
    });
  }
  return found;
}

/**
 * The entries of the previous CRL in DER. An entry on hold is left out if it is released or revoked for good;
 * every other entry stays, so a new entry with its serial number is refused.
 */
function keptEntries(
  previous: Crl,
  added: ReadonlyMap<string, Entry>,
  released: readonly string[],
  budget: Budget,
): Uint8Array[] {
  budget.spend("work", previous.entryCount * ENTRY_TIME);
  const asked = new Map(released.map((serial, index) => [readSerialNumber(serial)!, index]));
  // Other programs may list a serial number twice.
  const missing = new Set(asked.keys());
  const kept: Uint8Array[] = [];
  const cursor = previous.entries(budget);
  for (let from = cursor.end; cursor.next(); from = cursor.end) {
    const serial = cursor.serialNumber;
    const entry = added.get(serial);
    const release = asked.get(serial);
    if (entry || release !== undefined) {
      const { reason } = cursor;
      if (reason !== HOLD || entry?.reason === HOLD) {
        throw entry
          ? refuse(
            `Entry ${entry.index + 1} is in the previous CRL already`,
            `entries.${entry.index}.serialNumber`,
          )
          : refuse(
            `This certificate is not on hold: its revocation is final`,
            `released.${release}`,
          );
      }
      missing.delete(serial);
      continue;
    }
    kept.push(previous.bytes.subarray(from, cursor.end));
  }
  for (const serial of missing) {
    const path = `released.${asked.get(serial)}`;
    throw refuse("The previous CRL has no entry with this serial number", path);
  }
  return kept;
}

/** Input and output of crl/generate. */
import * as v from "valibot";
import { fields, instant, list, optionalPassword, optionalText } from "../kernel/fields.ts";
import { withCommas } from "../kernel/formatting.ts";
import * as TEXT from "../texts.ts";
import { renderedVerdict } from "../verdict/schema.ts";
import { REASONS } from "./options.ts";

/** A request of 1 MiB has room for fewer. */
const MAX_ENTRIES = 100_000;

const text = v.string();

const REASON_EXPECTED = `The reason must be one of ${REASONS.join(", ")}`;

const serialNumber = v.pipe(
  v.string(TEXT.crlSerialInvalid),
  v.check((value) => readSerialNumber(value) !== null, TEXT.crlSerialInvalid),
);

/**
 * Reads hex with or without colons and spaces. Returns whole octets in upper case without leading zero octets,
 * as the reader of CRLs does; null for other text.
 */
export function readSerialNumber(value: string): string | null {
  // RFC 5280, 4.1.2.2: positive, and at most 20 octets.
  if (value.length > 100 || !/^\s*(?:0x)?[0-9a-f](?:[: ]?[0-9a-f])*\s*$/i.test(value)) return null;
  const digits = value.trim().replace(/^0x/i, "").replace(/[: ]/g, "").replace(/^0+/, "");
  if (digits === "" || digits.length > 40) return null;
  return (digits.length % 2 === 0 ? digits : `0${digits}`).toUpperCase();
}

const entry = v.object(
  {
    /** Hex, as openssl prints it. */
    serialNumber,
    /** The time of the revocation; thisUpdate if it is left out. */
    revokedAt: instant(TEXT.instantExpected("revokedAt")),
    reason: v.optional(
      v.nullable(
        v.picklist(
          REASONS,
          ({ input }) => input === "removeFromCRL" ? TEXT.crlRemove : REASON_EXPECTED,
        ),
      ),
    ),
    /** The time from which the key is known or suspected to be compromised. */
    invalidityDate: instant(TEXT.instantExpected("invalidityDate")),
  },
  ({ path }) => path?.[0].key === "serialNumber" ? TEXT.crlSerialInvalid : TEXT.crlEntry,
);

export const crlGenerate = {
  input: fields({
    caCertificate: optionalText("CA certificate"),
    caPrivateKey: optionalText("Private key of the CA"),
    /** The passphrase of the CA's private key or of the PFX file. */
    caPassphrase: optionalPassword("Passphrase of the CA"),
    /** A PFX file in base64 with certificate and key of the CA, in place of both. */
    caPfx: optionalText("PFX file of the CA"),
    /** The CRL before this one, PEM or DER in base64. Its entries are kept. */
    previous: optionalText("Previous CRL"),
    /** The CRL number; if it is left out, one more than that of the previous CRL, or 1. */
    number: v.optional(v.nullable(v.pipe(
      v.number(TEXT.crlNumberExpected),
      v.check((value) => Number.isSafeInteger(value) && value >= 0, TEXT.crlNumberExpected),
    ))),
    /** If it is left out, now. */
    thisUpdate: instant(TEXT.instantExpected("thisUpdate")),
    /** If it is left out, 30 days after thisUpdate. */
    nextUpdate: instant(TEXT.instantExpected("nextUpdate")),
    entries: v.optional(
      v.nullable(
        list(
          v.array(entry, TEXT.crlEntries),
          MAX_ENTRIES,
          (found) => `Too many entries: ${withCommas(found)}, at most ${withCommas(MAX_ENTRIES)}`,
        ),
        [],
      ),
      [],
    ),
    /** Serial numbers of the previous CRL that are on hold and become valid again. */
    released: v.optional(
      v.nullable(
        list(
          v.array(serialNumber, TEXT.crlReleased),
          MAX_ENTRIES,
          (found) => `Too many serial numbers: ${withCommas(found)}`,
        ),
        [],
      ),
      [],
    ),
  }),
  output: v.object({
    /** PEM. */
    crl: text,
    /** The same in DER, as base64. CAs publish this form (RFC 5280, 4.2.1.13). */
    der: text,
    filename: text,
    /** The CA's subject as RFC 4514 text. */
    issuer: text,
    /** The CRL number as a decimal number. */
    number: text,
    thisUpdate: text,
    nextUpdate: text,
    /** The number of entries, and of those that are new. */
    entries: v.number(),
    added: v.number(),
    verdict: renderedVerdict,
  }),
};
export type GeneratedCrl = v.InferOutput<typeof crlGenerate.output>;

/** Extensions (RFC 5280, 4.2): reading the list, decoding its values, and the answers' shape of it. */
import { OperationError } from "../../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { byteCount, type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { showOid } from "../../asn1/oids.ts";
import type { BasicConstraints, Extension, Extensions, GeneralName } from "../../shapes.ts";
import { DECODERS } from "./decoders.ts";
import { EXTENSION, extensionInWords, extensionName } from "./identifiers.ts";

/** More than any object has; the bound keeps lists of broken ones cheap. */
const MAX_EXTENSIONS = 1_000;

/** Extensions of an object that has none. */
export function noExtensions(): Extensions {
  return {
    subjectAltName: [],
    keyUsage: [],
    extendedKeyUsage: [],
    basicConstraints: null,
    all: [],
  };
}

/** An extension whose value is not yet looked into. Offsets count from the start of the input. */
export interface RawExtension {
  readonly oid: string;
  readonly critical: boolean;
  /** Offset of the Extension. */
  readonly start: number;
  /** The content of extnValue. */
  readonly body: number;
  readonly end: number;
}

/**
 * Reads Extensions ::= SEQUENCE OF Extension, whose header `der` has just read. Of an extension
 * that occurs twice (RFC 5280, 4.2 forbids it) the first counts and both are listed.
 */
export function readExtensions(der: Der): Extensions {
  const { list } = listExtensions(der);
  return gatherExtensions(der.bytes, list, (raw) => decodeExtension(der, raw));
}

/**
 * Reads the frames of Extensions, whose header `der` has just read, without their values. `whole`
 * is false when some of them could not be read; the findings tell which. Throws `too_complex`
 * beyond MAX_EXTENSIONS.
 */
export function listExtensions(der: Der): { list: RawExtension[]; whole: boolean } {
  const end = der.end;
  const list: RawExtension[] = [];
  let whole = true;
  if (der.body === end) {
    der.findings.add("extensions_empty", der.start);
  }
  for (let at = der.body, count = 0; at < end; count++) {
    // Broken ones count too: each of them costs an exception.
    if (count === MAX_EXTENSIONS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    try {
      der.expect(at, end, TAG.SEQUENCE, "EXTENSION");
      at = der.end;
      const extension = frame(der);
      if (list.some(({ oid }) => oid === extension.oid)) {
        const name = extensionInWords(extension.oid);
        der.findings.add("extension_twice", extension.start, name);
      }
      list.push(extension);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      der.findings.add("extension_malformed", thrown.offset, thrown.reason);
      whole = false;
      // After an element without an end there is nothing to go on from.
      if (thrown.offset === at) break;
    }
  }
  return { list, whole };
}

/** Extension ::= SEQUENCE { extnID OID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }. */
function frame(der: Der): RawExtension {
  const { bytes, findings, start, end } = der;
  der.expect(der.body, end, TAG.OID, "TYPE OF AN EXTENSION");
  const oid = showOid(bytes, der.body, der.end);
  if (oid.startsWith("?")) {
    findings.add("oid_malformed", der.start);
  }
  let critical = false;
  let at = der.end;
  if (der.optional(at, end, TAG.BOOLEAN)) {
    critical = der.boolean();
    at = der.end;
    if (!critical) {
      findings.add("critical_default_encoded", der.start);
    }
  }
  der.expect(at, end, TAG.OCTET_STRING, "VALUE OF AN EXTENSION");
  const { body, end: valueEnd } = der;
  der.finish(valueEnd, end, "EXTENSION");
  return { oid, critical, start, body, end: valueEnd };
}

/** An extension with its value decoded. */
export interface DecodedExtension<Value = unknown> {
  readonly critical: boolean;
  /** Null when it could not be decoded, or is of no type that is known here. */
  readonly value: Value | null;
  /** What is wrong with the value, else null. */
  readonly problem: string | null;
}

/**
 * Decodes an extension's value; what cannot be decoded is a finding. A value with bytes after it is
 * given, but with a problem, for nobody may rely on it.
 */
export function decodeExtension(der: Der, raw: RawExtension): DecodedExtension {
  const { oid, critical, body, end } = raw;
  const decoder = DECODERS.get(oid);
  if (decoder === undefined) return { critical, value: null, problem: null };
  let value: unknown = null;
  let fault: DerError | null = null;
  try {
    der.next(body, end);
    const valueEnd = der.end;
    value = decoder(der, body, valueEnd);
    if (valueEnd < end) fault = new DerError(`${byteCount(end - valueEnd)} TOO MANY`, valueEnd);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    fault = thrown;
  }
  if (fault === null) return { critical, value, problem: null };
  const reason = `${extensionInWords(oid)}: ${fault.reason}`;
  der.findings.add("extension_malformed", fault.offset, reason);
  return { critical, value, problem: fault.message };
}

/** The answers' shape of extensions in their order; `decode` gives each its value. */
export function gatherExtensions(
  bytes: Uint8Array,
  list: readonly RawExtension[],
  decode: (raw: RawExtension) => DecodedExtension,
): Extensions {
  const extensions = noExtensions();
  if (list.length === 0) return extensions;
  // Hexadecimal of them all at once, for a call into the engine costs more than the digits.
  const { start } = list[0];
  const hex = toHex(bytes, start, list[list.length - 1].end);
  extensions.all = list.map((raw) => {
    const { critical, value, problem } = decode(raw);
    return {
      oid: raw.oid,
      name: extensionName(raw.oid),
      critical,
      value,
      hex: hex.slice(2 * (raw.body - start), 2 * (raw.end - start)),
      problem,
    };
  });
  // From the last to the first, so that the first of two counts.
  for (let i = list.length - 1; i >= 0; i--) {
    if (extensions.all[i].value !== null) surface(extensions, extensions.all[i]);
  }
  return extensions;
}

/** Puts a decoded value where everybody looks for it. */
function surface(extensions: Extensions, { oid, value }: Extension): void {
  switch (oid) {
    case EXTENSION.subjectAltName:
      extensions.subjectAltName = value as GeneralName[];
      break;
    case EXTENSION.keyUsage:
      extensions.keyUsage = value as string[];
      break;
    case EXTENSION.extendedKeyUsage:
      extensions.extendedKeyUsage = value as string[];
      break;
    case EXTENSION.basicConstraints:
      extensions.basicConstraints = value as BasicConstraints;
  }
}

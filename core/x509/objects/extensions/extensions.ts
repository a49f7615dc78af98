/** Reads the list of extensions (RFC 5280, 4.2), decodes their values, and shapes them for answers. */
import { OperationError } from "../../../kernel/errors.ts";
import * as KERNEL_TEXT from "../../../kernel/texts.ts";
import { byteCount, type Der, DerError, TAG } from "../../asn1/der.ts";
import { toHex } from "../../asn1/hex.ts";
import { showOid } from "../../asn1/oids.ts";
import type { BasicConstraints, Extension, Extensions, GeneralName } from "../../shapes.ts";
import { DECODERS } from "./decoders.ts";
import { EXTENSION, extensionInWords, extensionName } from "./identifiers.ts";

/** No object in use has more. The limit matters because each unreadable extension costs an exception. */
const MAX_EXTENSIONS = 1_000;

/** Returns the extensions of an object without extensions. */
export function noExtensions(): Extensions {
  return {
    subjectAltName: [],
    keyUsage: [],
    extendedKeyUsage: [],
    basicConstraints: null,
    all: [],
  };
}

/** An extension whose value is not decoded yet. Offsets count from the start of the input. */
export interface RawExtension {
  readonly oid: string;
  readonly critical: boolean;
  /** Offset of the Extension element. */
  readonly start: number;
  /** Offset of the content of extnValue, up to `end`. */
  readonly body: number;
  readonly end: number;
}

/**
 * Reads Extensions ::= SEQUENCE OF Extension, whose header `der` has just read. If an extension occurs
 * twice, which RFC 5280, 4.2 forbids, both are listed and the first one is used.
 */
export function readExtensions(der: Der): Extensions {
  const { list } = listExtensions(der);
  return gatherExtensions(der.bytes, list, (raw) => decodeExtension(der, raw));
}

/**
 * Reads the list of Extensions whose header `der` has just read, without decoding their values. `whole`
 * is false if some of them could not be read; they are findings. Throws `too_complex` above
 * MAX_EXTENSIONS.
 */
export function listExtensions(der: Der): { list: RawExtension[]; whole: boolean } {
  const end = der.end;
  const list: RawExtension[] = [];
  let whole = true;
  if (der.body === end) {
    der.findings.add("extensions_empty", der.start);
  }
  for (let at = der.body, count = 0; at < end; count++) {
    if (count === MAX_EXTENSIONS) {
      throw new OperationError("too_complex", KERNEL_TEXT.tooComplex);
    }
    try {
      der.expect(at, end, TAG.SEQUENCE, "Extension");
      at = der.end;
      const extension = readRawExtension(der);
      if (list.some(({ oid }) => oid === extension.oid)) {
        const name = extensionInWords(extension.oid);
        der.findings.add("extension_twice", extension.start, name);
      }
      list.push(extension);
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      der.findings.add("extension_malformed", thrown.offset, thrown.reason);
      whole = false;
      // If the element has no end, the next one cannot be found.
      if (thrown.offset === at) break;
    }
  }
  return { list, whole };
}

/** Reads SEQUENCE { extnID OID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }. */
function readRawExtension(der: Der): RawExtension {
  const { bytes, findings, start, end } = der;
  der.expect(der.body, end, TAG.OID, "Type of an extension");
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
  der.expect(at, end, TAG.OCTET_STRING, "Value of an extension");
  const { body, end: valueEnd } = der;
  der.finish(valueEnd, end, "Extension");
  return { oid, critical, start, body, end: valueEnd };
}

/** A decoded extension. */
export interface DecodedExtension<Value = unknown> {
  readonly critical: boolean;
  /** Null if the value cannot be decoded, or there is no decoder for its type. */
  readonly value: Value | null;
  /** Why the value cannot be decoded, or null. */
  readonly problem: string | null;
}

/**
 * Decodes an extension's value. If that fails, the reason is a finding and the problem of the result. A
 * value that is followed by further bytes is returned for display, but also has a problem.
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
    if (valueEnd < end) fault = new DerError(`${byteCount(end - valueEnd)} too many`, valueEnd);
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    fault = thrown;
  }
  if (fault === null) return { critical, value, problem: null };
  const reason = `${extensionInWords(oid)}: ${fault.reason}`;
  der.findings.add("extension_malformed", fault.offset, reason);
  return { critical, value, problem: fault.message };
}

/** Returns the extensions as answers give them, in their order. `decode` decodes one of them. */
export function gatherExtensions(
  bytes: Uint8Array,
  list: readonly RawExtension[],
  decode: (raw: RawExtension) => DecodedExtension,
): Extensions {
  const extensions = noExtensions();
  if (list.length === 0) return extensions;
  // Convert all values to hex in one call, because a call costs more than the digits.
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
  // Go from the last to the first, so that the first of two equal types remains.
  for (let i = list.length - 1; i >= 0; i--) {
    if (extensions.all[i].value !== null) surface(extensions, extensions.all[i]);
  }
  return extensions;
}

/** Copies the value of a common extension to its own field. */
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

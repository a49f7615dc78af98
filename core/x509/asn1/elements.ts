/** Elements of DER as plain values, for rules that look at how something is written. */
import { Budget } from "../../kernel/context.ts";
import { Der, DerError } from "./der.ts";
import { Findings } from "./findings.ts";
import { showOid } from "./oids.ts";
import { latin1, readString } from "./strings.ts";

/** An element, whose bytes are cut out when they are asked for. */
export class Tlv {
  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    readonly tag: number,
    private readonly start: number,
    private readonly body: number,
    private readonly end: number,
  ) {}

  /** Octets of the content. */
  get length(): number {
    return this.end - this.body;
  }
  get content(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.body, this.end);
  }
  /** With its header. */
  get whole(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.start, this.end);
  }
  /** The elements in its content, up to the first that cannot be read. */
  get inner(): Tlv[] {
    return between(this.bytes, this.body, this.end);
  }
  /** Its content as an object identifier. */
  get oid(): string {
    return showOid(this.bytes, this.body, this.end);
  }
  /** Its text by its type; null where it is no character string. */
  get text(): string | null {
    return this.textAs(this.tag);
  }
  /** Its text as that of another type. */
  textAs(tag: number): string | null {
    return readString(this.bytes, tag, this.body, this.end)?.text ?? null;
  }
  /** One character an octet of the content. */
  get octets(): string {
    return latin1(this.bytes, this.body, this.end);
  }
}

/** The bytes were counted when the certificate was read; each is read a few times more at most. */
const UNCOUNTED = new Budget({ nodes: Infinity });

/** Findings are dropped: they were kept when the certificate was read. */
const DROPPED = new class extends Findings {
  override add(): void {}
}();

function between(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): Tlv[] {
  const der = new Der(bytes, UNCOUNTED, DROPPED);
  const list: Tlv[] = [];
  try {
    for (let at = start; at < end; at = der.end) {
      der.next(at, end);
      list.push(new Tlv(bytes, der.tag, at, der.body, der.end));
    }
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
  }
  return list;
}

/** The elements that are in these bytes, up to the first that cannot be read. */
export const elements = (bytes: Uint8Array<ArrayBuffer>): Tlv[] => between(bytes, 0, bytes.length);

/** The elements in the first element of these bytes. */
export const within = (bytes: Uint8Array<ArrayBuffer>): Tlv[] => elements(bytes)[0]?.inner ?? [];

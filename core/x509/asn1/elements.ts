/**
 * Elements of DER as plain values, for rules about encoding. They are read without a budget: the
 * certificate was counted when it was read, and the linter reads each part a few times at most.
 */
import { Header } from "./header.ts";
import { showOid } from "./oids.ts";
import { latin1, readString } from "./strings.ts";

/** An element of DER. Its getters return views of the input. */
export class Tlv {
  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    readonly tag: number,
    private readonly start: number,
    private readonly body: number,
    private readonly end: number,
  ) {}

  /** The length of the content in octets. */
  get length(): number {
    return this.end - this.body;
  }
  get content(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.body, this.end);
  }
  /** The element with its header. */
  get whole(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.start, this.end);
  }
  /** The elements of its content, up to the first that cannot be read. */
  get inner(): Tlv[] {
    return between(this.bytes, this.body, this.end);
  }
  /** The content as an object identifier. */
  get oid(): string {
    return showOid(this.bytes, this.body, this.end);
  }
  /** The text of a character string; null for other types. */
  get text(): string | null {
    return this.textAs(this.tag);
  }
  /** The content read as a character string of another type. */
  textAs(tag: number): string | null {
    return readString(this.bytes, tag, this.body, this.end)?.text ?? null;
  }
  /** The content with one character for each octet. */
  get octets(): string {
    return latin1(this.bytes, this.body, this.end);
  }
}

function between(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): Tlv[] {
  const header = new Header();
  const list: Tlv[] = [];
  for (let at = start; at < end; at = header.end) {
    if (header.read(bytes, at, end) !== null || header.length === null) break;
    if (header.body + header.length > end) break;
    list.push(new Tlv(bytes, header.shortestTag, at, header.body, header.end));
  }
  return list;
}

/** Returns the elements of these bytes, up to the first that cannot be read. */
export const elements = (bytes: Uint8Array<ArrayBuffer>): Tlv[] => between(bytes, 0, bytes.length);

/** Returns the elements inside the first element of these bytes. */
export const within = (bytes: Uint8Array<ArrayBuffer>): Tlv[] => elements(bytes)[0]?.inner ?? [];

/** Fields of OpenSSH's keys (RFC 4251, 5), read from a bounded piece of bytes. */
import { MalformedKey } from "./malformed-key.ts";

/** Of a number: what RSA keys with 16,384 bits have, and a sign. */
const MAX_NUMBER = 2049;

/**
 * A cursor over fields. Each method that reads throws MalformedKey where the bytes end too
 * early, or the field is not what it was asked for.
 */
export class SshFields {
  #at = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** How many bytes were read. */
  get at(): number {
    return this.#at;
  }

  uint32(): number {
    if (this.bytes.length - this.#at < 4) throw cutOff();
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  octets(length: number): Uint8Array<ArrayBuffer> {
    if (this.bytes.length - this.#at < length) throw cutOff();
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  /** A field with its length before it; the bytes stay those of the input. */
  string(): Uint8Array<ArrayBuffer> {
    return this.octets(this.uint32());
  }

  /** A field with a name in ASCII, which needs no decoder. */
  name(): string {
    const octets = this.string();
    if (octets.length > 64) throw new MalformedKey("ONE OF ITS NAMES IS TOO LONG");
    return String.fromCharCode(...octets);
  }

  /** A number that must not be negative, without leading zeros. */
  number(): Uint8Array<ArrayBuffer> {
    const octets = this.string();
    if (octets[0] >= 0x80) throw new MalformedKey("ONE OF ITS NUMBERS IS NEGATIVE");
    if (octets.length > MAX_NUMBER) throw new MalformedKey("ONE OF ITS NUMBERS IS TOO LONG");
    return octets[0] === 0 ? octets.subarray(1) : octets;
  }

  /** What was not read yet. */
  rest(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.#at);
  }
}

const cutOff = () => new MalformedKey("IT IS CUT OFF");

/** A field as it is written. */
export function sshString(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  const field = new Uint8Array(4 + octets.length);
  new DataView(field.buffer).setUint32(0, octets.length);
  field.set(octets, 4);
  return field;
}

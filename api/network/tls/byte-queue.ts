/**
 * The bytes of a connection that were not read yet. The buffer grows by doubling, so that many small
 * chunks cost no more than few large ones. The caller bounds the number of bytes (`total`).
 */
export class ByteQueue {
  /** The number of bytes that were ever appended. */
  total = 0;
  #bytes = new Uint8Array(4096);
  #start = 0;
  #end = 0;

  append(chunk: Uint8Array): void {
    this.total += chunk.length;
    if (this.#end + chunk.length > this.#bytes.length) {
      const unread = this.unread();
      const roomy = new Uint8Array(Math.max(2 * (unread.length + chunk.length), 4096));
      roomy.set(unread);
      this.#end = unread.length;
      this.#start = 0;
      this.#bytes = roomy;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  unread(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  skip(count: number): void {
    this.#start += count;
  }
}

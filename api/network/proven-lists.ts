/**
 * CRLs by their address, until their nextUpdate, in bounded memory. A list is kept when somebody has
 * proven it: what a stranger, or somebody on the way, sends once is not believed for a day, and
 * pushes nothing out that was proven.
 */
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;

const KEPT_BYTES = 32 * 1024 * 1024;
/** Lists are asked for again after this, whatever they say of themselves. */
const LONGEST_KEPT = 24 * 3_600_000;

/** Bytes and number of lists that wait to be proven; one that is pushed out is fetched again. */
const OFFERED_BYTES = 16 * 1024 * 1024;
const OFFERED = 64;

interface Offered {
  url: string;
  bytes: Bytes;
  end: number;
}

/** `now`: milliseconds since 1970. */
export class ProvenLists {
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Bytes>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes, url) => bytes.length + url.length,
    ttl: 1,
    ttlResolution: 0,
  });
  readonly #offered = new LRUCache<number, Offered>({
    max: OFFERED,
    maxSize: OFFERED_BYTES,
    sizeCalculation: ({ bytes, url }) => bytes.length + url.length,
  });
  #receipts = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(url: string): Bytes | null {
    return this.#kept.get(url) ?? null;
  }

  /** Takes a list that is to be proven and gives its receipt. `end`: nextUpdate in ms since 1970. */
  offer(url: string, bytes: Bytes, end: number): number {
    const receipt = ++this.#receipts;
    this.#offered.set(receipt, { url, bytes, end });
    return receipt;
  }

  /** The list of this receipt was proven. */
  keep(receipt: number): void {
    const offered = this.#offered.get(receipt);
    if (!offered) return;
    this.#offered.delete(receipt);
    const ttl = Math.min(offered.end - this.#now(), LONGEST_KEPT);
    if (ttl > 0) this.#kept.set(offered.url, offered.bytes, { ttl });
  }
}

/** A cache whose bytes are in the account of bytes. */
import { LRUCache } from "lru-cache";
import type { ByteAccount, Held } from "../byte-account.ts";

type Options<K extends string | number, V extends object> =
  & Omit<
    LRUCache.OptionsMaxLimit<K, V, unknown> | LRUCache.OptionsSizeLimit<K, V, unknown>,
    "dispose"
  >
  & { sizeCalculation: (value: V, key: K) => number };

/**
 * An LRU cache that gives an entry up when a client needs its bytes. An entry for which there is no
 * room is not kept.
 */
export class CountedCache<K extends string | number, V extends object> {
  readonly #account: ByteAccount;
  readonly #size: (value: V, key: K) => number;
  readonly #held = new Map<K, Held>();
  readonly #entries: LRUCache<K, V>;

  constructor(account: ByteAccount, options: Options<K, V>) {
    this.#account = account;
    this.#size = options.sizeCalculation;
    this.#entries = new LRUCache<K, V>({
      ...options,
      dispose: (_, key) => {
        this.#held.get(key)?.release();
        this.#held.delete(key);
      },
    } as LRUCache.Options<K, V, unknown>);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** `ttl`: milliseconds until the entry expires. */
  set(key: K, value: V, { ttl }: { ttl?: number } = {}): void {
    this.#entries.delete(key);
    const held = this.#account.cache(this.#size(value, key), () => this.delete(key));
    if (held === null) return;
    this.#entries.set(key, value, { ttl });
    if (this.#entries.has(key)) this.#held.set(key, held);
    else held.release();
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}

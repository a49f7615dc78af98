/**
 * Reads Chrome's root store, `net/data/ssl/chrome_root_store/root_store.textproto` of Chromium. Its fields are
 * described in `net/cert/root_store.proto` there.
 */

export interface ChromeRoots {
  readonly version: number;
  /** By SHA-256 in hex: the time by which a log must have had a certificate, ISO 8601; "" for any. */
  readonly roots: ReadonlyMap<string, string>;
}

/** The fewest roots of a whole store, which has more than 100. */
const MIN_ROOTS = 50;

/** Throws if the store is not whole. */
export function readChromeRoots(text: string): ChromeRoots {
  const plain = text.replaceAll(/^\s*#.*$/gm, "");
  const version = Number(/^version_major:\s*(\d+)\s*$/m.exec(plain)?.[1]);
  if (!Number.isInteger(version)) throw new Error("Chrome's root store has no version");
  const roots = new Map<string, string>();
  for (const anchor of blocks(plain, "trust_anchors")) {
    const id = /\bsha256_hex:\s*"([0-9a-fA-F]{64})"/.exec(anchor)?.[1].toLowerCase();
    if (id === undefined) throw new Error("An anchor of Chrome's root store has no fingerprint");
    const until = limitOf(blocks(anchor, "constraints"));
    if (until !== null) roots.set(id, until);
  }
  if (roots.size < MIN_ROOTS) throw new Error(`Chrome's root store has only ${roots.size} roots`);
  return { version, roots };
}

/**
 * The limit of the newest Chrome: one of the sets of constraints must hold, as a whole. Sets that end with a
 * version are for older ones.
 *
 * @returns "" for no limit, and null if no set is for the newest Chrome
 */
function limitOf(sets: readonly string[]): string | null {
  if (sets.length === 0) return "";
  const current = sets.filter((set) => !/\bmax_version_exclusive:/.test(set));
  const limits = current.map((set) => /\bsct_not_after_sec:\s*(\d+)/.exec(set)?.[1]);
  if (limits.length === 0) return null;
  if (limits.includes(undefined)) return "";
  const latest = Math.max(...limits.map(Number));
  return new Date(latest * 1000).toISOString().replace(".000Z", "Z");
}

/** The contents of all `name { … }` or `name: { … }` of this level. Values never contain braces. */
function blocks(text: string, name: string): string[] {
  const found: string[] = [];
  const head = new RegExp(`\\b${name}\\s*:?\\s*\\{`, "g");
  for (let match = head.exec(text); match; match = head.exec(text)) {
    let depth = 1;
    let at = head.lastIndex;
    for (; at < text.length && depth > 0; at++) {
      if (text[at] === "{") depth++;
      if (text[at] === "}") depth--;
    }
    if (depth > 0) throw new Error(`A block of ${name} has no end`);
    found.push(text.slice(head.lastIndex, at - 1));
    head.lastIndex = at;
  }
  return found;
}

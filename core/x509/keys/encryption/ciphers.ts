/**
 * The ciphers of key and PKCS#12 files, all in CBC mode with PKCS#7 padding (RFC 8018, B.2). AES-128 and
 * AES-256 run in WebCrypto, the others in node-forge, which is loaded on first use.
 */
const CIPHERS = {
  "AES-128-CBC": { keyOctets: 16, blockOctets: 16, forge: null },
  "AES-192-CBC": { keyOctets: 24, blockOctets: 16, forge: "aes" },
  "AES-256-CBC": { keyOctets: 32, blockOctets: 16, forge: null },
  "DES-CBC": { keyOctets: 8, blockOctets: 8, forge: "des" },
  /** 3DES with two keys: the first one is also the third. */
  "DES-EDE-CBC": { keyOctets: 16, blockOctets: 8, forge: "3des" },
  "DES-EDE3-CBC": { keyOctets: 24, blockOctets: 8, forge: "3des" },
  "RC2-40-CBC": { keyOctets: 5, blockOctets: 8, forge: "rc2" },
  "RC2-64-CBC": { keyOctets: 8, blockOctets: 8, forge: "rc2" },
  "RC2-128-CBC": { keyOctets: 16, blockOctets: 8, forge: "rc2" },
} as const;

export type Cipher = keyof typeof CIPHERS;

/** Octets of the key and of a block; the initialisation vector is as long as a block. */
export function cipherSizes(cipher: Cipher): { keyOctets: number; blockOctets: number } {
  return CIPHERS[cipher];
}

/** Pads and encrypts. `key` and `iv` have the lengths of `cipherSizes`. */
export async function encryptCbc(
  cipher: Cipher,
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { forge, blockOctets } = CIPHERS[cipher];
  if (forge === null) {
    const imported = await crypto.subtle.importKey("raw", key, "AES-CBC", false, ["encrypt"]);
    return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, imported, data));
  }
  const padding = blockOctets - data.length % blockOctets;
  const padded = new Uint8Array(data.length + padding).fill(padding);
  padded.set(data);
  const { encryptBlocks } = await import("./forge-ciphers.ts");
  const encrypted = encryptBlocks({ cipher: forge, key: threeKeys(cipher, key), iv, data: padded });
  padded.fill(0);
  return encrypted;
}

/** Decrypts. Returns null if the padding is wrong, which nearly always means a wrong key. */
export async function decryptCbc(
  cipher: Cipher,
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { forge, blockOctets } = CIPHERS[cipher];
  if (data.length === 0 || data.length % blockOctets !== 0) return null;
  if (forge === null) {
    const imported = await crypto.subtle.importKey("raw", key, "AES-CBC", false, ["decrypt"]);
    try {
      return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-CBC", iv }, imported, data));
    } catch {
      return null;
    }
  }
  const { decryptBlocks } = await import("./forge-ciphers.ts");
  const padded = decryptBlocks({ cipher: forge, key: threeKeys(cipher, key), iv, data });
  const padding = padded[padded.length - 1];
  const length = padded.length - padding;
  const isWhole = padding >= 1 && padding <= blockOctets &&
    padded.subarray(length).every((octet) => octet === padding);
  if (isWhole) return padded.subarray(0, length);
  padded.fill(0);
  return null;
}

function threeKeys(cipher: Cipher, key: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (cipher !== "DES-EDE-CBC") return key;
  const keys = new Uint8Array(24);
  keys.set(key);
  keys.set(key.subarray(0, 8), 16);
  return keys;
}

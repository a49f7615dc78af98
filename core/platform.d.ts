/**
 * The globals that `core` and `wasm` may use: those that exist in a browser's window, in a worker and in
 * Deno. Both folders compile with only lib esnext and this file, so any other global is a type error.
 */

type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer;

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: BufferSource | Uint8Array): string;
}

declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

interface CryptoKey {
  readonly type: "public" | "private" | "secret";
  readonly extractable: boolean;
  readonly algorithm: { name: string };
  readonly usages: KeyUsage[];
}

interface CryptoKeyPair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

type KeyUsage =
  | "encrypt"
  | "decrypt"
  | "sign"
  | "verify"
  | "deriveKey"
  | "deriveBits"
  | "wrapKey"
  | "unwrapKey";

/** Algorithm parameters differ by name; each call site states its own. */
type AlgorithmIdentifier = string | { name: string; [parameter: string]: unknown };

interface SubtleCrypto {
  decrypt(a: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  deriveBits(a: AlgorithmIdentifier, key: CryptoKey, bits: number): Promise<ArrayBuffer>;
  digest(a: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  encrypt(a: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  exportKey(format: "jwk", key: CryptoKey): Promise<{ x?: string; y?: string }>;
  exportKey(format: "pkcs8" | "raw" | "spki", key: CryptoKey): Promise<ArrayBuffer>;
  generateKey(
    a: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKeyPair>;
  importKey(
    format: "pkcs8" | "raw" | "spki",
    keyData: BufferSource,
    a: AlgorithmIdentifier,
    extractable: boolean,
    usages: readonly KeyUsage[],
  ): Promise<CryptoKey>;
  sign(a: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(
    a: AlgorithmIdentifier,
    key: CryptoKey,
    signature: BufferSource,
    data: BufferSource,
  ): Promise<boolean>;
}

interface Crypto {
  readonly subtle: SubtleCrypto;
  getRandomValues<T extends ArrayBufferView<ArrayBuffer>>(array: T): T;
}

declare const crypto: Crypto;

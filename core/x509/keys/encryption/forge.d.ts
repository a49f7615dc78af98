/** The parts of node-forge's cipher modules that we use; its own types describe the whole package. */
interface ByteBuffer {
  getBytes(): string;
}
interface Cipher<Start> {
  readonly output: ByteBuffer;
  start(initial: Start): void;
  update(data: ByteBuffer): void;
}
type BlockCipher = Cipher<{ iv: string }>;
type Rc2Cipher = Cipher<string>;

declare const forge: {
  cipher: {
    createCipher(algorithm: string, key: string): BlockCipher;
    createDecipher(algorithm: string, key: string): BlockCipher;
  };
  rc2: {
    createEncryptionCipher(key: string, effectiveBits: number): Rc2Cipher;
    createDecryptionCipher(key: string, effectiveBits: number): Rc2Cipher;
  };
  util: { createBuffer(bytes: string): ByteBuffer };
};
export default forge;

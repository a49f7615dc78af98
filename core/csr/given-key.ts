/** Reads an existing key, in any form, to sign a request with. */
import type { Budget, Context } from "../kernel/context.ts";
import type { InputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import { importSigningKey } from "../x509/issuing/signing.ts";
import { describeKey } from "../x509/keys/key-comparison.ts";
import { privateParts, rsaPrivateNumbers } from "../x509/keys/export/private-parts.ts";
import { publicKeyInfo } from "../x509/keys/export/write-keys.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import type { PublicKey } from "../x509/shapes.ts";
import type { csrGenerate } from "./contract.ts";
import { ECC_CURVES, OTHER_KEY_TYPES } from "./options.ts";
import type { Note } from "./schema.ts";

export type RequestKeyKind =
  | { type: "RSA"; bits: number }
  | { type: "ECC"; curve: (typeof ECC_CURVES)[number] }
  | { type: (typeof OTHER_KEY_TYPES)[number] };

export interface RequestKey {
  readonly kind: RequestKeyKind;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly signingKey: CryptoKey;
  /** PKCS#8 in PEM; null for an existing key. */
  readonly pem: string | null;
  /** The objections of public CAs to the key. */
  readonly notes: readonly Note[];
}

/** The minimum of public CAs and current programs. */
const MIN_RSA_BITS = 2048;

/** Reads the key. Throws OperationError with path "privateKey" or "passphrase". Zeroes the key afterwards. */
export async function givenKey(
  { privateKey, passphrase, digestAlgorithm }: InputOf<typeof csrGenerate>,
  context: Context,
): Promise<RequestKey> {
  const { key } = await readPrivateKeyText(privateKey, passphrase, context);
  try {
    const kind = kindOf(key, context.budget);
    const isShort = kind.type === "RSA" && kind.bits < MIN_RSA_BITS;
    return {
      kind,
      publicKey: await publicKeyInfo(key, context.budget),
      signingKey: await importKey(key, kind, digestAlgorithm),
      pem: null,
      notes: isShort
        ? [{
          code: "key_too_short",
          path: "privateKey",
          message: `Public CAs refuse RSA keys below ${MIN_RSA_BITS} bits.`,
        }]
        : [],
    };
  } finally {
    key.dispose();
  }
}

function kindOf(privateKey: PrivateKey, budget: Budget): RequestKeyKind {
  const { key } = privateKey.publicKey;
  const { algorithm, bits, curve } = key;
  if (algorithm === "RSA" && bits !== null) {
    // Some engines import a key with three primes but cannot sign with it.
    const { others } = rsaPrivateNumbers(privateParts(privateKey, budget));
    if (others.length > 0) throw cannotSign(key);
    return { type: "RSA", bits };
  }
  const known = ECC_CURVES.find((name) => name === curve);
  if (algorithm === "EC" && known) return { type: "ECC", curve: known };
  const other = OTHER_KEY_TYPES.find((name) => name === algorithm);
  if (other) return { type: other };
  throw cannotSign(key);
}

/** Imports the key. Throws `unsupported` if the engine refuses it, as with very short and very long keys. */
async function importKey(
  key: PrivateKey,
  kind: RequestKeyKind,
  digest: InputOf<typeof csrGenerate>["digestAlgorithm"],
): Promise<CryptoKey> {
  try {
    return await importSigningKey(key.pkcs8, kind, digest);
  } catch (thrown) {
    if (!(thrown instanceof Error) || !/^(?:Data|NotSupported)Error$/.test(thrown.name)) {
      throw thrown;
    }
    throw cannotSign(key.publicKey.key);
  }
}

const cannotSign = (key: PublicKey): OperationError =>
  new OperationError(
    "unsupported",
    `This tool cannot sign a CSR with this key: ${describeKey(key)}`,
    "privateKey",
  );

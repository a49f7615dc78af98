/** key/convert: writes a private key in another form. */
import type { Context } from "../kernel/context.ts";
import type { InputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { portableName } from "../file-names.ts";
import { encryptedPrivateKeyInfo } from "../x509/keys/containers/der-keys.ts";
import { encryptUnderPassword } from "../x509/keys/encryption/password-based.ts";
import {
  opensshPublicKey,
  privateJsonWebKey,
  publicJsonWebKey,
  publicKeyInfo,
  traditionalKey,
  writeJson,
} from "../x509/keys/export/write-keys.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import { derFile, textFile, type WrittenFile } from "../x509/pem/written-file.ts";
import { keyFileVerdict } from "../verdict/made.ts";
import type { keyConvert, KeyFormat } from "./contract.ts";

/** OWASP's recommendation for PBKDF2-HMAC-SHA-256. No reader of key files refuses it. */
const ITERATIONS = 600_000;

/** The formats without a private part. */
const PUBLIC: readonly KeyFormat[] = ["public-key", "public-jwk", "openssh-public"];

type Input = InputOf<typeof keyConvert>;

/**
 * Returns one file with the key in the requested form, encrypted if a new passphrase is given. Throws the errors
 * of `readPrivateKeyText`, and `unsupported` if the key has no such form.
 */
export const convert: Operation<typeof keyConvert> = async (input, context) => {
  const { key, notes } = await readPrivateKeyText(input.privateKey, input.passphrase, context);
  try {
    const { ending, ...file } = await write(key, input, context);
    return {
      ...file,
      filename: portableName(input.name, "private") + ending,
      publicKey: key.publicKey.key,
      form: key.form,
      encrypted: key.encrypted,
      notes: key.unchecked === null ? notes : [...notes, key.unchecked],
      verdict: keyFileVerdict({
        isPublic: PUBLIC.includes(input.format),
        isEncrypted: input.format === "pkcs8-encrypted",
        isChecked: key.unchecked === null,
      }),
    };
  } finally {
    key.dispose();
  }
};

async function write(
  key: PrivateKey,
  { format, encoding, newPassphrase, name }: Input,
  context: Context,
): Promise<WrittenFile> {
  const { budget } = context;
  switch (format) {
    case "pkcs8":
      return derFile(key.pkcs8, PKCS_8, encoding);
    case "pkcs8-encrypted": {
      const encrypted = encryptedPrivateKeyInfo(
        await encryptUnderPassword("PBES2", newPassphrase, ITERATIONS, key.pkcs8, context),
      );
      return derFile(encrypted, PKCS_8_ENCRYPTED, encoding);
    }
    case "traditional": {
      const { label, bytes } = traditionalKey(key, budget);
      try {
        return derFile(bytes, { label, ...TRADITIONAL[label] }, encoding);
      } finally {
        bytes.fill(0);
      }
    }
    case "jwk":
      return textFile(writeJson(privateJsonWebKey(key, budget)), { ending: ".jwk.json", ...JWK });
    case "public-key":
      return derFile(await publicKeyInfo(key, budget), PUBLIC_KEY, encoding);
    case "public-jwk": {
      const jwk = publicJsonWebKey(key.publicKey);
      return textFile(writeJson(jwk), { ending: "_public.jwk.json", ...JWK });
    }
    case "openssh-public": {
      const line = opensshPublicKey(key.publicKey, name);
      return textFile(line, { ending: ".pub", mediaType: "text/plain" });
    }
  }
}

/** Media types of RFC 5958, 7 and RFC 8351, 2. The other forms have no registered type. */
const PKCS_8 = { label: "PRIVATE KEY", ending: ".key", mediaType: "application/pkcs8" };
const PKCS_8_ENCRYPTED = {
  label: "ENCRYPTED PRIVATE KEY",
  ending: "_encrypted.key",
  mediaType: "application/pkcs8-encrypted",
};
const OCTETS = "application/octet-stream";
const TRADITIONAL = {
  "RSA PRIVATE KEY": { ending: "_pkcs1.key", mediaType: OCTETS },
  "EC PRIVATE KEY": { ending: "_sec1.key", mediaType: OCTETS },
} as const;
const PUBLIC_KEY = { label: "PUBLIC KEY", ending: "_public.key", mediaType: OCTETS };
const JWK = { mediaType: "application/jwk+json" };

/** key/convert: a private key in any form that is read here, written in the form that is asked for. */
import type { Context } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { portableName } from "../file-names.ts";
import { PROTECTION } from "../x509/cms/pkcs12.ts";
import { encryptedPrivateKeyInfo } from "../x509/keys/containers/pkcs8.ts";
import { encryptUnderPassword } from "../x509/keys/encryption/encrypt.ts";
import {
  privateJsonWebKey,
  publicJsonWebKey,
  writeJson,
} from "../x509/keys/export/json-web-key.ts";
import { opensshPublicKey } from "../x509/keys/export/openssh-public-key.ts";
import { publicKeyInfo } from "../x509/keys/export/public-key-info.ts";
import { traditionalKey } from "../x509/keys/export/traditional.ts";
import { type PrivateKey, readPrivateKeyText } from "../x509/keys/private-keys.ts";
import { encodeBase64, writePem } from "../x509/pem/pem-write.ts";
import type { keyConvert } from "./contract.ts";

type Input = InputOf<typeof keyConvert>;
type File = Pick<OutputOf<typeof keyConvert>, "content" | "contentEncoding" | "mediaType"> & {
  /** What stands behind the base of the file's name. */
  ending: string;
};

/** OpenSSH reads lines of at most 8 KiB, and a comment is of one line. */
const MAX_COMMENT = 256;

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
    };
  } finally {
    key.dispose();
  }
};

async function write(key: PrivateKey, input: Input, context: Context): Promise<File> {
  const { budget } = context;
  switch (input.format) {
    case "pkcs8":
      return der(key.pkcs8, "PRIVATE KEY", ".key", "application/pkcs8", input);
    case "pkcs8-encrypted": {
      const { scheme, iterations } = PROTECTION["aes256-sha256"];
      const bytes = encryptedPrivateKeyInfo(
        await encryptUnderPassword(scheme, input.newPassphrase, iterations, key.pkcs8, context),
      );
      const media = "application/pkcs8-encrypted";
      return der(bytes, "ENCRYPTED PRIVATE KEY", "_encrypted.key", media, input);
    }
    case "traditional": {
      const { label, bytes } = traditionalKey(key, budget);
      const ending = label === "RSA PRIVATE KEY" ? "_pkcs1.key" : "_sec1.key";
      try {
        return der(bytes, label, ending, "application/octet-stream", input);
      } finally {
        bytes.fill(0);
      }
    }
    case "jwk":
      return text(writeJson(privateJsonWebKey(key, budget)), ".jwk.json", JWK);
    case "public-key":
      return der(publicKeyInfo(key, budget), "PUBLIC KEY", "_public.key", OCTETS, input);
    case "public-jwk":
      return text(writeJson(publicJsonWebKey(key.publicKey)), "_public.jwk.json", JWK);
    case "openssh-public":
      return text(opensshPublicKey(key.publicKey, commentOf(input.name)), ".pub", "text/plain");
  }
}

const JWK = "application/jwk+json";
const OCTETS = "application/octet-stream";

function der(
  bytes: Uint8Array,
  label: string,
  ending: string,
  mediaType: string,
  { encoding }: Input,
): File {
  return encoding === "der"
    ? {
      content: encodeBase64(bytes),
      contentEncoding: "base64",
      mediaType,
      ending: `${ending}.der`,
    }
    : text(writePem(label, bytes), `${ending}.txt`, "application/x-pem-file");
}

function text(content: string, ending: string, mediaType: string): File {
  return { content, contentEncoding: "text", mediaType, ending };
}

/** One line, however the name was written. */
function commentOf(name: string): string {
  return name.slice(0, MAX_COMMENT).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

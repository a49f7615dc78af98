/** Keys in other forms than DER: OpenSSH's private and public keys, and JSON Web Keys. */
import { createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { MalformedKey } from "../../../core/x509/keys/private-key-errors.ts";
import { jwkPublicKeyInfo } from "../../../core/x509/keys/containers/json-web-key.ts";
import { opensshPublicKeyInfo } from "../../../core/x509/keys/containers/openssh.ts";
import { compareKeys } from "../../../core/x509/keys/key-comparison.ts";
import { readPrivateKey, readPrivateKeyBlock } from "../../../core/x509/keys/private-keys.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import type { KeyNotation } from "../../../core/x509/pem/key-texts.ts";
import type { Json } from "../json-mutations.ts";
import {
  type AnyTarget,
  bytesTarget,
  jsonTarget,
  must,
  mustBeSentence,
  refusal,
  sameBytes,
  squash,
} from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const FOLDER = new URL("../../fixtures/key-containers/", import.meta.url);
const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).toSorted();
const text = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));
const filesLike = (pattern: RegExp) => files.filter((name) => pattern.test(name)).map(text);
const octets = (text: string): Bytes => readPem(text)[0].bytes!;

/** A budget that no passphrase fits, because bcrypt costs too much for thousands of inputs. */
const modest = () => createContext({ limits: { kdfIterations: 30_000 } });

/** Reads a key, then its normal form: both must be the same key. */
async function readTwice(bytes: Bytes, notation?: KeyNotation): Promise<string> {
  const block = { label: "PRIVATE KEY", bytes, headers: new Map(), offset: 0, end: 0 };
  let key;
  try {
    key = await readPrivateKeyBlock({ ...block, problem: null, notation }, null, "x", modest());
  } catch (thrown) {
    return refusal(
      thrown,
      "unreadable",
      "unsupported",
      "key_inconsistent",
      "too_complex",
      "passphrase_wrong",
    );
  }
  const again = await readPrivateKey(key.pkcs8.slice(), modest());
  must(sameBytes(again.pkcs8, key.pkcs8), "the normal form is not normal");
  const { equal } = compareKeys(again.publicKey, key.publicKey);
  must(equal !== false, "the normal form is another key");
  key.dispose();
  return `${key.form} ${key.publicKey.key.algorithm} ${key.publicKey.key.curve} ${key.unchecked}`;
}

/** SubjectPublicKeyInfo, or a sentence. */
function readPublic(notation: KeyNotation, bytes: Bytes): string {
  try {
    const info = notation === "JWK" ? jwkPublicKeyInfo(bytes) : opensshPublicKeyInfo(bytes);
    must(info[0] === 0x30, "SubjectPublicKeyInfo");
    return `public ${info.length >>> 5}`;
  } catch (thrown) {
    if (!isOperationError(thrown) || !(thrown instanceof MalformedKey)) throw thrown;
    mustBeSentence(thrown.message);
    return squash(thrown.message);
  }
}

const MAGIC = new TextEncoder().encode("openssh-key-v1\0");

const opensshKey = bytesTarget({
  name: "openssh-key",
  weight: 6,
  seeds: filesLike(/openssh.*key\.pem$|chacha/).map((text) => octets(text).slice(MAGIC.length)),
  run(bytes) {
    const whole = new Uint8Array(MAGIC.length + bytes.length);
    whole.set(MAGIC);
    whole.set(bytes, MAGIC.length);
    return readTwice(whole);
  },
});

const opensshPublicKey = bytesTarget({
  name: "openssh-public-key",
  weight: 6,
  seeds: filesLike(/\.pub$/).map(octets),
  run: (bytes) => readPublic("OpenSSH", bytes),
});

const jwk = jsonTarget({
  name: "json-web-key",
  weight: 6,
  seeds: filesLike(/\.jwk$/).map((text): Json => JSON.parse(text)),
  async run(value) {
    const blocks = readPem(JSON.stringify(value)).filter(({ notation }) => notation === "JWK");
    const seen = new Set<string>();
    for (const { label, bytes } of blocks.slice(0, 8)) {
      seen.add(readPublic("JWK", bytes!));
      if (label === "PRIVATE KEY") seen.add(await readTwice(bytes!, "JWK"));
    }
    return [...seen].join("|");
  },
});

export const keyContainers: readonly AnyTarget[] = [opensshKey, opensshPublicKey, jwk];

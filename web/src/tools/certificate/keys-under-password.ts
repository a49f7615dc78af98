/** Encrypts the private keys of the tray with one password, by key/convert. */
import { keyConvert } from "../../../../core/key/contract.ts";
import { run } from "../../run/run.ts";
import type { BundledCa, BundleParts } from "./bundle.ts";

interface Tray {
  readonly all: readonly BundleParts[];
  readonly cas: readonly BundledCa[];
}

/** Returns the tray with encrypted keys (PKCS#8), or the message of the first failure. */
export async function keysUnderPassword(
  { all, cas }: Tray,
  password: string,
): Promise<Tray | string> {
  let failed: string | null = null;
  const encrypted = async (privateKey: string): Promise<string> => {
    const result = await run(
      keyConvert,
      { privateKey, format: "pkcs8-encrypted", newPassphrase: password },
      { prefer: "device" },
    );
    if (result.ok) return result.value.content;
    failed ??= result.error.message;
    return "";
  };
  const tray = {
    all: await Promise.all(all.map(async (each) => ({
      ...each,
      privateKey: each.privateKey === null ? null : await encrypted(each.privateKey),
    }))),
    cas: await Promise.all(cas.map(async (each) => ({
      ...each,
      privateKey: await encrypted(each.privateKey),
    }))),
  };
  return failed ?? tray;
}

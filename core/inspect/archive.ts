/** Everything that can be saved, named by common names, in one zip (fflate). */
import { strToU8, type Zippable, zipSync } from "fflate";
import { fileBaseName } from "../file-names.ts";
import { writePem } from "../pki/pem-write.ts";
import type { Collection } from "./collection.ts";
import type { Relations } from "./contract.ts";
import { type InspectedObject, isUnreadable, nameOf } from "./objects.ts";
import { setOf } from "./sets.ts";

/**
 * Certificates, requests, keys and bundles under the rule for names of saved files; the chain beside
 * each certificate that is no CA. Keys are written as they were read: opened ones unencrypted.
 * `now`: the date of the entries, milliseconds since the epoch.
 */
export function writeArchive(
  collection: Collection,
  relations: Relations,
  now: number,
): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  const used = new Map<string, number>();
  const add = (base: string, suffix: string, bytes: Uint8Array) => {
    const wanted = base + suffix;
    const count = (used.get(wanted) ?? 0) + 1;
    used.set(wanted, count);
    entries[count === 1 ? wanted : `${base}_${count}${suffix}`] = bytes;
  };
  for (const object of collection.objects) {
    if (isUnreadable(object)) continue;
    const base = fileBaseName(nameInSet(collection, relations, object), object.kind);
    switch (object.kind) {
      case "certificate": {
        add(base, ".crt.txt", strToU8(writePem("CERTIFICATE", object.bytes)));
        if (object.candidate && !object.candidate.isCa) {
          const { chain, bundlePem } = setOf(collection, relations, object.id);
          if (chain.length > 1) add(base, "_chain.pem.txt", strToU8(bundlePem));
        }
        break;
      }
      case "request":
        add(base, ".csr.txt", strToU8(writePem("CERTIFICATE REQUEST", object.bytes)));
        break;
      case "private-key":
        if (object.privateKey) {
          add(base, ".key.txt", strToU8(writePem("PRIVATE KEY", object.privateKey.pkcs8)));
        }
        break;
      case "encrypted-private-key":
        // A traditional block has headers, which its bytes lack: it stays where it is.
        if (!object.block?.headers.has("proc-type")) {
          add(base, ".key.txt", strToU8(writePem("ENCRYPTED PRIVATE KEY", object.bytes)));
        }
        break;
      case "public-key":
        add(base, ".pub.der", object.bytes);
        break;
      case "pkcs12":
        add(base, ".pfx", object.bytes);
        break;
      case "pkcs7":
        add(base, ".p7b", object.bytes);
        break;
      case "crl":
        add(base, ".crl", object.bytes);
        break;
      case "caa-record":
        add(
          fileBaseName(object.record?.owner ?? "", "caa"),
          ".zone.txt",
          strToU8(object.text + "\n"),
        );
    }
  }
  const zipped = zipSync(entries, { level: 6, mtime: new Date(now) });
  return zipped as Uint8Array<ArrayBuffer>;
}

/** A key has no name of its own: the one of what it fits. */
function nameInSet(collection: Collection, relations: Relations, object: InspectedObject): string {
  const own = nameOf(object);
  if (own !== "" || object.kind === "pkcs7" || object.kind === "crl") return own;
  if (object.kind === "pkcs12") {
    const [first] = [...collection.contentsOf(object.id)].map((id) => collection.get(id))
      .filter((member) => member?.kind === "certificate");
    return first ? nameOf(first) : "";
  }
  return setOf(collection, relations, object.id).name;
}

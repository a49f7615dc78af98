/** The public objects of files that also contain private keys or locked objects. */
import { writePem } from "../x509/pem/pem.ts";
import { identify } from "../x509/pem/identify.ts";
import type { Collection } from "./collection.ts";
import type { InspectedFile } from "./find.ts";
import { type InspectedObject, isMessage } from "./objects.ts";
import { type InspectedKind, SECRET_KINDS, wholeFile } from "./options.ts";

/** Kinds that are recognized by the label of their PEM only. */
const LABELS: Partial<Record<InspectedKind, string>> = {
  "dh-parameters": "DH PARAMETERS",
  "dsa-parameters": "DSA PARAMETERS",
};

/** The public objects that are in one of the files, or in an archive among them. Each becomes a file of the same name. */
export function publicParts(collection: Collection, paths: readonly string[]): InspectedFile[] {
  const files = new Set(paths);
  const objects = [...collection.objects].filter(({ kind }) => !SECRET_KINDS.has(kind));
  // The bundle brings its objects back.
  const inside = new Set(
    objects.filter(isMessage).flatMap(({ id }) => [...collection.contentsOf(id)]),
  );
  return objects.filter(({ id }) => !inside.has(id)).flatMap((object) => {
    const names = new Set(object.places.map(({ file }) => file));
    return [...names].filter((name) => wholeFile(files, name) !== null)
      .map((name) => ({ name, bytes: bytesOf(object) }));
  });
}

function bytesOf({ kind, bytes }: InspectedObject): Uint8Array<ArrayBuffer> {
  const label = LABELS[kind];
  return label === undefined || identify(bytes) === kind
    ? bytes
    : new TextEncoder().encode(writePem(label, bytes));
}

/** Collects the files for the folder of a server: each certificate with its chain, and the private keys. */
import { ask, type Picture } from "./inspection.ts";

const MOST_CRLS = 20;

interface NamedText {
  name: string;
  text: string;
}

/** `ids`: of certificates, or of CSRs without one. Null if an object is no longer there. */
export async function folderFiles(
  ids: readonly number[],
  { rows }: Picture,
): Promise<NamedText[] | null> {
  const texts: NamedText[] = [];
  const fileOf = (id: number) => rows.get(id)?.places[0].file;
  for (const id of ids) {
    const set = await ask("set", { id });
    if (!set) return null;
    texts.push({ name: fileOf(id) ?? set.label, text: set.chainPem || set.requestPem });
    if (set.privateKey === null) continue;
    const text = await ask("keyPem", { id: set.privateKey });
    if (text === null) return null;
    texts.push({ name: fileOf(set.privateKey) ?? set.label, text });
  }
  // With a CRL, a revoked certificate is refused.
  const crls = [...rows.values()].filter(({ kind }) => kind === "crl").slice(0, MOST_CRLS);
  for (const { id, places: [{ file }] } of crls) {
    const details = await ask("details", { id });
    if (details?.pem) texts.push({ name: file, text: details.pem });
  }
  return texts;
}

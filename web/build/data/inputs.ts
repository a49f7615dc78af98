/** Gets the files of the sources, from their publishers, from a mirror, or from a folder. */
/// <reference lib="deno.ns" />
import { type DataSource, ROOT_SOURCES } from "../../../core/assets/sources.ts";

/** Milliseconds for one file. */
const FETCH_MS = 120_000;

/** The text or bytes of a source's file; null if the folder does not have it. */
interface Inputs {
  bytes(source: Pick<DataSource, "name" | "url" | "file" | "maxBytes">): Promise<Bytes | null>;
  text(source: Pick<DataSource, "name" | "url" | "file" | "maxBytes">): Promise<string | null>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** @param from a folder, or the address of a mirror that has the files by their names; null for the publishers */
export function inputsFrom(from: string | null): Inputs {
  const isAddress = from !== null && URL.canParse(from) && /^https?:/.test(from);
  async function bytes(
    { name, url, file, maxBytes }: Pick<DataSource, "name" | "url" | "file" | "maxBytes">,
  ): Promise<Bytes | null> {
    if (from !== null && !isAddress) return await readFile(`${from}/${file}`, maxBytes, name);
    const address = isAddress ? new URL(file, from.endsWith("/") ? from : `${from}/`).href : url;
    return await fetchFile(address, maxBytes, name);
  }
  return {
    bytes,
    async text(source) {
      const read = await bytes(source);
      return read && new TextDecoder("utf-8", { fatal: true }).decode(read);
    },
  };
}

/** The source of one year's certificates. */
export function certificatesOf(year: string): DataSource {
  const { certificates } = ROOT_SOURCES;
  const ofYear = (text: string) => text.replace("{year}", year);
  return { ...certificates, url: ofYear(certificates.url), file: ofYear(certificates.file) };
}

async function readFile(path: string, maxBytes: number, name: string): Promise<Bytes | null> {
  try {
    if ((await Deno.stat(path)).size > maxBytes) throw tooLarge(name, maxBytes);
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function fetchFile(url: string, maxBytes: number, name: string): Promise<Bytes> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${name}: ${url} answered with status ${response.status}`);
  }
  const chunks: Bytes[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(name, maxBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const tooLarge = (name: string, maxBytes: number) =>
  new Error(`${name} has more than ${maxBytes} octets. Is this its file?`);

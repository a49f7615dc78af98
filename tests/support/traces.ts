/**
 * Searches all places in which a browser keeps data for a page: caches, storages, databases, files,
 * cookies and history. It looks for secrets and their encoded forms.
 */
import type { BrowserContext, Page } from "playwright";

export interface Secret {
  /** The name for the report, which never quotes the secret. */
  name: string;
  text: string;
}

/** A place for data, and its content as text or as bytes (Latin-1). */
export interface Kept {
  place: string;
  content: string;
}

/** The number of characters that identify a long secret. */
const PART = 32;

/** Every form that a stored secret may have. */
function formsOf({ text }: Secret): string[] {
  const forms = new Set<string>();
  for (const part of partsOf(text)) {
    const bytes = new TextEncoder().encode(part);
    const utf8 = latin1(bytes);
    forms.add(part).add(utf8).add(encodeURIComponent(part));
    // In a URL-encoded form, in a JSON string, and in UTF-16.
    forms.add(new URLSearchParams({ a: part }).toString().slice(2));
    forms.add(JSON.stringify(part).slice(1, -1));
    forms.add([...part].map((character) => `${character}\0`).join("").slice(0, -1));
    // Base64 differs for each of its three possible offsets.
    for (let shift = 0; shift < 3; shift++) {
      const whole = btoa("\0".repeat(shift) + utf8).replace(/=+$/, "");
      const own = whole.slice(shift === 0 ? 0 : shift + 1, whole.length - 1);
      forms.add(own).add(own.replaceAll("+", "-").replaceAll("/", "_"));
      forms.add(encodeURIComponent(own));
    }
  }
  return [...forms];
}

/** A short secret; for PEM and other base64 a line of its middle, and the bytes of that line. */
function partsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("-----"));
  const isBase64 = lines.join("").length > 64 && /^[A-Za-z0-9+/=]+$/.test(lines.join(""));
  if (!isBase64) return [text];
  // All keys share the header, so start after it. A multiple of four characters encodes whole bytes.
  const line = lines[Math.floor(lines.length / 2)];
  const from = line.length <= 64 ? 0 : Math.floor(line.length / 8) * 4;
  const part = line.slice(from, from + PART);
  return [part, atob(part)];
}

/** The places that contain one of the secrets, as "secret in place". */
export function findSecrets(secrets: readonly Secret[], kept: readonly Kept[]): string[] {
  const found = new Set<string>();
  for (const secret of secrets) {
    const forms = formsOf(secret);
    for (const { place, content } of kept) {
      if (forms.some((form) => content.includes(form))) found.add(`${secret.name} in ${place}`);
    }
  }
  return [...found];
}

export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return text;
}

/** Everything that the browser keeps for the page's origin, read in the page. */
export async function keptByOrigin(page: Page): Promise<Kept[]> {
  return await page.evaluate(async () => {
    const kept: { place: string; content: string }[] = [];
    const bytesOf = async (body: Blob | Response) => {
      const bytes = new Uint8Array(await body.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      }
      return text;
    };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      kept.push({ place: "a cache's name", content: name });
      for (const request of await cache.keys()) {
        const response = (await cache.match(request))!;
        const headers = [...request.headers, ...response.headers].flat().join("\n");
        kept.push({ place: "the address of a cache entry", content: request.url });
        kept.push({ place: "the headers of a cache entry", content: headers });
        kept.push({ place: "the body of a cache entry", content: await bytesOf(response) });
      }
    }
    kept.push({ place: "localStorage", content: Object.entries(localStorage).flat().join("\n") });
    kept.push({
      place: "sessionStorage",
      content: Object.entries(sessionStorage).flat().join("\n"),
    });
    kept.push({ place: "cookies", content: document.cookie });
    kept.push({ place: "the window's name", content: String(Reflect.get(globalThis, "name")) });
    const written = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return await bytesOf(value);
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        return await bytesOf(new Blob([value as BlobPart]));
      }
      if (typeof value === "object" && value !== null) {
        const parts = await Promise.all(Object.entries(value).flat().map(written));
        return parts.join("\n");
      }
      return String(value);
    };
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name!));
      kept.push({ place: "IndexedDB", content: name! });
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const all = [await resultOf(objects.getAllKeys()), await resultOf(objects.getAll())];
        kept.push({ place: "IndexedDB", content: `${store}\n${await written(all)}` });
      }
      database.close();
    }
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        kept.push({ place: "the origin's files", content: name });
        if (handle.kind === "directory") await walk(handle as FileSystemDirectoryHandle);
        else {
          const file = await (handle as FileSystemFileHandle).getFile();
          kept.push({ place: "the origin's files", content: await bytesOf(file) });
        }
      }
    };
    await walk(await navigator.storage.getDirectory());
    return kept;
  });
}

/** The data of the service worker, and the cookies that pages cannot read. */
export async function keptElsewhere(context: BrowserContext): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const worker of context.serviceWorkers()) {
    const content = await worker.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          found.push(request.url, await (await cache.match(request))!.text());
        }
      }
      return found.join("\n");
    });
    kept.push({ place: "the service worker's caches", content });
  }
  kept.push({ place: "cookies", content: JSON.stringify(await context.cookies()) });
  return kept;
}

/** Every entry of the tab's history: address, title and state. */
export async function keptInHistory(page: Page): Promise<Kept[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  const kept: Kept[] = entries.map(({ url, userTypedURL, title }) => ({
    place: "a history entry",
    content: `${url}\n${userTypedURL}\n${title}`,
  }));
  // From the last one back. The first is the tab's empty page.
  for (const { url } of entries.toReversed().slice(0, -1)) {
    await page.waitForURL(url);
    await page.waitForFunction(() => "ready" in document.documentElement.dataset);
    const content = await page.evaluate(() => JSON.stringify([history.state, location.href]));
    kept.push({ place: "a history entry's state", content });
    await page.goBack();
  }
  return kept;
}

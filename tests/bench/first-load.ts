/**
 * The compressed size of a first visit, compared with that of libraries for the same work without a
 * page. All with brotli at its highest level.
 */
import { brotliCompressSync } from "node:zlib";
import { ensureBuilt } from "../support/process.ts";
import { documentsOf, fileOf, transferredSum } from "../support/first-load.ts";
import type { Result, Section } from "./harness.ts";

/** The published builds for browsers. */
const LIBRARIES = [
  ["only node-forge", "node-forge/dist/forge.min.js"],
  ["only jsrsasign", "jsrsasign/lib/jsrsasign-all-min.js"],
] as const;

const ROUTES = ["/", "/csr", "/csr-decoder", "/chain"];

async function measure(): Promise<Result[]> {
  await ensureBuilt();
  const modules = new URL("../../node_modules/", import.meta.url);
  const peers = LIBRARIES.map(([name, file]) => ({
    name,
    value: brotliCompressSync(Deno.readFileSync(new URL(file, modules))).length,
  }));
  const documents = await documentsOf();
  return await Promise.all(ROUTES.map(async (route): Promise<Result> => {
    const value = await transferredSum([fileOf(route), ...documents.get(route)!]);
    return {
      name: `First load of ${route}`,
      unit: "bytes",
      ours: { name: "ours, the whole page", value },
      peers: peers.map((peer) => ({ ...peer, ratio: peer.value / value })),
    };
  }));
}

export const section: Section = {
  title: "First load",
  measure,
  remarks: () => [
    "A library is not a page: our bytes include the design, texts and forms. The code that reads " +
    "certificates loads into the worker after the page is drawn.",
  ],
};

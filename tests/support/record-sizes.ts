/** Records the size of each built file, so that the test of sizes can name the files that grew. */
import { DIST, documentsOf, fileOf, recordSizes } from "./first-load.ts";

const assets = [...Deno.readDirSync(new URL("assets/", DIST))]
  .map(({ name }) => `/assets/${name}`)
  .filter((file) => !/\.(?:br|gz)$/.test(file))
  .sort();
const documents = await documentsOf();
const files = [...[...documents.keys()].map(fileOf), ...[...documents.values()].flat(), ...assets];
await recordSizes(new Set(files));

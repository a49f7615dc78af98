/**
 * A worker for tests of engines: it verifies vectors with the engine's WebCrypto and the libraries.
 */
import { differing } from "../support/wycheproof.ts";

addEventListener("message", async ({ data }: MessageEvent<string>) => {
  postMessage(JSON.stringify(await differing(JSON.parse(data))));
});

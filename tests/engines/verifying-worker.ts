/** A worker of an engine's test: verifies vectors with the engine's own WebCrypto and the libraries. */
import { differing } from "../support/wycheproof.ts";

addEventListener("message", async ({ data }: MessageEvent<string>) => {
  postMessage(JSON.stringify(await differing(JSON.parse(data))));
});

/**
 * No part of a private key or a passphrase appears in an answer of match/verify or in the output of
 * the server.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { serverCommand } from "../support/process.ts";
import { callApi } from "../support/server.ts";
import { matchFixtures } from "../fixtures/match/index.ts";
import { partOf } from "../support/matrix.ts";

const asked = partOf(matchFixtures, 3);

it("API > match/verify puts no part of any key into its answers or the log", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const server = (await serverCommand({ PORT: "0", RATE_LIMIT_PER_MINUTE: "0" })).spawn();
  let output = "";
  const started = Promise.withResolvers<string>();
  const collect = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text;
      const address = /http:\/\/[^\s"]+/.exec(output);
      if (address) started.resolve(address[0]);
    }
  };
  const ended = Promise.all([collect(server.stdout), collect(server.stderr)]);
  ended.then(() => started.reject(new Error(`The server ended at its start: ${output}`)));
  try {
    const origin = await started.promise;
    for (const { name, input } of asked) {
      const answer = JSON.stringify(await callApi(origin, "match/verify", input));
      for (const secret of secretsOf(input)) assert(!answer.includes(secret), name);
    }
  } finally {
    server.kill("SIGKILL");
    await ended;
  }
  assert.match(output, /http:/);
  for (const { name, input } of asked) {
    for (const secret of secretsOf(input)) assert(!output.includes(secret), name);
  }
});

/** The passphrase, and the beginning of every line of base64 in the key field. */
function secretsOf(input: { privateKey: string; passphrase?: string }): string[] {
  const lines = input.privateKey.split("\n").map((line) => line.trim());
  const parts = lines.filter((line) => /^[A-Za-z0-9+/=]{24,}$/.test(line));
  const secrets = parts.slice(0, 200).map((line) => line.slice(0, 24));
  // The passphrase "wrong" is also a word of an error message.
  return input.passphrase && input.passphrase !== "wrong"
    ? [...secrets, input.passphrase]
    : secrets;
}

/** A real server on a free port of this machine, for tests over HTTP. */
import assert from "node:assert/strict";
import { operations } from "../../core/operations.ts";
import { type AppParts, createApp } from "../../api/app.ts";
import { ByteAccount } from "../../api/byte-account.ts";
import { type Config, readConfig } from "../../api/config.ts";
import { createNetwork } from "../../api/network/network.ts";
import { apiOperations } from "../../api/operations.ts";
import { listen, type ServerLimits } from "../../api/http/server.ts";

export interface TestServer extends AsyncDisposable {
  /** Origin without a slash at its end. */
  origin: string;
  port: number;
}

/** The configuration of an environment, without a rate limit by default. */
export function testConfig(environment: Record<string, string> = {}): Config {
  const all: Record<string, string> = { RATE_LIMIT_PER_MINUTE: "0", ...environment };
  return readConfig((name) => all[name]);
}

/** Every operation of a deployed server. By default `startServer` offers those without the network. */
export const allOperations = apiOperations(createNetwork(testConfig()));

/** Serves the application as deployed, except for the parts that a test replaces. */
export async function startServer(
  { limits, ...parts }: Partial<AppParts> & { limits?: ServerLimits } = {},
): Promise<TestServer> {
  const { config = testConfig(), account = new ByteAccount() } = parts;
  const app = createApp({ operations, ...parts, config, account });
  const server = await listen((request, peer) => app.fetch(request, peer), {
    hostname: "127.0.0.1",
    port: 0,
    limits,
    account,
    trustProxy: config.trustProxy,
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    port: server.port,
    async [Symbol.asyncDispose]() {
      await server.shutdown(0);
      // When a connection closes whose body was not read, @hono/node-server starts a timer of one
      // turn, and after it another. On a busy machine they would outlive the test.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** POSTs JSON to an operation and reads the envelope. */
export async function callApi(
  origin: string,
  name: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
  const body = await response.json();
  for (const part of [body, body.data]) {
    // Errors in an envelope and in an answer of csr/decode are in capitals.
    const error = part?.error;
    if (typeof error === "string") assert.equal(error, error.toUpperCase(), name);
  }
  return { status: response.status, body };
}

/** The server with compute processes under aborted and expensive requests. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import { isFull } from "../support/matrix.ts";
import { descendants, ensureBuilt, startProcess } from "../support/process.ts";
import { until } from "../support/redis.ts";
import { callApi } from "../support/server.ts";

await ensureBuilt();

const filesOf = (pid: number) => [...Deno.readDirSync(`/proc/${pid}/fd`)].length;

const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;

describe("server with compute processes", () => {
  const count = isFull ? 10_000 : 500;

  it(`is the same after ${count} aborted requests: processes, open files, memory`, async () => {
    await using server = await startProcess({ COMPUTE_THREADS: "2", RATE_LIMIT_PER_MINUTE: "0" });
    const { port } = server;
    const body = JSON.stringify(exampleOf(csrDecode));
    const request = new TextEncoder().encode(
      "POST /api/csr/decode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const abort = async (length: number) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(request.subarray(0, length)).catch(() => 0);
      connection.close();
    };
    const many = async (times: number) => {
      let next = 0;
      await Promise.all(Array.from({ length: 16 }, async () => {
        // Some end within the headers, some within the body, some while the operation runs.
        while (next < times) await abort(++next % 3 === 0 ? request.length : next % request.length);
      }));
      assert.equal((await callApi(server.origin, csrDecode.name, JSON.parse(body))).status, 200);
    };
    const health = async () => (await (await fetch(`${server.origin}/api/health`)).json()).data;
    await until(async () => (await health()).compute.working === 2);
    await many(count / 4);
    const family = await descendants(server.pid);
    const [pid] = family;
    const files = filesOf(pid);
    const memory = memoryOf(pid);
    await many(count);
    assert.deepEqual(await descendants(server.pid), family);
    await until(() => Promise.resolve(filesOf(pid) <= files + 2));
    assert(memoryOf(pid) < memory + 64, `${memory} MiB grew to ${memoryOf(pid)}`);
    assert.deepEqual((await health()).compute, { kind: "processes", threads: 2, working: 2 });
  });

  // One more than there are processes.
  const clients = isFull ? 30 : 3;

  it(`makes RSA-4096 keys for ${clients} clients at once, or says that it is busy`, async () => {
    await using server = await startProcess({ COMPUTE_THREADS: "2", TRUST_PROXY: "1" });
    const input = { ...exampleOf(csrGenerate), keyType: "RSA", keySize: 4096 };
    const answers = await Promise.all(
      Array.from(
        { length: clients },
        (_, client) =>
          callApi(server.origin, csrGenerate.name, input, {
            "x-forwarded-for": `192.0.2.${client}`,
          }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert(statuses.includes(200), statuses.join());
    assert(statuses.every((status) => status === 200 || status === 503), statuses.join());
  });
});

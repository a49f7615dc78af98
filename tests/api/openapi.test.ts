/** The OpenAPI document is valid, complete, and consistent with the server's answers. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { registerSchema, validate } from "@hyperjump/json-schema/openapi-3-1";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, it } from "@std/testing/bdd";
import { createApp } from "../../api/app.ts";
import { apiOperations } from "../../api/operations.ts";
import { memoryQuota } from "../../api/http/quota.ts";
import { chainAnalyzeUrl } from "../../core/chain/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { inputFields, type JsonSchema } from "../../api/docs/json-schema.ts";
import { onExampleNetwork } from "../support/example-network.ts";
import { allOperations as operations, testConfig } from "../support/server.ts";

const SPECIFICATION = "https://spec.openapis.org/oas/3.1/schema-base";
const bindings = [...operations.values()].filter(({ contract }) => contract.runs !== "device");

const app = createApp({ operations, config: testConfig() });
const response = await app.request("http://localhost/api/openapi.json", {
  headers: { origin: "https://elsewhere.example" },
});
const description = await response.json();

const BASE = "https://ssl-tools.example/openapi";
registerSchema(description, BASE, SPECIFICATION);

const validators = new Map<string, ReturnType<typeof validate>>();

/** Checks a value against the schema at a JSON pointer of the document, which is compiled once. */
async function check(pointer: string, value: unknown): Promise<boolean> {
  if (!validators.has(pointer)) validators.set(pointer, validate(`${BASE}#${pointer}`));
  const isValid = await validators.get(pointer)!;
  return isValid(value as string).valid;
}

const escape = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
/**
 * The JSON pointer of an answer's schema in the document. Operations share the error responses.
 */
function answerPointer(name: string, status: number): string {
  const response = description.paths[`/api/${name}`].post.responses[status];
  const place = response.$ref?.slice(1) ??
    `/paths/${escape(`/api/${name}`)}/post/responses/${status}`;
  return `${place}/content/application~1json/schema`;
}

const post = (name: string, body: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost/api/${name}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });

describe("OpenAPI document", () => {
  it("is valid OpenAPI 3.1, and the validator rejects a broken one", async () => {
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    const result = await validate(SPECIFICATION, description, "BASIC");
    assert(result.valid, JSON.stringify(result).slice(0, 500));
    const broken = { ...description, paths: { nowhere: {} } };
    assert.equal((await validate(SPECIFICATION, broken)).valid, false);
  });

  it("passes Redocly's linter, which finds a planted fault", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const lint = async (document: unknown) => {
      const source = JSON.stringify(document);
      const found = await lintFromString({ source, config, absoluteRef: "openapi.json" });
      return found.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
    };
    assert.deepEqual(await lint(description), []);
    const { security: _, ...open } = description;
    assert((await lint(open)).some((problem) => problem.startsWith("security-defined")));
  });

  it("has each operation of the API and no device-only operation", () => {
    const paths = Object.keys(description.paths);
    assert.deepEqual(
      paths.filter((path) => "post" in description.paths[path]).sort(),
      bindings.map(({ contract: { name } }) => `/api/${name}`).sort(),
    );
    assert(bindings.length > 0 && !paths.some((path) => path.includes("password")));
    const ids = paths.flatMap((path) =>
      Object.values<JsonSchema>(description.paths[path]).map(({ operationId }) => operationId)
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it("names every schema that it has in two places", () => {
    const places = new Map<string, string[]>();
    const walk = (value: unknown, place: string) => {
      if (typeof value !== "object" || value === null) return;
      const { type, properties } = value as JsonSchema;
      // An operation's input is described at the operation, even if another operation takes the
      // same.
      const isInput = place.endsWith("/requestBody/content/application/json/schema");
      if (type === "object" && !isInput && Object.keys(properties ?? {}).length > 1) {
        const shape = JSON.stringify(properties);
        places.set(shape, [...places.get(shape) ?? [], place]);
      }
      for (const [key, item] of Object.entries(value)) walk(item, `${place}/${key}`);
    };
    walk({ paths: description.paths, schemas: description.components.schemas }, "");
    const twice = [...places.values()].filter(({ length }) => length > 1);
    assert.deepEqual(twice, [], "give them a name in api/docs/components.ts");
    assert(places.size > 20);
  });

  it("has no named schema without a reference", () => {
    const text = JSON.stringify(description);
    for (const [part, named] of Object.entries<JsonSchema>(description.components)) {
      for (const name of Object.keys(named)) {
        assert(text.includes(`"#/components/${part}/${name}"`), `${part} ${name}`);
      }
    }
  });

  it("has no texts of libraries", () => {
    // A message of the library would quote the received value.
    assert(!JSON.stringify(description).includes("Received"));
  });

  for (const binding of bindings) {
    const { contract } = binding;
    const { name } = contract;
    it(`${name}: its schema accepts its example and rejects an empty input`, async () => {
      const pointer = `/paths/${escape(`/api/${name}`)}/post/requestBody/content/` +
        "application~1json/schema";
      assert(await check(pointer, exampleOf(contract)));
      assert.equal(await check(pointer, []), false);
      if (inputFields(binding).some(({ required }) => required)) {
        assert.equal(await check(pointer, {}), false);
      }
    });

    // An operation that needs the network cannot run in this test.
    if (contract.runs === "both") {
      it(`${name}: its example runs, and the answer matches its schema`, async () => {
        const outcome = await execute(operations, name, exampleOf(contract), createContext());
        assert(outcome.ok, JSON.stringify(outcome));
        const answer = await post(name, JSON.stringify(exampleOf(contract)));
        assert.equal(answer.status, 200);
        const body = await answer.json();
        assert(await check(answerPointer(name, 200), body), JSON.stringify(body).slice(0, 400));
        assert.equal(await check(answerPointer(name, 200), { success: true }), false);
        assert.equal(await check(answerPointer(name, 200), { ...body, success: false }), false);
      });
    }

    it(`${name}: its errors match their schemas`, async () => {
      const refused: Response[] = [
        await post(name, "{}"),
        await post(name, "{"),
        await post(name, "[]"),
        await post(name, "{}", { "content-type": "text/plain" }),
        await post(name, " ".repeat(1024 * 1024 + 1)),
      ];
      for (const [index, answer] of refused.entries()) {
        const body = await answer.json();
        assert.equal(answer.status, [400, 400, 400, 415, 413][index]);
        assert(await check(answerPointer(name, answer.status), body), JSON.stringify(body));
        assert.equal(
          await check(answerPointer(name, answer.status), { ...body, code: "made_up" }),
          false,
        );
      }
      const quota = memoryQuota(1);
      const limited = createApp({ operations, config: testConfig(), quota });
      const call = () =>
        limited.request(`http://localhost/api/${name}`, { method: "POST", body: "" });
      await call();
      const answer = await call();
      quota.close();
      assert.equal(answer.status, 429);
      assert(await check(answerPointer(name, 429), await answer.json()));
    });
  }

  it("describes the lines of an answer in parts", async () => {
    const answered = await onExampleNetwork(async (network) => {
      const online = createApp({ operations: apiOperations(network), config: testConfig() });
      const response = await online.request("http://localhost/api/chain/analyze-url", {
        method: "POST",
        body: JSON.stringify(exampleOf(chainAnalyzeUrl)),
        headers: { "content-type": "application/json", accept: "application/x-ndjson" },
      });
      assert.equal(response.headers.get("content-type"), "application/x-ndjson");
      return (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
    }) as Record<string, JsonSchema>[];
    const place = `/paths/${escape("/api/chain/analyze-url")}/post/responses/200/content/` +
      "application~1x-ndjson/schema";
    const { schema, example } = description.paths["/api/chain/analyze-url"].post.responses[200]
      .content["application/x-ndjson"];
    assert.equal(schema.$ref, "#/components/schemas/HostAnalysisLine");
    const parts = answered.slice(0, -1);
    assert(parts.length > 1 && parts.every(({ part }) => part));
    for (const line of [...answered, example]) assert(await check(place, line));
    const { success: _, ...without } = answered.at(-1)!;
    const [[name]] = parts.map(({ part }) => Object.keys(part));
    for (const wrong of [{}, { part: {} }, { part: { [name]: "no" } }, without]) {
      assert.equal(await check(place, wrong), false, JSON.stringify(wrong).slice(0, 80));
    }
    const others = Object.values<{ post?: unknown }>(description.paths)
      .filter(({ post }) => JSON.stringify(post ?? "").includes("x-ndjson"));
    assert.equal(others.length, 1);
  });

  it("describes the answer of health", async () => {
    const answer = await app.request("http://localhost/api/health");
    const pointer = "/paths/~1api~1health/get/responses/200/content/application~1json/schema";
    assert(await check(pointer, await answer.json()));
  });

  it("states the configured limit", async () => {
    const quota = memoryQuota(42);
    const limited = createApp({ operations, config: testConfig(), quota });
    const answer = await limited.request("http://localhost/api/openapi.json");
    quota.close();
    assert.match((await answer.json()).info.description, /42 requests a minute for each client/);
    assert.match(description.info.description, /No limit of requests/);
    assert.match(description.info.description, /`ssl-tools mcp`/);
  });
});

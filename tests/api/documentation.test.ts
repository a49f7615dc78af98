/** The documentation is made from the contracts; here it is held against what really happens. */
import assert from "node:assert/strict";
import * as v from "valibot";
import { describe, it } from "@std/testing/bdd";
import { apiContracts } from "../../core/contracts.ts";
import type { Contract } from "../../core/contract.ts";
import answers from "../../core/example-answers.json" with { type: "json" };
import { inputFields, STATUS_WORDS } from "../../core/openapi.ts";
import { STATUS } from "../../core/status.ts";
import { LANGUAGES, snippet } from "../../web/src/docs/api/snippets.ts";
import { answering, exampleAnswer } from "../support/answers.ts";
import { needs, runProgram } from "../support/programs.ts";
import { allOperations as operations, startServer } from "../support/server.ts";

const documented = new Map(apiContracts.map((contract) => [contract.name, contract]));
const stored = new Map<string, unknown>(Object.entries(answers));

describe("documentation", () => {
  it("has every operation of the API and no other", () => {
    const offered = [...operations.values()].map(({ contract }) => contract)
      .filter(({ runs }) => runs !== "device");
    assert.deepEqual(
      apiContracts.map(({ name }) => name).sort(),
      offered.map(({ name }) => name).sort(),
    );
    for (const contract of offered) assert.equal(documented.get(contract.name), contract);
    assert.equal(documented.size, apiContracts.length);
  });

  it("explains every status", () => {
    assert.deepEqual(
      Object.keys(STATUS_WORDS).map(Number).sort(),
      [...new Set<number>(Object.values(STATUS))].sort(),
    );
  });

  it("lists the fields of an input as its operation takes them", () => {
    const [csr] = inputFields(documented.get("csr/decode")!);
    assert.deepEqual(csr, {
      name: "csr",
      type: "text",
      required: true,
      secret: false,
      fallback: null,
    });
    for (const contract of apiContracts) {
      const fields = inputFields(contract);
      assert(fields.length > 0 && fields.every(({ type }) => type !== "anything"), contract.name);
      for (const secret of contract.secrets) {
        assert(fields.some(({ name, secret: marked }) => marked && name === secret), secret);
      }
    }
  });

  for (const contract of answering()) {
    it(`${contract.name}: shows the answer that its example has`, async () => {
      const first = await exampleAnswer(contract);
      const second = await exampleAnswer(contract);
      const shown = stored.get(contract.name);
      assert(v.is(contract.output, shown));
      if (isSame(first, second)) assert.deepEqual(first, shown, "run `deno task examples`");
      else assert.deepEqual(shapeOf(first), shapeOf(shown), "run `deno task examples`");
    });
  }

  it("keeps no answer of an operation that is gone", () => {
    assert.deepEqual([...stored.keys()].sort(), answering().map(({ name }) => name).sort());
  });
});

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Names and types, for answers that are random by their nature. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

describe("request examples", () => {
  /** Texts that a careless writer would break. */
  const awkward: Contract = {
    ...documented.get("csr/decode")!,
    example: {
      csr: `it's "quoted" \\ back $HOME \`tick\` %PATH% é ☃ 😀 \n\t'@`,
      nothing: null,
      yes: true,
      list: [1, "two", { three: [] }, {}],
    },
  };
  const local = [...documented.values()].filter(({ runs }) => runs === "both");

  const runners = {
    curl: { program: "bash", args: (code: string) => ["-c", code], also: "curl" },
    JavaScript: {
      program: Deno.execPath(),
      args: (code: string) => ["eval", "--ext=ts", code],
      also: null,
    },
    Python: { program: "python3", args: (code: string) => ["-c", code], also: "python3" },
  } as const;

  for (const [language, { program, args, also }] of Object.entries(runners)) {
    it(`in ${language} run as they stand`, async () => {
      if (also && !needs(also)) return;
      await using server = await startServer();
      for (const contract of local) {
        const code = snippet(language as keyof typeof runners, contract, server.origin);
        const { code: exit, stderr } = await runProgram(program, args(code));
        assert.equal(exit, 0, `${contract.name}: ${stderr}`);
      }
    });

    it(`in ${language} send exactly what they show, awkward text too`, async () => {
      if (also && !needs(also)) return;
      let received: unknown;
      await using server = echo((body) => received = body);
      const code = snippet(language as keyof typeof runners, awkward, server.origin);
      const { code: exit, stderr } = await runProgram(program, args(code));
      assert.equal(exit, 0, stderr);
      assert.deepEqual(received, awkward.example);
    });
  }

  it("in PowerShell keep the body apart from the code", () => {
    // There is no PowerShell on most machines that run this; its rule for a literal here-string is
    // that nothing in it means anything but '@ at the start of a line.
    const code = snippet("PowerShell", awkward, "https://tools.example.com");
    const body = code.split("@'\n")[1].split("\n'@")[0];
    assert.deepEqual(JSON.parse(body), awkward.example);
    assert(!/^'@/m.test(body));
  });

  it("come in every language for every operation", () => {
    for (const contract of apiContracts) {
      for (const language of LANGUAGES) {
        const code = snippet(language, contract, "https://tools.example.com");
        assert(code.includes(`https://tools.example.com/api/${contract.name}`));
      }
    }
  });
});

/** A server that only notes the JSON that it is sent. */
function echo(note: (body: unknown) => void) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    note(await request.json());
    return Response.json({ success: true, data: {} });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

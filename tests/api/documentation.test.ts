/**
 * The documentation is generated from the contracts. These tests compare it with the server's
 * answers.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { describe, it } from "@std/testing/bdd";
import { offered } from "../../core/operations.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import answers from "../../core/example-answers.json" with { type: "json" };
import { csrDecode } from "../../core/csr/contract.ts";
import { inputFields } from "../../api/docs/json-schema.ts";
import { SERVER_LIMITS } from "../../api/http/server.ts";
import { createApp } from "../../api/app.ts";
import { memoryQuota } from "../../api/http/quota.ts";
import { enveloped } from "../../api/http/envelope.ts";
import errors from "../../web/src/docs/api/errors.data.ts";
import reference from "../../web/src/docs/api/reference.data.ts";
import { type Language, LANGUAGES, snippet } from "../../web/src/docs/api/snippets.ts";
import { answering, difference, exampleAnswer } from "../support/answers.ts";
import { needs, runProgram } from "../support/programs.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { exchange } from "../support/raw-http.ts";
import { allOperations as operations, startServer, testConfig } from "../support/server.ts";

const documented = new Map(offered.map((binding) => [binding.contract.name, binding]));
const stored = new Map<string, unknown>(Object.entries(answers));

describe("documentation", () => {
  it("describes exactly the operations of the API", () => {
    const served = [...operations.values()].map(({ contract }) => contract)
      .filter(({ runs }) => runs !== "device");
    const known = offered.map(({ contract }) => contract);
    assert.deepEqual(known.map(({ name }) => name).sort(), served.map(({ name }) => name).sort());
    for (const contract of served) assert(known.includes(contract), contract.name);
  });

  it("shows for every code the text that the API sends", async () => {
    const told = new Map(errors.rows.map(([status, code, error]) => [code, { status, error }]));
    const answered = new Set<string>();
    for await (const { what, status, body } of realRefusals()) {
      const { code, error } = JSON.parse(body);
      const row = told.get(code);
      assert(row, `${what}: ${code}`);
      assert.equal(row.status, String(status), what);
      assert(row.error.includes(error), `${what}: "${error}" is not in "${row.error}"`);
      answered.add(code);
    }
    // Separate tests cover misbehaving hosts and full queues.
    assert.deepEqual(
      [...told.keys()].filter((code) => !answered.has(code)).sort(),
      ["busy", "host_timeout", "host_unreachable", "host_without_tls"],
    );
  });

  it("marks where the answer to an example is shortened", () => {
    let cuts = 0;
    let deep = 0;
    const compare = (shown: unknown, whole: unknown, where: string): void => {
      if (typeof whole === "object" && whole !== null && shown === "…") {
        deep++;
      } else if (typeof whole === "string") {
        assert(shown === whole || String(shown).includes("…"), where);
      } else if (Array.isArray(whole)) {
        const list = shown as unknown[];
        const last = /^… (\d+) more$/.exec(String(list.at(-1)));
        const kept = last ? list.length - 1 : list.length;
        assert.equal(kept + Number(last?.[1] ?? 0), whole.length, where);
        for (let at = 0; at < kept; at++) compare(list[at], whole[at], `${where}.${at}`);
        if (last) cuts++;
      } else if (typeof whole === "object" && whole !== null) {
        for (const [key, value] of Object.entries(whole)) {
          compare((shown as Record<string, unknown>)[key], value, `${where}.${key}`);
        }
      } else assert.equal(shown, whole, where);
    };
    for (const { name, answer } of reference) {
      compare(answer, enveloped(documented.get(name)!.contract, stored.get(name)), name);
    }
    assert(cuts > 5, `${cuts}`);
    assert(deep > 0, "what is nested deeply is marked too");
  });

  it("lists the fields that an operation takes", () => {
    const [csr] = inputFields(documented.get("csr/decode")!);
    assert.deepEqual(csr, {
      name: "csr",
      type: "text",
      required: true,
      secret: false,
      fallback: null,
    });
    for (const binding of offered) {
      const { contract } = binding;
      const fields = inputFields(binding);
      assert(fields.length > 0 && fields.every(({ type }) => type !== "anything"), contract.name);
      for (const secret of contract.secrets) {
        assert(fields.some(({ name, secret: marked }) => marked && name === secret), secret);
      }
    }
  });

  for (const { contract, schema } of answering()) {
    it(`${contract.name}: shows the answer to its example`, async () => {
      const first = await exampleAnswer(contract);
      const second = await exampleAnswer(contract);
      const shown = stored.get(contract.name);
      assert(v.is(schema.output, shown));
      assert.equal(difference(shown, [first, second]), null, "run `deno task generated`");
    });

    // Without a time in its example, an operation makes certificates that are valid from now on, or
    // judges the certificates that a host has now.
    if (contract.name === "certificate/generate" || contract.runs === "network") continue;
    it(`${contract.name}: gives the same answer to its example in twenty years`, async () => {
      const app = createApp({ operations, config: testConfig() });
      const ask = async () => {
        const answer = await app.request(`http://localhost/api/${contract.name}`, {
          method: "POST",
          body: JSON.stringify(exampleOf(contract)),
          headers: { "content-type": "application/json" },
        });
        return await answer.json();
      };
      const clock = Date.now;
      Date.now = () => Date.UTC(2046, 0);
      try {
        const live = [await ask(), await ask()] as const;
        assert.equal(difference(enveloped(contract, stored.get(contract.name)), live), null);
      } finally {
        Date.now = clock;
      }
    });
  }

  it("uses certificates that are valid at the time of the examples", () => {
    let certificates = 0;
    JSON.stringify(answers, (key, value) => {
      if (key === "isExpired" || key === "isNotYetValid") assert.equal(value, false, key);
      if (key === "isExpired") certificates++;
      return value;
    });
    assert(certificates > 5, `${certificates}`);
  });

  it("has no answer of a removed operation", () => {
    assert.deepEqual(
      [...stored.keys()].sort(),
      answering().map(({ contract }) => contract.name).sort(),
    );
  });
});

interface Refused {
  what: string;
  status: number;
  body: string;
}

/** The answers of running servers to requests that they refuse. */
async function* realRefusals(): AsyncGenerator<Refused> {
  const config = testConfig({ METRICS_TOKEN: "0".repeat(16) });
  await using server = await startServer({ config, operations });
  const ask = async (what: string, path: string, request: RequestInit): Promise<Refused> => {
    const response = await fetch(server.origin + path, request);
    return { what, status: response.status, body: await response.text() };
  };
  const json = { "content-type": "application/json" };
  const post = (what: string, path: string, body: unknown) =>
    ask(what, path, { method: "POST", headers: json, body: JSON.stringify(body) });

  yield await post("an unknown path", "/api/nope", {});
  yield await ask("another method", "/api/csr/decode", {});
  yield await ask("no token", "/api/metrics", {});
  yield await ask("a form", "/api/csr/decode", {
    method: "POST",
    body: new URLSearchParams("a=b"),
  });
  yield await ask("a compressed body", "/api/csr/decode", {
    method: "POST",
    headers: { ...json, "content-encoding": "gzip" },
    body: "{}",
  });
  yield await ask("no JSON", "/api/csr/decode", { method: "POST", headers: json, body: "{" });
  yield await post("too much", "/api/csr/decode", { csr: "a".repeat(1024 * 1024) });
  yield await post("a blank field", "/api/csr/decode", {});
  yield await post("a private name", "/api/caa/lookup", { domain: "printer.local" });
  const leaf = matchFile("rsa-certificate.pem");
  const key = matchFile("rsa-pkcs8-key.pem");
  const locked = matchFile("rsa-pbes2-aes-128-cbc-key.pem");
  yield await post("no certificate", "/api/match/verify", { certificate: "x", privateKey: key });
  yield await post("swapped fields", "/api/match/verify", { certificate: key, privateKey: leaf });
  yield await post("a cipher that is not read", "/api/match/verify", {
    certificate: leaf,
    passphrase: "correct horse",
    privateKey: matchFile("unsupported-rc4-key.pem"),
  });
  yield await post("a locked key", "/api/match/verify", { certificate: leaf, privateKey: locked });
  yield await post("a wrong passphrase", "/api/match/verify", {
    certificate: leaf,
    privateKey: locked,
    passphrase: "wrong",
  });
  yield await post("a key of two halves", "/api/match/verify", {
    certificate: leaf,
    privateKey: matchFile("inconsistent-p256-point-key.pem"),
  });
  yield await post("another key", "/api/pfx/convert", {
    certificate: leaf,
    privateKey: matchFile("p256-pkcs8-key.pem"),
  });
  yield await post("too many records", "/api/caa/check", {
    records: 'a.example. CAA 0 issue "x.example"\n'.repeat(2_000),
  });

  const raw = async (what: string, request: string, limits = SERVER_LIMITS): Promise<Refused> => {
    await using server = await startServer({ limits });
    const { statuses: [status], text } = await exchange(server.port, request, { answers: 1 });
    return { what, status, body: text.split("\r\n\r\n")[1] };
  };
  yield await raw("no HTTP", "NOPE\r\n\r\n");
  yield await raw("long headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`);
  yield await raw("half a request", "GET / HTTP/1.1\r\nHost: a\r\n", {
    ...SERVER_LIMITS,
    headers: 100,
    request: 100,
  });

  const refused = async (what: string, parts: Parameters<typeof startServer>[0], headers = {}) => {
    await using server = await startServer(parts);
    const body = JSON.stringify(exampleOf(csrDecode));
    const request = { method: "POST", headers: { ...json, ...headers }, body };
    let response = await fetch(`${server.origin}/api/csr/decode`, request);
    if (what === "one too many") {
      await response.body?.cancel();
      response = await fetch(`${server.origin}/api/csr/decode`, request);
    }
    return { what, status: response.status, body: await response.text() };
  };
  const quota = memoryQuota(1);
  yield await refused("one too many", { quota });
  quota.close();
  yield await refused("another origin", { config: testConfig({ ALLOW_PRIVATE_NETWORK: "1" }) }, {
    origin: "https://elsewhere.example",
  });
  const broken = {
    ...documented.get("csr/decode")!,
    load: () => Promise.reject(new Error("broken")),
  };
  yield await refused("a fault", { operations: new Map([["csr/decode", broken]]) as never });
}

describe("request examples", () => {
  /** Texts with characters that need escaping in one of the languages. */
  const awkward = {
    ...csrDecode,
    example: {
      csr: `it's "quoted" \\ back $HOME \`tick\` %PATH% é ☃ 😀 \n\t'@`,
      nothing: null,
      yes: true,
      list: [1, "two", { three: [] }, {}],
    },
  };
  const documentedAs = (contract: Contract) => ({ ...contract, example: exampleOf(contract) });
  const local = offered.map(({ contract }) => contract).filter(({ runs }) => runs === "both");

  interface Runner {
    program: string;
    /** Runs all examples, one after the other: starting the program takes longer than they do. */
    args(codes: string[]): string[];
    also: string | null;
  }
  const runners: Partial<Record<Language, Runner>> = {
    curl: {
      program: "bash",
      args: (
        codes,
      ) => ["-ec", 'for code; do echo "$code" >&2; bash -c "$code"; done', "-", ...codes],
      also: "curl",
    },
    JavaScript: {
      program: Deno.execPath(),
      args: (codes) => [
        "eval",
        "--ext=ts",
        `for (const code of ${JSON.stringify(codes)}) {
          console.error(code);
          await import("data:application/typescript," + encodeURIComponent(code));
        }`,
      ],
      also: null,
    },
    Python: {
      program: "python3",
      args: (codes) => [
        "-c",
        "import sys\nfor code in sys.argv[1:]:\n  print(code, file=sys.stderr)\n  exec(code, {})",
        ...codes,
      ],
      also: "python3",
    },
  };

  // All classes have one name, so each gets a package. One virtual machine runs all of them, because its
  // start takes longer than they do.
  runners.Java = {
    program: "bash",
    args: (codes) => [
      "-ec",
      'folder=$(mktemp -d); trap "rm -r $folder" EXIT; at=0; for code; do at=$((at+1)); mkdir $folder/$at; ' +
      'printf "package p%s;\\n%s" $at "$code" > $folder/$at/Call.java; done; ' +
      'calls=; for each in $(seq $at); do calls="$calls p$each.Call.main(a);"; done; ' +
      'echo "class All { public static void main(String[] a) throws Exception { $calls } }" > ' +
      "$folder/All.java; javac -d $folder/out $folder/*/Call.java $folder/All.java; " +
      "java -cp $folder/out All >/dev/null",
      "-",
      ...codes,
    ],
    also: "javac",
  };
  for (const [language, { program, args, also }] of Object.entries(runners)) {
    const wanted = needs(...also ? [also] : []);
    it(`in ${language} run unchanged`, wanted, async () => {
      await using server = await startServer();
      const codes = local.map((contract) =>
        snippet(language as Language, documentedAs(contract), server.origin)
      );
      const { code: exit, stderr } = await runProgram(program, args(codes));
      assert.equal(exit, 0, stderr);
    });

    it(
      `in ${language} send exactly the body shown, also with special characters`,
      wanted,
      async () => {
        let received: unknown;
        await using server = await echo((body) => received = body);
        const code = snippet(language as Language, awkward, server.origin);
        const { code: exit, stderr } = await runProgram(program, args([code]));
        assert.equal(exit, 0, stderr);
        assert.deepEqual(received, awkward.example);
      },
    );
  }

  it("in PowerShell keep the body separate from the code", () => {
    // Most machines have no PowerShell to run this. In a literal here-string nothing is special
    // except '@ at the start of a line.
    const code = snippet("PowerShell", awkward, "https://tools.example.com");
    const body = code.split("@'\n")[1].split("\n'@")[0];
    assert.deepEqual(JSON.parse(body), awkward.example);
    assert(!/^'@/m.test(body));
  });

  // Most machines have none of these three to run them.
  it("in Go, C# and PHP keep the body separate from the code", () => {
    const url = "https://tools.example.com";
    const body = (language: Language, begin: string, end: string) =>
      snippet(language, awkward, url).split(begin)[1].split(end)[0];
    for (
      const text of [
        body("Go", "body := `", "`\n\tresponse").replaceAll('` + "`" + `', "`"),
        body("C#", '"""\n', '\n"""'),
        body("PHP", "<<<'JSON'\n", "\nJSON;"),
      ]
    ) assert.deepEqual(JSON.parse(text), awkward.example);
  });

  it("exist in every language for every operation", () => {
    for (const { contract } of offered) {
      for (const language of LANGUAGES) {
        const code = snippet(language, documentedAs(contract), "https://tools.example.com");
        assert(code.includes(`https://tools.example.com/api/${contract.name}`));
      }
    }
  });
});

/** A server that passes the JSON of each request to `note`. */
async function echo(note: (body: unknown) => void) {
  const server = createServer(async (request, response) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of request) parts.push(part);
    note(JSON.parse(await new Blob(parts).text()));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success: true, data: {} }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

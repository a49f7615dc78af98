/** An inspection session: batches, details, secrets only on request, and saved files. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { inspect, ObjectRow } from "../../../core/inspect/contract.ts";
import { createInspection } from "../../../core/inspect/session.ts";
import { createHelper } from "../../../core/inspect/helper.ts";
import type {
  EarlyMessage,
  HelpMessage,
  InspectMethods,
  Json,
  RelateMessage,
  ResultPart,
} from "../../../core/inspect/session-contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { callSession } from "../../../core/kernel/execute.ts";
import * as TEXT from "../../../core/texts.ts";
import { AT, folder, MESSY_PASSWORD } from "../../fixtures/inspect/index.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { integerOctets, modulus, nextCandidate, rsaKey } from "../x509/rules/key-maker.ts";
import { zipSync } from "fflate";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import { collect, resultsOf, textFile } from "./support.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A session with the messy folder in it. */
async function messy() {
  const session = createInspection();
  const call = async <Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
    messages: unknown[] = [],
  ): Promise<InspectMethods[Name]["output"]> => {
    const outcome = await callSession(session, name, input, (message) => {
      messages.push(message);
      return Promise.resolve();
    });
    assert(outcome.ok, JSON.stringify(outcome));
    return outcome.value as InspectMethods[Name]["output"];
  };
  const batches: Json<ObjectRow[]>[] = [];
  await call("add", { files: folder("messy") }, batches);
  await call("unlock", { password: MESSY_PASSWORD, id: null });
  const judged: RelateMessage[] = [];
  const answer = await call("relate", { now: Date.parse(AT) }, judged);
  const { rows: byId } = resultsOf(batches, judged);
  const rows = [...byId.values()];
  const inFile = (file: string, kind: string) =>
    rows.find((row) => row.kind === kind && row.places.some((place) => place.file === file))!.id;
  return { session, call, batches, judged, answer, rows, inFile };
}

describe("an inspection", () => {
  it("sends rows while reading, then rows, links, chains and leftovers", async () => {
    const { batches, judged, answer, rows } = await messy();
    assert.equal(resultsOf(batches, []).known.size, 13);
    const { links, chains, sets, leftovers } = resultsOf(batches, judged);
    for (const list of [links, chains, sets, leftovers]) assert(list.length > 0);
    assert.equal(rows.length, 15);
    assert.equal(answer.evaluatedAt, AT);
    assert.equal(answer.skipped.length, 6);
    const last = judged.filter((message) => message.type === "progress").at(-1)!;
    assert.equal(last.done, last.total);
  });

  it("sends only additions to rows that were sent, and each fault once", async () => {
    const session = createInspection();
    const judge = async () => {
      const parts: ResultPart[] = [];
      const { ok } = await callSession(session, "relate", { now: Date.parse(AT) }, (message) => {
        const sent = message as RelateMessage;
        if (sent.type === "result") parts.push(JSON.parse(sent.json));
        return Promise.resolve();
      });
      assert(ok);
      return parts.filter((part) => part.type === "rows");
    };
    const silent = () => Promise.resolve();
    await callSession(session, "add", { files: [...folder("messy"), ...folder("weak")] }, silent);
    const parts = await judge();
    const rows = parts.flatMap(({ rows }) => rows);
    assert(rows.length > 13);
    assert(rows.every(({ row }) => row.places === undefined && row.name === undefined));
    const kinds = parts.flatMap(({ faults }) => faults).map(({ severity, code }) =>
      `${severity} ${code}`
    );
    assert(rows.flatMap(({ findings }) => findings).length > kinds.length);
    assert.deepEqual(kinds, [...new Set(kinds)]);
    // An opened key is a new object.
    await callSession(session, "unlock", { password: MESSY_PASSWORD, id: null }, silent);
    const again = (await judge()).flatMap(({ rows }) => rows);
    assert(again.every(({ row }) => row.places !== undefined));
  });

  it("has no secrets in rows, messages and details", async () => {
    const { call, judged, batches, rows, inFile } = await messy();
    const key = await call("keyPem", { id: inFile("key.txt", "private-key") });
    const secret = key.split("\n")[8];
    const details = await Promise.all(rows.map(({ id }) => call("details", { id })));
    const everything = JSON.stringify([judged, batches, details]);
    assert(!everything.includes(secret) && !everything.includes(MESSY_PASSWORD));
    const detail = details.find(({ id }) => id === inFile("key.txt", "private-key"))!;
    assert.deepEqual(detail.key, { form: "PKCS#1", encrypted: false, unchecked: null });
    assert.equal(detail.pem, null);
  });

  it("exports everything as the answer of the operation, without secrets", async () => {
    const { call, answer, rows } = await messy();
    const json = await call("json", {});
    const exported = JSON.parse(json) as OutputOf<typeof inspect>;
    assert.deepEqual(exported.verdict, answer.verdict);
    assert.deepEqual(exported.objects.map(({ id }) => id), rows.map(({ id }) => id));
    assert.deepEqual(
      exported.objects.map(({ findings }) => findings),
      rows.map(({ findings }) => findings),
    );
    for (const row of rows.filter(({ kind }) => kind === "private-key")) {
      const [, ...lines] = (await call("keyPem", { id: row.id })).trimEnd().split("\n");
      for (const line of lines.slice(1, -1)) assert(!json.includes(line));
    }
    assert(!json.includes(MESSY_PASSWORD));
  });

  it("returns the set of an object: from the key to the bundle without its root", async () => {
    const { call, inFile, rows } = await messy();
    const set = await call("set", { id: inFile("key.txt", "private-key") });
    const nameOf = (id: number | null) => rows.find((row) => row.id === id)?.name;
    assert.equal(set.name, "alpha.example");
    assert.equal(rows.find(({ id }) => id === set.certificate)!.notAfter, "2027-03-01T00:00:00Z");
    assert.deepEqual(set.chain.map(nameOf), [
      "alpha.example",
      "Messy Intermediate 1",
      "Messy Root",
    ]);
    assert.equal(set.chainPem.split("BEGIN").length, 4);
    assert.equal(set.bundlePem.split("BEGIN").length, 3);
    assert.equal(set.bundleName, "alpha.example_until_2027-03-01_fullchain.pem");
    assert.equal(set.bundle, "full_chain");
    assert.equal(set.label, "alpha.example_until_2027-03-01");
    const beta = await call("set", { id: inFile("to-sign", "request") });
    assert.equal(beta.privateKey, inFile("beta.pem.bak", "private-key"));
    assert.equal(beta.request, inFile("to-sign", "request"));
    const alone = await call("set", { id: inFile("server.key", "private-key") });
    assert.deepEqual([alone.certificate, alone.chain, alone.name], [null, [], ""]);
  });

  it(
    "returns a bundle that openssl verifies and a key that openssl opens",
    needs("openssl"),
    async () => {
      const { call, inFile } = await messy();
      const folderPath = await Deno.makeTempDir();
      try {
        const write = async (name: string, text: string) => {
          await Deno.writeTextFile(`${folderPath}/${name}`, text);
          return `${folderPath}/${name}`;
        };
        const id = inFile("key.txt", "private-key");
        const { chainPem, certificatePem } = await call("set", { id });
        const chain = await write("chain", chainPem);
        const leaf = await write("leaf", certificatePem);
        const at = String(Date.parse(AT) / 1000);
        const verified = await runProgram("openssl", [
          "verify",
          "-attime",
          at,
          "-CAfile",
          chain,
          leaf,
        ]);
        assert.match(verified.stdout, /: OK/);
      } finally {
        await Deno.remove(folderPath, { recursive: true });
      }
    },
  );

  it("saves all in a zip that unzip reads, named by common names", needs("unzip"), async () => {
    const { call } = await messy();
    const zip = await call("archive", {});
    const path = await Deno.makeTempFile({ suffix: ".zip" });
    try {
      await Deno.writeFile(path, zip);
      const { stdout, code } = await runProgram("unzip", ["-Z1", path]);
      assert.equal(code, 0);
      assert.deepEqual(stdout.trim().split("\n").sort(), [
        "README.txt",
        "alpha.example until 2026-09-01/alpha.example.crt",
        "alpha.example until 2026-09-01/alpha.example.key",
        "alpha.example until 2026-09-01/alpha.example_chain.pem",
        "alpha.example until 2026-09-01/alpha.example_fullchain.pem",
        "alpha.example until 2027-03-01/alpha.example.crt",
        "alpha.example until 2027-03-01/alpha.example.key",
        "alpha.example until 2027-03-01/alpha.example_chain.pem",
        "alpha.example until 2027-03-01/alpha.example_fullchain.pem",
        "beta.example until 2027-03-01/beta.example.crt",
        "beta.example until 2027-03-01/beta.example.csr",
        "beta.example until 2027-03-01/beta.example.key",
        "beta.example until 2027-03-01/beta.example_chain.pem",
        "beta.example until 2027-03-01/beta.example_fullchain.pem",
        "gamma.example until 2027-03-01/gamma.example.crt",
        "gamma.example until 2027-03-01/gamma.example.key",
        "gamma.example until 2027-03-01/gamma.example.pfx",
        "gamma.example until 2027-03-01/gamma.example_chain.pem",
        "gamma.example until 2027-03-01/gamma.example_fullchain.pem",
        "other/Messy_Intermediate_1.crt",
        "other/Messy_Intermediate_2.crt",
        "other/Messy_Root.crt",
        "other/pkcs7.p7b",
        "other/private-key.key",
      ]);
      const { code: sound } = await runProgram("unzip", ["-tq", path]);
      assert.equal(sound, 0);
    } finally {
      await Deno.remove(path);
    }
  });

  it("returns errors in Outcomes", async () => {
    const { session } = await messy();
    const emit = () => Promise.resolve();
    for (const [method, input] of [["details", { id: 999 }], ["nope", {}], ["keyPem", { id: 3 }]]) {
      const outcome = await callSession(session, method as string, input, emit);
      assert(!outcome.ok && outcome.error.message !== "");
    }
  });

  it("names no single file for a password that opens none of several", async () => {
    const collection = await collect(
      folder("renewal").filter(({ name }) => name === "new-encrypted.key" || name === "old.pfx"),
    );
    const wrong = await collection.unlock("wrong", null);
    assert.deepEqual(wrong, { opened: 0, tried: 2, message: TEXT.inspectPasswordOpensNone(2) });
    const one = await collection.unlock("wrong", 0);
    assert.equal(one.message, TEXT.passphraseWrong);
    const copied = await collection.unlock("renewal ", null);
    const hinted = TEXT.passwordRefused(TEXT.inspectPasswordOpensNone(2), " ");
    assert.deepEqual(copied, { opened: 0, tried: 2, message: hinted });
    const both = await collection.unlock("renewal", null);
    assert.deepEqual(both, { opened: 2, tried: 2, message: null });
  });

  it("keeps the place of an object that is opened, and does not call it locked any more", async () => {
    const files = folder("renewal").filter(({ name }) =>
      ["new-encrypted.key", "new.pem", "root.pem"].includes(name)
    );
    const session = createInspection();
    const call = (method: string, input: unknown, emit = (_: unknown) => {}) =>
      callSession(session, method, input, (message) => Promise.resolve(emit(message)));
    const key = files.find(({ name }) => name === "new-encrypted.key")!;
    await call("add", { files: [key, ...files.filter((file) => file !== key)] });
    const unlocked = await call("unlock", { password: "renewal", id: null });
    assert.deepEqual(unlocked, { ok: true, value: { opened: 1, tried: 1, message: null } });
    const judged: RelateMessage[] = [];
    await call(
      "relate",
      { now: Date.parse(AT) },
      (message) => judged.push(message as RelateMessage),
    );
    const { rows } = resultsOf([], judged);
    assert.deepEqual([...rows.values()].map(({ id, kind, locked }) => [id, kind, locked]), [
      [0, "private-key", false],
      [1, "certificate", false],
      [2, "certificate", false],
    ]);
    const again = await call("unlock", { password: "renewal", id: null });
    assert.deepEqual(again, { ok: true, value: { opened: 0, tried: 0, message: null } });
  });

  it("forgets private keys, and returns the public objects of files that have some", async () => {
    const session = createInspection();
    const call = async (method: string, input: unknown) => {
      const outcome = await callSession(session, method, input, () => Promise.resolve());
      assert(outcome.ok);
      return outcome.value;
    };
    const texts = new Map(
      folder("renewal").map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]),
    );
    const mixed = (...names: string[]) => names.map((name) => texts.get(name)!).join("\n");
    await call("add", {
      files: [
        textFile(mixed("new.pem", "new.key", "intermediate.pem", "new.csr"), "site/all.pem"),
        { name: "site.zip", bytes: zipSync({ "a/old.pem": utf8(mixed("old.pem", "old.key")) }) },
        textFile(`${mixed("root.pem")}\nexample.com. CAA 0 issue "ca.example"\n`, "public.pem"),
        textFile(
          "-----BEGIN DH PARAMETERS-----\nMAYCARcCAQU=\n-----END DH PARAMETERS-----\n" +
            mixed("new-encrypted.key"),
          "group.key",
        ),
      ],
    });
    const { bytes: before } = await call("structure", { id: 1 }) as { bytes: Uint8Array };
    assert(before.some((octet) => octet !== 0));
    const paths = ["site/all.pem", "site.zip", "group.key"];
    const kept = await call("forget", { paths }) as InspectedFile[];
    assert(before.every((octet) => octet === 0));
    const collection = await collect(kept);
    assert.deepEqual(
      [...collection.objects].map(({ kind, places }) => [kind, places.map(({ file }) => file)]),
      [
        ["certificate", ["site/all.pem"]],
        ["certificate", ["site/all.pem"]],
        ["request", ["site/all.pem"]],
        ["certificate", ["site.zip/a/old.pem"]],
        ["dh-parameters", ["group.key"]],
      ],
    );
    assert.deepEqual(collection.skipped, []);
  });

  it("skips files that are too large and reads the rest", async () => {
    const { call } = await messy();
    const big = new Uint8Array(64 * 1024 * 1024);
    const pem = folder("messy").find(({ name }) => name === "app.log")!;
    await call("add", { files: [{ name: "big", bytes: big }, { ...pem, name: "again.log" }] });
    const { skipped } = await call("relate", {});
    assert.match(skipped.find(({ file }) => file === "big")!.message, /64 MiB/);
    assert(!skipped.some(({ file }) => file === "again.log"));
  });

  it("looks for shared primes in another worker, or itself if there is none", async () => {
    const pem = (number: Uint8Array<ArrayBuffer>) => writePem("PUBLIC KEY", rsaKey({ number }));
    const start = BigInt(`0x${modulus(1024).toHex()}`);
    const files = Array.from({ length: 120 }, (_, index) => ({
      name: `${index}.pem`,
      bytes: new TextEncoder().encode(
        pem(integerOctets(nextCandidate(start + BigInt(2000 * index)))),
      ),
    }));
    const weak = folder("weak");
    const inspected = async (
      help: (moduli: readonly bigint[]) => unknown,
      begin: (moduli: readonly bigint[]) => unknown = () => {},
    ) => {
      const session = createInspection();
      const found: Json<ObjectRow[]>[] = [];
      const judged: RelateMessage[] = [];
      const run = (method: string, input: unknown) =>
        callSession(session, method, input, (message) => {
          const sent = message as Json<ObjectRow[]> | EarlyMessage | RelateMessage | HelpMessage;
          if (typeof sent === "string") found.push(sent);
          else if (sent.type === "early") begin(sent.moduli);
          else if (sent.type === "help") return Promise.resolve(help(sent.moduli));
          else judged.push(sent as RelateMessage);
          return Promise.resolve();
        });
      for (const some of [files.slice(0, 60), files.slice(60), weak]) {
        await run("add", { files: some });
      }
      assert((await run("relate", { now: Date.parse(AT) })).ok);
      return [...resultsOf(found, judged).rows.values()].filter(({ findings }) =>
        findings.some(({ code }) => code === "shared_factor")
      ).map(({ places: [{ file }] }) => file);
    };
    const helper = createHelper();
    const askHelper = async (method: string, moduli: readonly bigint[]) => {
      const outcome = await callSession(helper, method, { moduli }, () => Promise.resolve());
      assert(outcome.ok);
      return outcome.value;
    };
    let asked: readonly bigint[] = [];
    const early: (readonly bigint[])[] = [];
    const helped = await inspected(
      (moduli) => askHelper("sharedPrimes", asked = moduli),
      (moduli) => {
        early.push(moduli);
        return askHelper("multiply", moduli);
      },
    );
    assert.deepEqual(helped.slice(-2), ["shared-1.pem", "shared-2.pem"]);
    assert.equal(asked.length, 127);
    // Moduli are sent as soon as there are enough, in the order of the later comparison.
    assert.deepEqual(early.map(({ length }) => length), [120, 7]);
    assert.deepEqual(early.flat(), asked);
    // A helper that began with other moduli still answers about these.
    await askHelper("multiply", asked.slice(1));
    const answer = await askHelper("sharedPrimes", asked) as boolean[];
    assert(answer.includes(true));
    assert.deepEqual(answer, await askHelper("sharedPrimes", asked));
    assert.deepEqual(await inspected(() => null), helped);
    assert.deepEqual(await inspected((moduli) => moduli.map((_, index) => index === 3)), ["3.pem"]);
  });
});

/**
 * The cost of the worst known requests on a server, measured by counted work and never by a
 * stopwatch. Each ends within the server's budgets, with an answer or an error code. Each loop over
 * two lists of the input is either counted or avoided.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  type Budget,
  type Context,
  createContext,
  DEVICE_LIMITS,
  type Limits,
  SERVER_LIMITS,
} from "../../core/kernel/context.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { csrGenerate } from "../../core/csr/contract.ts";
import type { Outcome } from "../../core/kernel/errors.ts";
import { execute } from "../../core/kernel/execute.ts";
import { inspect, MAX_TEXTS } from "../../core/inspect/contract.ts";
import { operations } from "../../core/operations.ts";
import { pfxOpen } from "../../core/pfx/contract.ts";
import { constrained, HOSTILE_BODIES, type HostileBody, range } from "../support/hostile-bodies.ts";
import * as der from "../support/hostile-der.ts";
import { partOf } from "../support/matrix.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import {
  authority,
  crlOf,
  crlPem,
  endEntity,
  keyOf,
  pemOf,
} from "../core/x509/revocation/authorities.ts";
import { entry, listBytes } from "../core/x509/revocation/maker.ts";

const NOTHING = new Uint8Array();

interface Ran {
  outcome: Outcome<unknown>;
  budget: Budget;
}

/** Runs an operation with a server's limits; throws for an internal fault. */
async function run(
  operation: string,
  input: unknown,
  limits: Partial<Limits> = SERVER_LIMITS,
): Promise<Ran> {
  const context: Context = createContext({ limits });
  const fail = (_: string, fault: unknown) => assert.fail(`a fault of ours: ${fault}`);
  const outcome = await execute(operations, operation, input, context, fail);
  return { outcome, budget: context.budget };
}

/** The message of a refusal. */
function refused({ outcome }: Ran, code: string): string {
  assert(!outcome.ok, "it was answered");
  assert.equal(outcome.error.code, code);
  return outcome.error.message;
}

const hostile = (name: string) => {
  const body = HOSTILE_BODIES.find((body) => body.name === name);
  assert(body, name);
  return body;
};

const ran = new Map<HostileBody, Promise<Ran>>();

/** Runs a body with a server's limits, only once: several tests use the outcome. */
function runBody(body: HostileBody): Promise<Ran> {
  if (!ran.has(body)) ran.set(body, run(body.operation, body.input));
  return ran.get(body)!;
}

/** Runs one of the known bodies. */
const runHostile = (name: string) => runBody(hostile(name));

describe("the worst known requests", () => {
  // `deno task attack` measures each of them.
  for (const body of partOf(HOSTILE_BODIES, 2)) {
    const { name, operation, input } = body;
    it(`${operation}: ${name}`, async () => {
      assert(JSON.stringify(input).length < 1.05 * 1024 * 1024);
      const { outcome, budget } = await runBody(body);
      assert(budget.spent("work") <= SERVER_LIMITS.work);
      if (outcome.ok) return;
      assert.notEqual(outcome.error.code, "internal");
      assert(outcome.error.issues.length <= 51);
    });
  }
});

describe("key derivations on a server", () => {
  it("are refused before they run, with the cost, the limit and an alternative", async () => {
    const ran = await runBody(HOSTILE_BODIES.find(({ operation }) => operation === pfxOpen.name)!);
    const message = refused(ran, "too_complex");
    assert.match(message, /asks for 5,000,000 iterations of PKCS#12's key derivation over SHA-512/);
    assert.match(message, /, but the server runs at most 799,984\. Open it on your own device$/);
    assert.equal(ran.budget.spent("kdfIterations"), 0);
  });

  it("with scrypt are refused by the product of cost, block size and parallelism", async () => {
    const ran = await runHostile("a key under scrypt of 32 MiB");
    assert.match(
      refused(ran, "too_complex"),
      /3,899,392 blocks of scrypt \(N = 32768, R = 7, P = 17\)/,
    );
    assert.equal(ran.budget.spent("kdfIterations"), 0);
  });

  it("count together, even if each is cheap", async () => {
    // Ninety keys of 100,000 iterations each.
    const bags = Array.from(
      { length: 90 },
      (_, seed) => der.shroudedBag(der.pbkdf2Key(100_000, seed)),
    );
    const pfx = der.pem("PKCS12", der.pfx([], { digest: "SHA-256", iterations: 1_800_000 }));
    const ran = await run(pfxOpen.name, { pfx, password: "any" });
    refused(ran, "passphrase_wrong");
    assert(ran.budget.spent("kdfIterations") >= 7_200_000);
    const open = der.pem("PKCS12", der.pfx(bags, null));
    const first = await run(pfxOpen.name, { pfx: open, password: "any" }, {
      ...SERVER_LIMITS,
      kdfIterations: 100_000,
    });
    assert.match(refused(first, "too_complex"), /100,000 iterations of PBKDF2-HMAC-SHA-256/);
  });

  it("run with the parameters of NSS, GnuTLS and Bouncy Castle: three of 600,000 iterations in a file", async () => {
    const pfx = der.pem("PKCS12", der.pfx([], { digest: "SHA-256", iterations: 600_000 }));
    const { outcome, budget } = await run(pfxOpen.name, { pfx, password: "any" });
    // The MAC was computed, and matches no password.
    assert(!outcome.ok && outcome.error.code === "passphrase_wrong");
    assert(budget.left("kdfIterations") > 2 * 600_000);
  });

  it("have a higher limit on a device, whose error does not mention a server", async () => {
    const pfx = der.pem("PKCS12", der.pfx([], { digest: "SHA-512", iterations: 5_000_001 }));
    const message = refused(await run(pfxOpen.name, { pfx, password: "x" }, {}), "too_complex");
    assert.match(message, /asks for 5,000,001 .* but this tool runs at most 5,000,000$/);
    assert(DEVICE_LIMITS.kdfIterations > 5 * 5_000_000);
  });

  it("with expensive parameters run only if a password is given", async () => {
    const files = (iterations: number) => ({
      texts: [{ text: der.pem("PKCS12", der.pfx([], { digest: "SHA-256", iterations })) }],
      acceptPrivateKeys: true,
    });
    const cheap = await run(inspect.name, files(10_000));
    assert(cheap.budget.spent("kdfIterations") > 2 * 10_000);
    for (const iterations of [100_000, 5_000_000, 2 ** 30]) {
      const { outcome, budget } = await run(inspect.name, files(iterations));
      assert.equal(budget.spent("kdfIterations"), 0);
      assert(outcome.ok);
      const { objects } = outcome.value as { objects: { locked: boolean; problem: unknown }[] };
      assert.deepEqual(objects.map(({ locked, problem }) => [locked, problem]), [[true, null]]);
    }
  });

  it("without a given password run only for a limited number of files; the others stay locked", async () => {
    const ran = await runHostile("the most PFX files, 2,048 MAC iterations each");
    assert(ran.outcome.ok && ran.budget.left("kdfIterations") < 200_000);
    const { objects } = ran.outcome.value as { objects: { locked: boolean }[] };
    assert(objects.length > 1_000 && objects.every(({ locked }) => locked));
  });
});

describe("two lists of names", () => {
  it("of domains and of certificates are compared in one pass over each", async () => {
    const { outcome, budget } = await runHostile("2,000 long names with 500 domains");
    assert(outcome.ok);
    // 2,000 names of about 260 octets, a step for eight octets; compared with each domain: 1,000,000 names.
    assert(budget.spent("names") < 2_000 * 40, `${budget.spent("names")}`);
  });

  // The number of pairs that Chrome compares: 2^20.
  const { x400, registeredId, dns } = der.generalName;
  for (
    const [name, certificate, steps] of [
      [
        "of one unknown form against constraints of another",
        constrained(
          range(1_000).map(() => x400(NOTHING)),
          range(1_000).map(() => registeredId(NOTHING)),
        ),
        1_000,
      ],
      [
        "that are not of their form against constraints",
        constrained(range(1_000).map(() => dns("")), range(1_000).map(() => registeredId(NOTHING))),
        1_000,
      ],
      [
        "of DNS against constraints of DNS",
        constrained(
          range(1_000).map((index) => dns(`${index}.example`)),
          range(1_000).map((index) => dns(`${index}.test`)),
        ),
        // About twelve octets each.
        1_000 * 10,
      ],
    ] as const
  ) {
    it(`${name} are looked up and counted once for each issuer`, async () => {
      const { budget } = await run(chainAnalyze.name, { certificate });
      const spent = budget.spent("names");
      assert(spent >= steps / 2 && spent <= 3 * steps, `${spent}`);
    });
  }

  it("are not looked up if Chrome compares none of their pairs", async () => {
    const { budget } = await runHostile("DNS names against DNS constraints");
    assert.equal(budget.spent("names"), 0);
  });

  it("of purposes are not looked up under a private root", async () => {
    const { budget } = await runHostile("purposes of a leaf against purposes of its issuer");
    assert.equal(budget.spent("names"), 0);
  });

  it("of keys and of certificates in a PFX are counted, and too many pairs are refused", async () => {
    const keys = Array.from({ length: 60 }, (_, seed) => der.keyBag(der.ed25519PrivateKey(seed)));
    const spki = der.rsaKey(512, 1);
    const certificates = Array.from(
      { length: 50 },
      (_, serial) =>
        der.certificateBag(
          der.certificate({ subject: `${serial}`, issuer: "x", spki, serial: serial + 1 }),
        ),
    );
    const pfx = der.pem("PKCS12", der.pfx([...keys, ...certificates], null));
    const { outcome, budget } = await run(pfxOpen.name, { pfx, password: "" });
    assert(outcome.ok);
    assert(budget.spent("work") >= 60 * 50);
    refused(
      await run(pfxOpen.name, { pfx, password: "" }, { ...SERVER_LIMITS, work: 60 * 50 }),
      "too_complex",
    );
  });
});

describe("arithmetic on keys", () => {
  for (const size of [16_384, 4_096, 512]) {
    it(`stops at the budget for the largest number of RSA keys of ${size} bits`, async () => {
      const { outcome, budget } = await runHostile(
        `the most RSA keys of ${size.toLocaleString("en")} bits`,
      );
      assert(outcome.ok);
      assert(budget.spent("work") <= SERVER_LIMITS.work);
      const { notes } = outcome.value as { notes: string[] };
      assert(notes.some((note) => / RSA keys were not compared with the others/.test(note)));
    });
  }

  it("compares all of a few keys", async () => {
    const text = Array.from(
      { length: 200 },
      (_, seed) => der.pem("PUBLIC KEY", der.rsaKey(2_048, seed)),
    ).join("");
    const { outcome } = await run(inspect.name, { texts: [{ text }] });
    assert(outcome.ok);
    assert.deepEqual((outcome.value as { notes: string[] }).notes, []);
  });
});

describe("certificates of one name", () => {
  for (const algorithm of ["RSA with 16,384 bits", "ML-DSA-87", "SLH-DSA-SHAKE-256f"]) {
    it(`cost no more than the budget with keys of ${algorithm}`, async () => {
      const bodies = HOSTILE_BODIES.filter(({ name }) => name.includes(`each other, ${algorithm}`));
      assert.equal(bodies.length, 2);
      const [chain, inspected] = await Promise.all(bodies.map(runBody));
      assert.match(refused(chain, "too_complex"), /for the server/);
      assert(inspected.outcome.ok);
      const { notes } = inspected.outcome.value as { notes: string[] };
      assert(notes.includes("There are too many signatures to verify, so some links are missing"));
    });
  }

  it("cost no more than the budget when paths are built, and the inspector omits only lines", async () => {
    const name = "certificates of one name that all signed each other, P-521";
    const bodies = HOSTILE_BODIES.filter((body) => body.name === name);
    assert.deepEqual(bodies.map(({ operation }) => operation), [chainAnalyze.name, inspect.name]);
    const [chain, inspected] = await Promise.all(bodies.map(runBody));
    assert.match(refused(chain, "too_complex"), /for the server/);
    assert(inspected.outcome.ok);
    const { notes } = inspected.outcome.value as { notes: string[] };
    assert(notes.includes("There are too many signatures to verify, so some links are missing"));
  });
});

describe("lists of an input", () => {
  it("are refused for their length before any item is checked", async () => {
    const { subjectAltNames } = exampleOf(csrGenerate);
    let looked = 0;
    const names = new Proxy(Array.from({ length: 200_000 }, () => "!"), {
      get(list, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) looked++;
        return Reflect.get(list, key);
      },
    });
    const ran = await run(csrGenerate.name, { ...exampleOf(csrGenerate), subjectAltNames: names });
    refused(ran, "invalid_input");
    assert(!ran.outcome.ok);
    assert.deepEqual(ran.outcome.error.issues, [{
      path: "subjectAltNames",
      message: "Too many subject alternative names: 200,000, at most 250",
    }]);
    assert.equal(looked, 0);
    assert(subjectAltNames);
  });

  it("of texts and of validation methods are refused for their length too", async () => {
    const texts = Array.from({ length: MAX_TEXTS + 1 }, () => 1);
    const inspected = await run(inspect.name, { texts });
    assert(!inspected.outcome.ok && inspected.outcome.error.issues.length === 1);
    const validationMethods = Array.from({ length: 17 }, () => 1);
    const caa = await run("caa/generate", { domain: "example.com", validationMethods });
    assert(!caa.outcome.ok);
    assert.deepEqual(caa.outcome.error.issues, [
      { path: "validationMethods", message: "Validation methods must be at most 16" },
    ]);
  });

  it("report their first fifty faults and the number of the others", async () => {
    const subjectAltNames = Array.from({ length: 250 }, () => "!");
    const { outcome } = await run(csrGenerate.name, { ...exampleOf(csrGenerate), subjectAltNames });
    assert(!outcome.ok);
    const { issues } = outcome.error;
    assert.equal(issues.length, 51);
    assert.equal(issues[49].path, "subjectAltNames.49");
    assert.deepEqual(issues[50], { path: "", message: "And 200 more errors" });
  });
});

const TIME = "2026-05-01T12:00:00Z";

describe("CRLs that other certificates signed", () => {
  const root = authority("Root", keyOf("root"), null);
  const ca = authority("CA", keyOf("ca"), root, { serial: Uint8Array.of(1, 1) });
  const leaf = endEntity(ca);
  const path = [leaf, ca.certificate, root.certificate];
  const serialOf = (index: number) => Uint8Array.of(2, index >> 8, index);

  /** Runs the analysis and the inspection of a text; both must end within a server's budgets. */
  async function ended(certificates: Certificate[], crls: Uint8Array<ArrayBuffer>[]) {
    const text = pemOf(...path, ...certificates) + crlPem(...crls);
    assert(text.length < 1024 * 1024, `${text.length}`);
    const ran = [
      await run(chainAnalyze.name, { certificate: text, at: TIME, judgeAs: "private" }),
      await run(inspect.name, { texts: [{ text }], at: TIME }),
    ];
    for (const { outcome, budget } of ran) {
      assert(budget.spent("work") <= SERVER_LIMITS.work);
      assert(outcome.ok || outcome.error.code === "too_complex");
    }
    return ran[0];
  }

  it("stay within the budget if hundreds have the same key and name", async () => {
    const key = keyOf("next");
    const signers = range(400).map((index) =>
      authority("CA", key, root, { serial: serialOf(index) }).certificate
    );
    const crls = range(800).map((index) =>
      crlOf({ name: ca.name, key }, { entries: [entry(serialOf(index))] })
    );
    const { budget } = await ended(signers, crls);
    assert(budget.spent("signatures") <= SERVER_LIMITS.signatures);
  });

  it("stay within the budget if each has its own key", async () => {
    const signers = range(300).map((index) =>
      authority("CA", keyOf(`${index}`), root, { serial: serialOf(index) })
    );
    const certificates = signers.map(({ certificate }) => certificate);
    const unnamed = signers.map(({ key }) =>
      listBytes({ issuer: ca.name, key, entries: [entry(serialOf(0))] })
    );
    refused(await ended(certificates, unnamed), "too_complex");
    // With key identifiers each CRL is compared with one key.
    await ended(certificates, signers.map((signer) => crlOf(signer)));
  });

  it("stay within the budget if each CRL covers the signer of the next", async () => {
    const signers = range(60).map((index) =>
      authority("Root", keyOf(`${index}`), root, { serial: serialOf(index) })
    );
    const crls = signers.map((signer, index) =>
      crlOf(signer, { entries: [entry(serialOf((index + 1) % signers.length))] })
    );
    await ended(signers.map(({ certificate }) => certificate), crls);
  });
});

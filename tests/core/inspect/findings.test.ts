/**
 * Findings by the facts of a certificate: at which value they begin, and that they are silent
 * elsewhere.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { ownFindings } from "../../../core/x509/rules/catalogue.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { ProductTree } from "../../../core/x509/keys/families/shared-factors.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { fixture, folder } from "../../fixtures/inspect/index.ts";
import { Seeded } from "../../support/seeded.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { finish, inspectFiles } from "./support.ts";

const isPrivate = ({ name }: { name: string }) => name.startsWith("private-");
const open = await inspectFiles(folder("public").filter((file) => !isPrivate(file)));
const closed = await inspectFiles(folder("public").filter(isPrivate));
const weak = await inspectFiles(folder("weak"));

function sharedFactors(moduli: readonly bigint[]): (bigint | null)[] {
  const tree = new ProductTree();
  tree.add(moduli);
  return tree.factors();
}

describe("the allowed lifetime", () => {
  for (const { name } of folder("public")) {
    if (!/^\d/.test(name)) continue;
    const isLonger = name.endsWith("-longer.pem");
    it(`${isLonger ? "is exceeded" : "is kept"} by ${name.replace(".pem", "")}`, () => {
      assert.equal(open.codes(name).includes("lifetime_too_long"), isLonger);
    });
  }

  it("is reported with its source and reason", () => {
    const found = open.findings("2026-03-15-longer.pem")
      .find(({ code }) => code === "lifetime_too_long")!;
    assert.equal(found.severity, "error");
    assert.match(found.message, /201 days; public CAs may issue it for at most 200/);
    assert.match(found.source, /Baseline Requirements, 6\.3\.2/);
    assert.match(found.why, /^Browsers refuse .*\.$/);
  });

  it("does not apply to private CAs, whose certificates Apple refuses after 825 days", () => {
    const codes = closed.rows.flatMap(({ findings }) => findings.map(({ code }) => code));
    assert.deepEqual(codes, ["server_valid_over_825_days"]);
  });
});

describe("findings of public TLS certificates", () => {
  it("include an organizational unit, clientAuth and a common name that is not among the names", () => {
    const found = open.findings("old-habits.pem").map(({ code, severity }) =>
      `${severity} ${code}`
    );
    assert.deepEqual(found.sort(), [
      "info client_auth",
      "warning common_name_not_in_san",
      "warning unit_present",
    ]);
  });

  it("each have a source and a sentence", () => {
    for (const { findings } of [...open.rows, ...weak.rows]) {
      for (const { why, source, message } of findings) {
        assert.match(why, /^[A-Z].*\.$/);
        assert(source.length > 5 && message.length > 5);
      }
    }
  });
});

describe("expiring soon", () => {
  it("depends on the lifetime as well as on days", () => {
    // A certificate of 47 days from 2029-03-15 has not begun; one of 75 days from 2026-11-01 has 55
    // days left.
    assert(!open.codes("old-habits.pem").includes("expiring_soon"));
  });

  it("is reported in the last third of a short life and in the last 30 days of a long one", async () => {
    const codesAt = async (file: string, at: string) =>
      (await finish(open.collection, { now: Date.parse(at) })).codes(file);
    const soon = async (file: string, at: string) =>
      (await codesAt(file, at)).includes("expiring_soon");
    // 47 days until 2029-05-01: 15 days and 16 hours are a third.
    assert(!await soon("2029-03-15-longest.pem", "2029-04-15T07:00:00Z"));
    assert(await soon("2029-03-15-longest.pem", "2029-04-15T09:00:00Z"));
    // 200 days until 2026-10-01.
    assert(!await soon("2026-03-15-longest.pem", "2026-08-31T23:59:58Z"));
    assert(await soon("2026-03-15-longest.pem", "2026-09-02T00:00:00Z"));
    assert((await codesAt("2026-03-15-longest.pem", "2026-10-01T00:00:01Z")).includes("expired"));
  });
});

describe("weak keys", () => {
  it("are reported with their fault, and a sound one is not", () => {
    const codes = Object.fromEntries(weak.rows.map(({ places: [{ file }], findings }) => [
      file.replace(".pem", ""),
      findings.map(({ code }) => code).join(),
    ]));
    assert.deepEqual(codes, {
      "close-primes": "close_primes",
      "exponent-3": "exponent_small",
      "roca": "roca",
      "shared-1": "shared_factor",
      "shared-2": "shared_factor",
      "small-factor": "small_factor",
      "sound": "",
    });
  });

  it("share factors exactly where a pairwise comparison finds them", () => {
    const seeded = new Seeded(7);
    const gcd = (a: bigint, b: bigint): bigint => b === 0n ? a : gcd(b, a % b);
    for (let round = 0; round < 20; round++) {
      const count = 2 + seeded.below(40);
      const moduli = [
        ...new Set(Array.from({ length: count }, () =>
          // Small factors on purpose, so that many moduli share one.
          BigInt(1009 + seeded.below(400)) * BigInt(100_003 + seeded.below(1_000_000)))),
      ];
      const found = sharedFactors(moduli).map((factor) => factor !== null);
      const expected = moduli.map((n, i) => moduli.some((m, j) => i !== j && gcd(n, m) > 1n));
      assert.deepEqual(found, expected);
    }
    assert.deepEqual(sharedFactors([15n]), [null]);
    assert.deepEqual(sharedFactors([15n, 21n, 22n]), [3n, 3n, null]);
  });

  it("share the same factors for every batch size", () => {
    const seeded = new Seeded(8);
    for (let count = 0; count < 40; count++) {
      const moduli = [
        ...new Set(
          Array.from(
            { length: count },
            () => BigInt(1009 + seeded.below(400)) * BigInt(100_003 + seeded.below(1_000_000)),
          ),
        ),
      ];
      const tree = new ProductTree();
      while (tree.size < moduli.length) {
        assert(tree.isPrefixOf(moduli));
        assert(!tree.isPrefixOf(moduli.slice(0, tree.size - 1)) || tree.size === 0);
        tree.add(moduli.slice(tree.size, tree.size + 1 + seeded.below(9)));
      }
      assert.deepEqual(tree.factors(), sharedFactors(moduli));
      assert(!tree.isPrefixOf(moduli.toReversed()) || moduli.length < 2);
    }
  });
});

describe("malformed names", () => {
  const names: [file: string, message: string][] = [
    ["san-underscore", 'Its DNS name "my_host.fixture.example" is not well-formed.'],
    [
      "san-wildcard-of-top-level",
      'Its DNS name "*.example" is a wildcard for a whole top-level domain.',
    ],
    [
      "san-single-label",
      'Its DNS name "intranet" is a single label, which the public DNS does not have.',
    ],
  ];
  for (const [file, message] of names) {
    it(`are reported: ${file}`, () => {
      const pem = Deno.readTextFileSync(
        new URL(`../../fixtures/chain/${file}.pem`, import.meta.url),
      );
      const [{ bytes }] = readPem(pem);
      const candidate = new Candidate(readCertificate(bytes!, new Budget()), "input", 0);
      const inputs = { now: 0, reference: null, purpose: null };
      const found = ownFindings(candidate, "leaf", 0, { ...inputs, budget: new Budget() });
      const told = found.filter(({ code }) => code.startsWith("san_"));
      assert.deepEqual(told.map((finding) => finding.message), [message]);
    });
  }
});

describe("a cross-signed authority", () => {
  it("is reported with its other valid path", async () => {
    const bytes = Deno.readFileSync(
      new URL("../../fixtures/chain/cross-signed.pem", import.meta.url),
    );
    const { related } = await inspectFiles([{ name: "bundle", bytes }]);
    const [chain] = related.chains;
    assert.equal(chain.isValid, true);
    assert.deepEqual(chain.otherPaths.map(({ names, trusted }) => [names.at(-1), trusted]), [
      ["Fixture Root", false],
    ]);
  });
});

describe("private authorities", () => {
  it("have no finding for a sound set", async () => {
    const { rows } = await inspectFiles([
      { name: "leaf", bytes: fixture("messy/download") },
      { name: "chain", bytes: fixture("public/private-chain.pem") },
      { name: "key", bytes: fixture("messy/key.txt") },
    ]);
    assert.deepEqual(rows.flatMap(({ findings }) => findings), []);
  });
});

describe("a newer certificate", () => {
  it(
    "replaces one with fewer names, and a CA certificate with the same key and issuer",
    needs("openssl"),
    async () => {
      const make = async (name: string, ...options: string[]) => {
        const given = [
          "req",
          "-x509",
          "-new",
          "-newkey",
          "ed25519",
          "-noenc",
          "-keyout",
          "/dev/null",
        ];
        const { stdout, code, stderr } = await runProgram("openssl", [...given, ...options]);
        assert.equal(code, 0, stderr);
        return { name, bytes: new TextEncoder().encode(stdout) };
      };
      const server = (name: string, days: string, names: string) =>
        make(
          name,
          ...["-subj", "/CN=a.example", "-days", days, "-addext", `subjectAltName=${names}`],
          ...["-addext", "basicConstraints=critical,CA:FALSE"],
        );
      const path = await Deno.makeTempFile();
      try {
        await runProgram("openssl", ["genpkey", "-algorithm", "ed25519", "-out", path]);
        const ca = (name: string, days: string) =>
          make(name, "-key", path, "-subj", "/CN=CA", "-days", days);
        const found = await inspectFiles([
          await server("fewer names", "100", "DNS:a.example,DNS:b.example"),
          await server("newer", "200", "DNS:b.example,DNS:c.example,DNS:a.example"),
          await server("another name", "50", "DNS:a.example,DNS:d.example"),
          await ca("old CA", "300"),
          await ca("renewed CA", "400"),
          await make("other key", "-subj", "/CN=CA", "-days", "10"),
        ]);
        const replaced = found.rows.filter(({ findings }) =>
          findings.some(({ code }) => code === "superseded")
        );
        assert.deepEqual(replaced.map(({ places: [{ file }] }) => file), ["fewer names", "old CA"]);
      } finally {
        await Deno.remove(path);
      }
    },
  );
});

/** Every verdict of the inspector: green only for what was checked and holds. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { zipSync } from "fflate";
import {
  certificateGenerate,
  type GeneratedCertificate,
} from "../../../core/certificate/contract.ts";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import type { InspectedVerdict, ObjectRow } from "../../../core/inspect/contract.ts";
import type { InspectedFile } from "../../../core/inspect/find.ts";
import { filesVerdict } from "../../../core/verdict/inspect.ts";
import { judgeFiles } from "../../../core/verdict/judge/inspect/headline.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { certificateText } from "../../fixtures/certificates/index.ts";
import { AT, folder } from "../../fixtures/inspect/index.ts";
import { collect, finish, inspectFiles, textFile } from "./support.ts";

const renewal = new Map(folder("renewal").map((file) => [file.name, file]));
const files = (names: string): InspectedFile[] =>
  names.split(" ").map((name) => renewal.get(name)!);

const rootPem = new TextDecoder().decode(renewal.get("root.pem")!.bytes);
const root = readCertificate(readPem(rootPem)[0].bytes!, new Budget());
const intermediatePem = new TextDecoder().decode(renewal.get("intermediate.pem")!.bytes);
const intermediate = readCertificate(readPem(intermediatePem)[0].bytes!, new Budget());
/** The root of the fixtures as if it were public. */
const trustStore = { name: "Test", source: "test", date: "2026-11-01", certificates: [root] };

type Statement = InspectedVerdict["statements"][number];
/** The outcome of a statement, and its code, or else its text. */
type Expected = readonly [outcome: Statement["outcome"], stated: string];

const REVOCATION: Expected = ["note", "revocation_not_checked"];
const VALID: Expected = ["good", "chain_valid"];
const UNCHECKED: Expected = ["bad", "issuer_not_found"];
const NO_ROOT: Expected = ["bad", "private_root_not_given"];
const NO_KEY: Expected = ["note", "The private key of this certificate is not in these files."];
const PRIVATE: Expected = [
  "good",
  "chain_private",
];
const LOST: Expected = [
  "warning",
  "The certificate lacks 2 names that the CSR asks for: *.shop.example.com, 192.0.2.7.",
];
const ADDED: Expected = [
  "note",
  "The CA added www.shop.example.com, which the CSR didn't ask for. That's normal.",
];
const SAME_KEY: Expected = ["good", "Key, certificate and CSR have the same key."];
const ALL_MATCH: Expected = ["good", "Key, certificate and CSR match."];
const PAIR: Expected = ["good", "Key and certificate match."];
const MISFIT: Expected = [
  "warning",
  "The private key in old.key has no certificate or CSR in these files.",
];

const TABLE: readonly { given: string; isPublic: boolean; told: readonly Expected[] }[] = [
  // Key, CSR and a whole public chain: the only green verdict
  {
    given: "twin.pem twin.key twin-given.csr intermediate.pem",
    isPublic: true,
    told: [ALL_MATCH, VALID, REVOCATION],
  },
  { given: "twin.pem twin.key intermediate.pem", isPublic: true, told: [PAIR, VALID, REVOCATION] },
  {
    given: "twin.pem twin-given.csr intermediate.pem",
    isPublic: true,
    told: [["good", "Certificate and CSR match."], VALID, NO_KEY, REVOCATION],
  },
  { given: "twin.pem intermediate.pem", isPublic: true, told: [VALID, NO_KEY, REVOCATION] },
  {
    given: "twin.key twin.csr",
    isPublic: true,
    told: [["good", "Key and CSR match."], [
      "note",
      "The certificate of this key is not in these files.",
    ]],
  },
  {
    given: "root.pem",
    isPublic: true,
    told: [["good", "chain_valid"], REVOCATION],
  },

  // The chain: absent, in part, private, self-signed, out of date
  { given: "twin.pem twin.key", isPublic: true, told: [UNCHECKED, PAIR, REVOCATION] },
  { given: "twin.pem", isPublic: true, told: [UNCHECKED, NO_KEY, REVOCATION] },
  { given: "intermediate.pem", isPublic: false, told: [NO_ROOT, REVOCATION] },
  {
    given: "twin.pem twin.key twin-given.csr",
    isPublic: true,
    told: [UNCHECKED, ALL_MATCH, REVOCATION],
  },
  {
    given: "twin.pem twin.key intermediate.pem",
    isPublic: false,
    told: [
      NO_ROOT,
      PAIR,
      REVOCATION,
    ],
  },
  {
    given: "twin.pem twin.key intermediate.pem root.pem",
    isPublic: false,
    told: [PAIR, PRIVATE, REVOCATION],
  },
  {
    given: "root.pem",
    isPublic: false,
    told: [["good", "private_root_alone"], REVOCATION],
  },
  {
    given: "self.pem old.key",
    isPublic: true,
    told: [
      [
        "bad",
        "self_signed",
      ],
      PAIR,
      REVOCATION,
    ],
  },
  {
    given: "expired.pem old.key old.csr intermediate.pem",
    isPublic: true,
    told: [
      ["bad", "expired"],
      ["bad", "chain_invalid"],
      ALL_MATCH,
      REVOCATION,
    ],
  },
  {
    given: "future.pem old.key intermediate.pem",
    isPublic: true,
    told: [
      ["bad", "not_yet_valid"],
      ["bad", "chain_invalid"],
      PAIR,
      REVOCATION,
    ],
  },
  {
    given: "old.pem old.key old.csr intermediate.pem",
    isPublic: false,
    told: [
      NO_ROOT,
      ["warning", "expiring_soon"],
      ALL_MATCH,
      REVOCATION,
    ],
  },

  // The CSR: names lost and added, another subject, another key.
  {
    given: "new.pem new.key new.csr intermediate.pem",
    isPublic: true,
    told: [LOST, SAME_KEY, VALID, ADDED, REVOCATION],
  },
  {
    given: "new.pem new.key new.csr",
    isPublic: true,
    told: [UNCHECKED, LOST, SAME_KEY, ADDED, REVOCATION],
  },
  {
    given: "twin.pem twin.key twin.csr intermediate.pem",
    isPublic: true,
    told: [
      SAME_KEY,
      VALID,
      [
        "note",
        'The subject differs: "CN=shop.example.com" in the certificate, ' +
        '"CN=shop.example.com,C=AT,O=Renewal Example" in the CSR. ' +
        "CAs leave out what they did not verify.",
      ],
      REVOCATION,
    ],
  },
  {
    given: "twin.pem twin.key new.csr intermediate.pem",
    isPublic: true,
    told: [
      [
        "unknown",
        "The key and the certificate of the CSR for shop.example.com are not in these files.",
      ],
      PAIR,
      VALID,
      ["note", "The CSR in new.csr is for the same name and another key."],
      REVOCATION,
    ],
  },

  // Keys that fit nothing, and what is locked.
  {
    given: "twin.pem old.key intermediate.pem",
    isPublic: true,
    told: [MISFIT, VALID, NO_KEY, REVOCATION],
  },
  {
    given: "twin.key",
    isPublic: true,
    told: [["unknown", "There is no certificate or CSR of this private key in these files."]],
  },
  {
    given: "twin.csr",
    isPublic: true,
    told: [[
      "unknown",
      "The key and the certificate of the CSR for shop.example.com are not in these files.",
    ]],
  },
  {
    given: "twin.pem twin.key intermediate.pem new-encrypted.key",
    isPublic: true,
    told: [
      ["unknown", "locked"],
      PAIR,
      VALID,
      REVOCATION,
    ],
  },
  {
    given: "old.pfx",
    isPublic: true,
    told: [["unknown", "locked"]],
  },
  // Old and new, each with its key.
  {
    given: "twin.pem twin.key expired.pem old.key intermediate.pem",
    isPublic: true,
    told: [
      ["warning", "expired_superseded"],
      ["good", "certificates_have_keys"],
      ["good", "chain_valid"],
      REVOCATION,
    ],
  },
];

function compare(told: readonly Statement[], expected: readonly Expected[]): void {
  const lines = told.map(({ outcome, text }) => `${outcome}: ${text}`);
  assert.equal(told.length, expected.length, lines.join("\n"));
  for (const [index, [outcome, stated]] of expected.entries()) {
    const { code, text } = told[index];
    assert.equal(told[index].outcome, outcome, lines.join("\n"));
    assert.equal(/^[a-z_]+$/.test(stated) ? code : text, stated, lines.join("\n"));
  }
}

describe("the verdict on everything", () => {
  for (const { given, isPublic, told } of TABLE) {
    it(`${given}, ${isPublic ? "public root" : "private root"}`, async () => {
      const found = await inspectFiles(files(given), isPublic ? { trustStore } : {});
      compare(found.verdict.statements, told);
      const [[outcome]] = told;
      assert.equal(found.verdict.outcome, outcome === "note" ? "unknown" : outcome);
    });
  }

  it("calls an archive with unsafe names read, not skipped", async () => {
    const zip = zipSync({ "../a.pem": new TextEncoder().encode(rootPem) });
    const { collection: { skipped }, verdict: { statements } } = await inspectFiles([
      { name: "a.zip", bytes: zip },
    ]);
    assert.deepEqual(skipped.map(({ unsafe }) => unsafe), [true]);
    const texts = statements.map(({ text }) => text);
    assert(
      texts.includes(
        "a.zip has a file that would be written outside its folder. Take care when you unpack it.",
      ),
      texts.join(),
    );
    assert(!texts.some((text) => text.includes("skipped")), texts.join());
  });

  it("leads with the certificates in use, not with one that was replaced", async () => {
    const context = createContext({ now: Date.parse(AT) });
    const input = { names: ["b.example"] };
    const made = await execute(operations, certificateGenerate.name, input, context);
    assert(made.ok);
    const { chain } = made.value as GeneratedCertificate;
    const given = files("twin.pem expired.pem intermediate.pem root.pem");
    const leading = async (more: readonly InspectedFile[]) => {
      const { facts } = await inspectFiles([...given, textFile(chain, "b.pem"), ...more]);
      const { headline, cause } = judgeFiles(facts).verdict;
      assert(more.length > 0 || cause.some(({ code }) => code === "expired_superseded"));
      return headline;
    };
    const both = [{ name: "shop.example.com", isFile: false }, {
      name: "b.example",
      isFile: false,
    }];
    const { code, facts } = await leading([]);
    assert.equal(code, "chains_private");
    assert.deepEqual(facts, { count: 2, both });
    // Another warning comes before them.
    const key = await leading(files("new.key"));
    assert.equal(key.code, "unmatched_key");
  });

  it("names the code and the object of statements on findings, chains and keys", async () => {
    const marked = async (given: string) => {
      const { rows, verdict } = await inspectFiles(files(given), { trustStore });
      const fileOf = new Map(rows.map(({ id, places: [{ file }] }) => [id, file]));
      return verdict.statements.flatMap(({ code, id }) =>
        code === "revocation_not_checked" || code === "parts_match"
          ? []
          : [`${code} ${id === undefined ? "several" : fileOf.get(id)}`]
      );
    };
    assert.deepEqual(await marked("twin.pem old.key intermediate.pem"), [
      "unmatched_key old.key",
      "chain_valid twin.pem",
      "missing_key twin.pem",
    ]);
    assert.deepEqual(await marked("expired.pem old.key intermediate.pem"), [
      "expired expired.pem",
      "chain_invalid expired.pem",
    ]);
    assert.deepEqual(await marked("self.pem"), ["self_signed self.pem", "missing_key self.pem"]);
    assert.deepEqual(await marked("twin.pem new.pem"), [
      "chains_incomplete several",
      "missing_key several",
    ]);
    assert.deepEqual(
      await marked("twin.pem twin.key expired.pem old.key intermediate.pem"),
      ["expired_superseded expired.pem", "certificates_have_keys several", "chain_valid twin.pem"],
    );
    assert.deepEqual(await marked("root.pem"), ["chain_valid root.pem"]);
  });

  it("says so if a private key cannot be compared", async () => {
    const unknownAlgorithm = Uint8Array.fromHex("300f020100300506032a03040403010203");
    const { related, verdict } = await inspectFiles([
      { name: "odd.key", bytes: unknownAlgorithm },
    ]);
    assert.deepEqual(related.leftovers.map(({ uncertain }) => uncertain), [true]);
    compare(verdict.statements, [
      ["unknown", "This tool cannot compare the private key in odd.key."],
    ]);
  });

  it("is never good if an object was not examined", async () => {
    const whole = files("twin.pem twin.key twin-given.csr intermediate.pem");
    const outcomeWith = async (file: InspectedFile) =>
      (await inspectFiles([...whole, file], { trustStore })).verdict;
    const skipped = await outcomeWith(textFile("see you on Monday", "notes.txt"));
    assert.equal(skipped.outcome, "unknown");
    assert.equal(skipped.statements[0].text, "1 item was skipped: notes.txt.");
    const list = new TextEncoder().encode(
      "-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n",
    );
    const crl = await outcomeWith({ name: "list.crl", bytes: list });
    assert.notEqual(crl.outcome, "good");
  });

  it("says so if a CRL does not cover the certificates", async () => {
    const { rows, facts, verdict } = await inspectFiles(
      files("twin.pem twin.key intermediate.pem"),
      { trustStore },
    );
    assert.equal(verdict.outcome, "good");
    const list = { ...rows[1], id: 99, kind: "crl" as const, name: "" };
    const told = filesVerdict({
      ...facts,
      rows: new Map([...rows, list].map((row) => [row.id, row])),
    });
    assert.equal(told.outcome, "unknown");
    assert.match(
      told.statements[0].text,
      /^The CRL is not about these certificates/,
    );
  });

  it("says so if signatures, keys or chains cannot be verified", async () => {
    const found = await inspectFiles(files("twin.pem twin.key intermediate.pem"), { trustStore });
    const { facts } = found;
    const unproven = facts.chains.map((chain) => ({ ...chain, isValid: null }));
    const chain = filesVerdict({ ...facts, chains: unproven });
    assert.equal(chain.outcome, "unknown");
    assert.equal(chain.statements[0].code, "chain_unverifiable");
    const sets = facts.sets.map((set) => ({ ...set, unverified: "The curve is not known" }));
    const key = filesVerdict({ ...facts, sets });
    assert.equal(key.outcome, "unknown");
    assert.equal(key.statements[0].code, "parts_unverified");
    const unbuilt = filesVerdict({ ...facts, chains: [] });
    assert.equal(unbuilt.outcome, "unknown");
    const cut = filesVerdict({ ...facts, notes: ["Too many"] });
    assert.equal(cut.outcome, "unknown");
  });

  it("begins with the error that every client must reject, if a certificate has several", async () => {
    const every = textFile(certificateText("every-extension"), "every.pem");
    const { verdict, findings } = await inspectFiles([every]);
    const codes = findings("every.pem").filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
    // Its dates have a statement of their own.
    assert.deepEqual(codes.slice(0, 2), ["not_yet_valid", "unknown_critical_extension"]);
    assert(codes.includes("inhibit_any_policy_not_critical"));
    assert.match(verdict.statements[1].text, /: The critical extension .* is not known\.$/);
  });

  it("has no sentence in capitals", async () => {
    const read = (name: string) =>
      Deno.readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
    const names = ["post-quantum/ml-dsa-44-bad-1-key.pem", "revocation/unknown-critical.crl"];
    const given = [
      ...names.map((name) => ({ name, bytes: read(name) })),
      textFile('example.com. IN CAA 0 issue "%%%"', "zone"),
    ];
    for (const file of given) {
      const { verdict, rows } = await inspectFiles([file]);
      const messages = rows.flatMap(({ findings }) => findings.map(({ message }) => message));
      assert(messages.length > 0, file.name);
      for (const text of [...messages, ...verdict.statements.map(({ text }) => text)]) {
        assert.doesNotMatch(text, /[A-Z]{2,} [A-Z]{2,}/, file.name);
      }
    }
  });

  it("is bad if an intermediate is expired or not yet valid, and names it", async () => {
    const collection = await collect(files("twin.pem twin.key intermediate.pem"));
    const found = await finish(collection, { trustStore });
    const [chain] = found.facts.chains;
    const message = "It expired on 2026-11-01.";
    const problems = [{ certificate: 1, code: "expired", message, advice: "Renew it." }];
    const told = filesVerdict({
      ...found.facts,
      chains: [{ ...chain, isValid: false, problems }],
    });
    compare(told.statements, [
      ["bad", "issuer_expired"],
      ["bad", "chain_invalid"],
      PAIR,
      REVOCATION,
    ]);
  });

  it("says once that a certificate has a fault that breaks its chain too", async () => {
    const found = await inspectFiles(files("twin.pem intermediate.pem"), { trustStore });
    const message = "It expired on 2026-11-01.";
    const expired = { code: "expired", severity: "error", message } as ObjectRow["findings"][0];
    const rows = new Map(found.rows.map((row) => [
      row.id,
      row.role === "leaf" ? row : { ...row, findings: [expired] },
    ]));
    const [chain] = found.facts.chains;
    const advice = "Ask the CA.";
    const problems = [
      { certificate: 0, code: "name_not_permitted", message: "It has a name.", advice },
      { certificate: 1, code: "expired", message, advice },
    ];
    const { statements } = filesVerdict({
      ...found.facts,
      rows,
      chains: [{ ...chain, isValid: false, problems }],
    });
    compare(statements, [
      ["bad", "expired"],
      ["bad", "chain_problem"],
      ["bad", "chain_invalid"],
      NO_KEY,
      REVOCATION,
    ]);
  });

  it("is bad if the issuer is there and did not sign the certificate", async () => {
    const [{ bytes }] = files("twin.pem");
    const { bytes: der } = readPem(new TextDecoder().decode(bytes))[0];
    der![der!.length - 1] ^= 1;
    const forged = { name: "forged.cer", bytes: der! };
    const { verdict } = await inspectFiles([forged, ...files("twin.key intermediate.pem")], {
      trustStore,
    });
    assert.equal(verdict.outcome, "bad");
    const told = verdict.statements.map(({ text }) => text);
    assert(told.includes("shop.example.com: Its signature was not made by the issuer's key."));
    assert(verdict.statements.some(({ code }) => code === "chain_invalid"), told.join("\n"));
  });

  it("names the certificate whose revocation was not checked if that of another was", async () => {
    const found = await inspectFiles(files("twin.pem intermediate.pem"), { trustStore });
    const revocation = { status: "revoked" } as ObjectRow["revocation"];
    const { statements } = filesVerdict({
      ...found.facts,
      rows: new Map(
        found.rows.map((row) => [row.id, row.role === "leaf" ? { ...row, revocation } : row]),
      ),
    });
    assert.deepEqual(
      statements.map(({ text }) => text).filter((text) => text.includes("Revocation")),
      ['Revocation of "Renewal Intermediate" was not checked.'],
    );
  });

  it("mentions a cross-certificate that is not on the checked chain", async () => {
    const bytes = await Deno.readFile(
      new URL("../../fixtures/chain/cross-signed.pem", import.meta.url),
    );
    const found = await inspectFiles([{ name: "cross-signed.pem", bytes }]);
    const { chains } = found.related;
    const onChain = new Set(chains.flatMap(({ certificates }) => certificates.map(({ id }) => id)));
    const crossed = found.rows.find(({ id, role }) => role === "intermediate" && !onChain.has(id))!;
    const set = {
      ...{ certificate: crossed.id, privateKeys: [], requests: [] },
      ...{ unverified: null, differences: [] },
    };
    const { statements } = filesVerdict({ ...found.facts, sets: [set] });
    const texts = statements.map(({ text }) => text);
    assert(
      texts.includes(`The CA certificate "${crossed.name}" is not part of a checked chain.`),
    );
    assert(!texts.some((text) => text.includes("too many paths")), texts.join("\n"));
  });
});

describe("the verdict on each set", () => {
  it("names the requested parts that it lacks", async () => {
    const { sets: [set], rows } = await inspectFiles(
      files("new.pem new.key new.csr intermediate.pem"),
      { trustStore },
    );
    compare(set.verdict.statements, [LOST, SAME_KEY, VALID, ADDED, REVOCATION]);
    assert.equal(set.verdict.outcome, "warning");
    assert.deepEqual(set.differences.map(({ code }) => code), ["names_missing", "names_added"]);
    const csr = rows.find(({ kind }) => kind === "request")!.id;
    assert.deepEqual(set.requests, [csr]);
    assert(set.differences.every(({ request }) => request === csr));
  });

  it("shows the names of files and certificates unchanged", async () => {
    const { verdict } = await inspectFiles([
      ...files("twin.pem intermediate.pem"),
      { name: "a\u202eb\u0007", bytes: renewal.get("old.key")!.bytes },
    ], { trustStore });
    assert.equal(
      verdict.statements[0].text,
      'The private key in "a<U+202E>b<U+0007>" has no certificate or CSR in these files.',
    );
  });
});

describe("inspector > root programs", () => {
  const NAMES = "twin.pem intermediate.pem";
  const begins = readCertificate(
    readPem(new TextDecoder().decode(renewal.get("twin.pem")!.bytes))[0].bytes!,
    new Budget(),
  ).notBefore;
  /**
   * Verdicts where both programs list the root and Chrome trusts it for certificates issued until
   * then.
   */
  const under = async (until: number) => {
    const trustOf = () => ({ isListed: true, until: null });
    const programs = {
      Mozilla: { list: "a list", trustOf },
      Chrome: { list: "a list", trustOf: () => ({ isListed: true, until }) },
    };
    const { related, sets } = await inspectFiles(files(NAMES), {
      trustStore: { ...trustStore, programs },
    });
    return { chain: related.chains[0], statements: sets[0].verdict.statements };
  };

  it("say that a browser does not trust the root for the certificate's date", async () => {
    const { chain, statements } = await under(begins - 1000);
    assert.equal(chain.isValid, true);
    assert.match(
      chain.distrusted!.join(),
      /^Chrome: not for certificates issued after \d+ \w+ \d+\.$/,
    );
    assert.deepEqual(chain.refusing!.map(({ name }) => name), ["Chrome"]);
    const told = statements.find(({ code }) => code === "root_not_everywhere");
    assert.equal(told?.outcome, "warning");
  });

  it("are not mentioned if all trust it", async () => {
    const { chain, statements } = await under(begins);
    assert.equal(Object.hasOwn(chain, "distrusted"), false);
    assert(statements.every(({ text }) => !text.includes("browser")));
  });
});

describe("a bundle", () => {
  for (
    const [names, bundle] of [
      ["new.pem", "issuer_missing"],
      ["new.pem root.pem", "issuer_missing"],
      // It has the name of the issuer, and another key.
      ["new.pem impostor.pem", "issuer_missing"],
      ["new.pem intermediate.pem", "full_chain"],
      ["new.pem intermediate.pem root.pem", "full_chain"],
      ["self.pem", "certificate"],
    ] as const
  ) {
    it(`is ${bundle} for ${names}`, async () => {
      const { sets } = await inspectFiles(files(names));
      assert.equal(sets[0].bundle, bundle);
    });
  }

  it("needs no other certificate if a public root signed it", async () => {
    const store = { ...trustStore, certificates: [intermediate] };
    const { sets } = await inspectFiles(files("new.pem"), { trustStore: store });
    assert.equal(sets[0].bundle, "certificate");
  });
});

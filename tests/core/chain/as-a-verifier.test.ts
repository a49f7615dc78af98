/** A chain asked about as a verifier asks: roots, a host name and a purpose of the caller's own. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyze, analyzeCertificates, givenRoots } from "../../../core/chain/analyze.ts";
import type { chainAnalyze, ChainResponse } from "../../../core/chain/contract.ts";
import { type BudgetLimits, createContext } from "../../../core/kernel/context.ts";
import type { InputOf } from "../../../core/kernel/contract.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { anchorsOf } from "../../../core/x509/path/trust-store.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import { codes, now, pemsOf } from "./support.ts";

const END = "-----END CERTIFICATE-----\n";

type Input = InputOf<typeof chainAnalyze>;
type Question = Pick<Input, "certificate"> & Partial<Omit<Input, "at">>;

async function ask(
  question: Question,
  limits: Partial<BudgetLimits> = {},
): Promise<ChainResponse> {
  return await analyze({ judgeAs: "auto", at: now, ...question }, createContext({ limits }));
}

/** `isValid`, `trusted` and `trustedByYou`. */
const verdicts = ({ validation: { isValid, trusted, trustedByYou } }: ChainResponse) => [
  isValid,
  trusted,
  trustedByYou,
];

async function acceptanceOf(question: Question) {
  const { acceptance, validation } = await ask(question);
  assert.equal(validation.isValid, true);
  return [acceptance!.scope, acceptance!.message];
}

describe("chain/analyze > roots", () => {
  it("trusts a given root, and does not call it public", async () => {
    const [leaf, ca, root] = pemsOf("plain");
    const answer = await ask({ certificate: leaf + ca, roots: root });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.deepEqual(codes(answer), []);
    assert.deepEqual(answer.chain.map(({ source }) => source), ["input", "input", "roots"]);
    assert.deepEqual(answer.missing, []);
  });

  it("does not trust a pasted root", async () => {
    const certificate = chainText("plain");
    assert.deepEqual(verdicts(await ask({ certificate })), [true, false, undefined]);
    const other = await ask({ certificate, roots: pemsOf("cross-signed")[2] });
    assert.deepEqual(verdicts(other), [true, false, false]);
    assert.deepEqual(codes(other), ["root_not_trusted@2"]);
  });

  it("keeps the position of a root that is both pasted and given", async () => {
    const certificate = chainText("plain");
    const answer = await ask({ certificate, roots: pemsOf("plain")[2] });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.equal(answer.chain[2].position, 2);
    assert.deepEqual(answer.unused, []);
  });

  it("uses only the name and the key of a root", async () => {
    for (const name of ["expired-root", "root-may-not-sign", "path-length-root"]) {
      const certificate = chainText(name);
      assert.equal((await ask({ certificate })).validation.isValid, false, name);
      const roots = pemsOf(name).at(-1);
      const trusted = await ask({ certificate, roots });
      assert.deepEqual(verdicts(trusted), [true, false, true], name);
      const severities = async (judgeAs: Question["judgeAs"]) =>
        (await ask({ certificate, roots, judgeAs })).problems
          .flatMap(({ code, severity }) => code === "given_root_faulty" ? severity : []);
      assert.deepEqual(await severities("private"), ["warning"], name);
      // Public authorities, and the browsers that ask for theirs, check roots too.
      assert.deepEqual(await severities("public-tls"), ["error"], name);
    }
  });

  it("prefers a valid root to an expired one", async () => {
    const [leaf, ...others] = pemsOf("expired-alternative-root");
    const answer = await ask({ certificate: leaf, roots: others.join("") });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert(!codes(answer).some((code) => code.startsWith("given_root_faulty")));
  });

  it("applies the name constraints of a given root", async () => {
    const name = "name-not-permitted-by-root";
    const pems = pemsOf(name);
    const answer = await ask({ certificate: pems.slice(0, -1).join(""), roots: pems.at(-1) });
    assert.deepEqual(verdicts(answer), [false, false, true]);
    assert(codes(answer).includes("name_not_permitted@0"));
  });

  it("ends at an intermediate certificate that is given as a root", async () => {
    const [leaf, ca, root] = pemsOf("plain");
    const answer = await ask({ certificate: leaf + ca + root, roots: ca });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.deepEqual(answer.chain.map(({ type }) => type), ["leaf", "root"]);
    assert.deepEqual(answer.unused.map(({ reason }) => reason), ["alternative"]);
    assert.deepEqual(await acceptanceOf({ certificate: leaf, roots: ca }), [
      ...["private", "A private root works only where it is installed."],
    ]);
  });

  it("says where a chain works that is valid only because the caller trusts its end", async () => {
    const [leaf] = pemsOf("plain");
    assert.deepEqual(await acceptanceOf({ certificate: leaf, roots: leaf }), [
      ...["private", "It works only where it is installed as trusted."],
    ]);
    // The intermediate has expired, which does not matter for an anchor.
    const [below, expired] = pemsOf("expired-ca");
    assert.deepEqual(await acceptanceOf({ certificate: below, roots: expired }), [
      ...["private", "A private root works only where it is installed."],
    ]);
    const { calendar } = await ask({ certificate: below, roots: expired });
    assert.match(
      calendar!.find(({ kind }) => kind === "issuer_expires")!.message,
      /expires\. From then on clients that check the dates of roots refuse the chain\.$/,
    );
  });

  it("continues to a public root, and does not call it yours", async () => {
    const context = createContext({ now });
    const { certificates } = readBundle(chainText("plain"), context.budget);
    const given = certificates.map((entry) => ({ ...entry, source: "input" as const }));
    const [leaf, ca, root] = certificates.map(({ certificate }) => certificate);
    const trustStore = { name: "Own", source: "test", date: "2026-11-21", certificates: [root] };
    for (const roots of [[ca], [root], [leaf], [ca, root, leaf]]) {
      const answer = await analyzeCertificates({ given, trustStore, roots }, context);
      assert.deepEqual(verdicts(answer), [true, true, false]);
      assert.equal(answer.chain.length, 3);
    }
    assert.equal(anchorsOf(trustStore).length, 1);
  });

  it("accepts a given end entity as its own anchor, and still checks it", async () => {
    const [leaf, ca] = pemsOf("plain");
    const answer = await ask({ certificate: leaf + ca, roots: leaf });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.deepEqual(answer.chain.map(({ type }) => type), ["leaf"]);
    const selfSigned = chainText("self-signed");
    assert.equal((await ask({ certificate: selfSigned })).validation.isValid, false);
    assert.deepEqual(verdicts(await ask({ certificate: selfSigned, roots: selfSigned })), [
      ...[true, false, true],
    ]);
    const [expired] = pemsOf("expired-leaf");
    assert.deepEqual(verdicts(await ask({ certificate: expired, roots: expired })), [
      ...[false, false, true],
    ]);
  });

  it("gives an answer if roots sign each other", async () => {
    const [leaf, ...circle] = pemsOf("circle");
    const answer = await ask({ certificate: leaf, roots: circle.join("") });
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.equal(answer.chain.length, 2);
    assert.equal((await ask({ certificate: leaf + circle.join("") })).validation.isValid, false);
  });

  it("limits the work on many roots with one name", async () => {
    const [leaf, ...roots] = pemsOf("hundred-same-name-roots");
    const context = createContext();
    const input = { certificate: leaf, roots: roots.join(""), judgeAs: "auto", at: now } as const;
    const answer = await analyze(input, context);
    assert.deepEqual(verdicts(answer), [true, false, true]);
    assert.equal(answer.chain[1].source, "roots");
    // One for the leaf, and one for each root: whether it signed itself.
    assert(context.budget.spent("signatures") <= 1 + roots.length);
    for (const kind of ["nodes", "paths", "signatures"] as const) {
      await assert.rejects(
        async () => await ask({ certificate: leaf, roots: roots.join("") }, { [kind]: 1 }),
        (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
      );
    }
  });

  it("rejects a text with other objects than roots", async () => {
    const [leaf, , root] = pemsOf("plain");
    const refused: [string, string][] = [
      ["no certificate at all", "unreadable"],
      [chainText("private-key"), "wrong_type"],
      [root + chainText("private-key"), "wrong_type"],
      [root + `-----BEGIN CERTIFICATE-----\nAAAA\n${END}`, "unreadable"],
    ];
    for (const [roots, code] of refused) {
      await assert.rejects(async () => await ask({ certificate: leaf, roots }), (thrown) => {
        assert(isOperationError(thrown));
        assert.deepEqual([thrown.code, thrown.path], [code, "roots"]);
        return true;
      });
    }
    assert.equal(givenRoots(" \n", createContext().budget), undefined);
  });
});

describe("chain/analyze > hostname", () => {
  it("is a separate problem that does not change isValid", async () => {
    const certificate = chainText("plain");
    for (
      const hostname of ["www.fixture.example", "WWW.Fixture.Example.", " www.fixture.example "]
    ) {
      assert.deepEqual(codes(await ask({ certificate, hostname })), ["root_not_trusted@2"]);
    }
    for (const hostname of ["a.www.fixture.example", "other.example", "192.0.2.1", "intranet"]) {
      const answer = await ask({ certificate, hostname });
      assert.deepEqual(codes(answer), ["host_name_mismatch@0", "root_not_trusted@2"], hostname);
      assert.equal(answer.validation.isValid, true);
    }
  });

  it("says why a name that looks right does not cover it", async () => {
    const wildcard = chainText("host-below-wildcard");
    const messageFor = async (certificate: string, hostname: string) =>
      (await ask({ certificate, hostname })).problems.find(({ code }) =>
        code === "host_name_mismatch"
      )?.message ?? null;
    assert.equal(await messageFor(wildcard, "www.fixture.example"), null);
    const reason = " A wildcard stands for exactly one label.";
    for (const hostname of ["a.b.fixture.example", "fixture.example"]) {
      const message = `It is for *.fixture.example, not for ${hostname}.`;
      assert.equal(await messageFor(wildcard, hostname), message + reason);
    }
    assert.equal(
      await messageFor(wildcard, "192.0.2.1"),
      "It is for *.fixture.example, not for 192.0.2.1.",
    );
  });

  it("warns of a wildcard for a name with an underscore, which OpenSSL does not match", async () => {
    const certificate = chainText("host-below-wildcard");
    const of = async (hostname: string) =>
      codes(await ask({ certificate, hostname })).filter((code) => code.startsWith("host_name"));
    assert.deepEqual(await of("a_b.fixture.example"), ["host_name_underscore@0"]);
    assert.deepEqual(await of("a-b.fixture.example"), []);
  });

  it("warns that a certificate for clients does not serve a given host", async () => {
    const certificate = chainText("eku-leaf-client-only");
    const of = async (input: Partial<Parameters<typeof ask>[0]>) =>
      codes(await ask({ certificate, ...input })).filter((code) => /^server_auth/.test(code));
    assert.deepEqual(await of({ hostname: "www.fixture.example" }), ["server_auth_not_included@0"]);
    assert.deepEqual(await of({}), []);
    assert.deepEqual(await of({ purpose: "server" }), ["server_auth_missing@0"]);
  });

  it("makes a CA the end entity whose name is checked", async () => {
    const [, ca, root] = pemsOf("plain");
    const answer = await ask({ certificate: ca + root, hostname: "www.fixture.example" });
    assert(codes(answer).includes("host_name_mismatch@0"));
  });

  it("must be a domain name or an IP address", async () => {
    for (
      const hostname of [
        "https://fixture.example/",
        "two words",
        "*.fixture.example",
        "a@b.example",
      ]
    ) {
      const input = { certificate: chainText("plain"), hostname };
      const outcome = await execute(operations, "chain/analyze", input, createContext());
      assert(!outcome.ok);
      assert.deepEqual(outcome.error.issues, [{
        path: "hostname",
        message: "Host name must be a domain name or an IP address",
      }]);
    }
  });
});

describe("chain/analyze > purpose", () => {
  it("is required for every profile", async () => {
    const certificate = chainText("plain");
    const broken = async (question: Omit<Question, "certificate">) =>
      codes(await ask({ certificate, ...question })).filter((code) => /_missing@0/.test(code));
    assert.deepEqual(await broken({ purpose: "server" }), []);
    assert.deepEqual(await broken({ purpose: "client" }), []);
    assert.deepEqual(await broken({ purpose: "email" }), ["purpose_missing@0"]);
    assert.deepEqual(await broken({ purpose: "codeSigning" }), ["purpose_missing@0"]);
    assert.deepEqual(await broken({ judgeAs: "smime" }), ["purpose_missing@0"]);
    assert.deepEqual(await broken({ judgeAs: "smime", purpose: "any" }), []);
  });
});

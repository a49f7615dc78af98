/** A chain judged as the caller asks (`judgeAs`). */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { JudgeAs } from "../../../core/judge-as.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { chainCases } from "../../fixtures/chain/index.ts";
import { inspect } from "../../../core/inspect/inspect.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { analyzeCase, now } from "./support.ts";

const caseOf = (name: string) => chainCases.find((fixture) => fixture.name === name)!;
const severityOf = ({ problems }: ChainResponse, wanted: string) =>
  problems.find(({ code }) => code === wanted)?.severity ?? null;

/**
 * The severity of a broken rule by how the chain is judged, under a public root and under a private
 * one.
 */
async function severities(name: string, code: string, judged: readonly JudgeAs[]) {
  const found: Record<string, [string | null, string | null]> = {};
  for (const judgeAs of judged) {
    found[judgeAs] = [
      severityOf(await analyzeCase(caseOf(name), "public", judgeAs), code),
      severityOf(await analyzeCase(caseOf(name), "private", judgeAs), code),
    ];
  }
  return found;
}

describe("chain/analyze > judgeAs", () => {
  it("returns the chosen profile", async () => {
    const plain = caseOf("plain");
    assert.equal((await analyzeCase(plain, "public")).judgedAs, "public-tls");
    assert.equal((await analyzeCase(plain, "private")).judgedAs, "private");
    assert.equal((await analyzeCase(plain, "private", "smime")).judgedAs, "smime");
  });

  it("applies rules of public CAs by profile, and not for plain RFC 5280", async () => {
    assert.deepEqual(
      await severities("lifetime-201-days", "lifetime_too_long", [
        ...["auto", "public-tls", "private", "client"] as const,
      ]),
      {
        auto: ["error", "warning"],
        "public-tls": ["error", "error"],
        private: [null, null],
        client: [null, null],
      },
    );
  });

  it("reports weaknesses under every root", async () => {
    assert.deepEqual(
      await severities("sha1-leaf", "weak_signature", ["auto", "public-tls", "private"]),
      {
        auto: ["error", "warning"],
        "public-tls": ["error", "error"],
        private: ["warning", "warning"],
      },
    );
  });

  it("requires the purpose of the profile, and none without a profile", async () => {
    for (
      const [judgeAs, missing] of [
        ["auto", false],
        ["private", false],
        ["public-tls", false],
        ["smime", true],
        // The example's certificates are for clients too.
        ["client", false],
        ["code-signing", true],
      ] as const
    ) {
      const answer = await analyzeCase(caseOf("plain"), "public", judgeAs);
      assert.equal(severityOf(answer, "purpose_missing"), missing ? "error" : null, judgeAs);
      assert.equal(answer.validation.isValid, !missing, judgeAs);
    }
  });
});

describe("inspect > judgeAs", () => {
  const findings = async (judgeAs: JudgeAs) => {
    const texts = [{ name: "", text: caseOf("lifetime-201-days").text }];
    const context = createContext({ now });
    const { objects } = await inspect({ texts, judgeAs, acceptPrivateKeys: false }, context);
    return { judgedAs: objects[0].judgedAs, codes: objects[0].findings.map(({ code }) => code) };
  };

  it("returns the profile of each certificate, with the findings of its rules", async () => {
    assert.deepEqual(await findings("auto"), { judgedAs: "private", codes: [] });
    assert.deepEqual(await findings("public-tls"), {
      judgedAs: "public-tls",
      codes: ["lifetime_too_long", "client_auth"],
    });
    assert.deepEqual(await findings("smime"), { judgedAs: "smime", codes: ["purpose_missing"] });
  });
});

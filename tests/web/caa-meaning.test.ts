/** The CAA form predicts the records that caa/generate then generates. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type caaGenerate, FORBIDDABLE, RECORD_TYPES } from "../../core/caa/contract.ts";
import { policyOf } from "../../core/caa/policy.ts";
import { issuerName } from "../../core/caa/authorities.ts";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import {
  DEFAULTS,
  type GenerateValues,
  toRequest,
} from "../../web/src/tools/caa/generate-values.ts";
import { meaningOf } from "../../web/src/tools/caa/meaning.ts";

type Generated = OutputOf<typeof caaGenerate>;

async function generate(values: GenerateValues): Promise<Generated | null> {
  const outcome = await execute(operations, "caa/generate", toRequest(values), createContext());
  return outcome.ok ? outcome.value as Generated : null;
}

/** Returns all subsets of a list. */
function subsets<T>(list: readonly T[]): T[][] {
  return list.reduce<T[][]>((all, one) => all.flatMap((some) => [some, [...some, one]]), [[]]);
}

const textOf = (values: GenerateValues) => meaningOf(values)?.sentences.join(" ");

describe("the predicted meaning of the CAA records", () => {
  it("is shown for the defaults and for one more authority", () => {
    const domain = "https://shop.example.com/cart";
    assert.equal(
      textOf({ ...DEFAULTS, domain, authorities: [...DEFAULTS.authorities, "letsencrypt"] }),
      "Only Sectigo, Provider and Let's Encrypt may issue certificates for shop.example.com. " +
        "Wildcard: the same. S/MIME: only Sectigo and Provider.",
    );
    assert.equal(
      textOf({
        ...DEFAULTS,
        types: ["issue"],
        forbid: ["issuewild"],
        accountUri: "https://a.example/1",
      }),
      "Only Sectigo and Provider may issue certificates for this domain. " +
        "Wildcard: no authority. S/MIME: any authority. The limits under Advanced apply.",
    );
  });

  it("agrees with the generated records for every combination of the form", async () => {
    let compared = 0;
    const choices = [
      ...[[], ["sectigo"], ["letsencrypt"], ["sectigo", "letsencrypt", "google"]],
      ["sectigo", "google"],
    ];
    for (const authorities of choices) {
      for (const types of subsets(RECORD_TYPES)) {
        for (const forbid of subsets(FORBIDDABLE)) {
          for (const fewestRecords of [false, true]) {
            const values: GenerateValues = {
              ...DEFAULTS,
              domain: "example.com",
              iodefEmail: "a@example.com",
              authorities,
              types,
              forbid,
              fewestRecords,
            };
            const what = JSON.stringify({ authorities, types, forbid, fewestRecords });
            const generated = await generate(values);
            const meaning = meaningOf(values);
            assert.equal(meaning === null, generated === null, what);
            if (!meaning || !generated) continue;
            assert.equal(meaning.records, generated.summary.totalRecords, what);
            assert.deepEqual(meaning.sentences, sentencesOf(generated), what);
            assert.deepEqual(meaning.notes, generated.notes, what);
            compared++;
          }
        }
      }
    }
    assert(compared > 300, `${compared}`);
  });
});

/** Derives the same sentences from the generated records. */
function sentencesOf({ records }: Generated): string[] {
  const { tls, wildcard, email } = policyOf(
    records.map(({ type, value }) => ({ owner: null, flags: 0, tag: type, value })),
  );
  const who = ({ by, issuers }: typeof tls) => {
    if (by === null) return "any authority";
    const names = issuers.map(({ domain }) => issuerName(domain));
    if (names.length === 0) return "no authority";
    return `only ${names.join(", ").replace(/, ([^,]*)$/, " and $1")}`;
  };
  const other = (one: string) => one === who(tls) ? "the same" : one;
  const first = who(tls);
  return [
    `${first[0].toUpperCase()}${first.slice(1)} may issue certificates for example.com.`,
    `Wildcard: ${other(who(wildcard))}.`,
    `S/MIME: ${other(who(email))}.`,
  ];
}

/** The command `diff`: what changed between two certificates, CSRs or chains. */
import type { Comparison } from "../core/certificate/schema.ts";
import { capitalize } from "../core/kernel/formatting.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";
import { type Command, Misuse } from "./command.ts";
import { judged, plainVerdict, textsOf } from "./operation.ts";

export const diffCommand = {
  summary: "Compare two certificates, CSRs or chains",
  arguments: "BEFORE AFTER",
  options: {},
  examples: [{
    line: "ssl-tools diff old.pem new.pem",
    help:
      "Names, key, lifetime, issuer and extensions. With --fail-on note, a difference exits with 1",
  }],
  run: async (paths) => {
    if (paths.length !== 2) {
      throw new Misuse("diff needs two files: the one before and the one after");
    }
    const inputOf = ([before, after]: Parameters<typeof textsOf>[0]) => ({
      before: before === undefined ? "" : textsOf([before]),
      after: after === undefined ? "" : textsOf([after]),
    });
    return await judged("diff", paths, "certificate/diff", inputOf, verdictOf);
  },
} as const satisfies Command;

/** A difference is a note: whether it is wanted is the caller's decision. */
function verdictOf({ sentence, relation, ...parts }: Comparison): RenderedVerdict {
  const level = relation === "identical" ? "good" : "note";
  const { names, key, signatureAlgorithm, issuer, lifetime, subject, extensions, chain } = parts;
  const lines: [code: string, text: string][] = [
    ["key", key.message],
    ["signature_algorithm", `Signature algorithm: ${signatureAlgorithm.message}`],
    ...issuer ? [["issuer", issuer.message] as [string, string]] : [],
    ...lifetime ? [["lifetime", lifetime.message] as [string, string]] : [],
    ...names.added.map(({ value }): [string, string] => ["name_added", `Added name: ${value}`]),
    ...names.removed.map((
      { value },
    ): [string, string] => ["name_removed", `Removed name: ${value}`]),
    ...subject.map(({ name, before, after }): [string, string] => [
      "subject",
      `${name}: ${before ?? "absent"} before, ${after ?? "absent"} after`,
    ]),
    ...extensions.map((
      { name, message },
    ): [string, string] => ["extension", `${name}: ${message}`]),
    ...chain.filter(({ change }) => change !== "same").map((
      { subject, change },
    ): [string, string] => [
      "chain",
      `${capitalize(change)} in the chain: ${subject}`,
    ]),
  ];
  const statements = level === "good" ? [] : lines.map(([part, text]) => ({
    code: `diff_${part}`,
    level: "note" as const,
    text: text.endsWith(".") ? text : `${text}.`,
    next: null,
    about: null,
  }));
  return plainVerdict(`diff_${relation}`, sentence, { level, statements });
}

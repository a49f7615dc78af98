/** The report as SARIF 2.1.0 (OASIS), which GitHub and other hosts of code show in files. */
import type { RenderedVerdict } from "../../core/verdict/schema.ts";
import { placeOf, type Report } from "../report.ts";
import { visible } from "../../core/kernel/formatting.ts";

const LEVELS: Record<RenderedVerdict["level"], string> = {
  bad: "error",
  warning: "warning",
  note: "note",
  good: "none",
};
const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** The rule of things that could not be checked. */
const UNCHECKED = "unchecked";

export function asSarif({ answered, failed }: Report, version: string): string {
  const rules = new Set<string>();
  const result = (
    name: string,
    ruleId: string,
    level: string,
    text: string,
  ) => {
    rules.add(ruleId);
    return {
      ruleId,
      level,
      kind: level === "none" ? "pass" : "fail",
      message: { text: visible(text) },
      locations: [{
        physicalLocation: { artifactLocation: { uri: uriOf(name) } },
      }],
    };
  };
  const results = [
    ...answered.flatMap((one) =>
      one.verdict.statements.map((statement) => {
        const { code, level, text, next, about } = statement;
        return result(
          placeOf(one, statement),
          code,
          LEVELS[level],
          [
            about === null ? text : `${about.name}: ${text}`,
            ...next === null ? [] : [next],
          ].join(" "),
        );
      })
    ),
    ...failed.map(({ name, message }) => result(name, UNCHECKED, "error", `${message}.`)),
  ];
  const driver = {
    name: "SSL Tools",
    version,
    rules: [...rules].map((id) => ({ id })),
  };
  const run = { tool: { driver }, results };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

/** A path as a relative URI: each part in percent encoding. */
const uriOf = (name: string): string =>
  name.split("/").map((part) => encodeURIComponent(part.toWellFormed())).join(
    "/",
  );

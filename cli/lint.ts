/** The command `lint`: the rules that certificates break. */
import type { OutputOf } from "../core/kernel/contract.ts";
import type { certificateLint } from "../core/certificate/contract.ts";
import { JUDGE_AS } from "../core/judge-as.ts";
import { abridged, counted } from "../core/kernel/formatting.ts";
import { CODES } from "../core/verdict/codes.ts";
import { LEVELS } from "../core/verdict/levels.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";
import { RULE_CODES } from "../core/verdict/statements.ts";
import { AT, type Command, timeOf, valueOf } from "./command.ts";
import { filesOf } from "./files.ts";
import { answered, plainVerdict, textsOf, together, unreadable } from "./operation.ts";
import type { Report } from "./report.ts";

export const lintCommand = {
  summary: "Check certificates by the rules of RFC 5280, of public CAs and of browsers",
  arguments: "FILE...",
  options: {
    "judge-as": {
      type: "string",
      value: "PROFILE",
      help: JUDGE_AS.join(", "),
    },
    at: AT,
  },
  examples: [
    { line: "ssl-tools lint server.pem", help: "Each broken rule with its clause and its remedy" },
    {
      line: "ssl-tools lint certificates --sarif",
      help: "Each file of a folder, as SARIF",
    },
  ],
  run: async (paths, values) => {
    const reports: Report[] = [];
    try {
      for await (const file of filesOf(paths)) {
        const input = {
          certificate: textsOf([file]),
          judgeAs: valueOf(values, "judge-as") || undefined,
          at: timeOf(values),
        };
        reports.push(await answered("lint", file.name, "certificate/lint", input, verdictOf));
      }
    } catch (thrown) {
      reports.push(unreadable("lint", thrown));
    }
    return together("lint", reports);
  },
} as const satisfies Command;

function verdictOf({ certificates }: OutputOf<typeof certificateLint>): RenderedVerdict {
  const statements = certificates.flatMap(({ subject, findings }, index) =>
    findings.map(({ code, severity, message, clause, advice }) => ({
      code,
      level: CODES[RULE_CODES[severity]].level,
      text: `${message} (${clause}).`,
      next: advice,
      about: { name: subject, index },
    }))
  ).sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const passed = certificates.reduce((sum, { passed }) => sum + passed, 0);
  if (statements.length === 0) {
    const title = `No rule is broken, of ${counted(passed, "rule")} that apply`;
    return plainVerdict("lint_passed", title);
  }
  const count = (severity: keyof typeof RULE_CODES, one: string) => {
    const { level } = CODES[RULE_CODES[severity]];
    const found = statements.filter((statement) => statement.level === level).length;
    return found === 0 ? [] : [counted(found, one)];
  };
  const counts = [
    ...count("error", "error"),
    ...count("warning", "warning"),
    ...count("info", "note"),
  ];
  const [{ level }] = statements;
  return plainVerdict(
    "lint_broken",
    `${counted(statements.length, "rule is", "rules are")} broken: ${abridged(counts, 3)}`,
    { level, statements },
  );
}

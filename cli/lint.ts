/** The command `lint`: the rules that certificates break. */
import { JUDGE_AS } from "../core/judge-as.ts";
import { AT, type Command, timeOf, valueOf } from "./command.ts";
import { filesOf } from "./files.ts";
import { answered, textsOf, together, unreadable } from "./operation.ts";
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
        reports.push(await answered("lint", file.name, "certificate/lint", input));
      }
    } catch (thrown) {
      reports.push(unreadable("lint", thrown));
    }
    return together("lint", reports);
  },
} as const satisfies Command;

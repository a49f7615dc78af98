/** The command `password`: passwords and passphrases from the secure random source. */
import type { OutputOf } from "../core/kernel/contract.ts";
import type { passwordGenerate } from "../core/password/contract.ts";
import { type Command, numberOf } from "./command.ts";
import { answered } from "./operation.ts";

type Answer = OutputOf<typeof passwordGenerate>;

export const passwordCommand = {
  summary: "Draw passwords or passphrases",
  arguments: "",
  options: {
    length: { type: "string", value: "NUMBER", help: "Characters: 8 to 128, 16 is the default" },
    count: { type: "string", value: "NUMBER", help: "How many: 1 to 10" },
    words: { type: "string", value: "NUMBER", help: "A passphrase of 4 to 12 words instead" },
    separator: { type: "string", value: "MARK", help: "Between words: - . _ or a space" },
    "no-symbols": { type: "boolean", help: "Only letters and digits" },
    "no-ambiguous": { type: "boolean", help: "Without characters that look alike" },
  },
  examples: [
    { line: "ssl-tools password --length 24", help: "One password of 24 characters" },
    { line: "ssl-tools password --words 6 --count 3", help: "Three passphrases" },
  ],
  run: async (_, values) => {
    const count = numberOf(values, "count");
    const words = numberOf(values, "words");
    const [operation, input] = words === undefined
      ? ["password/generate", {
        length: numberOf(values, "length"),
        symbols: values["no-symbols"] !== true,
        excludeAmbiguous: values["no-ambiguous"] === true,
        count,
      }] as const
      : ["password/passphrase", { words, separator: values.separator, count }] as const;
    const report = await answered("password", "password", operation, input);
    const [one] = report.answered;
    if (one === undefined) return report;
    const { passwords } = one.answer as Answer;
    return { ...report, result: passwords.map(({ value }) => `${value}\n`).join("") };
  },
} as const satisfies Command;

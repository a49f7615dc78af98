/** The command `diff`: what changed between two certificates, CSRs or chains. */
import { type Command, Misuse } from "./command.ts";
import { judged, textsOf } from "./operation.ts";

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
    return await judged("diff", paths, "certificate/diff", inputOf);
  },
} as const satisfies Command;

/** Adds to "Where it works" the clients that refuse a chain for another reason than its root. */
import { listed } from "../kernel/formatting.ts";
import { type Client, type Refusal, refusalsOf } from "../x509/rules/refusals.ts";
import type { ChainResponse, Problem } from "./contract.ts";

type Acceptance = NonNullable<ChainResponse["acceptance"]>;

/** The client that opens websites with the list of each program. */
const CLIENT_OF: Readonly<Record<Acceptance["programs"][number]["name"], Client>> = {
  Chrome: "chromium",
  Microsoft: "chromium",
  Mozilla: "firefox",
  Apple: "apple",
};

export function withRefusals(answer: ChainResponse): ChainResponse {
  const { acceptance, chain, problems, validation } = answer;
  if (!acceptance || acceptance.scope === "invalid") return answer;
  const isListedRoot = ({ index }: Problem) =>
    validation.trusted && index !== null && index > 0 && index === chain.length - 1;
  const refusals = refusalsOf(problems.filter((problem) => !isListedRoot(problem)));
  if (refusals.length === 0) return answer;
  // A program may judge another path than ours, which has the same end entity.
  const ofLeaf = refusalsOf(problems.filter(({ index }) => index === 0));
  const refusalBy = (client: Client) => ofLeaf.find((one) => one.client === client);
  const programs = acceptance.programs.map((program): typeof program => {
    const refusal = refusalBy(CLIENT_OF[program.name]);
    if (!refusal || program.outcome === "refused") return program;
    return { ...program, outcome: "refused", reason: reasonOf(refusal) };
  });
  const byApple = refusalBy("apple");
  const platforms = acceptance.platforms.map((platform): typeof platform =>
    byApple && platform.name === "iOS" && platform.outcome !== "refused"
      ? { ...platform, outcome: "refused", text: "Not on iOS", reason: reasonOf(byApple) }
      : platform
  );
  const clients = refusals.map((refusal) => ({
    ...{ name: listed(refusal.names), outcome: "refused" as const, reason: reasonOf(refusal) },
    ...{ source: refusal.source, date: refusal.date },
  }));
  const message = acceptance.message && [acceptance.message, ...sentences(refusals)].join(" ");
  return { ...answer, acceptance: { ...acceptance, message, programs, platforms, clients } };
}

const reasonOf = ({ names, problem: { message } }: Refusal): string =>
  `${listed(names)} ${names.length === 1 ? "refuses" : "refuse"} it. ${message}`;

/** One sentence for the clients that refuse it for the same reason. */
const sentences = (refusals: readonly Refusal<Problem>[]): string[] =>
  [...Map.groupBy(refusals, ({ problem }) => problem)].map(([{ title }, all]) => {
    const names = all.flatMap(({ names }) => names);
    const refuse = names.length === 1 ? "refuses" : "refuse";
    return `${listed(names)} ${refuse} it there too: ${title}.`;
  });

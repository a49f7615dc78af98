/** The command `data`: newer lists of Certificate Transparency logs, from their publishers or from files. */
import { join } from "node:path";
import type { LogLists } from "../api/data/log-lists.ts";
import type { FetchError as ErrorOfFetch } from "../api/network/outbound-http.ts";
import { LOG_LIST_SOURCES } from "../core/assets/sources.ts";
import { dateTime } from "../core/kernel/dates.ts";
import { type Command, Misuse, type Values } from "./command.ts";
import { bytesOf, UnreadablePath } from "./files.ts";
import { keptAsShared, listSources } from "./kept-lists.ts";
import { OFFLINE, requireNetwork } from "./network.ts";
import type { Answered, Report } from "./report.ts";

const { chrome, apple } = LOG_LIST_SOURCES;

export const dataCommand = {
  summary: "Renew the lists of Certificate Transparency logs",
  arguments: "update [FOLDER]",
  options: { offline: OFFLINE },
  examples: [
    { line: "ssl-tools data update", help: "From Google and Apple" },
    {
      line: "ssl-tools data update downloads",
      help:
        `From ${chrome.file}, ${chrome.signature.file} and ${apple.file} in a folder, without a connection`,
    },
  ],
  run: async ([action, ...folders], values) => {
    if (action !== "update" || folders.length > 1) {
      throw new Misuse('data needs "update", and at most one folder with files');
    }
    return await update(folders[0], values);
  },
} as const satisfies Command;

type Status = Awaited<ReturnType<LogLists["status"]>>[number];

async function update(folder: string | undefined, values: Values): Promise<Report> {
  if (folder === undefined) requireNetwork(values, "data update without a folder");
  const [{ createLogLists }, { fileFetcher }, { accessOf }, { FetchError }] = await Promise.all([
    import("../api/data/log-lists.ts"),
    import("../api/data/fetch-file.ts"),
    import("../api/network/network.ts"),
    import("../api/network/outbound-http.ts"),
  ]);
  const lists = createLogLists({
    sources: listSources(),
    hours: 1,
    fetchFile: folder === undefined
      ? fileFetcher(accessOf({ allowPrivateNetwork: true, denyNetworks: [], dnsServers: [] }))
      : fileReader(folder, FetchError),
    shared: keptAsShared(),
    // The report has the same facts as the log.
    log: { error() {}, warn() {}, info() {} },
    onFault: (thrown) => {
      throw thrown;
    },
  });
  await lists.renew();
  const status = await lists.status();
  lists.close();
  return {
    command: "data",
    answered: status.filter(({ problem }) => problem === null).map(asAnswer),
    failed: status.flatMap(({ name, date, problem }) =>
      problem === null ? [] : [{
        name,
        code: "unreadable" as const,
        message: `${PROBLEMS[problem]}. The list of ${dateTime(date)} stays in use`,
      }]
    ),
  };
}

/** Reads the files of the sources from a folder, under the names that `deno task data` uses. */
function fileReader(folder: string, FetchError: typeof ErrorOfFetch) {
  const names = new Map(
    listSources().flatMap(({ program, url, signatureUrl }) => {
      const { file } = LOG_LIST_SOURCES[program];
      return [[url, file], [signatureUrl, chrome.signature.file]] as const;
    }),
  );
  return async (url: string, maxBytes: number) => {
    const bytes = await bytesOf(join(folder, names.get(url)!)).catch((thrown) => {
      // A missing file concerns only its own list.
      throw thrown instanceof UnreadablePath ? new FetchError("not_found") : thrown;
    });
    if (bytes.length > maxBytes) throw new FetchError("too_large");
    return bytes;
  };
}

function asAnswer({ name, date, table }: Status): Answered {
  const title = `${name} of ${dateTime(date)} is in use`;
  const statement = {
    code: "log_list_in_use",
    level: "good" as const,
    text: title,
    next: null,
    about: null,
  };
  return {
    name,
    verdict: { level: "good", title, cause: "", next: null, statements: [statement] },
    answer: { table, date },
  };
}

/** Why a list was not taken. */
const PROBLEMS: Readonly<Record<NonNullable<Status["problem"]>, string>> = {
  too_large: "It is too large",
  malformed: "It is not a list of logs",
  bad_signature: "It is not signed with the key of its publisher",
  not_newer: "It is not newer than the list in use",
  in_future: "Its date is in the future",
  logs_missing: "It lacks too many of the logs that were usable",
  few_operators: "Fewer than two operators have a usable log in it",
  refused: "Its address is not allowed",
  unresolved: "DNS gave no answer",
  unreachable: "Its publisher cannot be reached",
  timeout: "Its publisher did not answer in time",
  not_found: "The list or its signature was not found",
  unreadable: "It cannot be read",
  other_issuer: "It is not a list of logs",
  busy: "Too much is being read at the moment",
  internal: "It could not be read because of a fault in this program",
};

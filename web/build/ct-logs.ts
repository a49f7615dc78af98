/**
 * Writes `core/assets/ct-logs.ts`, the table of Certificate Transparency logs, from the log lists of
 * Chrome and Apple in a folder: `deno run -A web/build/ct-logs.ts FOLDER`. `deno task roots FOLDER`
 * runs it too.
 */
import { readFileSync, writeFileSync } from "node:fs";

const TARGET = new URL("../../core/assets/ct-logs.ts", import.meta.url);

/** The files have no date of their own. */
const LISTS = {
  chrome: { file: "ct-google.json", date: "2026-08-21", name: "Chrome's log list" },
  apple: { file: "ct-apple.json", date: "2026-04-01", name: "Apple's log list" },
} as const;

interface ListedLog {
  description: string;
  log_id: string;
  key: string;
  state?: Record<string, { timestamp: string }>;
  temporal_interval?: { start_inclusive: string; end_exclusive: string };
  log_type?: string;
  previous_operators?: unknown[];
}

interface LogList {
  operators: { name: string; logs: ListedLog[]; tiled_logs?: ListedLog[] }[];
}

interface Row {
  id: string;
  key: string;
  kind: "rfc6962" | "tiled";
  interval: string;
  chrome: string;
  apple: string;
  name: string;
}

/** Returns the text of `core/assets/ct-logs.ts`, made of the two lists in the folder. */
function ctLogsFile(folder: string): string {
  const rows = new Map<string, Row>();
  for (const program of ["chrome", "apple"] as const) {
    const list = JSON.parse(readFileSync(`${folder}/${LISTS[program].file}`, "utf8")) as LogList;
    for (const { name: operator, logs, tiled_logs: tiled = [] } of list.operators) {
      for (const log of [...logs, ...tiled]) {
        // Stands for no log: it keeps old libraries from failing on an operator without one.
        if (log.description.startsWith("Bogus")) continue;
        if (log.previous_operators) {
          // Chrome counts an SCT for the operator at its time, which the table has no column for.
          throw new Error(`${log.description} changed its operator`);
        }
        const kind = tiled.includes(log) ? "tiled" : "rfc6962";
        const row = rows.get(log.log_id) ?? rowOf(log, kind);
        if (row.kind !== kind || row.interval !== intervalOf(log)) {
          throw new Error(`The lists disagree about ${log.description}`);
        }
        row[program] = `${operator}|${stateOf(log)}`;
        rows.set(log.log_id, row);
      }
    }
  }
  const lines = [...rows.values()]
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .map((row) =>
      [row.id, row.key, row.kind, row.interval, row.chrome, row.apple, row.name].join("\t")
    );
  const lists = (["chrome", "apple"] as const).map((program) => {
    const { name, date } = LISTS[program];
    return `  ${program}: { name: "${name}", date: "${date}" },\n`;
  });
  return `/**
 * Certificate Transparency logs by the lists of Chrome and Apple. Written by \`deno task roots\`.
 * Chrome's list: https://www.gstatic.com/ct/log_list/v3/all_logs_list.json. Apple's list:
 * https://valid.apple.com/ct/log_list/current_log_list.json.
 */
export const CT_LOGS = {
${lists.join("")}  /**
   * A line for each log, with tabs: id, key (none for a test log), kind, first and last expiry of its
   * certificates, Chrome's and Apple's operator, state and time of the state, name.
   */
  logs: \`
${lines.join("\n")}
\`,
} as const;
`;
}

function rowOf(log: ListedLog, kind: Row["kind"]): Row {
  const name = log.description.replace(/ log$/, "");
  if (/[\t`\\$|]/.test(name)) throw new Error(`The name of a log has a sign of the table: ${name}`);
  const key = log.state ? log.key : "";
  return {
    id: log.log_id,
    key,
    kind,
    interval: intervalOf(log),
    chrome: "",
    apple: "",
    name,
  };
}

/** A log without a state is for tests, mirrors another one, or takes what no browser counts. */
function stateOf({ state }: ListedLog): string {
  const [entry] = Object.entries(state ?? {});
  return entry ? `${entry[0]}|${entry[1].timestamp}` : "test|";
}

const intervalOf = ({ temporal_interval: interval }: ListedLog): string =>
  interval ? `${shorter(interval.start_inclusive)}/${shorter(interval.end_exclusive)}` : "/";

const shorter = (time: string) => time.replace("T00:00:00Z", "");

if (import.meta.main) {
  const [folder] = Deno.args;
  if (!folder) throw new Error("Name the folder of the lists.");
  writeFileSync(TARGET, ctLogsFile(folder));
}

/** Makes `core/assets/ct-logs.ts`, the built-in table of Certificate Transparency logs, of the lists of Chrome and Apple. */
import {
  type Interval,
  type Listing,
  LOG_PROGRAMS,
  type LogEntry,
  type LogProgram,
  type ProgramLogs,
} from "../../../core/x509/transparency/logs.ts";

type Lists = Readonly<Record<LogProgram, ProgramLogs>>;

/** The text of the asset. Throws if the lists contradict each other or a name has a sign of the table. */
export function ctLogsFile(lists: Lists): string {
  const rows = new Map<
    string,
    { entry: LogEntry; listings: Partial<Record<LogProgram, Listing>> }
  >();
  for (const program of LOG_PROGRAMS) {
    for (const entry of lists[program].entries.values()) {
      const row = rows.get(entry.id) ?? { entry, listings: {} };
      const isSame = row.entry.kind === entry.kind &&
        intervalText(row.entry.interval) === intervalText(entry.interval);
      if (!isSame) throw new Error(`The lists of Chrome and Apple disagree about ${entry.name}`);
      row.listings[program] = entry;
      rows.set(entry.id, row);
    }
  }
  const lines = [...rows.values()].sort((a, b) => a.entry.name < b.entry.name ? -1 : 1)
    .map(({ entry, listings }) => {
      const cells = [
        entry.id,
        entry.key ?? "",
        entry.kind,
        intervalText(entry.interval),
        listingText(listings.chrome),
        listingText(listings.apple),
        entry.name,
      ];
      if (cells.some((cell) => /[\t`\\$]/.test(cell))) {
        throw new Error(`The entry of ${entry.name} has a sign of the table`);
      }
      return cells.join("\t");
    });
  const heads = LOG_PROGRAMS.map((program) => {
    const { date, version } = lists[program];
    return `  ${program}: { date: "${timeText(date)}", version: ${version} },\n`;
  });
  return `/**
 * Certificate Transparency logs by the lists of Chrome and Apple, which core/assets/sources.ts names. Written
 * by \`deno task data\`.
 */
export const CT_LOGS = {
${heads.join("")}  /**
   * A line for each log, with tabs: id, key (none for a test log), kind, first and last expiry of its
   * certificates, Chrome's and Apple's operator, state, time of the state and former operators, name.
   */
  logs: \`
${lines.join("\n")}
\`,
} as const;
`;
}

function listingText(listing: Listing | undefined): string {
  if (!listing) return "";
  const { operator, state, since, former } = listing;
  const names = [operator, ...former.map(({ operator }) => operator)];
  if (names.some((name) => /[|=]/.test(name))) {
    throw new Error(`${operator} has a sign of the table`);
  }
  return [
    operator,
    state,
    state === "test" ? "" : timeText(since),
    ...former.map(({ operator, until }) => `${timeText(until)}=${operator}`),
  ].join("|");
}

const intervalText = (interval: Interval | null): string =>
  interval ? `${timeText(interval.start)}/${timeText(interval.end)}` : "/";

/** "2026-08-21" for midnight, otherwise with seconds. */
const timeText = (time: number): string =>
  new Date(time).toISOString().replace(".000Z", "Z").replace("T00:00:00Z", "");

/** The differences between two lists of one program, in sentences; empty if there are none. */
export function logChanges(before: ProgramLogs, after: ProgramLogs): string[] {
  const changes: string[] = [];
  const whose = before.program === "chrome" ? "Chrome" : "Apple";
  const named = (verb: string, entries: readonly LogEntry[]) => {
    if (entries.length === 0) return;
    const names = entries.map(({ name }) => name).join(", ");
    const logs = entries.length === 1 ? "1 log" : `${entries.length} logs`;
    changes.push(`${whose}: ${logs} ${verb}: ${names}.`);
  };
  const isNew = ({ id }: LogEntry) => !before.entries.has(id);
  named("added", [...after.entries.values()].filter(isNew));
  named(
    "no longer listed",
    [...before.entries.values()].filter(({ id }) => !after.entries.has(id)),
  );
  const moved = Map.groupBy(
    [...after.entries.values()].filter((entry) =>
      !isNew(entry) && before.entries.get(entry.id)!.state !== entry.state
    ),
    ({ state }) => state,
  );
  for (const [state, entries] of moved) named(`became ${STATE_WORDS[state]}`, entries);
  return changes;
}

const STATE_WORDS = {
  pending: "pending",
  qualified: "qualified",
  usable: "usable",
  readonly: "read-only",
  retired: "retired",
  rejected: "rejected",
  test: "a test log",
} as const;

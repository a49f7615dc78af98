/**
 * Metrics in the Prometheus text format 0.0.4. Labels (method, route, status) have only values that the
 * server knows, so that clients cannot create new series.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { ByteAccount } from "./byte-account.ts";
import type { LogLists } from "./data/log-lists.ts";
import type { Compute } from "./compute/compute.ts";
import { KINDS } from "./compute/schedule.ts";
import type { Uncaught } from "./uncaught.ts";
import { ageInSeconds } from "../core/kernel/dates.ts";
import { VERSION } from "../core/version.ts";

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  labels: string;
  count: number;
  sum: number;
  buckets: number[];
}

export interface Metrics {
  /** Records an answered request. `route` is a path that the server knows, not the client's. */
  observe(method: string, route: string, status: number, seconds: number): void;
  render(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Creates the metrics of requests, of running operations, of log lists and of uncaught faults. */
export function createMetrics(
  compute: Pick<Compute, "running" | "waiting" | "working" | "processes">,
  account: Pick<ByteAccount, "total">,
  { lists, uncaught, build = null }: {
    lists?: Pick<LogLists, "status">;
    uncaught?: Pick<Uncaught, "count">;
    build?: string | null;
  } = {},
): Metrics {
  const started = Date.now() / 1000;
  const series = new Map<string, Series>();

  return {
    observe(method, route, status, seconds) {
      const labels = `method="${METHODS.has(method) ? method : "other"}",route="${route}",` +
        `status="${status}"`;
      let one = series.get(labels);
      if (!one) {
        one = { labels, count: 0, sum: 0, buckets: BUCKETS.map(() => 0) };
        series.set(labels, one);
      }
      one.count += 1;
      one.sum += seconds;
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) one.buckets[bucket] += 1;
    },

    async render() {
      const lines: string[] = [];
      const add = (name: string, type: string, help: string, values: [string, number][]) => {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
        for (const [suffix, value] of values) lines.push(`${name}${suffix} ${value}`);
      };
      add(
        "http_request_duration_seconds",
        "histogram",
        "Time from a request's arrival to its answer.",
        [...series.values()].flatMap(({ labels, count, sum, buckets }) => {
          let below = 0;
          return [
            ...BUCKETS.map((bound, index): [string, number] => {
              below += buckets[index];
              return [`_bucket{${labels},le="${bound}"}`, below];
            }),
            [`_bucket{${labels},le="+Inf"}`, count],
            [`_sum{${labels}}`, sum],
            [`_count{${labels}}`, count],
          ] as [string, number][];
        }),
      );
      const count = (part: "running" | "waiting") =>
        KINDS.map((kind): [string, number] => [`{kind="${kind}"}`, compute[part](kind)]);
      add("operations_running", "gauge", "Operations that run.", count("running"));
      add("operations_waiting", "gauge", "Operations that wait.", count("waiting"));
      add("compute_working", "gauge", "Processes or threads that run operations.", [
        ["", compute.working],
      ]);
      const { processes } = compute;
      if (processes) {
        const memory = "Resident memory of all compute processes.";
        add("compute_resident_memory_bytes", "gauge", memory, [["", processes.memory]]);
        add(
          "compute_processes_replaced_total",
          "counter",
          "Compute processes that ended and were replaced.",
          Object.entries(processes.ends).map(([reason, count]) => [`{reason="${reason}"}`, count]),
        );
      }
      add("held_bytes", "gauge", "Bytes of bodies, unread answers and caches.", [
        ["", account.total],
      ]);
      const faults = "Faults of the server's own code that nothing caught.";
      add("uncaught_faults_total", "counter", faults, [["", uncaught?.count ?? 0]]);
      const tables = [...await lists?.status() ?? [], ...await builtInAges()];
      add(
        "data_age_seconds",
        "gauge",
        "Age of the log lists, which the server renews, and of the lists of roots, which a build renews.",
        tables.map(({ table, ageSeconds }) => [`{table="${table}"}`, ageSeconds]),
      );
      add("build_info", "gauge", "Version and build, as labels.", [
        [`{version="${VERSION}",build="${build ?? ""}"}`, 1],
      ]);
      const { rss, heapUsed } = Deno.memoryUsage();
      add("process_resident_memory_bytes", "gauge", "Resident memory.", [["", rss]]);
      add("process_heap_bytes", "gauge", "Used memory of the JavaScript heap.", [["", heapUsed]]);
      add("process_start_time_seconds", "gauge", "Unix time of the start.", [["", started]]);
      return lines.join("\n") + "\n";
    },
  };
}

/** The ages of the tables that only a new build renews. */
async function builtInAges(): Promise<{ table: string; ageSeconds: number }[]> {
  const { ROOT_ACCEPTANCE } = await import("../core/assets/root-acceptance.ts");
  const { CHROME } = await import("../core/assets/root-programs.ts");
  const dates = {
    "root-acceptance": ROOT_ACCEPTANCE.programs,
    "roots-chrome": CHROME.date,
    "roots-mozilla": ROOT_ACCEPTANCE.mozilla,
  };
  return Object.entries(dates).map(([table, date]) => ({
    table,
    ageSeconds: ageInSeconds(Date.parse(date), Date.now()),
  }));
}

/** Whether an Authorization header has the token. Compares in constant time. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}

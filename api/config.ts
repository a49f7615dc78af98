/** Reads the settings from environment variables. An invalid one is reported in one line. */
import ipaddr from "ipaddr.js";
import { type DnsServer, readDnsServer } from "./network/dns/query.ts";
import {
  LIST_SOURCES,
  type ListSource,
  readListSources,
  SOURCES_EXAMPLE,
} from "../core/x509/transparency/list-sources.ts";
import { type Address, type Environment, integer, readAddress, refuse } from "./address.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

export { ConfigError } from "./address.ts";

export interface Config extends Address {
  /** The origin for canonical links and the sitemap; null to use the one that a trusted proxy reports. */
  siteUrl: string | null;
  /** Requests per minute and client; 0 for no limit. */
  rateLimitPerMinute: number;
  redisUrl: string | null;
  /** The number of proxies in front whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustProxy: number;
  allowPrivateNetwork: boolean;
  corsOrigins: readonly string[];
  publicHosts: readonly string[];
  /** CIDR ranges that the guard refuses in addition to its own. */
  denyNetworks: readonly string[];
  /** Resolvers; if empty, those of the operating system are used. */
  dnsServers: readonly DnsServer[];
  metricsToken: string | null;
  /** Hours between two renewals of the log lists; 0: never. */
  dataRefreshHours: number;
  /** Where the log lists come from. */
  listSources: readonly ListSource[];
  /** The number of compute processes (or threads); 0 to run operations on the main thread. */
  computeThreads: number;
  /** Whether the thread that answers requests computes small calls of a few operations itself. */
  computeAtOnce: boolean;
  /** The most MiB of all compute processes together. */
  computeMemory: number;
  /** Seconds of processor time of one client in a minute; 0 for no limit. */
  cpuSecondsPerMinute: number;
  /** Seconds between the signal to stop, when it reports that it is not ready, and the end of listening. */
  drainSeconds: number;
}

/** With fewer threads, expensive work could block all other work. */
const MIN_THREADS = 2;
const MAX_THREADS = 64;

/** Reads the settings that api/deploy/README.md lists. An empty value counts as unset. Throws ConfigError. */
export function readConfig(environment: Environment): Config {
  const get = (name: string) => environment(name)?.trim() || null;
  return {
    ...readAddress(environment),
    siteUrl: get("SITE_URL") && origin("SITE_URL", get("SITE_URL")!),
    rateLimitPerMinute: integer(
      "RATE_LIMIT_PER_MINUTE",
      get("RATE_LIMIT_PER_MINUTE"),
      100,
      0,
      1_000_000,
    ),
    redisUrl: redis(get("REDIS_URL")),
    trustProxy: integer("TRUST_PROXY", get("TRUST_PROXY"), 0, 0, 16),
    allowPrivateNetwork: flag("ALLOW_PRIVATE_NETWORK", get("ALLOW_PRIVATE_NETWORK")),
    corsOrigins: list(get("CORS_ORIGINS")).map((value) => origin("CORS_ORIGINS", value)),
    publicHosts: list(get("PUBLIC_HOSTS")).map((value) => host("PUBLIC_HOSTS", value)),
    denyNetworks: list(get("DENY_NETWORKS")).map((value) => network("DENY_NETWORKS", value)),
    dnsServers: list(get("DNS_SERVERS")).map((value) => dnsServer("DNS_SERVERS", value)),
    metricsToken: token(get("METRICS_TOKEN")),
    dataRefreshHours: integer("DATA_REFRESH_HOURS", get("DATA_REFRESH_HOURS"), 24, 0, 8_760),
    listSources: listSources(get("DATA_SOURCES")),
    computeThreads: integer(
      "COMPUTE_THREADS",
      get("COMPUTE_THREADS"),
      Math.min(Math.max(navigator.hardwareConcurrency, MIN_THREADS), MAX_THREADS),
      0,
      MAX_THREADS,
    ),
    computeAtOnce: flag("COMPUTE_AT_ONCE", get("COMPUTE_AT_ONCE") ?? "1"),
    computeMemory: integer(
      "COMPUTE_MEMORY",
      get("COMPUTE_MEMORY"),
      1024,
      MIN_THREADS * 192,
      1024 * 1024,
    ),
    cpuSecondsPerMinute: integer(
      "CPU_SECONDS_PER_MINUTE",
      get("CPU_SECONDS_PER_MINUTE"),
      0,
      0,
      3_600,
    ),
    drainSeconds: integer("DRAIN_SECONDS", get("DRAIN_SECONDS"), 2, 0, 60),
  };
}

/**
 * The settings for the log, by their names, without secrets: of addresses that may hold a password or a token, only
 * whether they are set.
 */
export function loggedSettings(config: Config): Record<string, string | number | boolean | null> {
  return {
    SITE_URL: config.siteUrl,
    RATE_LIMIT_PER_MINUTE: config.rateLimitPerMinute,
    REDIS_URL: config.redisUrl !== null,
    TRUST_PROXY: config.trustProxy,
    ALLOW_PRIVATE_NETWORK: config.allowPrivateNetwork,
    CORS_ORIGINS: config.corsOrigins.join(","),
    PUBLIC_HOSTS: config.publicHosts.join(","),
    DENY_NETWORKS: config.denyNetworks.join(","),
    DNS_SERVERS: config.dnsServers.length,
    METRICS_TOKEN: config.metricsToken !== null,
    COMPUTE_THREADS: config.computeThreads,
    COMPUTE_AT_ONCE: config.computeAtOnce,
    COMPUTE_MEMORY: config.computeMemory,
    CPU_SECONDS_PER_MINUTE: config.cpuSecondsPerMinute,
    DRAIN_SECONDS: config.drainSeconds,
    DATA_REFRESH_HOURS: config.dataRefreshHours,
    DATA_SOURCES: config.listSources !== LIST_SOURCES,
  };
}

function list(value: string | null): string[] {
  return (value ?? "").split(",").map((item) => item.trim()).filter((item) => item !== "");
}

function flag(name: string, value: string | null): boolean {
  if (value === null || value === "0") return false;
  if (value === "1") return true;
  return refuse(name, `is "${value}"`, "1 (on) or 0 (off)");
}

function origin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const bare = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search &&
    !url.hash && !url.username;
  if (!bare) refuse(name, `holds "${value}"`, "an origin such as https://tools.example.com");
  return url!.origin;
}

function host(name: string, value: string): string {
  const url = URL.canParse(`http://${value}`) ? new URL(`http://${value}`) : null;
  if (!url || url.port || url.pathname !== "/" || url.username) {
    refuse(name, `holds "${value}"`, "a host name without a port, such as tools.example.com");
  }
  return url!.hostname;
}

function network(name: string, value: string): string {
  try {
    ipaddr.parseCIDR(value);
  } catch {
    refuse(name, `holds "${value}"`, "an address range such as 203.0.113.0/24 or 2001:db8::/32");
  }
  return value;
}

function dnsServer(name: string, value: string): DnsServer {
  return readDnsServer(value) ??
    refuse(
      name,
      `holds "${value}"`,
      "an IP address such as 9.9.9.9, 9.9.9.9:53 or [2620:fe::fe]:53",
    );
}

/** The message never quotes the URL, because it may contain a password. */
function redis(value: string | null): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname) {
    refuse("REDIS_URL", "is not a Redis address", "redis://[user:password@]host[:port][/database]");
  }
  return value;
}

function token(value: string | null): string | null {
  if (value !== null && value.length < 16) {
    refuse("METRICS_TOKEN", "is too short", "a secret of at least 16 characters");
  }
  return value;
}

/** The message names the part that is wrong, and does not quote the value, which may be long. */
function listSources(value: string | null): readonly ListSource[] {
  if (value === null) return LIST_SOURCES;
  try {
    return readListSources(value);
  } catch (error) {
    return refuse(
      "DATA_SOURCES",
      `is wrong in ${(error as Error).message}`,
      SOURCES_EXAMPLE,
    );
  }
}

/** Reads the value of --log-level. Throws ConfigError. */
export function readLogLevel(value: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((one) => one === (value ?? "info"));
  return level ?? refuse("--log-level", `is "${value}"`, LOG_LEVELS.join(", "));
}

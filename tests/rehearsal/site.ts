/**
 * The site as an operator runs it, in a network namespace: nginx with api/deploy/nginx.conf, two
 * instances that were built in a folder of their own, and one Redis.
 */
import { operations } from "../../core/operations.ts";
import { makeServerCertificate, startNginx } from "../support/nginx.ts";
import { type ServerProcess, startProcess } from "../support/process.ts";
import { startRedis, type TestRedis, until } from "../support/redis.ts";

export const NAME = "tools.example.com";
/** A web server whose certificate names a responder, for the analysis of a live host. */
export const SHOP = "shop.example.com";
export const RESPONDER = "ocsp.example.com";

export const ADDRESSES = {
  site: "10.77.0.10",
  instances: ["10.77.0.11", "10.77.0.12"],
  redis: "10.77.0.13",
  shop: "10.77.0.14",
  responder: "10.77.0.15",
  clients: ["10.77.0.20", "10.77.0.21"],
} as const;

/** The lines of /etc/hosts in the namespace. */
export const HOSTS = [
  `127.0.0.1 localhost`,
  `${ADDRESSES.site} ${NAME}`,
  `${ADDRESSES.shop} ${SHOP}`,
  `${ADDRESSES.responder} ${RESPONDER}`,
];

export const TOKEN = "a-token-for-the-rehearsal";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Site extends AsyncDisposable {
  origin: string;
  /** The path of the CA's certificate. */
  ca: string;
  redis: TestRedis;
  instances: ServerProcess[];
  /** A request through nginx. `client` sends it from another address. */
  call(path: string, init?: RequestInit, client?: Deno.HttpClient): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Clients at other addresses. */
  clients: Deno.HttpClient[];
  /** Starts an instance again, by default with the settings that it had. */
  start(index: number, settings?: Record<string, string>): Promise<void>;
  stop(index: number, signal?: Deno.Signal): Promise<void>;
  /** Both instances again, with these settings. */
  restart(settings: Record<string, string>): Promise<void>;
  /** How many requests of operations an instance has answered since its start. */
  answered(index: number): Promise<number>;
  /** Where an instance counts requests, as /api/health says. */
  store(index: number): Promise<string>;
}

/** Starts all of it. `folder` is the built project of the operator, `files` takes keys and certificates. */
export async function startSite(folder: URL, files: string): Promise<Site> {
  const { ca, certificate, key } = await makeServerCertificate(files, NAME);
  const caCerts = [await Deno.readTextFile(ca)];
  const client = Deno.createHttpClient({ caCerts });
  const clients = ADDRESSES.clients.map((localAddress) =>
    Deno.createHttpClient({ caCerts, localAddress })
  );
  const redis = await startRedis({ hostname: ADDRESSES.redis, password: "secret" });
  const nginx = await startNginx({
    instances: ADDRESSES.instances.map((address) => `${address}:8000`),
    plain: `${ADDRESSES.site}:80`,
    secure: `${ADDRESSES.site}:443`,
    certificate,
    key,
  });
  const instances: ServerProcess[] = [];
  const settings: Record<string, string>[] = [{}, {}];

  const send = (path: string, init: RequestInit = {}, from = client) =>
    fetch(`https://${NAME}${path}`, { ...init, client: from });

  async function direct(index: number, path: string): Promise<string> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return await (await fetch(`${instances[index].origin}${path}`, { headers })).text();
  }

  const site: Site = {
    ...{ origin: `https://${NAME}`, ca, redis, instances, clients },
    fetch: send,
    async call(path, init, from) {
      const response = await send(path, init, from);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async start(index, own = settings[index]) {
      settings[index] = own;
      instances[index] = await startProcess(
        {
          ...{ HOST: ADDRESSES.instances[index], PORT: "8000", TRUST_PROXY: "1" },
          ...{ REDIS_URL: redis.url, SITE_URL: `https://${NAME}`, METRICS_TOKEN: TOKEN, ...own },
        },
        [],
        { folder },
      );
      await until(async () => await site.store(index) === "redis");
    },
    async stop(index, signal) {
      await instances[index].stop(signal);
    },
    async restart(own) {
      for (const index of ADDRESSES.instances.keys()) {
        if (instances[index]) await site.stop(index);
        await site.start(index, own);
      }
    },
    async answered(index) {
      const counts = (await direct(index, "/api/metrics")).matchAll(
        /^http_request_duration_seconds_count\{.*route="\/api\/([^"]+)".*\} (\d+)$/gm,
      );
      return [...counts].filter(([, route]) => operations.has(route))
        .reduce((sum, [, , count]) => sum + Number(count), 0);
    },
    async store(index) {
      return JSON.parse(await direct(index, "/api/health")).data.store;
    },
    async [Symbol.asyncDispose]() {
      for (const instance of instances) await instance[Symbol.asyncDispose]();
      await nginx[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
      client.close();
      for (const client of clients) client.close();
    },
  };
  return site;
}

export interface Load {
  /** The number of answers so far by status; 0 counts requests without an answer. */
  statuses: Map<number, number>;
  /** How many requests have an answer so far. */
  count(): number;
  /** Waits until this many more requests have an answer. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps `connections` requests for csr/decode running. */
export function startLoad(site: Site, connections = 8): Load {
  const statuses = new Map<number, number>();
  const count = () => [...statuses.values()].reduce((sum, one) => sum + one, 0);
  let loading = true;
  const loops = Array.from({ length: connections }, async () => {
    while (loading) {
      const status = await site.call("/api/csr/decode", post({ csr: "x" }))
        .then((answer) => answer.status, () => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  return {
    statuses,
    count,
    more(further) {
      const end = count() + further;
      return until(() => count() >= end);
    },
    async stop() {
      loading = false;
      await Promise.all(loops);
    },
  };
}

export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** The statuses of a load, such as "200: 1,204". */
export const statusesOf = ({ statuses }: Load): string =>
  [...statuses].map(([status, count]) => `${status || "no answer"}: ${count.toLocaleString("en")}`)
    .join(", ");

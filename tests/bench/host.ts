/**
 * A host on this machine asked over TLS, from its name to the verdict, at one address and at eight,
 * beside a handshake alone and openssl's two programs. Without a network in between this is what
 * the server itself takes, the smaller part of what a user waits for.
 */
import { connect } from "node:tls";
import { createNetwork } from "../../api/network/network.ts";
import { apiOperations } from "../../api/operations.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { HOST, path, pem, startDenoTls } from "../api/network/support.ts";
import type { Section } from "./harness.ts";

const cert = pem("leaf.pem") + pem("ca.pem");
const addresses = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const { port } = startDenoTls(cert);
for (const hostname of addresses.slice(1)) startDenoTls(cert, undefined, { hostname, port });

const ours = (hosts: string[]) => {
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
    {
      resolve: () => Promise.resolve(hosts),
      guard: (address) => address.startsWith("127.0.0."),
      connectPort: (wanted) => wanted === 443 ? port : 1,
    },
  );
  const operations = apiOperations(network);
  return {
    name: "ours (chain/analyze-url)",
    async run() {
      const context = createContext();
      const outcome = await execute(operations, "chain/analyze-url", { url: HOST }, context);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    },
  };
};

/** Node's, which verifies nothing here. */
const handshake = (host: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port, servername: HOST, rejectUnauthorized: false }, () => {
      socket.getPeerCertificate(true);
      socket.end();
      resolve();
    });
    socket.on("error", reject);
  });

/** Reads what is presented and verifies it for the name. */
async function openssl(host: string): Promise<void> {
  const args = ["s_client", "-connect", `${host}:${port}`, "-servername", HOST].concat(
    ["-verify_hostname", HOST, "-CAfile", path("root.pem"), "-showcerts"],
  );
  const options = { args, stdin: "null", stdout: "null", stderr: "null" } as const;
  await new Deno.Command("openssl", options).output();
}

const bench = (count: number, title: string) => {
  const hosts = addresses.slice(0, count);
  return {
    name: `Ask a host on this machine, ${title}`,
    ours: ours(hosts),
    peers: [
      { name: "handshakes alone, node:tls", run: () => Promise.all(hosts.map(handshake)) },
      {
        name: "openssl s_client, its processes",
        run: () => Promise.all(hosts.map(openssl)),
      },
    ],
  };
};

export const section: Section = {
  title: "Hosts",
  benches: [bench(1, "one address"), bench(8, "eight addresses")],
};

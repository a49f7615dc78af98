/** The network of the examples that need one, on loopback: a host, its name and its CAA records. */
import { createNetwork, type Network } from "../../api/network/network.ts";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { startDns } from "../api/network/dns-server.ts";
import { startDenoTls } from "../api/network/support.ts";

/** The address at which this machine serves the example. */
const LOOPBACK = "127.0.0.1";
/** The address in the published answers; no machine has it (RFC 5737). */
const PUBLISHED = "192.0.2.1";

/**
 * Runs an operation against a real TLS server, which presents the example certificate for
 * example.com, and a real resolver.
 */
export async function onExampleNetwork(
  answerOf: (network: Network) => Promise<unknown>,
): Promise<unknown> {
  await using host = startDenoTls(exampleCertificate + exampleIssuer, examplePrivateKey);
  await using dns = await startDns({}, { caa: { "example.com": { issue: ["letsencrypt.org"] } } });
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [dns] },
    {
      resolve: () => Promise.resolve([LOOPBACK]),
      guard: (address) => address === LOOPBACK,
      connectPort: () => host.port,
    },
  );
  const answer = await answerOf(network);
  return JSON.parse(JSON.stringify(answer).replaceAll(LOOPBACK, PUBLISHED));
}

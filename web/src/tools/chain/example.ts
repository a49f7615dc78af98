/** The example of the chain analyzer. */
import {
  certificateGenerate,
  type GeneratedCertificate,
} from "../../../../core/certificate/contract.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import { run } from "../../run/run.ts";

export const EXAMPLE_DOMAIN = "example.com";

/** RFC 2606 reserves the top level for documentation. */
const SITE = "ssl-tools.example";
const ORGANIZATION = "SSL Tools";

/**
 * Makes a chain for this site's own example name: server certificate, intermediate CA and root, PEM. It is
 * made on each click, so that its dates are those of a new certificate. It breaks no rule; its root
 * is in no public list. The keys are dropped.
 *
 * @throws Error if this device cannot make it.
 */
export async function makeExampleChain(): Promise<string> {
  const root = await make({
    kind: "root-ca",
    commonName: `${ORGANIZATION} Example Root`,
    organization: ORGANIZATION,
    days: 730,
    pathLength: 1,
  });
  const ca = await make({
    kind: "intermediate-ca",
    commonName: `${ORGANIZATION} Example CA`,
    organization: ORGANIZATION,
    days: 365,
  }, root);
  const server = await make({
    kind: "tls-server",
    names: [`www.${SITE}`, SITE],
    days: 90,
  }, ca);
  return server.chain;
}

async function make(
  request: RequestOf<typeof certificateGenerate>,
  issuer?: GeneratedCertificate,
): Promise<GeneratedCertificate> {
  const signed = issuer && {
    issuer: "existing-ca" as const,
    caCertificate: issuer.chain,
    caPrivateKey: issuer.privateKey ?? "",
  };
  const made = await run(certificateGenerate, { ...request, nameConstraints: false, ...signed }, {
    prefer: "device",
    // Where the server must do it, it gets only the keys of this example.
    confirm: () => Promise.resolve(true),
  });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** The server's answers about a live host, computed in this process. */
import { analyzeCertificates } from "../../core/chain/analyze.ts";
import type { Everywhere, ServerSource } from "../../core/chain/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { unknownStatus } from "../../core/x509/revocation/verdict.ts";
import { readBundle } from "../../core/x509/cms/bundles.ts";
import { chainText } from "../fixtures/chain/index.ts";

export const HOST = "www.fixture.example";

/** An answer about a host with `addresses`. The last of them sends only the leaf. */
export async function hostAnswer(addresses: string[]) {
  const context = createContext();
  const [leaf, ca, root] = readBundle(chainText("lasting"), context.budget).certificates;
  const analyze = (given: typeof leaf[]) =>
    analyzeCertificates({
      given: given.map(({ certificate, position }) => ({
        certificate,
        position,
        source: "server",
      })),
      ...{ leafFirst: true, reference: { type: "DNS", name: HOST }, purpose: "serverAuth" },
    }, context);
  const answer = await analyze([leaf, ca, root]);
  const { info, certificate } = answer.chain[0];
  const source: ServerSource = {
    ...{ url: `https://${HOST}`, hostname: HOST, unicodeHostname: HOST, port: 443 },
    ...{ addresses, address: addresses[0], tlsVersion: "TLSv1.3", alpn: "h2", legacy: false },
    ...{ cipher: "TLS_AES_128_GCM_SHA256", ocspStapled: null, clientCertificateRequested: null },
    keyProven: true,
    hostnameMatches: true,
    presented: {
      ...{ count: 2, misordered: false, duplicates: 0, rootIncluded: false },
      certificates: [certificate],
    },
  };
  const presentation = (isValid: boolean): Everywhere["presentations"][number] => ({
    ...{ name: HOST, issuer: "Fixture CA", notBefore: info.notBefore, notAfter: info.notAfter },
    ...{ publicKey: info.publicKey, fingerprint: info.fingerprints.sha256 },
    ...{ certificates: [certificate], isValid, trusted: false, hostnameMatches: true },
    errors: isValid ? [] : ["Nothing that signed it was found."],
  });
  const everywhere: Everywhere = {
    presentations: [presentation(true), presentation(false)],
    readings: addresses.map((address, place) => ({
      ...{ address, asked: "as clients do", tlsVersion: "TLSv1.3", problem: null },
      presentation: place === addresses.length - 1 && place > 0 ? 1 : 0,
    })),
    unread: [],
  };
  const revocation = [{ index: 0, ...unknownStatus("The CRL: it did not answer in time") }];
  return { chain: { ...answer, source }, everywhere, revocation };
}

/** Validating a chain of three certificates, compared with pkijs and the openssl program. */
import "reflect-metadata";
import { Certificate, CertificateChainValidationEngine } from "pkijs";
import { analyze } from "../../core/chain/analyze.ts";
import { createContext } from "../../core/kernel/context.ts";
import { at, chainText } from "../fixtures/chain/index.ts";
import { type Section, timeVerifying } from "./harness.ts";
import { node } from "./node-peer.ts";
import { opensslVerifies } from "./openssl-peer.ts";

const checkDate = new Date(at);
const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

function pems(name: string): string[] {
  return chainText(name).match(/-----BEGIN [^]*?-----END CERTIFICATE-----\n/g)!;
}

const ders = (name: string) =>
  pems(name).map((pem) => Uint8Array.fromBase64(pem.replaceAll(/-----[A-Z ]+-----/g, "")));

const ours = (name: string) => {
  const certificate = chainText(name);
  return {
    name: "ours (chain/analyze)",
    run: () => analyze({ certificate, judgeAs: "auto", at: checkDate.getTime() }, createContext()),
  };
};

function pkijs(name: string) {
  const certificates = ders(name);
  return {
    name: "pkijs's engine",
    async run() {
      const [leaf, ca, root] = certificates.map((der) => Certificate.fromBER(der));
      const engine = new CertificateChainValidationEngine({
        trustedCerts: [root],
        // pkijs takes the last one as the leaf.
        certs: [ca, leaf],
        checkDate,
      });
      const { result, resultMessage } = await engine.verify();
      if (!result) throw new Error(resultMessage);
    },
  };
}

function openssl(name: string) {
  const files = pems(name).map((pem, index) => {
    const path = `${folder}/${name}-${index}.pem`;
    Deno.writeTextFileSync(path, pem);
    return path;
  });
  const args = ["verify", "-x509_strict", "-attime", String(checkDate.getTime() / 1000)]
    .concat(["-no-CApath", "-CAfile", files[2], "-untrusted", files[1], files[0]]);
  return {
    name: "openssl verify, its process",
    async run() {
      const { success } = await new Deno.Command("openssl", { args, stdout: "null" }).output();
      if (!success) throw new Error("openssl does not agree");
    },
  };
}

const KEYS = [["P-256, P-384", "plain"], ["RSA-2048, P-384", "rsa"]] as const;

export const section: Section = {
  title: "Chains",
  benches: KEYS.map(([keys, name]) => ({
    name: `Validate a chain of three certificates (${keys})`,
    ours: ours(name),
    peers: [
      ...opensslVerifies(ders(name), checkDate.getTime()),
      ...node("verify", ders(name), 20),
      pkijs(name),
      openssl(name),
    ],
  })),
  remarks: async () => {
    const sentences = [
      "Ours remembers the signatures of authorities that it has verified, so only the end entity's is verified " +
      "each time. The others verify all.",
    ];
    for (const [keys, name] of KEYS) {
      const { share } = await timeVerifying(ours(name).run);
      const percent = (100 * share).toFixed(0);
      sentences.push(`Validating (${keys}) spends ${percent} % in crypto.subtle.verify.`);
    }
    return sentences;
  },
};

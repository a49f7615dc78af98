/**
 * Whether a private key belongs to a certificate, from PEM text to the verdict. Ours also proves
 * that the private key is consistent in itself, which the peers do not.
 */
import { spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { createContext } from "../../core/kernel/context.ts";
import { verify } from "../../core/match/verify.ts";
import { matchFile } from "../fixtures/match/index.ts";
import type { Bench, Contender, Section } from "./harness.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

function ours(certificate: string, privateKey: string): Contender {
  const input = { certificate, privateKey, passphrase: "", at: undefined };
  return {
    name: "ours (match/verify)",
    async run() {
      const { match } = await verify(input, createContext());
      if (match !== true) throw new Error("no pair");
    },
  };
}

function node(certificate: string, privateKey: string): Contender {
  return {
    name: "node:crypto",
    run() {
      const belongs = new X509Certificate(certificate).checkPrivateKey(
        createPrivateKey(privateKey),
      );
      if (!belongs) throw new Error("no pair");
    },
  };
}

/** node-forge, which reads RSA keys alone. */
function nodeForge(certificate: string, privateKey: string): Contender {
  return {
    name: "node-forge",
    run() {
      const ours = forge.pki.certificateFromPem(certificate).publicKey as forge.pki.rsa.PublicKey;
      const { n, e } = forge.pki.privateKeyFromPem(privateKey);
      if (!ours.n.equals(n) || !ours.e.equals(e)) throw new Error("no pair");
    },
  };
}

/** As people do it by hand: both public keys printed and compared. */
function openssl(name: string, certificate: string, privateKey: string): Contender {
  Deno.writeTextFileSync(`${folder}/${name}-certificate.pem`, certificate);
  Deno.writeTextFileSync(`${folder}/${name}-key.pem`, privateKey);
  const print = (...args: string[]) => String(spawnSync("openssl", args, { cwd: folder }).stdout);
  return {
    name: "openssl, its two processes",
    run() {
      const a = print("x509", "-in", `${name}-certificate.pem`, "-noout", "-pubkey");
      const b = print("pkey", "-in", `${name}-key.pem`, "-pubout");
      if (a === "" || a !== b) throw new Error("no pair");
    },
  };
}

const PAIRS = [["RSA-2048", "rsa"], ["P-256", "p256"]] as const;

const benches: Bench[] = PAIRS.map(([keys, name]) => {
  const pair = [matchFile(`${name}-certificate.pem`), matchFile(`${name}-pkcs8-key.pem`)] as const;
  return {
    name: `Match a key with a certificate (${keys})`,
    ours: ours(...pair),
    peers: [
      node(...pair),
      ...(name === "rsa" ? [nodeForge(...pair)] : []),
      openssl(name, ...pair),
    ],
  };
});

export const section: Section = { title: "Matching", benches };

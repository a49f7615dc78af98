/**
 * A key and a request that is signed with it. Nearly all of the time is the making of the key,
 * which for RSA varies from run to run; hence the long turns. Each contender makes the same: a
 * request with a subject and one alternative name.
 */
import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from "@peculiar/x509";
import * as v from "valibot";
import { createContext } from "../../core/kernel/context.ts";
import * as schema from "../../core/csr/schema.ts";
import { generate } from "../../core/csr/generate.ts";
import type { Bench, Contender, Section } from "./harness.ts";

const SUBJECT = {
  commonName: "www.example.com",
  organization: "Example Company, Inc.",
  city: "San Francisco",
  state: "California",
  country: "US",
  email: "admin@example.com",
};

function ours(key: Record<string, unknown>): Contender {
  const input = v.parse(schema.csrGenerate.input, { ...SUBJECT, ...key });
  return { name: "ours (csr/generate)", run: () => generate(input, createContext()) };
}

function peculiar(algorithm: RsaHashedKeyGenParams | EcKeyGenParams): Contender {
  return {
    name: "@peculiar/x509",
    async run() {
      const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const request = await Pkcs10CertificateRequestGenerator.create({
        name: "C=US, ST=California, L=San Francisco, O=Example, CN=www.example.com",
        keys: keys as CryptoKeyPair,
        signingAlgorithm: { name: algorithm.name, hash: "SHA-256" } as EcdsaParams,
        extensions: [
          new SubjectAlternativeNameExtension([{ type: "dns", value: "www.example.com" }]),
        ],
      });
      await crypto.subtle.exportKey("pkcs8", (keys as CryptoKeyPair).privateKey);
      return request.toString("pem");
    },
  };
}

function openssl(...key: string[]): Contender {
  const args = ["req", "-new", "-nodes", "-keyout", "/dev/null", "-out", "/dev/null", ...key]
    .concat(["-subj", "/C=US/ST=California/L=San Francisco/O=Example/CN=www.example.com"])
    .concat(["-addext", "subjectAltName=DNS:www.example.com"]);
  return {
    name: "openssl req, its process",
    run() {
      const { status, stderr } = spawnSync("openssl", args);
      if (status !== 0) throw new Error(String(stderr));
    },
  };
}

const rsa = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

const benches: Bench[] = [
  {
    name: "Make a key and a CSR (P-256)",
    ours: ours({ keyType: "ECC" }),
    peers: [
      peculiar({ name: "ECDSA", namedCurve: "P-256" }),
      openssl("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
    ],
  },
  {
    name: "Make a key and a CSR (RSA-2048)",
    ours: ours({ keyType: "RSA" }),
    peers: [peculiar(rsa), openssl("-newkey", "rsa:2048")],
    turn: 1_200,
  },
];

export const section: Section = {
  title: "Keys and requests, on Deno",
  benches,
  remarks: () => [
    "With RSA nearly all of the time is the platform's search for primes, the same for ours and " +
    "@peculiar/x509, and luck: who is ahead there changes from run to run.",
  ],
};

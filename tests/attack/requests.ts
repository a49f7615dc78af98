/** Requests that are hostile as a whole: by two fields together, or by the number of their members. */
import { exampleOf } from "../../core/example-inputs.ts";
import { caaGenerate } from "../../core/caa/contract.ts";
import {
  certificateConvert,
  certificateDiff,
  certificateGenerate,
  certificateReadAgain,
} from "../../core/certificate/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { crlGenerate } from "../../core/crl/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { inspect } from "../../core/inspect/contract.ts";
import { keyConvert } from "../../core/key/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { pfxConvert, pfxOpen } from "../../core/pfx/contract.ts";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { certificateContents } from "./contents/certificates.ts";
import { keyContents } from "./contents/keys.ts";
import { entry, listContents } from "./contents/lists.ts";
import { derRoom, joined, pieces, repeated } from "./contents/content.ts";
import { EXTENSIONS } from "./contents/extensions.ts";
import { ROOT, validCrl, validRequests } from "./contents/valid.ts";
import * as der from "../support/hostile-der.ts";
import { POINT_256 } from "../support/hostile-bodies.ts";

export interface WholeRequest {
  readonly name: string;
  readonly operation: string;
  make(octets: number): Record<string, unknown>;
}

const CONTENTS = [...certificateContents, ...keyContents, ...listContents];

function content(name: string, octets: number): string {
  const found = CONTENTS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no content ${name}`);
  return found.make(octets);
}

const range = (length: number) => Array.from({ length }, (_, index) => index);
const SPKI = der.ecKey(der.P256, POINT_256);
const small = (index: number): string =>
  der.pem(
    "CERTIFICATE",
    der.certificate({ subject: `a${index}`, issuer: "a", spki: SPKI, serial: index + 1 }),
  );

const csr = exampleOf(csrGenerate);
const ecc = { ...csr, keyType: "ECC", keySize: null, eccCurve: "P-256" };
const crl = exampleOf(crlGenerate);
const AUTHORITY = {
  issuer: "existing-ca",
  caCertificate: crl.caCertificate,
  caPrivateKey: crl.caPrivateKey,
};

/** A password of half the octets, and a container or a key with the other half. */
const longPasswords: WholeRequest[] = [
  ...["a PFX of many encrypted safes", "a PFX of many encrypted keys", "many PFX files"].flatMap(
    (name) =>
      [1_000, Infinity].map((most): WholeRequest => ({
        name: `a password of ${most === Infinity ? "half the octets" : most} for ${name}`,
        operation: pfxOpen.name,
        make: (octets) => ({
          pfx: content(name, octets / 2),
          password: "p".repeat(Math.min(most, octets / 2)),
        }),
      })),
  ),
  ...[
    "an encrypted key with a long salt",
    "traditional keys under a cipher",
    "a key of OpenSSH under 10 rounds",
    "a key of PuTTY with Argon2 of 32 MiB",
    "an encrypted key under scrypt of 16 MiB",
  ].map((name): WholeRequest => ({
    name: `a passphrase of half the octets for ${name}`,
    operation: keyConvert.name,
    make: (octets) => ({
      privateKey: content(name, octets / 2),
      passphrase: "p".repeat(octets / 2),
    }),
  })),
];

const pairs: WholeRequest[] = [
  "a certificate with a long subjectAltName",
  "a certificate with a name of many parts",
  "a certificate with as many unknown extensions as fit",
  "a certificate with one extension as often as it fits",
  "a certificate with a long extendedKeyUsage",
  "a certificate with an extension of nested sequences",
  "a request of many attributes",
  "certificates that signed themselves",
].map((name) => ({
  name: `twice ${name}`,
  operation: certificateDiff.name,
  make: (octets) => ({
    before: content(name, octets / 2),
    // The other one differs in its middle.
    after: content(name, octets / 2 - 64),
  }),
}));

const signed = (name: string, contents: number): WholeRequest => ({
  name: `${name}, and ${contents} contents`,
  operation: inspect.name,
  make: (octets) => ({
    texts: [
      { name: "signature", text: content(name, octets / 2) },
      ...range(contents).map((index) => ({
        name: `${index}`,
        text: repeated(`${index}\n`, octets / 2 / contents - 40),
      })),
    ],
    acceptPrivateKeys: true,
  }),
});

export const REQUESTS: readonly WholeRequest[] = [
  ...longPasswords,
  ...pairs,
  signed("a message of many countersignatures", 100),
  signed("many messages", 200),
  signed("a message of one signer with many attributes", 900),
  {
    name: "as many texts as fit",
    operation: inspect.name,
    make: (octets) => ({
      texts: range(Math.min(1_000, octets / 400)).map((index) => ({
        name: `n${index}`,
        text: small(index),
      })),
    }),
  },
  {
    name: "the same text many times",
    operation: inspect.name,
    make: (octets) => ({
      texts: range(Math.min(1_000, octets / 600)).map((index) => ({
        name: `n${index}`,
        text: small(0),
      })),
    }),
  },
  ...[
    ["blocks", "-----BEGIN A-----\n!\n-----END A-----\n"],
    ["archives", `a: UEsDBA${"A".repeat(60)}\n`],
    ["certificates", small(0)],
    ["domains", "a.example\n"],
  ].map(([what, part]): WholeRequest => ({
    name: `a long name for ${what}`,
    operation: inspect.name,
    make: (octets) => ({
      texts: [{ name: "n".repeat(octets / 2), text: repeated(part, octets / 2) }],
    }),
  })),
  {
    name: "long names with domains, and a certificate with names",
    operation: inspect.name,
    make: (octets) => ({
      texts: [
        { text: joined(octets / 2, (index) => `${"a.".repeat(100)}${index}.example\n`) },
        {
          text: content("a certificate with names of 120 labels", octets / 2),
        },
      ],
    }),
  },
  {
    name: "certificates and keys in one text",
    operation: inspect.name,
    make: (octets) => ({
      texts: [{
        text: joined(octets, (index) =>
          small(index) +
          der.pem("PRIVATE KEY", der.ed25519PrivateKey(index))),
      }],
      acceptPrivateKeys: true,
    }),
  },
  {
    name: "many certificates and many keys",
    operation: matchVerify.name,
    make: (octets) => ({
      certificate: joined(octets / 2, small),
      privateKey: content("keys of Ed25519", octets / 2),
    }),
  },
  {
    name: "many certificates and many keys",
    operation: pfxConvert.name,
    make: (octets) => ({
      certificate: joined(octets / 2, small),
      privateKey: content("keys of Ed25519", octets / 2),
      password: "any",
    }),
  },
  {
    name: "a long friendly name",
    operation: pfxConvert.name,
    make: (octets) => ({
      ...exampleOf(pfxConvert),
      password: "any",
      friendlyName: "n".repeat(octets),
    }),
  },
  ...[
    "a valid mesh of 12 authorities",
    "a valid ladder",
    "mail addresses under constraints on them",
  ]
    .map((name): WholeRequest => ({
      name: `${name}, and its root`,
      operation: chainAnalyze.name,
      make: (octets) => ({ certificate: content(name, octets), roots: ROOT }),
    })),
  ...["a valid leaf with a long signedCertificateTimestamps"].map((name): WholeRequest => ({
    name: `${name}, and its root`,
    operation: chainAnalyze.name,
    make: (octets) => ({
      certificate: content(name, octets),
      roots: ROOT,
      judgeAs: "public-tls",
    }),
  })),
  ...["many valid leaves of one authority", "a valid mesh of 12 authorities"].map(
    (name): WholeRequest => ({
      name: `${name}, and the CRL of the root`,
      operation: inspect.name,
      make: (octets) => ({
        texts: [
          { text: content(name, octets / 2) },
          {
            text: der.pem(
              "X509 CRL",
              validCrl(pieces(derRoom(octets / 2), (index) => entry(index)), []),
            ),
          },
        ],
      }),
    }),
  ),
  {
    name: "a mesh and as many roots",
    operation: chainAnalyze.name,
    make: (octets) => ({
      certificate: content("a mesh below one leaf", octets / 2),
      roots: content("a mesh of 20 authorities", octets / 2),
    }),
  },
  {
    name: "many policies to begin with",
    operation: chainAnalyze.name,
    make: (octets) => ({
      certificate: exampleCertificate,
      policies: { initial: range(octets / 12).map((index) => `1.2.3.${index}`) },
    }),
  },
  {
    name: "a host name and many names",
    operation: chainAnalyze.name,
    make: (octets) => ({
      certificate: content("a certificate with names of 120 labels", octets),
      hostname: `${"a.".repeat(120)}example`,
    }),
  },
  ...["pkcs7", "chain", "jwk"].map((format): WholeRequest => ({
    name: `many certificates as ${format}`,
    operation: certificateConvert.name,
    make: (octets) => ({ certificate: joined(octets, small), format }),
  })),
  {
    name: "many alternative names",
    operation: csrGenerate.name,
    make: (octets) => ({
      ...ecc,
      subjectAltNames: range(octets / 20).map((index) => `a${index}.example`),
    }),
  },
  {
    name: "long international alternative names",
    operation: csrGenerate.name,
    make: (octets) => ({
      ...ecc,
      subjectAltNames: range(99).map(() => "\u00e9".repeat(octets / 220)),
    }),
  },
  ...[
    "a request with a long subjectAltName",
    "a CRL of many entries",
    "a certificate with a long subjectAltName",
  ].map((name): WholeRequest => ({
    name: `${name}, read by another library`,
    operation: certificateReadAgain.name,
    make: (octets) => ({ text: content(name, octets) }),
  })),
  {
    name: "many names",
    operation: certificateGenerate.name,
    make: (octets) => ({
      ...exampleOf(certificateGenerate),
      names: range(octets / 20).map((index) => `a${index}.example`),
    }),
  },
  ...["smime", "tls-client"].map((kind): WholeRequest => ({
    name: `many names for ${kind}`,
    operation: certificateGenerate.name,
    make: (octets) => ({
      ...exampleOf(certificateGenerate),
      kind,
      names: range(octets / 24).map((index) => `a@b${index}.example`),
    }),
  })),
  ...validRequests.map(({ name, make }): WholeRequest => ({
    name,
    operation: certificateGenerate.name,
    make: (octets) => ({ ...AUTHORITY, kind: "tls-server", names: [], csr: make(octets) }),
  })),
  {
    name: "relative names in a certificate and in the CRL of its issuer",
    operation: inspect.name,
    make: (octets) => ({
      texts: [
        {
          text: content("a valid leaf with relative names of distribution points", octets / 2),
        },
        {
          text: der.pem(
            "X509 CRL",
            validCrl([entry(1)], EXTENSIONS["an issuing point"](octets / 3)),
          ),
        },
      ],
    }),
  },
  ...["pkcs8", "traditional", "jwk", "public-key", "public-jwk", "openssh-public"].map(
    (format): WholeRequest => ({
      name: `a long name for ${format}`,
      operation: keyConvert.name,
      make: (octets) => ({ privateKey: examplePrivateKey, format, name: "n".repeat(octets) }),
    }),
  ),
  {
    name: "a long name for openssh-public",
    operation: certificateConvert.name,
    make: (octets) => ({
      certificate: exampleCertificate,
      format: "openssh-public",
      name: "n".repeat(octets),
    }),
  },
  {
    name: "many methods of validation",
    operation: caaGenerate.name,
    make: (octets) => ({
      ...exampleOf(caaGenerate),
      validationMethods: range(octets / 14).map((index) => `dns-${index}`),
    }),
  },
  {
    name: "many entries",
    operation: crlGenerate.name,
    make: (octets) => ({
      ...crl,
      entries: range(octets / 40).map((index) => ({
        serialNumber: (index + 16).toString(16).padStart(8, "1"),
      })),
    }),
  },
  {
    name: "entries of long serial numbers",
    operation: crlGenerate.name,
    make: (octets) => ({
      ...crl,
      entries: range(10).map(() => ({ serialNumber: "1".repeat(octets / 12) })),
    }),
  },
  {
    name: "many released serial numbers",
    operation: crlGenerate.name,
    make: (octets) => ({
      ...crl,
      released: range(octets / 20).map((index) => (index + 16).toString(16)),
    }),
  },
  {
    name: "a previous CRL and as many entries",
    operation: crlGenerate.name,
    make: (octets) => ({
      ...crl,
      previous: content("a CRL of many entries", octets / 2),
      entries: range(octets / 80).map((index) => ({ serialNumber: (index + 16).toString(16) })),
    }),
  },
  {
    name: "members with long names",
    operation: csrDecode.name,
    make: (octets) => ({ csr: "x", ["k".repeat(octets)]: 1 }),
  },
];

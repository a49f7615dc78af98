/**
 * The worst known requests: each causes as much work as possible with at most 1 MiB. Tests count the
 * work; `deno run -A tests/bench/api.ts` measures the delay of other clients meanwhile.
 */
import { zipSync } from "fflate";
import { exampleOf } from "../../core/example-inputs.ts";
import { caaCheck } from "../../core/caa/contract.ts";
import { certificateDiff } from "../../core/certificate/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { crlGenerate } from "../../core/crl/contract.ts";
import { csrDecode, csrGenerate } from "../../core/csr/contract.ts";
import { inspect } from "../../core/inspect/contract.ts";
import { keyConvert } from "../../core/key/contract.ts";
import { matchVerify } from "../../core/match/contract.ts";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { pfxConvert, pfxOpen } from "../../core/pfx/contract.ts";
import * as der from "./hostile-der.ts";
import * as cms from "./cms-maker.ts";
import { constructed, TAG } from "../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../core/x509/asn1/der-write.ts";

export interface HostileBody {
  /** A short description of the request. */
  readonly name: string;
  /** The path below /api. */
  readonly operation: string;
  /** The body before JSON. */
  readonly input: Readonly<Record<string, unknown>>;
}

const SIZE = 1024 * 1024;
/** The size of the DER that fits into a body with base64, line breaks and JSON. */
const DER_SIZE = Math.floor(SIZE * 0.73);

export const range = (length: number) => Array.from({ length }, (_, index) => index);

/** As many repetitions as fit. */
function filled(one: (index: number) => string, size = SIZE - 1024): string {
  let text = "";
  for (let index = 0;; index++) {
    const next = one(index);
    // A line break takes two octets in JSON.
    const breaks = next.split("\n").length - 1;
    size -= next.length + breaks;
    if (size < 0) return text;
    text += next;
  }
}

export const POINT_256 = Uint8Array.fromHex(
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
);
const POINT_521 = Uint8Array.fromHex(
  "0400c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d" +
    "3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5" +
    "bd66011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17" +
    "273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be9476" +
    "9fd16650",
);
const SPKI = der.ecKey(der.P256, POINT_256);

const texts = (...given: string[]) => ({
  texts: given.map((text, index) => ({ name: `${index}`, text })),
  acceptPrivateKeys: true,
});

const hostilePfx = (digest: der.MacParts["digest"], iterations: number) =>
  der.pem("PKCS12", der.pfx([], { digest, iterations }));

const label = "a.".repeat(124);

/**
 * The most expensive signatures to verify, under one key each: long exponents, large moduli,
 * thousands of digests.
 */
const COSTLY = {
  "RSA with 16,384 bits and exponents of 256 bits": (index: number) =>
    der.certificate({
      subject: "x",
      issuer: "x",
      serial: index + 1,
      spki: der.rsaKey(16_384, index, Uint8Array.of(0, ...new Uint8Array(32).fill(0xff))),
      signed: "RSA",
      signature: der.noise(2048, index).with(0, 1),
    }),
  "ML-DSA-87": (index: number) =>
    der.certificate({
      subject: "x",
      issuer: "x",
      serial: index + 1,
      spki: der.octetKey(der.SIGNED["ML-DSA-87"].oid, der.noise(2592, index)),
      signed: "ML-DSA-87",
      signature: der.noise(4627, index),
    }),
  "SLH-DSA-SHAKE-256f": (index: number) =>
    der.certificate({
      subject: "x",
      issuer: "x",
      serial: index + 1,
      spki: der.octetKey(der.SIGNED["SLH-DSA-SHAKE-256f"].oid, der.noise(64, index)),
      signed: "SLH-DSA-SHAKE-256f",
      signature: der.noise(49_856, index),
    }),
};

const NOTHING = new Uint8Array();
/** A SubjectPublicKeyInfo of Ed25519. */
const SHORT_KEY = Uint8Array.fromHex(`302a300506032b6570032100${"5a".repeat(32)}`).toBase64();
export const PUTTY = `PuTTY-User-Key-File-3: ssh-ed25519
Encryption: aes256-cbc
Comment: any
Public-Lines: 1
AAAAC3NzaC1lZDI1NTE5AAAAIA==
Key-Derivation: Argon2id
Argon2-Memory: 262144
Argon2-Passes: 1000
Argon2-Parallelism: 1
Argon2-Salt: 00112233445566778899aabbccddeeff
Private-Lines: 1
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
Private-MAC: 00
`;

/** [name, operation, input]. Each input is made at its first use. */
const BODIES: readonly (readonly [string, string, () => HostileBody["input"]])[] = [
  // Key derivations
  [
    "a PFX of 5,000,000 MAC iterations",
    inspect.name,
    () => texts(hostilePfx("SHA-512", 5_000_000)),
  ],
  ["a PFX of 5,000,000 MAC iterations", pfxOpen.name, () => ({
    pfx: hostilePfx("SHA-512", 5_000_000),
    password: "any",
  })],
  [
    "the most PFX files, 2,048 MAC iterations each",
    inspect.name,
    () =>
      texts(
        filled((index) =>
          der.pem("PKCS12", der.pfx([], { digest: "SHA-512", iterations: 2048 }, index))
        ),
      ),
  ],
  ["a PFX of many keys, 100,000 iterations each", pfxOpen.name, () => ({
    pfx: der.pem(
      "PKCS12",
      der.pfx(range(2_000).map((seed) => der.shroudedBag(der.pbkdf2Key(100_000, seed))), null),
    ),
    password: "any",
  })],
  ["a key of 8,000,000 iterations", matchVerify.name, () => ({
    certificate: exampleCertificate,
    privateKey: der.pem("ENCRYPTED PRIVATE KEY", der.pbkdf2Key(8_000_000)),
    passphrase: "any",
  })],
  ["a key under scrypt of 32 MiB", matchVerify.name, () => ({
    certificate: exampleCertificate,
    privateKey: der.pem("ENCRYPTED PRIVATE KEY", der.scryptKey(32_768, 7, 17)),
    passphrase: "any",
  })],
  ["a key of 4,900,000 iterations", keyConvert.name, () => ({
    privateKey: der.pem("ENCRYPTED PRIVATE KEY", der.pbkdf2Key(4_900_000)),
    passphrase: "any",
  })],
  ["a key of OpenSSH under 80 rounds of bcrypt", keyConvert.name, () => ({
    privateKey: der.pem("OPENSSH PRIVATE KEY", der.opensshKey(80)),
    passphrase: "any",
  })],
  // Names
  ["2,000 long names with 500 domains", inspect.name, () =>
    texts(
      range(500).map((index) => `${label}${index}.example\n`).join(""),
      der.pem(
        "CERTIFICATE",
        der.certificate({
          subject: "names",
          issuer: "nobody",
          spki: SPKI,
          extensions: [
            der.alternativeNames(
              range(2_000).map((index) => der.generalName.dns(`${label}${index}.test`)),
            ),
          ],
        }),
      ),
    )],
  ["names of one unknown form against constraints of another", chainAnalyze.name, () => ({
    certificate: constrained(
      range(90_000).map(() => der.generalName.x400(new Uint8Array())),
      range(80_000).map(() => der.generalName.registeredId(new Uint8Array())),
    ),
  })],
  ["names that are not of their form against constraints", chainAnalyze.name, () => ({
    certificate: constrained(
      range(90_000).map(() => der.generalName.dns("")),
      range(80_000).map(() => der.generalName.registeredId(new Uint8Array())),
    ),
  })],
  ["DNS names against DNS constraints", chainAnalyze.name, () => ({
    certificate: constrained(
      range(20_000).map((index) => der.generalName.dns(`${index}.example`)),
      range(20_000).map((index) => der.generalName.dns(`${index}.test`)),
    ),
  })],
  ["as many alternative names as fit", csrDecode.name, () => ({
    csr: der.pem(
      "CERTIFICATE REQUEST",
      request(range(90_000).map((index) => der.generalName.dns(`${index % 1000}.a`))),
    ),
  })],
  ["200,000 invalid names", csrGenerate.name, () => ({
    ...exampleOf(csrGenerate),
    subjectAltNames: range(200_000).map(() => "!"),
  })],
  ["two CSRs of as many alternative names as fit", certificateDiff.name, () => {
    const pem = (from: number) =>
      der.pem(
        "CERTIFICATE REQUEST",
        request(range(42_000).map((index) => der.generalName.dns(`${from + index}.a`))),
      );
    return { before: pem(0), after: pem(20_000) };
  }],
  ["two certificates of as many extensions and purposes as fit", certificateDiff.name, () => {
    const one = (from: number) => {
      const extensions = [
        ...range(998).map((index) => der.extension(`1.2.${from}.${index}`, der.noise(64, index))),
        der.purposes(range(25_000).map((index) => `1.2.${from}.${index}`)),
      ];
      return der.pem(
        "CERTIFICATE",
        der.certificate({ subject: "x", issuer: "x", spki: SPKI, extensions }),
      );
    };
    return { before: one(3), after: one(4) };
  }],
  ["as many CRL entries as fit", crlGenerate.name, () => ({
    ...exampleOf(crlGenerate),
    entries: range(42_000).map((index) => ({ serialNumber: (index + 1).toString(16) })),
  })],
  // Keys
  [
    "the most RSA keys of 16,384 bits",
    inspect.name,
    () => texts(filled((seed) => der.pem("PUBLIC KEY", der.rsaKey(16_384, seed)))),
  ],
  [
    "the most RSA keys of 4,096 bits",
    inspect.name,
    () => texts(filled((seed) => der.pem("PUBLIC KEY", der.rsaKey(4_096, seed)))),
  ],
  [
    "the most RSA keys of 512 bits",
    inspect.name,
    () => texts(filled((seed) => der.pem("PUBLIC KEY", der.rsaKey(512, seed)))),
  ],
  ["a key of SLH-DSA-SHA2-256s whose root is computed", inspect.name, () =>
    texts(
      der.pem("PRIVATE KEY", der.octetPrivateKey("2.16.840.1.101.3.4.3.24", der.noise(128, 1))),
    )],
  // Archives and other texts
  ["a ZIP archive that expands to 200 MiB", inspect.name, () => {
    const zeros = new Uint8Array(40 * SIZE);
    const bomb = zipSync(
      Object.fromEntries(range(5).map((index) => [`${index}`, [zeros, { level: 1 }]])),
    );
    return texts(bomb.toBase64());
  }],
  [
    "a ZIP archive of the most empty files",
    inspect.name,
    () =>
      texts(
        zipSync(Object.fromEntries(range(8_000).map((index) => [`${index}`, NOTHING])), {
          level: 0,
        })
          .toBase64(),
      ),
  ],
  [
    "lines of base64 that start like a certificate",
    inspect.name,
    () => texts(filled(() => `MIIB${"A".repeat(60)}\n`)),
  ],
  [
    "base64 of the shortest keys, each with a path",
    inspect.name,
    () => texts(filled((index) => `- k${index}: ${SHORT_KEY}\n`)),
  ],
  ["PEM in base64, four times", inspect.name, () => {
    const pem = filled((index) => der.pem("PUBLIC KEY", der.rsaKey(512, index)), SIZE * 0.31);
    return texts(btoa(btoa(btoa(btoa(pem)))));
  }],
  ["a Java keystore that announces the most entries", inspect.name, () => {
    const store = new Uint8Array(DER_SIZE);
    store.set([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff]);
    for (let at = 12; at + 25 <= store.length; at += 25) store.set([0, 0, 0, 2], at);
    return texts(store.toBase64());
  }],
  ["a key of PuTTY with 256 MiB and 1,000 passes of Argon2", keyConvert.name, () => ({
    privateKey: PUTTY,
    passphrase: "any",
  })],
  // Paths and signatures
  ["certificates of RSA-16384 that all signed each other, in 58 KiB", chainAnalyze.name, () => {
    const one = COSTLY["RSA with 16,384 bits and exponents of 256 bits"];
    return { certificate: filled((index) => der.pem("CERTIFICATE", one(index)), 58 * 1024) };
  }],
  ["certificates of one name that all signed each other, P-521", chainAnalyze.name, () => ({
    certificate: filled((index) => der.pem("CERTIFICATE", sameNameCa(index))),
  })],
  [
    "certificates of one name that all signed each other, P-521",
    inspect.name,
    () => texts(filled((index) => der.pem("CERTIFICATE", sameNameCa(index)))),
  ],
  ...[chainAnalyze.name, inspect.name].flatMap((operation) =>
    Object.entries(COSTLY).map(([algorithm, one]) =>
      [`certificates of one name that all signed each other, ${algorithm}`, operation, () => {
        const text = filled((index) => der.pem("CERTIFICATE", one(index)));
        return operation === inspect.name ? texts(text) : { certificate: text };
      }] as const
    )
  ),
  ["the most certificates", pfxConvert.name, () => ({
    certificate: filled((index) => der.pem("CERTIFICATE", sameNameCa(index))),
    privateKey: examplePrivateKey,
    password: "any",
  })],
  ["purposes of a leaf against purposes of its issuer", chainAnalyze.name, () => ({
    certificate: certificatePair(
      [der.purposes(range(45_000).map((index) => `1.2.3.${index}`))],
      [der.purposes(range(45_000).map((index) => `1.2.4.${index}`))],
    ),
  })],
  ["a certificate of as many extensions as fit", chainAnalyze.name, () => ({
    certificate: certificatePair(range(40_000).map(() => der.keyUsage()), []),
  })],
  ["a PFX of many keys and many certificates", pfxOpen.name, () => ({
    pfx: der.pem(
      "PKCS12",
      der.pfx([
        ...range(3_000).map((seed) => der.keyBag(der.ed25519PrivateKey(seed))),
        ...range(1_200).map((serial) => der.certificateBag(sameNameCa(serial))),
      ], null),
    ),
    password: "any",
  })],
  ["a PFX in as many pieces as fit", pfxOpen.name, () => ({
    pfx: der.pem("PKCS12", der.piecemeal(DER_SIZE - 64)),
    password: "any",
  })],
  // Signed files
  ["a message of as many signers as fit", inspect.name, () => texts(cmsOfSigners(1_500))],
  ["messages of 64 signers under RSA with 16,384 bits", inspect.name, () => {
    const one = COSTLY["RSA with 16,384 bits and exponents of 256 bits"](0);
    return texts(
      filled((index) => cmsOfSigners(64, { certificate: one, signature: der.noise(2048, index) })),
    );
  }],
  ["detached signatures by many digests and many contents", inspect.name, () => {
    const signers = DIGESTS.map((digest) => cmsOfSigners(1, { digest, detached: true }));
    return texts(...signers, ...range(200).map((index) => `${index}\n`.repeat(900)));
  }],
  ["detached signatures without attributes and many contents", inspect.name, () =>
    texts(
      ...range(60).map((index) =>
        cmsOfSigners(1, {
          ...{ detached: true, attributes: false, serial: index },
          certificate: COSTLY["ML-DSA-87"](0),
          signature: der.noise(4627, index),
        })
      ),
      ...range(100).map((index) => `content ${index}\n`),
    )],
  [
    "an encrypted message of as many recipients as fit",
    inspect.name,
    () => texts(recipients(9_000)),
  ],
  ["a mail of as many parts and levels as fit", inspect.name, () =>
    texts(
      "Content-Type: multipart/mixed; boundary=a\n\n" +
        filled((index) => `--a\nContent-Type: multipart/signed; boundary=b${index}\n\n`, SIZE / 2),
    )],
  [
    "a mail of as many header lines as fit",
    inspect.name,
    () => texts(filled((index) => `X-${index}: multipart/signed\n`)),
  ],
  ["a JWS of as many signatures as fit", inspect.name, () => {
    const x5c = [COSTLY["ML-DSA-87"](0).toBase64()];
    const entry = {
      protected: btoa('{"alg":"ML-DSA-87"}').replaceAll("=", ""),
      header: { x5c },
      signature: der.noise(4627, 1).toBase64({ alphabet: "base64url", omitPadding: true }),
    };
    return texts(JSON.stringify({ payload: "YQ", signatures: range(45).map(() => entry) }));
  }],
  // Texts
  [
    "domain names of one long label",
    inspect.name,
    () => texts(filled((index) => `${"\u00e9\u4e2d".repeat(150)}${index}.example\n`, SIZE / 3)),
  ],
  ["as many CAA records as fit", caaCheck.name, () => ({
    records: filled((index) => `example.com. CAA 0 issue "${index}.example; a${index}=b"\n`),
    authority: "sectigo",
  })],
  // Ordinary requests of the largest size
  ["a PFX file under AES", pfxConvert.name, () => ({
    ...exampleOf(pfxConvert) as Record<string, unknown>,
    password: "correct horse",
    encryption: "aes256-sha256",
  })],
  ["a PFX file under 3DES", pfxConvert.name, () => ({
    ...exampleOf(pfxConvert) as Record<string, unknown>,
    password: "correct horse",
    encryption: "3des-sha1",
  })],
  ["a key of RSA-4096", csrGenerate.name, () => ({ ...exampleOf(csrGenerate), keySize: 4096 })],
];

export const HOSTILE_BODIES: readonly HostileBody[] = BODIES.map(([name, operation, make]) => {
  let made: HostileBody["input"] | undefined;
  return {
    name,
    operation,
    get input() {
      return made ??= make();
    },
  };
});

/** A leaf with these names under a root with these names excluded. */
export const constrained = (names: der.Bytes[], excluded: der.Bytes[]): string =>
  certificatePair([der.alternativeNames(names)], [der.nameConstraints(excluded)]);

/** A leaf and a root of its issuer's name, with these extensions. */
function certificatePair(ofLeaf: der.Bytes[], ofRoot: der.Bytes[]): string {
  const leaf = der.certificate({ subject: "leaf", issuer: "root", spki: SPKI, extensions: ofLeaf });
  const root = der.certificate({
    subject: "root",
    issuer: "root",
    spki: SPKI,
    extensions: [der.authority(), ...ofRoot],
    serial: 2,
  });
  if (leaf.length + root.length > DER_SIZE) {
    throw new Error(`${leaf.length + root.length} octets are more than a body takes`);
  }
  return der.pem("CERTIFICATE", leaf) + der.pem("CERTIFICATE", root);
}

/** One of many CAs with the same name and the same P-521 key. */
function sameNameCa(serial: number): der.Bytes {
  const scalar = der.noise(65, serial);
  scalar[0] = 1;
  return der.certificate({
    subject: "one name",
    issuer: "one name",
    spki: der.ecKey(der.P521, POINT_521),
    extensions: [der.authority()],
    serial: serial + 1,
    signed: "EC-SHA-512",
    signature: der.ecdsaSignature(scalar, scalar),
  });
}

/** A PKCS#10 request with these alternative names. */
function request(names: der.Bytes[]): der.Bytes {
  return der.request("names", SPKI, [der.alternativeNames(names)]);
}

const DIGESTS = [
  "1.2.840.113549.2.5",
  "1.3.14.3.2.26",
  ...range(12).map((index) => `2.16.840.1.101.3.4.2.${index + 1}`),
];

interface SignersParts {
  readonly certificate?: der.Bytes;
  readonly signature?: der.Bytes;
  readonly digest?: string;
  readonly detached?: boolean;
  readonly attributes?: boolean;
  readonly serial?: number;
}

/** A message with equal signers, whose signatures are noise. */
function cmsOfSigners(count: number, parts: SignersParts = {}): string {
  const {
    certificate = sameNameCa(0),
    signature = der.ecdsaSignature(der.noise(65, 1).with(0, 1), der.noise(65, 2).with(0, 1)),
    digest = "2.16.840.1.101.3.4.2.3",
  } = parts;
  const content = new TextEncoder().encode(`content ${parts.serial ?? 0}`);
  const attributes = [
    cms.attribute(cms.OID.contentType, objectIdentifier(cms.OID.data)),
    cms.attribute(cms.OID.messageDigest, cms.octets(der.noise(64, 1))),
  ];
  const info = cms.seq(
    integer(1),
    cms.issuerAndSerial(certificate),
    cms.seq(objectIdentifier(digest)),
    ...parts.attributes === false ? [] : [element(constructed(0), ...attributes)],
    cms.seq(objectIdentifier(parts.certificate ? algorithmOf(parts) : "1.2.840.10045.4.3.4")),
    cms.octets(signature),
  );
  return cms.cmsPem(cms.signedData({
    content: parts.detached ? null : content,
    certificates: [certificate],
    signers: range(count).map(() => info),
  }));
}

/** The signature algorithm that fits the length of a noise signature. */
const algorithmOf = ({ signature }: SignersParts): string =>
  signature?.length === 4627 ? der.SIGNED["ML-DSA-87"].oid : "1.2.840.113549.1.1.13";

/** An encrypted message for recipients without certificates. */
function recipients(count: number): string {
  const one = (index: number) =>
    cms.seq(
      integer(0),
      cms.seq(cms.seq(), integer(index + 1)),
      cms.seq(objectIdentifier("1.2.840.113549.1.1.1")),
      cms.octets(der.noise(32, index)),
    );
  const data = cms.seq(
    integer(0),
    element(TAG.SET, ...range(count).map(one)),
    cms.seq(objectIdentifier(cms.OID.data), cms.seq(objectIdentifier("2.16.840.1.101.3.4.1.42"))),
  );
  return cms.cmsPem(
    cms.seq(objectIdentifier("1.2.840.113549.1.7.3"), element(constructed(0), data)),
  );
}

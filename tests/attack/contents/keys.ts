/** Hostile keys, and containers with a password. */
import { concatenate } from "../../../core/kernel/octets.ts";
import { constructed, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { examplePrivateKey } from "../../../core/examples.ts";
import * as der from "../../support/hostile-der.ts";
import { POINT_256, PUTTY } from "../../support/hostile-bodies.ts";
import { type Content, contentsOf, joined, objectsOf, pieces, repeated } from "./content.ts";
import { nested } from "./extensions.ts";

const utf8 = new TextEncoder();
const NULL = element(TAG.NULL);
const number = (value: number) => Uint8Array.of(0, value >> 16 & 0xff, value >> 8 & 0xff, value);
const string = (...parts: der.Bytes[]) => {
  const bytes = concatenate(parts);
  return concatenate([number(bytes.length), bytes]);
};
const text = (value: string) => string(utf8.encode(value));

/** A plain key of OpenSSH whose private part is given. */
const openssh = (secret: der.Bytes, count = 1): der.Bytes =>
  concatenate([
    utf8.encode("openssh-key-v1\0"),
    ...[text("none"), text("none"), string(), number(count)],
    string(text("ssh-ed25519"), string(der.noise(32, 1))),
    string(secret),
  ]);

const XML_MEMBERS = ["Modulus", "Exponent", "D", "P", "Q", "DP", "DQ", "InverseQ"];
const tpmKey = (secret: der.Bytes): der.Bytes =>
  der.sequence(
    objectIdentifier("2.23.133.10.1.3"),
    integer(0x40000001),
    der.octets(der.noise(280, 1)),
    der.octets(secret),
  );

const rsaNumbers = (size: number): der.Bytes =>
  der.sequence(
    integer(0),
    ...Array.from(
      { length: 8 },
      (_, index) => element(TAG.INTEGER, der.oddNumber(size, index + 1)),
    ),
  );

const octetKeys: Readonly<Record<string, [string, number]>> = {
  "Ed25519": ["1.3.101.112", 32],
  "ML-DSA-87 from its seed": [der.SIGNED["ML-DSA-87"].oid, 32],
  "SLH-DSA-SHA2-256s": ["2.16.840.1.101.3.4.3.24", 128],
};

const KEYS: readonly Content[] = [
  ...objectsOf("key", "PRIVATE KEY", {
    "a key of RSA whose numbers are as long as fits": (room) => rsaNumbers((room - 400) & ~7),
    "a key of RSA of 16,384 bits": (room) => rsaNumbers(Math.min(16_384, room & ~7)),
    "a key of RSA of 65 kbit": (room) => rsaNumbers(Math.min(65_536, room & ~7)),
    "a key with a long unknown algorithm": (room) =>
      der.octetPrivateKey("1.2.3.4", der.noise(room, 1)),
    "a key of Ed25519 that is too long": (room) =>
      der.octetPrivateKey("1.3.101.112", der.octets(der.noise(room, 1))),
    "a key on a curve with a long number": (room) =>
      der.sequence(
        integer(0),
        der.algorithm("1.2.840.10045.2.1", objectIdentifier(der.P256)),
        der.octets(der.sequence(integer(1), der.octets(der.noise(room, 1)))),
      ),
    "a key with attributes": (room) =>
      der.sequence(
        integer(0),
        der.algorithm("1.3.101.112"),
        der.octets(der.octets(der.noise(32, 1))),
        element(
          constructed(0),
          concatenate(pieces(room, (index) =>
            der.sequence(objectIdentifier(`1.2.3.${index}`), element(TAG.SET, NULL)))),
        ),
      ),
    "a key of nested sequences": (room) =>
      der.sequence(integer(0), der.sequence(nested(room)), der.octets(NULL)),
  }),
  ...objectsOf("key", "RSA PRIVATE KEY", {
    "a traditional key of RSA with other primes": (room) =>
      der.sequence(
        integer(1),
        ...Array.from(
          { length: 8 },
          (_, index) => element(TAG.INTEGER, der.oddNumber(1024, index + 1)),
        ),
        der.sequence(
          concatenate(pieces(room - 2_000, () => der.sequence(integer(3), integer(3), integer(3)))),
        ),
      ),
  }),
  ...objectsOf("key", "DSA PRIVATE KEY", {
    "a key of DSA whose numbers are as long as fits": (room) =>
      der.sequence(
        integer(0),
        ...Array.from(
          { length: 5 },
          (_, index) => element(TAG.INTEGER, der.oddNumber((room / 5 - 20) * 8 & ~7, index + 1)),
        ),
      ),
  }),
  ...objectsOf("key", "EC PRIVATE KEY", {
    "a traditional key on a curve with a long point": (room) =>
      der.sequence(
        integer(1),
        der.octets(der.noise(32, 1)),
        element(constructed(0), objectIdentifier(der.P256)),
        element(constructed(1), der.bits(der.noise(room, 1).with(0, 4))),
      ),
  }),
  ...objectsOf("key", "OPENSSH PRIVATE KEY", {
    "a key of OpenSSH with a long comment": (room) =>
      openssh(concatenate([
        ...[number(1), number(1), text("ssh-ed25519"), string(der.noise(32, 1))],
        ...[string(der.noise(64, 1)), text("c".repeat(room))],
      ])),
    "a key of OpenSSH with a long type": (room) =>
      openssh(concatenate([number(1), number(1), text("t".repeat(room))])),
    "a key of OpenSSH that is padding": (room) => openssh(new Uint8Array(room)),
    "a key of OpenSSH that announces many": (room) => openssh(new Uint8Array(room), 60_000),
    "a key of OpenSSH under a long cipher": (room) =>
      concatenate([utf8.encode("openssh-key-v1\0"), text("aes".repeat(room / 3))]),
    "a key of OpenSSH under 10 rounds": () => der.opensshKey(10),
    "a key of OpenSSH under 60,000 rounds": () => der.opensshKey(60_000),
    "a key of OpenSSH under a long salt": (room) =>
      concatenate([
        utf8.encode("openssh-key-v1\0"),
        ...[text("aes256-ctr"), text("bcrypt"), string(string(der.noise(room, 1)), number(16))],
        ...[number(1), string(text("ssh-ed25519"), string(der.noise(32, 1)))],
        string(der.noise(128, 1)),
      ]),
  }),
  ...objectsOf("key", "ENCRYPTED PRIVATE KEY", {
    "an encrypted key of 8,000,000 iterations": () => der.pbkdf2Key(8_000_000),
    "an encrypted key of 7,900,000 iterations": () => der.pbkdf2Key(7_900_000),
    "an encrypted key under scrypt of 16 MiB": () => der.scryptKey(16_384, 8, 1),
    "an encrypted key under scrypt of 32 MiB": () => der.scryptKey(32_768, 8, 1),
    "an encrypted key under scrypt with many lanes": () => der.scryptKey(2, 1, 60_000),
    "an encrypted key under scrypt with long blocks": () => der.scryptKey(2, 60_000, 1),
    "an encrypted key with a long salt": (room) => der.pbkdf2Key(1, 1, room),
    "an encrypted key with a long content": (room) => der.pbkdf2Key(1, 1, 8, room),
    "an encrypted key with many parameters": (room) =>
      der.sequence(
        der.algorithm("1.2.840.113549.1.5.13", der.sequence(nested(room))),
        der.octets(der.noise(64, 1)),
      ),
  }),
  ...contentsOf("key", {
    "the example key as often as it fits": (octets) => repeated(examplePrivateKey, octets),
    ...Object.fromEntries(
      Object.entries(octetKeys).map(([name, [oid, length]]) => [
        `keys of ${name}`,
        (octets: number) =>
          joined(octets, (index) =>
            der.pem(
              "PRIVATE KEY",
              der.octetPrivateKey(
                oid,
                name === "Ed25519"
                  ? der.octets(der.noise(length, index))
                  : name.startsWith("ML-DSA")
                  ? element(0x80, der.noise(length, index))
                  : der.noise(length, index),
              ),
            )),
      ]),
    ),
    ...Object.fromEntries(
      [512, 2_048, 4_096, 16_384].map((size) => [
        `public keys of RSA with ${size} bits`,
        (octets: number) =>
          joined(octets, (index) => der.pem("PUBLIC KEY", der.rsaKey(size, index))),
      ]),
    ),
    "public keys on a curve": (octets) =>
      joined(
        octets,
        (index) => der.pem("PUBLIC KEY", der.ecKey(der.P256, POINT_256.with(64, index & 0xff))),
      ),
    "public keys of ML-DSA-87": (octets) =>
      joined(
        octets,
        (index) =>
          der.pem("PUBLIC KEY", der.octetKey(der.SIGNED["ML-DSA-87"].oid, der.noise(2592, index))),
      ),
    "traditional keys under a cipher": (octets) =>
      joined(octets, (index) =>
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n" +
        `DEK-Info: AES-256-CBC,${der.noise(16, index).toHex().toUpperCase()}\n\n` +
        `${der.noise(48, index).toBase64()}\n-----END RSA PRIVATE KEY-----\n`),
    "a traditional key with many headers": (octets) =>
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n" +
      joined(octets - 200, (index) => `X-${index}: y\n`) +
      "\nAAAA\n-----END RSA PRIVATE KEY-----\n",
    "public keys of OpenSSH": (octets) =>
      joined(
        octets,
        (index) =>
          `ssh-ed25519 ${
            concatenate([text("ssh-ed25519"), string(der.noise(32, index))]).toBase64()
          } a@b${index}\n`,
      ),
    "a public key of OpenSSH with a long number": (octets) =>
      `ssh-rsa ${
        concatenate([text("ssh-rsa"), text("\x01\0\x01"), string(der.noise(octets * 0.7, 1))])
          .toBase64()
      } a\n`,
    "lines of known hosts": (octets) =>
      joined(
        octets,
        (index) =>
          `|1|${der.noise(20, index).toBase64()}|${
            der.noise(20, index + 1).toBase64()
          } ssh-ed25519 ${
            concatenate([text("ssh-ed25519"), string(der.noise(32, 1))]).toBase64()
          }\n`,
      ),
    "keys in the XML of .NET": (octets) =>
      joined(octets, (index) =>
        "<RSAKeyValue>" +
        XML_MEMBERS.map((name) => `<${name}>${der.oddNumber(512, index + 1).toBase64()}</${name}>`)
          .join("") +
        "</RSAKeyValue>\n"),
    "a key in the XML of .NET whose members repeat": (octets) =>
      `<RSAKeyValue>${"<P>AAAA</P>".repeat(Math.min(octets, 20_000) / 13)}</RSAKeyValue>`,
    "keys in the XML of .NET that are too long": (octets) =>
      joined(
        octets,
        (index) =>
          `<RSAKeyValue><Modulus>${der.noise(20_000, index).toBase64()}</Modulus></RSAKeyValue>`,
      ),
    "keys of Windows in PVK": (octets) =>
      joined(
        octets,
        (index) =>
          concatenate([Uint8Array.fromHex("1ef1b5b0"), der.noise(600, index)]).toBase64() + "\n",
      ),
    "keys of a TPM chip": (octets) =>
      joined(octets, (index) => der.pem("TSS2 PRIVATE KEY", tpmKey(der.noise(200, index)))),
    "a key of a TPM chip as long as fits": (octets) =>
      der.pem("TSS2 PRIVATE KEY", tpmKey(der.noise(octets * 0.7, 1))),
    "keys in the form of RFC 4716": (octets) =>
      joined(
        octets,
        (index) =>
          `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "${index}"\n${
            concatenate([text("ssh-ed25519"), string(der.noise(32, index))]).toBase64()
          }\n---- END SSH2 PUBLIC KEY ----\n`,
      ),
    "a key of PuTTY with Argon2 of 32 MiB": () => puttyWith(32_768, 1),
    "a key of PuTTY with Argon2 of 256 MiB": () => puttyWith(262_144, 1),
    "a key of PuTTY with many passes": () => puttyWith(8_192, 4_000),
    "a key of PuTTY with many lanes": () => puttyWith(8_192, 1, 1_000),
    "a key of PuTTY with many public lines": (octets) =>
      PUTTY.replace(
        /Public-Lines: 1\n.*\n/,
        `Public-Lines: ${Math.floor(octets / 66)}\n${
          `${"A".repeat(64)}\n`.repeat(Math.floor(octets / 66))
        }`,
      ),
    "a key of PuTTY with a long comment": (octets) =>
      PUTTY.replace("Comment: any", `Comment: ${"c".repeat(octets - 600)}`),
    "headers of PuTTY without an end": (octets) =>
      repeated("PuTTY-User-Key-File-3: ssh-ed25519\n", octets),
    "a JSON Web Key with a long number": (octets) =>
      `{"kty":"RSA","e":"AQAB","n":"${"A".repeat(octets - 60)}"}`,
    "a set of JSON Web Keys": (octets) =>
      `{"keys":[${
        joined(octets - 40, (index) =>
          `${index === 0 ? "" : ","}{"kty":"OKP","crv":"Ed25519","x":"${
            der.noise(32, index).toBase64({ alphabet: "base64url", omitPadding: true })
          }"}`)
      }]}`,
    "a JSON Web Key of many members": (octets) =>
      `{"kty":"OKP","crv":"Ed25519"${joined(octets - 40, (index) => `,"k${index}":"v"`)},"x":"AA"}`,
    "a JSON Web Key in deep brackets": (octets) => {
      const depth = Math.floor(octets / 2) - 20;
      return `${"[".repeat(depth)}{"kty":"a"}${"]".repeat(depth)}`;
    },
    "a JSON Web Key in objects": (octets) => {
      const depth = Math.floor(octets / 9);
      return `${'{"a":'.repeat(depth)}{"kty":"a"}${"}".repeat(depth)}`;
    },
    "JSON Web Keys as texts in texts": () => {
      let json = '{"kty":"OKP","d":"a"}';
      for (let level = 0; level < 12; level++) json = JSON.stringify([json]);
      return json;
    },
    "many members named kty": (octets) => `[${repeated('{"kty":1},', octets - 20)}0]`,
  }),
];

function puttyWith(kibs: number, passes: number, lanes = 1): string {
  return PUTTY.replace("Argon2-Memory: 262144", `Argon2-Memory: ${kibs}`)
    .replace("Argon2-Passes: 1000", `Argon2-Passes: ${passes}`)
    .replace("Argon2-Parallelism: 1", `Argon2-Parallelism: ${lanes}`);
}

const bagAttributes = (room: number): der.Bytes =>
  element(
    TAG.SET,
    concatenate(pieces(room, (index) =>
      der.sequence(
        objectIdentifier("1.2.840.113549.1.9.20"),
        element(TAG.SET, element(0x1e, utf8.encode(`\0a\0${index % 10}`))),
      ))),
  );
const bag = (content: der.Bytes, ...attributes: der.Bytes[]): der.Bytes =>
  der.sequence(
    objectIdentifier("1.2.840.113549.1.12.10.1.3"),
    element(
      constructed(0),
      der.sequence(
        objectIdentifier("1.2.840.113549.1.9.22.1"),
        element(constructed(0), der.octets(content)),
      ),
    ),
    ...attributes,
  );
const small = (index: number) =>
  der.certificate({
    subject: `a${index}`,
    issuer: "a",
    spki: der.ecKey(der.P256, POINT_256),
    serial: index + 1,
  });
const encryptedSafe = (index: number, iterations = 1, salt = 8): der.Bytes =>
  der.sequence(
    objectIdentifier("1.2.840.113549.1.7.6"),
    element(
      constructed(0),
      der.sequence(
        integer(0),
        der.sequence(
          objectIdentifier("1.2.840.113549.1.7.1"),
          der.algorithm(
            "1.2.840.113549.1.12.1.3",
            der.sequence(der.octets(der.noise(salt, index)), integer(iterations)),
          ),
          element(0x80, der.noise(16, index)),
        ),
      ),
    ),
  );

/** A Java keystore of these entries. Its digest is wrong. */
function javaKeystore(entries: readonly der.Bytes[], announced = entries.length): der.Bytes {
  const head = concatenate([
    Uint8Array.fromHex("feedfeed00000002"),
    Uint8Array.of(
      announced >>> 24,
      announced >> 16 & 0xff,
      announced >> 8 & 0xff,
      announced & 0xff,
    ),
  ]);
  return concatenate([head, ...entries, new Uint8Array(20)]);
}
const javaCertificate = (index: number): der.Bytes => {
  const certificate = small(index);
  return concatenate([
    Uint8Array.fromHex("00000002000161"),
    new Uint8Array(8),
    Uint8Array.fromHex("0005"),
    utf8.encode("X.509"),
    number(certificate.length),
    certificate,
  ]);
};
const javaKey = (room: number): der.Bytes =>
  concatenate([
    Uint8Array.fromHex("00000001000161"),
    new Uint8Array(8),
    number(room),
    der.sequence(
      der.algorithm("1.3.6.1.4.1.42.2.17.1.1", NULL),
      der.octets(der.noise(room - 40, 1)),
    ),
    number(0),
  ]);

const CONTAINERS: readonly Content[] = [
  ...objectsOf("container", "PKCS12", {
    "a PFX of many certificates": (room) =>
      der.pfx(pieces(room, (index) => bag(small(index), bagAttributes(20))), null),
    "a PFX of one certificate with many attributes": (room) =>
      der.pfx([bag(small(0), bagAttributes(room))], null),
    "a PFX of many keys": (room) =>
      der.pfx(pieces(room, (index) => der.keyBag(der.ed25519PrivateKey(index))), null),
    "a PFX of many encrypted keys": (room) =>
      der.pfx(pieces(room, (index) => der.shroudedBag(der.pbkdf2Key(1, index))), null),
    "a PFX of many empty safes": (room) =>
      der.pfxOfSafes(pieces(room, () => der.data(der.sequence())), null),
    "a PFX of many encrypted safes": (room) =>
      der.pfxOfSafes(pieces(room, (index) => encryptedSafe(index)), null),
    "a PFX of encrypted safes with long salts": (room) =>
      der.pfxOfSafes(pieces(room, (index) => encryptedSafe(index, 1, 900)), null),
    "a PFX of one safe with a salt as long as fits": (room) =>
      der.pfxOfSafes([encryptedSafe(1, 1, room - 400)], null),
    "a PFX of bags in bags": (room) => {
      let inner = bag(small(0));
      for (let depth = 0; depth < Math.min(2_000, room / 40); depth++) {
        inner = der.sequence(
          objectIdentifier("1.2.840.113549.1.12.10.1.6"),
          element(constructed(0), der.sequence(inner)),
        );
      }
      return der.pfx([inner], null);
    },
    "a PFX of bags of secrets": (room) =>
      der.pfx(
        pieces(room, (index) =>
          der.sequence(
            objectIdentifier("1.2.840.113549.1.12.10.1.5"),
            element(constructed(0), der.sequence(objectIdentifier(`1.2.3.${index}`), NULL)),
          )),
        null,
      ),
    "a PFX with 700,000 iterations of its MAC": () =>
      der.pfx([], { digest: "SHA-512", iterations: 700_000 }),
    "a PFX with a MAC over as much as fits": (room) =>
      der.pfx([bag(der.noise(room, 1))], { digest: "SHA-256", iterations: 1 }),
    "a PFX in many pieces": (room) => der.piecemeal(room),
  }),
  ...contentsOf("container", {
    "many PFX files": (octets) =>
      joined(
        octets,
        (index) => der.pem("PKCS12", der.pfx([], { digest: "SHA-256", iterations: 1 }, index)),
      ),
    "a Java keystore of certificates": (octets) =>
      javaKeystore(pieces(octets * 0.74, javaCertificate)).toBase64(),
    "a Java keystore of empty keys": (octets) =>
      javaKeystore(pieces(octets * 0.74, () =>
        Uint8Array.fromHex(
          "00000001000161000000000000000000000000" + "00000000",
        ))).toBase64(),
    "a Java keystore with a key as long as fits": (octets) =>
      javaKeystore([javaKey(Math.floor(octets * 0.7))]).toBase64(),
    "a Java keystore that announces more than it has": (octets) =>
      javaKeystore(pieces(octets * 0.74, javaCertificate), 0x7fffffff).toBase64(),
    "Java keystores": (octets) =>
      joined(
        octets,
        (index) => `k${index}: ${javaKeystore([javaCertificate(index)]).toBase64()}\n`,
      ),
  }),
  ...objectsOf("container", "PKCS7", {
    "a PKCS#7 bundle of many certificates": (room) =>
      der.sequence(
        objectIdentifier("1.2.840.113549.1.7.2"),
        element(
          constructed(0),
          der.sequence(
            integer(1),
            element(TAG.SET),
            der.sequence(objectIdentifier("1.2.840.113549.1.7.1")),
            element(constructed(0), concatenate(pieces(room, small))),
            element(TAG.SET),
          ),
        ),
      ),
    "a PKCS#7 bundle of many digests": (room) =>
      der.sequence(
        objectIdentifier("1.2.840.113549.1.7.2"),
        element(
          constructed(0),
          der.sequence(
            integer(1),
            element(
              TAG.SET,
              concatenate(pieces(room, (index) => der.algorithm(`1.2.3.${index}`))),
            ),
            der.sequence(objectIdentifier("1.2.840.113549.1.7.1")),
            element(TAG.SET),
          ),
        ),
      ),
  }),
];

export const keyContents: readonly Content[] = [...KEYS, ...CONTAINERS];

/** Keys and the parameters of their encryption, made from parts: what is unusual is named. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { element, integer } from "../../../core/x509/asn1/der-write.ts";
import { ecPublicInfo } from "../../../core/x509/keys/containers/der-keys.ts";
import { opensshPublicKeyInfo, sshString } from "../../../core/x509/keys/containers/openssh.ts";
import { curveOf, isOnCurve, isPrivateNumber } from "../../../core/x509/keys/families/curves.ts";
import { comparableKey, compareKeys } from "../../../core/x509/keys/key-comparison.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { readPublicKey } from "../../../core/x509/keys/public-keys.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { matchFile } from "../../fixtures/match/index.ts";
import { bits, type Bytes, bytes, NULL, octets, oid, seq } from "./rules/der.ts";
import { ecKey, rsaKey } from "./rules/key-maker.ts";
import { newKey } from "./revocation/maker.ts";

const join = (...parts: Uint8Array[]): Bytes => bytes(...parts.flatMap((part) => [...part]));
const ssh = (...fields: (string | Uint8Array)[]): Bytes =>
  join(
    ...fields.map((field) =>
      sshString(typeof field === "string" ? new TextEncoder().encode(field) : field)
    ),
  );

describe("key shapes > public keys of OpenSSH", () => {
  const point = bytes(4, ...new Uint8Array(64));
  const read = (...fields: (string | Uint8Array)[]) => opensshPublicKeyInfo(ssh(...fields)).toHex();
  const fails = (message: RegExp, ...fields: (string | Uint8Array)[]) =>
    assert.throws(() => read(...fields), message);

  it("have one of four types", () => {
    const number = bytes(0, 0x80, 1);
    const rsa = seq(
      seq(oid("1.2.840.113549.1.1.1"), NULL),
      bits(0, ...seq(element(TAG.INTEGER, number), integer(3))),
    );
    assert.equal(read("ssh-rsa", bytes(3), number), rsa.toHex());
    const dsa = seq(
      seq(oid("1.2.840.10040.4.1"), seq(integer(1), integer(2), integer(3))),
      bits(0, ...integer(4)),
    );
    assert.equal(read("ssh-dss", bytes(1), bytes(2), bytes(3), bytes(4)), dsa.toHex());
    const ed25519 = seq(seq(oid("1.3.101.112")), bits(0, 9, 9));
    assert.equal(read("ssh-ed25519", bytes(9, 9)), ed25519.toHex());
    const ec = ecPublicInfo(curveOf("P-256")!, point).toHex();
    assert.equal(read("ecdsa-sha2-nistp256", "nistp256", point), ec);
    for (const curve of ["nistp384", "nistp521"]) {
      assert.notEqual(read(`ecdsa-sha2-${curve}`, curve, point), ec);
    }
  });

  it("are rejected with their actual type", () => {
    fails(/two different curves/, "ecdsa-sha2-nistp256", "nistp384", point);
    fails(/an OpenSSH certificate/, "ssh-rsa-cert-v01@openssh.com", bytes(1));
    fails(/security key/, "sk-ssh-ed25519@openssh.com", bytes(1));
    fails(/type is not RSA/, "nistp256", "nistp256", point);
    fails(/type is not RSA/, "ecdsa-sha2-nistp224", "nistp224", point);
    fails(/extra data/, "ssh-ed25519", bytes(9), bytes());
    const longer = join(ssh("ssh-ed25519", bytes(9)), bytes(0));
    assert.throws(() => opensshPublicKeyInfo(longer), /extra data/);
    fails(/cut off/, "ssh-ed25519");
    fails(/negative/, "ssh-rsa", bytes(0x80), bytes(3));
    fails(/name/, "x".repeat(65));
    fails(/type is not RSA/, "x".repeat(64));
    fails(/numbers? .*too long/, "ssh-rsa", bytes(3), new Uint8Array(2050));
    assert.throws(() => opensshPublicKeyInfo(bytes(0, 0, 0, 2, 65)), /cut off/);
    assert.equal(read("ssh-rsa", bytes(3), new Uint8Array(2049).fill(1)).length > 4000, true);
  });
});

describe("key shapes > parameters of a public key", () => {
  const findings = (info: Bytes) => {
    const der = new Der(info, new Budget());
    der.expect(0, info.length, TAG.SEQUENCE, "key");
    readPublicKey(der);
    return der.findings.sorted().map(({ code }) => code);
  };
  const ed25519 = (...parameters: Bytes[]) =>
    seq(seq(oid("1.3.101.112"), ...parameters), bits(0, ...newKey().spki.subarray(-32)));

  it("are NULL for RSA, and absent for Edwards curves", () => {
    assert.deepEqual(findings(rsaKey()), []);
    assert.deepEqual(findings(rsaKey({ parameters: [] })), ["parameters_wrong"]);
    assert.deepEqual(findings(rsaKey({ parameters: [seq()] })), ["parameters_wrong"]);
    assert.deepEqual(findings(ed25519()), []);
    assert.deepEqual(findings(ed25519(NULL)), ["parameters_wrong"]);
  });
});

describe("key shapes > curves", () => {
  const p256 = curveOf("P-256")!;
  const { spki } = newKey();
  const point = spki.subarray(-65);

  it("have points with both coordinates", () => {
    assert.equal(isOnCurve(point, p256), true);
    assert.equal(isOnCurve(point.subarray(0, 64), p256), false);
    assert.equal(isOnCurve(join(point, bytes(0)), p256), false);
    assert.equal(isOnCurve(point.with(64, point[64] ^ 1), p256), false);
  });

  it("have private numbers from 1 to less than their order", () => {
    const order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    const number = (hex: string) => isPrivateNumber(Uint8Array.fromHex(hex), p256);
    assert.equal(number("01"), true);
    assert.equal(number("00"), false);
    assert.equal(number(order), false);
    assert.equal(number(order.slice(0, -1) + "0"), true);
    assert.equal(number(order.slice(0, -1) + "2"), false);
  });

  it("are compared by their points, compressed ones by x and the sign of y", () => {
    const keyOf = (info: Bytes) => {
      const budget = new Budget();
      const der = new Der(info, budget);
      der.expect(0, info.length, TAG.SEQUENCE, "key");
      return comparableKey(readPublicKey(der), budget);
    };
    const compare = (a: Bytes, b: Bytes) => compareKeys(keyOf(a), keyOf(b));
    const P256 = "1.2.840.10045.3.1.7";
    const whole = ecKey(P256, bytes(...point));
    const sign = 2 + (point[64] & 1);
    const short = (first: number) => ecKey(P256, bytes(first, ...point.subarray(1, 33)));
    assert.deepEqual(compare(whole, whole), { equal: true, difference: null });
    assert.equal(compare(whole, short(sign)).equal, true);
    assert.equal(compare(short(sign), whole).equal, true);
    assert.equal(compare(short(sign), short(sign)).equal, true);
    assert.equal(compare(whole, short(sign ^ 1)).equal, false);
    assert.equal(compare(short(2), short(3)).equal, false);
    const other = short(sign).with(-1, short(sign).at(-1)! ^ 1);
    assert.equal(compare(whole, other).difference!.code, "other_numbers");
    assert.equal(compare(whole, rsaKey()).difference!.code, "other_type");
    assert.equal(compare(whole, ecKey("1.3.132.0.34")).difference!.code, "other_type");
  });
});

describe("key shapes > parameters of an encryption", () => {
  const PBKDF2 = "1.2.840.113549.1.5.12";
  const AES = "2.16.840.1.101.3.4.1.42";
  const salt = octets(new Uint8Array(8));
  const iv = octets(new Uint8Array(16));
  const usual = [salt, integer(1)];
  const aes = seq(oid(AES), iv);
  const key = (...algorithm: Bytes[]) =>
    writePem("ENCRYPTED PRIVATE KEY", seq(seq(...algorithm), octets(new Uint8Array(32))));
  const says = async (...algorithm: Bytes[]): Promise<string> => {
    try {
      await readPrivateKeyText(key(...algorithm), "x", createContext());
    } catch (thrown) {
      const { code, message } = thrown as { code: string; message: string };
      return `${code} ${message}`;
    }
    return "opened";
  };
  const pbes2 = (...parameters: Bytes[]) =>
    says(oid("1.2.840.113549.1.5.13"), ...(parameters.length > 0 ? [seq(...parameters)] : []));
  const derived = (...parameters: Bytes[]) => pbes2(seq(oid(PBKDF2), seq(...parameters)), aes);
  const ciphered = (...scheme: Bytes[]) => pbes2(seq(oid(PBKDF2), seq(...usual)), seq(...scheme));

  it("are accepted if complete", async () => {
    assert.match(await derived(...usual), /^passphrase_wrong /);
    assert.match(await derived(...usual, integer(32)), /^passphrase_wrong /);
    assert.match(await derived(octets(new Uint8Array(1024)), integer(1)), /^passphrase_wrong /);
  });

  it("are rejected if missing", async () => {
    assert.match(await pbes2(), /parameters of the encryption are missing/);
    assert.match(
      await pbes2(seq(oid(PBKDF2)), aes),
      /parameters of the key derivation are missing/,
    );
    assert.match(await ciphered(oid(AES)), /initiali[sz]ation vector is missing/);
    assert.match(
      await says(oid("1.2.840.113549.1.12.1.3")),
      /parameters of the encryption are miss/,
    );
  });

  it("are rejected if inconsistent", async () => {
    assert.match(await derived(...usual, integer(16)), /length of the key does not match/);
    assert.match(await derived(...usual, integer(129)), /key is too long/);
    assert.match(await derived(octets(new Uint8Array(1025)), integer(1)), /salt has 1,025 octets/);
    assert.match(await derived(salt, integer(0)), /out of range/);
    assert.match(await ciphered(oid(AES), octets(new Uint8Array(15))), /vector .*wrong length/);
    assert.match(await ciphered(oid("1.2.840.113549.3.7"), iv), /vector .*wrong length/);
  });

  it("are rejected for unknown schemes", async () => {
    assert.match(await derived(...usual, seq(oid("1.2.3.4"))), /PBKDF2 over 1\.2\.3\.4/);
    assert.match(await pbes2(seq(oid("1.2.3.4"), seq(...usual)), aes), /key derivation 1\.2\.3\.4/);
    assert.match(await ciphered(oid("1.2.3.4"), iv), /cipher 1\.2\.3\.4/);
    const rc2 = (version: number) =>
      ciphered(oid("1.2.840.113549.3.2"), seq(integer(version), octets(new Uint8Array(8))));
    for (const version of [160, 120, 58]) assert.match(await rc2(version), /^passphrase_wrong /);
    assert.match(await rc2(59), /RC2 with an unusual key length/);
    for (
      const [dotted, name] of [
        ["1.2.840.113549.1.12.1.1", "pbeWithSHAAnd128BitRC4"],
        ["1.2.840.113549.1.12.1.2", "pbeWithSHAAnd40BitRC4"],
        ["1.2.840.113549.1.5.1", "pbeWithMD2AndDES-CBC"],
        ["1.2.840.113549.1.5.4", "pbeWithMD2AndRC2-CBC"],
        ["1.2.840.113549.1.5.99", "1.2.840.113549.1.5.99"],
      ]
    ) {
      const message = await says(oid(dotted), seq(...usual));
      assert(message.startsWith("unsupported ") && message.includes(name), message);
    }
  });

  it("are rejected if they are in a malformed line of a PEM block", async () => {
    const text = matchFile("p256-traditional-aes256-key.pem");
    const line = /^DEK-Info: (.*)\n/m;
    const [, value] = line.exec(text)!;
    const opened = (changed: string) =>
      readPrivateKeyText(text.replace(line, changed), "correct horse", createContext()).then(
        () => "is read",
        ({ code, message }) => `${code} ${message}`,
      );
    assert.equal(await opened(`DEK-Info: ${value.toLowerCase()}\n`), "is read");
    assert.match(await opened(""), /^unreadable .*DEK-Info line is missing/);
    for (const malformed of ["AES-256-CBC", value.slice(0, -1), value.slice(0, -2), `${value}00`]) {
      assert.match(
        await opened(`DEK-Info: ${malformed}\n`),
        /^unreadable .*DEK-Info line is malformed/,
        malformed,
      );
    }
    const other = value.replace("AES-256", "CAMELLIA-256");
    assert.match(await opened(`DEK-Info: ${other}\n`), /^unsupported /);
  });

  it("have a cost that is a power of two, and limited memory, for scrypt", async () => {
    const scrypt = (cost: number, blockSize = 1, parallelism = 1) =>
      pbes2(
        seq(
          oid("1.3.6.1.4.1.11591.4.11"),
          seq(salt, integer(cost), integer(blockSize), integer(parallelism)),
        ),
        aes,
      );
    assert.match(await scrypt(2), /^passphrase_wrong /);
    for (const cost of [1, 3, 1023]) assert.match(await scrypt(cost), /power of two/);
    assert.match(await scrypt(2 ** 30, 8), /^too_complex /);
    assert.match(await scrypt(2, 2 ** 10, 2 ** 7), /^too_complex /);
  });
});

describe("key shapes > private keys", () => {
  const says = async (label: string, der: Bytes): Promise<string> => {
    try {
      const { key } = await readPrivateKeyText(writePem(label, der), "", createContext());
      return `is ${key.publicKey.key.algorithm}`;
    } catch (thrown) {
      const { code, message } = thrown as { code: string; message: string };
      return `${code} ${message}`;
    }
  };
  const rsa = (...rest: Bytes[]) =>
    says("RSA PRIVATE KEY", seq(...[0, 15, 3, 3, 5, 3, 1, 3, 2].map(integer), ...rest));

  it("have up to eight further primes of three numbers each, for RSA", async () => {
    const three = seq(integer(7), integer(1), integer(1));
    assert.doesNotMatch(await rsa(), /three numbers|too many/);
    assert.doesNotMatch(await rsa(seq(...Array(8).fill(three))), /three numbers|too many/);
    assert.match(await rsa(seq(...Array(9).fill(three))), /too many primes/);
    assert.match(await rsa(seq(seq(integer(7), integer(1)))), /three numbers/);
    assert.match(
      await rsa(seq(seq(integer(7), element(TAG.INTEGER, bytes(0x80)), integer(1)))),
      /negative/,
    );
  });

  it("have up to 16,384 bits, for RSA", async () => {
    const long = (octets: number, first: number) =>
      element(TAG.INTEGER, bytes(0, first, ...new Uint8Array(octets - 1).fill(1)));
    const of = (modulus: Bytes) =>
      says("RSA PRIVATE KEY", seq(integer(0), modulus, ...[3, 3, 5, 3, 1, 3, 2].map(integer)));
    assert.match(await of(long(2049, 1)), /^too_complex /);
    assert.doesNotMatch(await of(long(2048, 0xff)), /^too_complex /);
  });

  it("have a fixed length, for Edwards and Montgomery curves", async () => {
    const of = (arc: number, length: number) =>
      says(
        "PRIVATE KEY",
        seq(integer(0), seq(oid(`1.3.101.${arc}`)), octets(octets(new Uint8Array(length).fill(9)))),
      );
    for (const [arc, length] of [[110, 32], [111, 56], [112, 32], [113, 57]]) {
      assert.match(await of(arc, length), /^is /);
      assert.match(await of(arc, length - 1), new RegExp(`not ${length} bytes long`));
      assert.match(await of(arc, length + 1), new RegExp(`not ${length} bytes long`));
    }
  });
});

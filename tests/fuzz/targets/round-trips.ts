/** Writes objects and reads them: the values must be those that were written. */
import fc from "fast-check";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { formatGeneric, formatRecord } from "../../../core/caa/records.ts";
import { parseRecord } from "../../../core/caa/record-text.ts";
import { readCertificationRequest } from "../../../core/x509/objects/certification-request.ts";
import { Der, TAG } from "../../../core/x509/asn1/der.ts";
import { identify } from "../../../core/x509/pem/identify.ts";
import { readPublicKey } from "../../../core/x509/keys/public-keys.ts";
import { element, integer, objectIdentifier, setOf } from "../../../core/x509/asn1/der-write.ts";
import { encryptUnderPassword } from "../../../core/x509/keys/encryption/password-based.ts";
import {
  encryptedPrivateKeyInfo,
  readEncryptedPrivateKeyInfo,
} from "../../../core/x509/keys/containers/der-keys.ts";
import { ENCRYPTED_KEY } from "../../../core/x509/keys/private-key-errors.ts";
import { writePkcs12 } from "../../../core/x509/cms/pkcs12.ts";
import { readPkcs12 } from "../../../core/x509/cms/read-pkcs12.ts";
import {
  extendedKeyUsage,
  keyUsage,
  subjectAltName,
} from "../../../core/x509/issuing/extensions.ts";
import { writeRequest } from "../../../core/x509/issuing/request.ts";
import type { Seeded } from "../../support/seeded.ts";
import { elementsWith, objects } from "../seeds.ts";
import { type AnyTarget, must, sameBytes, type Target } from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A target whose inputs only come from an arbitrary. Its files contain bytes as base64. */
function inventedTarget<Input>(
  name: string,
  seed: Input,
  invented: fc.Arbitrary<Input>,
  run: Target<Input>["run"],
): Target<Input> {
  return {
    name,
    weight: 1,
    seeds: [seed],
    invented,
    limit: 1_000,
    // Not mutated: the arbitrary makes better texts and numbers.
    mutate: (input: Input, _random: Seeded) => input,
    run,
    encode: (input) => new TextEncoder().encode(JSON.stringify(input)),
    decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
    extension: "json",
  };
}

const limits = { kdfIterations: 20_000 };
const base64 = (most: number) =>
  fc.uint8Array({ minLength: 1, maxLength: most }).map((bytes) => bytes.toBase64());
const bytesOf = (text: string): Bytes => Uint8Array.fromBase64(text);
/** As little of an object as a file's reader asks for: a SEQUENCE. */
const framed = (text: string): Bytes =>
  element(TAG.SEQUENCE, element(TAG.OCTET_STRING, bytesOf(text)));

const der = inventedTarget(
  "write-der",
  { tag: 0x30, lengths: [1], value: 0 },
  fc.record({
    tag: fc.integer({ min: 0, max: 255 }).filter((tag) => (tag & 0x1f) !== 0x1f),
    lengths: fc.array(fc.oneof(fc.nat(300), fc.constantFrom(127, 128, 255, 256, 65_535, 65_536)), {
      maxLength: 4,
    }),
    value: fc.nat(2 ** 31 - 1),
  }),
  ({ tag, lengths, value }) => {
    const parts = lengths.map((length, index) => new Uint8Array(length).fill(index));
    const written = element(tag, ...parts);
    const der = new Der(written, new Budget());
    der.next(0, written.length);
    must(der.tag === tag && der.end === written.length, "header");
    must(sameBytes(der.content(), joined(parts)), "content");
    const number = integer(value);
    const reader = new Der(number, new Budget());
    reader.expect(0, number.length, TAG.INTEGER, "number");
    must(reader.smallInteger() === value, "number");
    const set = setOf(...parts.map((part) => element(TAG.OCTET_STRING, part)));
    must(
      sameBytes(set, setOf(...parts.map((part) => element(TAG.OCTET_STRING, part)).reverse())),
      "order",
    );
    must(der.findings.length + reader.findings.length === 0, "a finding about what is ours");
    return `${lengths.length}`;
  },
);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The public keys of the fixtures without findings. */
const publicKeys = elementsWith(objects("request"), (element) => {
  if (element[0] !== TAG.SEQUENCE || identify(element) !== "public-key") return false;
  const der = new Der(element, new Budget());
  der.next(0, element.length);
  readPublicKey(der);
  return der.findings.length === 0;
});

const text = fc.string({ unit: "grapheme", maxLength: 64 });
const request = inventedTarget(
  "write-request",
  {
    names: ["US", "State", "City", "Company", "", "example.com", "a@b.example"],
    dns: [""],
    key: 0,
    half: "AA==",
  },
  fc.record({
    names: fc.tuple(
      fc.constantFrom("US", "DE"),
      ...[text, text, text, text, text].map((one) => one.filter((text) => text.isWellFormed())),
      fc.emailAddress(),
    ).map((names) => [...names] as string[]),
    dns: fc.array(fc.domain(), { minLength: 1, maxLength: 6 }),
    key: fc.nat(publicKeys.length - 1),
    half: base64(64),
  }),
  async ({ names, dns, key, half }) => {
    const [country, state, city, organization, organizationUnit, commonName, email] = names;
    const halves = new Uint8Array(64);
    halves.set(bytesOf(half));
    let signed = new Uint8Array();
    const written = await writeRequest({
      subject: { country, state, city, organization, organizationUnit, commonName, email },
      publicKey: publicKeys[key].slice(),
      extensions: [
        keyUsage(["digitalSignature", "keyEncipherment"]),
        extendedKeyUsage("serverAuth"),
        subjectAltName(dns.map((value) => ({ type: "DNS", value })), { critical: false }),
      ],
    }, {
      algorithm: element(TAG.SEQUENCE, objectIdentifier("1.2.840.10045.4.3.2")),
      sign(tbs) {
        signed = tbs;
        return Promise.resolve(halves);
      },
    });
    const der = new Der(written, new Budget());
    const read = readCertificationRequest(der);
    const { subject, extensions } = read;
    const said = [
      subject.countryName,
      subject.stateOrProvinceName,
      subject.localityName,
      subject.organizationName,
      subject.organizationalUnitName,
      subject.commonName,
      subject.emailAddress,
    ].map((value) => value ?? "");
    must(JSON.stringify(said) === JSON.stringify(names), "subject");
    must(
      JSON.stringify(extensions.subjectAltName.map(({ value }) => value)) === JSON.stringify(dns),
      "names",
    );
    must(extensions.keyUsage.join() === "digitalSignature,keyEncipherment", "key usage");
    must(sameBytes(read.tbs, signed), "what is signed");
    const [finding] = der.findings.list();
    must(finding === undefined, `a finding about what is ours: ${finding?.message}`);
    return `${dns.length}`;
  },
);

const record = inventedTarget(
  "write-caa",
  { owner: "example.com", flags: 0, tag: "issue", octets: "" },
  fc.record({
    owner: fc.option(fc.domain(), { nil: null as unknown as string }),
    flags: fc.integer({ min: 0, max: 255 }),
    tag: fc.oneof(
      fc.constantFrom("issue", "issuewild", "iodef", "contactemail"),
      fc.string({
        unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"),
        minLength: 1,
        maxLength: 15,
      }),
    ),
    octets: fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((n) => String.fromCharCode(n)),
    }),
  }),
  ({ owner, flags, tag, octets }) => {
    const given = { owner: owner?.toLowerCase() ?? null, flags, tag, value: octets };
    for (const write of [formatRecord, formatGeneric]) {
      const { record, problem } = parseRecord(write(given));
      must(
        JSON.stringify(record) === JSON.stringify(given),
        `${write.name}: ${JSON.stringify(record)} ${problem}`,
      );
    }
    return String(owner === null);
  },
);

const passwords = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const schemes = fc.constantFrom("PBES2" as const, "pbeWithSHAAnd3-KeyTripleDES-CBC" as const);

const encryptedKey = inventedTarget(
  "write-encrypted-key",
  { scheme: "PBES2", password: "p", data: "AA==", iterations: 1 },
  fc.record({
    scheme: schemes as fc.Arbitrary<string>,
    password: passwords,
    data: base64(300),
    iterations: fc.integer({ min: 1, max: 20 }),
  }),
  async ({ scheme, password, data, iterations }) => {
    const plain = bytesOf(data);
    const context = createContext({ limits });
    const encrypted = encryptedPrivateKeyInfo(
      await encryptUnderPassword(scheme as "PBES2", password, iterations, plain, context),
    );
    const read = () => readEncryptedPrivateKeyInfo(encrypted, context.budget, ENCRYPTED_KEY);
    const opened = await read().decrypt(password);
    must(opened !== null && sameBytes(opened, plain), "it does not come back");
    const other = await read().decrypt(`${password}x`);
    must(other === null || !sameBytes(other, plain), "another password opens it");
    return scheme;
  },
);

const pkcs12 = inventedTarget(
  "write-pkcs12",
  {
    scheme: "PBES2",
    digest: "SHA-256",
    password: "p",
    key: "AA==",
    certificates: ["MAA="],
    name: "x",
  },
  fc.record({
    scheme: schemes as fc.Arbitrary<string>,
    digest: fc.constantFrom("SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"),
    password: passwords,
    key: base64(200),
    certificates: fc.array(base64(200), { minLength: 1, maxLength: 4 }),
    name: fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => text.isWellFormed()),
  }),
  async ({ scheme, digest, password, key, certificates, name }) => {
    const context = createContext({ limits });
    const [first, ...rest] = certificates.map(framed);
    const written = await writePkcs12(
      { key: framed(key), certificates: [first, ...rest], friendlyName: name },
      password,
      { scheme: scheme as "PBES2", digest: digest as "SHA-1", iterations: 1 },
      context,
    );
    const file = await readPkcs12(written, password, context);
    must(file.mac?.name === `HMAC-${digest}`, "MAC");
    must(file.keys.length === 1 && sameBytes(file.keys[0].pkcs8, framed(key)), "key");
    must(file.keys[0].friendlyName === name, "name");
    must(
      file.certificates.map(({ bytes }) => bytes.toBase64()).join() ===
        certificates.map((one) => framed(one).toBase64()).join(),
      "certificates",
    );
    const ids = [file.keys[0].localKeyId, file.certificates[0].localKeyId];
    must(ids[0] !== null && ids[0] === ids[1], "the tie between key and certificate");
    return `${scheme} ${digest}`;
  },
);

export const roundTrips: readonly AnyTarget[] = [der, request, record, encryptedKey, pkcs12];

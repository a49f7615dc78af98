/**
 * The readers of DER: any bytes end in an answer or in one of the faults that the contract names.
 */
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { Der, DerError, TAG } from "../../../core/x509/asn1/der.ts";
import { toDefinite } from "../../../core/x509/asn1/ber.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { readCertificationRequest } from "../../../core/x509/objects/certification-request.ts";
import { readExtensions } from "../../../core/x509/objects/extensions/extensions.ts";
import { readGeneralNames } from "../../../core/x509/objects/general-names.ts";
import { identify } from "../../../core/x509/pem/identify.ts";
import { comparableKey, compareKeys } from "../../../core/x509/keys/key-comparison.ts";
import { readName } from "../../../core/x509/objects/names.ts";
import { encodeOid, readOid } from "../../../core/x509/asn1/oids.ts";
import { encryptUnderPassword } from "../../../core/x509/keys/encryption/password-based.ts";
import {
  encryptedPrivateKeyInfo,
  readEncryptedPrivateKeyInfo,
} from "../../../core/x509/keys/containers/der-keys.ts";
import { ENCRYPTED_KEY } from "../../../core/x509/keys/private-key-errors.ts";
import { certificatesOfPkcs7, revocationInfoOfPkcs7 } from "../../../core/x509/cms/pkcs7.ts";
import { readPrivateKey } from "../../../core/x509/keys/private-keys.ts";
import { readPublicKey } from "../../../core/x509/keys/public-keys.ts";
import { ecdsaToRaw } from "../../../core/x509/signatures/ecdsa.ts";
import { formatTime, readTime } from "../../../core/x509/asn1/time.ts";
import { canonicalName, nameKey } from "../../../core/x509/constraints/canonical-names.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import {
  checkNames,
  readNameConstraints,
} from "../../../core/x509/constraints/name-constraints.ts";
import { issuerFindings, ownFindings } from "../../../core/x509/rules/catalogue.ts";
import { writePkcs12 } from "../../../core/x509/cms/pkcs12.ts";
import { readPkcs12 } from "../../../core/x509/cms/read-pkcs12.ts";
import { asn1Tree } from "../../../core/x509/asn1/tree.ts";
import { identifierName } from "../../../core/x509/objects/identifier-names.ts";
import { findObjects } from "../../../core/inspect/find.ts";
import * as mailReaders from "../../../core/inspect/signed/mail.ts";
import type { Finding } from "../../../core/x509/shapes.ts";
import { donors, elementsWith, objects } from "../seeds.ts";
import { type AnyTarget, bytesTarget, must, refusal, sameBytes, squash } from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const digests = await loadFingerprintDigests();
const NOW = Date.UTC(2026, 10, 21, 12);
const encoder = new TextEncoder();

/** A budget that ends the derivation for a password early. */
const modest = () => createContext({ now: NOW, limits: { kdfIterations: 30_000 } });

const certificates = objects("certificate");
const requests = objects("request");

/** The different codes of findings. */
function codes(findings: readonly Finding[], bytes: Uint8Array): string {
  const seen = new Set<string>();
  for (const { code, offset } of findings) {
    must(offset === null || (offset >= 0 && offset <= bytes.length), `offset of ${code}`);
    seen.add(code);
  }
  return [...seen].sort().join(" ");
}

const readWhole = (bytes: Bytes) => {
  const certificate = readCertificate(bytes, new Budget());
  const info = certificateInfo(certificate, NOW, digests);
  return { certificate, info };
};

const certificate = bytesTarget({
  name: "certificate",
  weight: 20,
  seeds: certificates,
  run(bytes) {
    try {
      const { certificate, info } = readWhole(bytes);
      // BER of indefinite length is read as the DER that it stands for.
      const same = sameBytes(certificate.bytes, bytes.subarray(0, certificate.bytes.length));
      must(same || bytes[1] === 0x80, "its bytes");
      must(Number.isSafeInteger(info.daysUntilExpiry), "days until expiry");
      must(/^-?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(info.notAfter), "form of a date");
      must(info.subject.raw.isWellFormed() && info.issuer.raw.isWellFormed(), "text of names");
      const broken = info.extensions.all.map(({ problem }) => problem && squash(problem));
      return `${codes(info.findings, bytes)} ${broken.filter(Boolean).join("|")}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

/** Reads a certificate, then its own bytes: both results must be equal. */
const certificateAgain = bytesTarget({
  name: "certificate-again",
  weight: 3,
  seeds: certificates,
  run(bytes) {
    let first;
    try {
      first = readWhole(bytes);
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
    const { info } = readWhole(first.certificate.bytes.slice());
    // Its own bytes are DER, and without what follows them.
    const GONE = ["trailing_data", "not_der"];
    const said = ({ findings, ...rest }: typeof info) =>
      JSON.stringify([rest, findings.filter(({ code }) => !GONE.includes(code))]);
    must(said(info) === said(first.info), "two readings differ");
    return codes(info.findings, bytes);
  },
});

const request = bytesTarget({
  name: "request",
  weight: 20,
  seeds: requests,
  run(bytes) {
    const der = new Der(bytes, new Budget());
    try {
      const read = readCertificationRequest(der);
      must(0 < read.tbs.length && read.tbs.length < read.end, "length of what is signed");
      must(read.end <= bytes.length, "end");
      return `${codes(der.findings.list(), bytes)} ${read.attributes.length}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const isTag = (...tags: number[]) => (element: Bytes) => tags.includes(element[0]);
const OID_TAG: number = TAG.OID;
/** Names are SEQUENCEs of SETs. */
const names = elementsWith(
  [...certificates, ...requests],
  (element) => element[0] === 0x30 && element[2] === 0x31,
);

const name = bytesTarget({
  name: "name",
  weight: 20,
  seeds: names,
  run(bytes) {
    const der = new Der(bytes, new Budget());
    try {
      der.expect(0, bytes.length, TAG.SEQUENCE, "name");
      const name = readName(der);
      must(
        name.raw.isWellFormed() && ![...name.raw].some((character) => character < " "),
        "text of the name",
      );
      const key = nameKey(canonicalName(name));
      must(key === nameKey(canonicalName(name)), "two keys of one name");
      return `${codes(der.findings.list(), bytes)} ${Math.min(3, name.attributes.length)}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const generalNames = bytesTarget({
  name: "general-names",
  weight: 16,
  seeds: elementsWith(
    [...certificates, ...requests],
    (element) =>
      element[0] === 0x30 && [0x81, 0x82, 0x86, 0x87, 0x88, 0xa0, 0xa4].includes(element[2]),
  ),
  run(bytes) {
    const der = new Der(bytes, new Budget());
    try {
      const list = readGeneralNames(der, 0, bytes.length);
      must(list.every(({ value }) => value.isWellFormed()), "text of a name");
      const kinds = new Set(list.map(({ type }) => type));
      return `${codes(der.findings.list(), bytes)} ${[...kinds].sort().join(" ")}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

/** Lists of extensions: SEQUENCEs of SEQUENCEs that begin with a type under id-ce. */
const extensionLists = elementsWith(
  [...certificates, ...requests],
  (element) => {
    const at = element[1] < 0x80 ? 2 : 2 + (element[1] & 0x7f);
    const inner = element[at + 1] < 0x80 ? at + 2 : at + 2 + (element[at + 1] & 0x7f);
    return element[0] === 0x30 && element[at] === 0x30 && element[inner] === OID_TAG &&
      (element[inner + 2] === 0x55 || element[inner + 2] === 0x2b) && element[inner + 1] < 0x0b &&
      (element[inner + 3] === 0x1d || element[inner + 3] === 0x06);
  },
);

const extensions = bytesTarget({
  name: "extensions",
  weight: 16,
  seeds: extensionLists,
  run(bytes) {
    const der = new Der(bytes, new Budget());
    try {
      der.expect(0, bytes.length, TAG.SEQUENCE, "extensions");
      const { all } = readExtensions(der);
      const problems = all.map(({ problem }) => problem && squash(problem)).filter(Boolean);
      JSON.stringify(all);
      return `${codes(der.findings.list(), bytes)} ${problems.join("|")}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const constraints = bytesTarget({
  name: "name-constraints",
  weight: 12,
  seeds: elementsWith(
    certificates,
    (element) =>
      element[0] === 0x30 && (element[2] === 0xa0 || element[2] === 0xa1) && element[4] === 0x30,
  ),
  run(bytes) {
    const budget = new Budget();
    try {
      const read = readNameConstraints(bytes, budget);
      const faults = constrained.map((names) => checkNames(read, names, budget)?.code ?? "allowed");
      return `${read.oddity ?? ""} ${faults.join(" ")}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

/** Certificates as path building sees them. */
const readable = certificates.flatMap((bytes) => {
  try {
    return [new Candidate(readCertificate(bytes, new Budget()), "input", 0)];
  } catch (thrown) {
    if (thrown instanceof DerError) return [];
    throw thrown;
  }
});

/** The names of some certificates, as constraints are applied to them. */
const constrained = readable.filter((_, index) => index % 40 === 0).map(({ names }) => names);

/** A certificate under the rules of a path, above and below other certificates. */
const rules = bytesTarget({
  name: "chain-rules",
  weight: 10,
  seeds: certificates,
  run(bytes) {
    const rules = {
      now: NOW,
      reference: { type: "DNS" as const, name: "www.example.com" },
      purpose: "serverAuth",
      budget: new Budget(),
    };
    try {
      const candidate = new Candidate(readCertificate(bytes, rules.budget), "input", 0);
      const found = (["leaf", "intermediate", "root"] as const).flatMap((role) =>
        ownFindings(candidate, role, 0, rules)
      );
      found.push(...issuerFindings([...below, candidate], rules));
      for (const { message } of found) must(message.length > 0, "message of a finding");
      return [...new Set(found.map(({ code }) => code))].sort().join(" ");
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

/** A leaf and the authority above it, for what is put on top of them. */
const below = readable.slice(0, 2);

const publicKeys = elementsWith(
  [...certificates, ...requests, ...objects("public-key")],
  (element) => element[0] === 0x30 && identify(element) === "public-key",
);

const publicKey = bytesTarget({
  name: "public-key",
  weight: 14,
  seeds: publicKeys,
  run(bytes) {
    const budget = new Budget();
    const der = new Der(bytes, budget);
    try {
      der.expect(0, bytes.length, TAG.SEQUENCE, "key");
      const spki = readPublicKey(der);
      const key = comparableKey(spki, budget);
      const { equal } = compareKeys(key, key);
      // No private key belongs to a key that is not valid.
      must(equal !== false || key.fault !== undefined, "a key differs from itself");
      return `${codes(der.findings.list(), bytes)} ${equal} ${key.numbers?.kind}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const pkcs7 = bytesTarget({
  name: "pkcs7",
  weight: 10,
  seeds: objects("pkcs7"),
  run(bytes) {
    try {
      const found = certificatesOfPkcs7(bytes, new Budget());
      must(found.every(({ length }) => length <= bytes.length), "length of a certificate");
      const infos = revocationInfoOfPkcs7(bytes, new Budget());
      must(infos.every(({ bytes: { length } }) => length <= bytes.length), "length of a CRL");
      return `${Math.min(3, found.length)} ${Math.min(3, infos.length)}`;
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

/** BER becomes definite in one step and then stays the same; definite input is not changed. */
const ber = bytesTarget({
  name: "ber",
  weight: 10,
  seeds: [...objects("pkcs12"), ...objects("pkcs7"), ...certificates.slice(0, 40)],
  run(bytes) {
    let once;
    try {
      once = toDefinite(bytes, new Budget());
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
    const twice = toDefinite(once, new Budget());
    must(sameBytes(once, twice), "a second conversion changes something");
    return once.buffer === bytes.buffer ? "as it was" : "rewritten";
  },
});

const identification = bytesTarget({
  name: "identify",
  weight: 6,
  seeds: donors,
  run: (bytes) => String(identify(bytes)),
});

const structure = bytesTarget({
  name: "asn1-tree",
  weight: 6,
  seeds: donors,
  run(bytes) {
    const { nodes, problem } = asn1Tree(bytes, identifierName);
    for (const { offset, headerLength, length } of nodes) {
      must(offset >= 0 && offset + headerLength + length <= bytes.length, "place of an element");
    }
    return squash(problem ?? "") + new Set(nodes.map(({ tag }) => tag)).size;
  },
});

/** Files of any kind, as they are dropped onto the inspector. */
const files = bytesTarget({
  name: "find-objects",
  weight: 6,
  seeds: [
    ...donors.slice(0, 200),
    ...['a CAA 0 issue "b.example"\n', "alpha.example\n*.beta.example\n", "\ufeffx"].map((text) =>
      encoder.encode(text)
    ),
  ],
  run(bytes) {
    try {
      const found = [
        ...findObjects({ name: "file", bytes }, { readers: mailReaders }, new Budget()),
      ];
      must(found.length > 0, "no object and no problem for a file");
      return squash(found.slice(0, 4).map((one) => one.kind ?? one.message).join(" "));
    } catch (thrown) {
      return refusal(thrown, "too_complex");
    }
  },
});

const time = bytesTarget({
  name: "time",
  weight: 8,
  seeds: elementsWith(certificates, isTag(0x17, 0x18)),
  run(bytes) {
    const der = new Der(bytes, new Budget());
    try {
      der.next(0, bytes.length);
      const time = readTime(der);
      const text = formatTime(time);
      // Date writes years before 0 and after 9999 differently.
      const year = new Date(time).getUTCFullYear();
      if (year >= 0 && year <= 9999) must(Date.parse(text) === time, "another moment");
      return codes(der.findings.list(), bytes);
    } catch (thrown) {
      return refusal(thrown, "unreadable");
    }
  },
});

const oid = bytesTarget({
  name: "oid",
  weight: 8,
  seeds: elementsWith(donors.slice(0, 400), isTag(0x06)).map((element) => element.subarray(2)),
  run(bytes) {
    let text;
    try {
      text = readOid(bytes, 0, bytes.length);
    } catch (thrown) {
      return refusal(thrown, "unreadable");
    }
    must(/^[012](\.\d+)+$/.test(text), "form of an object identifier");
    const arcs = text.split(".").map(Number);
    // The encoder is for our own tables and need not handle numbers beyond 31 bits.
    if (arcs.every((arc) => arc < 2 ** 31 - 80)) {
      must(sameBytes(encodeOid(text), bytes), "encoding");
    }
    return `${Math.min(4, arcs.length)} ${bytes.length > 16}`;
  },
});

const ecdsa = bytesTarget({
  name: "ecdsa-signature",
  weight: 6,
  seeds: elementsWith(
    certificates,
    (element) =>
      element[0] === 0x30 && element[2] === 0x02 && element.length > 60 && element.length < 145,
  ),
  run(bytes) {
    const lengths: string[] = [];
    for (const octets of [32, 48, 66]) {
      const raw = ecdsaToRaw(bytes, octets);
      lengths.push(raw === null ? "none" : "read");
      if (raw === null) continue;
      must(raw.length === 2 * octets, "length");
      must(sameBytes(signatureValue(raw), bytes), "a signature has two encodings");
    }
    return lengths.join(" ");
  },
});

/** Ecdsa-Sig-Value by the definition, independent of the code under test. */
function signatureValue(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, raw.length / 2), raw.subarray(raw.length / 2)].flatMap(
    (half) => {
      let digits = [...half];
      while (digits.length > 1 && digits[0] === 0) digits = digits.slice(1);
      if (digits[0] >= 0x80) digits = [0, ...digits];
      return [0x02, digits.length, ...digits];
    },
  );
  const long = integers.length >= 0x80 ? [0x81] : [];
  return Uint8Array.from([0x30, ...long, integers.length, ...integers]);
}

const KEY_CODES = ["unreadable", "too_complex", "unsupported", "key_inconsistent"] as const;

const privateKeys = objects("private-key").filter(({ length }) => length < 1_300);

/** A key in its normal form is read again, as the same key. */
const privateKey = bytesTarget({
  name: "private-key",
  weight: 3,
  seeds: privateKeys,
  async run(bytes) {
    let key;
    try {
      key = await readPrivateKey(bytes, modest());
    } catch (thrown) {
      return refusal(thrown, ...KEY_CODES);
    }
    const again = await readPrivateKey(key.pkcs8.slice(), modest());
    must(
      JSON.stringify(again.publicKey.key) === JSON.stringify(key.publicKey.key),
      "the normal form is another key",
    );
    const { equal } = compareKeys(again.publicKey, key.publicKey);
    must(equal !== false, "the normal form has other numbers");
    must(sameBytes(again.pkcs8, key.pkcs8), "the normal form is not normal");
    key.dispose();
    return `${key.form} ${key.publicKey.key.algorithm} ${key.publicKey.key.curve} ${key.unchecked}`;
  },
});

/** Encrypted here with one iteration, so that thousands can be tried. */
async function lightlyEncrypted(): Promise<Bytes[]> {
  const made: Bytes[] = [];
  for (const plain of privateKeys.slice(0, 6)) {
    for (const scheme of ["PBES2", "pbeWithSHAAnd3-KeyTripleDES-CBC"] as const) {
      const encrypted = await encryptUnderPassword(scheme, PASSWORD, 1, plain, modest());
      made.push(encryptedPrivateKeyInfo(encrypted));
    }
  }
  return made;
}

const PASSWORD = "secret";

const encryptedKey = bytesTarget({
  name: "encrypted-key",
  weight: 3,
  seeds: [...await lightlyEncrypted(), ...objects("encrypted-private-key").slice(0, 12)],
  async run(bytes) {
    const { budget } = modest();
    try {
      const plain = await readEncryptedPrivateKeyInfo(bytes, budget, ENCRYPTED_KEY).decrypt(
        PASSWORD,
      );
      return plain === null ? "not opened" : String(identify(plain));
    } catch (thrown) {
      return refusal(thrown, "unreadable", "unsupported", "too_complex");
    }
  },
});

async function lightFiles(): Promise<Bytes[]> {
  const made: Bytes[] = [];
  for (const scheme of ["PBES2", "pbeWithSHAAnd3-KeyTripleDES-CBC"] as const) {
    for (const [index, digest] of (["SHA-1", "SHA-256", "SHA-512"] as const).entries()) {
      made.push(
        await writePkcs12(
          {
            key: privateKeys[index],
            certificates: [certificates[0], ...certificates.slice(1, 1 + index)],
            friendlyName: index === 0 ? null : "name",
          },
          PASSWORD,
          { scheme, digest, iterations: 1 },
          modest(),
        ),
      );
    }
  }
  return made;
}

const pkcs12 = bytesTarget({
  name: "pkcs12",
  weight: 4,
  seeds: [...await lightFiles(), ...objects("pkcs12")],
  async run(bytes) {
    try {
      const file = await readPkcs12(bytes, PASSWORD, modest());
      const { keys, certificates, others, mac } = file;
      file.dispose();
      return `${mac?.name} ${keys.length} ${certificates.length} ${others.length}`;
    } catch (thrown) {
      return refusal(
        thrown,
        ...["unreadable", "unsupported", "too_complex"] as const,
        ...["passphrase_required", "passphrase_wrong"] as const,
      );
    }
  },
});

export const readers: readonly AnyTarget[] = [
  certificate,
  certificateAgain,
  request,
  name,
  generalNames,
  extensions,
  constraints,
  rules,
  publicKey,
  pkcs7,
  ber,
  identification,
  structure,
  files,
  time,
  oid,
  ecdsa,
  privateKey,
  encryptedKey,
  pkcs12,
];

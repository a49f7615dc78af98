/**
 * Signed files in the inspector: messages that openssl made, and messages that an attacker would make. Each
 * test asks the operation that users call.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createPrivateKey, sign as signWithNode } from "node:crypto";
import { ml_dsa44, ml_dsa65 } from "@noble/post-quantum/ml-dsa.js";
import * as v from "valibot";
import { inspect } from "../../../core/inspect/contract.ts";
import type { SignedFile } from "../../../core/inspect/contract.ts";
import * as schema from "../../../core/inspect/schema.ts";
import type { Collection } from "../../../core/inspect/collection.ts";
import { isMessage } from "../../../core/inspect/objects.ts";
import { judgeFiles, type JudgeOptions } from "../../../core/inspect/signed/judge.ts";
import { Budget, createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import type { TrustStore } from "../../../core/x509/path/trust-store.ts";
import { execute } from "../../../core/kernel/execute.ts";
import type { SignedReason } from "../../../core/verdict/signed-reasons.ts";
import { signedSentences, signedText } from "../../../core/verdict/text/signed.ts";
import { operations } from "../../../core/operations.ts";
import { objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import {
  AFTER_EXPIRY,
  SIGNED_AT,
  signedFileBytes,
  signedFileText,
  signedTexts,
} from "../../fixtures/signed/index.ts";
import {
  attribute,
  type Bytes,
  cmsPem,
  derOf,
  issuerAndSerial,
  type MakerSigner,
  octets,
  OID,
  readSigner,
  sha256,
  signedData,
  signerInfo,
  type SignerParts,
  timeStampToken,
  usualAttributes,
} from "../../support/cms-maker.ts";
import { collect, inspectFiles } from "./support.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";

type Texts = { name: string; text: string }[];

async function look(texts: Texts, at = SIGNED_AT) {
  const outcome = await execute(
    operations,
    inspect.name,
    { texts, at, acceptPrivateKeys: true },
    createContext({ limits: SERVER_LIMITS }),
    (_, fault) => {
      throw fault;
    },
  );
  assert(outcome.ok, JSON.stringify(outcome));
  const answer = v.parse(schema.inspect.output, outcome.value);
  assert.deepEqual(answer, outcome.value);
  return answer;
}

/** A signed file, and why it is judged as it is. */
interface Judged extends SignedFile {
  because: readonly SignedReason[];
}

/** The reasons of the only signed or encrypted file, which are the sentences of the answer. */
async function reasonsOf(texts: Texts, at: string, message: string) {
  const files = texts.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
  const { facts } = await inspectFiles(files, { now: Date.parse(at) });
  const [because] = [...facts.rows.values()].flatMap((row) => row.because ? [row.because] : []);
  assert.equal(signedSentences(because), message);
  return because;
}

async function judge(texts: Texts, at = SIGNED_AT): Promise<Judged> {
  const { objects } = await look(texts, at);
  const signed = objects.flatMap((object) => object.signed ?? []);
  assert.equal(signed.length, 1);
  return { ...signed[0], because: await reasonsOf(texts, at, signed[0].message) };
}

const codesOf = ({ because }: Judged) => because.map(({ code }) => code);

const fixture = (...names: string[]) => judge(signedTexts(...names));
const PRIVATE = {
  code: "signer_chain_valid",
  ...{ root: "Signed Files Root", isPublic: false, isProven: false },
};
const PUBLIC = { ...PRIVATE, isPublic: true };
/** The reason that the signature over the content is valid. */
const signedBy = (signer: string, facts: object = {}) => (
  { code: "signed", signer, content: "all", before: null, ended: null, but: null, ...facts }
);
const signature = ({ signers: [{ signature }] }: SignedFile) => signature.outcome;

describe("messages that openssl signed", () => {
  for (
    const [names, signer, file] of [
      [["attached.p7m"], "Ada Signer"],
      [["detached.p7s", "letter.txt"], "Ada Signer", "letter.txt"],
      // openssl turned the line ends into CRLF before it signed.
      [["detached-text.p7s", "letter.txt"], "Ada Signer", "letter.txt"],
      [["stream.p7m"], "Ada Signer"],
      [["ec.p7m"], "Carl Curve"],
      [["pss.p7m"], "Ada Signer"],
      [["no-attributes.p7m"], "Ada Signer"],
      [["no-attributes.p7s", "letter.txt"], "Ada Signer", "letter.txt"],
      [["multipart.eml"], "Ada Signer"],
      [["opaque.eml"], "Ada Signer"],
      [["two.p7m"], "Carl Curve"],
    ] as [string[], string, string?][]
  ) {
    it(names.join(" with "), async () => {
      const signed = await fixture(...names);
      const all = signed.signers.length > 1 ? [{ code: "signatures_match", count: 2 }] : [];
      const content = file === undefined ? "all" : { file };
      assert.deepEqual(signed.because, [...all, signedBy(signer, { content }), PRIVATE]);
      assert.equal(signed.outcome, "unknown");
      assert(signed.signers.every(({ signature }) => signature.outcome === "holds"));
    });
  }

  it("ask for a detached content", async () => {
    const signed = await fixture("detached.p7s");
    assert.deepEqual(signed.because, [{ code: "content_missing", signer: "Ada Signer" }]);
    assert.equal(signed.content.state, "missing");
  });

  it("do not count the signed file as skipped", async () => {
    const { setAside } = await look(signedTexts("detached.p7s", "letter.txt"));
    assert.deepEqual(setAside, []);
  });

  it("ask for a missing certificate, and take it from another file", async () => {
    const alone = await fixture("no-certificate.p7m");
    assert.deepEqual([alone.outcome, alone.signers[0].name], ["unknown", null]);
    const signed = await fixture("no-certificate.p7m", "signer.pem", "root.pem");
    assert.equal(signature(signed), "holds");
  });

  it("with a weak digest are never good, in one sentence", async () => {
    for (const [file, digest] of [["md5.p7m", "MD5"], ["sha1.p7m", "SHA-1"]]) {
      const { objects } = await look(signedTexts(file));
      const object = objects.find(({ signed }) => signed)!;
      const { because } = await fixture(file);
      assert.deepEqual(because, [signedBy("Ada Signer", { but: { digest } })]);
      assert.deepEqual(object.findings.map(({ code }) => code), ["digest_weak"]);
    }
  });

  it("by a signer who has expired say so, and that no timestamp helps", async () => {
    const signed = await judge(signedTexts("expired.p7m"), AFTER_EXPIRY);
    assert.equal(signed.outcome, "fails");
    assert.deepEqual(signed.because, [
      signedBy("Eve Expired", { but: "not_trusted" }),
      { code: "signer_expired", notAfter: "2027-01-31T23:59:59Z", isProven: false },
      { code: "no_proof_of_age" },
    ]);
    assert.equal(signature(signed), "holds");
  });

  it("say that another file is not the one that was signed", async () => {
    const altered = signedFileText("letter.txt").replace("first", "third");
    const signed = await judge([
      ...signedTexts("detached.p7s"),
      { name: "letter.txt", text: altered },
    ]);
    assert.equal(signed.outcome, "fails");
    assert.deepEqual(signed.because, [
      { code: "other_file", file: "letter.txt", signer: "Ada Signer" },
    ]);
  });

  it("say that a changed mail was changed", async () => {
    const mail = signedFileText("multipart.eml").replace("The first line", "The third line");
    const texts = [{ name: "mail.eml", text: mail }];
    const { objects } = await look(texts);
    const object = objects.find(({ signed }) => signed)!;
    assert.deepEqual((await judge(texts)).because, [
      { code: "content_changed", signer: "Ada Signer" },
    ]);
    assert.deepEqual(object.findings.map(({ code, severity }) => [code, severity]), [
      ["signature_wrong", "error"],
    ]);
  });

  it("are read from a mail with LF line ends too", async () => {
    const mail = signedFileText("multipart.eml").replaceAll("\r\n", "\n");
    assert.equal(signature(await judge([{ name: "mail.eml", text: mail }])), "holds");
  });

  it(
    "are not valid as mail by a certificate for something else (RFC 8550, 4.4.4)",
    needs("openssl"),
    async () => {
      await inFolder(async (folder) => {
        const make = async (purpose: string) => {
          const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
          const { code, stderr } = await runProgram("openssl", [
            ...["req", "-x509", ...key, "-keyout", `${folder}/k`, "-out", `${folder}/c`],
            ...["-subj", "/CN=Sam", "-days", "9000", "-addext", `extendedKeyUsage=${purpose}`],
          ]);
          assert.equal(code, 0, stderr);
          const signer = ["-signer", `${folder}/c`, "-inkey", `${folder}/k`];
          return (await runProgram("openssl", ["cms", "-sign", ...signer], "Hello\n")).stdout;
        };
        const at = "2040-01-01T00:00:00Z";
        const server = await judge([{ name: "a.eml", text: await make("serverAuth") }], at);
        assert.equal(server.outcome, "fails");
        assert.deepEqual(
          server.because.map((reason) => "rule" in reason ? reason.rule : reason.code),
          ["signed", "purpose_missing"],
        );
        for (const purpose of ["emailProtection", "anyExtendedKeyUsage"]) {
          const signed = await judge([{ name: "a.eml", text: await make(purpose) }], at);
          assert.equal(signed.outcome, "unknown", signed.message);
        }
      });
    },
  );

  it("say if the certificate does not name the sender", async () => {
    const { notes } = await fixture("opaque.eml");
    assert.deepEqual(notes, [
      "The certificate of the signer does not name the sender eve@signed.example.",
    ]);
    assert.deepEqual((await fixture("multipart.eml")).notes, []);
  });

  it("agree with openssl about a signature with a changed octet", needs("openssl"), async () => {
    const bytes = derOf(signedFileText("attached.p7m"));
    // The signature is at the end.
    bytes[bytes.length - 1] ^= 1;
    const signed = await judge([{ name: "changed.p7m", text: cmsPem(bytes) }]);
    assert.equal(signed.outcome, "fails");
    assert.deepEqual(signed.because, [{ code: "signature_mismatch", signer: "Ada Signer" }]);
    const root = new URL("../../fixtures/signed/root.pem", import.meta.url).pathname;
    const { code } = await runProgram(
      "openssl",
      ["cms", "-verify", "-inform", "DER", "-CAfile", root, "-out", "/dev/null"],
      bytes,
    );
    assert.notEqual(code, 0);
  });
});

describe("timestamps that openssl made", () => {
  it("name the file that they cover", async () => {
    const signed = await fixture("letter.tsr", "letter.txt");
    assert.equal(signed.format, "RFC 3161");
    assert.deepEqual(signed.because, [
      {
        code: "stamp_states",
        ...{ authority: "Time Authority", file: "letter.txt", time: signed.time!.time, but: null },
      },
      PRIVATE,
    ]);
    assert.equal(signature(signed), "holds");
    assert.equal(signed.time?.policy, "1.2.3.4.1");
  });

  it("ask for the file, also as a token without response", async () => {
    for (const file of ["letter.tsr", "letter.tst"]) {
      assert.deepEqual(codesOf(await fixture(file)), ["stamp_states", "stamp_needs_file"]);
    }
  });

  it("do not hold for another file", async () => {
    const text = signedFileText("letter.txt").replace("e", "E");
    for (const file of ["letter.tsr", "letter.tst"]) {
      const signed = await judge([...signedTexts(file), { name: "other.txt", text }]);
      assert.equal(signed.outcome, "fails");
      assert.deepEqual(signed.because, [
        { code: "stamp_other_file", file: "other.txt", authority: "Time Authority" },
      ]);
    }
  });

  it("that were refused say why", async () => {
    assert.deepEqual((await fixture("refused.tsr")).because, [
      { code: "stamp_refused", status: 2, said: "Message digest algorithm is not supported." },
    ]);
  });
});

describe("encrypted messages", () => {
  const encrypted = async (...names: string[]) => {
    const texts = signedTexts(...names);
    const [file] = (await look(texts)).objects.flatMap((object) => object.encrypted ?? []);
    return { ...file, because: await reasonsOf(texts, SIGNED_AT, file.message) };
  };

  it("list their recipients, and name the certificate and key that are here", async () => {
    const { because, cipher, recipients } = await encrypted(
      "encrypted.p7m",
      "signer.pem",
      "signer.key",
    );
    assert.deepEqual(because, [
      { code: "encrypted_for", count: 2, areElsewhere: false },
      { code: "opens_with_key_of", name: "Ada Signer" },
    ]);
    assert.equal(cipher, "AES-256-CBC");
    assert.deepEqual(recipients.map(({ by, issuer }) => [by, issuer]), [
      ["certificate", "CN=Signed Files Root"],
      ["certificate", "CN=Signed Files Root"],
    ]);
    assert.deepEqual(recipients.map(({ certificate }) => certificate !== null), [true, false]);
  });

  it("are found by a key identifier", async () => {
    const { because, cipher, recipients } = await encrypted("encrypted-gcm.p7m", "ec-signer.pem");
    assert.deepEqual(because.at(-1), { code: "key_not_here", name: "Carl Curve" });
    assert.equal(cipher, "AES-128-GCM");
    assert.match(recipients[0].keyIdentifier!, /^[0-9A-F]{40}$/);
  });

  it("that open with a password say so", async () => {
    const { because } = await encrypted("encrypted-password.p7m");
    assert.deepEqual(because.map(({ code }) => code), ["encrypted_for", "opens_with_password"]);
  });
});

const CONTENT = new TextEncoder().encode("pay 10");
const load = (name: string) =>
  readSigner(signedFileText(`${name}.pem`), signedFileText(`${name}.key`));
const [carl, eve, stamper, badStamper] = await Promise.all(
  ["ec-signer", "expired", "stamper", "server-stamper"].map(load),
);
const ROOT = derOf(signedFileText("root.pem"));

interface MessageParts extends Partial<SignerParts> {
  type?: string;
  detached?: boolean;
  certificates?: Bytes[];
  extraSigners?: Bytes[];
}

async function message(parts: MessageParts = {}): Promise<Bytes> {
  const { signer = carl, content = CONTENT, type } = parts;
  const attributes = parts.attributes === undefined
    ? await usualAttributes(content, type)
    : parts.attributes;
  const info = await signerInfo({ ...parts, signer, content, attributes });
  return signedData({
    content: parts.detached ? null : content,
    type,
    certificates: parts.certificates ?? [signer.certificate, ROOT],
    signers: [info, ...parts.extraSigners ?? []],
  });
}

const made = async (parts: MessageParts = {}, at?: string) =>
  await judge([{ name: "message.p7m", text: cmsPem(await message(parts)) }], at);

describe("messages with keys that OpenSSL 3.0 cannot use for them", () => {
  const read = (path: string) =>
    Deno.readTextFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
  const ed25519 = createPrivateKey(read("match/ed25519-pkcs8-key.pem"));
  const mlDsa = (name: string, scheme: typeof ml_dsa44) => {
    // RFC 9881, 6: the seed follows its tag [0] and length.
    const seed = derOf(read(`post-quantum/${name}-seed-key.pem`)).subarray(-32);
    const { secretKey } = scheme.keygen(seed);
    return (data: Bytes) => scheme.sign(data, secretKey);
  };
  // RFC 8419, 3.1 and RFC 9882, 3.3: with signed attributes the digest is SHA-512.
  for (
    const [name, certificate, algorithm, sign] of [
      [
        "Ed25519",
        "match/ed25519-certificate.pem",
        "1.3.101.112",
        (data: Bytes) => signWithNode(null, data, ed25519),
      ],
      [
        "ML-DSA-44",
        "post-quantum/ml-dsa-44-certificate.pem",
        "2.16.840.1.101.3.4.3.17",
        mlDsa("ml-dsa-44", ml_dsa44),
      ],
      [
        "ML-DSA-65",
        "post-quantum/ml-dsa-65-certificate.pem",
        "2.16.840.1.101.3.4.3.18",
        mlDsa("ml-dsa-65", ml_dsa65),
      ],
    ] as const
  ) {
    it(`hold with ${name}, and not for another content`, async () => {
      const signer: MakerSigner = {
        certificate: derOf(read(certificate)),
        key: { algorithm, sign },
      };
      const sha512 = new Uint8Array(await crypto.subtle.digest("SHA-512", CONTENT));
      const attributes = [
        attribute(OID.contentType, objectIdentifier(OID.data)),
        attribute(OID.messageDigest, octets(sha512)),
      ];
      const parts = {
        signer,
        attributes,
        certificates: [signer.certificate],
        digest: "2.16.840.1.101.3.4.2.3",
      };
      const signed = await made(parts, "2026-11-25T00:00:00Z");
      assert.deepEqual([signature(signed), signed.signers[0].algorithm], ["holds", name]);
      assert.equal(codesOf(signed)[0], "signed");
      // Without signed attributes the signature covers the content itself.
      assert.equal(signature(await made({ ...parts, attributes: null })), "holds");
      const wrong: MakerSigner["key"] = {
        algorithm,
        sign: (data) => sign(Uint8Array.from(data, (octet) => octet ^ 1)),
      };
      const forged = await made({ ...parts, signer: { ...signer, key: wrong } });
      assert.deepEqual([forged.outcome, signature(forged)], ["fails", "fails"]);
    });
  }
});

describe("signed attributes", () => {
  const refused = async (attributes: Bytes[] | null, pattern: RegExp, parts: MessageParts = {}) => {
    const signed = await made({ ...parts, attributes });
    assert.deepEqual([signed.outcome, signature(signed)], ["fails", "fails"]);
    assert.match(signed.message, pattern);
  };

  it("of a correct message are accepted", async () => {
    assert.equal(signature(await made()), "holds");
  });

  it("may be in another order than that of DER", async () => {
    const attributes = (await usualAttributes(CONTENT)).toReversed();
    assert.equal(signature(await made({ attributes, unsorted: true })), "holds");
  });

  it("must have exactly one content-type with the type of the content", async () => {
    const [type, digest] = await usualAttributes(CONTENT);
    await refused([digest], /attribute content-type is missing/);
    await refused([type, type, digest], /content-type occurs more than once/);
    const values = [objectIdentifier(OID.data), objectIdentifier(OID.signedData)];
    await refused([attribute(OID.contentType, ...values), digest], /content-type occurs more/);
    const other = attribute(OID.contentType, objectIdentifier(OID.signedData));
    await refused([other, digest], /content of another type/);
  });

  it("must have exactly one message-digest that fits", async () => {
    const [type, digest] = await usualAttributes(CONTENT);
    await refused([type], /message-digest is missing/);
    await refused([type, digest, digest], /message-digest occurs more than once/);
    const other = attribute(OID.messageDigest, octets(await sha256(new Uint8Array(3))));
    await refused([type, other], /was changed after "Carl Curve" signed it/);
    // The unsigned attributes prove nothing.
    await refused([type], /message-digest is missing/, { unsigned: () => [digest] });
  });

  it("are required for a content that is not data (RFC 5652, 5.3)", async () => {
    await refused(null, /Signed attributes are missing/, { type: OID.signedData });
  });

  it("must not be the content of a message without signed attributes", async () => {
    // The signature of a message with attributes also fits their octets as content.
    const attributes = await usualAttributes(CONTENT);
    const { setOf } = await import("../../../core/x509/asn1/der-write.ts");
    const content = setOf(...attributes);
    await refused(null, /may belong to another message/, { content });
  });

  it("must name the certificate of the signer, if they name one (RFC 5035)", async () => {
    const { seq } = await import("../../support/cms-maker.ts");
    const named = async (certificate: Bytes) =>
      attribute(OID.signingCertificateV2, seq(seq(seq(octets(await sha256(certificate))))));
    const usual = await usualAttributes(CONTENT);
    const right = await made({ attributes: [...usual, await named(carl.certificate)] });
    assert.equal(signature(right), "holds");
    await refused(
      [...usual, await named(eve.certificate)],
      /names a certificate that does not belong/,
    );
  });

  it("must name the algorithms of the signature, if they name some (RFC 6211)", async () => {
    const { seq } = await import("../../support/cms-maker.ts");
    const { element } = await import("../../../core/x509/asn1/der-write.ts");
    const protection = (oid: string) =>
      attribute(
        OID.algorithmProtection,
        seq(seq(objectIdentifier(OID.sha256)), element(0xa1, objectIdentifier(oid))),
      );
    const usual = await usualAttributes(CONTENT);
    const right = await made({ attributes: [...usual, protection(OID.ecdsaSha256)] });
    assert.equal(signature(right), "holds");
    await refused([...usual, protection("1.2.840.10045.4.3.3")], /uses other algorithms/);
  });
});

describe("signers", () => {
  it("are only the certificate that the identifier names", async () => {
    // The key is Carl's, the name Eve's.
    const signed = await made({
      identifier: issuerAndSerial(eve.certificate),
      certificates: [carl.certificate, eve.certificate, ROOT],
    });
    assert.deepEqual(signed.because, [{ code: "signature_mismatch", signer: "Eve Expired" }]);
  });

  it("are judged one by one: the worst decides", async () => {
    const attributes = await usualAttributes(CONTENT);
    const wrong = await signerInfo({
      signer: carl,
      content: CONTENT,
      attributes,
      identifier: issuerAndSerial(eve.certificate),
    });
    const signed = await made({
      certificates: [carl.certificate, eve.certificate, ROOT],
      extraSigners: [wrong],
    });
    assert.equal(signed.outcome, "fails");
    assert.deepEqual(signed.because, [
      { code: "signatures_wrong", count: 2, wrong: 1 },
      { code: "signature_mismatch", signer: "Eve Expired" },
    ]);
    assert.deepEqual(signed.signers.map(({ signature }) => signature.outcome), ["holds", "fails"]);
  });

  it("with an unknown digest algorithm cannot be verified", async () => {
    const signed = await made({ digest: "1.2.3.4" });
    assert.deepEqual([signed.outcome, signature(signed)], ["unknown", "unknown"]);
    assert.deepEqual(codesOf(signed), ["signature_not_verified", "signature_found"]);
  });

  it("beyond the 64th are counted, and the message is not good", async () => {
    const one = await signerInfo({
      signer: carl,
      content: CONTENT,
      attributes: await usualAttributes(CONTENT),
    });
    const signed = await made({ extraSigners: Array.from({ length: 99 }, () => one) });
    assert.deepEqual([signed.signerCount, signed.signers.length], [100, 64]);
    assert.equal(signed.outcome, "unknown");
    assert.deepEqual(signed.because[0], { code: "signatures_checked", count: 100, checked: 64 });
  });

  it("that countersigned are not checked, and the answer says so", async () => {
    const signed = await made({
      unsigned: () => [attribute(OID.countersignature, objectIdentifier("1.2.3"))],
    });
    assert.deepEqual(signed.notes, ["We did not check 1 countersignature."]);
  });
});

describe("timestamps of signatures", () => {
  const stamped = (
    by: MakerSigner,
    time: string,
    cover: (signature: Bytes) => Bytes = (signature) => signature,
    at = AFTER_EXPIRY,
  ) =>
    made({
      signer: eve,
      unsigned: async (signature) => [
        attribute(OID.timeStampToken, await timeStampToken(by, cover(signature), time)),
      ],
    }, at);

  it("prove a signature from before the signer expired", async () => {
    const signed = await stamped(stamper, "20261130120000Z");
    assert.equal(signed.signers[0].timeStamp?.outcome, "holds");
    assert.equal(signed.signers[0].judgedAt, "2026-11-30T12:00:00Z");
    assert.deepEqual(signed.because, [
      signedBy("Eve Expired", { before: "2026-11-30T12:00:00Z", ended: "expired" }),
      { ...PRIVATE, isProven: true },
    ]);
  });

  it("of an expired signer leave one sentence, without a second one that contradicts it", async () => {
    const unsigned = async (signature: Bytes) => [
      attribute(
        OID.timeStampToken,
        await timeStampToken(stamper, signature, "20261130120000Z"),
      ),
    ];
    const text = cmsPem(await message({ signer: eve, unsigned }));
    const given = [{ name: "message.p7m", text }];
    const statements = async (texts: Texts) =>
      (await look(texts, AFTER_EXPIRY)).verdict.statements.map(({ code }) => code);
    assert.deepEqual(await statements(given), [
      "signed_file_unknown",
      "missing_key",
      "revocation_not_checked",
    ]);
    const { verdict, objects } = await look(given, AFTER_EXPIRY);
    assert.equal(verdict.next, null);
    assert.doesNotMatch(verdict.cause, /INVALID|refuse/);
    // The certificate itself keeps the finding that it has expired.
    assert(objects.some(({ findings }) => findings.some(({ code }) => code === "expired")));
    const key = { name: "own.key", text: signedFileText("expired.key") };
    assert((await statements([...given, key])).includes("expired"));
    const late = cmsPem(await message({ signer: eve }));
    assert((await statements([{ name: "message.p7m", text: late }])).includes("expired"));
  });

  it("prove a signature from before the revocation, and no other", async () => {
    const revokedAt = "2026-12-15T12:00:00Z";
    const crl = { name: "revoked.crl", text: signedFileText("revoked.crl") };
    const at = async (time: string | null) => {
      const unsigned = async (signature: Bytes) =>
        time === null
          ? []
          : [attribute(OID.timeStampToken, await timeStampToken(stamper, signature, time))];
      const text = cmsPem(await message({ signer: eve, unsigned }));
      return await judge([{ name: "message.p7m", text }, crl], revokedAt);
    };
    const early = await at("20261001120000Z");
    assert.deepEqual(early.because, [
      signedBy("Eve Expired", { before: "2026-10-01T12:00:00Z", ended: "revoked" }),
      { ...PRIVATE, isProven: true },
    ]);
    for (const time of ["20261214120000Z", null]) {
      const late = await at(time);
      assert.equal(late.outcome, "fails");
      assert.deepEqual(codesOf(late), ["signed", "signer_revoked"]);
    }
  });

  it("of a time after the expiry prove that it was too late", async () => {
    const signed = await stamped(stamper, "20270301120000Z");
    assert.equal(signed.outcome, "fails");
    assert.deepEqual(signed.because[1], {
      ...{ code: "signer_expired", notAfter: "2027-01-31T23:59:59Z", isProven: true },
    });
  });

  it("prove nothing if they cover other octets", async () => {
    const signed = await stamped(stamper, "20261125120000Z", (signature) => signature.slice(1));
    assert.deepEqual(signed.signers[0].timeStamp?.outcome, "fails");
    assert.deepEqual(codesOf(signed), [
      ...["signed", "signer_expired", "no_proof_of_age", "stamp_of_other"],
    ]);
  });

  it("prove nothing by a certificate that is not only for timestamps", async () => {
    const signed = await stamped(badStamper, "20261125120000Z");
    assert.equal(codesOf(signed).at(-1), "stamp_authority_unfit");
    assert.equal(signed.outcome, "fails");
  });

  it("prove no date from before the certificate of their authority began", async () => {
    const signed = await stamped(stamper, "20200210120000Z");
    const [{ timeStamp, judgedAt }] = signed.signers;
    assert.equal(timeStamp?.outcome, "fails");
    assert.equal(codesOf(signed).at(-1), "stamp_outside_validity");
    assert.equal(judgedAt, AFTER_EXPIRY);
    assert.equal(signed.outcome, "fails");
    const alone = await judge([{
      name: "early.tst",
      text: cmsPem(await timeStampToken(stamper, CONTENT, "20200210120000Z")),
    }]);
    assert.equal(alone.outcome, "fails");
    assert.deepEqual(codesOf(alone), ["stamp_not_valid", "stamp_outside_validity"]);
  });

  it("prove nothing by an authority whose root the signer's chain does not need", async () => {
    // Without the common root, trust in the signer does not extend to the authority.
    const token = async (signature: Bytes) => [
      attribute(
        OID.timeStampToken,
        await timeStampToken(stamper, signature, "20261125120000Z"),
      ),
    ];
    const signed = await made(
      { signer: eve, certificates: [eve.certificate], unsigned: token },
      AFTER_EXPIRY,
    );
    assert.equal(signed.signers[0].timeStamp?.outcome, "unknown");
    assert(codesOf(signed).includes("stamp_authority_untrusted"));
    assert.equal(signed.outcome, "fails");
  });
});

/** A mail next to another mail or text, as mailing lists and attackers make it. */
const mixed = (...parts: string[]) =>
  `From: Ada <ada@signed.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=OUT\r\n\r\n${
    parts.map((part) => `--OUT\r\n${part}\r\n`).join("")
  }--OUT--\r\n`;

describe("under a public root", () => {
  const trustStore: TrustStore = {
    ...{ name: "Test", source: "Test", date: "2026-11-01" },
    certificates: [readCertificate(ROOT, new Budget())],
  };
  const under = async (bytes: Bytes, now: string = AFTER_EXPIRY): Promise<Judged> =>
    await underRoot(await collect([{ name: "message.p7m", bytes }]), now);
  const underRoot = async (
    collection: Collection,
    now: string,
    revocations: JudgeOptions["revocations"] = new Map(),
  ): Promise<Judged> => {
    const messages = [...collection.objects].filter(isMessage);
    const options = {
      now: Date.parse(now),
      budget: new Budget(),
      revocations,
      notes: [],
    };
    const judged = await judgeFiles(collection, messages, { ...options, trustStore });
    const { signed, because } = judged.get(messages[0].id)!;
    return { ...signed!, because };
  };
  const token = (time: string) => async (signature: Bytes) => [
    attribute(OID.timeStampToken, await timeStampToken(stamper, signature, time)),
  ];

  it("a signature holds", async () => {
    const { outcome, because } = await under(await message());
    assert.equal(outcome, "holds");
    assert.deepEqual(because, [signedBy("Carl Curve"), PUBLIC]);
  });

  it("a file is not signed by a certificate that is for something else", async () => {
    for (
      const [signer, purposes] of [
        [stamper, ["timestamps"]],
        [badStamper, ["timestamps", "servers"]],
      ] as const
    ) {
      const { outcome, because } = await under(await message({ signer }));
      assert.equal(outcome, "fails");
      assert.deepEqual(because.at(-1), { code: "signer_purposes", purposes });
    }
  });

  it("a signature of a JAR covers a list of digests, which is not compared with the files", async () => {
    const bytes = await message();
    for (const name of ["META-INF/ANNA.RSA", "app.jar/META-INF/CERT.EC", "x\\meta-inf\\a.dsa"]) {
      const judged = await underRoot(await collect([{ name, bytes }]), SIGNED_AT);
      assert.equal(judged.outcome, "unknown", name);
      assert.equal(codesOf(judged)[0], "jar_signature");
    }
    const { outcome } = await underRoot(await collect([{ name: "ANNA.RSA", bytes }]), SIGNED_AT);
    assert.equal(outcome, "holds");
  });

  it("a revocation counts from the day on which the key may have become known", async () => {
    const bytes = await message({ signer: eve, unsigned: token("20261130120000Z") });
    const judged = async (invalidityDate?: string) => {
      const collection = await collect([{ name: "message.p7m", bytes }]);
      const revocation = {
        ...{ status: "revoked", by: "crl", reason: "keyCompromise" } as const,
        ...{ problem: null, note: null, thisUpdate: null, nextUpdate: null },
        revokedAt: "2026-12-15T00:00:00Z",
        ...invalidityDate && { invalidityDate },
      };
      const ids = [...collection.objects].flatMap(({ kind, id }) =>
        kind === "certificate" ? [id] : []
      );
      return await underRoot(collection, AFTER_EXPIRY, new Map(ids.map((id) => [id, revocation])));
    };
    // The timestamp is of 30 November.
    for (const harmless of [undefined, "2026-12-01T00:00:00Z"]) {
      assert(!codesOf(await judged(harmless)).includes("signer_revoked"));
    }
    const { outcome, because } = await judged("2026-02-01T00:00:00Z");
    assert.equal(outcome, "fails");
    const revoked = because.find((reason) => reason.code === "signer_revoked");
    assert.equal(revoked?.since, "2026-02-01T00:00:00Z");
  });

  it("a mail holds only if all of it is signed", async () => {
    const mail = signedFileText("multipart.eml");
    const entity = mail.slice(mail.indexOf("Content-Type: multipart/signed"));
    const note = "Content-Type: text/plain\r\n\r\nPay the money to Mallory.\r\n";
    const judged = (text: string) => under(new TextEncoder().encode(text), SIGNED_AT);
    for (const text of [mail, mixed(entity)]) assert.equal((await judged(text)).outcome, "holds");
    const parts = [
      mixed(note, entity),
      mixed(entity, note),
      mixed(mixed(note, entity).slice(mixed().indexOf("Content-Type"))),
      mixed(`Content-Type: message/rfc822\r\n\r\n${mail}`),
    ];
    for (const text of parts) {
      const { outcome, because, notes } = await judged(text);
      assert.equal(outcome, "unknown");
      const facts = { content: "part_of_mail", but: "rest_not_signed" };
      assert.deepEqual(because, [signedBy("Ada Signer", facts), PUBLIC]);
      assert.equal(notes[0], signedText({ code: "part_of_mail" }));
    }
  });

  it("a mail does not hold if the certificate does not name its sender", async () => {
    const { outcome, because } = await under(signedFileBytes("opaque.eml"), SIGNED_AT);
    assert.equal(outcome, "unknown");
    assert.deepEqual(because, [
      ...[signedBy("Ada Signer"), PUBLIC],
      { code: "sender_not_named", sender: "eve@signed.example" },
    ]);
  });

  it("a mail with several senders does not hold, because programs show one or the other", async () => {
    const mail = signedFileText("multipart.eml");
    const [from] = /^From: .*$/m.exec(mail)!;
    const address = "ada@signed.example";
    const judged = async (field: string) =>
      (await under(new TextEncoder().encode(mail.replace(from, field)), SIGNED_AT)).outcome;
    assert.equal(await judged(`From: "Ada" <${address}>`), "holds");
    for (
      const field of [
        `From: ${address}\r\nFrom: boss@bank.example`,
        `From: boss@bank.example\r\nFrom: ${address}`,
        `From: Boss <boss@bank.example>, Ada <${address}>`,
        `From: boss@bank.example, ${address}`,
      ]
    ) assert.equal(await judged(field), "unknown", field);
  });

  it("the same message in two mails is judged in each", async () => {
    const mail = signedFileText("opaque.eml");
    const forged = mail.replace(/^From: .*$/m, "From: Ada <ada@signed.example>");
    assert.notEqual(forged, mail);
    const { objects } = await look([{ name: "a.eml", text: forged }, {
      name: "b.eml",
      text: mail,
    }]);
    assert.deepEqual(
      objects.flatMap(({ signed }) => signed ? [signed.notes.length] : []),
      [0, 1],
    );
  });

  it("a timestamp proves the time of a signer who has expired", async () => {
    const stamped = await message({ signer: eve, unsigned: token("20261130120000Z") });
    const { outcome, because } = await under(stamped);
    assert.equal(outcome, "holds");
    assert.deepEqual(because, [
      signedBy("Eve Expired", { before: "2026-11-30T12:00:00Z", ended: "expired" }),
      { ...PUBLIC, isProven: true },
    ]);
  });

  it("a timestamp with a weak digest proves no time", async () => {
    const time = "20261130120000Z";
    const certificates = [stamper.certificate, ROOT];
    const weak = async (signature: Bytes) => [
      attribute(
        OID.timeStampToken,
        await timeStampToken(stamper, signature, time, certificates, "SHA-1"),
      ),
    ];
    const { outcome, because, signers: [{ timeStamp }] } = await under(
      await message({ signer: eve, unsigned: weak }),
    );
    assert.deepEqual([outcome, timeStamp!.outcome], ["fails", "unknown"]);
    assert.deepEqual(because.at(-1), {
      ...{ code: "stamp_weak", time: "2026-11-30T12:00:00Z", digest: "SHA-1" },
    });
    const alone = async (digest: "SHA-1" | "SHA-256") => {
      const bytes = await timeStampToken(stamper, CONTENT, time, certificates, digest);
      const collection = await collect([{ name: "t.tst", bytes }, {
        name: "c.bin",
        bytes: CONTENT,
      }]);
      return await underRoot(collection, AFTER_EXPIRY);
    };
    assert.equal((await alone("SHA-256")).outcome, "holds");
    const weakStamp = await alone("SHA-1");
    assert.equal(weakStamp.outcome, "unknown");
    assert.deepEqual(weakStamp.because, [{
      code: "stamp_states",
      ...{ authority: "Time Authority", file: "c.bin", time: "2026-11-30T12:00:00Z" },
      but: { digest: "SHA-1" },
    }]);
  });

  it("the first timestamp that holds counts, and none of the future", async () => {
    const good = token("20261130120000Z");
    const bad = async (signature: Bytes) => [
      attribute(
        OID.timeStampToken,
        await timeStampToken(stamper, signature.slice(1), "20261001120000Z"),
      ),
    ];
    const both = async (signature: Bytes) => [...await bad(signature), ...await good(signature)];
    assert.equal((await under(await message({ signer: eve, unsigned: both }))).outcome, "holds");
    const future = await under(
      await message({ signer: eve, unsigned: good }),
      "2026-11-29T12:00:00Z",
    );
    assert.equal(future.signers[0].timeStamp!.outcome, "fails");
    assert.equal(future.signers[0].judgedAt, "2026-11-29T12:00:00Z");
  });

  it("a weak digest and a second signer without proof are not good", async () => {
    const weak = await under(derOf(signedFileText("md5.p7m")));
    assert.equal(weak.outcome, "unknown");
    const wrong = await signerInfo({
      signer: carl,
      content: CONTENT,
      attributes: await usualAttributes(CONTENT),
      digest: "1.2.3.4",
    });
    const two = await under(await message({ extraSigners: [wrong] }));
    assert.equal(two.outcome, "unknown");
    assert.deepEqual(two.because[0], { code: "signatures_unverified", count: 2 });
  });
});

describe("files with a signature of their own format", () => {
  const message = async (bytes: Bytes) => {
    const { skipped } = (await inspectFiles([{ name: "file", bytes }])).collection;
    return skipped[0].message;
  };
  const program = (size: number): Bytes => {
    const bytes = new Uint8Array(512);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode("MZ"));
    view.setUint32(0x3c, 0x80, true);
    bytes.set(new TextEncoder().encode("PE\0\0"), 0x80);
    view.setUint16(0x98, 0x20b, true);
    view.setUint32(0x98 + 112 + 36, size, true);
    return bytes;
  };

  it("are named, with the tool that judges them", async () => {
    assert.match(
      await message(program(1)),
      /^This is a Windows program\. It has an Authenticode signature, which this tool does not judge/,
    );
    assert.equal(await message(program(0)), "This is a Windows program");
    const pdf = (text: string) => new TextEncoder().encode(`%PDF-1.7\n\0${text}`);
    assert.match(
      await message(pdf("/ByteRange [0 1]")),
      /^This is a PDF document\. It has a sig.*pdfsig/,
    );
    assert.equal(await message(pdf("/Type /Page")), "This is a PDF document");
    const installer = new Uint8Array(1200);
    installer.set([0xd0, 0xcf, 0x11, 0xe0]);
    new TextEncoder().encode("\x05DigitalSignature").forEach((octet, index) => {
      installer[600 + 2 * index] = octet;
    });
    assert.match(await message(installer), /It has an Authenticode signature/);
    const cabinet = new Uint8Array(80);
    cabinet.set(new TextEncoder().encode("MSCF\0"));
    cabinet.set([4], 30);
    cabinet.set([20], 36);
    cabinet.set([9], 48);
    assert.match(await message(cabinet), /It has an Authenticode signature/);
  });
});

it("a signed message keeps its certificates as objects", async () => {
  const { objects } = await look(signedTexts("attached.p7m"));
  assert.deepEqual(objects.map(({ kind }) => kind), ["pkcs7", "certificate", "certificate"]);
  assert.equal(signedFileBytes("letter.txt").length, 33);
});

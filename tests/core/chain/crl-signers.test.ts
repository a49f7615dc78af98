/**
 * CRLs that the issuer of the certificate did not sign: keys of the same name, and indirect CRLs (RFC
 * 5280, 6.3.3 (b), (f) and (g)), compared with OpenSSL.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { element } from "../../../core/x509/asn1/der-write.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import { analyze } from "../../../core/chain/analyze.ts";
import { inspect } from "../../../core/inspect/inspect.ts";
import { createContext } from "../../../core/kernel/context.ts";
import {
  authority,
  crlOf,
  crlPem,
  directoryNames,
  endEntity,
  keyOf,
  nameOf,
  opensslStatus,
  pemOf,
} from "../x509/revocation/authorities.ts";
import { entry, extension, part, reason } from "../x509/revocation/maker.ts";
import { type Bytes, bytes, seq } from "../x509/rules/der.ts";
import { attribute, critical, keyUsage, uri } from "../x509/rules/maker.ts";
import { analyzeText } from "./support.ts";

const AT = "2026-05-01T12:00:00Z";
const root = authority("Root", keyOf("root"), null);
const ca = authority("CA", keyOf("ca"), root, { serial: bytes(1, 1) });
const www = endEntity(ca);
const REVOKED = [entry(bytes(0x4d, 1), reason(1))];
const NOT_KNOWN =
  /^good The CRL is signed with another key .* We could not check whether the certificate of that key is revoked$/;

interface Case {
  /** The certificate in question, then its issuers up to the root. */
  path?: Certificate[];
  /** Other certificates that are given. */
  others: Certificate[];
  crls: Bytes[];
}

/** The inspector's rows for a text, in the order of its objects. */
async function inspected(text: string) {
  const input = {
    texts: [{ name: "all.pem", text }],
    ...{ acceptPrivateKeys: false, judgeAs: "private" as const, at: Date.parse(AT) },
  };
  return (await inspect(input, createContext())).objects;
}

/** The certificate's status with its note, or the problem: the same for any order of the input. */
async function said(given: Case, index = 0): Promise<string> {
  const { path = [www, ca.certificate, root.certificate], others, crls } = given;
  const verdict = async (certificates: Certificate[], crls: Bytes[]) => {
    const text = pemOf(...certificates) + crlPem(...crls);
    const answer = await analyzeText(text, AT, "private");
    const { index: _, ...known } = answer.revocation![index];
    // The inspector agrees. Where no CRL is of an issuer that the certificate names, it says nothing.
    const seen = (await inspected(text))[index].revocation;
    if (seen === undefined) assert.match(known.problem!, /from another issuer/);
    else assert.deepEqual(seen, known);
    const { status, problem, note } = known;
    return problem ?? [status, note].filter((text) => text !== null).join(" ");
  };
  const found = await verdict([...path, ...others], crls);
  assert.equal(await verdict([...path, ...others.toReversed()], crls.toReversed()), found);
  return found;
}

/** OpenSSL's opinion of the same. */
async function openssl(given: Case, expected: string, all = false): Promise<void> {
  const { path: [certificate, ...issuers] = [www, ca.certificate, root.certificate] } = given;
  const trusted = issuers.pop()!;
  const others = [...issuers, ...given.others];
  const { crls } = given;
  assert.equal(await opensslStatus({ certificate, root: trusted, others, crls, all }), expected);
}

describe("a CRL that another key of the issuer signed", () => {
  const next = authority("CA", keyOf("next"), root, { serial: bytes(1, 2) });
  const rootCrl = crlOf(root);

  it("is accepted after a key rollover, with the certificate of the other key", async () => {
    const good = { others: [next.certificate], crls: [crlOf(next), rootCrl] };
    assert.equal(await said(good), "good");
    await openssl(good, "good");
    const revoked = { others: [next.certificate], crls: [crlOf(next, { entries: REVOKED })] };
    assert.match(await said(revoked), /^revoked /);
    await openssl(revoked, "revoked");
    // Without that certificate the owner of the key is not known.
    const alone = { others: [], crls: [crlOf(next)] };
    assert.equal(await said(alone), "The CRL is signed with another key of the issuer");
    await openssl(alone, "unknown");
  });

  it("is accepted under a root of the caller too", async () => {
    const certificate = pemOf(www, ca.certificate, next.certificate) + crlPem(crlOf(next), rootCrl);
    const under = async (anchor: Certificate) => {
      const input = {
        ...{ certificate, roots: pemOf(anchor), at: Date.parse(AT) },
        judgeAs: "private" as const,
      };
      const { revocation } = await analyze(input, createContext());
      const [{ status, problem, note }] = revocation!;
      return problem ?? note ?? status;
    };
    assert.equal(await under(root.certificate), "good");
    // An intermediate certificate of the caller ends the path, and the other key is not below it.
    assert.match(await under(ca.certificate), /has no valid path to the same root$/);
  });

  it("is accepted if one key signs certificates and the other CRLs", async () => {
    const usage = (...usages: Parameters<typeof keyUsage>) => ({
      extensions: { keyUsage: critical(keyUsage(...usages)) },
    });
    const issuer = authority("CA", keyOf("ca"), root, {
      ...usage("keyCertSign"),
      serial: bytes(1, 3),
    });
    const signer = authority("CA", keyOf("next"), root, {
      ...usage("cRLSign"),
      serial: bytes(1, 4),
    });
    const path = [www, issuer.certificate, root.certificate];
    const given = { path, others: [signer.certificate], crls: [crlOf(signer), rootCrl] };
    assert.equal(await said(given), "good");
    await openssl(given, "good");
    const wrong = { path, others: [signer.certificate], crls: [crlOf(issuer), rootCrl] };
    assert.equal(await said(wrong), "The issuer is not allowed to sign CRLs");
    await openssl(wrong, "unknown");
    const unfit = authority("CA", keyOf("next"), root, usage("keyCertSign"));
    const unable = { path, others: [unfit.certificate], crls: [crlOf(unfit), rootCrl] };
    assert.match(await said(unable), /the key that signed the CRL is not allowed to sign CRLs$/);
    // Without a key identifier, the key decides.
    const subjectKeyIdentifier = null;
    const unnamed = authority("CA", keyOf("next"), root, { extensions: { subjectKeyIdentifier } });
    assert.equal(await said({ ...given, others: [unnamed.certificate] }), "good");
    // One certificate of the key may not sign CRLs, another one may.
    const both = { ...given, others: [unfit.certificate, signer.certificate] };
    assert.equal(await said(both), "good");
  });

  it("is accepted if the issuer certified the other key", async () => {
    const given = (issuer: typeof ca) => {
      const signer = authority("CA", keyOf("self-issued"), issuer, { serial: bytes(1, 5) });
      return { others: [signer.certificate], crls: [crlOf(signer), crlOf(ca), rootCrl] };
    };
    assert.equal(await said(given(ca)), "good");
    await openssl(given(ca), "good");
  });

  it("is rejected without a valid path to the same root", async () => {
    const foreign = authority("Root", keyOf("foreign"), null);
    const noPath = /the key that signed the CRL has no valid path to the same root$/;
    const others = [
      [authority("CA", keyOf("next"), foreign), foreign],
      [authority("CA", keyOf("next"), null)],
      [authority("CA", keyOf("next"), root, { to: "2026-04-30T00:00:00Z" })],
      [authority("CA", keyOf("next"), root, {
        extensions: { "1.2.3.4": critical(bytes(5, 0)) },
      })],
      [authority("CA", keyOf("next"), { ...root, key: keyOf("not the root's") })],
    ];
    for (const [signer, ...more] of others) {
      const certificates = [signer, ...more].map(({ certificate }) => certificate);
      const given = { others: certificates, crls: [crlOf(signer, { entries: REVOKED })] };
      assert.match(await said(given), noPath);
      await openssl(given, "unknown");
    }
  });

  it("is rejected if the certificate of that key is revoked", async () => {
    const revoking = crlOf(root, { entries: [entry(bytes(1, 2), reason(1))] });
    const given = (crl: Bytes) => ({ others: [next.certificate], crls: [crlOf(next), crl] });
    assert.match(await said(given(revoking)), /the key that signed the CRL is revoked$/);
    await openssl(given(revoking), "unknown", true);
    assert.equal(await said(given(rootCrl)), "good");
    await openssl(given(rootCrl), "good", true);
    assert.match(await said({ others: [next.certificate], crls: [crlOf(next)] }), NOT_KNOWN);
  });
});

describe("CRLs of each other's signers", () => {
  const one = authority("Root", keyOf("one"), root, { serial: bytes(2, 1) });
  const two = authority("Root", keyOf("two"), root, { serial: bytes(2, 2) });
  const three = authority("Root", keyOf("three"), root, { serial: bytes(2, 3) });
  const others = [one, two, three].map(({ certificate }) => certificate);
  const path = [ca.certificate, root.certificate];
  const revoking = (signer: typeof one, ...serials: number[]) =>
    crlOf(signer, { entries: serials.map((serial) => entry(bytes(2, serial), reason(1))) });

  it("end the search, and prove nothing on their own", async () => {
    assert.match(await said({ path, others, crls: [revoking(one), revoking(two)] }), NOT_KNOWN);
    assert.match(await said({ path, others, crls: [crlOf(three)] }), NOT_KNOWN);
    const ring = [revoking(one), revoking(two), revoking(three)];
    assert.match(await said({ path, others, crls: ring }), NOT_KNOWN);
  });

  it("revoke each other's signers, and their own", async () => {
    const revoked = /the key that signed the CRL is revoked$/;
    assert.match(await said({ path, others, crls: [revoking(one, 1)] }), revoked);
    // The CRL of the second counts, and its own signer may be revoked by a CRL that is not here.
    assert.match(await said({ path, others, crls: [revoking(one), revoking(two, 1)] }), NOT_KNOWN);
    const mutual = [revoking(one, 2), revoking(two, 1)];
    assert.match(await said({ path, others, crls: mutual }), NOT_KNOWN);
    // The root's own key decides.
    assert.equal(await said({ path, others, crls: [...mutual, crlOf(root)] }), "good");
  });

  it("do not prove the issuer of their own signer good", async () => {
    const below = authority("Root", keyOf("below"), ca, { serial: bytes(2, 4) });
    const given = (crl: Bytes) => ({ path: [below.certificate, ...path], others: [], crls: [crl] });
    assert.match(
      await said(given(crlOf(below)), 1),
      /of a certificate that may itself be revoked$/,
    );
    const revokes = crlOf(below, { entries: [entry(bytes(1, 1), reason(1))] });
    assert.equal(await said(given(revokes), 1), "revoked");
  });
});

describe("an indirect CRL", () => {
  const signer = authority("CRL Issuer", keyOf("indirect"), root, { serial: bytes(3, 1) });
  const rootCrl = crlOf(root);
  const INDIRECT = element(0x84, bytes(0xff));
  const fullName = (address: string) => element(0xa0, element(0xa0, uri(address)));
  const issuedBy = (...names: Bytes[]) =>
    element(0xa2, ...names.map((name) => element(0xa4, name)));
  const pointed = (...points: Bytes[]) =>
    endEntity(ca, {
      extensions: { cRLDistributionPoints: seq(...points.map((point) => seq(point))) },
    });
  const its = (certificate: Certificate) => [certificate, ca.certificate, root.certificate];
  const path = its(pointed(issuedBy(signer.name)));
  const others = [signer.certificate];
  const by = (...names: Bytes[]) => extension("2.5.29.29", directoryNames(...names), true);
  const indirect = (...entries: Bytes[]) =>
    crlOf(signer, { entries, extensions: [part(INDIRECT)] });
  const serial = bytes(0x4d, 1);

  it("applies entries to the issuer that they name, until an entry names another", async () => {
    const cases: [string, Bytes[]][] = [
      ["good", []],
      ["revoked", [entry(serial, reason(1), by(ca.name))]],
      // By default an entry is about a certificate of the CRL's issuer.
      ["good", [entry(serial)]],
      ["revoked", [entry(bytes(9), by(ca.name)), entry(serial)]],
      ["revoked", [entry(bytes(9), by(ca.name)), entry(bytes(8), reason(1)), entry(serial)]],
      ["good", [entry(bytes(9), by(ca.name)), entry(serial, by(nameOf("X")))]],
      ["good", [entry(bytes(9), by(ca.name)), entry(bytes(8), by(nameOf("X"))), entry(serial)]],
      ["revoked", [entry(bytes(9), by(nameOf("X"))), entry(serial, by(nameOf("ca")))]],
    ];
    for (const [expected, entries] of cases) {
      const given = { path, others, crls: [indirect(...entries), rootCrl] };
      assert.equal((await said(given)).split(" ")[0], expected);
      await openssl(given, expected);
    }
    // OpenSSL looks at the first name only.
    const two = indirect(entry(serial, by(nameOf("X"), ca.name)));
    assert.equal(await said({ path, others, crls: [two, rootCrl] }), "revoked");
  });

  it("is accepted only if it says so, the certificate names it, and its issuer is known", async () => {
    const direct = { path, others, crls: [crlOf(signer), rootCrl] };
    assert.equal(
      await said(direct),
      "The CRL is not indirect, and the certificate has another issuer",
    );
    await openssl(direct, "unknown");
    const unnamed = { others, crls: [rootCrl, indirect()] };
    assert.match(
      await said(unnamed),
      /^The CRL is an indirect CRL from another issuer, which the cert/,
    );
    await openssl(unnamed, "unknown");
    const another = { path: its(pointed(issuedBy(nameOf("X")))), others, crls: [indirect()] };
    assert.match(await said(another), /^The CRL is an indirect CRL from another issuer/);
    await openssl(another, "unknown");
    const unknown = { path, others: [], crls: [indirect()] };
    assert.equal(await said(unknown), "The certificate of the CRL's issuer is missing");
    await openssl(unknown, "unknown");
  });

  it("must match the distribution point of the certificate", async () => {
    const [a, b] = ["http://crl.example/a.crl", "http://crl.example/b.crl"].map(fullName);
    const ofA = crlOf(signer, { extensions: [part(a, INDIRECT)] });
    const named = (...point: Bytes[]) =>
      its(endEntity(ca, { extensions: { cRLDistributionPoints: seq(seq(...point)) } }));
    const given = (path: Certificate[]) => ({ path, others, crls: [ofA, rootCrl] });
    assert.equal(await said(given(named(a, issuedBy(signer.name)))), "good");
    await openssl(given(named(a, issuedBy(signer.name))), "good");
    assert.match(await said(given(named(b, issuedBy(signer.name)))), /this is not one of them$/);
    await openssl(given(named(b, issuedBy(signer.name))), "unknown");
    // A relative name is appended to the name of the CRL issuer (4.2.1.13).
    const relative = element(0xa0, element(0xa1, attribute("CN", "part 1")));
    const part1 = crlOf(signer, { extensions: [part(relative, INDIRECT)] });
    const below = { ...given(named(relative, issuedBy(signer.name))), crls: [part1, rootCrl] };
    assert.equal(await said(below), "good");
    await openssl(below, "good");
    // A distribution point without a name has the name of its CRL issuer.
    assert.match(await said(given(path)), /this is not one of them$/);
  });

  it("covers some reasons, with the issuer's own CRL covering the others", async () => {
    const some = element(0x83, bytes(6, 0x40));
    const rest = element(0x83, bytes(7, 0x3f, 0x80));
    const one = crlOf(signer, { extensions: [part(some, INDIRECT)] });
    const other = crlOf(ca, { extensions: [part(rest)] });
    assert.equal(await said({ path, others, crls: [one, other, rootCrl] }), "good");
    assert.match(
      await said({ path, others, crls: [one, rootCrl] }),
      /cover all revocation reasons/,
    );
  });

  it("covers the certificates of its own issuer too", async () => {
    const own = (...entries: Bytes[]) => crlOf(ca, { entries, extensions: [part(INDIRECT)] });
    const given = (...entries: Bytes[]) => ({ others: [], crls: [own(...entries)] });
    assert.equal(await said(given(entry(serial))), "revoked");
    await openssl(given(entry(serial)), "revoked");
    assert.equal(await said(given(entry(serial, by(nameOf("X"))))), "good");
    await openssl(given(entry(serial, by(nameOf("X")))), "good");
  });
});

describe("a CRL that cannot be used", () => {
  it("is reported by the chain analyzer and the inspector in the same words", async () => {
    const given = { others: [], crls: [crlOf(ca, { nextUpdate: null })] };
    const problem = "The CRL cannot be used: It has no nextUpdate";
    assert.equal(await said(given), problem);
    const text = pemOf(www, ca.certificate, root.certificate) + crlPem(...given.crls);
    const { setAside } = await analyzeText(text, AT, "private");
    assert.deepEqual(setAside, [{ position: 3, message: problem }]);
    const [, , , crl] = await inspected(text);
    assert.deepEqual(crl.findings.map(({ code, message }) => [code, message]), [
      // A finding is a sentence.
      ["crl_unusable", "The CRL cannot be used: It has no nextUpdate."],
    ]);
  });
});

/** OCSP responses in unusual shapes: what they say of a certificate, and why they say nothing. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { DerError } from "../../../../core/x509/asn1/der.ts";
import { element } from "../../../../core/x509/asn1/der-write.ts";
import { readOcspResponse } from "../../../../core/x509/revocation/ocsp-response.ts";
import { statusByOcsp } from "../../../../core/x509/revocation/ocsp-status.ts";
import type { RevocationInputs } from "../../../../core/x509/revocation/verdict.ts";
import { bits, type Bytes, bytes, NULL, octets, oid, seq, text } from "../rules/der.ts";
import {
  basicConstraints,
  type Changes,
  critical,
  intermediate,
  keyUsage,
  leaf,
  name,
  purposes,
} from "../rules/maker.ts";
import {
  answer,
  caKey,
  extension,
  inputs,
  newKey,
  now,
  PLAIN,
  RESPONDER_NAME,
  responderKey,
  response,
  responseBytes,
  type ResponseParts,
  revoked,
  SERIAL,
  signed,
  UNKNOWN,
} from "./maker.ts";

const DAY = 86_400_000;

async function said(
  parts: Partial<ResponseParts>,
  changes: Partial<RevocationInputs> = {},
): Promise<string> {
  const { status, reason, problem, note } = await statusByOcsp(
    await response(parts),
    inputs(changes),
  );
  return problem ?? [status, reason, note].filter((part) => part !== null).join(" ");
}

/** A responder's certificate that the CA issued, with these changes, and a response by it. */
function delegated(changes: Changes = {}, signer = caKey): Partial<ResponseParts> {
  const certificate = signed(leaf, signer, {
    subject: RESPONDER_NAME,
    key: responderKey.spki,
    ...changes,
    extensions: {
      ...PLAIN,
      keyUsage: critical(keyUsage("digitalSignature")),
      extendedKeyUsage: purposes("OCSPSigning"),
      ocspNoCheck: NULL,
      ...changes.extensions,
    },
  });
  return {
    key: responderKey,
    responder: element(0xa1, RESPONDER_NAME),
    certificates: [certificate.bytes],
  };
}

describe("the signer of an OCSP response", () => {
  const who = "The OCSP responder's certificate";

  it("may be the issuer, by its name or by the hash of its key", async () => {
    assert.equal(await said({}), "good");
    assert.equal(
      await said({ responder: element(0xa2, octets(new Uint8Array(20))) }),
      "The OCSP response is signed with an unknown key",
    );
    assert.match(await said({ key: newKey() }), /^The signature of the OCSP response is wrong: /);
    const key = seq(seq(oid("1.2.3.4")), bits(0, 1, 2));
    const issuer = intermediate({ key });
    // The CertID is of the key that is not known here.
    const { bytes: spki, keyStart, keyEnd } = issuer.publicKey;
    const hash = new Uint8Array(
      await crypto.subtle.digest("SHA-1", spki.slice(keyStart, keyEnd)),
    );
    assert.match(
      await said({ answers: [answer({ keyHash: hash })] }, { issuer }),
      /^The signature of the OCSP response cannot be verified: /,
    );
  });

  it("may be a delegated responder, among other certificates in the response", async () => {
    assert.equal(await said(delegated()), "good");
    const parts = delegated();
    const stranger = signed(leaf, caKey, { subject: name({ CN: "Stranger" }) });
    const certificates = [stranger.bytes, seq(NULL), ...parts.certificates!];
    assert.equal(await said({ ...parts, certificates }), "good");
    assert.equal(
      await said({ ...parts, certificates: [] }),
      "The OCSP response is signed with an unknown key",
    );
    // Two responders of one name: the one whose key signed counts.
    const [other] = delegated({ key: newKey().spki }).certificates!;
    assert.equal(await said({ ...parts, certificates: [other, ...parts.certificates!] }), "good");
  });

  it("is looked for among the first sixteen certificates", async () => {
    const parts = delegated();
    const many = (count: number) => ({
      ...parts,
      certificates: [
        ...Array<Bytes>(count).fill(signed(leaf, caKey).bytes),
        parts.certificates![0],
      ],
    });
    assert.equal(await said(many(15)), "good");
    assert.match(await said(many(16)), /unknown key$/);
  });

  it("is noted if its own revocation was not checked", async () => {
    assert.equal(
      await said(delegated({ extensions: { ocspNoCheck: null } })),
      `good The responder's certificate has no OCSP no check extension, and its own revocation was not checked`,
    );
  });

  it("is rejected if it is not authorized", async () => {
    const another = name({ CN: "Another" });
    const cases: [Partial<ResponseParts>, string][] = [
      [delegated({ issuer: another }), "was not issued by the issuer of the certificate"],
      [delegated({}, newKey()), "is not signed by the issuer of the certificate"],
      [
        delegated({ extensions: { extendedKeyUsage: null } }),
        "is not allowed to sign OCSP responses",
      ],
      [
        delegated({ extensions: { extendedKeyUsage: purposes("serverAuth") } }),
        "is not allowed to sign OCSP responses",
      ],
      [
        delegated({ extensions: { keyUsage: critical(keyUsage("keyCertSign")) } }),
        "is not allowed to make digital signatures",
      ],
      [delegated({ to: "2026-05-01T11:59:59Z" }), "is not valid at this time"],
      [delegated({ from: "2026-05-01T12:00:01Z" }), "is not valid at this time"],
      [
        delegated({ extensions: { "1.2.3.4": critical(NULL) } }),
        "has an unknown critical extension",
      ],
      [
        delegated({ extensions: { nameConstraints: critical(seq()) } }),
        "has an unknown critical extension",
      ],
      [delegated({ raw: [bytes(4, 0)] }), "has an unknown critical extension"],
    ];
    for (const [parts, problem] of cases) assert.equal(await said(parts), `${who} ${problem}`);
    const fine: Changes[] = [
      { to: "2026-05-01T12:00:00Z" },
      { from: "2026-05-01T12:00:00Z" },
      { extensions: { keyUsage: null } },
      { extensions: { "1.2.3.4": NULL } },
      { extensions: { basicConstraints: critical(basicConstraints(false)) } },
    ];
    for (const changes of fine) assert.equal(await said(delegated(changes)), "good");
    const half = inputs({ now: now + 500 });
    assert.equal(await said(delegated({ to: "2026-05-01T12:00:00Z" }), half), "good");
  });

  it("is unknown if its certificate cannot be verified", async () => {
    const algorithm = seq(oid("1.2.3.4"));
    assert.match(
      await said(delegated({ algorithm })),
      /^The OCSP responder's certificate cannot be verified: /,
    );
  });
});

describe("the answer of an OCSP response", () => {
  it("is the strongest of several for the certificate", async () => {
    assert.equal(
      await said({ answers: [answer({ status: UNKNOWN }), answer()] }),
      "good",
    );
    assert.equal(
      await said({ answers: [answer(), answer({ status: revoked(4) })] }),
      "revoked superseded",
    );
    assert.equal(await said({ answers: [answer({ status: revoked() })] }), "revoked");
    assert.equal(
      await said({
        answers: [answer({ serial: bytes(9) }), answer({ serial: bytes(0, ...SERIAL) })],
      }),
      "good",
    );
    const elsewhere = "The OCSP response is for another certificate";
    for (const hash of ["1.2.840.113549.2.5", "1.2.3.4"]) {
      assert.equal(await said({ answers: [answer({ hash: seq(oid(hash), NULL) })] }), elsewhere);
    }
  });

  it("is not used with an unknown critical extension", async () => {
    const critical = /^The OCSP response has an unknown critical extension$/;
    const odd = extension("1.2.3.4", NULL, true);
    const harmless = extension("1.2.3.4", NULL);
    const nonce = extension("1.3.6.1.5.5.7.48.1.2", octets(bytes(1)), true);
    assert.match(await said({ extensions: [odd] }), critical);
    assert.match(await said({ extensions: [harmless, odd] }), critical);
    assert.match(await said({ answers: [answer({ extensions: [odd] })] }), critical);
    assert.match(await said({ answers: [answer({ extensions: [odd] }), answer()] }), critical);
    assert.equal(await said({ extensions: [harmless, nonce] }), "good");
    assert.equal(await said({ answers: [answer({ extensions: [harmless] })] }), "good");
  });

  it("is valid with a tolerance of five minutes, and for a day without nextUpdate", async () => {
    const said1 = (parts: Parameters<typeof answer>[0]) => said({ answers: [answer(parts)] });
    const minute = 60_000;
    assert.equal(await said1({ nextUpdate: now }), "good");
    assert.match(
      await said1({ nextUpdate: now - 1000 }),
      /^The OCSP response expired on 1 May 2026, /,
    );
    assert.equal(await said1({ nextUpdate: null, thisUpdate: now - DAY }), "good");
    assert.equal(
      await said1({ nextUpdate: null, thisUpdate: now - DAY - 1000 }),
      "The OCSP response has no next update and is older than a day",
    );
    assert.equal(await said1({ thisUpdate: now + 5 * minute }), "good");
    const early = { thisUpdate: now + 5 * minute + 1000 };
    assert.equal(await said1(early), "The OCSP response is not yet valid");
    assert.equal(
      await said1({ ...early, status: revoked(1) }),
      "The OCSP response is not yet valid",
    );
    const old = { nextUpdate: now - 1000 };
    assert.equal(await said1({ ...old, status: revoked(1) }), "revoked keyCompromise");
    assert.equal(
      await said1({ ...old, thisUpdate: now, status: revoked(1) }),
      "revoked keyCompromise",
    );
    assert.match(await said1({ ...old, thisUpdate: now + 1000, status: revoked(1) }), /expired/);
    assert.match(await said1({ ...old, status: revoked(6) }), /expired/);
    assert.match(await said1({ ...old, status: UNKNOWN }), /expired/);
    const { nextUpdate, thisUpdate } = await statusByOcsp(
      await response({ answers: [answer({ nextUpdate: null })] }),
      inputs(),
    );
    assert.deepEqual([thisUpdate, nextUpdate], ["2026-04-30T12:00:00Z", null]);
  });
});

describe("reading an OCSP response", () => {
  const read = (changes: Partial<ResponseParts>) => response(changes);
  const fails = (changes: Partial<ResponseParts>, message: RegExp) =>
    assert.rejects(
      read(changes),
      (thrown) => thrown instanceof DerError && message.test(thrown.message),
    );

  it("returns the name or the number of the status if there is no answer", async () => {
    const refused = async (code: number) =>
      (await readOcspResponse(seq(element(0x0a, bytes(code))), new Budget())).status;
    assert.equal(await refused(3), "tryLater");
    assert.equal(await refused(4), "status 4");
    assert.equal(await refused(5), "sigRequired");
    const { status, problem } = await statusByOcsp(
      await readOcspResponse(seq(element(0x0a, bytes(1))), new Budget()),
      inputs(),
    );
    assert.deepEqual(
      [status, problem],
      ["unknown", "The OCSP responder answered: malformedRequest"],
    );
  });

  it("rejects parts of wrong types", async () => {
    await fails({ type: oid("1.2.3.4") }, /type of the response is unknown/);
    await fails({ answers: [answer({ status: element(0x83) })] }, /cannot be read|forms/);
    await fails({ answers: [] }, /cannot be read/);
    await fails({ answers: [NULL] }, /cannot be read/);
    await fails({ answers: [answer({ thisUpdate: text(0x18, "soon") })] }, /not a valid date/);
    await fails({ more: [NULL] }, /^Basic response: 2 bytes too many/);
    await fails({ responder: element(0xa1, NULL) }, /cannot be read/);
    await fails({ responder: element(0xa1, seq(element(0x31, NULL))) }, /cannot be read/);
    await fails({ responder: element(0xa2, NULL) }, /cannot be read/);
    for (const cut of [1, 40]) {
      await assert.rejects(
        readOcspResponse(responseBytes().slice(0, -cut), new Budget()),
        DerError,
      );
    }
    const trailing = bytes(...responseBytes(), 0);
    await assert.rejects(readOcspResponse(trailing, new Budget()), DerError);
  });

  it("rejects a time that is not a valid date or not in UTC (RFC 6960, 4.2.2.1)", async () => {
    const at = (time: string) => ({ answers: [answer({ thisUpdate: text(0x18, time) })] });
    for (const time of ["20260231000000Z", "20261301000000Z", "20260501006000Z"]) {
      await fails(at(time), /Time is not a valid date/);
    }
    for (const time of ["20260501000000", "20260501000000+0100", "20260501000000.5-0100"]) {
      await fails(at(time), /Time is not in UTC/);
    }
    for (const time of ["20260501000000Z", "20260501000000.9Z", "202605010000Z"]) {
      assert.equal((await read(at(time))).basic!.answers[0].thisUpdate, Date.UTC(2026, 4, 1));
    }
    const revokedThen = element(0xa1, text(0x18, "20261301120000Z"));
    await fails({ answers: [answer({ status: revokedThen })] }, /Time is not a valid date/);
  });

  it("accepts at most 256 KiB", async () => {
    const zeros = (length: number) => readOcspResponse(new Uint8Array(length), new Budget());
    await assert.rejects(zeros(256 * 1024), DerError);
    await assert.rejects(
      zeros(256 * 1024 + 1),
      (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
    );
  });

  it("accepts at most 20,000 elements", async () => {
    const read = async (count: number) => {
      const budget = new Budget();
      const thrown = await readOcspResponse(
        responseBytes({ answers: Array(count).fill(NULL) }),
        budget,
      )
        .catch((thrown) => thrown);
      return { thrown, elements: budget.spent("nodes") };
    };
    const rest = (await read(1)).elements - 1;
    const most = await read(20_000 - rest);
    // Data within the limit is rejected by the next reader.
    assert(most.thrown instanceof DerError);
    assert.equal(most.elements, 20_000);
    const { thrown } = await read(20_001 - rest);
    assert(isOperationError(thrown) && thrown.code === "too_complex");
  });

  it("accepts at most 32 levels", async () => {
    const read = (depth: number) => {
      let nested: Bytes = NULL;
      // Within the list of answers and the response data.
      for (let at = 2; at < depth; at++) nested = seq(nested);
      return readOcspResponse(responseBytes({ answers: [nested] }), new Budget());
    };
    await assert.rejects(read(32), DerError);
    await assert.rejects(
      read(33),
      (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
    );
  });

  it("returns the list of SCTs that an answer has (RFC 6962, 3.3)", async () => {
    const TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.5";
    const of = async (...extensions: Bytes[]) => {
      const { basic } = await response({ answers: [answer({ extensions })] });
      return basic!.answers[0].timestamps;
    };
    const list = extension(TIMESTAMPS, octets(bytes(0, 1, 2)));
    assert.deepEqual(await of(extension("1.2.3.4", octets(bytes(9))), list), bytes(0, 1, 2));
    assert.equal(await of(), null);
    assert.equal(await of(extension("1.2.3.4", octets(bytes(9)))), null);
    assert.equal(await of(extension(TIMESTAMPS, NULL)), null);
  });

  it("returns the name of its responder and its nonce", async () => {
    const nonce = extension("1.3.6.1.5.5.7.48.1.2", octets(bytes(7, 8)));
    const { basic } = await read({ extensions: [nonce] });
    assert.equal(basic!.responderName!.raw, "CN=Example CA 1,O=Example Trust,C=NL");
    assert.equal(basic!.responderKeyHash, null);
    assert.equal(basic!.producedAt, now - DAY);
    assert.deepEqual([...basic!.nonce!], [4, 2, 7, 8]);
    assert.equal((await read({})).basic!.nonce, null);
  });
});

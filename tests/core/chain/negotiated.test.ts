/** The rules of the handshake that a server breaks, by what it negotiated. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type Negotiated, negotiatedFindings } from "../../../core/chain/connection.ts";

const codes = (negotiated: Partial<Negotiated>) =>
  negotiatedFindings({
    ...{ tlsVersion: "TLSv1.2", cipher: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256" },
    ...{ alpnRefused: false, clientCertificateRequested: null },
    ...negotiated,
  }).map(({ code }) => code);

describe("what was negotiated", () => {
  it("breaks no rule with suites that browsers have", () => {
    assert.deepEqual(codes({}), []);
    assert.deepEqual(codes({ tlsVersion: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256" }), []);
    assert.deepEqual(codes({ cipher: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA" }), []);
    assert.deepEqual(codes({ cipher: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256" }), []);
  });

  it("breaks a rule with an obsolete version, suite or key exchange", () => {
    for (const tlsVersion of ["SSLv3", "TLSv1.0", "TLSv1.1"]) {
      assert.deepEqual(codes({ tlsVersion, cipher: "TLS_RSA_WITH_AES_128_CBC_SHA" }), [
        "protocol_obsolete",
      ]);
    }
    for (
      const cipher of [
        "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CCM",
        "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        "TLS_RSA_WITH_NULL_SHA256",
        "TLS_RSA_WITH_AES_128_CBC_SHA256",
      ]
    ) {
      assert.deepEqual(codes({ cipher }), ["cipher_suite_unsupported"]);
    }
    assert.deepEqual(codes({ cipher: "TLS_RSA_WITH_AES_128_GCM_SHA256" }), ["key_exchange_rsa"]);
  });

  it("names a required certificate of the client, and a refused ALPN", () => {
    const cipher = "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256";
    assert.deepEqual(codes({ clientCertificateRequested: true, cipher }), [
      "client_certificate_required",
    ]);
    assert.deepEqual(codes({ clientCertificateRequested: false }), []);
    assert.deepEqual(codes({ alpnRefused: true }), ["alpn_refused"]);
  });
});

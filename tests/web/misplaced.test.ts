/** Text in the wrong field: every kind of text against every kind of field. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { misplaced, TAKEN } from "../../web/src/arrivals/misplaced.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { p12 } from "../fixtures/pfx/index.ts";

const CRL = Deno.readTextFileSync(
  new URL("../fixtures/revocation/unknown-critical.crl", import.meta.url),
);
const CSR = csrFixture("rsa2048-sha256");
const bare = (pem: string) => pem.split("-----")[2].trim();

interface Thing {
  text: string;
  kind: keyof typeof TAKEN | "crl" | "host";
  said: string;
  opens: string;
}

const certificate = {
  kind: "certificates",
  said: "This is a certificate.",
  opens: "Open in the chain analyzer",
} as const;
const request = {
  kind: "request",
  said: "This is a CSR.",
  opens: "Open in the decoder",
} as const;
const key = { kind: "key", said: "This is a private key.", opens: "Open in the matcher" } as const;
const crl = {
  kind: "crl",
  said: "This is a certificate revocation list (CRL).",
  opens: "Open in the inspector",
} as const;

const THINGS: Readonly<Record<string, Thing>> = {
  "a certificate": { ...certificate, text: exampleCertificate },
  "a certificate in base64": { ...certificate, text: bare(exampleCertificate) },
  "a certificate in a field with one line": {
    ...certificate,
    text: exampleCertificate.replaceAll("\n", ""),
  },
  "a CSR": { ...request, text: CSR },
  "a CSR in base64": { ...request, text: bare(CSR) },
  "a private key": { ...key, text: examplePrivateKey },
  "an encrypted private key": { ...key, text: matchFile("p384-scrypt-key.pem") },
  "an encrypted private key in base64": { ...key, text: bare(matchFile("p384-scrypt-key.pem")) },
  "a PFX file": {
    kind: "pfx",
    said: "This is a PFX file.",
    opens: "Open in the PFX converter",
    text: p12("certtool-3des").toBase64(),
  },
  "a CRL": { ...crl, text: CRL },
  "a CRL in base64": { ...crl, text: bare(CRL) },
  "CAA records": {
    kind: "records",
    said: "These are CAA records.",
    opens: "Open in the CAA tool",
    text: 'example.com. 3600 IN CAA 0 issue "ca.example"',
  },
  "a host": {
    kind: "host",
    said: "This is a domain name. If you check the website, our server will contact it.",
    opens: "Check this website",
    text: "www.example.com",
  },
};

const fits = (takes: keyof typeof TAKEN, { kind }: Thing) =>
  kind === takes || takes === "holder" && (kind === "certificates" || kind === "request") ||
  takes === "words" && (kind === "host" || kind === "records");

describe("a text in a field", () => {
  for (const takes of Object.keys(TAKEN) as (keyof typeof TAKEN)[]) {
    it(`for ${takes} is offered to the right tool if it is of another kind`, () => {
      for (const [name, thing] of Object.entries(THINGS)) {
        const offer = misplaced(thing.text, { takes, pathname: "/", hasError: false });
        if (fits(takes, thing)) {
          assert.equal(offer, null, name);
          continue;
        }
        assert.equal(offer?.said, thing.said, name);
        assert.equal(offer.destinations[0].label, thing.opens, name);
      }
    });
  }

  it("is not offered to the tool of its page", () => {
    const place = { takes: "certificates", pathname: "/match", hasError: false } as const;
    const labels = misplaced(examplePrivateKey, place)?.destinations.map(({ label }) => label);
    assert.deepEqual(labels, ["Open in the inspector"]);
  });

  it("is not named while it is unfinished, of an unknown kind, or next to what belongs there", () => {
    const place = { takes: "request", pathname: "/", hasError: false } as const;
    for (const text of ["", " \n", "hello", exampleCertificate.slice(0, 300), "-----BEGIN", "M"]) {
      assert.equal(misplaced(text, place), null, text);
    }
    assert.equal(misplaced(exampleCertificate + CSR, place), null);
    const unknown = "-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----\n";
    assert.equal(misplaced(unknown, place), null);
    const labels = misplaced(unknown, { ...place, hasError: true })?.destinations;
    assert.deepEqual(labels?.map(({ label }) => label), ["Open in the inspector"]);
  });
});

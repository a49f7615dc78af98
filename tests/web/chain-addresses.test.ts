/** What the page says first of a host's addresses. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Everywhere } from "../../core/chain/contract.ts";
import { agreeing, differing } from "../../web/src/tools/chain/addresses.ts";

/** `places`: of each address the presentation that it gives; null where it could not be read. */
function everywhere(places: (number | null)[], valid = [true, false, true]): Everywhere {
  return {
    presentations: valid.map((isValid) => ({
      ...{ name: "www.example.com", issuer: "CA", notBefore: "2026-06-08T00:00:00Z" },
      ...{ notAfter: "2027-06-08T12:00:00Z", fingerprint: "", certificates: [], errors: [] },
      publicKey: { algorithm: "EC", bits: 256, curve: "P-256" },
      ...{ isValid, trusted: true, hostnameMatches: true },
    })),
    readings: [
      ...places.map((presentation, place) => ({
        address: `192.0.2.${place}`,
        asked: "as clients do" as const,
        presentation,
        tlsVersion: null,
        problem: presentation === null ? "HOST DID NOT ANSWER IN TIME ON PORT 443" : null,
      })),
      // Other ways of asking are no addresses.
      { address: "192.0.2.0", asked: "RSA", presentation: 1, tlsVersion: null, problem: null },
    ],
    unread: [],
  };
}

describe("the addresses of a host in the chain analyzer", () => {
  it("are told together where they agree", () => {
    assert.equal(agreeing(everywhere([0, 0, 0, 0])), "Valid on all 4 addresses until 8 Jun 2027.");
    assert.equal(differing(everywhere([0, 0, 0, 0])), null);
    assert.equal(agreeing(everywhere([0])), "");
  });

  it("are not all of them where some were not read", () => {
    const more = { ...everywhere([0, 0, 0, 0]), unread: ["192.0.2.8", "192.0.2.9"] };
    assert.equal(agreeing(more), "Valid on 4 of 6 addresses until 8 Jun 2027; 2 were not read.");
    assert.equal(
      agreeing({ ...everywhere([0]), unread: ["192.0.2.9"] }),
      "Valid on 1 of 2 addresses until 8 Jun 2027; 1 was not read.",
    );
  });

  it("are told apart where one is not valid, silent, or presents another chain", () => {
    assert.equal(
      differing(everywhere([0, 1, 0, 0])),
      "1 of 4 addresses presents a chain that is not valid for this host.",
    );
    assert.equal(differing(everywhere([0, null, 0])), "1 of 3 addresses could not be read.");
    assert.equal(differing(everywhere([0, 2, 2])), "2 of 3 addresses present another chain.");
  });
});

/** Readings that only add to the analysis of a host, and fail. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { optional } from "../../../api/network/optional.ts";
import { caaAgreement } from "../../../api/network/dns/caa.ts";
import { createNetwork, type Network } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { OperationError } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { HOST, never, pem, startDenoTls } from "./support.ts";

const because = (reason: string) => reason;

describe("network: an optional reading", () => {
  it("is replaced by the reason for its failure", async () => {
    const refused = () => Promise.reject(new OperationError("too_complex", "It is too long"));
    assert.equal(await optional(refused, because, {}, never()), "It is too long");
    const late = () => Promise.reject(new Error());
    assert.equal(await optional(late, because, {}, AbortSignal.abort()), "The time was up");
    assert.equal(await optional(() => Promise.resolve("read"), because, {}, never()), "read");
  });

  it("logs a fault of our own code, or throws it where there is no log", async () => {
    const fault = new TypeError("x is not a function");
    const broken = () => Promise.reject(fault);
    const logged: unknown[] = [];
    const onFault = (thrown: unknown) => logged.push(thrown);
    assert.equal(await optional(broken, because, { onFault }, never()), "This server failed");
    assert.deepEqual(logged, [fault]);
    await assert.rejects(optional(broken, because, {}, never()), fault);
  });

  it("of CAA records says that a name of 17 labels is too long to look up", async () => {
    const host = `${"a.".repeat(15)}example.com`;
    const answer = {
      certificate: {
        issuer: { organizationName: "Sectigo Limited", raw: "" },
        extensions: { subjectAltName: [{ type: "DNS", value: host }] },
      },
      validation: { trusted: true },
    } as unknown as ChainResponse;
    const access: Network["caa"] = {
      allowPrivateNetwork: false,
      lookUp: () => Promise.reject(new Error("was looked up")),
    };
    await assert.rejects(caaAgreement(host, answer, access, never()), {
      code: "too_complex",
      message: "The name has 17 labels. DNS is asked for at most 16",
    });
  });

  const failures: [what: string, fault: Error, logged: boolean][] = [
    ["ends in an error", new OperationError("too_complex", "It is too long"), false],
    ["fails because of our own code", new TypeError("x is not a function"), true],
  ];
  for (const [what, fault, isLogged] of failures) {
    it(`does not end the analysis of a host if it ${what}`, async () => {
      await using tls = startDenoTls(pem("leaf.pem") + pem("ca.pem") + pem("root.pem"));
      const network = createNetwork(
        { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
        {
          resolve: () => Promise.resolve(["127.0.0.1"]),
          guard: (address) => address === "127.0.0.1",
          connectPort: () => tls.port,
        },
      );
      const operations = apiOperations({ ...network, postQuantum: () => Promise.reject(fault) });
      const logged: unknown[] = [];
      const context = {
        ...createContext(),
        onFault: (thrown: unknown) => logged.push(thrown),
      };
      const outcome = await execute(operations, "chain/analyze-url", { url: HOST }, context);
      assert(outcome.ok, JSON.stringify(outcome));
      const { postQuantum, chain } = outcome.value as ChainResponse & {
        postQuantum: { negotiated: boolean | null };
      };
      assert.equal(postQuantum.negotiated, null);
      assert.equal(chain.length, 3);
      assert.deepEqual(logged, isLogged ? [fault] : []);
    });
  }
});

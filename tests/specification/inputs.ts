/** Certificates, keys and answers that the table enters; some end within days of now. */
import assert from "node:assert/strict";
import { certificateGenerate } from "../../core/certificate/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import type { Contract, OutputOf, RequestOf } from "../../core/kernel/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { matchFile } from "../fixtures/match/index.ts";

/** The answer of an operation, in this process. */
export async function answerOf<C extends Contract>(
  contract: C,
  input: RequestOf<C>,
): Promise<OutputOf<C>> {
  const outcome = await execute(operations, contract.name, input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as OutputOf<C>;
}

/** A chain from its end entity to its root, and the private key. */
export async function chainThatEndsIn(days: number): Promise<{ chain: string; key: string }> {
  const { chain, privateKey } = await answerOf(certificateGenerate, {
    kind: "tls-server",
    names: ["www.soon.example"],
    days,
  });
  assert(privateKey);
  return { chain, key: privateKey };
}

export const analyzed = (certificate: string) => answerOf(chainAnalyze, { certificate });

/** A certificate of rsa.example.com and its key, and a key of another. */
export const PAIR = {
  certificate: matchFile("rsa-certificate.pem"),
  key: matchFile("rsa-pkcs8-key.pem"),
  otherKey: matchFile("p256-pkcs8-key.pem"),
};

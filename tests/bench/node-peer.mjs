/**
 * The contender "Node's own node:crypto": Node with its OpenSSL, in a process that is started once. Reads lines
 * `{"task", "inputs", "times"}` and answers each with a line when it has done the task that many times.
 */
import { X509Certificate } from "node:crypto";
import process from "node:process";
import { createInterface } from "node:readline";
import { fieldsOf } from "./node-fields.mjs";

/** The tasks by name. Their inputs are certificates in base64. */
const TASKS = {
  /** The fields that tests/bench/certificates.ts reads with every contender. */
  read(inputs) {
    const der = Buffer.from(inputs[0], "base64");
    return () => fieldsOf(new X509Certificate(der));
  },
  /** Reads a chain and verifies that each certificate is issued and signed by the next one. */
  verify(inputs) {
    const ders = inputs.map((text) => Buffer.from(text, "base64"));
    return () => {
      const chain = ders.map((der) => new X509Certificate(der));
      for (let at = 1; at < chain.length; at++) {
        const [subject, issuer] = [chain[at - 1], chain[at]];
        if (!subject.checkIssued(issuer) || !subject.verify(issuer.publicKey)) {
          throw new Error("Node does not agree");
        }
      }
    };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { task, inputs, times } = JSON.parse(line);
  const run = TASKS[task](inputs);
  for (let count = 0; count < times; count++) run();
  process.stdout.write("done\n");
}

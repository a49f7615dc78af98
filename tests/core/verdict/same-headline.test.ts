/** The inspector says about a chain what the chain analyzer says: clients that refuse it, and which issuer is missing. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { chainAnalyze } from "../../../core/chain/contract.ts";
import type { inspect } from "../../../core/inspect/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { needs, runProgram } from "../../support/programs.ts";

async function answer<T>(operation: string, input: object): Promise<T> {
  const outcome = await execute(operations, operation, input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as T;
}

interface Made {
  leaf: string;
  issuing: string;
  root: string;
  /** A certificate with the name of the issuing authority and another key. */
  renewed: string;
}

const USUAL = {
  key: ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
  usage: "digitalSignature",
  days: 90,
};

/** A chain of three with this key, key usage and lifetime of the end entity. */
async function make(
  leaf: Partial<typeof USUAL> = {},
  rootName = "/O=Quarry/CN=Quarry Root",
): Promise<Made> {
  const { key, usage, days } = { ...USUAL, ...leaf };
  const folder = await Deno.makeTempDir();
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await runProgram("openssl", args);
    assert.equal(code, 0, stderr);
  };
  const at = (file: string) => `${folder}/${file}`;
  const authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n" +
    "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n";
  await Deno.writeTextFile(at("ca.cnf"), authority);
  await Deno.writeTextFile(
    at("leaf.cnf"),
    `keyUsage=critical,${usage}\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:www.quarry.example\n` +
      "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n",
  );
  const certify = async (
    name: string,
    subject: string,
    { by, config, days, key }: { by: string; config: string; days: number; key: string[] },
  ) => {
    await openssl("genpkey", "-algorithm", ...key, "-out", at(`${name}.key`));
    const csr = ["-new", "-key", at(`${name}.key`), "-subj", subject, "-out", at(`${name}.csr`)];
    await openssl("req", ...csr);
    const signer = by === name
      ? ["-signkey", at(`${name}.key`)]
      : ["-CA", at(`${by}.pem`), "-CAkey", at(`${by}.key`), "-CAcreateserial"];
    const form = ["-days", `${days}`, "-extfile", at(config), "-out", at(`${name}.pem`)];
    await openssl("x509", "-req", "-in", at(`${name}.csr`), ...signer, ...form);
    return await Deno.readTextFile(at(`${name}.pem`));
  };
  try {
    const ca = { config: "ca.cnf", days: 3_650, key: USUAL.key };
    const issuing = "/O=Quarry/CN=Quarry Issuing";
    return {
      root: await certify("root", rootName, { ...ca, by: "root" }),
      issuing: await certify("issuing", issuing, { ...ca, by: "root" }),
      renewed: await certify("renewed", issuing, { ...ca, by: "root" }),
      leaf: await certify("leaf", "/CN=www.quarry.example", {
        ...{ by: "issuing", config: "leaf.cnf", days, key },
      }),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The code of the headline of both tools, and their sentences. */
async function headlines(text: string) {
  const chain = await answer<OutputOf<typeof chainAnalyze>>("chain/analyze", { certificate: text });
  const files = await answer<OutputOf<typeof inspect>>("inspect", { texts: [{ text }] });
  const { title } = chain.verdict;
  assert.equal(files.verdict.title, title);
  assert.equal(files.verdict.level, chain.verdict.level);
  const set = files.sets.find(({ certificate }) => certificate !== null);
  // A CA has no set of its own.
  if (set) assert.equal(set.verdict.title, title);
  return [chain.verdict.statements[0].code, title];
}

/** The certificate with another octet in its signature, after the signature's header. */
function withOtherSignature(pem: string): string {
  const [begin, base64, end] = pem.split(/(?<=CERTIFICATE-----\n)|(?=-----END)/);
  const bytes = Uint8Array.fromBase64(base64.replace(/\s/g, ""));
  bytes[bytes.length - 5] ^= 1;
  return `${begin}${bytes.toBase64()}\n${end}`;
}

describe("the headline about a chain in both tools", () => {
  it("names the clients that refuse the handshake", needs("openssl"), async () => {
    const { leaf, issuing, root } = await make({ key: ["RSA"], usage: "keyEncipherment" });
    assert.deepEqual(await headlines(leaf + issuing + root), [
      "clients_refuse",
      "Chrome, Edge, Java and GnuTLS refuse www.quarry.example: Its key may not sign the TLS handshake",
    ]);
  });

  it("names the clients that refuse a valid chain", needs("openssl"), async () => {
    const { leaf, issuing, root } = await make({ days: 1_000 });
    const [code, title] = await headlines(leaf + issuing + root);
    assert.equal(code, "valid_but_refused");
    assert.match(title, /but Safari, iPhones and Macs refuse it$/);
  });

  it(
    "says that a private root was not given, and that an issuer has another key",
    needs("openssl"),
    async () => {
      const { leaf, issuing, root, renewed } = await make();
      assert.equal((await headlines(leaf + issuing))[0], "private_root_not_given");
      assert.equal((await headlines(leaf))[0], "issuer_not_found");
      assert.equal((await headlines(leaf + renewed + root))[0], "issuer_has_other_key");
    },
  );

  it("names a root of the request that has another key", needs("openssl"), async () => {
    const { leaf, issuing, root } = await make();
    const { root: roots } = await make();
    const analyze = (input: object) =>
      answer<OutputOf<typeof chainAnalyze>>("chain/analyze", {
        certificate: leaf + issuing,
        ...input,
      });
    const { verdict, missing } = await analyze({ roots });
    assert.equal(verdict.statements[0].code, "issuer_has_other_key");
    const { found, needed } = missing[0].otherKey!;
    assert(found !== null && needed !== null && found !== needed);
    assert.deepEqual((await analyze({ roots: root })).missing, []);
  });

  it("says that the public root of this name has another key", needs("openssl"), async () => {
    const { leaf, issuing, root } = await make(
      {},
      "/C=US/O=Internet Security Research Group/CN=ISRG Root X1",
    );
    const [code, title] = await headlines(leaf + issuing);
    assert.equal(code, "private_root_not_given");
    assert.match(title, /^The public root "ISRG Root X1" did not issue "Quarry Issuing"/);
    const { verdict } = await answer<OutputOf<typeof chainAnalyze>>("chain/analyze", {
      certificate: leaf + issuing + root,
    });
    assert(verdict.statements.some((one) => one.code === "root_is_namesake"));
  });

  it("says that a self-signed certificate was changed", needs("openssl"), async () => {
    const { root } = await make();
    assert.deepEqual(await headlines(withOtherSignature(root)), [
      "signature_invalid",
      'The signature of "Quarry Root" is wrong',
    ]);
  });

  it("asks for no renewal of a changed certificate that ends soon", needs("openssl"), async () => {
    const { leaf, issuing, root } = await make({ days: 5 });
    const text = withOtherSignature(leaf) + issuing + root;
    const chain = await answer<OutputOf<typeof chainAnalyze>>("chain/analyze", {
      certificate: text,
    });
    const files = await answer<OutputOf<typeof inspect>>("inspect", { texts: [{ text }] });
    assert.equal(files.chains[0].problems[0].code, "signature_invalid");
    assert.equal(files.verdict.next, chain.verdict.next);
  });
});

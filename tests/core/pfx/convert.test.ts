/** pfx/convert and pfx/open: their answers, and their refusals in the words of the contract. */
import { exampleOf } from "../../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createContext } from "../../../core/kernel/context.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import {
  pfxConvert,
  pfxOpen,
  type PfxOpened,
  type PfxResponse,
} from "../../../core/pfx/contract.ts";
import { pfxOpened, pfxResponse } from "../../../core/pfx/schema.ts";
import * as TEXT from "../../../core/texts.ts";
import {
  AT,
  chainOf,
  convertFixtures,
  openFixtures,
  p12,
  pem,
  UNICODE,
} from "../../fixtures/pfx/index.ts";
import { needs, runProgram } from "../../support/programs.ts";

const run = (name: string, input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, name, input, createContext(), (_, fault) => {
    throw fault;
  });

function valueOf<S extends v.GenericSchema>(schema: S, outcome: Outcome<unknown>) {
  assert(outcome.ok, JSON.stringify(outcome));
  // Strictly: the answer has no field that the contract does not name.
  const parsed = v.parse(schema, outcome.value);
  assert.deepEqual(parsed, outcome.value);
  return parsed;
}

const convert = async (input: Record<string, unknown>): Promise<PfxResponse> =>
  valueOf(pfxResponse, await run("pfx/convert", { privateKey: pem("p256-key"), at: AT, ...input }));
const open = async (input: Record<string, unknown>): Promise<PfxOpened> =>
  valueOf(pfxOpened, await run("pfx/open", { at: AT, ...input }));

async function faultOf(name: string, input: Record<string, unknown>): Promise<string> {
  const outcome = await run(name, input);
  assert(!outcome.ok);
  return outcome.error.message;
}
const refusal = (input: Record<string, unknown>) =>
  faultOf("pfx/convert", { certificate: pem("p256-1"), privateKey: pem("p256-key"), ...input });

const subjects = ({ chain }: PfxResponse) =>
  chain.map(({ place, subject }) => `${place} ${/CN=([^,]*)/.exec(subject)![1]}`);

describe("pfx/convert", () => {
  for (const { name, input, refused } of convertFixtures) {
    it(`${refused ? "refuses" : "takes"} ${name}`, async () => {
      const outcome = await run("pfx/convert", input);
      if (!refused) {
        const { readBack, chainLength, chain } = valueOf(pfxResponse, outcome);
        assert.deepEqual(readBack, { keys: 1, certificates: chainLength });
        assert.equal(chain.length, chainLength);
        return;
      }
      assert(!outcome.ok);
      const { code, issues, message } = outcome.error;
      assert.deepEqual([code, issues[0]?.path ?? ""], refused);
      assert.match(message, /^[A-Z0-9]/);
      // A secret is never repeated.
      const { password, passphrase } = input;
      for (const secret of [password, passphrase]) {
        if (secret) assert(!JSON.stringify(outcome).includes(JSON.stringify(secret)));
      }
    });
  }

  it("sorts the chain with the leaf first, despite other certificates in between", async () => {
    const answer = await convert({
      certificate: `words ${pem("root", "authority2")} more ${pem("authority4", "p256-6")}` +
        pem("authority1", "authority3", "authority1"),
    });
    assert.deepEqual(subjects(answer), [
      "leaf p256.example.com",
      "chain Fixture Authority 4",
      "chain Fixture Authority 3",
      "chain Fixture Authority 2",
      "chain Fixture Authority 1",
      "chain Fixture Root",
    ]);
    assert.equal(answer.missing, null);
    assert.deepEqual(answer.notes, ["One certificate was given twice. The file contains it once"]);
  });

  it("keeps certificates on no path at the end, with a note", async () => {
    const answer = await convert({ certificate: pem("unrelated", "p256-3", "authority1") });
    assert.deepEqual(subjects(answer), [
      "leaf p256.example.com",
      "chain Fixture Authority 1",
      "other unrelated.example.com",
    ]);
    assert.match(answer.notes[0], /^1 certificate is not part of the chain/);
  });

  it("names the missing issuer and where to find it", async () => {
    const answer = await convert({ certificate: pem("p256-3", "root") });
    assert.deepEqual(answer.missing, {
      index: 0,
      issuer: "CN=Fixture Authority 1,O=Fixtures",
      kind: null,
      urls: ["http://ca.example.com/authority1.cer"],
    });
    const { missing, chain } = await convert({ certificate: pem(...chainOf("p256", 3)) });
    assert.equal(missing, null);
    assert.deepEqual(chain.map(({ signedByNext }) => signedByNext), [true, true, null]);
  });

  it("uses the newest of several certificates of the key, and not a CA", async () => {
    const answer = await convert({ certificate: pem("p256-1", "renewed", "authority1") });
    assert.deepEqual(subjects(answer).slice(0, 2), [
      "leaf p256.example.com",
      "chain Fixture Authority 1",
    ]);
    assert.equal(answer.certificate.subject.organizationName, null, "that of renewed.pem");
  });

  it("names the file by the rule, and the entry by common name, first name or as given", async () => {
    const named = async (certificate: string, friendlyName?: string) => {
      const answer = await convert({ certificate: pem(certificate), friendlyName });
      const file = await open({ pfx: answer.pfx });
      assert.equal(file.keys[0].friendlyName, answer.friendlyName);
      assert.equal(file.certificates[0].friendlyName, answer.friendlyName);
      assert.equal(file.keys[0].localKeyId, file.certificates[0].localKeyId);
      return [answer.filename, answer.friendlyName];
    };
    assert.deepEqual(await named("wildcard"), ["wildcard.example.com.pfx", "*.example.com"]);
    assert.deepEqual(await named("nameless"), ["certificate.pfx", "nameless.example.com"]);
    assert.deepEqual(await named("umlaut"), ["Gr__e_____.pfx", "Grüße 😀 日本"]);
    assert.deepEqual(await named("p256-1", "  the 😀 "), ["p256.example.com.pfx", "the 😀"]);
  });

  it("ignores the encryption without a password, and uses 3DES by default", async () => {
    const certificate = pem("p256-1");
    const encryptionOf = async (input: Record<string, unknown>) => {
      const { encryption, passwordProtected } = await convert({ certificate, ...input });
      return [encryption, passwordProtected];
    };
    assert.deepEqual(await encryptionOf({ encryption: "aes256-sha256" }), ["none", false]);
    assert.deepEqual(await encryptionOf({ password: null }), ["none", false]);
    assert.deepEqual(await encryptionOf({ password: "" }), ["none", false]);
    assert.deepEqual(await encryptionOf({ password: "x" }), ["3des-sha1", true]);
  });

  it("warns about keytool only if the password is not ASCII", async () => {
    const notes = async (password: string) =>
      (await convert({ certificate: pem("p256-1"), password })).notes.join();
    assert.match(await notes(UNICODE), /keytool cannot open/);
    assert.equal(await notes("plain ~ ASCII"), "");
  });

  it("uses new salts and vectors each time", async () => {
    const one = await convert({ certificate: pem("p256-1") });
    const two = await convert({ certificate: pem("p256-1") });
    assert.equal(one.pfx.length, two.pfx.length);
    assert.notEqual(one.pfx, two.pfx);
  });

  it("rejects input with the specification's texts and with its own", async () => {
    assert.equal(await refusal({ certificate: "", privateKey: "" }), TEXT.pairRequired);
    assert.equal(
      await refusal({ certificate: pem("unrelated") }),
      "CERTIFICATE AND PRIVATE KEY DO NOT MATCH",
    );
    assert.equal(
      await refusal({ certificate: pem("request") }),
      "This is a CSR, not a certificate",
    );
    assert.equal(
      await refusal({ privateKey: pem("p256-1") }),
      "This is a certificate, not a private key",
    );
    assert.equal(
      await refusal({ certificate: p12("openssl-aes").toBase64() }),
      "This is a PFX (PKCS#12) file, not a certificate",
    );
    assert.match(
      await refusal({ privateKey: pem("p256-key", "other-key") }),
      /^The private key field contains 2 private keys/,
    );
    assert.match(await refusal({ password: "\ud800" }), /unpaired surrogate/);
    assert.match(await refusal({ password: "x".repeat(1025) }), /at most 1,024 octets/);
  });

  it("accepts the same key twice", async () => {
    await convert({ certificate: pem("p256-1"), privateKey: pem("p256-key", "p256-key") });
  });

  it("names other objects in the fields", async () => {
    const { notes } = await convert({ certificate: pem("p256-1", "request", "other-key") });
    assert.deepEqual(notes, [
      "The certificate field also contains a CSR. It is left out",
      "The certificate field also contains a private key. It is left out",
    ]);
  });

  it("checks dates for the given time", async () => {
    const soon = await convert({ certificate: pem("p256-1"), at: "2051-07-01T00:00:00Z" });
    assert(soon.certificate.daysUntilExpiry < 30 && !soon.certificate.isExpired);
    const late = await convert({ certificate: pem("p256-1"), at: "2060-01-01T00:00:00Z" });
    assert(late.certificate.isExpired && late.chain[0].isExpired);
  });

  it("has a working example, which opens again", async () => {
    const { pfx } = valueOf(pfxResponse, await run("pfx/convert", exampleOf(pfxConvert)));
    const { keys } = await open({ pfx, password: exampleOf(pfxConvert).password });
    assert.equal(keys.length, 1);
  });
});

describe("a certificate with the issuer's name and another key", () => {
  it("is not part of the chain, when writing and when opening", async () => {
    const file = (name: string) =>
      Deno.readTextFileSync(new URL(`../../fixtures/inspect/renewal/${name}`, import.meta.url));
    const made = await convert({
      certificate: file("old.pem") + file("impostor.pem"),
      privateKey: file("old.key"),
      password: "secret",
    });
    assert.deepEqual(made.chain.map(({ place }) => place), ["leaf", "other"]);
    assert.deepEqual(made.chain.map(({ signedByNext }) => signedByNext), [null, null]);
    const opened = await open({ pfx: made.pfx, password: "secret" });
    assert.deepEqual(opened.certificates.map(({ place }) => place), ["leaf", "other"]);
  });
});

describe("pfx/open", () => {
  for (const { name, input, refused } of openFixtures) {
    it(`${refused ? "refuses" : "opens"} ${name}`, async () => {
      const outcome = await run("pfx/open", input);
      if (refused) {
        assert(!outcome.ok);
        assert.deepEqual([outcome.error.code, outcome.error.issues[0]?.path], refused);
      } else {
        const { keys, certificates } = valueOf(pfxOpened, outcome);
        for (const { certificate } of keys) {
          assert(certificate !== null);
          assert.equal(certificates[certificate].place, "leaf");
        }
      }
    });
  }

  it("returns exactly the input, leaf first, with the key as PKCS#8", async () => {
    const { pfx } = await convert({ certificate: pem(...chainOf("p256", 6)), password: "secret" });
    const file = await open({ pfx, password: "secret" });
    assert.deepEqual(
      file.certificates.map(({ pem }) => pem),
      chainOf("p256", 6).map((name) => pem(name)),
    );
    assert.deepEqual(
      file.certificates.map(({ place }) => place),
      ["leaf", "chain", "chain", "chain", "chain", "chain"],
    );
    assert.equal(file.keys[0].pem, pem("p256-key"));
    assert.equal(file.basename, "p256.example.com");
  });

  it("sorts the chain if the file does not: NSS writes the leaf last", async () => {
    const { certificates } = await open({ pfx: p12("pk12util").toBase64(), password: "secret" });
    assert.deepEqual(
      certificates.map(({ place, info }) => `${place} ${info.subject.commonName}`),
      ["leaf p384.example.com", "chain Fixture Authority 1", "chain Fixture Root"],
    );
  });

  it("encrypts the key with a passphrase so that openssl opens it", needs("openssl"), async () => {
    const { keys } = await open({
      pfx: p12("openssl-aes").toBase64(),
      password: "secret",
      keyPassphrase: "of the key",
    });
    assert.match(keys[0].pem, /^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
    const args = ["pkcs8", "-passin", "pass:of the key"];
    const { code, stdout } = await runProgram("openssl", args, keys[0].pem);
    assert.equal(code, 0);
    const jwk = (text: string) => createPrivateKey(text).export({ format: "jwk" });
    assert.deepEqual(jwk(stdout), jwk(pem("p384-key")));
  });

  it("lists several keys, each with its certificate, and other objects", async () => {
    const file = await open({ pfx: p12("keytool-two").toBase64(), password: "secret-of-java" });
    assert.deepEqual(file.keys.map(({ friendlyName }) => friendlyName), ["one", "two"]);
    assert.deepEqual(
      file.keys.map(({ certificate }) => file.certificates[certificate!].info.subject.commonName),
      ["one.example.com", "two.example.com"],
    );
    assert.deepEqual(file.others, [{ kind: "a secret", friendlyName: "token" }]);
  });

  it("reports a file without a MAC", async () => {
    const { mac, notes } = await open({ pfx: p12("openssl-open").toBase64() });
    assert.equal(mac, null);
    assert.match(notes[0], /no MAC/);
  });

  it("names the object that was given instead", async () => {
    const message = (pfx: string) => faultOf("pfx/open", { pfx });
    assert.equal(await message(pem("p256-1")), "This is a certificate, not a PFX file");
    assert.equal(await message("?"), TEXT.pfxNotBase64);
    assert.match(await message("A".repeat(2 ** 20 + 1)), /too large: 1\.0 MiB, at most 1 MiB/);
  });

  it("has a working example", async () => {
    const { keys, certificates } = valueOf(pfxOpened, await run("pfx/open", exampleOf(pfxOpen)));
    assert.deepEqual([keys.length, certificates.length], [1, 1]);
  });
});

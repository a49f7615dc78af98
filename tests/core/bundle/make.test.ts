/** Folders for servers: their content, order and encryption, and the broken folders that are refused. */
import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import { bundleMakeExample } from "../../../core/bundle/examples.ts";
import type { BundleResponse } from "../../../core/bundle/contract.ts";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import type { Outcome } from "../../../core/kernel/errors.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { TARGETS } from "../../../core/targets.ts";
import {
  AT,
  BROKEN,
  type BundleRequest,
  intermediate,
  newest,
  OF_CLIENT,
  older,
  PASSPHRASE,
  root,
  SHUFFLED,
} from "../../fixtures/bundle/index.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { needs, runProgram } from "../../support/programs.ts";

const pemBlocks = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

const keyPem = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
    .export({ type: "pkcs8", format: "pem" }) as string;

const outcomeOf = (input: unknown): Promise<Outcome<unknown>> =>
  execute(operations, "bundle/make", input, createContext({ limits: SERVER_LIMITS }));

async function made(input: BundleRequest): Promise<BundleResponse> {
  const outcome = await outcomeOf(input);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as BundleResponse;
}

const OF_CLIENTS: readonly string[] = ["android", "iphone"];

/** The folder that a target takes. */
const folderFor = (target: BundleRequest["target"]) =>
  OF_CLIENTS.includes(target) ? made({ texts: [...OF_CLIENT], target, at: AT }) : shuffled(target);

const shuffled = (target: BundleRequest["target"], more: Partial<BundleRequest> = {}) =>
  made({ texts: [...SHUFFLED], target, at: AT, ...more });

const codesOf = ({ verdict }: BundleResponse): string[] =>
  verdict.statements.map(({ code }) => code);

const contentOf = ({ files }: BundleResponse, path: string): string => {
  const file = files.find((file) => file.path === path);
  assert(file, `${path} is not among ${files.map(({ path }) => path).join(", ")}`);
  return file.content;
};

describe("bundle/make", () => {
  it("takes the newest certificate with its key and chain, and lists the other objects", async () => {
    const answer = await shuffled("nginx");
    assert.equal(answer.ready, true);
    assert.equal(answer.host, "shop.corp.test");
    assert.deepEqual(pemBlocks(contentOf(answer, "shop.corp.test_fullchain.pem")), [
      ...pemBlocks(newest.certificate),
      ...pemBlocks(intermediate.certificate),
    ]);
    assert.deepEqual(
      pemBlocks(contentOf(answer, "shop.corp.test_root.pem")),
      pemBlocks(root.certificate),
    );
    const key = createPrivateKey(contentOf(answer, "shop.corp.test.key"));
    assert(new X509Certificate(newest.certificate).checkPrivateKey(key));
    assert.deepEqual(
      pemBlocks(answer.chain!),
      [newest, intermediate, root].flatMap(({ certificate }) => pemBlocks(certificate)),
    );
    assert(codesOf(answer).includes("bundle_older_left"));
    const left = answer.leftOut.map(({ file, why }) => `${file} ${why}`).toSorted();
    assert.deepEqual(left, [
      ...["2.crt older", "old/1.key other_key", "old/cert.pem older", "server.key other_key"],
    ]);
  });

  it("marks the files with a key as secret, and has no key in the README", async () => {
    for (const target of TARGETS) {
      const { files } = await folderFor(target);
      for (const { path, content, encoding, secret } of files) {
        const hasKey = encoding === "base64" || /PRIVATE KEY|security\.pkcs12/.test(content);
        assert.equal(secret, hasKey, `${target}: ${path}`);
      }
      assert.equal(files.at(-1)?.path, "README.txt");
    }
  });

  it("gives every target a test, a way back, and its document", async () => {
    for (const target of TARGETS) {
      const { steps, test, undo, documentation, ready } = await folderFor(target);
      assert(ready, target);
      assert(steps.length > 0);
      assert(test?.text && undo?.text);
      assert.match(documentation, /^https:\/\//);
    }
  });

  it("makes a password that it returns once", async () => {
    const [one, two] = [await shuffled("iis"), await shuffled("iis")];
    assert.match(one.password!, /^[A-Za-z0-9]{24}$/);
    assert.notEqual(one.password, two.password);
    const { password, ...rest } = one;
    assert(!JSON.stringify(rest).includes(password!));
    const own = await shuffled("iis", { password: PASSPHRASE });
    assert.equal(own.password, null);
    assert.equal((await shuffled("nginx", { password: PASSPHRASE })).password, null);
  });

  it("writes a PFX file that OpenSSL opens, with the whole chain", needs("openssl"), async () => {
    for (const target of ["iis", "java", "android"] as const) {
      const answer = await folderFor(target);
      const file = answer.files.find(({ encoding }) => encoding === "base64")!;
      const path = await Deno.makeTempFile();
      try {
        await Deno.writeFile(path, Uint8Array.fromBase64(file.content));
        const { code, stdout, stderr } = await runProgram("openssl", [
          ...["pkcs12", "-in", path, "-passin", `pass:${answer.password}`, "-nodes"],
        ]);
        assert.equal(code, 0, stderr);
        assert.equal(stdout.match(/BEGIN CERTIFICATE/g)?.length, 2);
        assert.equal(stdout.match(/BEGIN PRIVATE KEY/g)?.length, 1);
      } finally {
        await Deno.remove(path);
      }
    }
  });

  it("ends the chain for AWS in a root that is not public", async () => {
    const answer = await shuffled("aws");
    assert.deepEqual(
      pemBlocks(contentOf(answer, "shop.corp.test_chain.pem")),
      [intermediate, root].flatMap(({ certificate }) => pemBlocks(certificate)),
    );
    const f5 = await shuffled("f5");
    assert.deepEqual(
      pemBlocks(contentOf(f5, "shop.corp.test_chain.pem")),
      pemBlocks(intermediate.certificate),
    );
  });

  it("attaches everything but the key to an answer by mail", async () => {
    for (const texts of [SHUFFLED, OF_CLIENT]) {
      const answer = await made({ texts: [...texts], target: "mail", at: AT });
      assert(answer.ready, JSON.stringify(answer.verdict));
      assert.deepEqual(answer.files.filter(({ secret }) => secret), []);
      assert.doesNotMatch(JSON.stringify(answer), /PRIVATE KEY/);
      const [certificate, chain, root_] = answer.files;
      assert.deepEqual(pemBlocks(chain.content), pemBlocks(intermediate.certificate));
      assert.deepEqual(pemBlocks(root_.content), pemBlocks(root.certificate));
      const { fingerprint256 } = new X509Certificate(certificate.content);
      assert(answer.mail!.text.includes(fingerprint256));
      for (const { path } of [certificate, chain, root_]) {
        assert(answer.mail!.text.includes(path), path);
      }
      assert(!codesOf(answer).includes("bundle_key_open"));
    }
  });

  it("answers a mail without any key, with the newest certificate that is valid", async () => {
    const texts = SHUFFLED.filter(({ text }) => !text.includes("PRIVATE KEY"));
    const answer = await made({ texts, target: "mail", at: AT });
    assert.equal(answer.ready, true);
    assert.equal(answer.certificate?.serialNumber, newest.serialNumber);
    const gap = texts.filter(({ text }) => text !== intermediate.certificate);
    const refused = await made({ texts: gap, target: "mail", at: AT });
    assert.deepEqual(refused.files, []);
    assert.equal(refused.verdict.statements[0].code, "bundle_issuer_missing");
  });

  it("writes a profile for an iPhone, with the root and the file under the password", async () => {
    const answer = await folderFor("iphone");
    assert.deepEqual(answer.files.map(({ path }) => path), ["Jo_Doe.mobileconfig", "README.txt"]);
    const profile = contentOf(answer, "Jo_Doe.mobileconfig");
    assert(!profile.includes(answer.password!));
    const types = [...profile.matchAll(/com\.apple\.security\.(\w+)/g)].map(([, type]) => type);
    assert.deepEqual(types, ["pkcs1", "root", "pkcs12"]);
    const ids = profile.match(
      /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/g,
    )!;
    assert.equal(new Set(ids).size, 4);
    const data = [...profile.matchAll(/<data>([^<]+)<\/data>/g)].map(([, text]) => text);
    const [issuer, top, pfx] = data.map((text) => Uint8Array.fromBase64(text));
    assert.equal(writePem("CERTIFICATE", issuer).trim(), intermediate.certificate.trim());
    assert.equal(writePem("CERTIFICATE", top).trim(), root.certificate.trim());
    const opened = await execute(operations, "pfx/open", {
      pfx: pfx.toBase64(),
      password: answer.password,
    }, createContext());
    assert(opened.ok, JSON.stringify(opened));
  });

  it("opens locked files with the passphrases, and takes archives in base64", async () => {
    const { ready, files, password } = await shuffled("iis");
    assert(ready);
    const pfx = files.find(({ encoding }) => encoding === "base64")!;
    const again = await made({
      texts: [{ name: "a.pfx", text: pfx.content }, { name: "r.crt", text: root.certificate }],
      passphrases: [password!],
      target: "nginx",
      at: AT,
    });
    assert.equal(again.ready, true, JSON.stringify(again.verdict));
    assert.deepEqual(
      pemBlocks(contentOf(again, "shop.corp.test_fullchain.pem"))[0],
      pemBlocks(newest.certificate)[0],
    );
  });

  it("takes the certificate of a fingerprint only if none is newer", async () => {
    const fingerprint = new X509Certificate(older.certificate).fingerprint256;
    const answer = await shuffled("nginx", { certificate: fingerprint });
    assert.equal(answer.certificate?.serialNumber, newest.serialNumber);
  });

  it("takes an older certificate with a key while it works, and names the newer one", async () => {
    const texts = SHUFFLED.filter(({ name }) => name !== "privkey(1).pem");
    const answer = await made({ texts, target: "nginx", at: AT });
    assert.equal(answer.ready, true);
    assert.equal(answer.certificate?.serialNumber, older.serialNumber);
    assert(codesOf(answer).includes("bundle_newer_unusable"));
  });

  it("names the clients that refuse a folder which others accept", async () => {
    const answer = await made(bundleMakeExample);
    assert.equal(answer.ready, true);
    const found = answer.verdict.statements.find(({ code }) =>
      code === "bundle_some_clients_refuse"
    );
    assert.match(found?.text ?? "", /Safari/);
    assert(found?.next);
    assert(!codesOf(await shuffled("nginx")).includes("bundle_some_clients_refuse"));
  });

  it("works among 40 keys of other certificates", async () => {
    const { ready, leftOut } = await shuffled("nginx", {
      texts: [
        ...SHUFFLED,
        ...Array.from({ length: 40 }, (_, index) => ({
          name: `${index}.key`,
          text: keyPem(),
        })),
      ],
    });
    assert.equal(ready, true);
    assert.equal(leftOut.filter(({ why }) => why === "other_key").length, 42);
  });

  for (const { name, input, codes, hasMail } of BROKEN) {
    it(`refuses ${name}`, async () => {
      const answer = await made(input);
      assert.equal(answer.ready, false);
      assert.deepEqual(answer.files, []);
      const bad = answer.verdict.statements.filter(({ level }) => level === "bad");
      assert.deepEqual(bad.map(({ code }) => code), codes);
      assert(bad.every(({ next }) => next !== null));
      assert.equal(answer.mail !== null, hasMail, JSON.stringify(answer.mail));
      // A part that is missing leaves no gap in the mail.
      assert.doesNotMatch(answer.mail?.text ?? "", /\n{3}/);
      assert.doesNotMatch(JSON.stringify(answer), /PRIVATE KEY/);
    });
  }
});

/** Certificates that the generator does not make. Their maker makes keys when it is loaded. */
const maker = () => import("../../fixtures/chain/certificate-maker.ts");

const certificatePem = (der: Uint8Array<ArrayBuffer>): string => writePem("CERTIFICATE", der);

type Maker = Awaited<ReturnType<typeof maker>>;

/** A folder with a root, an intermediate certificate, a certificate and its key. */
async function folder(
  { makeRoot, makeCa, makeLeaf, leafKey }: Maker,
  change: Parameters<Maker["makeLeaf"]>[0] = {},
  changeOfCa: Parameters<Maker["makeCa"]>[0] = {},
): Promise<BundleRequest["texts"]> {
  const key = change.key ?? leafKey;
  return [
    { name: "$(reboot).crt", text: certificatePem(makeLeaf(change)) },
    { name: "`id`.key", text: await Deno.readTextFile(key.path) },
    { name: "ca.crt", text: certificatePem(makeCa(changeOfCa)) },
    { name: "root.crt", text: certificatePem(makeRoot()) },
  ];
}

it("a refused certificate keeps its own key and chain out of the list of the others", async () => {
  const { input } = BROKEN.find(({ name }) => name === "an expired certificate")!;
  assert.deepEqual((await made(input)).leftOut, []);
});

it("the mail about a missing name says which certificate lacks it", async () => {
  const { input } = BROKEN.find(({ name }) => name === "a host that no certificate names")!;
  assert(((await made(input)).mail?.text ?? "").includes(newest.serialNumber));
});

describe("bundle/make with certificates of other programs", needs("openssl"), () => {
  const at = "2026-09-01T00:00:00Z";

  it("refuses what clients or the server refuse", async () => {
    const made_ = await maker();
    const { keyUsage, ec, rsa, basic, eku, work, openssl } = made_;
    const keyOf = (algorithm: string) => {
      const path = `${work}/${algorithm}.pem`;
      openssl(["genpkey", "-algorithm", algorithm, "-out", path]);
      const spki = openssl(["pkey", "-in", path, "-pubout", "-outform", "DER"]).out;
      return { path, spki, id: new Uint8Array(20) };
    };
    const cases: [string, BundleRequest["texts"], BundleRequest["target"], string[]][] = [
      ["nothing", await folder(made_), "nginx", []],
      [
        "a key usage without signatures",
        await folder(made_, { extensions: { usage: keyUsage("keyAgreement") } }),
        "nginx",
        ["bundle_clients_refuse"],
      ],
      [
        "a curve that Chrome refuses",
        await folder(made_, { key: ec("P-521") }),
        "nginx",
        ["bundle_clients_refuse"],
      ],
      [
        "an intermediate certificate that has expired",
        await folder(made_, {}, { to: "2026-08-01" }),
        "nginx",
        ["bundle_chain_invalid"],
      ],
      [
        "no alternative name",
        await folder(made_, { extensions: { san: null, eku: null } }),
        "nginx",
        ["bundle_without_host"],
      ],
      [
        "a signature with SHA-1, with which OpenSSL does not start",
        await folder(made_, { digest: "sha1" }),
        "nginx",
        ["bundle_clients_refuse"],
      ],
      [
        "a key of 1024 bits, with which OpenSSL does not start",
        await folder(made_, { key: rsa(1024) }),
        "nginx",
        ["bundle_clients_refuse"],
      ],
      [
        "a CA as server",
        await folder(made_, {
          extensions: { basic: basic(true), usage: keyUsage("digitalSignature", "keyCertSign") },
        }),
        "nginx",
        ["bundle_clients_refuse"],
      ],
      [
        "no key, below a CA with the purposes of servers",
        (await folder(made_, {}, { extensions: { eku: eku(["serverAuth", "clientAuth"]) } }))
          .filter(({ text }) => !text.includes("PRIVATE KEY")),
        "nginx",
        ["bundle_key_missing"],
      ],
      [
        "a kind of key that IIS does not read",
        await folder(made_, { key: keyOf("ED25519") }),
        "iis",
        ["bundle_key_unsuited", "bundle_clients_refuse"],
      ],
    ];
    for (const [name, texts, target, codes] of cases) {
      const answer = await made({ texts, target, at });
      const bad = answer.verdict.statements.filter(({ level }) => level === "bad");
      assert.deepEqual(bad.map(({ code }) => code), codes, name);
      assert.equal(answer.ready, codes.length === 0, name);
    }
  });

  it("hands out a CA that signed itself, as openssl req makes it, and names who refuses it", async () => {
    const { makeRoot, leafKey, san, dns } = await maker();
    const certificate = makeRoot({
      subject: "CN=dev.test",
      key: leafKey,
      extensions: { usage: null, san: san([dns("dev.test")]) },
    });
    const texts = [
      { name: "cert.pem", text: certificatePem(certificate) },
      { name: "key.pem", text: await Deno.readTextFile(leafKey.path) },
    ];
    const answer = await made({ texts, target: "nginx", at });
    assert.equal(answer.ready, true, JSON.stringify(answer.verdict));
    const refused = answer.verdict.statements.find(({ code }) =>
      code === "bundle_some_clients_refuse"
    );
    assert.match(refused?.text ?? "", /Firefox/);
    assert.deepEqual(pemBlocks(answer.chain!), [certificatePem(certificate).trim()]);
  });

  it("writes names that are words for every program, whatever a certificate says", async () => {
    const made_ = await maker();
    const { san, dns } = made_;
    const texts = await folder(made_, {
      subject: "CN=$(reboot)`id`\";}</x>'\n- x: |",
      extensions: { san: san([dns("a.test;id"), dns("$(id).test"), dns("*.shop.test")]) },
    });
    for (const target of TARGETS) {
      const answer = await made({ texts, target, at });
      assert(answer.ready, JSON.stringify(answer.verdict));
      assert.equal(answer.host, "www.shop.test");
      const codes = [...answer.steps, answer.test!, answer.undo!].map(({ code }) => code ?? "");
      for (const text of [...codes, ...answer.files.map(({ path }) => path)]) {
        assert.doesNotMatch(text, /reboot\)|`id|<\/x>|;id|\$\(id/, target);
      }
      for (const { path } of answer.files) assert.match(path, /^\w[\w.-]*$/);
    }
  });
});

/** Links hold public objects only, in both directions: when we make one, and when a stranger made one. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { describe, it } from "@std/testing/bdd";
import { encodeBase64Url } from "../../core/x509/pem/base64.ts";
import { LINK_MARK } from "../../web/src/links/arriving.ts";
import {
  type LinkPath,
  linkTo,
  linkToByte,
  MAX_FRAGMENT,
  MAX_TEXT,
  publicPart,
  readLink,
} from "../../web/src/links/link.ts";
import type { Shared } from "../../web/src/share/shared.ts";
import { travelling } from "../../web/src/share/travelling.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { chainOf, p12, pem } from "../fixtures/pfx/index.ts";

Object.assign(globalThis, { location: { origin: "https://tools.example", pathname: "/chain" } });

const pack = (text: string) => encodeBase64Url(new Uint8Array(deflateRawSync(text)));
const open = (path: LinkPath, text: string) => readLink(path, pack(text));
const bare = (pem: string) => pem.split("-----")[2];

const CHAIN = publicPart("/chain", pem(...chainOf("p256", 3)));
const REQUEST = publicPart("/csr-decoder", csrFixture("p256-sha256"));
const CAA = 'shop.example. IN CAA 0 issue "ca.example; accounturi=https://ca.example/1"';
const KEY = matchFile("rsa-pkcs8-key.pem");
/** A line from the middle of the key. */
const PART = KEY.split("\n")[3];

const KEYS: Readonly<Record<string, string>> = {
  "PKCS#8": KEY,
  "PKCS#1": matchFile("rsa-pkcs1-key.pem"),
  "SEC 1": matchFile("p256-sec1-key.pem"),
  "encrypted PKCS#8": matchFile("ed25519-pbes2-key.pem"),
  "base64 without a label": bare(KEY),
  "the label of a certificate": KEY.replaceAll("PRIVATE KEY", "CERTIFICATE"),
  "cut off": KEY.slice(0, 400),
  "a JSON Web Key": '{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tL","d":"jpsQnnGQmL"}',
  "a PFX file": p12("openssl-aes").toBase64(),
};

describe("a link", () => {
  const OPENED: [LinkPath, string][] = [
    ["/chain", CHAIN],
    ["/csr-decoder", REQUEST],
    ["/inspect", CHAIN + REQUEST],
    ["/caa", CAA],
  ];
  for (const [path, text] of OPENED) {
    it(`gives ${path} the text that it was made of`, async () => {
      const made = await linkTo(path, text);
      assert("address" in made, JSON.stringify(made));
      assert(made.address.startsWith(`https://tools.example${path}${LINK_MARK}`));
      const packed = made.address.split(LINK_MARK)[1];
      assert.match(packed, /^[\w-]+$/);
      assert.deepEqual(await readLink(path, packed), { text, byte: null });
    });
  }

  for (const [name, key] of Object.entries(KEYS)) {
    it(`with a private key is not opened: ${name}`, async () => {
      for (const path of ["/chain", "/csr-decoder", "/inspect", "/caa"] as const) {
        for (const text of [key, CHAIN + key, `${CAA}\n${key}`]) {
          const read = await open(path, text);
          assert("refused" in read, path);
          assert.match(read.refused, /private key|something other/);
        }
      }
    });
    it(`is made without a private key around the objects: ${name}`, async () => {
      for (const [path, text] of OPENED) {
        const made = await linkTo(path, `${key}\n${text}\n${key}\npassword: hunter2`);
        assert("address" in made, JSON.stringify(made));
        assert.deepEqual(await readLink(path, made.address.split(LINK_MARK)[1]), {
          text,
          byte: null,
        });
        assert("refused" in await linkTo(path, key), "of the key only");
      }
    });
  }

  it("with a password, or other text, is not opened", async () => {
    for (
      const text of ["hunter2", `${CHAIN}\npassword: hunter2`, ` ${CHAIN}`, `${CHAIN}\n`, "", "{}"]
    ) {
      assert("refused" in await open("/chain", text), JSON.stringify(text.slice(0, 40)));
    }
    assert("refused" in await open("/chain", REQUEST), "an object of another page");
    assert("refused" in await open("/caa", `${CAA}\nshop.example. IN TXT "hunter2"`));
  });

  it("above 8 kB is neither made nor opened", async () => {
    const many = CHAIN.repeat(8);
    const random = [...crypto.getRandomValues(new Uint8Array(9_000))].map((at) => at.toString(16));
    assert("address" in await linkTo("/chain", many), "repetition packs well");
    const read = await readLink("/chain", "A".repeat(MAX_FRAGMENT - LINK_MARK.length + 1));
    assert("refused" in read && /8 kB/.test(read.refused));
    const lines = random.join("").match(/.{500}/g)!.map((value) =>
      `shop.example. IN CAA 0 issue "${value}"`
    );
    const made = await linkTo("/caa", lines.join("\n"));
    assert("refused" in made && /8 kB/.test(made.refused), JSON.stringify(made).slice(0, 99));
  });

  it("is opened up to a size only, however much it packs", async () => {
    const bomb = pack("\n".repeat(5_000_000));
    assert(bomb.length < MAX_FRAGMENT, String(bomb.length));
    let inflated = 0;
    const { DecompressionStream: Original } = globalThis;
    globalThis.DecompressionStream = class extends Original {
      constructor(format: CompressionFormat) {
        super(format);
        const counted = this.readable.pipeThrough(
          new TransformStream(
            {
              transform(part, controller) {
                inflated += part.length;
                controller.enqueue(part);
              },
            },
            undefined,
            { highWaterMark: 0 },
          ),
        );
        Object.defineProperty(this, "readable", { value: counted });
      }
    };
    try {
      assert("refused" in await readLink("/chain", bomb));
    } finally {
      globalThis.DecompressionStream = Original;
    }
    assert(inflated < 4 * MAX_TEXT, `${inflated} bytes were inflated`);
  });

  it("that is damaged is not opened", async () => {
    const whole = pack(CHAIN);
    for (const packed of ["", "%", "A", "AAAA", whole.slice(0, -40), `${whole}=`, `${whole}AAAA`]) {
      assert("refused" in await readLink("/chain", packed), packed.slice(0, 20));
    }
    assert("refused" in await readLink("/chain", encodeBase64Url(Uint8Array.of(0xff, 0xff))));
  });

  it("leads to a byte of an object in the inspector, and only there", async () => {
    const made = await linkTo("/inspect", REQUEST);
    assert("address" in made);
    const fragment = linkToByte(made.address, 120).split(LINK_MARK)[1];
    assert.deepEqual(await readLink("/inspect", fragment), { text: REQUEST, byte: 120 });
    for (const wrong of [`${fragment}9999`, fragment.replace(".", ".-"), `${fragment}.1`]) {
      assert("refused" in await readLink("/inspect", wrong), wrong);
    }
    assert("refused" in await readLink("/csr-decoder", fragment));
  });
});

describe("an answer that travels", () => {
  const verdict = {
    level: "good" as const,
    title: "Valid",
    cause: "",
    next: null,
    statements: [],
  };

  it("has no private key in any text, wherever the key was", async () => {
    const sentence = { code: "a", level: "note" as const, text: KEY, next: KEY, about: null };
    const shared = [
      { name: KEY, verdict, link: null },
      { name: "a", verdict: { ...verdict, title: KEY }, link: null },
      { name: "a", verdict: { ...verdict, cause: KEY }, link: null },
      { name: "a", verdict: { ...verdict, next: KEY }, link: null },
      { name: "a", verdict: { ...verdict, statements: [sentence, sentence] }, link: null },
      { name: "a", verdict, link: { path: "/chain", text: CHAIN + KEY, isPublic: false } },
      { name: "a", verdict, link: null, request: { csr: KEY + REQUEST, names: [] } },
      { name: "a", verdict, link: null, request: { csr: REQUEST, names: [KEY] } },
    ] satisfies Shared[];
    for (const one of shared) {
      const texts = JSON.stringify(await travelling(one));
      assert(!texts.includes(PART) && !texts.includes(encodeURIComponent(PART)));
      assert.doesNotMatch(texts, /PRIVATE KEY-----/);
    }
    const { reply, link } = await travelling({ ...shared[6], link: shared[5].link });
    assert(reply && "text" in reply && reply.text.includes(REQUEST.trim()));
    assert("text" in link);
    assert.deepEqual(await readLink("/chain", link.text.split(LINK_MARK)[1]), {
      text: CHAIN,
      byte: null,
    });
  });

  it("comes with a sentence on who can read the names of a link, unless all know them", async () => {
    const linked = (isPublic: boolean) => ({ path: "/chain", text: CHAIN, isPublic }) as const;
    const said = async (isPublic: boolean) => {
      const { link, mail } = await travelling({ name: "a", verdict, link: linked(isPublic) });
      assert("note" in link && "note" in mail);
      return [link.note, mail.note];
    };
    assert.deepEqual(await said(true), ["", ""]);
    assert.deepEqual(
      await said(false),
      Array(2).fill("Whoever has this link can read these names."),
    );
  });

  it("has the page's address where no link is made, and says why", async () => {
    const { mail, link } = await travelling({ name: "a", verdict, link: null });
    assert.deepEqual(mail, { text: "a: Valid.\nhttps://tools.example/chain\n", note: "" });
    assert("refused" in link && /^A link holds only public objects/.test(link.refused));
  });
});

/** Certificates and keys in other texts: found by their own form, and named by the keys around them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { gzipSync, zipSync } from "fflate";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { assertLinear } from "../../support/cost.ts";
import { collect, textFile } from "./support.ts";

const text = (name: string) => new TextDecoder().decode(fixture(name));
const pem = text("messy/download");
const key = text("messy/server.key");
const der = fixture("messy/image.jpg").toBase64();
const lines = (base64: string, indent: string) =>
  base64.match(/.{1,64}/g)!.map((line) => `${indent}${line}`).join("\n");
const once = btoa(pem);
const twice = btoa(once);

/** The kinds of objects and their places, without the name of the file. */
async function found(content: string): Promise<string[]> {
  const collection = await collect([textFile(content, "x")]);
  return [...collection.objects].flatMap(({ kind, places }) =>
    places.map(({ file, path }) => `${kind}: ${file.slice(1)}${path ?? ""}`)
  );
}

describe("an object in a structured text", () => {
  it("of Kubernetes is named by its path", async () => {
    const secret = `apiVersion: v1
data:
  tls.crt: ${once}
  tls.key: ${btoa(key)}
kind: Secret
metadata:
  name: shop
type: kubernetes.io/tls
`;
    assert.deepEqual(await found(secret), [
      "certificate: data.tls.crt",
      "private-key: data.tls.key",
    ]);
    assert.deepEqual(
      await found(
        `apiVersion: v1\nkind: List\nitems:\n- data:\n    a: b\n- data:\n    ca.crt: ${once}\n`,
      ),
      ["certificate: items[1].data.ca.crt"],
    );
    assert.deepEqual(await found(`a: b\n---\ndata:\n  tls.crt: ${twice}\n`), [
      "certificate: document 2, data.tls.crt",
    ]);
    const json = JSON.stringify({ items: [{ data: { x: "1" } }, { data: { "tls.crt": once } }] });
    assert.deepEqual(await found(json), ["certificate: items[1].data.tls.crt"]);
  });

  it("of a kubeconfig is named by its path", async () => {
    const config = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${once}
    server: https://10.0.0.1:6443
  name: home
users:
- name: admin
  user:
    client-certificate-data: ${once}
    client-key-data: ${btoa(key)}
`;
    assert.deepEqual(await found(config), [
      "certificate: clusters[0].cluster.certificate-authority-data",
      "certificate: users[0].user.client-certificate-data",
      "private-key: users[0].user.client-key-data",
    ]);
  });

  it("in a block of YAML, with PEM or base64, has the path of its key", async () => {
    const indented = pem.trimEnd().split("\n").map((line) => `      ${line}`).join("\n");
    const yaml = `server:\n  tls:\n    cert: |\n${indented}\n    other: |\n${
      lines(der, "      ")
    }\n`;
    assert.deepEqual((await found(yaml)).sort(), [
      "certificate: server.tls.cert",
      "certificate: server.tls.other",
    ]);
  });

  it("of SAML metadata is named by its element and its use", async () => {
    const descriptor = (use: string) =>
      `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
${lines(der, "   ")}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
    const xml = `<?xml version="1.0"?>\n<!-- <a> -->\n<md:EntityDescriptor xmlns:md="urn:x">` +
      `<md:IDPSSODescriptor>${descriptor("signing")}${descriptor("encryption")}` +
      `</md:IDPSSODescriptor></md:EntityDescriptor>`;
    assert.deepEqual(
      await found(xml),
      ["signing", "encryption"].map((use) =>
        `certificate: EntityDescriptor/IDPSSODescriptor/KeyDescriptor use="${use}"`
      ),
    );
  });

  it("of a property list, an INI file, a shell file, OpenVPN and HAR is named", async () => {
    const plist =
      `<?xml version="1.0"?><plist version="1.0"><dict><key>PayloadContent</key><array>` +
      `<dict><key>A</key><string>x</string></dict><dict><key>PayloadContent</key><data>\n` +
      `${lines(der, "\t")}\n</data></dict></array></dict></plist>`;
    assert.deepEqual(await found(plist), ["certificate: PayloadContent[1].PayloadContent"]);
    assert.deepEqual(await found(`[server]\nport = 1\ncert = ${der}\nnext = 2\n`), [
      "certificate: server.cert",
    ]);
    assert.deepEqual(await found(`export TLS_CERT="${pem.replaceAll("\n", "\\n")}"\n`), [
      "certificate: TLS_CERT",
    ]);
    assert.deepEqual(
      await found(`client\nremote a 1194\n<ca>\n${pem}</ca>\n<key>\n${key}</key>\n`),
      [
        "certificate: ca",
        "private-key: key",
      ],
    );
    const har = JSON.stringify({ log: { entries: [{ response: { content: { text: once } } }] } });
    assert.deepEqual(await found(har), ["certificate: log.entries[0].response.content.text"]);
  });

  it("is named by its line if no key is known", async () => {
    assert.deepEqual(await found(`Subject: hello\n\nHi,\nthis is it:\n${lines(der, "")}\n\nBye`), [
      "certificate: line 5",
    ]);
  });

  it("may be a JSON Web Key in other JSON", async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(
      { name: "ECDSA", namedCurve: "P-256" },
      true,
      ["sign", "verify"],
    );
    const [shared, secret] = await Promise.all(
      [publicKey, privateKey].map((key) => crypto.subtle.exportKey("jwk", key)),
    );
    const json = JSON.stringify({
      issuer: "https://login.example",
      jwks: { keys: [shared] },
      signing: { key: secret, chain: [der] },
    });
    const places = ["public-key: jwks.keys[0]", "private-key: signing.key"];
    const certificate = "certificate: signing.chain[0]";
    assert.deepEqual(await found(json), [certificate, ...places]);
    assert.deepEqual(
      await found(JSON.stringify({ pem, a: JSON.stringify({ b: secret }) })),
      ["certificate: pem", "private-key: a.b"],
    );
    assert.deepEqual(await found(`data:\n  jwks: ${btoa(json)}\n`), [
      certificate.replace(": ", ": data.jwks, "),
      ...places.map((place) => place.replace(": ", ": data.jwks, ")),
    ]);
    // A key or a set of keys that is the whole text has no place.
    assert.deepEqual(await found(JSON.stringify({ keys: [secret] })), ["private-key: "]);
    assert.deepEqual(await found(JSON.stringify(secret)), ["private-key: "]);
  });

  it("has no place if the text is the object", async () => {
    for (const whole of [pem, der, `# A comment\n${pem}`, `subject=CN = x\n${pem}${key}`]) {
      for (const line of await found(whole)) assert.match(line, /^[a-z-]+: $/);
    }
    assert.deepEqual(await found(once), ["certificate: "]);
  });

  it("may be a file in base64", async () => {
    const bytes = new TextEncoder().encode(pem);
    const archives = [zipSync({ "a.pem": bytes }), gzipSync(bytes)];
    for (const archive of archives) {
      const [line] = await found(JSON.stringify({ data: archive.toBase64() }));
      assert.match(line, /^certificate: \/data\//);
    }
  });

  it("that is the whole text, in base64, costs no level of depth", async () => {
    const bytes = new TextEncoder().encode(pem);
    const zip = zipSync({ "a.zip": zipSync({ "b.zip": zipSync({ "c.gz": gzipSync(bytes) }) }) });
    const collection = await collect([textFile(zip.toBase64(), "x.zip")]);
    assert.deepEqual([...collection.objects].map(({ kind }) => kind), ["certificate"]);
    assert.deepEqual(collection.skipped, []);
  });

  it("is not mistaken for one", async () => {
    const signature = `MEUCIQD${"a".repeat(90)}`;
    assert.deepEqual(await found(`{"sig":"${signature}","id":"${"Mab".repeat(40)}"}`), []);
  });
});

describe("the place of an object", () => {
  it("never contains the last line of a private key or secret", async () => {
    const secret = `${"q83vASNF".repeat(5)}q83=`;
    for (const [namedCurve, padding] of [["P-384", "="], ["P-521", "=="]] as const) {
      const algorithm = { name: "ECDSA", namedCurve };
      const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
      const other = writePem("PRIVATE KEY", pkcs8);
      assert(other.includes(`${padding}\n-----END`));
      const bare = lines(pkcs8.toBase64(), "");
      const indented = (content: string) => content.trim().replaceAll(/^/gm, "    ");
      for (
        const content of [
          `data:\n  tls.pem: |\n${indented(other + pem)}\n`,
          `data:\n  tls.pem: |\n${indented(other.replaceAll("\n-----END", "-----END") + pem)}\n`,
          `${other.trim()}${pem}`,
          `${other.replace("\n-----END", "-----END").trim()}${pem}`,
          `${bare}\n${pem}`,
          `a:\n  b: |\n${indented(`${bare}\n${pem}`)}\n`,
          `${secret}\n${pem}`,
          `${secret}\n  ${pem}`,
        ]
      ) {
        const places = (await found(content)).map((line) => line.replace(/^[\w-]+: /, ""));
        assert(places.length > 0);
        for (const place of places) {
          assert.match(place, /^(?:|a\.b|data\.tls\.pem|line \d+)$/, content.slice(0, 60));
        }
      }
    }
  });

  it("never contains a key that base64 of a private key could be", async () => {
    const part = "HFYqPOQy5UkflqN2t8xyjDLe8Ug1n";
    for (
      const [content, place] of [
        [JSON.stringify({ [part]: { a: pem } }), /^line 1$|^$/],
        [`${part}:\n  a: |\n${pem.trim().replaceAll(/^/gm, "    ")}\n`, /^line \d+$|^$/],
        [`[${part}]\na=${once}\n`, /^a$/],
        [`<x><${part}>${once}</${part}></x>`, /^line 1$/],
      ] as const
    ) {
      const [line] = await found(content);
      assert.match(line.replace("certificate: ", ""), place);
    }
  });

  it("is still the key of an empty value that PEM follows", async () => {
    assert.deepEqual(await found(`TLS_CERT=${pem.trim().replaceAll("\n", "\\n")}\n`), [
      "certificate: TLS_CERT",
    ]);
    assert.deepEqual(await found(`TLSCERT="${pem}"\n`), ["certificate: TLSCERT"]);
  });
});

describe("PEM in other notations", () => {
  it("is read from mail, HTML and the source code of a program", async () => {
    const web = pem.trim();
    for (
      const content of [
        web.replaceAll("=", "=3D").replaceAll("\n", "\r\n"),
        `<pre>${web.replaceAll("\n", "<br>\n")}</pre>`,
        `<p>${web.replaceAll("\n", "<br/>")}</p>`,
        web.replaceAll("+", "&#43;").replaceAll("/", "&#x2F;").replaceAll("=", "&#61;"),
        `c = "${web.replaceAll("\n", '\\n" +\n    "')}";`,
        `c = '${web.replaceAll("\n", "\\n'\n    + '")}';`,
      ]
    ) {
      const [object] = (await collect([textFile(content, "x")])).objects;
      assert.deepEqual(
        [object?.kind, object?.problem],
        ["certificate", null],
        content.slice(0, 200),
      );
    }
  });

  it("of OpenPGP has a checksum, which does not belong to the content", async () => {
    const content =
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ0AAAA==\n=AbC1\n-----END PGP PUBLIC KEY BLOCK-----\n`;
    assert.deepEqual(await found(content), ["openpgp: "]);
  });
});

describe("a private key in a wrapper", () => {
  it("is found before it is sent, in every form that the inspector reads", async () => {
    const body = key.split("-----")[2].replace(/\s/g, "");
    const forms = [
      btoa(key),
      btoa(btoa(key)),
      btoa(body),
      lines(btoa(btoa(key)), "  "),
      key.replaceAll("\n", "\\n"),
      btoa(`# my key\n${key}`),
      JSON.stringify({ a: gzipSync(new TextEncoder().encode(key)).toBase64() }),
    ];
    for (const form of forms.flatMap((form) => [form, `a:\n  b: "${form}"\n`])) {
      assert((await found(form)).some((line) => line.startsWith("private-key")), form.slice(0, 60));
      assert.notEqual(privateKeyIn(form), null, form.slice(0, 60));
    }
    // Found by the fuzzer: PEM ends base64, whose alphabet for URLs has dashes too.
    assert.notEqual(
      privateKeyIn(`a: ${btoa(btoa(key))}-----BEGIN CERTIFICATE REQUEST-----\nA`),
      null,
    );
    // Also found by it: a value that is too short for a sign of a key.
    const short = { keys: [{ kty: "EC", crv: "P-256", d: "AAAA", x: "AAAA" }] };
    assert.notEqual(privateKeyIn(btoa(JSON.stringify(short))), null);
    assert.equal(privateKeyIn(`a:\n  b: ${once}\n  c: ${twice}\n`), null);
  });
});

describe("hostile texts", () => {
  const run = async (content: string) => void await collect([textFile(content, "x")]);
  for (
    const [name, part] of [
      ["lines that start like DER", "MIIB" + "A".repeat(60) + "\n"],
      ["lines that start like DER and long gaps", "MIIB" + "A".repeat(60) + " ".repeat(200) + "\n"],
      ["long lines of one key", "a".repeat(99) + ": \n"],
      ["open brackets", '[{"a":'],
      ["open elements", '<a use="b">' + "A".repeat(60)],
      ["a deeper line each time", "- - - - - -\n"],
      ["base64 of text", btoa("a text, which is not a key, and goes on, ") + " "],
    ] as const
  ) {
    it(`of ${name} cost no more than their length`, async () => {
      const make = (size: number) => `${part.repeat(Math.ceil(size / part.length))}\n${der}`;
      await assertLinear(make, run, 60_000);
    });
  }
});

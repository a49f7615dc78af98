/**
 * The reader of every text field: what people paste, in every field that takes such an object; the escapes and
 * repairs in made texts; and the check before sending, which must see whatever the reader reads.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget, createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { findObjects } from "../../../core/inspect/find.ts";
import * as readers from "../../../core/inspect/signed/mail.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { decodeText } from "../../../core/x509/pem/file-text.ts";
import { kindOfBlock } from "../../../core/x509/pem/identify.ts";
import { readPrivateKeyText } from "../../../core/x509/keys/private-keys.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { readText } from "../../../core/x509/pem/read-text.ts";
import { repairSentence } from "../../../core/x509/pem/repairs.ts";

const FOLDER = new URL("../../fixtures/layers/", import.meta.url);
const bytesOf = (name: string) => Deno.readFileSync(new URL(name, FOLDER));
const fileText = (name: string): string => {
  const text = decodeText(bytesOf(name));
  assert(text !== null, name);
  return text;
};

/** The files, with the kinds of their objects and the layers that are undone. */
const FILES: Readonly<Record<string, readonly [kinds: string, layers: string]>> = {
  "apple-root-52.mobileconfig": ["certificate", ""],
  "cert-html-entities.html": ["certificate", "entities"],
  "cert-percent-encoded.txt": ["certificate", "percent"],
  "cert-plus-became-space.txt": ["certificate", "spaces"],
  "cert-shell-continuation.txt": ["certificate", "backslashes"],
  "csr-base64-of-pem.txt": ["request", ""],
  "csr-ctrl-z.csr": ["request", ""],
  "csr-en-dashes.txt": ["request", "lookalikes labels"],
  "csr-first-dash-lost.txt": ["request", "labels"],
  "csr-hash-commented.txt": ["request", "prefixes"],
  "csr-quoted-printable.eml": ["request", "quoted-printable"],
  "csr-spaces-in-label.txt": ["request", "labels"],
  "csr-utf16le-no-bom.csr": ["request", ""],
  "dns-cert-record.txt": ["certificate", ""],
  "env-json-in-quotes.env": ["private-key", "backslashes"],
  "kafka-server.properties": ["private-key certificate", "backslashes"],
  "key-double-escaped-n.txt": ["private-key", "backslashes"],
  "key-hex.txt": ["private-key", "hex"],
  "ldapsearch-crl.ldif": ["crl", ""],
  "ldapsearch-usercertificate.ldif": ["certificate", ""],
  "nginx-ssl-client-escaped-cert.txt": ["certificate", "percent"],
  "python-plistlib.mobileconfig": ["certificate", ""],
  "saml-cr-entities.xml": ["certificate", "entities"],
  "saml-subject-before-base64.xml": ["certificate", ""],
  "dotnet-rsakeyvalue.xml": ["private-key", "xml-key"],
  "jwk-minimal-rsa.json": ["private-key", ""],
  "jwk-padded.json": ["private-key", ""],
  "key-pkcs8-under-rsa-label.pem": ["private-key", ""],
  "key-plain-under-encrypted-label.pem": ["private-key", ""],
  "cert-ber-indef.pem": ["certificate", ""],
  "cert-date-24h.pem": ["certificate", ""],
  "cert-feb30.pem": ["certificate", ""],
  "two-bare-base64.txt": ["certificate certificate", ""],
};

const kindsOf = (text: string) => readText(text, null).blocks.map(kindOfBlock).join(" ");
const layersOf = (text: string) => readText(text, null).repairs.map(({ code }) => code).join(" ");

describe("texts as people have them", () => {
  for (const [name, [kinds, layers]] of Object.entries(FILES)) {
    it(`${name} is read, with the layers that were undone`, () => {
      const text = fileText(name);
      assert.deepEqual([kindsOf(text), layersOf(text)], [kinds, layers]);
    });
  }

  it("are read by the inspector too", () => {
    for (const [name, [kinds]] of Object.entries(FILES)) {
      const found = [...findObjects({ name, bytes: bytesOf(name) }, { readers }, new Budget())];
      assert.deepEqual(found.map(({ kind }) => kind).join(" "), kinds, name);
    }
  });
});

const CERTIFICATE = fileText("pair-certificate.pem");
const KEY = fileText("pair-key.pem");
const REQUEST = fileText("csr-first-dash-lost.txt").replace(/^----B/, "-----B");

/** The fields of the operations that take each kind of object, with their other members. */
const FIELDS: Readonly<Record<string, readonly [string, string, Record<string, unknown>][]>> = {
  certificate: [
    ["chain/analyze", "certificate", {}],
    ["certificate/lint", "certificate", {}],
    ["certificate/convert", "certificate", { format: "certificate" }],
    ["certificate/diff", "before", { after: CERTIFICATE }],
    ["certificate/diff", "after", { before: CERTIFICATE }],
    ["certificate/read-again", "text", {}],
    ["match/verify", "certificate", { privateKey: KEY }],
    ["pfx/convert", "certificate", { privateKey: KEY, password: "tulip42" }],
    ["csr/prefill", "text", {}],
  ],
  request: [
    ["csr/decode", "csr", {}],
    ["csr/prefill", "text", {}],
    ["certificate/read-again", "text", {}],
    ["match/verify", "certificate", { privateKey: KEY }],
    ["certificate/diff", "before", { after: REQUEST }],
  ],
  "private-key": [
    ["match/verify", "privateKey", { certificate: CERTIFICATE }],
    ["key/convert", "privateKey", { format: "pkcs8" }],
    ["pfx/convert", "privateKey", { certificate: CERTIFICATE, password: "tulip42" }],
    ["csr/generate", "privateKey", {
      domainOnly: true,
      country: "SE",
      commonName: "shop.quarry.example",
    }],
  ],
};

async function assertReads(kind: string, text: string, name: string): Promise<void> {
  for (const [operation, field, others] of FIELDS[kind] ?? []) {
    const outcome = await execute(
      operations,
      operation,
      { ...others, [field]: text },
      createContext(),
    );
    // The root is read too, although the key is of another certificate.
    if (!outcome.ok && outcome.error.code === "key_mismatch") continue;
    assert(outcome.ok, `${name} in ${operation} ${field}: ${!outcome.ok && outcome.error.message}`);
    if (operation === "csr/decode") assert.equal((outcome.value as { valid: boolean }).valid, true);
  }
}

describe("every field that takes an object", () => {
  for (const [name, [kinds]] of Object.entries(FILES)) {
    it(`reads ${name}`, async () => {
      for (const kind of new Set(kinds.split(" "))) await assertReads(kind, fileText(name), name);
    });
  }
});

const octetsOf = (text: string) => new TextEncoder().encode(text);

/** Ways in which programs and people change a text, each with a name. */
const DISGUISES: Readonly<Record<string, (pem: string) => string>> = {
  "percent encoding": encodeURIComponent,
  "a form": (pem) => new URLSearchParams({ pem }).toString(),
  "percent encoding twice": (pem) => encodeURIComponent(encodeURIComponent(pem)),
  "JSON": (pem) => JSON.stringify({ pem }),
  "JSON in JSON in JSON": (pem) => JSON.stringify(JSON.stringify(JSON.stringify({ pem }))),
  "JSON in a URL": (pem) => encodeURIComponent(JSON.stringify({ pem })),
  "JSON with all characters escaped": (pem) =>
    pem.replace(/[^A-Za-z0-9]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "HTML": (pem) => pem.replace(/[\n+/=-]/g, (one) => `&#${one.charCodeAt(0)};`),
  "HTML twice": (pem) => pem.replaceAll("\n", "&amp;#xA;").replaceAll("+", "&amp;plus;"),
  "HTML with tags": (pem) => pem.split("\n").map((line) => `<p><span>${line}</span></p>`).join(""),
  "base64": btoa,
  "base64 of base64": (pem) => btoa(btoa(pem)),
  "base64 in a mail": (pem) => btoa(pem).replace(/.{76}/g, "$&\r\n"),
  "quoted-printable": (pem) => pem.replaceAll("=", "=3D").replace(/.{60}/g, "$&=\r\n"),
  "NUL after each character": (pem) => [...pem].join("\0"),
  "the end mark of DOS": (pem) => `${pem}\x1a`,
  "colours of a terminal": (pem) => pem.replace(/^.+$/gm, "\x1b[32m$&\x1b[0m"),
  "colours written out": (pem) => pem.replace(/^.+$/gm, "\\e[1;32m$&\\e[0m"),
  "mail quoting": (pem) => pem.replace(/^/gm, "> > "),
  "comments": (pem) => pem.replace(/^/gm, "// "),
  "added lines of a difference": (pem) => pem.replace(/^/gm, "+"),
  "removed lines of a difference": (pem) => pem.replace(/^/gm, "-"),
  "a log": (pem) => pem.replace(/^/gm, "2026-11-26T10:00:00Z web1 app[71]: "),
  "line numbers": (pem) => pem.split("\n").map((line, at) => `${at + 1}: ${line}`).join("\n"),
  "a frame": (pem) => pem.split("\n").map((line) => `| ${line.padEnd(64)} |`).join("\n"),
  "strings that are joined": (pem) =>
    pem.trim().split("\n").map((line) => `  "${line}\\n"`).join(" +\n"),
  "strings of PHP": (pem) => pem.trim().split("\n").map((line) => `'${line}' .`).join("\n"),
  "backslashes at line ends": (pem) => pem.replaceAll("\n", " \\\n"),
  "carets at line ends": (pem) => pem.replaceAll("\n", " ^\n"),
  "an n for each line break": (pem) => pem.trim().replaceAll("\n", "n"),
  "commas for line breaks": (pem) => pem.trim().replaceAll("\n", ","),
  "spaces for line breaks": (pem) => pem.trim().replaceAll("\n", " "),
  "spaces for line breaks and plus signs": (pem) =>
    pem.trim().replaceAll("\n", " ").replaceAll("+", " "),
  "spaces for plus signs": (pem) => pem.replaceAll("+", " "),
  "lines of 19 characters": (pem) =>
    pem.replace(/\n(?!-)/g, "").replace(/(?<=-----)(?=M)|(?<!-)(?=-----END)/g, "\n")
      .replace(/^[^-]+$/gm, (line) => line.replace(/.{19}/g, "$&\n")),
  "typographic dashes": (pem) => pem.replaceAll("-----", "\u2013\u2014\u2014"),
  "one dash": (pem) => pem.replaceAll("-----", "-"),
  "six dashes": (pem) => pem.replaceAll("-----", "------"),
  "no dashes": (pem) => pem.replaceAll("-----", ""),
  "small letters": (pem) => pem.replace(/-----.*-----/g, (line) => line.toLowerCase()),
  "letters of Cyrillic": (pem) =>
    pem.replace(/-----.*-----/g, (line) => line.replaceAll("E", "\u0415")),
  "spaces without break": (pem) => pem.replaceAll(" ", "\u00a0"),
  "hexadecimal": (pem) => octetsOf(pem).toHex(),
  "hexadecimal of HTML": (pem) => octetsOf(pem.replaceAll("-", "&#45;")).toHex(),
  "hexadecimal of UTF-16, as Windows exports its registry": (pem) =>
    octetsOf([...pem].join("\0") + "\0").toHex().replace(/../g, "$&,").replace(
      /.{72}/g,
      "$&\\\n  ",
    ),
  "od -c": (pem) =>
    (pem.match(/[^]{1,16}/g) ?? []).map((row, at) =>
      (at * 16).toString(8).padStart(7, "0") +
      [...row].map((one) => (one === "\n" ? "\\n" : one).padStart(4)).join("")
    ).join("\n"),
  "numbers": (pem) => [...octetsOf(pem)].join(", "),
  "numbers of Go": (pem) => `[${[...octetsOf(pem)].join(" ")}]`,
  "base64 of typographic dashes": (pem) => octetsOf(pem.replaceAll("-----", "\u2014--")).toBase64(),
  "base64 with a colour": (pem) => `\x1b[32m${btoa(pem)}\x1b[0m`,
  "added lines of base64": (pem) => btoa(pem).replace(/.{1,70}/g, "+$&\n"),
  "base64 of comments, in a URL": (pem) => encodeURIComponent(btoa(pem.replace(/^/gm, "// "))),
  "RTF": (pem) => `{\\rtf1\\ansi ${pem.replaceAll("\n", "\\par\n")}}`,
};

/** Each changes the octets. */
const DUMPS: Readonly<Record<string, (octets: Uint8Array) => string>> = {
  "hexadecimal": (octets) => octets.toHex(),
  "hexadecimal in capitals with colons": (octets) =>
    octets.toHex().toUpperCase().replace(/..(?!$)/g, "$&:"),
  "source code of C": (octets) => octets.toHex().replace(/../g, "0x$&, "),
  "a string of C": (octets) => octets.toHex().replace(/../g, "\\x$&"),
  "groups of eight digits": (octets) =>
    octets.toHex().replace(/.{8}/g, "$& ").replace(/.{72}/g, "$&\n"),
  "xxd": (octets) => dump(octets, ": ", (row) => row.toHex().replace(/.{4}/g, "$& ")),
  "hexdump -C": (octets) => dump(octets, "  ", (row) => row.toHex().replace(/../g, "$& ")),
  "openssl": (octets) => dump(octets, " - ", (row) => row.toHex().replace(/../g, "$& ")),
  "od -x": (octets) =>
    dump(octets, " ", (row) => row.toHex().padEnd(32, "0").replace(/(..)(..)/g, "$2$1 ")),
  // With offsets in base 8, as od writes them without -A.
  "od -t x1": (octets) =>
    dump(octets, " ", (row) => row.toHex().replace(/../g, "$& "))
      .replace(/^[0-9a-f]{8}/gm, (at) => parseInt(at, 16).toString(8).padStart(7, "0")),
  "numbers of JSON": (octets) => JSON.stringify({ data: [...octets] }),
  "numbers of Go": (octets) => `[${[...octets].join(" ")}]`,
  "base64 in hexadecimal": (octets) => octetsOf(octets.toBase64()).toHex(),
  "numbers with signs": (octets) => [...Int8Array.from(octets)].join(", "),
};

function dump(octets: Uint8Array, after: string, digits: (row: Uint8Array) => string): string {
  const lines: string[] = [];
  for (let at = 0; at < octets.length; at += 16) {
    const row = octets.subarray(at, at + 16);
    const shown = Array.from(
      row,
      (octet) => octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : ".",
    ).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}${after}${digits(row)}  ${shown}`);
  }
  return lines.join("\n");
}

const OBJECTS = { certificate: CERTIFICATE, request: REQUEST, "private-key": KEY };

describe("made texts", () => {
  for (const [name, write] of Object.entries(DISGUISES)) {
    it(`are read in ${name}, and the check before sending sees their key`, () => {
      for (const [kind, pem] of Object.entries(OBJECTS)) {
        assert.equal(kindsOf(write(pem)), kind, kind);
      }
      assert.notEqual(privateKeyIn(write(KEY)), null);
      assert.equal(privateKeyIn(write(CERTIFICATE)), null);
    });
  }
  for (const [name, write] of Object.entries(DUMPS)) {
    it(`are read as ${name}, and the check before sending sees their key`, () => {
      for (const [kind, pem] of Object.entries(OBJECTS)) {
        assert.equal(kindsOf(write(readText(pem, null).blocks[0].bytes!)), kind, kind);
      }
      assert.notEqual(privateKeyIn(write(readText(KEY, null).blocks[0].bytes!)), null);
      assert.equal(privateKeyIn(write(readText(CERTIFICATE, null).blocks[0].bytes!)), null);
    });
  }

  it("name the layers in one sentence", () => {
    assert.equal(repairSentence([]), null);
    assert.equal(
      repairSentence([{ code: "percent" }, { code: "labels" }, { code: "percent" }]),
      "To read this text, we decoded percent encoding and corrected the BEGIN and END lines",
    );
  });
});

describe("keys that are named", () => {
  const noteOf = async (name: string) => {
    const read = await readPrivateKeyText(fileText(name), "", createContext());
    read.key.dispose();
    return read.notes.join(" ");
  };
  const refusalOf = async (text: string) => {
    const outcome = await execute(
      operations,
      "key/convert",
      { privateKey: text, format: "pkcs8" },
      createContext(),
    );
    assert(!outcome.ok);
    return `${outcome.error.code}: ${outcome.error.message}`;
  };

  it("say that a label contradicts its content, or that a JSON Web Key is padded", async () => {
    assert.match(await noteOf("key-pkcs8-under-rsa-label.pem"), /PKCS#1.*PKCS#8/);
    assert.match(await noteOf("key-plain-under-encrypted-label.pem"), /encrypted PKCS#8.*PKCS#8/);
    assert.match(await noteOf("jwk-padded.json"), /RFC 7515/);
    assert.equal(await noteOf("jwk-minimal-rsa.json"), "");
    assert.equal(await noteOf("pair-key.pem"), "");
  });

  it("of other programs get a reason and a next step", async () => {
    const pvk = bytesOf("microsoft.pvk").toBase64().replace(/.{64}/g, "$&\n");
    assert.match(await refusalOf(pvk), /^unsupported: .*PVK/i);
    assert.match(
      await refusalOf(fileText("ssh2-encrypted-private.key")),
      /^unsupported: .*ssh-keygen -i/i,
    );
    assert.match(await refusalOf(fileText("tpm2-tss2.key")), /^unsupported: .*TPM/i);
    assert.match(await refusalOf(fileText("key-encrypted-headers-lost.pem")), /Proc-Type/i);
  });
});

describe("a certificate with one bad field", () => {
  const analyze = async (name: string) => {
    const outcome = await execute(
      operations,
      "chain/analyze",
      { certificate: fileText(name) },
      createContext(),
    );
    assert(outcome.ok);
    return JSON.stringify(outcome.value);
  };

  it("is read and never valid if a date does not exist", async () => {
    for (const name of ["cert-feb30.pem", "cert-date-24h.pem"]) {
      const answer = await analyze(name);
      assert(
        answer.includes('"time_impossible"') && answer.includes('"validity_impossible"'),
        name,
      );
    }
  });

  it("is read and never valid if the time of a day cannot be read", () => {
    const certificate = new Uint8Array(
      readBundle(CERTIFICATE, new Budget()).certificates[0].certificate.bytes,
    );
    const text = Array.from(certificate, (octet) => String.fromCharCode(octet)).join("");
    const at = text.indexOf("\x17\x0d") + 2;
    for (const [place, octet] of [[6, "x"], [11, "-"], [12, "1"]] as const) {
      const changed = certificate.slice();
      changed[at + place] = octet.charCodeAt(0);
      const { notBefore, der } = readCertificate(changed, new Budget());
      assert.equal(
        new Date(notBefore).toISOString().slice(2, 10).replaceAll("-", ""),
        text.slice(at, at + 6),
      );
      assert(der.findings.list().some(({ code }) => code === "time_impossible"));
    }
    const changed = certificate.slice();
    changed[at + 3] = "x".charCodeAt(0);
    assert.throws(() => readCertificate(changed, new Budget()), /not a valid date/);
  });

  it("is read in BER", async () => {
    assert((await analyze("cert-ber-indef.pem")).includes('"not_der"'));
  });
});

describe("the work of reading a text", () => {
  const workOf = (text: string) => {
    const budget = new Budget();
    readText(text, budget);
    return budget.spent("work");
  };
  it("is free for clean text, and counted where layers are undone", () => {
    assert.equal(workOf(CERTIFICATE), 0);
    assert(workOf(CERTIFICATE.replaceAll("\n", "\\n").replaceAll("-", "\u2013")) > 0);
  });
  it("counts lines and characters, because layers look at each line", () => {
    const octets = 60_000;
    assert(
      workOf("x\n".repeat(octets / 2)) > 3 * workOf(`${"x".repeat(599)}\n`.repeat(octets / 600)),
    );
  });
});

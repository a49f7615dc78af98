/** Hostile texts: PEM armour, base64, YAML, XML, archives, names and zones. */
import { gzipSync, zipSync } from "fflate";
import { noise, pem } from "../../support/hostile-der.ts";
import { type Content, contentsOf, joined, repeated } from "./content.ts";

const utf8 = new TextEncoder();
const BASE64 = btoa("hello world text of some length here, ok ok!");
const PEM = "-----BEGIN A-----\nMAA=\n-----END A-----\n";
/** The most characters of a file in an archive. */
const UNPACKED = 15 * 1024 * 1024;

const TEXTS: readonly Content[] = contentsOf("text", {
  // For every field
  "one letter": (octets) => "a".repeat(octets),
  "white space": (octets) => repeated(" \t\r\n", octets),
  "line breaks": (octets) => repeated("\n", octets),
  "NULs": (octets) => repeated("\0", octets),
  "labels": (octets) => repeated("a.", octets),
  "dots only": (octets) => ".".repeat(octets),
  "hyphens": (octets) => "-".repeat(octets),
  "number signs": (octets) => "#".repeat(octets),
  "backslashes": (octets) => repeated("\\", octets),
  "quotes and brackets": (octets) => repeated('"(;\\', octets),
  "open parentheses": (octets) => "(".repeat(octets),
  "open brackets": (octets) => "[".repeat(octets),
  "colons": (octets) => ":".repeat(octets),
  "slashes": (octets) => "/".repeat(octets),
  "commas and spaces": (octets) => repeated(", ", octets),
  "astral characters": (octets) => repeated("\u{1d54f}", octets),
  "combining marks": (octets) => repeated("e\u0301\u0300", octets),
  "letters that grow in capitals": (octets) => repeated("\u00df\ufb03", octets),
  "unpaired surrogates": (octets) => repeated("\ud800", octets),
  "right to left": (octets) => repeated("\u05d0\u202e1", octets),
  "digits": (octets) => "9".repeat(octets),
  "hexadecimal": (octets) => "ab".repeat(octets / 2),
  "percent signs": (octets) => repeated("%4a", octets),
  "ampersands": (octets) => repeated("&#x41;", octets),
  "equal signs": (octets) => repeated("=4D=\r\n", octets),
  // PEM
  "BEGIN without an end": (octets) => repeated("-----BEGIN CERTIFICATE-----\n", octets),
  "BEGIN of anything": (octets) => repeated("-----BEGIN A-----\n", octets),
  "BEGIN before each line of base64": (octets) =>
    repeated(`-----BEGIN A-----> MIIB${BASE64}\n`, octets),
  "BEGIN and END": (octets) =>
    repeated("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n", octets),
  "blocks of anything": (octets) => repeated(PEM, octets),
  "blocks of different labels": (octets) =>
    joined(octets, (index) => `-----BEGIN A${index}-----\nMAA=\n-----END A${index}-----\n`),
  "blocks of invalid base64": (octets) =>
    repeated(`-----BEGIN A-----${"\n".repeat(30)}%\n`, octets),
  "half a boundary": (octets) => repeated("-----BEGIN ", octets),
  "a label as long as fits": (octets) => `-----BEGIN ${"A ".repeat(octets / 2 - 20)}-----\nMAA=\n`,
  "a boundary of hyphens": (octets) => `-----BEGIN A${"-".repeat(octets - 20)}\nMAA=\n`,
  "headers": (octets) => repeated("Proc-Type: 4,ENCRYPTED\n", octets),
  "a block of headers": (octets) =>
    `-----BEGIN A-----\n${
      joined(octets - 60, (index) => `X${index}: y\n`)
    }\nMAA=\n-----END A-----\n`,
  "a block of folded headers": (octets) =>
    `-----BEGIN A-----\nX: y\n${repeated(" y\n", octets - 80)}\nMAA=\n-----END A-----\n`,
  "a block of one line": (octets) =>
    `-----BEGIN A-----\n${"A".repeat(octets - 60)}\n-----END A-----\n`,
  "a block of lines of one letter": (octets) =>
    `-----BEGIN A-----\n${repeated("A\n", octets - 60)}-----END A-----\n`,
  "PEM in one line": (octets) => repeated("-----BEGIN A----- MAA= -----END A----- ", octets),
  "PEM with escapes": (octets) => repeated("-----BEGIN A-----\\nMAA=\\n-----END A-----\\n", octets),
  "PEM in strings joined by +": (octets) =>
    repeated('"-----BEGIN A-----\\n" +\n"MAA=" +\n"-----END A-----" + ', octets),
  "PEM behind prefixes of a log": (octets) =>
    joined(
      octets,
      (index) =>
        PEM.split("\n").map((line) => `2026-01-01T00:00:${index % 60} INFO: ${line}\n`).join(""),
    ),
  "PEM behind quotes of a mail": (octets) => repeated(PEM.replaceAll(/^/gm, "> > > "), octets),
  "lines that begin strings": (octets) => repeated('"+\n', octets),
  "DER of nested sequences": (octets) => pem("CERTIFICATE", nestedDer(Math.floor(octets * 0.72))),
  "DER of as many NULLs as fit": (octets) => pem("CERTIFICATE", wideDer(Math.floor(octets * 0.72))),
  "DER of noise": (octets) => pem("CERTIFICATE", noise(Math.floor(octets * 0.72), 1)),
  // Base64
  "bare base64": (octets) => "MIIB".repeat(octets / 4),
  "tokens of base64": (octets) => repeated(`${BASE64} `, octets),
  "lines of base64": (octets) => repeated(`${BASE64}\n`, octets),
  "lines that start like a certificate": (octets) => repeated(`MIIB${"A".repeat(60)}\n`, octets),
  "lines that start like an archive": (octets) => repeated(`UEsDBA${"A".repeat(60)}\n`, octets),
  "base64 four times": (octets) => {
    let text = repeated(PEM, octets * 0.31);
    for (let time = 0; time < 4; time++) text = btoa(text);
    return text;
  },
  "hexadecimal of DER": (octets) => `30820100${"0500".repeat(octets / 4)}`,
  "pairs with colons": (octets) => "30:82:".repeat(octets / 6),
  // Files of other programs
  "YAML of base64, ever deeper": (octets) =>
    joined(octets, (index) => `${" ".repeat(index % 200)}k${index}: ${btoa(PEM)}\n`),
  "YAML of blocks": (octets) =>
    joined(octets, (index) => `k${index}: |\n${PEM.replaceAll(/^(?=.)/gm, "  ")}`),
  "YAML of anchors": (octets) =>
    joined(octets, (index) => `b${index}: &b${index} [*a,*a,*a,*a,*a,*a]\n`),
  "YAML of lists": (octets) => repeated("- - - - - x\n", octets),
  "YAML of long keys": (octets) => `${"k".repeat(octets / 2)}: ${btoa(PEM.repeat(octets / 120))}\n`,
  "JSON of base64": (octets) =>
    `[${joined(octets - 20, (index) => `${index === 0 ? "" : ","}"${btoa(PEM)}"`)}]`,
  "JSON of texts in objects": (octets) =>
    `{${joined(octets - 40, (index) => `"k${index}":{"pem":${JSON.stringify(PEM)}},`)}"z":0}`,
  "JSON of deep objects": (octets) => '{"a":'.repeat(octets / 8),
  "XML of attributes": (octets) => `<a ${repeated("b='c' ", octets - 20)}>`,
  "XML of tokens": (octets) => `<a> ${repeated(`${BASE64} `, octets - 20)}</a>`,
  "XML of open elements": (octets) => repeated("<a>", octets),
  "XML of entities": (octets) =>
    `<!DOCTYPE a [${
      joined(octets - 60, (index) => `<!ENTITY e${index} "&e${index - 1};&e${index - 1};">`)
    }]><a>&e9;</a>`,
  "XML of certificates": (octets) =>
    joined(octets, (index) => `<X509Certificate>${BASE64}${index}</X509Certificate>\n`),
  "a property list": (octets) =>
    `<plist><dict>${
      repeated(`<key>a</key><data>\n${BASE64}\n</data>`, octets - 60)
    }</dict></plist>`,
  "INI of sections": (octets) => joined(octets, (index) => `[s${index}]\nk=${BASE64}\n`),
  "settings of a shell": (octets) => joined(octets, (index) => `KEY_${index}="${PEM}"\n`),
  "blocks of OpenVPN": (octets) => repeated(`<ca>\n${PEM}</ca>\n`, octets),
  "beginnings of XML keys, and one end": (octets) =>
    `${repeated("<RSAKeyValue", octets - 20)}</RSAKeyValue>`,
  "XML keys inside one another": (octets) =>
    repeated(`${"<RSAKeyValue>".repeat(1_400)}</RSAKeyValue>`, octets),
  "unreadable blocks in one line": (octets) => repeated("-----BEGIN A----- % ", octets),
  "unreadable blocks with ends in one line": (octets) =>
    repeated("-----BEGIN A-----%-----END A-----", octets),
  "beginnings of SSH keys in long lines": (octets) =>
    repeated(`${",AAAA".repeat(3_200)}\n`, octets),
  "lines of SSH keys that are cut": (octets) => repeated("AAAAC3NzaC1lZDI1NTE5AAAAIQ\n", octets),
  "beginnings of PEM in base64": (octets) => repeated("LS0tLS1CRUdJTi", octets),
  "runs of base64 that are no DER": (octets) => repeated(`${"QUJD".repeat(12)},\n`, octets),
  "private keys of ssh.com": (octets) =>
    repeated(
      "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: a\nP2/56wAAAAA=\n" +
        "---- END SSH2 ENCRYPTED PRIVATE KEY ----\n",
      octets,
    ),
  "an XML signature of many values": (octets) =>
    '<a xmlns="http://www.w3.org/2000/09/xmldsig#">' +
    repeated(`<${"a".repeat(40)}:SignatureValu`, octets - 80),
  "messages in base64url in other text": (octets) =>
    joined(octets, (index) => `{"t${index}":"eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlCIl19.QQ.QQ"},`),
  "a store of Windows of many properties": (octets) =>
    windowsStore(octets, [11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
  "a store of Windows of many certificates": (octets) =>
    windowsStore(octets, [32, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0x30, 0]),
  "UTF-16 in base64": (octets) => {
    const text = PEM.repeat(octets / 120);
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at++) bytes[2 * at] = text.charCodeAt(at);
    return bytes.toBase64();
  },
  // Archives
  "a ZIP of many empty files": (octets) =>
    zipSync(
      Object.fromEntries(
        Array.from({ length: octets / 130 }, (_, index) => [`${index}`, new Uint8Array()]),
      ),
      { level: 0 },
    ).toBase64(),
  "a ZIP of many small files": (octets) =>
    zipSync(
      Object.fromEntries(
        Array.from({ length: octets / 200 }, (_, index) => [`${index}.pem`, utf8.encode(PEM)]),
      ),
      { level: 0 },
    ).toBase64(),
  "a ZIP of zeros": (octets) => archive("z", octets, "\0"),
  "a ZIP of brackets": (octets) => archive("b.json", octets, "[", '"kty\u4e00"'),
  "a ZIP of objects in objects": (octets) => archive("b.json", octets, '{"a":', '"kty\u4e00"'),
  "a ZIP of CAA records": (octets) => archive("zone", octets, 'a.example CAA 0 issue "x"\n'),
  "a ZIP of names": (octets) => archive("names", octets, "a.example\n"),
  "a ZIP of tokens": (octets) => archive("t", octets, `${BASE64} `),
  "a ZIP of escapes": (octets) => archive("e", octets, "\\n\\u0041"),
  "a ZIP of lines that begin strings": (octets) => archive("s", octets, '"+\n'),
  "a ZIP of empty objects": (octets) => archive("o.json", octets, '{"kty":1},'),
  "a ZIP of PEM": (octets) => archive("p.pem", octets, PEM),
  "a ZIP of beginnings of PEM": (octets) => archive("p.pem", octets, "-----BEGIN A-----\n"),
  "a ZIP of XML": (octets) => archive("x.xml", octets, "<a b='c'>"),
  "a ZIP of DER": (octets) => archive("d.der", octets, "\x30\x05\x02\x01\x01\x05\0"),
  "a ZIP in a ZIP, three deep": (octets) => {
    let inner: Uint8Array = utf8.encode(PEM.repeat(octets / 4));
    for (let level = 0; level < 4; level++) inner = zipSync({ [`${level}.zip`]: inner });
    return inner.toBase64();
  },
  "a tar in gzip": (octets) => gzipSync(tarOf(octets * 10)).toBase64(),
  "gzip of zeros": (octets) => gzipSync(new Uint8Array(unpacked(octets))).toBase64(),
  "many gzips of zeros": (octets) => {
    const gzip = gzipSync(new Uint8Array(1_000_000)).toBase64();
    return joined(octets, (index) => `k${index}: ${gzip}\n`);
  },
  "many ZIPs of zeros": (octets) => {
    const zip = zipSync({ z: new Uint8Array(1_000_000) }).toBase64();
    return joined(octets, (index) => `k${index}: ${zip}\n`);
  },
  "many archives": (octets) =>
    joined(octets, (index) => `k${index}: ${zipSync({ a: utf8.encode(PEM) }).toBase64()}\n`),
  // Names
  "domain names": (octets) => joined(octets, (index) => `a${index}.example\n`),
  "domain names of many labels": (octets) =>
    joined(octets, (index) => `${"a.".repeat(110)}x${index}.example\n`),
  "internationalized domain names": (octets) =>
    joined(octets, (index) => `${"\u00fc".repeat(30)}${index}.example\n`),
  "domain names of one long label": (octets) =>
    joined(octets, (index) => `${"\u00e9\u4e2d".repeat(150)}${index}.example\n`),
  "domain names in punycode": (octets) =>
    joined(octets, (index) => `xn--${"9".repeat(55)}${index}.example\n`),
  "URLs": (octets) => joined(octets, (index) => `https://a${index}.example/?q=${index}\n`),
  "one URL": (octets) => `https://a.example/${"%2e/".repeat(octets / 4)}`,
  "one host of labels": (octets) => `https://${"a.".repeat(octets / 2)}example/`,
  "mail addresses in a row": (octets) => joined(octets, (index) => `a@b${index}.example, `),
});

const ZONES: readonly Content[] = contentsOf("zone", {
  "CAA lines": (octets) => repeated('a.example CAA 0 issue "x"\n', octets),
  "CAA lines of different names": (octets) =>
    joined(octets, (index) => `a${index}.example CAA 0 issue "x${index}"\n`),
  "990 long CAA records": (octets) =>
    Array.from(
      { length: 990 },
      (_, index) => `a${index} CAA 0 issue "x; ${repeated("a=b; ", octets / 1_000 - 40)}c=d"\n`,
    ).join(""),
  "990 long CAA records of one name": (octets) =>
    Array.from(
      { length: 990 },
      (_, index) => `a CAA 0 issue "x${index}; ${repeated("a=b; ", octets / 1_000 - 40)}c=d"\n`,
    ).join(""),
  "one long CAA record": (octets) => `a CAA 0 issue "x; ${repeated("a=b; ", octets - 100)}c=d"\n`,
  "a CAA record of many strings": (octets) => `a CAA 0 issue ${repeated('"x" ', octets - 40)}\n`,
  "a CAA record of escapes": (octets) => `a CAA 0 issue "${repeated("\\059", octets - 40)}"\n`,
  "a zone with a long origin": (octets) =>
    `$ORIGIN ${"o".repeat(octets / 2)}\n${
      joined(octets / 2, (index) => `${index.toString(36)} CNAME b\n`)
    }`,
  "a zone with a long origin of wide characters": (octets) =>
    `$ORIGIN \u4e00${"o".repeat(octets / 2)}\n${
      joined(octets / 2, (index) => `${index.toString(36)} CAA 0 issue "x"\n`)
    }`,
  "a zone of origins": (octets) => joined(octets, (index) => `$ORIGIN a${index}\n`),
  "a zone of ever longer origins": (octets) =>
    joined(octets, (index) => `$ORIGIN a${index}.b\n@ CAA 0 issue "x"\n`),
  "a zone of aliases": (octets) => joined(octets, (index) => `a${index} CNAME a${index + 1}\n`),
  "a zone of a ring of aliases": (octets) =>
    joined(octets, (index) => `a${index % 900} CNAME a${(index + 1) % 900}\n`),
  "a zone of comments": (octets) => repeated(";\n", octets),
  "a zone of open parentheses": (octets) => repeated("a CAA ( 0 issue\n", octets),
  "a zone of tokens": (octets) => repeated("a ", octets),
  "a zone of quotes": (octets) => repeated('"', octets),
  "generic records": (octets) => `a TYPE257 \\# ${octets / 2} ${"00".repeat(octets / 2 - 40)}\n`,
  "many generic records": (octets) =>
    joined(octets, (index) => `a${index} TYPE257 \\# 8 0005697373756578\n`),
  "output of dig": (octets) =>
    repeated(';; ANSWER SECTION:\na.example.\t300\tIN\tCAA\t0 issue "x"\n', octets),
  // Of providers and resolvers
  "JSON of one long name with many records": (octets) =>
    JSON.stringify({
      name: "n".repeat(octets / 3),
      type: "CAA",
      records: new Array(Math.floor(octets / 8)).fill("0"),
    }),
  "JSON of records": (octets) =>
    jsonOf(octets, (index) => `{"name":"a${index}.b","type":"CAA","data":"0 issue x"}`),
  "JSON of records of other types": (octets) =>
    jsonOf(octets, (index) => `{"name":"${"a.".repeat(100)}x${index}","type":"TXT","data":"x"}`),
  "JSON of names in octal numbers": (octets) =>
    JSON.stringify([{ Name: "\\052".repeat(octets / 8), Type: "A", Value: "x" }]),
  "JSON of failures": (octets) =>
    jsonOf(octets, (index) => `{"Status":2,"Question":{"name":"a${index}","type":257}}`),
  "JSON of lists in lists of values": (octets) =>
    jsonOf(octets, () => `{"name":"a","type":"CAA","answers":[{"data":{"data":"0"}}]}`),
  "output of nslookup": (octets) =>
    joined(octets, (index) => `** server can't find a${index}.example: SERVFAIL\n`),
  "output of nslookup that hides records": (octets) =>
    joined(octets, (index) => `a${index}.example\trdata_257 = 0 issue "x"\n`),
  "records of ALIAS": (octets) => joined(octets, (index) => `a${index} ALIAS b${index}\n`),
  "records of DNAME": (octets) => joined(octets, (index) => `a${index % 900} DNAME b.a${index}\n`),
  "resources of Terraform": (octets) =>
    joined(octets, (index) => `resource "a_record" "r${index}" {\n  type = "CAA"\n}\n`),
  "times to live": (octets) => repeated("$TTL 1h2m3s\n", octets),
});

/** A list in JSON. */
const jsonOf = (octets: number, one: (index: number) => string): string =>
  `[${joined(octets - 20, (index) => `${index === 0 ? "" : ","}${one(index)}`)}]`;

/** A store of certificates with one element as often as it fits. */
function windowsStore(octets: number, element: readonly number[]): string {
  const count = Math.floor(octets * 0.74 / element.length);
  const bytes = new Uint8Array(8 + count * element.length);
  bytes.set([0, 0, 0, 0, 0x43, 0x45, 0x52, 0x54]);
  for (let at = 8; at < bytes.length; at += element.length) bytes.set(element, at);
  return bytes.toBase64();
}

const unpacked = (octets: number) => Math.min(UNPACKED, octets * 100);

/**
 * A ZIP of one file, which repeats `part` and has `middle` in its middle. Noise at its end keeps the
 * ratio of the sizes below the limit of 200, and the ZIP about as long as `octets` in base64.
 */
function archive(name: string, octets: number, part: string, middle = ""): string {
  const length = unpacked(octets);
  const half = part.repeat(length / part.length / 2);
  const noisy = noise(Math.max(octets * 0.6, length / 190), 1).toHex();
  return zipSync({ [name]: utf8.encode(`${half}${middle}${half}\n#${noisy}`) }).toBase64();
}

/** A tar archive of small files, without their checksums' spaces. */
function tarOf(octets: number): Uint8Array {
  const files = Math.max(1, Math.floor(octets / 1_024));
  const whole = new Uint8Array(files * 1_024 + 1_024);
  const put = (at: number, text: string) => whole.set(utf8.encode(text), at);
  for (let index = 0; index < files; index++) {
    const at = index * 1_024;
    put(at, `${index}.pem`);
    put(at + 124, PEM.length.toString(8).padStart(11, "0"));
    put(at + 156, "0");
    put(at + 257, "ustar\x0000");
    const sum = whole.subarray(at, at + 512).reduce((total, octet) => total + octet, 8 * 0x20);
    put(at + 148, `${sum.toString(8).padStart(6, "0")}\0 `);
    put(at + 512, PEM);
  }
  return whole;
}

/** SEQUENCEs inside one another, with correct lengths. */
function nestedDer(octets: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(octets);
  for (let at = 0; at + 5 < octets; at += 5) {
    const length = octets - at - 5;
    out.set([0x30, 0x83, length >> 16 & 0xff, length >> 8 & 0xff, length & 0xff], at);
  }
  return out;
}

/** One SEQUENCE of NULLs. */
function wideDer(octets: number): Uint8Array<ArrayBuffer> {
  const length = octets - 5;
  const out = new Uint8Array(octets);
  out.set([0x30, 0x83, length >> 16, length >> 8 & 0xff, length & 0xff]);
  for (let at = 5; at + 1 < octets; at += 2) out[at] = 0x05;
  return out;
}

export const textContents: readonly Content[] = [...TEXTS, ...ZONES];

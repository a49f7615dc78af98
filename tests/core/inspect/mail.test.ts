/**
 * Who signed a mail: every variant has the same signed part, and other headers or other parts around it. Only a mail
 * that all mail programs read in the same way can hold.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { isMessage } from "../../../core/inspect/objects.ts";
import {
  readAuthors,
  readContentType,
  readEncoding,
} from "../../../core/inspect/signed/mail-fields.ts";
import { judgeFiles } from "../../../core/inspect/signed/judge.ts";
import { Budget } from "../../../core/kernel/context.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { SIGNED_AT, signedFileText } from "../../fixtures/signed/index.ts";
import { derOf } from "../../support/cms-maker.ts";
import { inFolder } from "../../support/certificate-checks.ts";
import { needs, runProgram } from "../../support/programs.ts";
import { collect } from "./support.ts";

const ROOT = derOf(signedFileText("root.pem"));
const trustStore = {
  ...{ name: "Test", source: "Test", date: "2026-11-01" },
  certificates: [readCertificate(ROOT, new Budget())],
};

/** The verdict on the first signed message of a mail. */
async function judged(mail: string) {
  // One octet for each character, except those beyond Latin-1.
  const bytes = new TextEncoder().encode(mail);
  const collection = await collect([{ name: "mail.eml", bytes }]);
  const messages = [...collection.objects].filter(isMessage);
  const options = { budget: new Budget(), revocations: new Map(), notes: [], trustStore };
  const files = await judgeFiles(collection, messages, { ...options, now: Date.parse(SIGNED_AT) });
  return files.get(messages[0]?.id)?.signed;
}

const withCrlf = (text: string) => text.replace(/\r?\n/g, "\r\n");
const DETACHED = withCrlf(signedFileText("multipart.eml"));
/** Its author is not the signer, so each test names one. */
const OPAQUE = withCrlf(signedFileText("opaque.eml")).replace(
  /^From: .*$/m,
  "From: ada@signed.example",
);
const ADA = "ada@signed.example";
const BOUNDARY = /boundary="([^"]+)"/.exec(DETACHED)![1];
const from = (field: string, mail = DETACHED) => mail.replace(/^From: .*$/m, () => field);
const type = (field: string) => DETACHED.replace(/^Content-Type: multipart.*$/m, () => field);
const SIGNED_TYPE = 'Content-Type: multipart/signed; protocol="application/pkcs7-signature"';

describe("a mail with one author and one reading", () => {
  for (
    const [name, mail] of Object.entries({
      "as openssl wrote it": signedFileText("multipart.eml"),
      "with CRLF at its line ends": DETACHED,
      "with an opaque message": OPAQUE,
      "with LF at its line ends": DETACHED.replaceAll("\r\n", "\n"),
      "without a name": from(`From: ${ADA}`),
      "with a name": from(`From: Ada Signer <${ADA}>`),
      "with a quoted name": from(`From: "Signer, Ada \\"A.\\" (CEO)" <${ADA}>`),
      "with its address as name": from(`From: "${ADA}" <${ADA}>`),
      "with an encoded name": from(`From: =?UTF-8?Q?Ada_S=C3=AFgner?= =?utf-8?b?eA==?= <${ADA}>`),
      "with a name in UTF-8": from(`From: Adá Sïgner <${ADA}>`),
      "with capitals": from(`FROM: <Ada@Signed.EXAMPLE>`),
      "with a folded author": from(`From: Ada\r\n <${ADA}>`),
      "with folded parameters": type(`${SIGNED_TYPE};\r\n\tboundary="${BOUNDARY}"`),
      "with a semicolon at the end": type(`${SIGNED_TYPE}; boundary="${BOUNDARY}";`),
      "with mbox's line": `From ada Thu Nov 26 20:03:22 2026\r\n${DETACHED}`,
    })
  ) {
    it(`${name} holds`, async () => {
      const signed = await judged(mail);
      assert.deepEqual([signed?.outcome, signed?.notes], ["holds", []], signed?.message ?? "");
    });
  }
});

describe("a mail whose author is not the signer, or not certain,", () => {
  const OTHER = "boss@bank.example";
  const variants: Record<string, string> = {
    "another": OTHER,
    "two": `${OTHER}, Ada <${ADA}>`,
    "two, the signer first": `Ada <${ADA}>, ${OTHER}`,
    "the signer in a comment": `${OTHER} (sent by <${ADA}>)`,
    "the signer in a nested comment": `(a (b)) ${OTHER} (<${ADA}>)`,
    "a comment before the address": `(${OTHER}) ${ADA}`,
    "a group": `Board: ${OTHER}, <${ADA}>;`,
    "an empty group": `undisclosed-recipients:;`,
    "a group with the signer": `Board: ${ADA};`,
    "two addresses in angle brackets": `<${OTHER}> <${ADA}>`,
    "an address before one in angle brackets": `${OTHER} <${ADA}>`,
    "angle brackets in angle brackets": `<${OTHER}<${ADA}>>`,
    "a comment after the address": `"Boss" <${OTHER}> (<${ADA}>)`,
    "a route": `<@${OTHER.split("@")[1]}:${ADA}>`,
    "a semicolon between two": `${OTHER}; ${ADA}`,
    "an empty member": `${ADA},`,
    "a quoted local part": `"${OTHER}"@signed.example`,
    "a space in the address": `ada @signed.example`,
    "a fold in the address": `ada@\r\n signed.example`,
    "two at signs": `${OTHER}@signed.example`,
    "a percent hack that ends as the signer": `${ADA}%bank.example@bank.example`,
    "an encoded word as local part": `=?utf-8?q?boss=40bank.example?=@signed.example`,
    "another address as name": `"${OTHER}" <${ADA}>`,
    "another address as encoded name": `=?utf-8?b?${btoa(OTHER)}?= <${ADA}>`,
    "an address in two encoded words": `=?utf-8?q?boss=40?= =?utf-8?q?bank.example?= <${ADA}>`,
    "angle brackets in an encoded name": `=?utf-8?q?=3Cx=3E?= <${ADA}>`,
    "an encoding that is unknown": `=?utf-7?q?+AEA-?= <${ADA}>`,
    "a direction that is reversed": `"\u202eelpmaxe.knab" <${ADA}>`,
    "an unfinished quote": `"Ada <${ADA}>`,
    "a quote over a fold": `"Ada\r\n S" <${ADA}>`,
    "nothing": "",
    "only a name": "Ada",
    "no closing bracket": `Ada <${ADA}`,
    "text after the bracket": `Ada <${ADA}> x`,
    "a Kelvin sign": ADA.replace("a", "\u212a"),
    "a letter of Cyrillic": ADA.replace("a", "\u0430"),
  };
  for (const [name, value] of Object.entries(variants)) {
    it(`does not hold: ${name}`, async () => {
      for (const mail of [from(`From: ${value}`), from(`From: ${value}`, OPAQUE)]) {
        const signed = await judged(mail);
        assert.equal(signed?.outcome, "unknown", signed?.message ?? "");
        assert(signed.notes.some((note) => /sender|author|From/.test(note)), String(signed.notes));
      }
    });
  }
});

describe("a mail that can be read in two ways", () => {
  const TEXT = "Content-Type: text/plain\r\n\r\nTransfer 1,000,000 today.\r\n";
  /** The mail with another part where its text before the parts was. */
  const withPart = (parameters: string) =>
    type(`${SIGNED_TYPE}; ${parameters}`).replace(
      "\r\n\r\nThis is an S/MIME signed message\r\n",
      `\r\n\r\n--bad\r\n${TEXT}--bad--\r\n`,
    );
  const real = `boundary="${BOUNDARY}"`;
  const field = (line: string) => DETACHED.replace(/^From: /m, () => `${line}\r\nFrom: `);
  const encoded = (name: string) => DETACHED.replace(/^MIME-Version/m, () => `${name}\r\n$&`);
  const variants: Record<string, string> = {
    "x-boundary before the boundary": withPart(`x-${real}; boundary="bad"`),
    "x-boundary after the boundary": withPart(`boundary="bad"; x-${real}`),
    "a boundary in a comment": withPart(`(${real})\r\n boundary="bad"`),
    "a boundary in the value of another parameter": withPart(
      `a="; boundary=${BOUNDARY}"; boundary=bad`,
    ),
    "two boundaries": withPart(`${real}; boundary="bad"`),
    "two boundaries, the other way": withPart(`boundary="bad"; ${real}`),
    "two boundaries in other case": withPart(`${real}; BOUNDARY=bad`),
    "a boundary in pieces (RFC 2231)": withPart(`${real}; boundary*0=ba; boundary*1=d`),
    "a boundary with a charset (RFC 2231)": withPart(`${real}; boundary*=utf-8''bad`),
    "an encoded word as boundary": withPart(`boundary="=?utf-8?q?bad?="`),
    "a boundary with escapes": withPart(`boundary="\\b\\a\\d"; x-${real}`),
    "spaces around the equals sign": withPart(`boundary = "bad"; x-${real}`),
    "text after the type": type(`Content-Type: multipart/signed x; ${real}`),
    "a comment in the type": type(`Content-Type: multipart/signed (x); ${real}`),
    "a comment after the boundary": type(`${SIGNED_TYPE}; ${real} (x)`),
    "two fields Content-Type": type(
      `${SIGNED_TYPE}; ${real}\r\nContent-Type: multipart/mixed; boundary=bad`,
    ),
    "two fields Content-Type, the other first": type(
      `content-type: text/plain\r\n${SIGNED_TYPE}; ${real}`,
    ),
    "two fields From": field(`From: Ada <${ADA}>`),
    "a second From after a field with a space": field("From : boss@bank.example"),
    "a field name with a space": field("Content-Type : text/plain"),
    "a line that is no field": field("hello"),
    "a folded line of nothing but spaces": field("X-A: b\r\n \r\n"),
    "a folded line at the start": `  x\r\n${DETACHED}`,
    "a carriage return in a field": field("X-A: b\rFrom: boss@bank.example"),
    "a NUL in a field": field("X-A: b\0"),
    "two sorts of line ends in the header": DETACHED.replace("\r\n", "\n"),
    "an empty line before the header": `\r\n${DETACHED}`,
    "an encoded multipart": encoded("Content-Transfer-Encoding: base64"),
    "two transfer encodings": encoded(
      "Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64",
    ),
    "a line that begins like the boundary": DETACHED.replace(
      "This is an S/MIME",
      () => `--${BOUNDARY}x\r\nThis is an S/MIME`,
    ),
    "a boundary after the end": `${DETACHED}\r\n--${BOUNDARY}\r\n${TEXT}\r\n--${BOUNDARY}--\r\n`,
    "a boundary with spaces at the end": DETACHED.replace(
      `--${BOUNDARY}\r\n`,
      () => `--${BOUNDARY} \r\n`,
    ),
    "a boundary behind a carriage return": DETACHED.replace(
      "This is an",
      () => `x\r--${BOUNDARY}\r${TEXT}\rThis is an`,
    ),
    "a part before": DETACHED.replace(
      `--${BOUNDARY}\r\n`,
      () => `--${BOUNDARY}\r\n${TEXT}\r\n--${BOUNDARY}\r\n`,
    ),
    "two mails in mbox": `From a Thu\r\n${DETACHED}\r\nFrom b Thu\r\nFrom: ${ADA}\r\n\r\nx\r\n`,
    "only Sender, no From": from(`Sender: ${ADA}`),
    "an opaque message with an unknown encoding": OPAQUE.replace(/: base64/, ": base64 (x)"),
    "an opaque message in another type": OPAQUE.replace(
      /^Content-Type: .*$/m,
      "Content-Type: text/plain",
    ),
    "an opaque message with two types": OPAQUE.replace(
      /^Content-Type: .*$/m,
      "$&\r\nContent-Type: text/plain",
    ),
    "an opaque message after a line that is no field": `hello\r\n${OPAQUE}`,
    "an opaque message after a folded line": `  hello\r\n${OPAQUE}`,
    "an opaque message after a byte order mark": `\ufeff${OPAQUE}`,
    "an opaque message in the text of a mail": `From: ${ADA}\r\nSubject: x\r\n\r\n${
      OPAQUE.slice(OPAQUE.indexOf("\r\n\r\n"))
    }`,
    "an opaque message with a long header": from(
      `From: ${ADA}\r\nX-A: ${"x".repeat(70_000)}`,
      OPAQUE,
    ),
  };
  for (const [name, mail] of Object.entries(variants)) {
    it(`does not hold: ${name}`, async () => {
      assert.notEqual(mail, DETACHED);
      const signed = await judged(mail);
      // Mail programs do not show this mail as signed either.
      if (signed === undefined) return;
      assert.equal(signed.outcome, "unknown", signed.message);
      assert.notDeepEqual(signed.notes, []);
    });
  }

  it("says why", async () => {
    const signed = await judged(field(`From: Ada <${ADA}>`));
    assert.match(
      signed!.message,
      /^"Ada Signer" signed .* in different ways, because it has more than one field From\. So it cannot be verified here/,
    );
  });
});

describe("the author in a signed header (RFC 8551, 3.1; RFC 9788)", () => {
  it("must be the signer too", needs("openssl"), async () => {
    await inFolder(async (folder) => {
      const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
      const made = await runProgram("openssl", [
        ...["req", "-x509", ...key, "-keyout", `${folder}/k`, "-out", `${folder}/c`],
        ...["-subj", "/CN=Sam", "-addext", "subjectAltName=email:sam@x.example"],
      ]);
      assert.equal(made.code, 0, made.stderr);
      const notes = async (content: string, detached: boolean) => {
        const { stdout } = await runProgram("openssl", [
          ...["cms", "-sign", "-signer", `${folder}/c`, "-inkey", `${folder}/k`],
          ...["-from", "sam@x.example", ...detached ? [] : ["-nodetach"]],
        ], content);
        return (await judged(stdout))?.notes.join();
      };
      for (const detached of [true, false]) {
        assert.equal(await notes("Content-Type: text/plain\n\nHello\n", detached), "");
        assert.equal(await notes("From: sam@x.example\n\nHello\n", detached), "");
        for (
          const content of [
            "From: boss@x.example\nContent-Type: text/plain\n\nHello\n",
            "Content-Type: message/rfc822\n\nFrom: boss@x.example\n\nHello\n",
          ]
        ) assert.match(await notes(content, detached) ?? "", /not name the sender boss@x\.example/);
        assert.match(
          await notes("From: sam@x.example\nFrom: boss@x.example\n\nHello\n", detached) ?? "",
          /more than one field From/,
        );
      }
    });
  });
});

describe("the readers of mail fields", () => {
  const of = <T>(read: (doubts: string[]) => T): [T, number] => {
    const doubts: string[] = [];
    return [read(doubts), doubts.length];
  };

  it("return every author", () => {
    assert.deepEqual(of((doubts) => readAuthors(" A <a@X.example>,b@y.example", doubts)), [
      ["a@x.example", "b@y.example"],
      0,
    ]);
  });

  it("return parameters by whole names, without their quotes", () => {
    const field = ' Multipart/Signed;a="1;b=2" ; C=3;\n d="x y"';
    const [{ type, parameters }, doubts] = of((doubts) => readContentType(field, doubts));
    assert.deepEqual([type, Object.fromEntries(parameters), doubts], [
      "multipart/signed",
      { a: "1;b=2", c: "3", d: "x y" },
      0,
    ]);
  });

  it("allow three encodings for a multipart, and five for other parts", () => {
    const doubts = (encoding: string, isWhole: boolean) =>
      of((found) => readEncoding(encoding, isWhole, found))[1];
    for (const encoding of [" 7bit", "8BIT", "binary "]) assert.equal(doubts(encoding, true), 0);
    for (const encoding of ["base64", "quoted-printable"]) {
      assert.deepEqual([doubts(encoding, true), doubts(encoding, false)], [1, 0]);
    }
    assert.equal(doubts("x-uuencode", false), 1);
  });

  it("take time in proportion to their text", () => {
    for (
      const unit of ["(", '"', "<", "a ", "a@", "=?a?q?", "\\", ";", "a=", 'a="";', ",", "\n "]
    ) {
      const text = unit.repeat(64 * 1024 / unit.length);
      readAuthors(text.slice(0, 4_000), []);
      readContentType(`a/b${text}`, []);
      readContentType(`a/b;${text}`, []);
    }
  });
});

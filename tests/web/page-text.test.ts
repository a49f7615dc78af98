/** Pages show the API's texts in sentence case, and those of the specification unchanged. */
import { extensionText } from "../../web/src/ui/certificate/extension-names.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as SPECIFIED from "../../core/specified-texts.ts";
import * as TEXT from "../../core/texts.ts";
import { pageText } from "../../core/page-text.ts";
import { apiTexts } from "../support/texts.ts";

const texts = (await apiTexts()).map(({ text }) => text);

describe("the texts of the API on pages", () => {
  it("are found in the source", () => {
    assert(texts.length > 500, String(texts.length));
    for (const text of ["VALID CSR", TEXT.keyNotFound, "… CERTIFICATES WERE FOUND: AT MOST …"]) {
      assert(texts.some((each) => each.startsWith(text)), text);
    }
  });

  it("differ only in upper and lower case", () => {
    for (const text of texts) assert.equal(pageText(text).toUpperCase(), text.toUpperCase());
  });

  it("do not change when they are converted twice", () => {
    for (const text of texts) assert.equal(pageText(pageText(text)), pageText(text));
  });

  it("are unchanged if the specification fixes them", () => {
    for (const text of Object.values(SPECIFIED)) assert.equal(pageText(text), text);
  });

  for (
    const [text, shown] of [
      [TEXT.csrNotFound, "No CSR found: expected text with -----BEGIN CERTIFICATE REQUEST-----"],
      [
        TEXT.keyEncryptionUnsupported("aes192-ctr (REMOVE IT WITH ssh-keygen -p -N '' -f COPY)"),
        "The private key is encrypted with aes192-ctr (remove it with ssh-keygen -p -N '' -f COPY), which is not supported",
      ],
      [TEXT.tooLarge("CERTIFICATE", 1.5, 1), "Certificate is too large: 1.5 MiB, at most 1 MiB"],
      [
        TEXT.inspectKeyRefused("A PRIVATE KEY"),
        "This is a private key: private keys are not read unless acceptPrivateKeys is true",
      ],
      [
        TEXT.tooMuchDerivation("600,000 ITERATIONS OF PBKDF2-HMAC-SHA-256", 1000, false, true),
        "The file asks for 600,000 iterations of PBKDF2-HMAC-SHA-256: at most 1,000 more are run " +
        "on the server. Open it on your own device",
      ],
      [
        "NO REQUEST CAN BE SIGNED HERE WITH THIS KEY: ED25519",
        "No request can be signed here with this key: Ed25519",
      ],
      ["AT MOST 100 AND 128 KIB", "At most 100 and 128 KiB"],
      ["THE CLASS MUST BE IN", "The class must be IN"],
      ["ITS BASIC CONSTRAINTS DO NOT SAY CA:TRUE", "Its basic constraints do not say CA:TRUE"],
      [
        "THE JSON WEB KEY: EXPECTED IA5STRING, FOUND PRINTABLESTRING (BYTE 1,234)",
        "The JSON Web Key: expected IA5String, found PrintableString (byte 1,234)",
      ],
      ["ITS DEK-INFO LINE IS MISSING", "Its DEK-Info line is missing"],
      ["THE END LINE DOES NOT FIT THE BEGIN LINE", "The END line does not fit the BEGIN line"],
      ["AN EXTENSION'S VALUE IN JAVA'S KEYTOOL", "An extension's value in Java's keytool"],
    ]
  ) it(`show ${text}`, () => assert.equal(pageText(text), shown));

  it("are unchanged if they are not in capitals", () => {
    for (
      const text of [
        "",
        "Its serial number has fewer than 64 bits",
        "An RSA key below 2048 bits",
        "The name is EXAMPLE.COM, and its CA is not listed.",
        TEXT.workerCrashed,
      ]
    ) assert.equal(pageText(text), text);
  });
});

describe("messages about extensions", () => {
  it("contain the extension's name in words", () => {
    assert.equal(extensionText("SUBJECTALTNAME IS EMPTY"), "Subject Alternative Name is empty");
    assert.equal(extensionText("KEYUSAGE IS NOT DER"), "Key usage is not DER");
  });
});

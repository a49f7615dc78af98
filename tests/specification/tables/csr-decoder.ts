/** The CSR decoder, /csr-decoder. */
import { csrFixture } from "../../fixtures/csr/index.ts";
import {
  absent,
  button,
  disabled,
  error,
  fact,
  field,
  heading,
  noFact,
  noWords,
  posted,
  text,
  values,
  words,
} from "../checks.ts";
import { row, type Table } from "../row.ts";
import {
  buttonRows,
  failureRows,
  failureStates,
  fieldRows,
  layoutRows,
  securityRow,
} from "./common.ts";

const tool = { act: "Decode CSR", failure: "AN ERROR OCCURRED" };
const REQUEST = csrFixture("p256-sha256");
const ALL =
  "idle empty loading result again refused nameless unreadableText cleared tampered withEmail emptied";

export const csrDecoder: Table = {
  path: "/csr-decoder",
  states: {
    async idle() {},
    async empty({ page }) {
      await page.click("button", "Decode CSR");
    },
    async loading(stage) {
      await stage.runsOn("server");
      await stage.fill({ CSR: REQUEST });
      await stage.held("Decode CSR");
    },
    async result(stage) {
      stage.release();
      await stage.page.wait("heading", "VALID CSR");
    },
    async again(stage) {
      await stage.held("Decode CSR");
    },
    answerWithoutError(stage) {
      stage.release(Response.json({ success: true, data: { valid: false, findings: [] } }));
      return Promise.resolve();
    },
    ...failureStates(tool),
    async unreadableText(stage) {
      await stage.fill({ CSR: csrFixture("is-certificate") });
      await stage.page.click("button", "Decode CSR");
    },
    async cleared({ page }) {
      await page.click("button", "Clear");
    },
    async tampered(stage) {
      await stage.runsOn("device");
      await stage.fill({ CSR: tamperedRequest() });
      await stage.page.click("button", "Decode CSR");
      await stage.page.wait("heading", "Subject Information");
    },
    async unverifiable(stage) {
      await stage.fill({ CSR: csrFixture("dsa1024") });
      await stage.page.click("button", "Decode CSR");
    },
    async withEmail(stage) {
      await stage.fill({ CSR: csrFixture("name-email") });
      await stage.page.click("button", "Decode CSR");
      await stage.page.wait("text", "admin@mail.example");
    },
    async emptied({ page }) {
      await page.click("button", "Clear");
    },
  },
  rows: [
    ...layoutRows("/csr-decoder", "CSR Decoder"),
    securityRow("idle result"),
    ...fieldRows(ALL, { "CSR": "PEM text area" }),
    ...buttonRows(
      "idle empty result refused nameless unreadableText cleared tampered withEmail emptied",
      ["Decode CSR", "Clear"],
      "buttons Decode CSR and Clear",
    ),
    row("5", "Decoder: the text area is required", "empty", error("CSR", "CSR IS REQUIRED")),
    row("D2", "blank CSR 'CSR IS REQUIRED'", "empty", text("CSR IS REQUIRED")),
    row("4", "CSR decoder: loading", "loading", disabled("Decoding..."), disabled("Clear")),
    row("7", "POST /api/csr/decode {csr}", "loading", posted("csr/decode", { csr: REQUEST })),
    row("8", "Decoded CSR valid: success banner 'VALID CSR'", "result", heading("VALID CSR")),
    row(
      "8",
      "with 'The CSR signature has been verified successfully'",
      "result",
      words("The CSR signature has been verified successfully"),
    ),
    row(
      "2",
      "Subject Information (CN",
      "result",
      fact("Common Name (CN)", "example.com", "Subject Information"),
    ),
    row("2", "O", "result", fact("Organization (O)", /./, "Subject Information")),
    row("2", "OU", "result", fact("Organization Unit (OU)", /./, "Subject Information")),
    row("2", "L", "result", fact("City (L)", /./, "Subject Information")),
    row("2", "ST", "result", fact("State/Province (ST)", /./, "Subject Information")),
    row("2", "C", "result", fact("Country (C)", /./, "Subject Information")),
    row(
      "2",
      "e-mail only when present)",
      "result",
      noWords("E-mail", "section[aria-label=Result]"),
    ),
    row(
      "2",
      "e-mail only when present)",
      "withEmail",
      words("admin@mail.example", "section[aria-label=Result]"),
    ),
    row(
      "2",
      "Public Key Information (algorithm",
      "result",
      fact("Algorithm", "EC", "Public Key Information"),
    ),
    row("2", "key size in bits", "result", fact("Key Size", "256 bits", "Public Key Information")),
    row("2", "curve)", "result", fact("Curve", "P-256", "Public Key Information")),
    row(
      "2",
      "Signature Information",
      "result",
      fact("Algorithm", "ecdsa-with-SHA256", "Signature Information"),
    ),
    row("2", "and a status banner", "result", heading("VALID CSR")),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      absent("heading", "VALID CSR"),
    ),
    row(
      "8",
      "Decoder, data.error absent: 'INVALID CSR'",
      "answerWithoutError",
      text("INVALID CSR"),
    ),
    ...failureRows(tool),
    row(
      "D3",
      "the error saying what it is instead ('THIS IS A CERTIFICATE, NOT A CSR')",
      "unreadableText",
      text("THIS IS A CERTIFICATE, NOT A CSR"),
    ),
    row(
      "4",
      "Clear empties input and result",
      "cleared",
      values({ CSR: "" }),
      absent("heading", "VALID CSR"),
      noWords("THIS IS A CERTIFICATE, NOT A CSR"),
    ),
    row(
      "4",
      "Clear empties input and result",
      "emptied",
      values({ CSR: "" }),
      noFact("Common Name (CN)"),
    ),
    row(
      "8",
      "Decoded CSR with signatureValid false: warning 'CSR DECODED - SIGNATURE VALIDATION FAILED'",
      "tampered",
      heading("CSR DECODED - SIGNATURE VALIDATION FAILED"),
    ),
    row(
      "8",
      "(possible tampering, corruption or unsupported algorithm; caution advised)",
      "tampered",
      words("tampered"),
      words("damaged"),
      words("algorithm may not be supported"),
      words("Be careful"),
    ),
    row(
      "D3",
      "Banner for null: 'CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE'",
      "unverifiable",
      heading("CSR DECODED - SIGNATURE CANNOT BE VERIFIED HERE"),
    ),
    row(
      "D3",
      'A "tampered" is never shown for an algorithm that merely is not supported',
      "unverifiable",
      noWords("tampered"),
    ),
    row(
      "D1",
      "Each tool page has the control \"Where it runs\" (values 'On this device', 'On the server'; remembered)",
      "idle result",
      field("Where it runs"),
    ),
    row(
      "D1",
      "shows where the last result was made",
      "result",
      words("Last result: on the server"),
    ),
    row(
      "D1",
      "shows where the last result was made",
      "tampered",
      words("Last result: on this device"),
    ),
    row("D8", "Decode CSR", "idle", button("Decode CSR")),
  ],
};

/** The request with another organization in it, under the old signature. */
function tamperedRequest(): string {
  const [, begin, base64, end] = /^(-----BEGIN [^-]+-----)([^-]+)(-----END [^]+)$/.exec(REQUEST)!;
  const bytes = Uint8Array.fromBase64(base64.replaceAll(/\s/g, ""));
  const latin = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  bytes[latin.indexOf("example.com")] ^= 1;
  return `${begin}\n${bytes.toBase64()}\n${end}`;
}

/** The certificate and key matcher, /match. */
import {
  absent,
  disabled,
  error,
  fact,
  heading,
  noBanner,
  posted,
  text,
  values,
} from "../checks.ts";
import { PAIR } from "../inputs.ts";
import { row, type Table } from "../row.ts";
import {
  buttonRows,
  failureRows,
  failureStates,
  fieldRows,
  layoutRows,
  securityRow,
} from "./common.ts";

const tool = {
  act: "Verify Match",
  agree: "Send it",
  failure: "FAILED TO VERIFY CERTIFICATE AND KEY MATCH",
};
const ALL = "idle blank half loading result again refused nameless unlike reset";

export const match: Table = {
  path: "/match",
  states: {
    async idle() {},
    async blank(stage) {
      await stage.submit("Certificate");
    },
    async half(stage) {
      await stage.fill({ Certificate: PAIR.certificate });
    },
    async loading(stage) {
      await stage.runsOn("server");
      await stage.fill({ "Private Key": PAIR.key });
      await stage.held(tool.act, tool.agree);
    },
    async result(stage) {
      stage.release();
      await stage.page.wait("heading", "CERTIFICATE AND KEY MATCH");
    },
    async again(stage) {
      await stage.held(tool.act, tool.agree);
    },
    ...failureStates(tool),
    async unlike(stage) {
      await stage.runsOn("device");
      await stage.fill({ "Private Key": PAIR.otherKey });
      await stage.page.click("button", "Verify Match");
      await stage.page.wait("heading", "DO NOT MATCH");
    },
    async reset({ page }) {
      await page.click("button", "Reset");
    },
  },
  rows: [
    ...layoutRows("/match", "Certificate Key Matcher"),
    securityRow("idle result"),
    ...fieldRows(ALL, {
      "Certificate": "Two text areas (certificate",
      "Private Key": "private key)",
    }),
    ...buttonRows(
      "result refused nameless unlike",
      ["Verify Match", "Reset"],
      "buttons Verify Match and Reset",
    ),
    row(
      "2",
      "(both disabled while an input is blank)",
      "idle half reset",
      disabled("Verify Match"),
      disabled("Reset"),
    ),
    row(
      "5",
      "both certificate and private key required: 'PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY'",
      "blank",
      error("Certificate", "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
      text("PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
    ),
    row(
      "D8",
      "Buttons that the specification disables on blank input still show its text through Ctrl+Enter",
      "blank",
      error("Private Key", "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
      noBanner,
    ),
    row(
      "4",
      "loading (buttons disabled; texts 'Verifying...')",
      "loading",
      disabled("Verifying..."),
      disabled("Reset"),
    ),
    row(
      "7",
      "POST /api/match/verify {certificate, privateKey}",
      "loading",
      posted("match/verify", { certificate: PAIR.certificate, privateKey: PAIR.key }),
    ),
    row(
      "2",
      "Result banner 'CERTIFICATE AND KEY MATCH'",
      "result",
      heading("CERTIFICATE AND KEY MATCH"),
    ),
    row("2", "or 'DO NOT MATCH'", "unlike", heading("DO NOT MATCH")),
    ...Object.entries({
      "Common Name": "common name",
      "Organization": "organization",
      "Serial Number": "serial",
      "Valid From": "valid from",
      "Valid Until": "valid until",
      "Status": "status",
    }).map(([term, says]) => row("2", says, "result unlike", fact(term, /./))),
    row("2", "certificate details: common name", "result", fact("Common Name", "rsa.example.com")),
    row("2", "status", "result", fact("Status", /^VALID\b/i)),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      absent("heading", "CERTIFICATE AND KEY MATCH"),
      noBanner,
    ),
    ...failureRows(tool),
    row(
      "4",
      "Reset clears inputs, results and errors",
      "reset",
      values({ "Certificate": "", "Private Key": "" }),
      absent("heading", "DO NOT MATCH"),
      noBanner,
    ),
  ],
};

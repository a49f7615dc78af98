/** Rules of the Baseline Requirements about version, serial number and validity. */
import { tlsRequirements } from "../documents.ts";
import { type LintRules, publicLint } from "./examined.ts";

export const tlsFrameLints = {
  serial_too_short: publicLint({
    clause: tlsRequirements("7.1"),
    since: "2016-09-30",
    title: "Its serial number has fewer than 64 bits, which one can guess",
    check: ({ certificate: { serial } }) => serial.length < 8,
  }),
} satisfies LintRules;

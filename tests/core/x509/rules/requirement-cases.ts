/** One good and one bad certificate for each rule of the Baseline Requirements for TLS. */
import { type Cases, leafCase } from "./cases.ts";
import { hex } from "./maker.ts";

export const requirementCases: Cases = {
  serial_too_short: leafCase({ serial: hex("4d6f0a51b3c2e1") }, {
    serial: hex("4d6f0a51b3c2e1f0"),
  }),
};

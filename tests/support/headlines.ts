/**
 * The headlines for which tests of pages wait, by their codes. Their words are in core/verdict/text, so a test does not
 * change with them.
 */
import { certificateEnglish } from "../../core/verdict/text/certificate.ts";
import { csrEnglish } from "../../core/verdict/text/csr.ts";
import { pfxEnglish } from "../../core/verdict/text/pfx.ts";

const content = { keys: 1, certificates: 1, name: null };

export const HEADLINE = {
  csr_ready: csrEnglish.texts.csr_ready!({ name: "a.example", isKeyNew: true }).title,
  certificate_ready: certificateEnglish.texts.certificate_ready!({
    kind: "tls-server",
    by: "self-signed",
    until: "2027-01-01T00:00:00Z",
  }).title,
  pfx_ready: pfxEnglish.texts.pfx_ready!(content).title,
  pfx_opened: pfxEnglish.texts.pfx_opened!(content).title,
};

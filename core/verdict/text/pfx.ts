/** The sentences about PFX files. */
import { timeAgo } from "../../kernel/dates.ts";
import { counted, named } from "../../kernel/formatting.ts";
import type { PfxCode, PfxFacts, PfxStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

const contentOf = ({ keys, certificates }: PfxFacts): string =>
  `It holds ${counted(keys, "key", "keys")} and ${
    counted(certificates, "certificate", "certificates")
  }`;

const madeOf = (facts: PfxFacts): string =>
  facts.name === null
    ? `${contentOf(facts)}. We opened it again to check.`
    : `${contentOf(facts)} for ${named(facts.name)}. We opened it again to check.`;

const openedOf = (facts: PfxFacts): string =>
  facts.name === null
    ? `${contentOf(facts)}.`
    : `${contentOf(facts)}. The first certificate is for ${named(facts.name)}.`;

const pfxTexts: TextsOf<PfxCode> = {
  pfx_ready: (facts) => ({ title: "PFX file is ready", text: madeOf(facts) }),
  pfx_ready_expired: (facts) => ({
    title: "PFX file is ready",
    text: `The certificate expired ${timeAgo(facts.days)}. ${madeOf(facts)}`,
  }),
  pfx_opened: (facts) => ({ title: "PFX file opened", text: openedOf(facts) }),
  pfx_opened_unchecked: (facts) => ({
    title: "PFX file opened",
    text: `${openedOf(facts)} It has no MAC, so nothing shows whether it was changed.`,
  }),
};

const pfxSteps: StepsOf<PfxStep> = {
  download_pfx: () => "Download it, and import it on your server.",
  renew_before_install: () => "Renew the certificate before you install the file.",
  save_parts: () => "Save the parts that you need.",
  ask_for_another: () => "Ask for another file: there is nothing in this one to install.",
};

export const pfxEnglish: Language = { texts: pfxTexts, steps: pfxSteps, sentence };

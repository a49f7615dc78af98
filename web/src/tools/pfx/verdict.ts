/** The words about a PFX file that was made or opened: its verdict, and the places of its certificates. */
import type { PfxOpened, PfxResponse } from "../../../../core/pfx/contract.ts";
import { counted, named } from "../../../../core/kernel/formatting.ts";
import { timeAgo } from "../../../../core/kernel/dates.ts";
import type { Judgement } from "../../page/judgement.ts";
import { READY } from "./convert-values.ts";
import { OPENED } from "./open-values.ts";

/** The words for the role of a certificate in the file. */
export const PLACES = {
  leaf: "Belongs to the key",
  chain: "Chain",
  other: "Not in the chain",
} as const;

export function convertedVerdict({ certificate, readBack }: PfxResponse): Judgement {
  const { subject: { commonName }, isExpired, daysUntilExpiry } = certificate;
  const owner = commonName === null ? "" : ` for ${named(commonName)}`;
  const held = `${counted(readBack.keys, "key")} and ${
    counted(readBack.certificates, "certificate")
  }`;
  const text = `It holds ${held}${owner}. We opened it again to check.`;
  return isExpired
    ? {
      tone: "warn",
      title: READY,
      text: `The certificate expired ${timeAgo(daysUntilExpiry)}. ${text}`,
      next: "Renew the certificate before you install the file.",
    }
    : { tone: "good", title: READY, text, next: "Download it, and import it on your server." };
}

export function openedVerdict({ keys, certificates, mac }: PfxOpened): Judgement {
  const [first] = certificates;
  const name = first?.info.subject.commonName ?? null;
  const owner = name === null ? "" : ` The first certificate is for ${named(name)}.`;
  const text = `It holds ${counted(keys.length, "key")} and ${
    counted(certificates.length, "certificate")
  }.${owner}`;
  const next = keys.length + certificates.length === 0
    ? "Ask for another file: there is nothing in this one to install."
    : "Save the parts that you need.";
  return mac === null
    ? {
      tone: "info",
      title: OPENED,
      text: `${text} It has no MAC, so nothing shows whether it was changed.`,
      next,
    }
    : { tone: "good", title: OPENED, text, next };
}

/** The verdict on a pair: its three outcomes. */
import type { MatchResponse } from "../../../../core/match/contract.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import * as TEXT from "../../../../core/texts.ts";
import { timeAgo } from "../../../../core/kernel/dates.ts";
import type { Judgement } from "../../page/judgement.ts";

export function verdictOf({ match, request, certificate, reason }: MatchResponse): Judgement {
  const { commonName = null } = (certificate ?? request)?.subject ?? {};
  const what = request ? "CSR" : "certificate";
  const owner = commonName === null ? `this ${what}` : `the ${what} of ${named(commonName)}`;
  const because = reason === null ? "" : `${reason}.`.replace(/\.\.$/, ".");
  switch (match) {
    case true: {
      const ended = certificate?.isExpired
        ? ` The certificate expired ${timeAgo(certificate.daysUntilExpiry)}.`
        : "";
      return {
        tone: "good",
        title: request ? TEXT.matchRequest : TEXT.matchCertificate,
        text: `The private key belongs to ${owner}.${ended}`,
        next: request
          ? "Send the CSR to your certificate provider, and keep the key."
          : ended
          ? "Renew the certificate."
          : "Install both on your server, or make a PFX from them.",
      };
    }
    case false:
      return {
        tone: "bad",
        title: TEXT.matchNot,
        text: `The private key does not belong to ${owner}. ${because}`.trim(),
        next: "Open the folder with your files in the Inspector to find the right key.",
      };
    case null:
      return {
        tone: "info",
        title: TEXT.matchUnknown,
        text: because,
        next: "Compare the two digests with the OpenSSL commands below.",
      };
  }
}

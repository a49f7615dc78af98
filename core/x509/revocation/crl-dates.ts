/** The dates of a CRL: whether it applies now. */
import { authorityName } from "../../names/certificate-name.ts";
import { day } from "../../kernel/dates.ts";
import { counted, named } from "../../kernel/formatting.ts";
import type { Crl } from "./crl.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Why a CRL does not apply at `now`: the code of its rule and the message; null if it does. */
export function crlDateFault(
  { issuer, thisUpdate, nextUpdate }: Pick<Crl, "issuer" | "thisUpdate" | "nextUpdate">,
  now: number,
): readonly [code: "crl_expired" | "crl_not_yet_valid", message: string] | null {
  const whose = `The CRL of ${named(authorityName(issuer))}`;
  if (nextUpdate !== null && nextUpdate < now) {
    const days = Math.floor((now - nextUpdate) / DAY);
    const ago = days === 0 ? "today" : `${counted(days, "day")} ago`;
    return [
      "crl_expired",
      `${whose} expired ${ago}, on ${
        day(nextUpdate)
      }: programs that check it refuse every certificate.`,
    ];
  }
  return thisUpdate > now + HOUR
    ? ["crl_not_yet_valid", `${whose} is not valid before ${day(thisUpdate)}.`]
    : null;
}

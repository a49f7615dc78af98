import type { MatchResponse } from "../../../../core/match/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { Tone } from "../../ui/base/tone.ts";

/** Distinguishes the three outcomes. */
export function verdictOf({ match, request }: MatchResponse): { tone: Tone; title: string } {
  switch (match) {
    case true:
      return { tone: "good", title: request ? TEXT.matchRequest : TEXT.matchCertificate };
    case false:
      return { tone: "bad", title: TEXT.matchNot };
    case null:
      return { tone: "info", title: TEXT.matchUnknown };
  }
}

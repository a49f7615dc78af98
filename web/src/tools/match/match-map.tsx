/** The certificates and CSRs with the private key, and whether they belong together, as a map. */
import { useMemo } from "react";
import type { MatchResponse } from "../../../../core/match/contract.ts";
import { certificateName, nameIn } from "../../../../core/names/certificate-name.ts";
import { COUNTED_KINDS, keyText, KINDS } from "../../../../core/verdict/text/kind-words.ts";
import { dateStatus } from "../../page/date-status.ts";
import { matchStatus } from "../../page/match-status.ts";
import type { LineState, MapLine } from "../../ui/map/layout.ts";
import { ObjectMap } from "../../ui/map/object-map.tsx";
import { Tiles } from "../../ui/map/tiles.ts";

export function MatchMap({ result }: { result: MatchResponse }) {
  const map = useMemo(() => mapOf(result), [result]);
  return <ObjectMap {...map} />;
}

const STATES: Readonly<Record<string, LineState>> = {
  true: "proven",
  false: "broken",
  null: "unproven",
};

function mapOf({ candidates, chosen, certificate, privateKey, match }: MatchResponse) {
  const tiles = new Tiles();
  const lines: MapLine[] = [];
  candidates.forEach(({ type, subject, match }, index) => {
    const key = `candidate ${index}`;
    const info = index === chosen ? certificate : null;
    const dates = info && dateStatus(info);
    const named = info ? certificateName(info) : nameIn(subject);
    tiles.add(key, COUNTED_KINDS[type][1], {
      icon: type === "request" ? "csr-decoder" : "certificate",
      title: named || `${KINDS[type]} without a name`,
      note: KINDS[type],
      status: dates ? { tone: dates.tone, text: dates.word } : undefined,
    });
    lines.push({ from: key, to: "key", state: STATES[String(match)] });
  });
  tiles.add("key", COUNTED_KINDS["private-key"][1], {
    icon: "key",
    title: KINDS["private-key"],
    note: keyText(privateKey.publicKey) ?? "",
    status: matchStatus(match),
  });
  return { objects: tiles.objects, lines, describe: tiles.describe };
}

/** The certificates of a chain as a map: the path from the root, a missing issuer as a gap, and the other certificates. */
import { useMemo } from "react";
import { authorityName, certificateName } from "../../../../core/names/certificate-name.ts";
import { dateStatus } from "../../page/date-status.ts";
import type { Link } from "../../ui/certificate/chain-picture.tsx";
import type { LineState, MapLine } from "../../ui/map/layout.ts";
import { ObjectMap } from "../../ui/map/object-map.tsx";
import { missing, Tiles, type TileText } from "../../ui/map/tiles.ts";
import type { Analysis } from "./analysis.ts";
import { ROLES, rungsOf } from "./chain-path.tsx";
import { unusedWords } from "./unused-words.ts";

export function ChainMap({ analysis }: { analysis: Analysis }) {
  const map = useMemo(() => mapOf(analysis), [analysis]);
  // A certificate without any other is in the answer itself.
  if (map.objects.length < 2) return null;
  return <ObjectMap {...map} />;
}

const STATES: Readonly<Record<Link, LineState>> = {
  proven: "proven",
  end: "proven",
  self: "proven",
  unknown: "unproven",
  missing: "missing",
  broken: "broken",
};

function mapOf(analysis: Analysis) {
  const tiles = new Tiles();
  const add = (key: string, text: Omit<TileText, "icon">) =>
    tiles.add(key, "certificates", { icon: "certificate", ...text });
  const lines: MapLine[] = [];
  // The gap says that an issuer is missing.
  const problems = analysis.problems.filter(({ code }) => code !== "issuer_not_found");
  const rungs = rungsOf({ ...analysis, problems });
  rungs.forEach(({ key, title, role, status, problems, link }, index) => {
    // The worst of both has the one place.
    const worst = status.tone === "good" ? problems ?? status : status;
    add(key, { title, note: role, status: worst });
    if (index < rungs.length - 1 || link === "missing") {
      lines.push({ from: String(index + 1), to: key, state: STATES[link] });
    }
  });
  if (rungs.at(-1)?.link === "missing") {
    const { issuer } = analysis.chain[rungs.length - 1].info;
    const kind = analysis.missing[0]?.kind;
    add(String(rungs.length), {
      title: authorityName(issuer) || analysis.missing[0]?.issuer || "",
      note: kind ? ROLES[kind] : "Issuer",
      ...missing("bad"),
    });
  }
  analysis.unused.forEach((entry, index) => {
    const { info } = entry;
    const { tone, word } = dateStatus(info);
    add(`unused ${index}`, {
      title: certificateName(info),
      note: unusedWords(entry, analysis)[0],
      status: { tone, text: word },
    });
  });
  return { objects: tiles.objects, lines, describe: tiles.describe };
}

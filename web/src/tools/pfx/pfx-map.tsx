/** The content of a PFX file as a map: the chain of the certificate, its key, and a missing issuer as a gap. */
import { useMemo } from "react";
import { certificateName, nameIn } from "../../../../core/names/certificate-name.ts";
import type { PfxOpened, PfxResponse } from "../../../../core/pfx/contract.ts";
import { COUNTED_KINDS, keyText, KINDS } from "../../../../core/verdict/text/kind-words.ts";
import { dateStatus } from "../../page/date-status.ts";
import { matchStatus } from "../../page/match-status.ts";
import type { LineState, MapLine } from "../../ui/map/layout.ts";
import { ObjectMap } from "../../ui/map/object-map.tsx";
import { missing, Tiles, type TileText } from "../../ui/map/tiles.ts";
import { missingWords } from "./missing-words.ts";
import { PLACES } from "./places.ts";

/** A certificate of the file, in the order of the chain. */
interface Member {
  title: string;
  place: keyof typeof PLACES;
  status: TileText["status"];
  /** How its signature by the next one is drawn. */
  line: LineState;
}

/** A private key, and the place of its certificate; null for none. */
interface Key {
  note: string;
  certificate: number | null;
}

export function ConvertedMap({ file }: { file: PfxResponse }) {
  const map = useMemo(() => {
    const { certificate, chain, privateKey } = file;
    const members = chain.map(({ subject, place, isExpired, signedByNext }, index): Member => {
      const { tone, word } = dateStatus(certificate);
      return {
        title: index === 0 ? certificateName(certificate) : nameIn(subject),
        place,
        status: index === 0
          ? { tone, text: word }
          : isExpired
          ? { tone: "bad", text: "Expired" }
          : undefined,
        line: signedByNext ? "proven" : "unproven",
      };
    });
    const key = { note: keyText(privateKey.publicKey) ?? "", certificate: 0 };
    return mapOf(members, [key], file.missing);
  }, [file]);
  return <ObjectMap {...map} />;
}

export function OpenedMap({ file }: { file: PfxOpened }) {
  const map = useMemo(() => {
    const members = file.certificates.map(({ info, place }): Member => {
      const { tone, word } = dateStatus(info);
      return {
        title: certificateName(info),
        place,
        status: { tone, text: word },
        line: "proven",
      };
    });
    const keys = file.keys.map(({ publicKey, friendlyName, certificate }) => ({
      note: keyText(publicKey) ?? friendlyName ?? "",
      certificate,
    }));
    return mapOf(members, keys, null);
  }, [file]);
  // A single entry is in the answer itself.
  return map.objects.length < 2 ? null : <ObjectMap {...map} />;
}

const keyOf = (index: number): string => `certificate ${index}`;

function mapOf(
  members: readonly Member[],
  keys: readonly Key[],
  lacking: PfxResponse["missing"],
) {
  const tiles = new Tiles();
  const lines: MapLine[] = [];
  members.forEach(({ title, place, status, line }, index) => {
    tiles.add(keyOf(index), COUNTED_KINDS.certificate[1], {
      icon: "certificate",
      title: title || "Certificate without a name",
      note: PLACES[place],
      status,
    });
    if (members[index + 1]?.place === "chain") {
      lines.push({ from: keyOf(index + 1), to: keyOf(index), state: line });
    }
  });
  if (lacking) {
    tiles.add("missing", COUNTED_KINDS.certificate[1], {
      icon: "certificate",
      title: nameIn(lacking.issuer),
      note: "Issuer",
      ...missing(missingWords(lacking).tone),
    });
    lines.push({ from: "missing", to: keyOf(lacking.index), state: "missing" });
  }
  keys.forEach(({ note, certificate }, index) => {
    const key = `key ${index}`;
    tiles.add(key, COUNTED_KINDS["private-key"][1], {
      icon: "key",
      title: KINDS["private-key"],
      note,
      status: certificate === null ? { tone: "neutral", text: "On its own" } : matchStatus(true),
    });
    if (certificate !== null) lines.push({ from: keyOf(certificate), to: key, state: "proven" });
  });
  return { objects: tiles.objects, lines, describe: tiles.describe };
}

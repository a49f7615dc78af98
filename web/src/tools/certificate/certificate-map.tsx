/** The CAs of this page and what they signed, as a map. The list of each CA has the same. */
import { useMemo } from "react";
import { COUNTED_KINDS, KINDS } from "../../../../core/verdict/text/kind-words.ts";
import type { MapLine } from "../../ui/map/layout.ts";
import { ObjectMap } from "../../ui/map/object-map.tsx";
import { Tiles, type TileText } from "../../ui/map/tiles.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import { certificatesIn, type HeldCa, type Issued } from "./held-cas.ts";
import { isUnsaved, type MadeCertificate } from "./made-certificates.ts";
import { KIND_TEXT } from "./words.ts";

interface CertificateMapProps {
  cas: readonly HeldCa[];
  made: readonly MadeCertificate[];
  /** The certificate that the page shows; null without one. */
  shown: MadeCertificate | null;
  onShow: (id: number) => void;
}

export default function CertificateMap({ cas, made, shown, onShow }: CertificateMapProps) {
  const map = useMemo(() => mapOf(cas, made), [cas, made]);
  // A certificate that signed itself belongs to no other.
  if (map.lines.length === 0) return null;
  const select = (key: string) => {
    const entry = made.find(({ made }) => made.serialNumber === key);
    if (entry && entry.id !== shown?.id) onShow(entry.id);
  };
  return <ObjectMap {...map} selected={shown?.made.serialNumber} onSelect={select} />;
}

function mapOf(cas: readonly HeldCa[], all: readonly MadeCertificate[]) {
  const tiles = new Tiles();
  const lines: MapLine[] = [];
  const bySerial = new Map(all.map((entry) => [entry.made.serialNumber, entry]));
  const add = (key: string, text: Omit<TileText, "icon">) =>
    tiles.add(key, COUNTED_KINDS.certificate[1], { icon: "certificate", ...text });
  /** A CA that was made as a certificate of its own has the serial number of this one. */
  const keyOfCa = ({ id, certificates }: HeldCa): string => {
    const [own] = certificatesIn(certificates);
    return all.find(({ made }) => made.certificate === own)?.made.serialNumber ?? `CA ${id}`;
  };
  for (const ca of cas) {
    const from = keyOfCa(ca);
    // Most users need the key of a CA that was made for one certificate no more.
    const status = ca.isPassing && !ca.isSaved ? undefined : savedStatus(ca.isSaved);
    add(from, { title: ca.name, note: "Your CA", status });
    for (const issued of ca.issued) {
      const { name, kind, serialNumber: to } = issued;
      add(to, { title: name, note: KIND_TEXT[kind], status: statusOf(issued, bySerial.get(to)) });
      lines.push({ from, to, state: "proven" });
    }
    if (ca.crl !== null) {
      const to = `CRL ${from}`;
      tiles.add(to, COUNTED_KINDS.crl[1], { icon: "file", title: KINDS.crl, note: ca.name });
      lines.push({ from, to, state: "proven" });
    }
  }
  for (const { made } of all) {
    add(made.serialNumber, { title: filesOf(made).base, note: KIND_TEXT[made.kind] });
  }
  return { objects: tiles.objects, lines, describe: tiles.describe };
}

const savedStatus = (isSaved: boolean): TileText["status"] =>
  isSaved ? { tone: "good", text: "Saved" } : { tone: "warn", text: "Key not saved" };

function statusOf(
  { reason }: Issued,
  entry: MadeCertificate | undefined,
): TileText["status"] {
  if (reason !== null) return { tone: "bad", text: "Revoked" };
  if (entry && (entry.isSaved || isUnsaved(entry))) return savedStatus(entry.isSaved);
  return { tone: "good", text: "Valid" };
}

/** The map of all objects. The list of objects is the same for keyboards and screen readers. */
import { memo, useCallback, useMemo } from "react";
import { ObjectMap } from "../../ui/map/object-map.tsx";
import type { Picture } from "./inspection.ts";
import { keyOf, mapOf, rowAt } from "./map-of.ts";
import { type Compared, isComparable, pairOf } from "./pairs.ts";

export interface InspectMapProps {
  picture: Picture;
  selected: number | null;
  /** Whether the details of an object take its place on a narrow screen. */
  away: boolean;
  onSelect: (id: number) => void;
  onCompare: (pair: Compared) => void;
}

function WholeMap({ picture, selected, away, onSelect, onCompare }: InspectMapProps) {
  const map = useMemo(() => mapOf(picture), [picture]);
  const select = useCallback((key: string) => {
    const row = rowAt(picture, key);
    if (row) onSelect(row.id);
  }, [picture, onSelect]);
  const canCompare = useCallback((key: string) => {
    const row = rowAt(picture, key);
    return row !== undefined && isComparable(row);
  }, [picture]);
  const compare = useCallback((a: string, b: string) => {
    onCompare(pairOf(picture, rowAt(picture, a)!, rowAt(picture, b)!));
  }, [picture, onCompare]);
  // A single object is shown by itself.
  if (map.objects.length < 2) return null;
  return (
    <ObjectMap
      {...map}
      selected={selected === null ? null : keyOf(selected)}
      onSelect={select}
      canCompare={canCompare}
      onCompare={compare}
      away={away}
    />
  );
}

export const InspectMap = memo(WholeMap);

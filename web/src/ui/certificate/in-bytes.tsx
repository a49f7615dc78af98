/** Shows a certificate with its bytes: complete numbers, and a link from each field to its bytes. */
import type { ReactNode } from "react";
import type { Extension } from "../../../../core/x509/shapes.ts";
import { Button } from "../base/button.tsx";
import { WholeName } from "../base/whole-name.tsx";

export interface InBytes {
  numbers: readonly { name: string; hex: string }[];
  serialDecimal: string | null;
  signatureValue: string | null;
  names: readonly { ascii: string; unicode: string; mixed: readonly string[] | null }[];
  trees: readonly {
    oid: string;
    nodes: readonly { depth: number; tag: string; value: string }[];
  }[];
  /** Returns a button that leads to the field's bytes; nothing if the field is absent. */
  button: (field: string) => ReactNode;
}

/** Scrolls to a field and focuses its button: the way back from the bytes. */
export function showField(field: string): void {
  const button = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  button?.scrollIntoView({ block: "center" });
  button?.focus({ preventScroll: true });
}

interface ToBytesProps {
  field: string;
  offsets: readonly { field: string; offset: number }[];
  onBytes: (offset: number) => void;
}

/** A button that leads from a field to its bytes. */
export function ToBytes({ field, offsets, onBytes }: ToBytesProps) {
  const place = offsets.find((known) => known.field === field);
  return place && (
    <Button
      size="tiny"
      kind="quiet"
      data-field={field}
      onClick={() => onBytes(place.offset)}
    >
      <WholeName name={`Bytes of ${field}`} shown="Bytes" />
    </Button>
  );
}

/** Returns the ASN.1 elements of an extension without a decoder, one per line, indented by depth. */
export function treeText({ trees }: InBytes, { oid }: Extension): string | undefined {
  return trees.find((tree) => tree.oid === oid)?.nodes.map(({ depth, tag, value }) =>
    `${"  ".repeat(depth)}${tag}${value && ` ${value}`}`
  ).join("\n");
}

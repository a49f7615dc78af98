import type { BasicConstraints, Extension } from "../../../../core/x509/shapes.ts";
import { type Data, DataValue } from "./data-value.tsx";
import { Hex } from "../data/hex.tsx";
import { ItemList } from "../layout/item-list.tsx";
import { StatusPill } from "../feedback/pill.tsx";
import { pageText } from "../../lib/page-text.ts";

const BASIC_CONSTRAINTS = "2.5.29.19";

/** Bytes of an unknown extension that are drawn. */
const HEX_LIMIT = 64;

/** Extensions in their order: decoded where that is known, their bytes where it is not. */
export function ExtensionList({ extensions }: { extensions: readonly Extension[] }) {
  return (
    <ItemList
      items={extensions.map((extension) => ({
        title: extension.name,
        data: extension.name === extension.oid ? undefined : extension.oid,
        status: (
          <>
            {extension.critical && <StatusPill tone="neutral">Critical</StatusPill>}
            {extension.problem !== null && <StatusPill tone="warn">Cannot be read</StatusPill>}
          </>
        ),
        children: <Content extension={extension} />,
      }))}
    />
  );
}

function Content({ extension: { oid, value, hex, problem } }: { extension: Extension }) {
  if (problem !== null) {
    return (
      <>
        <p>{pageText(problem)}</p>
        <Hex value={hex} limit={HEX_LIMIT} />
      </>
    );
  }
  if (value === null || value === undefined) return <Hex value={hex} limit={HEX_LIMIT} />;
  // The answer in words where the structure says less than it means.
  if (oid === BASIC_CONSTRAINTS) return <p>{constraintsText(value as BasicConstraints)}</p>;
  return <DataValue data={value as Data} />;
}

function constraintsText({ ca, pathLen }: BasicConstraints): string {
  if (!ca) return "Not a certificate authority";
  if (pathLen === null) return "A certificate authority, without a path limit";
  return `A certificate authority, at most ${pathLen} more below it`;
}

import type { BasicConstraints, Extension } from "../../../../core/x509/shapes.ts";
import { OidLink } from "./oid-link.tsx";
import { type Data, DataValue } from "./data-value.tsx";
import { extensionData, extensionTitle } from "./extension-names.ts";
import { type InBytes, treeText } from "./in-bytes.tsx";
import { CodeBlock } from "../data/code.tsx";
import { Hex } from "../data/value.tsx";
import { ItemList } from "../layout/item-list.tsx";
import { StatusPill } from "../feedback/status.tsx";

const BASIC_CONSTRAINTS = "2.5.29.19";

/** The number of bytes of an unknown extension that are shown. */
const HEX_LIMIT = 64;

/** Extensions in their order: decoded if known, else as bytes. */
export function ExtensionList(
  { extensions, inBytes }: { extensions: readonly Extension[]; inBytes?: InBytes },
) {
  return (
    <ItemList
      items={extensions.map((extension) => ({
        title: extensionTitle(extension),
        data: extensionData(extension),
        status: (
          <>
            {extension.critical && <StatusPill tone="neutral">Critical</StatusPill>}
            {extension.problem !== null && <StatusPill tone="warn">Cannot be read</StatusPill>}
            <OidLink oid={extension.oid} />
            {inBytes?.button(extension.name)}
          </>
        ),
        children: <Content extension={extension} tree={inBytes && treeText(inBytes, extension)} />,
      }))}
    />
  );
}

function Content(
  { extension: { oid, name, value, hex, problem }, tree }: { extension: Extension; tree?: string },
) {
  if (problem !== null) {
    return (
      <>
        <p>{problem}</p>
        <Hex value={hex} limit={HEX_LIMIT} />
      </>
    );
  }
  if (tree) return <CodeBlock title="ASN.1" code={tree} copyName={`Copy ASN.1 of ${name}`} />;
  if (value === null || value === undefined) return <Hex value={hex} limit={HEX_LIMIT} />;
  // As a sentence, because the decoded values do not explain themselves.
  if (oid === BASIC_CONSTRAINTS) return <p>{constraintsText(value as BasicConstraints)}</p>;
  return <DataValue data={value as Data} />;
}

function constraintsText({ ca, pathLen }: BasicConstraints): string {
  if (!ca) return "Not a CA";
  if (pathLen === null) return "A CA, without a path limit";
  return `A CA, with at most ${pathLen} more below it`;
}

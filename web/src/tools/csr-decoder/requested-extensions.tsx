import type { Extension, Extensions } from "../../../../core/pki/shapes.ts";
import { Section } from "../../ui/card.tsx";
import { Hex } from "../../ui/hex.tsx";
import { Chips, type Item, ItemList } from "../../ui/item-list.tsx";
import { Stack } from "../../ui/layout.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { StatusPill } from "../../ui/pill.tsx";

const SUBJECT_ALT_NAME = "2.5.29.17";
const KEY_USAGE = "2.5.29.15";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const BASIC_CONSTRAINTS = "2.5.29.19";

/** Bytes of an unknown extension that are drawn. */
const HEX_LIMIT = 64;

/** What the request asks to be put into the certificate. */
export function RequestedExtensions({ extensions }: { extensions: Extensions }) {
  const { subjectAltName, keyUsage, extendedKeyUsage, basicConstraints, all } = extensions;
  const byOid = new Map(all.map((extension) => [extension.oid, extension]));
  const items = all
    .filter((extension) => extension.oid !== SUBJECT_ALT_NAME || extension.problem !== null)
    .map((extension): Item => ({
      title: extension.name,
      data: extension.name === extension.oid ? undefined : extension.oid,
      status: <Flags extension={extension} />,
      children: content(extension),
    }));

  function content(extension: Extension) {
    if (extension.problem !== null) {
      return (
        <>
          <p>{extension.problem}</p>
          <Hex value={extension.hex} limit={HEX_LIMIT} />
        </>
      );
    }
    switch (extension.oid) {
      case KEY_USAGE:
        return <Chips words={keyUsage} />;
      case EXTENDED_KEY_USAGE:
        return <Chips words={extendedKeyUsage} />;
      case BASIC_CONSTRAINTS:
        return <p>{constraintsText(basicConstraints)}</p>;
      default:
        return <Hex value={extension.hex} limit={HEX_LIMIT} />;
    }
  }

  return (
    <>
      <Section
        heading="Subject Alternative Names"
        count={subjectAltName.length > 0 ? subjectAltName.length.toLocaleString("en") : undefined}
        aside={byOid.get(SUBJECT_ALT_NAME)?.critical && (
          <StatusPill tone="neutral">Critical</StatusPill>
        )}
      >
        {subjectAltName.length > 0
          ? (
            <LongList
              what="names"
              rows={subjectAltName.map(({ type, value }) => ({ kind: type, value }))}
            />
          )
          : <p>The request asks for none.</p>}
      </Section>
      {items.length > 0 && (
        <Section heading="Requested Extensions" count={items.length}>
          <Stack>
            <ItemList items={items} />
          </Stack>
        </Section>
      )}
    </>
  );
}

function Flags({ extension: { critical, problem } }: { extension: Extension }) {
  return (
    <>
      {critical && <StatusPill tone="neutral">Critical</StatusPill>}
      {problem !== null && <StatusPill tone="warn">Cannot be read</StatusPill>}
    </>
  );
}

function constraintsText(constraints: Extensions["basicConstraints"]): string {
  if (!constraints?.ca) return "Not a certificate authority";
  if (constraints.pathLen === null) return "A certificate authority, without a path limit";
  return `A certificate authority, at most ${constraints.pathLen} more below it`;
}

import type { OtherPath } from "../../../../core/chain/contract.ts";
import { Section } from "../layout/card.tsx";
import { day } from "../../lib/dates.ts";
import { ItemList } from "../layout/item-list.tsx";
import { Stack } from "../layout/layout.tsx";
import { StatusPill } from "../feedback/pill.tsx";
import { Value } from "../data/value.tsx";

/** The other valid paths besides the one that is drawn, each with its root and its end. */
export function OtherPaths({ paths }: { paths: readonly OtherPath[] }) {
  if (paths.length === 0) return null;
  return (
    <Section heading="Other valid paths" count={paths.length}>
      <Stack gap={3}>
        <p>An authority is cross-signed, so clients may take another path than the one above.</p>
        <ItemList
          items={paths.map(({ names, trusted, notAfter }) => ({
            title: <Value>{names[names.length - 1]}</Value>,
            data: `until ${day(notAfter)}`,
            status: (
              <StatusPill tone={trusted ? "good" : "warn"}>
                {trusted ? "In Mozilla's list" : "Private root"}
              </StatusPill>
            ),
            children: (
              <p>
                {names.toReversed().map((name, index) => (
                  <span key={index}>
                    {index > 0 && " signed "}
                    <Value>{name}</Value>
                  </span>
                ))}
              </p>
            ),
          }))}
        />
      </Stack>
    </Section>
  );
}

/** Ways into a comparison: pairs with a name in common, and any other certificate or CSR. */
import { useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { namedFile, printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { Button } from "../../ui/base/button.tsx";
import { SelectInline } from "../../ui/form/select-inline.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { day } from "../../../../core/kernel/dates.ts";
import type { Picture } from "./inspection.ts";
import { type Compared, isComparable, pairOf } from "./pairs.ts";
import { titleOf } from "./words.ts";

/** How many pairs the overview lists, and how many objects one can be compared with. */
const MOST = 5;
const MOST_OTHERS = 200;

interface OfferProps {
  picture: Picture;
  onCompare: (pair: Compared) => void;
}

/** The pairs of all objects; nothing if there are none. */
export function ComparablePairs({ picture, onCompare }: OfferProps) {
  const { comparable, rows } = picture;
  const pairs = comparable.flatMap(({ before, after }) => {
    const [first, second] = [rows.get(before), rows.get(after)];
    return first && second ? [{ first, second }] : [];
  });
  if (pairs.length === 0) return null;
  return (
    <Section heading="Same name" count={pairs.length}>
      <ItemList
        items={pairs.slice(0, MOST).map(({ first, second }) => ({
          title: printable(titleOf(second)),
          children: (
            <Stack gap={2}>
              <p>{sentenceStart(placed(first))} and {placed(second)}</p>
              <Row>
                <Button
                  size="small"
                  onClick={() => onCompare({ before: first.id, after: second.id })}
                >
                  Compare both
                </Button>
              </Row>
            </Stack>
          ),
        }))}
      />
      {pairs.length > MOST && (
        <p>… and {withCommas(pairs.length - MOST)} more. Select an item to compare it.</p>
      )}
    </Section>
  );
}

/** The pairs of one object first, then every other certificate and CSR. */
export function CompareWith({ row, picture, onCompare }: OfferProps & { row: ObjectRow }) {
  const { comparable, rows } = picture;
  const pairs = comparable.filter(({ before, after }) => before === row.id || after === row.id);
  const partners = new Set(pairs.map(({ before, after }) => before === row.id ? after : before));
  const others = [...rows.values()].filter((other) =>
    other.id !== row.id && isComparable(other) && !partners.has(other.id)
  );
  const options = [
    ...[...partners].flatMap((id) => rows.get(id) ?? []),
    ...others.slice(0, MOST_OTHERS),
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  if (!isComparable(row) || options.length === 0) return null;
  const other = chosen ?? String(options[0].id);
  const compare = () => onCompare(pairOf(picture, row, rows.get(Number(other))!));
  return (
    <Section heading="Compare">
      <Row gap={2}>
        <SelectInline
          label="With"
          value={other}
          options={options.map((option) => ({
            value: String(option.id),
            text: `${printable(titleOf(option))}, ${placed(option)}`,
          }))}
          onChange={setChosen}
        />
        <Button size="small" onClick={compare}>Compare</Button>
      </Row>
    </Section>
  );
}

/** "certificate until 8 Jun 2027 in a.pem". */
function placed(row: ObjectRow): string {
  const what = row.kind === "request" ? "CSR" : "certificate";
  const until = row.notAfter ? ` until ${day(row.notAfter)}` : "";
  return `${what}${until} in ${namedFile(row.places[0].file)}`;
}

const sentenceStart = (text: string): string => text[0].toUpperCase() + text.slice(1);

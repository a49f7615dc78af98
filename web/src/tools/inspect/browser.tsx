/** The objects: grouped with those that they belong to, or in one list that is searched and sorted. */
import { useDeferredValue, useMemo, useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { counted, printable, withCommas } from "../../../../core/kernel/formatting.ts";
import type { Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { WholeName } from "../../ui/base/whole-name.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { ObjectTree } from "../../ui/data/object-tree.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { SelectInline } from "../../ui/form/select-inline.tsx";
import { Value } from "../../ui/data/value.tsx";
import { forestOf, objectsIn, pruned, sizeOf, type Tree, treeOf } from "./forest.ts";
import { useSlices } from "./use-slices.ts";
import { kindOf, searchText, titleOf } from "./words.ts";

/**
 * The cards shown before the user asks for more. A narrow screen shows half of them, because it
 * renders the list again after each object.
 */
const FIRST = 40;
const firstHere = () => matchMedia("(max-width: 61.99rem)").matches ? FIRST / 2 : FIRST;
const MORE = 200;

const ORDERS = [
  { value: "together", text: "Matching items" },
  { value: "name", text: "Name" },
  { value: "expiry", text: "Expiry" },
  { value: "kind", text: "Kind" },
] as const;
type Order = (typeof ORDERS)[number]["value"];

let collator: Intl.Collator | undefined;
/** Created when a list is first sorted, because on a slow phone this takes longer than a frame. */
const compareTexts = (a: string, b: string) =>
  (collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" })).compare(a, b);
const COMPARE: Readonly<Record<Exclude<Order, "together">, (a: Keyed, b: Keyed) => number>> = {
  name: (a, b) => compareTexts(a.title, b.title),
  // Objects without a date come last.
  expiry: (a, b) => a.until - b.until || compareTexts(a.title, b.title),
  kind: (a, b) => compareTexts(a.kind, b.kind) || compareTexts(a.title, b.title),
};

interface Keyed {
  row: ObjectRow;
  title: string;
  kind: string;
  until: number;
  text: string;
}

interface ObjectBrowserProps {
  picture: Picture;
  selected: number | null;
  onSelect: (id: number) => void;
}

export function ObjectBrowser({ picture, selected, onSelect }: ObjectBrowserProps) {
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<Order>("together");
  // Clicks and typing stay fast while thousands of objects are searched.
  const wanted = useDeferredValue(query.trim().toLowerCase());
  const chosen = useDeferredValue(order);
  const { growing } = picture;
  const forest = useMemo(() => growing ? null : forestOf(picture), [picture, growing]);
  const asPicture = forest !== null && chosen === "together" && wanted === "";
  // While files are being read, the first objects are enough.
  const asFound = forest === null && chosen === "together" && wanted === "";
  const keyed = useMemo(
    () =>
      (asPicture ? [] : [...picture.rows.values()].slice(0, asFound ? FIRST + MORE : Infinity))
        .map((row): Keyed => ({
          row,
          title: titleOf(row),
          kind: kindOf(row),
          until: row.notAfter ? Date.parse(row.notAfter) : Infinity,
          text: searchText(row),
        })),
    [picture, asPicture, asFound],
  );
  const flat = useMemo(() => {
    const words = wanted.split(/\s+/).filter(Boolean);
    const found = words.length > 0
      ? keyed.filter(({ text }) => words.every((word) => text.includes(word)))
      : keyed;
    return chosen === "together" ? found : found.toSorted(COMPARE[chosen]);
  }, [keyed, wanted, chosen]);
  const trees = useMemo(() => flat.map(({ row }) => treeOf(row)), [flat]);
  const tree = { selected, onSelect };
  return (
    <Stack gap={4}>
      {picture.rows.size > 1 && (
        <Row spread>
          <SearchField
            label="Search objects"
            placeholder={`Search ${counted(picture.rows.size, "object")}`}
            value={query}
            onChange={setQuery}
          />
          <SelectInline
            label="Order"
            value={order}
            options={ORDERS}
            onChange={(value) => setOrder(value as Order)}
          />
        </Row>
      )}
      <Stack label="Objects">
        {asPicture
          ? (
            <>
              <Group heading="Together" trees={forest.together} {...tree} />
              <Group heading="On their own" trees={forest.alone} {...tree} />
              <Group heading="Containers, lists and records" trees={forest.others} {...tree} />
            </>
          )
          : (
            <Group
              heading={wanted ? "Found" : growing ? "Found so far" : "All objects"}
              trees={trees}
              always
              {...tree}
            />
          )}
        <PutAside picture={picture} wanted={wanted} onSelect={onSelect} />
      </Stack>
    </Stack>
  );
}

interface GroupProps {
  heading: string;
  trees: readonly Tree[];
  selected: number | null;
  onSelect: (id: number) => void;
  /** Shown even if it is empty. */
  always?: boolean;
}

function Group({ heading, trees, selected, onSelect, always }: GroupProps) {
  const [room, setRoom] = useState(firstHere);
  const drawn = useSlices(room, FIRST);
  const all = useMemo(() => sizeOf(trees), [trees]);
  const objects = useMemo(() => objectsIn(trees), [trees]);
  const shown = useMemo(() => pruned(trees, drawn), [trees, drawn]);
  if (all === 0 && !always) return null;
  return (
    <Section heading={heading} count={objects.size}>
      {all === 0 ? <p>Nothing.</p> : (
        <Stack gap={3}>
          <ObjectTree
            label={heading}
            nodes={shown}
            // Lists without the selected object are not rendered again.
            selected={selected !== null && objects.has(selected) ? selected : null}
            onSelect={onSelect}
          />
          {all > room && (
            <Button size="small" onClick={() => setRoom(room + MORE)}>
              Show {withCommas(Math.min(MORE, all - room))} more
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}

function PutAside(
  { picture: { skipped }, wanted, onSelect }: {
    picture: Picture;
    wanted: string;
    onSelect: (id: number) => void;
  },
) {
  const [room, setRoom] = useState(firstHere);
  const drawn = useSlices(room, FIRST);
  const found = wanted === ""
    ? skipped
    : skipped.filter(({ file, message }) => `${file}\n${message}`.toLowerCase().includes(wanted));
  if (found.length === 0) return null;
  return (
    <Section heading="Skipped" count={found.length}>
      <Stack gap={3}>
        <ItemList
          items={found.slice(0, drawn).map(({ file, message, id }) => ({
            title: <Value>{file}</Value>,
            status: id === null ? undefined : (
              <Button
                size="small"
                kind="quiet"
                onClick={() => onSelect(id)}
              >
                <WholeName name={`Look at ${printable(file)}`} shown="Look" />
              </Button>
            ),
            children: <p>{message}</p>,
          }))}
        />
        {found.length > room && (
          <Button size="small" onClick={() => setRoom(room + MORE)}>
            Show {withCommas(Math.min(MORE, found.length - room))} more
          </Button>
        )}
      </Stack>
    </Section>
  );
}

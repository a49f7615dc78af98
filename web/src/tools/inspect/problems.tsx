import { useMemo, useState } from "react";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { RuleLink } from "../../page/rule-link.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { namesIn, type ProblemGroup, problemGroups } from "./problem-groups.ts";
import { useSlices } from "./use-slices.ts";
import { namedRow, SEVERITY, titleOf } from "./words.ts";

/** The objects of a problem that are shown before the user asks for more. */
const FIRST = 20;
const MORE = 200;

interface ProblemsProps {
  rows: ReadonlyMap<number, ObjectRow>;
  /** The object that is shown opened, with its own findings. */
  except: number | null;
  onSelect: (id: number) => void;
}

/** The problems by kind, each with the number of its objects and their names. */
export function Problems({ rows, except, onSelect }: ProblemsProps) {
  const groups = useMemo(
    () => problemGroups([...rows.values()].filter(({ id }) => id !== except)),
    [rows, except],
  );
  if (groups.length === 0) return null;
  return (
    <Section heading="Problems" count={groups.length}>
      <ItemList
        findings
        items={groups.map((group) => ({
          title: group.title,
          data: withCommas(group.found.length),
          status: (
            <StatusPill tone={SEVERITY[group.severity].tone}>
              {SEVERITY[group.severity].text}
            </StatusPill>
          ),
          children: <About group={group} onSelect={onSelect} />,
        }))}
      />
    </Section>
  );
}

function About({ group, onSelect }: { group: ProblemGroup; onSelect: ProblemsProps["onSelect"] }) {
  const { code, found, why, advice } = group;
  const names = useMemo(() => namesIn(found.map(({ row }) => namedRow(row))), [found]);
  return (
    <>
      <p>
        {why} {advice} <RuleLink code={code} />
      </p>
      {found.length === 1
        ? <Members group={group} onSelect={onSelect} />
        : (
          <Disclosure summary={names}>
            {() => <Members group={group} onSelect={onSelect} />}
          </Disclosure>
        )}
    </>
  );
}

function Members(
  { group: { found }, onSelect }: { group: ProblemGroup; onSelect: ProblemsProps["onSelect"] },
) {
  const [room, setRoom] = useState(FIRST);
  const drawn = useSlices(room, FIRST);
  return (
    <Stack gap={3}>
      <ItemList
        items={found.slice(0, drawn).map(({ row, message, newer }) => ({
          title: (
            <Button size="small" kind="quiet" flush onClick={() => onSelect(row.id)}>
              {printable(titleOf(row))}
            </Button>
          ),
          children: (
            <p>
              <Value>{message}</Value>
              {newer !== null && ` ${newer}`}
            </p>
          ),
        }))}
      />
      {found.length > room && (
        <Button size="small" onClick={() => setRoom(room + MORE)}>
          Show {withCommas(Math.min(MORE, found.length - room))} more
        </Button>
      )}
    </Stack>
  );
}

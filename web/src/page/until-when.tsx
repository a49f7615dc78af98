/** Until when a chain works, and what is known to change: a row of dates, and a file for calendars. */
import { authorityName } from "../../../core/names/certificate-name.ts";
import { CALENDAR_TYPE, calendarFile } from "../../../core/chain/calendar-file.ts";
import type { CalendarDate, ChainResponse } from "../../../core/chain/contract.ts";
import { chainFileName } from "../../../core/file-names.ts";
import { day } from "../../../core/kernel/dates.ts";
import { DownloadButton } from "../ui/base/download-button.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Row } from "../ui/layout/layout.tsx";
import { MarkRow, type ShownMark } from "../ui/result/marks.tsx";
import { markOf } from "./date-mark.ts";

type Analyzed = Pick<ChainResponse, "calendar" | "certificate" | "evaluatedAt" | "validation">;

interface UntilWhenProps {
  analysis: Analyzed;
  /** The answer above; a date in it is not repeated. */
  answer?: string;
  name?: string | null;
}

/** Every date. */
export function UntilWhen({ analysis, answer, name }: UntilWhenProps) {
  const { calendar = [] } = analysis;
  if (calendar.length === 0) return null;
  return (
    <Section heading="Until when" aside={<Calendar analysis={analysis} name={name} />}>
      <MarkRow label="Dates" marks={marksOf(analysis, answer)} />
    </Section>
  );
}

/** Its renewal, its end, and the dates that ask for something. */
export function ShortUntilWhen({ analysis }: UntilWhenProps) {
  const { calendar = [] } = analysis;
  if (calendar.length === 0) return null;
  const marks = marksOf(analysis).filter(({ tone }, place) =>
    calendar[place].kind === "renew" || calendar[place].kind === "expires" ||
    tone === "warn" || tone === "bad"
  );
  return (
    <>
      <Row spread>
        <h3>Until when</h3>
        <Calendar analysis={analysis} />
      </Row>
      <MarkRow label="Dates" marks={marks} />
    </>
  );
}

/** The dates as a file for calendars; nothing if all are past. */
function Calendar({ analysis, name }: UntilWhenProps) {
  const { calendar = [], certificate: { subject, fingerprints }, evaluatedAt } = analysis;
  if (calendar.every(({ isPast }) => isPast)) return null;
  return (
    <DownloadButton
      label="Add to calendar"
      type={CALENDAR_TYPE}
      filename={chainFileName(subject, "dates.ics")}
      content={() =>
        calendarFile(calendar, {
          name: name ?? authorityName(subject),
          fingerprint: fingerprints.sha256,
          now: Date.parse(evaluatedAt),
        })}
    />
  );
}

function marksOf({ calendar = [], evaluatedAt, validation }: Analyzed, answer = ""): ShownMark[] {
  const now = Date.parse(evaluatedAt);
  const end = calendar.find(({ kind }) => kind === "expires")?.date ?? "";
  return calendar.map((date, place) => {
    const { tone, verdict } = markOf(date, now, end);
    return {
      name: titleOf(calendar, place),
      // No date makes a chain good that is not valid.
      tone: tone === "good" && validation.isValid === false ? "neutral" : tone,
      word: answer.includes(day(date.date)) ? verdict : `${day(date.date)}, ${verdict}`,
      reason: `${date.message} (${date.clause})`,
      details: (
        <>
          <p>{date.message}</p>
          <p>
            {CERTAINTY[date.certainty]} Source: {date.clause}.
          </p>
        </>
      ),
    };
  });
}

const CERTAINTY = {
  certain: "",
  recommended: "Recommended.",
  announced: "Announced.",
  expected: "Expected.",
} as const;

/** Several intermediates have the same title. */
function titleOf(calendar: readonly CalendarDate[], place: number): string {
  const { title } = calendar[place];
  const before = calendar.slice(0, place).filter((other) => other.title === title).length;
  return before === 0 ? title : `${title} (${before + 1})`;
}

/** The linter's findings on one certificate. It runs when the rest of the result is shown. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { certificateLint } from "../../../core/certificate/contract.ts";
import { JUDGE_AS, type JudgeAs } from "../../../core/judge-as.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { counted, withCommas } from "../../../core/kernel/formatting.ts";
import { repeated } from "../lib/text.ts";
import { routeOf, run } from "../run/run.ts";
import { JUDGED_AS } from "./judged-as.ts";
import { RuleLink } from "./rule-link.tsx";
import { Button } from "../ui/base/button.tsx";
import { WholeName } from "../ui/base/whole-name.tsx";
import type { Tone } from "../ui/base/tone.ts";
import { SearchField } from "../ui/form/search-field.tsx";
import { Value } from "../ui/data/value.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { StatusPill } from "../ui/feedback/status.tsx";
import { CheckboxField } from "../ui/form/field.tsx";
import { SelectInline } from "../ui/form/select-inline.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Disclosure } from "../ui/layout/disclosure.tsx";
import { ItemList } from "../ui/layout/item-list.tsx";
import { Row, Stack } from "../ui/layout/layout.tsx";

/** The answer of `certificate/lint` for one certificate. */
export type Linted = OutputOf<typeof certificateLint>["certificates"][number];
type LintFinding = Linted["findings"][number];

interface OtherFindings {
  codes: readonly string[];
  /** The list without the findings that have one of these codes. */
  list: (without: ReadonlySet<string>) => ReactNode;
}

interface RulesProps {
  /** The certificate, as PEM. */
  certificate: string;
  /** Certificates that may be part of its path, as PEM. */
  issuers: string;
  /** The validation time (ISO 8601). */
  at: string;
  /** Findings of others than the linter, which come first in the same list. */
  others?: OtherFindings;
  /** Shows a byte of the certificate; absent if the page has no view of its bytes. */
  onBytes?: (offset: number) => void;
  /** Called with the shown findings, for exports; with null while the rules are checked again. */
  onLinted?: (linted: Linted | null) => void;
}

const OPTIONS = JUDGE_AS.map((value) => ({ value, text: JUDGED_AS[value] }));

const GROUPS: readonly {
  severity: LintFinding["severity"];
  tone: Tone;
  one: string;
  many: string;
}[] = [
  { severity: "error", tone: "bad", one: "error", many: "errors" },
  { severity: "warning", tone: "warn", one: "warning", many: "warnings" },
  { severity: "info", tone: "neutral", one: "note", many: "notes" },
];
/** With at least this many findings, a search field is shown. */
const SEARCHED = 6;

type State =
  | { status: "busy" }
  | { status: "failed"; message: string }
  | { status: "done"; linted: Linted };

/** Mount a new component for each certificate. */
export function Rules(
  { certificate, issuers, at, others, onBytes, onLinted }: RulesProps,
) {
  const [judgeAs, setJudgeAs] = useState<JudgeAs>("auto");
  const [state, setState] = useState<State>({ status: "busy" });
  // A result without a click is not announced, because the page has announced the main result.
  const [wasAsked, setWasAsked] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  // If this browser cannot check the rules, the certificate is not sent to the server for it.
  const isHere = routeOf(certificateLint).where === "device";

  const check = async (as: JudgeAs) => {
    underWay.current?.abort();
    const { signal } = underWay.current = new AbortController();
    const input = { certificate: `${certificate}\n${issuers}`, judgeAs: as, at };
    const outcome = await run(certificateLint, input, { signal });
    if (signal.aborted) return;
    onLinted?.(outcome.ok ? outcome.value.certificates[0] : null);
    setState(
      outcome.ok
        ? { status: "done", linted: outcome.value.certificates[0] }
        : { status: "failed", message: outcome.error.message },
    );
  };

  useEffect(() => {
    if (isHere) check("auto");
    return () => underWay.current?.abort();
  }, []);
  const choose = (as: JudgeAs) => {
    setJudgeAs(as);
    setWasAsked(true);
    setState({ status: "busy" });
    onLinted?.(null);
    check(as);
  };

  const { status } = state;
  // The linter says more about a rule, so a finding of both is shown as the linter's.
  const linted = new Set(
    status === "done" ? state.linted.findings.map(({ code }) => code) : [],
  );
  const found = others?.codes.filter((code) => !linted.has(code)).length ?? 0;
  if (!isHere && found === 0) return null;
  return (
    <Section
      heading={others ? "Findings" : "Rules"}
      count={status === "done" ? found + state.linted.findings.length : isHere ? undefined : found}
      screenOnly={status !== "done" && found === 0}
    >
      <Stack gap={3}>
        {found > 0 && others!.list(linted)}
        {isHere && (
          <>
            <p>Rules of RFC 5280, of public CAs and of browsers, each with its clause.</p>
            <Row gap={3}>
              <SelectInline
                label="Judge as"
                value={judgeAs}
                options={OPTIONS}
                onChange={(value) => choose(value as JudgeAs)}
              />
              {status === "done" && judgeAs === "auto" && (
                <span>Judged as: {JUDGED_AS[state.linted.judgedAs]}</span>
              )}
            </Row>
            <div role={wasAsked ? "status" : undefined}>
              {status === "busy" && <p>Checking the rules...</p>}
              {status === "done" && <p>{summaryOf(state.linted)}</p>}
            </div>
            {status === "failed" && (
              <Banner tone="bad" title="The rules were not checked" quiet={!wasAsked}>
                <p>{state.message}</p>
              </Banner>
            )}
            {status === "done" && <Findings linted={state.linted} onBytes={onBytes} />}
          </>
        )}
      </Stack>
    </Section>
  );
}

/** "2 errors, 1 note. It passes 131 rules." */
function summaryOf({ findings, passed }: Linted): string {
  const counts = GROUPS.flatMap(({ severity, one, many }) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [counted(count, one, many)];
  });
  const rules = counted(passed, "rule");
  return counts.length === 0
    ? `No faults in ${rules} of this profile.`
    : `${counts.join(", ")}. It passes ${rules}.`;
}

function Findings(
  { linted: { findings, passed, judgedAs, role }, onBytes }:
    & { linted: Linted }
    & Pick<RulesProps, "onBytes">,
) {
  const [search, setSearch] = useState("");
  const [errorsOnly, setErrorsOnly] = useState(false);
  const words = search.trim().toLowerCase();
  const errors = findings.filter(({ severity }) => severity === "error");
  const shown = (errorsOnly ? errors : findings).filter((
    { code, title, clause, message, where },
  ) =>
    [code, title, clause, message, where.field].some((text) => text.toLowerCase().includes(words))
  );
  // Said once above the findings.
  const asking = findings.filter(({ severity }) => severity !== "info");
  const said = repeated(asking.map(adviceOf));
  const shared = asking.find((finding) => adviceOf(finding) === said) ?? null;
  const groups = GROUPS.map((named) => ({
    ...named,
    group: shown.filter(({ severity }) => severity === named.severity),
  })).filter(({ group }) => group.length > 0);
  return (
    <>
      {findings.length >= SEARCHED && (
        <Row>
          <SearchField
            label="Search rules"
            placeholder="Field, clause or word"
            value={search}
            onChange={setSearch}
          />
          {errors.length > 0 && errors.length < findings.length && (
            <CheckboxField label="Only errors" checked={errorsOnly} onChange={setErrorsOnly} />
          )}
        </Row>
      )}
      {shared !== null && <p>Unless a finding says otherwise: {adviceOf(shared)}</p>}
      {words !== "" && shown.length === 0 && <p>No finding matches your search.</p>}
      {groups.map(({ severity, tone, one, many, group }, index) => {
        const heading = counted(group.length, one, many);
        return (
          <section key={severity} aria-label={heading}>
            <ItemList
              findings
              continues={index > 0}
              items={group.map((finding) => ({
                title: finding.title,
                data: finding.clause,
                status: <StatusPill tone={tone}>{one[0].toUpperCase() + one.slice(1)}</StatusPill>,
                children: <About finding={finding} shared={shared} onBytes={onBytes} />,
              }))}
            />
          </section>
        );
      })}
      <Disclosure summary={`Passes ${counted(passed, "rule")}`}>
        <p>
          It passes all other rules that applied to{" "}
          {role === "leaf" ? "an end entity" : `a ${role} CA`} when it was issued. Judged as:{" "}
          {JUDGED_AS[judgedAs]}.
        </p>
      </Disclosure>
    </>
  );
}

/** Why a finding matters, and what to do. A note asks for nothing, so it has only the reason. */
const adviceOf = ({ severity, why, advice }: LintFinding): string =>
  severity === "info" ? why : `${why} ${advice}`;

function About(
  { finding, shared, onBytes }:
    & { finding: LintFinding; shared: LintFinding | null }
    & Pick<RulesProps, "onBytes">,
) {
  const { code, title, message, why, where } = finding;
  const { offset } = where;
  const advice = adviceOf(finding);
  // A note whose reason is part of the shared advice repeats it too.
  const isSaid = shared?.why === why &&
    (finding.severity === "info" || shared.advice === finding.advice);
  return (
    <>
      {message !== `${title}.` && (
        <p>
          <Value>{message}</Value>
        </p>
      )}
      {!isSaid && <p>{advice}</p>}
      <p>
        {offset === null && "Missing: "}
        <Value data>{where.field}</Value>
        {offset !== null && `, byte ${withCommas(offset)}`}
        {offset !== null && onBytes && (
          <>
            {" "}
            <Button
              size="small"
              kind="quiet"
              onClick={() => onBytes(offset)}
            >
              <WholeName name={`Bytes of ${where.field}`} shown="Bytes" />
            </Button>
          </>
        )}
      </p>
      <p>
        <RuleLink code={code} />
      </p>
    </>
  );
}

import type { Role } from "../../../../core/x509/rules/rule.ts";
import { DropBox } from "../../arrivals/drop-box.tsx";
import { handOver } from "../../hand-over/hand-over.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { JUDGED_AS } from "../../page/judged-as.ts";
import { CodeBlock } from "../../ui/data/code.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { PageHeader, Row, Stack } from "../../ui/layout/layout.tsx";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { Link } from "../../ui/navigation/link.tsx";
import { type Judged, type RuleExample, RULES_PATH, type RuleText } from "../../page/reference.ts";

const SEVERITIES = { error: "Error", warning: "Warning", info: "Note" } as const;

const ROLES: Readonly<Record<Role, string>> = {
  leaf: "End entities",
  intermediate: "Intermediate CAs",
  root: "Roots",
};

/** A rule: what it asks for, why, what to do, and an example. */
export function RulePage(rule: RuleText) {
  const { code, title, severity, clause, why, advice, since, until, roles, profiles, example } =
    rule;
  return (
    <>
      <PageHeader heading={title} lead={why} />
      <Stack gap={5}>
        <Section heading="What to do">
          <p>{advice}</p>
        </Section>
        <Section heading="The rule">
          <Details
            details={[
              { term: "Code", value: <Value data>{code}</Value> },
              { term: "Clause", value: clause },
              { term: "Severity", value: SEVERITIES[severity] },
              ...(roles
                ? [{ term: "Binds", value: roles.map((role) => ROLES[role]).join(", ") }]
                : []),
              ...(profiles.length > 0
                ? [{
                  term: "Checked as",
                  value: profiles.map((profile) => JUDGED_AS[profile]).join(", "),
                }]
                : []),
              ...(since ? [{ term: "For certificates since", value: day(since) }] : []),
              ...(until ? [{ term: "For certificates before", value: day(until) }] : []),
            ]}
          />
        </Section>
        {typeof example === "string"
          ? (
            <Section heading="An example">
              <p>{example}</p>
            </Section>
          )
          : <Example example={example} />}
        <Section heading="Check yours" screenOnly>
          <Stack gap={3}>
            <p>The inspector shows every rule that your certificate breaks.</p>
            <DropBox compact heading="Drop it here" touchHeading="Open or paste it" />
          </Stack>
        </Section>
        <p>
          <Link to={RULES_PATH}>All rules</Link>
        </p>
      </Stack>
    </>
  );
}

const PURPOSES = { server: "for a server", email: "for mail" } as const;

/** When, by which profile and for what an input was judged: " on 15 Jun 2026 for www.example.com". */
const conditions = (
  { at, as, hosts, purpose }: Judged,
  which: 0 | 1,
  ...more: string[]
): string =>
  [
    ...at ? ["", `on ${day(at)}`] : [""],
    ...hosts ? [`for ${hosts[which]}`] : [],
    ...purpose ? [PURPOSES[purpose]] : [],
    ...more,
  ].join(" ") + (as ? `, judged as: ${JUDGED_AS[as]}` : "");

function Example({ example: { bad, good, message, judged } }: { example: RuleExample }) {
  const isChain = judged.tool === "chain";
  const open = (text: string, which: string) => (
    <Row>
      {isChain
        ? (
          <ButtonLink
            size="small"
            icon="chain"
            to="/chain"
            onFollow={() => handOver("/chain", { certificate: text })}
          >
            Check the example {which}
          </ButtonLink>
        )
        : (
          <ButtonLink
            size="small"
            icon="inspect"
            to="/inspect"
            onFollow={() => handOver("/inspect", { files: [], text })}
          >
            Inspect the example {which}
          </ButtonLink>
        )}
    </Row>
  );
  return (
    <>
      <Section heading="An example that breaks it">
        <Stack gap={3}>
          <p>
            We report{judged.tool === "lint" ? "" : conditions(judged, 0)}: <Value>{message}</Value>
          </p>
          <CodeBlock title="Breaks the rule" code={bad} />
          {open(bad, "that breaks it")}
        </Stack>
      </Section>
      <Section heading="An example without a fault">
        <Stack gap={3}>
          <p>
            It breaks no rule{conditions(
              judged,
              1,
              ...isChain ? ["where its root is installed"] : [],
            )}.
          </p>
          <CodeBlock title="Breaks no rule" code={good} />
          {open(good, "without a fault")}
        </Stack>
      </Section>
    </>
  );
}
